//! Kernel Distributor and AGT as the specification models them: what is to be distributed next, and whether what
//! the scheduler says about it is true.

use super::super::pins::{In, Out};
use super::nodes::Nodes;
use super::smxs::Work;
use super::words::Words;
use super::work::{position, volume, yz, Brought, Events, GroupState, KernelState, MANY};
use super::{ensure, Kernel, AGT_ENTRIES};
use crate::kernel_distributor::pins::{NO_GROUP, SPILLED};
use crate::kit::Violation;
use std::collections::{BTreeMap, VecDeque};

/// Kernels, groups, and the queue of marked kernels.
pub struct Chains {
    pub(super) kernels: Vec<KernelState>,
    pub(super) groups: BTreeMap<u32, GroupState>,
    pub(super) queue: VecDeque<usize>,
    /// Cycle, group to write to, group it is followed by.
    pub(super) next_writes: Vec<(u64, u32, u32)>,
    /// Cycle and group of the read under way.
    pub(super) response: Option<(u64, u32)>,
    pub(super) words: Words,
    pub(super) links: u32,
    pub(super) last_tb: bool,
    pub(super) nodes: Nodes,
    /// What the last edge brought.
    pub(super) brought: Brought,
}

impl Chains {
    /// Nothing has arrived yet.
    pub fn new(kernels: &[Kernel], words: Words) -> Self {
        let mut arrives = 0;
        let kernels = kernels.iter().enumerate().map(|(index, plan)| {
            arrives += plan.gap;
            KernelState::new(index, arrives, plan, words)
        });
        Self {
            kernels: kernels.collect(),
            groups: BTreeMap::new(),
            queue: VecDeque::new(),
            next_writes: Vec::new(),
            response: None,
            words,
            links: 0,
            last_tb: false,
            nodes: Nodes::default(),
            brought: Brought::default(),
        }
    }

    pub(super) fn head(&self) -> Result<&KernelState, Violation> {
        let head = self.queue.front().ok_or_else(|| Violation::new("rule 1: there is no head"))?;
        Ok(&self.kernels[*head])
    }

    /// Need of the head's TBs while its nodes are given out.
    pub fn need_of_nodes(&self) -> Option<u32> {
        let head = self.head().ok()?;
        self.nodes.feeding().then_some(head.plan.demand)
    }

    /// Need of the head's TBs if some, but not all, of what is being distributed have started;
    /// not of nodes, which may keep the head waiting.
    pub fn need_in_progress(&self) -> Option<u32> {
        let head = self.head().ok().filter(|head| !head.first || head.plan.graph.is_none())?;
        let (started, tbs) = self.progress()?;
        (started > 0 && started < tbs).then_some(head.plan.demand)
    }

    /// How many TBs of the head's work have started, and how many it has.
    fn progress(&self) -> Option<(u64, u64)> {
        let head = self.head().ok()?;
        if head.first {
            return Some((head.started.into(), head.tbs()));
        }
        let group = &self.groups[head.chain.front()?];
        Some((group.started.into(), volume(group.plan.grid)))
    }

    /// The head's work has more TBs than can be waited for, and `enough` of them have started.
    pub fn endless(&self, enough: u64) -> bool {
        self.progress().is_some_and(|(started, tbs)| tbs > MANY && started >= enough)
    }

    /// A TB starts: it must be the next of the head.
    pub fn start(&mut self, out: &Out) -> Result<Work, Violation> {
        let head = self.head()?;
        let (agei, kdei, demand, words) = (head.nagei(), head.kdei, head.plan.demand, head.words);
        let (native, last) = (head.first, head.chain.len() == 1);
        let of_graph = native && head.plan.graph.is_some();
        let (agei, tbs, grid, param, started) = if native {
            let head = self.queue[0];
            let kernel = &mut self.kernels[head];
            (NO_GROUP, kernel.tbs(), kernel.plan.grid, words[2], &mut kernel.started)
        } else {
            let group = self.groups.get_mut(&agei).filter(|group| group.read.is_some());
            let group = group.ok_or_else(|| Violation::new("rule 3: TB of a group not read"))?;
            let grid = group.plan.grid;
            (agei, volume(grid), grid, group.param, &mut group.started)
        };
        ensure(u64::from(*started) < tbs, || format!("rule 1: a TB too many of {agei:#x}"))?;
        let node = self.nodes.started();
        let [x, yz_index] = node.map_or(position(grid, *started), |node| node.block);
        *started += 1;
        self.last_tb = !native && last && u64::from(*started) == tbs;
        let expected = [kdei, agei, words[0], param, words[1], grid[0], yz(grid), x, yz_index];
        let actual = [
            out.tb_kdei,
            out.tb_agei,
            out.tb_pc,
            out.tb_param,
            out.tb_shape,
            out.tb_grid_x,
            out.tb_grid_yz,
            out.tb_block_x,
            out.tb_block_yz,
        ];
        ensure(actual == expected, || format!("rule 2: TB {actual:x?}, expected {expected:x?}"))?;
        ensure(node.is_some() == of_graph, || format!("rule 7: TB of node {node:?}"))?;
        Ok(Work { kdei, agei, node: node.map(|node| node.id), demand })
    }

