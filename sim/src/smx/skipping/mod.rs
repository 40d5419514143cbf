//! DARSIE in an SMX (thesis, 7.3): which of its warps ask the skip table, what they do with its answers, and which
//! registers warps share.
//!
//! A TB takes part if two of its warps or more are full. Its warps of the majority mask ask before they fetch a marked
//! instruction. The first leads: it executes the instruction, and its result is a new *version* of the register. The
//! others skip, which maps their register to that version. A warp that writes the register itself has one of its own again.
//!
//! - **Memory.** A load that a warp has executed by itself may have found something else than the others'. Its register is
//!   marked as the warp's own, and the warp executes by itself what it computes from it.
//! - **Branches.** At a conditional branch of the kernel, the warps of the mask wait for each other; those that go another
//!   way than most, or are split, leave the mask. So do warps of which a thread exits. A warp that leaves copies what it
//!   shares, a register in a cycle.
//! - **Barriers.** All full warps are in the mask again behind a barrier of the whole TB at which they are known to be at
//!   the same instance.
//!
//! Code of device functions is not marked, and its branches part nobody: where a call returns, the warps are where they were.

mod answers;
mod branches;
mod desk;
mod marks;
mod masks;
mod tb;
mod turns;
mod versions;

pub(super) use desk::Answered;
pub(crate) use desk::{MaskChange, SkipPins};
pub use marks::Marks;
pub(super) use masks::Branched;

use crate::config::DarsieConfig;
use crate::ptx::{Op, Space};
use desk::{Desk, Told};
use heddle_hw::skip_table::pins::path;
use marks::Mark;
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
    /// Operands that were looked up in the rename table.
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
            checks: false,
            counts: SkipCounts::default(),
        }
    }

    /// A TB starts, with all these warps, their numbers and slots, of which some are full.
    pub fn start(
        &mut self,
        slot: usize,
        function: u32,
        block: [u32; 3],
        full: u32,
        all: &[(u32, usize)],
    ) {
        if full.count_ones() < 2 || !self.marks.has_any(function, block) {
            return;
        }
        for &(index, w) in all {
            self.seats[w] = Seat { tb: Some(slot), index, ..Seat::default() };
        }
        self.tbs[slot] = Some(Sharing::new(function, block, full, all, self.config.registers));
        self.desk.change(path::START, slot, full);
    }

    /// A warp has ended, and its TB if it was the last.
    pub fn end_warp(&mut self, w: usize, tb_ended: bool) {
        let Some(slot) = std::mem::take(&mut self.seats[w]).tb else { return };
        if tb_ended {
            self.tbs[slot] = None;
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

    /// When the SMX has something to do for skipping next.
    pub fn next_event(&self, now: u64) -> u64 {
        self.desk.next_event(now)
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

    /// A warp reads so many operands.
    pub fn note_reads(&mut self, w: usize, operands: usize) {
        self.counts.renamed += if self.takes_part(w) { operands as u64 } else { 0 };
    }

    /// The place in the register file of what a warp reads, for its bank: a version's is the TB's.
    pub fn place(&self, w: usize, slot: u16) -> u16 {
        let Seat { tb, index, .. } = self.seats[w];
        let version =
            tb.and_then(|tb| Some((tb, self.tbs[tb].as_ref()?.versions.read_by(index, slot)?)));
        // Far from the registers of warps, and in the bank after that of the version before.
        version.map_or(slot, |(tb, id)| (SHARED_REGISTERS + tb + id - w) as u16)
    }
}

/// Where the register file has what TBs share; a multiple of any number of banks, beyond all warps' registers.
const SHARED_REGISTERS: usize = 1 << 14;
