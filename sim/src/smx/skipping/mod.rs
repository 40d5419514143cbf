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

mod branches;
mod desk;
mod marks;
mod tb;
mod versions;

pub(crate) use desk::{MaskChange, SkipPins};
pub use marks::Marks;

use crate::config::DarsieConfig;
use desk::{Ask, Desk, Flight};
use crate::ptx::{Instr, Op, Program, Space, Ty};
use heddle_hw::skip_table::pins::{answer, path, register, LANES};
use marks::Mark;
use serde::Serialize;
use std::ops::AddAssign;
use std::sync::Arc;
use tb::Sharing;

pub(super) use desk::Answered;
use desk::Told;
use versions::Results;

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
    /// Marked instructions that a warp executed for others.
    pub led: u64,
    /// Those that a warp of the mask executed for itself.
    pub private: u64,
    /// Registers that warps copied as they left the mask.
    pub copied: u64,
}

impl AddAssign for SkipCounts {
    fn add_assign(&mut self, other: Self) {
        let Self { skipped, skipped_shared_loads, skipped_global_loads, led, private, copied } = other;
        self.skipped += skipped;
        self.skipped_shared_loads += skipped_shared_loads;
        self.skipped_global_loads += skipped_global_loads;
        self.led += led;
        self.private += private;
        self.copied += copied;
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

    /// A TB starts, with these full warps: their numbers with their slots.
    pub fn start(&mut self, slot: usize, function: u32, block: [u32; 3], full: &[(u32, usize)], all: &[(u32, usize)]) {
        if full.len() < 2 || !self.marks.has_any(function, block) {
            return;
        }
        for &(index, w) in all {
            self.seats[w] = Seat { tb: Some(slot), index, ..Seat::default() };
        }
        let mask = full.iter().fold(0, |mask, (index, _)| mask | 1 << index);
        self.tbs[slot] = Some(Sharing::new(function, block, mask, all, self.config.registers));
        self.desk.start(slot, mask);
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

    /// What a warp asks about its next instruction.
    fn question(&mut self, w: usize, at: (u32, u32), pc: u32, program: &Program) -> Option<Flight> {
        let Seat { tb, index, .. } = self.seats[w];
        let slot = tb?;
        let mark = self.mark(slot, at)?;
        let instr = &program.functions[at.0 as usize].instrs[at.1 as usize];
        let (needs, tb) = (needs(instr), slot as u32);
        let reserved = self.desk.reserved(tb, pc);
        let sharing = self.tbs[slot].as_mut()?;
        let all = needs * instr.writes().len() as u32;
        let is_own = mark.from_memory && sharing.reads_own(index, instr);
        let register = if is_own {
            register::NONE
        } else if sharing.versions.free() >= all + reserved {
            register::FREE
        } else if instr.writes().iter().all(|&slot| sharing.versions.has_of(slot)) {
            sharing.gather(pc, instr.writes());
            register::OVERWRITE
        } else {
            register::NONE
        };
        let ask = Ask { tb, warp: index, pc, load: mark.load, register };
        Some(Flight { w, ask, needs: all })
    }

    /// The questions that are answered in cycle `now`.
    pub fn answered(&mut self, now: u64) -> Option<[Option<Flight>; LANES]> {
        self.desk.answered(now)
    }

    /// A warp, whose next instruction is this one, hears the answer to its question.
    pub fn hear(&mut self, flight: &Flight, told: u32, instr: &Instr) -> Answered {
        if self.desk.hear(flight, told) {
            return Answered::AsksAgain;
        }
        let Ask { tb, warp, pc, .. } = flight.ask;
        let Some(sharing) = self.tbs[tb as usize].as_mut() else { return Answered::AsksAgain };
        let by_itself = sharing.has_own(pc, warp, instr);
        self.seats[flight.w].told = Some(match told {
            answer::LEAD => {
                sharing.lead(pc, warp, instr, needs(instr));
                self.counts.led += 1;
                Told::Lead
            }
            answer::SKIP if !by_itself => return Answered::Skips,
            _ => {
                sharing.has_gathered(pc);
                Told::Private
            }
        });
        Answered::Fetches
    }

    /// A warp skips an instruction. Returns its results.
    pub fn skip(&mut self, flight: &Flight, instr: &Instr) -> Option<Results> {
        let Ask { tb, warp, pc, .. } = flight.ask;
        let sharing = self.tbs[tb as usize].as_mut()?;
        let results = sharing.skip(pc, warp)?;
        instr.writes().iter().for_each(|&slot| sharing.versions.set_own(warp, slot, false));
        self.counts.skipped += 1;
        match instr.op {
            Op::Ld(Space::Shared) => self.counts.skipped_shared_loads += 1,
            Op::Ld(Space::Global | Space::Generic) => self.counts.skipped_global_loads += 1,
            _ => {}
        }
        Some(results)
    }

    /// A warp has executed an instruction of the kernel itself; `results` are what it has written. Returns whether it leads.
    pub fn executed(&mut self, w: usize, at: (u32, u32), pc: u32, instr: &Instr, results: impl FnOnce() -> Results) -> bool {
        let Seat { tb, index, .. } = self.seats[w];
        let Some(slot) = tb else { return false };
        let told = self.seats[w].told.take();
        let mark = self.mark(slot, at);
        let Some(sharing) = self.tbs[slot].as_mut() else { return false };
        let own = told != Some(Told::Lead) && mark.is_some_and(|mark| mark.from_memory);
        for &slot in instr.writes() {
            sharing.versions.set_own(index, slot, own);
            if told != Some(Told::Lead) {
                sharing.versions.unmap(index, slot);
            }
        }
        match told {
            Some(Told::Lead) => {
                let own = sharing.has_own(pc, index, instr);
                instr.writes().iter().for_each(|&slot| sharing.versions.set_own(index, slot, own));
                sharing.has_executed(pc, index, results());
            }
            Some(Told::Private) => {
                self.counts.private += 1;
                sharing.pass(pc, index);
            }
            None => {}
        }
        told == Some(Told::Lead)
    }

    /// The result of a warp that leads is usable from cycle `at` on.
    pub fn wrote(&mut self, at: u64, w: usize, pc: u32) {
        if let Some(slot) = self.seats[w].tb {
            self.desk.wrote(at, slot, pc);
        }
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

    /// The mask and slot of a warp in a mask.
    fn in_mask(&self, w: usize) -> Option<(usize, u32)> {
        let Seat { tb, index, .. } = self.seats[w];
        let slot = tb?;
        self.tbs[slot].as_ref()?.has(index).then_some((slot, index))
    }

    /// A warp leaves the mask, if it is in it. Returns the cycles that it takes to copy what it shares.
    pub fn leave(&mut self, w: usize) -> u64 {
        let Some((slot, index)) = self.in_mask(w) else { return 0 };
        self.part(slot, 1 << index).first().map_or(0, |(_, copies)| u64::from(*copies))
    }

    /// Takes warps out of a mask. Returns the registers that each copies.
    fn part(&mut self, slot: usize, warps: u32) -> Vec<(u32, u32)> {
        let Some(sharing) = self.tbs[slot].as_mut().filter(|_| warps != 0) else { return Vec::new() };
        let copies = sharing.leave(warps);
        self.desk.change(path::LEAVE, slot, warps);
        self.counts.copied += copies.iter().map(|(_, copies)| u64::from(*copies)).sum::<u64>();
        copies
    }

    /// A warp of the mask has taken a conditional branch, and goes on at `way` with all lanes, or is split. Returns whether it
    /// waits for the others; if not, it may have left the mask.
    pub fn branch(&mut self, w: usize, way: Option<u32>) -> Branched {
        let Some((slot, index)) = self.in_mask(w) else { return Branched::GoesOn(0) };
        let Some(sharing) = self.tbs[slot].as_mut() else { return Branched::GoesOn(0) };
        if self.config.branch_sync {
            sharing.paths.arrive(index, way);
            self.hold(w);
            return Branched::Waits(slot);
        }
        let mask = sharing.mask;
        let stays = sharing.paths.follows(index, way, mask);
        Branched::GoesOn(if stays { 0 } else { self.leave(w) })
    }

    /// The warps that go on because all of the mask wait at their branch: slots, and the cycles that each takes to copy.
    pub fn meet(&mut self, slot: usize) -> Vec<(usize, u64)> {
        let Some(sharing) = self.tbs[slot].as_mut() else { return Vec::new() };
        let mask = sharing.mask;
        let Some(leaves) = sharing.paths.part(mask) else { return Vec::new() };
        let copies = self.part(slot, leaves);
        let Some(sharing) = self.tbs[slot].as_ref() else { return Vec::new() };
        let copies_of = |warp| copies.iter().find(|(left, _)| *left == warp).map_or(0, |c| c.1);
        let all = (0..32).filter(|warp| mask >> warp & 1 != 0);
        all.map(|warp| (sharing.slot(warp), u64::from(copies_of(warp)))).collect()
    }

    /// All warps of a TB go on behind the barrier at `at`, these of them with all their threads.
    pub fn restore(&mut self, slot: usize, at: (u32, u32), full: u32) {
        let Some(sharing) = self.tbs[slot].as_mut() else { return };
        if sharing.mask == full || !self.marks.aligns(at, sharing.promotes) {
            return;
        }
        sharing.restore(full);
        self.desk.change(path::RESTORE, slot, full);
    }

    /// A warp's number in its TB, if that takes part.
    pub fn index_of(&self, w: usize) -> Option<u32> {
        self.seats[w].tb.map(|_| self.seats[w].index)
    }

    /// The place in the register file of what a warp reads, for its bank: a version's is the TB's.
    pub fn place(&self, w: usize, slot: u16) -> u16 {
        let Seat { tb, index, .. } = self.seats[w];
        let version = tb.and_then(|tb| Some((tb, self.tbs[tb].as_ref()?.versions.read_by(index, slot)?)));
        // Far from the registers of warps, and in the bank after that of the version before.
        version.map_or(slot, |(tb, id)| (SHARED_REGISTERS + tb + id - w) as u16)
    }
}

/// Where the register file has what TBs share; a multiple of any number of banks, beyond all warps' registers.
const SHARED_REGISTERS: usize = 1 << 14;

/// What a warp does behind a conditional branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branched {
    /// It waits for the other warps of the TB in this slot.
    Waits(usize),
    /// It goes on, so many cycles later.
    GoesOn(u64),
}

/// The vector registers that each result of an instruction takes.
fn needs(instr: &Instr) -> u32 {
    let is_predicate = matches!(instr.op, Op::Setp(..) | Op::Testp(_));
    if !is_predicate && (instr.ty.bits() == 64 || instr.dst_bits == 64) && instr.ty != Ty::Pred {
        2
    } else {
        1
    }
}
