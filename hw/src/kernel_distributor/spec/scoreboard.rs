//! The abstract specification: kernels with chains of groups, and a queue of them.

use super::super::pins::{In, Out, Params, NO_GROUP};
use crate::kit::Violation;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A live kernel.
pub(super) struct Kernel {
    /// What came with it.
    pub(super) given: In,
    pub(super) marked: bool,
    pub(super) first: bool,
    /// Groups linked and not yet passed, oldest first.
    pub(super) chain: VecDeque<u32>,
    pub(super) running: i64,
    pub(super) holds: u32,
}

/// A search under way.
pub(super) struct Search {
    /// Matching kernels that were live when it began.
    pub(super) candidates: BTreeSet<u32>,
    pub(super) groups: u32,
    pub(super) waited: u32,
}

/// What must be true.
pub struct Scoreboard {
    pub(super) entries: u32,
    pub(super) kernels: BTreeMap<u32, Kernel>,
    pub(super) fcfs: VecDeque<u32>,
    /// Kernels that have been queued.
    pub(super) queued: u32,
    /// A taken kernel that links may overtake on its way into the queue.
    pub(super) arriving: Option<u32>,
    pub(super) search: Option<Search>,
    /// The `next` command owed to the AGT.
    pub(super) next: Option<(u32, u32)>,
    /// Tag and descriptor owed to the KMU in this cycle.
    pub(super) retired: Option<(u32, u32)>,
    pub(super) head_shown: bool,
    pub(super) head_waited: u32,
    pub(super) unit_waited: u32,
}

/// Fails with the rule unless it holds.
fn ensure(holds: bool, rule: impl FnOnce() -> String) -> Result<(), Violation> {
    holds.then_some(()).ok_or_else(|| Violation::new(rule()))
}

impl Scoreboard {
    /// The state after reset.
    pub fn new(params: &Params) -> Self {
        Self {
            entries: params.entries,
            kernels: BTreeMap::new(),
            fcfs: VecDeque::new(),
            queued: 0,
            arriving: None,
            search: None,
            next: None,
            retired: None,
            head_shown: false,
            head_waited: 0,
            unit_waited: 0,
        }
    }

    /// Whether no kernel is live and nothing is owed.
    pub fn is_empty(&self) -> bool {
        let owed = self.search.is_some() || self.next.is_some() || self.retired.is_some();
        self.kernels.is_empty() && !owed
    }

    /// Judges the outputs of this cycle.
    pub fn check(&mut self, out: &Out) -> Result<(), Violation> {
        let live = self.kernels.keys().fold(0, |live, kdei| live | 1 << kdei);
        ensure(out.live == live, || {
            format!("rules 1 and 10: live entries {:#x}, not {live:#x}", out.live)
        })?;
        let retire = (out.retire_valid, out.retire_tag, out.retire_desc);
        let (tag, desc) = self.retired.unwrap_or((0, 0));
        ensure(retire == (self.retired.is_some(), tag, desc), || {
            format!("rule 10: retires {retire:x?}, not {:x?}", self.retired)
        })?;
        let next = (out.next_valid, out.next_prev, out.next_agei);
        let (prev, agei) = self.next.unwrap_or((0, 0));
        ensure(next == (self.next.is_some(), prev, agei), || {
            format!("rule 4, stream rules 2 and 3: next {next:x?}, not {:x?}", self.next)
        })?;
        ensure(out.link_ready == self.next.is_none(), || {
            "rule 11: link_ready does not tell whether a next waits".into()
        })?;
        self.check_search(out)?;
        self.check_unit(out)?;
        self.check_head(out)
    }