    /// Rule 7: no TB starts in this cycle.
    pub fn start_none(&mut self) -> Result<(), Violation> {
        let node = self.nodes.started();
        ensure(node.is_none(), || format!("rule 7: no TB for {node:?}"))
    }

    /// Rule 7: the graph of the head is taken.
    pub fn graph_taken(&mut self, now: u64, header: u32) -> Result<(), Violation> {
        self.head()?;
        self.nodes.take(now, header, &mut self.kernels[self.queue[0]], self.words)
    }

    /// The inputs of this cycle.
    pub fn show(&mut self, now: u64, input: &mut In) {
        let (due, later) = self.next_writes.drain(..).partition(|&(cycle, ..)| cycle < now);
        self.next_writes = later;
        let due: Vec<_> = due;
        for (_, to, next) in due {
            self.groups.get_mut(&to).expect("a group without a Next is live").next = next;
        }
        if let Ok(head) = self.head() {
            let [pc, shape, param] = head.words;
            (input.head_valid, input.head_kdei, input.head_first) = (true, head.kdei, head.first);
            (input.head_pc, input.head_shape, input.head_param) = (pc, shape, param);
            input.head_grid_x = head.plan.grid[0];
            input.head_grid_yz = yz(head.plan.grid);
            input.head_need = head.plan.demand;
            (input.head_nagei, input.head_lagei) = (head.nagei(), head.lagei);
        }
        if let Some((_, agei)) = self.response.filter(|&(cycle, _)| cycle <= now) {
            self.response = None;
            let group = self.groups.get_mut(&agei).expect("only live groups are taken");
            (input.group_valid, input.group_param) = (true, group.param);
            input.group_grid_x = group.plan.grid[0];
            input.group_grid_yz = yz(group.plan.grid);
            input.group_next = group.next;
            group.read = Some(group.next);
        }
        self.nodes.show(now, input);
    }

    /// Rule 3: the scheduler reads a group, or its Next again.
    pub fn taken(&mut self, now: u64, agei: u32) -> Result<(), Violation> {
        let head = self.head()?;
        let current = !head.first && head.nagei() == agei;
        let group = self.groups.get(&agei).filter(|_| current && self.response.is_none());
        let group = group.ok_or_else(|| Violation::new(format!("rule 3: takes {agei:#x}")))?;
        let out = group.all(group.started);
        ensure(group.read.is_none_or(|next| out && next == NO_GROUP), || {
            format!("rule 3: takes {agei:#x} again without demand")
        })?;
        self.response = Some((now + 1 + group.plan.read_delay, agei));
        Ok(())
    }

    /// Rule 3: a group is done.
    pub fn done(&mut self, agei: u32, count: u32) -> Result<(), Violation> {
        let group = self.groups.get_mut(&agei).filter(|g| g.left && !g.done && agei < SPILLED);
        let group = group.ok_or_else(|| Violation::new(format!("rule 3: {agei:#x} done")))?;
        ensure(group.all(count), || format!("rule 3: done with {count} TBs"))?;
        group.done = true;
        self.free(agei);
        Ok(())
    }

    /// The AGT has been told of an ended TB.
    pub fn told(&mut self, agei: u32) {
        self.groups.get_mut(&agei).expect("a group with running TBs is live").ended += 1;
        self.free(agei);
    }

    fn free(&mut self, agei: u32) {
        let group = &self.groups[&agei];
        if group.done && group.all(group.ended) {
            self.groups.remove(&agei);
        }
    }

