//! What an SMX has done, as far as its energy depends on it.

use crate::ptx::Class;
use serde::{Deserialize, Serialize};

/// What a lane does in an instruction, as far as it takes energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Nothing in an execution unit: barriers, fences, exits, calls of the device runtime.
    None,
    /// Logic, shift, compare, select, move, convert, minimum, maximum, shuffle; also branches and calls.
    Move,
    /// Integer add and subtract; also the address of a memory access.
    IntAdd,
    /// Integer multiply.
    IntMul,
    /// Integer multiply-add.
    IntMad,
    /// Integer divide and remainder.
    IntDiv,
    /// Single-precision add, subtract and multiply.
    Fp32Add,
    /// Single-precision multiply-add.
    Fp32Mad,
    /// Single-precision divide.
    Fp32Div,
    /// Square root, reciprocal, and approximate transcendental functions.
    Sfu,
    /// Double-precision add, subtract, minimum and maximum.
    Fp64Add,
    /// Double-precision multiply and multiply-add.
    Fp64Mad,
    /// Double-precision divide.
    Fp64Div,
}

impl Operation {
    /// How many there are.
    pub const COUNT: usize = 13;

    /// The operation of a class of instructions.
    #[inline]
    pub fn of(class: Class) -> Self {
        match class {
            Class::Barrier | Class::Fence | Class::Exit | Class::DeviceRuntime => Self::None,
            Class::Move | Class::Shuffle | Class::Branch | Class::Call => Self::Move,
            Class::IntMax | Class::Fp32Max => Self::Move,
            Class::Int | Class::Load(_) | Class::Store(_) | Class::Atomic(_) => Self::IntAdd,
            Class::IntMul => Self::IntMul,
            Class::IntMad => Self::IntMad,
            Class::IntDiv | Class::IntRem => Self::IntDiv,
            Class::Fp32Add => Self::Fp32Add,
            Class::Fp32 => Self::Fp32Mad,
            Class::Fp32Div => Self::Fp32Div,
            Class::Sfu => Self::Sfu,
            Class::Fp64Add | Class::Fp64Max => Self::Fp64Add,
            Class::Fp64 => Self::Fp64Mad,
            Class::Fp64Div => Self::Fp64Div,
        }
    }
}

/// Counts of what takes energy in an SMX.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activity {
    /// Instructions that were brought from the instruction cache to an i-buffer, those on a wrong path included.
    pub fetched: u64,
    /// Registers of warps that were read to be gathered in collector units.
    pub register_reads: u64,
    /// Registers of warps that were written.
    pub register_writes: u64,
    /// Words of 32 bits that lanes read and wrote in shared memory.
    pub shared_words: u64,
    /// Lanes that executed, guard applied, by their [`Operation`].
    pub operations: [u64; Operation::COUNT],
}

impl Activity {
    /// Adds the counts of another SMX.
    pub fn add(&mut self, other: &Self) {
        self.fetched += other.fetched;
        self.register_reads += other.register_reads;
        self.register_writes += other.register_writes;
        self.shared_words += other.shared_words;
        for (count, more) in self.operations.iter_mut().zip(other.operations) {
            *count += more;
        }
    }
}