    fn check_search(&mut self, out: &Out) -> Result<(), Violation> {
        if !out.match_done {
            let zero = !out.match_hit && out.match_kdei == 0;
            ensure(zero, || "stream rule 3: a result without match_done".into())?;
            if let Some(search) = &mut self.search {
                search.waited += 1;
                let bound = self.entries + 2;
                ensure(search.waited < bound, || format!("rule 2: not done in {bound} cycles"))?;
            }
            let searching = self.search.is_some();
            return ensure(out.match_ready != searching, || {
                "rule 1: match_ready does not tell whether a search runs".into()
            });
        }
        let Some(search) = self.search.take() else {
            return Err(Violation::new("rule 2: match_done without a search"));
        };
        // Candidates that retired meanwhile were not eligible, the rest were all the time.
        let eligible = search.candidates.iter().find(|kdei| self.kernels.contains_key(kdei));
        let hit = out.match_hit.then_some(out.match_kdei);
        ensure(hit == eligible.copied() && (out.match_hit || out.match_kdei == 0), || {
            format!("rules 2 and 3: search ends with {hit:?}, not {eligible:?}")
        })?;
        if let Some(kernel) = hit.and_then(|kdei| self.kernels.get_mut(&kdei)) {
            kernel.holds += search.groups;
        }
        ensure(out.match_ready, || "rule 1: match_ready is low though no search runs".into())
    }

    fn check_unit(&mut self, out: &Out) -> Result<(), Violation> {
        let full = self.kernels.len() as u32 == self.entries;
        let closed = full || self.search.is_some();
        ensure(!(out.disp_ready && closed), || {
            "rule 1: disp_ready is high without a free entry or in a search".into()
        })?;
        // Links may keep one kernel waiting, but unmarks, which they need, take two cycles each.
        self.unit_waited = if closed || out.disp_ready { 0 } else { self.unit_waited + 1 };
        let bound = 2 * self.entries + 2;
        ensure(self.unit_waited <= bound, || "rule 1: no kernel is taken any more".into())
    }

    fn check_head(&mut self, out: &Out) -> Result<(), Violation> {
        let Some(front) = self.fcfs.front().filter(|_| out.head_valid) else {
            let payload = [
                out.head_kdei,
                out.head_pc,
                out.head_grid_x,
                out.head_grid_yz,
                out.head_shape,
                out.head_need,
                out.head_param,
                out.head_nagei,
                out.head_lagei,
            ];
            let zero = !out.head_first && payload.iter().all(|word| *word == 0);
            ensure(!out.head_valid, || "rule 5: a head without a marked kernel".into())?;
            ensure(zero, || "rule 5: head fields without head_valid".into())?;
            ensure(!self.head_shown, || "rule 5: the head went away before its unmark".into())?;
            self.head_waited = if self.fcfs.is_empty() { 0 } else { self.head_waited + 1 };
            return ensure(self.head_waited < 2, || "rule 5: a marked kernel is not shown".into());
        };
        let kernel = &self.kernels[front];
        let seen = In {
            disp_pc: out.head_pc,
            disp_grid_x: out.head_grid_x,
            disp_grid_yz: out.head_grid_yz,
            disp_shape: out.head_shape,
            disp_need: out.head_need,
            disp_param: out.head_param,
            disp_tag: kernel.given.disp_tag,
            disp_desc: kernel.given.disp_desc,
            ..In::default()
        };
        ensure(out.head_kdei == *front && seen == kernel.given, || {
            format!(
                "rule 5: head is {} with {seen:x?}, not {front} with {:x?}",
                out.head_kdei, kernel.given
            )
        })?;
        ensure(out.head_first == kernel.first, || {
            format!("rules 4 and 6: first-time is {}", out.head_first)
        })?;
        let nagei = kernel.chain.front().copied().unwrap_or(NO_GROUP);
        let lagei = kernel.chain.back().copied().unwrap_or(out.head_lagei);
        ensure((out.head_nagei, out.head_lagei) == (nagei, lagei), || {
            let (n, l) = (out.head_nagei, out.head_lagei);
            format!("rules 4 and 7: NAGEI {n:#x}, LAGEI {l:#x}, not {nagei:#x}, {lagei:#x}")
        })?;
        (self.head_shown, self.head_waited) = (true, 0);
        Ok(())
    }

