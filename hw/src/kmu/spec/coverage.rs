//! The situations that stimuli of the KMU must reach.

use super::super::pins::{In, Out};
use super::scoreboard::{Key, Scoreboard};
use crate::kit::Coverage;
use std::collections::BTreeSet;

/// Most queues that a stimulus can block all at once.
const FEW: usize = 8;

impl Scoreboard {
    /// Names the points of a cycle, before its edge.
    pub fn cover(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        self.cover_queues(input, coverage);
        self.cover_commands(out, input, coverage);
        self.cover_dispatch(out, input, coverage);
        if self.clusters > 0 {
            self.cover_clusters(out, input, coverage);
        }
    }

    fn cover_queues(&self, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let all = self.hwqs as usize;
        point("all heads full", "Every queue has a kernel in its head slot.", {
            self.slots.len() == all
        });
        if all <= FEW {
            point("all queues blocked", "A kernel of every queue runs.", {
                self.blocked.len() == all
            });
        }
        point("next head", "A head waits in the slot of a blocked queue.", {
            self.slots.keys().any(|hwq| self.blocked.contains(hwq))
        });
        let done = input.done_valid.then_some(input.done_hwq);
        let offered = input.host_valid.then_some(input.host_hwq);
        point("done and offer", "A queue is unblocked at the edge at which its head arrives.", {
            done.is_some() && done == offered
        });
        point("done of a waiting queue", "A queue is unblocked whose next head waits.", {
            done.is_some_and(|hwq| self.slots.contains_key(&hwq))
        });
        point("last queue", "The head of the last queue arrives.", offered == Some(self.hwqs - 1));
        let choosing = self.dispatch.is_none() && self.command.is_none();
        let choice = self.choice().filter(|_| choosing);
        let chosen = choice.and_then(|(hwq, _)| hwq);
        let ready = self.slots.keys().filter(|hwq| !self.blocked.contains(hwq)).count();
        point("wraps", "The round robin wraps past the last queue while others are ready.", {
            chosen.is_some_and(|hwq| hwq < self.last_hwq) && ready > 1 && self.last_hwq < 31
        });
        point("passes blocked", "The round robin passes a head whose queue is blocked.", {
            chosen.is_some() && ready < self.slots.len()
        });
        let pool_waits = self.pending() > 0;
        point("head before pool", "A head is chosen while the pool has a kernel.", {
            chosen.is_some() && pool_waits
        });
        point("pool before head", "The pool is chosen while a head is ready.", {
            choice.is_some() && chosen.is_none() && ready > 0
        });
        point("choice and offer", "A kernel is chosen at the edge at which another arrives.", {
            choice.is_some() && offered.is_some()
        });
        point("choice and command", "A kernel is chosen at the edge that takes a command.", {
            choice.is_some() && input.cmd_valid
        });
    }

    fn cover_commands(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let taken = (input.cmd_valid && out.cmd_ready).then_some(input.cmd_kind);
        point("launch", "A launch is taken.", taken == Some(0));
        point("suspend", "A suspension is taken.", taken == Some(1));
        point("resume", "A resumption is taken.", taken == Some(2));
        let full = self.is_full();
        let kind = self.command.map(|command| command.kind);
        point(
            "pool full",
            "As many kernels are pending as the limit allows.",
            full && self.pending() > 0,
        );
        point("launch refused", "A launch comes with the pool full.", kind == Some(0) && full);
        point("resumption refused", "A resumption comes with the pool full.", {
            kind == Some(2) && full
        });
        point("overflow", "A refusal is reported.", out.overflow);
        point("limit zero", "No kernel may be pending, and one is launched.", {
            kind == Some(0) && self.pending_limit == 0
        });
        let joins = matches!(kind, Some(0 | 2)) && !full;
        let key = self.command.map(|command| command.key);
        let list = key.and_then(|key| self.pool.get(&key)).map_or(0, |list| list.len());
        point("first of its list", "A kernel joins an empty list.", joins && list == 0);
        point("behind another", "A kernel joins behind another.", joins && list > 0);
        let reading = self.dispatch.as_ref().filter(|dispatch| dispatch.fetched.is_none());
        point("command waits", "A command waits while a descriptor is read.", {
            kind.is_some() && reading.is_some()
        });
        point("joins the one being read", "A kernel waits to join the only one, which is read.", {
            joins
                && list == 1
                && self.pending() == 1
                && reading.is_some_and(|dispatch| dispatch.from_pool)
        });
        point("command beside a kernel", "A command is carried out while a kernel is offered.", {
            kind.is_some() && out.disp_valid
        });
        point("several suspended", "More than one kernel is held.", self.held.len() > 1);
        let write = out.mem_req_valid && out.mem_req_write;
        point("write waits", "A write waits for the memory.", write && !input.mem_req_ready);
        point(
            "write and done",
            "A queue is unblocked in the cycle of a write.",
            write && input.done_valid,
        );
    }

