//! What one instruction does to the classes: the sources of redundancy, and how it goes from operands to results.

use super::super::instr::{CacheOp, Instr, Op, Operand, Space, Special};
use super::super::program::Function;
use super::value::{Cause, Value};
use super::{RedundancyClass, Rules};

/// What made the result of an instruction as weak as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// Nothing: it is definitely redundant.
    Nothing,
    /// It writes no register.
    NoResult,
    /// What it does.
    Itself,
    /// An operand.
    Operand(Cause),
    /// Its guard.
    Guard(Cause),
    /// The value that its guard leaves in some lanes.
    Old(Cause),
}

/// What the pass found of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The weakest of the results.
    pub result: Value,
    /// The weakest of what it reads.
    pub operands: Value,
    pub why: Why,
}

/// A function as the pass looks at it.
pub(super) struct Classes<'a> {
    pub function: &'a Function,
    pub rules: &'a Rules,
    /// Whether its threads certainly have no memory of their own, so that no generic address leads there.
    no_local: bool,
}

impl<'a> Classes<'a> {
    pub fn new(function: &'a Function, rules: &'a Rules) -> Self {
        let no_local = function.is_entry && function.local_bytes == 0 && function.calls.is_empty();
        Self { function, rules, no_local }
    }

    /// Returns what an instruction finds in the registers, and writes its results there.
    pub fn step(&self, registers: &mut [Value], index: usize) -> Found {
        let instr = &self.function.instrs[index];
        let at = |slot: u16| registers[usize::from(slot)];
        let sources = instr.sources().iter().map(|operand| match *operand {
            Operand::Slot(slot) | Operand::NotSlot(slot) => at(slot),
            Operand::Constant(_) => Value::EQUAL,
        });
        let sources = sources.fold(Value::EQUAL, Value::meet);
        let guard = instr.guard.map(|guard| at(guard.slot));
        let operands = sources.meet(guard.unwrap_or(Value::EQUAL));
        if instr.writes().is_empty() {
            let class = RedundancyClass::Vector;
            let result = Value::EQUAL.at_most(class, Cause::Instr(index as u32));
            return Found { result, operands, why: Why::NoResult };
        }
        let own = self.own(instr);
        let mut result = sources.at_most(own, Cause::Instr(index as u32));
        result.from_memory |= loads(instr);
        let mut why = match result.class {
            RedundancyClass::Definite => Why::Nothing,
            class if class < sources.class => Why::Itself,
            _ => Why::Operand(sources.cause),
        };
        if let Some(guard) = guard.filter(|_| self.rules.guards) {
            if guard.class < result.class {
                why = Why::Guard(guard.cause);
            }
            result = result.meet(guard);
        }
        let mut weakest = result;
        for &slot in instr.writes() {
            let register = &mut registers[usize::from(slot)];
            let mut written = result;
            if instr.guard.is_some() && self.rules.old_values {
                written = result.meet(*register);
                if written.class < weakest.class {
                    why = Why::Old(register.cause);
                }
            }
            *register = written;
            weakest = weakest.meet(written);
        }
        Found { result: weakest, operands, why }
    }

    /// Returns the class of an instruction whose operands are the same in all warps.
    fn own(&self, instr: &Instr) -> RedundancyClass {
        let rules = self.rules;
        match instr.op {
            Op::Special(special) => self.special(special),
            Op::Ld(Space::Local) | Op::FrameLd => rules.local,
            Op::Ld(Space::Generic) if !self.no_local => rules.generic,
            // The text says that others write what it reads.
            Op::Ld(_) if instr.cache == CacheOp::Volatile => RedundancyClass::Vector,
            Op::Atom(..) => rules.atomic,
            // They depend on which lanes are there, or on other warps.
            Op::Vote(_)
            | Op::ActiveMask
            | Op::Shfl(_)
            | Op::WarpBarrier
            | Op::Match(_)
            | Op::Redux(_)
            | Op::Elect
            | Op::Bar(_)
            | Op::Call(_) => RedundancyClass::Vector,
            _ => RedundancyClass::Definite,
        }
    }

    fn special(&self, special: Special) -> RedundancyClass {
        match special {
            Special::Tid(0) => RedundancyClass::Conditional,
            Special::Tid(_) => self.rules.tid_y,
            Special::WarpId => self.rules.warp_id,
            Special::Clock | Special::ClockHigh => self.rules.clock,
            // A TB may be moved between the executions of two warps.
            Special::SmId => RedundancyClass::Vector,
            // The number of a lane is the same vector in every warp.
            Special::LaneId
            | Special::LaneMaskEq
            | Special::LaneMaskLt
            | Special::LaneMaskLe
            | Special::LaneMaskGt
            | Special::LaneMaskGe => RedundancyClass::Definite,
            Special::Ntid(_)
            | Special::Ctaid(_)
            | Special::Nctaid(_)
            | Special::NumWarps
            | Special::NumSm
            | Special::GridId
            | Special::Fixed(_)
            | Special::ParamBase
            | Special::DynamicSharedBytes
            | Special::TotalSharedBytes
            | Special::GridWorkspace { .. } => RedundancyClass::Definite,
        }
    }
}

/// Whether an instruction loads from memory that is written while a kernel runs.
pub(super) fn loads(instr: &Instr) -> bool {
    matches!(instr.op, Op::Ld(Space::Global | Space::Shared | Space::Generic))
}
