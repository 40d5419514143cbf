//! Memory accesses that have issued and are not complete. They wait for the load-store unit, which begins them in the
//! order in which they issued, and are then in the memory system.
//!
//! An access is timed when the unit begins it, so that nothing is booked which an earlier access of another SMX could
//! change. They wait in the collector units and in the registers of the pipeline before and behind them.

use crate::config::RegisterConfig;
use crate::exec::{AccessKind, MemAccess};
use crate::ptx::{CacheOp, Space, MAX_DSTS};
use std::collections::VecDeque;

/// Registers of the pipeline that hold an access each: before the collector units, and behind them.
const LATCHES: usize = 2;

/// What has to be known of an access when it is complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    /// Warp slot.
    pub warp: usize,
    /// The warp's position in launch order, which tells it from a later one in its slot.
    pub age: u64,
    /// Slots that it writes, relative to `base`, and how many.
    pub writes: [u16; MAX_DSTS],
    pub written: u8,
    /// Position in the scoreboard of its function's first slot.
    pub base: usize,
    /// Cycles by which conflicts in the register file delay it.
    pub delay: u64,
    /// Whether memory off the SMX serves it.
    pub far: bool,
    pub is_atomic: bool,
    /// PC at which the warp executes for others.
    pub leads: Option<u32>,
}

impl Flight {
    /// Returns whether it is an access of the warp in slot `w` of that age.
    pub fn is_of(&self, w: usize, age: u64) -> bool {
        self.warp == w && self.age == age
    }

    /// Returns the slots that it writes, relative to its function's first.
    pub fn slots(&self) -> &[u16] {
        &self.writes[..usize::from(self.written)]
    }

    /// Returns the positions in the scoreboard of the registers that it writes.
    pub fn registers(&self) -> impl Iterator<Item = usize> + '_ {
        self.slots().iter().map(|&slot| self.base + usize::from(slot))
    }
}

/// An access that waits for the load-store unit.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub flight: Flight,
    pub access: MemAccess,
    /// Cycle in which its operands are gathered.
    pub ready: u64,
}

/// Returns whether an access touches nothing that SMXs share: it is to shared memory, or by no lane.
pub(super) fn is_own(access: &MemAccess) -> bool {
    access.mask == 0 || access.space == Space::Shared
}

/// Returns whether memory off the SMX serves an access.
pub(super) fn is_far(access: &MemAccess) -> bool {
    matches!(access.space, Space::Global | Space::Local | Space::Generic)
}

/// Returns whether an access is a load of global memory that may be kept in the L1. Local memory is left out: nobody
/// else reads what is there.
pub(super) fn is_l1_read(access: &MemAccess) -> bool {
    let is_load = access.kind == AccessKind::Load && !is_past_l1(access);
    access.space == Space::Global && access.mask != 0 && is_load
}

/// Returns whether a load looks for its lines in the L2 at once.
pub(super) fn is_past_l1(access: &MemAccess) -> bool {
    matches!(access.cache, CacheOp::L2 | CacheOp::Volatile)
}

/// The queue before the load-store unit.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    waiting: VecDeque<Waiting>,
    room: usize,
}

impl Queue {
    pub fn new(config: &RegisterConfig) -> Self {
        let room = config.load_store_collectors as usize + LATCHES;
        Self { waiting: VecDeque::new(), room }
    }

    pub fn first(&self) -> Option<&Waiting> {
        self.waiting.front()
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether another access may issue. A TB that is restored brings those it had, whether there is room or not.
    pub fn has_room(&self) -> bool {
        self.waiting.len() < self.room
    }

    pub fn push(&mut self, waiting: Waiting) {
        self.waiting.push_back(waiting);
    }

    pub fn pop(&mut self) -> Option<Waiting> {
        self.waiting.pop_front()
    }

    /// Takes out the accesses of a warp that leaves the SMX.
    pub fn take(&mut self, warp: usize) -> Vec<Waiting> {
        let (own, others): (Vec<_>, Vec<_>) =
            self.waiting.drain(..).partition(|waiting| waiting.flight.warp == warp);
        self.waiting.extend(others);
        own
    }
}
