//! DARSIE in an SMX (thesis, 7.3): which of its warps ask the skip table, what they do with its answers, and which
//! registers warps share.
//!
//! A TB takes part if two of its warps or more are full. Its warps of the majority mask ask before they fetch a marked
//! instruction. The first leads: it executes the instruction, and its result is a new *version* of the register. The
//! others skip, which maps their register to that version. A warp that writes the register itself has one of its own again.
//!
//! Versions are in the unit `rename`, which says where they are, whether there is room, and what is free. Here it is only
//! known which registers a warp shares.
//!
//! - **Memory.** A load that a warp has executed by itself may have found something else than the others'. Its register is
//!   marked as the warp's own, and the warp executes by itself what it computes from it.
//! - **Branches.** At a conditional branch of the kernel, the warps of the mask wait for each other; those that go another
//!   way than most, or are split, leave the mask. So do warps of which a thread exits. A warp that leaves copies what it
//!   shares, a register in a cycle, and goes on then.
//! - **Barriers.** All full warps are in the mask again behind a barrier of the whole TB at which they are known to be at
//!   the same instance.
//!
//! Code of device functions is not marked, and its branches part nobody: where a call returns, the warps are where they were.

mod answers;
mod branches;
mod desk;
mod led;
mod marks;
mod masks;
mod places;
mod registers;
mod renames;
mod tb;
#[cfg(test)]
mod tests;
mod turns;
mod waits;

pub(super) use desk::Answered;
pub(crate) use desk::{MaskChange, SkipPins};
pub use marks::Marks;
pub(super) use masks::Branched;
pub(super) use places::GoesOn;
pub(crate) use renames::{Look, RenamePins, Renamed, VersionChange};
pub(super) use tb::Start;
pub use waits::SkipWait;

use crate::config::DarsieConfig;
use crate::ptx::{Op, Space};
use desk::{Desk, Told};
use heddle_hw::rename::pins::REGISTERS;
use heddle_hw::skip_table::pins::path;
use marks::Mark;
use renames::Renames;
use serde::Serialize;
use std::ops::AddAssign;
use std::sync::Arc;
use tb::Sharing;

/// A full warp.
pub(super) const FULL: u32 = u32::MAX;

/// What has been skipped in an SMX, and why not more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SkipCounts {
    /// Warp instructions that were skipped.
    pub skipped: u64,
    /// Loads of shared memory among them.
    pub skipped_shared_loads: u64,
    /// Loads of global memory among them.
    pub skipped_global_loads: u64,
    /// Loads of parameters and constants among them.
    pub skipped_other_loads: u64,
    /// Marked instructions that a warp executed for others.
    pub led: u64,
    /// Those that a warp of the mask executed for itself.
    pub private: u64,
    /// Registers that warps copied as they left the mask.
    pub copied: u64,
    /// Entries of the skip table that were looked up: by questions, as leaders wrote back, and at stores.
    pub looked_up: u64,
    /// Operands that were looked up in the rename unit.
    pub renamed: u64,
}

impl SkipCounts {
    /// A warp has skipped an instruction.
    pub(in crate::smx) fn note_skip(&mut self, op: Op) {
        self.skipped += 1;
        match op {
            Op::Ld(Space::Shared) => self.skipped_shared_loads += 1,
            Op::Ld(Space::Global | Space::Generic) => self.skipped_global_loads += 1,
            Op::Ld(_) => self.skipped_other_loads += 1,
            _ => {}
        }
    }
}

impl AddAssign for SkipCounts {
    fn add_assign(&mut self, other: Self) {
        let Self { skipped, skipped_shared_loads, skipped_global_loads, led, private, .. } = other;
        let Self { skipped_other_loads, copied, looked_up, renamed, .. } = other;
        self.skipped += skipped;
        self.skipped_shared_loads += skipped_shared_loads;
        self.skipped_global_loads += skipped_global_loads;
        self.skipped_other_loads += skipped_other_loads;
        self.led += led;
        self.private += private;
        self.copied += copied;
        self.looked_up += looked_up;
        self.renamed += renamed;
    }
}

/// What the SMX knows of a warp slot.
#[derive(Clone, Debug, Default)]
struct Seat {
    /// TB slot, of a warp whose TB takes part.
    tb: Option<usize>,
    /// Number in its TB.
    index: u32,
    /// It waits with others, and neither asks nor fetches a marked instruction meanwhile.
    held: bool,
    /// What it wants to do when it is no longer held: ask from this cycle on.
    wants: Option<u64>,
    /// What it has been told of its next instruction.
    told: Option<Told>,
    /// It leads, and waits for room for its result.
    awaits: bool,
    /// Until when it reads the operands of what it has issued.
    read_until: u64,
    /// Number of what it has fetched, and where registers are that it reads from versions, as far as it knows.
    fetch: u64,
    places: Vec<(u16, u16)>,
    /// Registers that it has yet to copy, and when it goes on at the earliest.
    copies: u32,
    goes_on: u64,
}

/// DARSIE's part of an SMX.
#[derive(Clone, Debug)]
pub(super) struct Skipping {
    config: DarsieConfig,
    marks: Arc<Marks>,
    seats: Vec<Seat>,
    /// By TB slot: what its warps share, if it takes part.
    tbs: Vec<Option<Sharing>>,
    desk: Desk,
    renames: Renames,
    /// Followers execute what they skip, for comparison.
    pub checks: bool,
    pub counts: SkipCounts,
}

