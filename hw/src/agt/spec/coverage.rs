//! The situations that stimuli of the Aggregated Group Table must reach.

use super::super::pins::{In, Organisation, Out};
use super::scoreboard::{Request, Scoreboard};
use crate::kernel_distributor::pins::{NO_GROUP, SPILLED};
use crate::kit::Coverage;

/// Tables up to this size can be filled by a stimulus.
const SMALL: u32 = 64;

impl Scoreboard {
    /// Names the points of a cycle, before its edge.
    pub fn cover(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        self.cover_table(input, coverage);
        self.cover_settling(coverage);
        self.cover_requests(out, input, coverage);
    }

    fn cover_table(&self, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let entries = self.params.entries;
        let (home, wide) = match self.carried_out {
            Some(Request::Alloc { hw_tid, .. }) => (Some(hw_tid % entries), hw_tid >= entries),
            _ => (None, false),
        };
        // The link says which entry it was.
        let agei = home.and(self.link.map(|(_, agei)| agei));
        let entry = agei.filter(|agei| agei & SPILLED == 0);
        let empty = self.awake() && self.live.is_empty();
        point("empty", "No entry is occupied.", empty);
        point("offer in the sweep", "A group is offered while the table clears itself.", {
            !self.awake() && input.alloc_valid
        });
        if entries <= SMALL {
            point("full", "Every entry is occupied.", self.live.len() as u32 == entries);
        }
        point("home", "A group takes its home.", entry.is_some() && entry == home);
        point("wide thread index", "The thread index has bits above those of the home.", {
            entry.is_some() && wide
        });
        point("last entry", "A group takes the last entry.", entry == Some(entries - 1));
        point("used again", "A group takes an entry that another group had before.", {
            entry.is_some() && self.again
        });
        point("spill", "A group finds all entries it may have occupied.", {
            agei.is_some() && entry.is_none()
        });
        if self.params.organisation != Organisation::Hash {
            point("second look", "A group takes the second entry looked up for it.", {
                entry.is_some() && self.looks == 2
            });
            point("wrap", "A group takes an entry below its home.", {
                entry.is_some_and(|entry| Some(entry) < home)
            });
        }
        if self.params.organisation == Organisation::LinearProbing {
            let most = u64::from(self.params.looks());
            point("last look", "A group takes the last entry looked up for it.", {
                entry.is_some() && self.looks == most
            });
        }
    }

    fn cover_settling(&self, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let (mut ended, mut distributed) = (None, None);
        match self.carried_out {
            Some(Request::End { agei }) => ended = Some(agei),
            Some(Request::Done { agei, .. }) => distributed = Some(agei),
            _ => {}
        }
        point("freed by an end", "The last TB frees the entry.", ended.is_some() && self.freed);
        point("freed by done", "All TBs had completed, and the group's done frees the entry.", {
            distributed.is_some() && self.freed
        });
        let tbs = ended.and_then(|agei| self.live.get(&agei));
        point("early end", "A TB completes before the group's done.", {
            tbs.is_some_and(|tbs| tbs.distributed.is_none())
        });
        point("early ends", "Three TBs complete before the group's done.", {
            tbs.is_some_and(|tbs| tbs.distributed.is_none() && tbs.ended >= 3)
        });
        let late = distributed.and_then(|agei| self.live.get(&agei));
        point(
            "done amid ends",
            "Some TBs have completed at the group's done and some have not.",
            late.is_some_and(|tbs| tbs.ended > 0),
        );
        let held = |rank: usize| self.held[rank];
        point("end and done of one group", "Both are held at once.", {
            match (held(0), held(1)) {
                (Some(Request::End { agei }), Some(Request::Done { agei: other, .. })) => {
                    agei == other
                }
                _ => false,
            }
        });
    }

    fn cover_requests(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let held = self.held.iter().filter(|held| held.is_some()).count();
        point("four held", "Four requests are held at once.", held == 4);
        point("alloc behind others", "An alloc is held with two requests of higher priority.", {
            self.held[4].is_some() && held >= 3
        });
        point("alloc behind a link", "An alloc is held while the link before it is not taken.", {
            self.held[4].is_some() && out.link_valid && !input.link_ready
        });
        let carried_out = self.carried_out;
        let next_of = |spilled: bool| match carried_out {
            Some(Request::Next { prev, .. }) => (prev & SPILLED != 0) == spilled,
            _ => false,
        };
        point("next in the table", "A Next field in the table is written.", next_of(false));
        point("next in a record", "A Next field in a record is written.", next_of(true));
        let spilled_next =
            matches!(carried_out, Some(Request::Next { agei, .. }) if agei & SPILLED != 0);
        point("next is spilled", "The group that follows is in its record.", spilled_next);
        let taken = match carried_out {
            Some(Request::Take { agei }) => Some(agei),
            _ => None,
        };
        point("take of a record", "A group is read from its record.", {
            taken.is_some_and(|agei| agei & SPILLED != 0)
        });
        point("take with a next", "The group read is followed by another.", {
            out.group_valid && out.group_next != NO_GROUP
        });
        point("take without a next", "The group read is the last.", {
            out.group_valid && out.group_next == NO_GROUP
        });
        point("next behind a take", "A Next field is offered while its group is read.", {
            let reads = |agei| matches!(self.held[3], Some(Request::Take { agei: a }) if a == agei);
            input.next_valid && reads(input.next_prev)
        });
        point("end in a record", "An end is held while a record is read or written.", {
            self.held[0].is_some() && self.uses_memory()
        });
        point("request and response", "A word of a record arrives while the next is requested.", {
            out.mem_req_valid && input.mem_req_ready && input.mem_resp_valid
        });
        point("all requested", "Four words are requested before the first arrives.", {
            self.memory_transfers == 4 && self.memory_responses == 0
        });
    }
}