    /// The edge that ends this cycle: what the KD makes of `out`, and what arrives.
    pub fn edge(&mut self, now: u64, out: &Out, input: &In) -> Result<(), Violation> {
        self.nodes.edge(now, out, input);
        self.brought = Brought::default();
        let last_tb = std::mem::take(&mut self.last_tb);
        let advance_to_none = out.advance_valid && out.advance_next == NO_GROUP;
        let events = Events { last_tb, advance_to_none, unmark: out.unmark };
        ensure(out.advance_valid || out.advance_next == 0, || {
            "stream rule 3: advance_next without advance_valid".into()
        })?;
        let head = self.queue.front().copied();
        let link = (0..self.kernels.len()).find_map(|k| {
            let events = if Some(k) == head { events } else { Events::default() };
            self.kernels[k].due(now, events).map(|group| (k, group))
        });
        if out.native_done || out.advance_valid || out.unmark {
            self.command(now, out, link.map(|(kernel, _)| kernel))?;
        }
        if let Some((kernel, group)) = link {
            self.link(now, kernel, group);
        }
        for (k, kernel) in self.kernels.iter_mut().enumerate() {
            if kernel.arrives == now {
                kernel.marked = true;
                self.queue.push_back(k);
            }
        }
        Ok(())
    }

    /// `native_done`, `advance` and `unmark`, with the kernel that is linked to at the same edge.
    fn command(&mut self, now: u64, out: &Out, linking: Option<usize>) -> Result<(), Violation> {
        self.head()?;
        let index = self.queue[0];
        let head = &mut self.kernels[index];
        // The scheduler decides a cycle before it speaks.
        let just_linked = head.linked.is_some_and(|cycle| cycle + 1 == now);
        let undisturbed = linking != Some(index);
        if out.native_done {
            let all = head.first && u64::from(head.started) == head.tbs();
            ensure(all, || "rule 1: native_done out of place".into())?;
            head.first = false;
        }
        if out.advance_valid {
            let group = self.groups.get_mut(&head.nagei()).filter(|_| !head.first);
            let group = group.ok_or_else(|| Violation::new("rule 3: advance without a group"))?;
            ensure(group.all(group.started), || {
                "rule 3: advance before the group's last TB".into()
            })?;
            let follower = head.chain.get(1).copied();
            if out.advance_next != NO_GROUP {
                ensure(
                    follower == Some(out.advance_next) && group.next == out.advance_next,
                    || format!("rule 3: advance to {:#x}, not {follower:x?}", out.advance_next),
                )?;
            } else {
                ensure(follower.is_none() || just_linked, || {
                    format!("rule 3: advance to none past {follower:x?}")
                })?;
            }
            if out.advance_next != NO_GROUP || follower.is_none() && undisturbed {
                group.left = true;
                head.chain.pop_front();
            } else {
                self.brought.late_link = follower.is_some();
                self.brought.link_with_advance = follower.is_none();
            }
        }
        if out.unmark {
            let nothing = head.chain.is_empty() || just_linked && head.chain.len() == 1;
            ensure(!head.first && nothing, || "rule 3: unmark with work left".into())?;
            if head.chain.is_empty() && undisturbed {
                (head.marked, head.unmarked) = (false, Some(now));
                self.queue.pop_front();
            } else {
                self.brought.link_with_unmark = true;
            }
        }
        Ok(())
    }

    fn link(&mut self, now: u64, kernel: usize, group: usize) {
        let head = &mut self.kernels[kernel];
        let plan = head.pending.remove(group);
        self.links += 1;
        let mut entries = (0..AGT_ENTRIES).map(|number| self.words.entry(number));
        let free = entries.find(|agei| !self.groups.contains_key(agei));
        let agei = free.filter(|_| !plan.spill).unwrap_or(self.words.record(self.links));
        if let Some(&previous) = head.chain.back() {
            self.next_writes.push((now + plan.next_delay, previous, agei));
        }
        head.chain.push_back(agei);
        (head.lagei, head.linked) = (agei, Some(now));
        self.brought.spilled = agei >= SPILLED;
        self.brought.marked_again = !head.marked;
        if !head.marked {
            head.marked = true;
            self.queue.push_back(kernel);
        }
        let param = self.words.of_group(self.links);
        let (started, ended, next, read) = (0, 0, NO_GROUP, None);
        let (left, done) = (false, false);
        let state = GroupState { plan, param, started, ended, next, read, left, done };
        self.groups.insert(agei, state);
    }

    /// Everything has arrived, been distributed and been let go.
    pub fn drained(&self) -> bool {
        let kernels = self.kernels.iter().all(|k| k.unmarked.is_some() && k.pending.is_empty());
        let groups = self.groups.iter().all(|(agei, group)| *agei >= SPILLED && group.left);
        kernels && groups && self.queue.is_empty() && self.nodes.drained()
    }
}
