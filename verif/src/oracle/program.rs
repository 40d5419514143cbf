//! A program as the generator makes it: structured, so that it is still valid when parts are left
//! out.

use super::lanes::LaneOp;
use super::memory::{Memory, CELLS, FINAL, RECORD};
use super::ops::Op;
use super::types::{Reg, Ty};

/// A source operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A register.
    Reg(Reg),
    /// A negated predicate.
    Not(Reg),
    /// A constant of a type.
    Const(u64, Ty),
}

/// The predicate of a guarded instruction or branch.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// `@!p`.
    pub negated: bool,
    /// The predicate.
    pub reg: Reg,
}

/// The kinds of barriers.
#[derive(Clone, Copy, Debug)]
pub enum Barrier {
    /// `bar.sync`, perhaps with the number of threads.
    Sync(bool),
    /// `bar.red` with this operation into `Reg`.
    Reduce(&'static str, Reg, Operand),
}

/// An instruction.
#[derive(Clone)]
#[allow(missing_docs)] // The fields are what the variant says.
pub enum Kind {
    /// A function of registers and constants.
    Compute { op: Op, dst: Vec<Reg>, src: Vec<Operand> },
    /// A special register.
    Special { name: &'static str, dst: Reg },
    /// An instruction across lanes, for the members of the mask of this depth.
    Lanes { op: LaneOp, dst: Vec<Reg>, src: Vec<Operand> },
    /// A barrier of the TB.
    Barrier(Barrier),
    /// A memory instruction.
    Memory(Memory),
    /// A call: a 32-bit, a 64-bit and a 16-bit argument, a result of the function's type.
    /// `indirect`: by a register that holds the function's address.
    Call { function: usize, args: [Reg; 3], dst: Reg, indirect: bool },
}

/// An instruction with its guard.
#[derive(Clone)]
pub struct Inst {
    /// Predicate, if any.
    pub guard: Option<Guard>,
    /// The instruction.
    pub kind: Kind,
}

/// The number of iterations of a loop.
#[derive(Clone, Copy, Debug)]
pub enum Trips {
    /// The same for all threads.
    Fixed(u32),
    /// The low two bits of a register: each thread its own number.
    Own(Reg),
}

/// A block and, with a guard, the number of following blocks over which it jumps.
pub type Knot = (Vec<Stmt>, Option<(Guard, usize)>);

/// A statement.
#[derive(Clone)]
#[allow(missing_docs)] // The fields are what the variant says.
pub enum Stmt {
    /// Instructions that belong together.
    Insts(Vec<Inst>),
    /// A divergent choice. `masked`: the member masks of both sides are kept.
    If { cond: Guard, masked: bool, then: Vec<Stmt>, otherwise: Vec<Stmt> },
    /// A loop that tests before each trip.
    Loop { trips: Trips, masked: bool, body: Vec<Stmt> },
    /// Blocks, each of which may jump forward over some that follow.
    Tangle(Vec<Knot>),
    /// One of the bodies, by the low bits of a register; there are two or four.
    Switch { index: Reg, cases: Vec<Vec<Stmt>> },
    /// Out of the function early.
    Return(Guard),
    /// Out of the innermost loop, or on to its next trip.
    Escape { guard: Guard, again: bool },
}

/// A device function.
#[derive(Clone)]
pub struct Function {
    /// Type of the result, of the register of its class with number 0.
    pub result: Ty,
    /// Statements of the function.
    pub body: Vec<Stmt>,
}

/// A kernel with its functions and its launch.
#[derive(Clone)]
pub struct Program {
    /// Functions; each calls only those before it.
    pub functions: Vec<Function>,
    /// The kernel.
    pub body: Vec<Stmt>,
    /// Threads of a TB.
    pub block: [u32; 3],
    /// TBs.
    pub grid: [u32; 3],
    /// Initial contents of the buffer.
    pub image: Vec<u8>,
}

impl Program {
    /// Threads of a TB.
    pub fn threads(&self) -> usize {
        self.block.iter().product::<u32>() as usize
    }

    /// TBs of the grid.
    pub fn blocks(&self) -> usize {
        self.grid.iter().product::<u32>() as usize
    }

    /// Byte of the buffer where a thread's record begins.
    pub fn record(&self, thread: usize) -> usize {
        CELLS * (1 + self.blocks()) + thread * RECORD
    }

    /// Byte of the buffer where a thread's final registers begin.
    pub fn finals(&self, thread: usize) -> usize {
        self.record(self.threads() * self.blocks()) + thread * FINAL
    }

    /// Bytes of the buffer.
    pub fn bytes(&self) -> usize {
        self.finals(self.threads() * self.blocks())
    }
}
