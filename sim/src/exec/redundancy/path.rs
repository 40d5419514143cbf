//! The instructions of a warp, each with the way that the warp has come to it.

use super::super::memory::lanes_of;
use super::super::Warp;
use super::history::{digest, History};
use crate::ptx::{Instr, Op, Operand, Program};

/// All lanes of a warp.
pub(super) const ALL: u32 = u32::MAX;

/// An instruction of a warp, before it is executed.
#[derive(Clone, Debug)]
pub(super) struct Next {
    pub function: u32,
    pub pc: u32,
    /// Lanes that are active, before the guard.
    pub active: u32,
    /// Depth of the call stack.
    depth: usize,
    pub slot_base: usize,
    /// Hash of the first operand's lanes: the addresses of a load, the choice of an indexed branch.
    pub first: u64,
}

/// An instance of an instruction: history, function, instruction, active lanes.
pub(super) type Instance = (u64, u32, u32, u32);

/// The way of a warp.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    pub history: History,
    /// The instruction that it is about to execute.
    pub next: Option<Next>,
}

impl Path {
    /// Looks at a warp that is about to execute an instruction.
    pub fn before(&mut self, program: &Program, warp: &Warp) {
        self.next = None;
        let (Some((function, pc)), Some(instr)) = (warp.position(), warp.next_instr(program))
        else {
            return;
        };
        let (active, depth, slot_base) = (warp.active_mask(), warp.frames.len(), warp.slot_base());
        if active == ALL {
            self.history.meet(depth, pc);
        }
        let first = match instr.sources().first() {
            Some(Operand::Slot(slot)) if matches!(instr.op, Op::Ld(_) | Op::Brx(_)) => {
                let lanes = &warp.slots[slot_base + usize::from(*slot)];
                digest(lanes_of(active).map(|lane| lanes[lane]))
            }
            _ => 0,
        };
        self.next = Some(Next { function, pc, active, depth, slot_base, first });
    }

    /// The instance that `next` is of.
    pub fn instance(&self, next: &Next) -> Instance {
        (self.history.now(), next.function, next.pc, next.active)
    }

    /// Records which way the warp has taken at the instruction that it has executed.
    pub fn follow(&mut self, warp: &Warp, next: &Next, instr: &Instr) {
        let history = &mut self.history;
        let (at, executed) = (u64::from(next.function) << 32 | u64::from(next.pc), warp.executed);
        let way = [at, executed.into(), next.first];
        match instr.op {
            Op::Bra if instr.guard.is_none() => {}
            Op::Call(_) if next.active == ALL => history.call(next.depth, &way),
            Op::Bra | Op::Brx(_) | Op::Exit | Op::Ret if next.active == ALL => {
                history.decide(next.depth, instr.reconvergence, &way);
            }
            Op::Bra | Op::Brx(_) | Op::Exit | Op::Ret | Op::Call(_) => {
                history.note(&[at, u64::from(next.active) << 32 | u64::from(executed), next.first]);
            }
            _ => {}
        }
    }
}

/// Returns a hash of the registers that the warp has written. A register counts as a whole where all lanes are active, so
/// that the value that a guard has kept does too.
pub(super) fn results(warp: &Warp, next: &Next, instr: &Instr) -> u64 {
    let lanes = if next.active == ALL { ALL } else { warp.executed };
    let registers = instr.writes().iter();
    let registers = registers.map(|&slot| &warp.slots[next.slot_base + usize::from(slot)]);
    digest(registers.flat_map(|register| lanes_of(lanes).map(|lane| register[lane])))
}