    fn cover_dispatch(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let dispatch = self.dispatch.as_ref();
        let due = |chosen: u64| self.now >= chosen + self.dispatch_cycles;
        point("waits for its time", "A descriptor has been read before the dispatch time.", {
            dispatch.is_some_and(|d| d.fetched.is_some() && !due(d.chosen))
        });
        point("waits for its words", "The dispatch time has passed before the words are there.", {
            dispatch.is_some_and(|d| d.fetched.is_none() && due(d.chosen))
        });
        point("request and response", "A word arrives while the next one is requested.", {
            out.mem_req_valid && input.mem_req_ready && input.mem_resp_valid
        });
        point("all requested", "All words are requested before the first arrives.", {
            dispatch.is_some_and(|d| d.requested == d.words() && d.received == 0)
        });
        point("from the pool", "A kernel of the pool is offered.", {
            dispatch.is_some_and(|d| d.from_pool && out.disp_valid)
        });
        let tag = out.disp_tag != 0;
        point("host kernel from the pool", "A suspended host kernel is offered again.", {
            dispatch.is_some_and(|d| d.from_pool && out.disp_valid && tag)
        });
        point("taken beside an offer", "A kernel is taken while the host offers another.", {
            out.disp_valid && input.disp_ready && input.host_valid
        });
    }

    fn cover_clusters(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let choosing = self.dispatch.is_none() && self.command.is_none();
        let choice = self.choice().filter(|(hwq, _)| choosing && hwq.is_none());
        let list = choice.and_then(|_| self.next_list());
        let held = |key: &Key| self.pool.get(key).is_some_and(|list| !list.is_empty());
        let others = self.pool.keys().filter(|key| key.is_some() && held(key));
        let clusters: BTreeSet<u32> =
            others.clone().flatten().map(|(cluster, _)| *cluster).collect();
        point(
            "level 0 before clusters",
            "A kernel of level 0 is chosen, and a cluster has one.",
            list == Some(None) && !clusters.is_empty(),
        );
        let chosen = list.flatten();
        point("cluster before level 0", "A kernel of a cluster is chosen, and level 0 has one.", {
            chosen.is_some() && held(&None)
        });
        point("higher level first", "A kernel is chosen, and its cluster has a lower level.", {
            let lower = |(cluster, level)| {
                others.clone().flatten().any(|&(c, l)| c == cluster && l < level)
            };
            chosen.is_some_and(lower)
        });
        point(
            "another cluster",
            "A kernel of a cluster is chosen, and another cluster has one.",
            chosen.is_some() && clusters.len() > 1,
        );
        point("behind in its list", "A kernel of a cluster is chosen, and one is behind it.", {
            chosen.is_some() && self.pool.get(&chosen).is_some_and(|list| list.len() > 1)
        });
        let leaves = self.dispatch.as_ref().is_some_and(|d| d.bound && d.received == 7);
        point("last of its cluster", "The last word is read of the only kernel of a cluster.", {
            let of = |key: &Key| self.pool.get(key).and_then(|list| list.front());
            let read = self.dispatch.as_ref().map(|d| &d.desc);
            let key = self.pool.keys().find(|key| of(key) == read).copied().flatten();
            let only = |(cluster, _): (u32, u32)| {
                let same = self.pool.iter().filter(|(key, _)| key.is_some_and(|k| k.0 == cluster));
                same.map(|(_, list)| list.len()).sum::<usize>() == 1
            };
            leaves && input.mem_resp_valid && key.is_some_and(only)
        });
        point(
            "write for a cluster waits",
            "The link of a kernel of a cluster waits for memory.",
            {
                out.mem_req_write
                    && !input.mem_req_ready
                    && self.command.is_some_and(|command| command.key.is_some())
            },
        );
    }
}
