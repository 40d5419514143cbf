//! Why an instruction has its class, in words.

use super::super::instr::{Instr, Op, Space, Special};
use super::super::program::Function;
use super::classes::{Found, Why};
use super::value::Cause;
use super::RedundancyClass;

/// What is needed to give reasons.
pub(super) struct Reasons<'a> {
    pub function: &'a Function,
    /// What was found of each instruction; `None` if control never comes to it.
    pub found: &'a [Option<Found>],
}

impl Reasons<'_> {
    /// Returns the reason for the class of an instruction.
    pub fn of(&self, index: usize) -> String {
        let instr = &self.function.instrs[index];
        let Some(found) = &self.found[index] else { return "is never reached".into() };
        match found.why {
            Why::NoResult => no_result(instr, found.operands.class),
            Why::Nothing => equal(instr),
            Why::Itself => does(instr),
            Why::Operand(cause) => {
                let class = word(found.result.class);
                let prefix = match instr.op {
                    Op::Ld(_) => format!("loads from a {class} address: "),
                    _ => String::new(),
                };
                prefix + &self.inherited(cause, class)
            }
            Why::Guard(cause) => {
                let class = word(found.result.class);
                format!("guarded by a {class} predicate: {}", self.inherited(cause, class))
            }
            Why::Old(cause) => {
                let class = word(found.result.class);
                format!("keeps the old value in some lanes: {}", self.inherited(cause, class))
            }
        }
    }

    fn inherited(&self, cause: Cause, class: &str) -> String {
        let line = |index: u32| self.function.instrs[index as usize].line;
        match cause {
            Cause::None => "reads what is equal".into(),
            Cause::Unwritten => "reads a register that may not have been written".into(),
            Cause::Branch(branch) => {
                format!("written under the branch of line {} on a {class} predicate", line(branch))
            }
            Cause::Instr(index) => {
                let does = does(&self.function.instrs[index as usize]);
                format!("depends on line {}, which {does}", line(index))
            }
        }
    }
}

fn word(class: RedundancyClass) -> &'static str {
    match class {
        RedundancyClass::Vector => "vector",
        RedundancyClass::Conditional => "conditional",
        RedundancyClass::Definite => "redundant",
    }
}

fn no_result(instr: &Instr, operands: RedundancyClass) -> String {
    match instr.op {
        Op::Bra | Op::Brx(_) if instr.reads().is_empty() => "always branches".into(),
        Op::Bra | Op::Brx(_) => format!("branches on a {} predicate", word(operands)),
        Op::St(_) | Op::FrameSt | Op::CopyAsync(_) => "stores".into(),
        Op::Atom(..) => "is an atomic".into(),
        Op::Bar(_) => "is a barrier".into(),
        Op::Call(_) => "calls".into(),
        Op::Ret | Op::Exit | Op::Trap => "ends threads or returns".into(),
        _ => "writes no register".into(),
    }
}

/// Returns what an instruction does that makes it less than definitely redundant.
fn does(instr: &Instr) -> String {
    match instr.op {
        Op::Special(special) => format!("reads {}", name(special)),
        Op::Ld(Space::Local) => "loads from the thread's own memory".into(),
        Op::FrameLd => "loads an argument or a result of a function".into(),
        Op::Ld(_) if instr.cache == super::super::instr::CacheOp::Volatile => {
            "loads what others may write at any time".into()
        }
        Op::Ld(_) => "loads by a generic address, which may be of the thread's own memory".into(),
        Op::Atom(..) => "is an atomic".into(),
        Op::Bar(_) => "is a barrier".into(),
        _ => "exchanges values within the warp".into(),
    }
}

/// Returns why an instruction is definitely redundant.
fn equal(instr: &Instr) -> String {
    match instr.op {
        Op::Special(special) => format!("reads {}", name(special)),
        Op::Ld(Space::Param) => "loads a kernel parameter".into(),
        Op::Ld(_) => "loads from an address that is equal in all warps".into(),
        _ if instr.reads().is_empty() => "reads constants only".into(),
        _ => "reads what is equal in all warps".into(),
    }
}

fn name(special: Special) -> String {
    let on = |name: &str, axis: u8| {
        format!("%{name}.{}", ["x", "y", "z"].get(usize::from(axis)).unwrap_or(&"w"))
    };
    match special {
        Special::Tid(axis) => on("tid", axis),
        Special::Ntid(axis) => on("ntid", axis),
        Special::Ctaid(axis) => on("ctaid", axis),
        Special::Nctaid(axis) => on("nctaid", axis),
        Special::LaneId => "%laneid".into(),
        Special::WarpId => "%warpid".into(),
        Special::NumWarps => "%nwarpid".into(),
        Special::SmId => "%smid".into(),
        Special::NumSm => "%nsmid".into(),
        Special::GridId => "%gridid".into(),
        Special::Clock | Special::ClockHigh => "the clock".into(),
        Special::LaneMaskEq
        | Special::LaneMaskLt
        | Special::LaneMaskLe
        | Special::LaneMaskGt
        | Special::LaneMaskGe => "a mask of lanes".into(),
        Special::Fixed(_)
        | Special::ParamBase
        | Special::DynamicSharedBytes
        | Special::TotalSharedBytes
        | Special::GridWorkspace { .. } => "a value of the launch".into(),
    }
}
