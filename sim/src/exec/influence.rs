//! Follows what a difference in registers can reach: a register that only counts reaches itself, the condition of
//! a loop reaches the way that the warp takes.

use super::warp::Warp;
use crate::ptx::{Instr, Op, Special};

/// An instruction of a warp, and the state before it.
pub struct Step<'p> {
    instr: &'p Instr,
    slot_base: usize,
    active: u32,
    /// Whether lanes of other paths wait, which the instruction may join.
    gathers: bool,
}

impl<'p> Step<'p> {
    /// The instruction `instr`, which the warp executes next.
    pub fn next(warp: &Warp, instr: &'p Instr) -> Self {
        Self {
            instr,
            slot_base: warp.slot_base(),
            active: warp.active_mask(),
            gathers: warp.simt.iter().any(|entry| entry.waits.is_some()),
        }
    }

    /// Returns whether it reads the clock.
    pub(super) fn reads_clock(&self) -> bool {
        matches!(self.instr.op, Op::Special(Special::Clock | Special::ClockHigh))
    }
}

/// What an instruction does with the values that it reads.
enum Use {
    /// Nothing.
    Ignores,
    /// They decide where the warp goes, which memory it accesses or what it stores.
    Decides,
    /// They decide what the instruction does in all lanes, also in those of other paths.
    Joins,
    /// They flow into its results, lane by lane.
    Flows,
    /// Registers of other frames or lanes are affected.
    Spreads,
}

fn usage(op: Op) -> Use {
    match op {
        Op::Nop | Op::Hint | Op::Membar => Use::Ignores,
        Op::Bra
        | Op::Brx(_)
        | Op::Exit
        | Op::Trap
        | Op::Ld(_)
        | Op::St(_)
        | Op::Atom(..)
        | Op::CopyAsync(_)
        | Op::FrameLd
        | Op::FrameSt => Use::Decides,
        Op::Call(_) | Op::Ret => Use::Spreads,
        Op::Bar(_)
        | Op::Vote(_)
        | Op::ActiveMask
        | Op::Shfl(_)
        | Op::WarpBarrier
        | Op::Match(_)
        | Op::Redux(_)
        | Op::Elect => Use::Joins,
        _ => Use::Flows,
    }
}

/// The registers that a difference has reached: a mask of lanes for each slot of a warp.
#[derive(Clone, Debug)]
pub(super) struct Influence(Vec<u32>);

impl Influence {
    /// The difference is in these of `count` slots, in any lane.
    pub fn of(different: &[usize], count: usize) -> Self {
        let mut reached = vec![0; count];
        different.iter().for_each(|&slot| reached[slot] = u32::MAX);
        Self(reached)
    }

    /// Returns whether a slot could be different.
    pub fn reaches(&self, slot: usize) -> bool {
        self.0[slot] != 0
    }

    /// Follows an instruction that the lanes `executed` have executed. Returns false if the difference may have
    /// decided what it did, or has gone where it is not followed.
    pub fn follow(&mut self, step: &Step, executed: u32) -> bool {
        let Step { instr, slot_base, active, gathers } = *step;
        let read = instr.reads().iter();
        let read = read.fold(0, |lanes, &slot| lanes | self.0[slot_base + usize::from(slot)]);
        // A guard is among what is read; the lanes that it holds back count too.
        let reached = read & active;
        let result = match usage(instr.op) {
            Use::Ignores => return true,
            Use::Spreads => return false,
            Use::Joins if gathers => return false,
            Use::Decides | Use::Joins if reached != 0 => return false,
            Use::Decides | Use::Joins => 0,
            Use::Flows if step.reads_clock() => active,
            Use::Flows => reached,
        };
        for &slot in instr.writes() {
            let lanes = &mut self.0[slot_base + usize::from(slot)];
            *lanes = *lanes & !executed | result;
        }
        true
    }
}