impl Skipping {
    pub fn new(config: &DarsieConfig, marks: Arc<Marks>, warps: usize, tbs: usize) -> Self {
        Self {
            config: config.clone(),
            marks,
            seats: vec![Seat::default(); warps],
            tbs: vec![None; tbs],
            desk: Desk::default(),
            renames: Renames::default(),
            checks: false,
            counts: SkipCounts::default(),
        }
    }

    /// A TB starts, of which some warps are full.
    pub fn start(&mut self, start: &Start) {
        let Start { slot, function, block, full, .. } = *start;
        if full.count_ones() < 2 || !self.marks.has_any(function, block) {
            return;
        }
        for &(index, w) in start.warps {
            self.seats[w] = Seat { tb: Some(slot), index, ..Seat::default() };
        }
        let spare = registers_of_unit(&self.config) - self.config.registers;
        self.tbs[slot] = Some(Sharing::new(start, spare, &mut self.renames));
        self.desk.change(path::START, slot, full);
    }

    /// A warp has ended, and its TB if it was the last.
    pub fn end_warp(&mut self, w: usize, tb_ended: bool) {
        let Some(slot) = std::mem::take(&mut self.seats[w]).tb else { return };
        if tb_ended {
            self.tbs[slot] = None;
            self.renames.forget_tb(slot as u32);
        }
    }

    /// The mark of an instruction of a kernel in a TB that takes part.
    fn mark(&self, slot: usize, at: (u32, u32)) -> Option<Mark> {
        let sharing = self.tbs[slot].as_ref()?;
        self.marks.of(at, sharing.promotes).filter(|_| sharing.function == at.0)
    }

    /// How many of the `count` instructions from `at` on a warp's i-buffer takes: a marked one is fetched by itself.
    pub fn fetched(&self, w: usize, at: (u32, u32), count: u32) -> u32 {
        let Some(slot) = self.seats[w].tb.filter(|_| self.config.skips) else { return count };
        let marked = |n: &u32| self.mark(slot, (at.0, at.1 + n)).is_some();
        (1..count).find(marked).unwrap_or(count)
    }

    /// Whether a warp asks about the instruction at `at` in place of fetching it, from cycle `from` on.
    pub fn asks(&mut self, w: usize, at: (u32, u32), from: u64) -> bool {
        let Some(slot) = self.seats[w].tb.filter(|_| self.config.skips) else { return false };
        if self.mark(slot, at).is_none() {
            return false;
        }
        let seat = &mut self.seats[w];
        if seat.held {
            seat.wants = Some(from);
            return true;
        }
        let in_mask = self.tbs[slot].as_ref().is_some_and(|tb| tb.has(seat.index));
        if in_mask {
            self.desk.want(w, from);
        }
        in_mask
    }

    /// A warp waits with others, and asks nothing meanwhile.
    pub fn hold(&mut self, w: usize) {
        self.seats[w].held = self.seats[w].tb.is_some();
    }

    /// A warp goes on. Returns since when it has wanted to ask, if it has.
    pub fn release(&mut self, w: usize) -> Option<u64> {
        self.seats[w].held = false;
        self.seats[w].wants.take()
    }

    /// Whether an instruction of this function is of the kernel of a warp's TB, if that takes part.
    pub fn is_of_kernel(&self, w: usize, function: u32) -> bool {
        let sharing = self.seats[w].tb.and_then(|slot| self.tbs[slot].as_ref());
        sharing.is_some_and(|sharing| sharing.function == function)
    }

    pub fn take_pins(&mut self) -> Option<SkipPins> {
        self.desk.take_pins()
    }

    pub fn has_pins(&self) -> bool {
        self.desk.has_pins()
    }

    pub fn take_rename_pins(&mut self) -> Option<RenamePins> {
        self.renames.take_pins()
    }

    pub fn has_rename_pins(&self) -> bool {
        self.renames.has_pins()
    }

    /// When the SMX has something to do for skipping next.
    pub fn next_event(&self, now: u64) -> u64 {
        self.desk.next_event(now).min(self.renames.next_event(now))
    }

    /// A warp has stored, or done what others may wait for to see what was stored.
    pub fn note_memory(&mut self, w: usize, op: Op) {
        match op {
            Op::St(Space::Local) => {}
            Op::St(_) => {
                if let Some(slot) = self.seats[w].tb.filter(|_| self.config.stores_count) {
                    self.desk.store(slot);
                }
            }
            Op::Atom(..) | Op::CopyAsync(_) | Op::Membar | Op::Call(_) => self.desk.fence(),
            _ => {}
        }
    }

    /// Whether the TB of a warp takes part.
    pub fn takes_part(&self, w: usize) -> bool {
        self.seats[w].tb.is_some()
    }
}

/// Vector registers that a rename unit has for each TB: those of the TB, and as many as a unit needs at least.
pub(crate) fn registers_of_unit(config: &DarsieConfig) -> u32 {
    config.registers.max(REGISTERS.bounds().0 as u32)
}
