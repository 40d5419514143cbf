//! Preemption of a TB that waits for its children, so that they find free resources.
//!
//! The TB is restored later, on this SMX or another one, into any free slots. The caller accounts for the cost of
//! moving the TB's state and for resources.

use super::{Resident, Smx, Tb, TbWait};
use crate::ptx::Program;
use crate::smx::account::Reason;
use crate::smx::pending::Pending;
use crate::smx::queue::{Flight, Waiting};
use crate::smx::WarpHandle;

/// A preempted TB: all the state it needs to continue.
#[derive(Clone, Debug)]
pub struct SwappedTb {
    tb: Tb,
    /// Its unfinished warps with the slots they had.
    warps: Vec<(usize, Resident)>,
    /// Their memory accesses that have not begun.
    waiting: Vec<Waiting>,
}

impl SwappedTb {
    /// Returns what is known of the TB, but for its slot.
    pub fn tb(&self) -> TbWait {
        TbWait::of(0, &self.tb)
    }
}

impl Smx {
    /// Marks a warp that called the device runtime as waiting for the children of its TB, not for `resume`.
    pub fn wait_for_children(&mut self, warp: WarpHandle) {
        let w = warp.warp as usize;
        let tb = self.warps[w].as_ref().map(|resident| resident.tb);
        if let Some(tb) = tb.and_then(|slot| self.tbs[slot].as_mut()) {
            tb.waiting_warps |= 1 << w;
            self.before_change(w);
            self.fronts[w].event = Reason::Children;
        }
    }

    /// Returns whether no warp of the TB can continue before its children have completed. Every unfinished warp
    /// then waits for them, or at a barrier for a warp that does.
    pub fn is_stalled(&self, slot: u32) -> bool {
        let Some(tb) = self.tbs[slot as usize].as_ref() else { return false };
        let waiting = tb.waiting_warps | tb.barriers.waiting();
        tb.waiting_warps != 0 && waiting.count_ones() == tb.unfinished_warps
    }

    /// Stops the warps of the TB that could continue, as if they waited for its children too.
    pub fn stop(&mut self, slot: u32) {
        let Some(tb) = self.tbs[slot as usize].as_mut() else { return };
        let at_barriers = tb.barriers.waiting();
        let mut stopped = 0_u64;
        for (w, warp) in self.warps.iter_mut().enumerate() {
            let Some(warp) = warp.as_mut().filter(|warp| warp.tb == slot as usize) else {
                continue;
            };
            if (at_barriers | tb.waiting_warps) >> w & 1 == 0 {
                stopped |= 1 << w;
                warp.stopped_until = self.fronts[w].go_on;
            }
        }
        tb.waiting_warps |= stopped;
        while stopped != 0 {
            let w = stopped.trailing_zeros() as usize;
            self.wait(w);
            self.fronts[w].event = Reason::Children;
            stopped &= stopped - 1;
        }
    }

    /// Resumes the waiting warps of a resident TB in cycle `at`, because its children have completed.
    pub fn children_ended(&mut self, slot: u32, at: u64, program: &Program) {
        let Some(tb) = self.tbs[slot as usize].as_mut() else { return };
        let mut waiting = std::mem::take(&mut tb.waiting_warps);
        while waiting != 0 {
            let w = waiting.trailing_zeros() as usize;
            let stopped_until = self.warps[w].as_mut().map(|warp| &mut warp.stopped_until);
            let at = at.max(stopped_until.map_or(0, std::mem::take));
            self.ready_from(w, at, program);
            waiting &= waiting - 1;
        }
    }

    /// Preempts a stalled TB in cycle `now`. Returns `None` if the slot is empty.
    pub fn preempt(&mut self, now: u64, slot: u32) -> Option<SwappedTb> {
        self.enter_cycle(now);
        self.count_residency(now);
        let tb = self.tbs[slot as usize].take()?;
        let (mut warps, mut waiting) = (Vec::new(), Vec::new());
        for w in 0..self.warps.len() {
            let belongs = |resident: &mut Resident| resident.tb == slot as usize;
            if let Some(mut resident) = self.warps[w].take_if(belongs) {
                self.leave_accesses(w, &mut resident);
                warps.push((w, resident));
                waiting.extend(self.queue.take(w));
                self.leave(w);
            }
        }
        self.unfinished_warps -= warps.len() as u64;
        self.let_accesses_issue(now);
        Some(SwappedTb { tb, warps, waiting })
    }

    /// Takes the accesses of a warp that leaves as done that are under way: they are long before it is restored.
    fn leave_accesses(&self, w: usize, resident: &mut Resident) {
        for flight in self.flights.iter().filter(|flight| flight.is_of(w, self.age[w])) {
            resident.accesses -= 1;
            for register in flight.registers() {
                resident.ready_at[register] = Pending::default();
            }
        }
        if resident.accesses == 0 && resident.held.is_under_way() {
            resident.held = Pending::default();
        }
    }

    /// Restores a TB whose children have completed into slot `slot` in cycle `now`. The warps that waited for them
    /// resume in cycle `at`. The caller must ensure that the slot is free and that the warps fit.
    pub fn restore(&mut self, now: u64, at: u64, program: &Program, slot: u32, swapped: SwappedTb) {
        self.enter_cycle(now);
        self.count_residency(now);
        let SwappedTb { mut tb, warps, waiting } = swapped;
        (tb.context.smx_id, tb.context.slot) = (self.id, slot);
        self.unfinished_warps += warps.len() as u64;
        let free = (0..self.warps.len()).filter(|&w| self.warps[w].is_none());
        let free: Vec<usize> = free.take(warps.len()).collect();
        debug_assert_eq!(free.len(), warps.len(), "warps of a TB that do not fit SMX {}", self.id);
        let group = self.group_of_new(tb.family);
        let mut moves = Vec::new();
        for (w, (from, mut resident)) in free.into_iter().zip(warps) {
            moves.push((from, w));
            resident.tb = slot as usize;
            resident.warp.moved(&tb.context);
            self.warps[w] = Some(resident);
            self.enter(w, &tb.context);
            if tb.barriers.waiting() >> from & 1 == 1 {
                self.fronts[w].event = Reason::Barrier;
            }
            self.age[w] = self.launched_warps;
            self.group[w] = group;
            self.launched_warps += 1;
        }
        for Waiting { flight, access, .. } in waiting {
            let to = moves.iter().find(|(from, _)| *from == flight.warp).map(|&(_, to)| to);
            let Some(warp) = to else { continue };
            let flight = Flight { warp, age: self.age[warp], ..flight };
            self.queue.push(Waiting { flight, access, ready: at });
        }
        self.let_accesses_issue(now);
        let moved = |mask: u64| {
            let set = moves.iter().filter(|(from, _)| mask >> from & 1 == 1);
            set.fold(0, |moved, (_, to)| moved | 1 << to)
        };
        tb.barriers.renumber(moved);
        tb.waiting_warps = moved(tb.waiting_warps);
        self.tbs[slot as usize] = Some(tb);
        self.children_ended(slot, at, program);
    }
}