    /// Entries of which nothing is left, lowest first (rule 10).
    pub(super) fn over(&self) -> impl Iterator<Item = u32> + '_ {
        let over = |kernel: &Kernel| !kernel.marked && kernel.running == 0 && kernel.holds == 0;
        self.kernels.iter().filter(move |(_, kernel)| over(kernel)).map(|(kdei, _)| *kdei)
    }

    /// Follows what happens at the edge that ends this cycle.
    pub fn edge(&mut self, out: &Out, i: &In) {
        let retiring = self.over().next();
        let free = (0..self.entries).find(|kdei| !self.kernels.contains_key(kdei));
        let linked = (i.link_valid && out.link_ready).then_some(i.link_kdei);
        if out.next_valid && i.next_ready {
            self.next = None;
        }
        if out.head_valid {
            self.edge_of_head(out.head_kdei, i, linked);
        }
        let marked = linked.filter(|kdei| self.link(*kdei, i.link_agei));
        if let Some(kdei) = marked.or_else(|| self.arriving.take()) {
            self.fcfs.push_back(kdei);
            self.queued += 1;
        }
        if let Some(kernel) = self.kernels.get_mut(&i.end_kdei).filter(|_| i.end_valid) {
            kernel.running -= 1;
        }
        let retired = retiring.and_then(|kdei| self.kernels.remove(&kdei));
        self.retired = retired.map(|kernel| (kernel.given.disp_tag, kernel.given.disp_desc));
        if let Some(kdei) = free.filter(|_| i.disp_valid && out.disp_ready) {
            self.take(kdei, i);
        }
        if i.match_valid && out.match_ready {
            let wanted = (i.match_pc, i.match_shape, i.match_need);
            let same = |given: &In| (given.disp_pc, given.disp_shape, given.disp_need) == wanted;
            let matching = self.kernels.iter().filter(|(_, kernel)| same(&kernel.given));
            let candidates = matching.map(|(kdei, _)| *kdei).collect();
            self.search = Some(Search { candidates, groups: i.match_count, waited: 0 });
        }
    }

    fn edge_of_head(&mut self, head: u32, i: &In, linked: Option<u32>) {
        let Some(kernel) = self.kernels.get_mut(&head) else { return };
        let untouched = linked != Some(head);
        let last = kernel.chain.len() == 1;
        if i.unmark && kernel.chain.is_empty() && untouched {
            kernel.marked = false;
            self.fcfs.pop_front();
            self.head_shown = false;
        }
        if i.advance_valid && (i.advance_next != NO_GROUP || last && untouched) {
            kernel.chain.pop_front();
        }
        kernel.first &= !i.native_done;
        kernel.running += i64::from(i.start_valid);
    }

    /// Appends a group to its kernel; whether that marks the kernel again.
    fn link(&mut self, kdei: u32, agei: u32) -> bool {
        let Some(kernel) = self.kernels.get_mut(&kdei) else { return false };
        kernel.holds -= 1;
        if let Some(prev) = kernel.chain.back() {
            self.next = Some((*prev, agei));
        }
        kernel.chain.push_back(agei);
        let again = !kernel.marked;
        kernel.marked = true;
        again
    }

    fn take(&mut self, kdei: u32, i: &In) {
        let given = In {
            disp_pc: i.disp_pc,
            disp_grid_x: i.disp_grid_x,
            disp_grid_yz: i.disp_grid_yz,
            disp_shape: i.disp_shape,
            disp_need: i.disp_need,
            disp_param: i.disp_param,
            disp_tag: i.disp_tag,
            disp_desc: i.disp_desc,
            ..In::default()
        };
        let chain = VecDeque::new();
        let kernel = Kernel { given, marked: true, first: true, chain, running: 0, holds: 0 };
        self.kernels.insert(kdei, kernel);
        self.arriving = Some(kdei);
    }
}
