//! How long an assembler expects a result to take, in cycles.

use super::super::instr::{Instr, Op, Space, Ty};
use super::Isa;

/// Latencies of an instruction set as measured by Jia et al., "Dissecting the NVIDIA Volta GPU Architecture via
/// Microbenchmarking" (2018), tables 3.1 and 4.1. Those of Kepler are halved: with them the counts are closer to those
/// of ptxas 11.8, perhaps since it may issue two instructions of a warp in a cycle.
pub(super) struct Latencies {
    /// Dependent arithmetic instructions.
    arithmetic: u32,
    /// Shared memory.
    shared: u32,
    /// Device memory, from the L2 cache.
    device: u32,
}

impl Latencies {
    pub const fn of(isa: Isa) -> Self {
        match isa {
            Isa::Sm35 => Self { arithmetic: 4, shared: 13, device: 100 },
            Isa::Sm61 => Self { arithmetic: 6, shared: 23, device: 216 },
            Isa::Sm70 => Self { arithmetic: 4, shared: 19, device: 193 },
        }
    }

    /// Returns the cycles from an instruction until its result may be read.
    pub fn get(&self, instr: &Instr) -> u32 {
        match instr.op {
            Op::Ld(Space::Param | Space::Const) => self.arithmetic,
            Op::Ld(Space::Shared) | Op::Atom(Space::Shared, _) | Op::Shfl(_) => self.shared,
            Op::Ld(_) | Op::Atom(..) | Op::FrameLd => self.device,
            // They are sequences, or units with fewer lanes.
            Op::Div | Op::Rem => 8 * self.arithmetic,
            Op::Rcp | Op::Sqrt | Op::Rsqrt | Op::Sin | Op::Cos | Op::Ex2 | Op::Lg2 | Op::Tanh => {
                2 * self.arithmetic
            }
            _ if instr.ty == Ty::F64 => 2 * self.arithmetic,
            _ => self.arithmetic,
        }
    }
}
