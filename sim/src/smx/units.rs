//! Execution units: which one an instruction needs, for how long, and when one is free.

use crate::config::{ClassLatency, GpuConfig};
use crate::ptx::Class;

/// A kind of execution unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Sp,
    Sfu,
    Dp,
    LoadStore,
    /// Handled at issue: barriers, fences, exits, runtime calls.
    None,
}

const KINDS: usize = 5;
/// Most copies of a unit, as the configuration allows.
const MAX_COPIES: usize = 8;

/// When each unit can take its next instruction.
#[derive(Clone, Debug)]
pub(super) struct Units {
    free_at: [[u64; MAX_COPIES]; KINDS],
    /// Earliest of a kind.
    first_free: [u64; KINDS],
}

impl Units {
    pub(super) fn new(config: &GpuConfig) -> Self {
        let units = &config.units;
        let copies = [units.sp, units.sfu, units.dp, 1, 1];
        // A unit that does not exist is never free.
        let free_at = copies.map(|count| {
            std::array::from_fn(|copy| if copy < count as usize { 0 } else { u64::MAX })
        });
        Self { free_at, first_free: [0; KINDS] }
    }

    /// From which cycle on a unit of this kind can take an instruction.
    #[inline]
    pub(super) fn free_at(&self, unit: Unit) -> u64 {
        self.first_free[unit as usize]
    }

    /// Occupies the unit that is free first, until cycle `until`.
    pub(super) fn occupy(&mut self, unit: Unit, until: u64) {
        if unit == Unit::None {
            return;
        }
        let copies = &mut self.free_at[unit as usize];
        let mut first = 0;
        for copy in 1..MAX_COPIES {
            if copies[copy] < copies[first] {
                first = copy;
            }
        }
        copies[first] = until;
        self.first_free[unit as usize] = copies.iter().copied().min().unwrap_or(until);
    }
}

/// Cycles that a class of instructions takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    /// From issue until a dependent instruction may issue.
    pub latency: u64,
    /// Until its unit takes another.
    pub initiation: u64,
}

/// The unit a class needs.
pub(super) fn unit(class: Class) -> Unit {
    match class {
        Class::Int | Class::IntMul | Class::Fp32 | Class::Branch | Class::Call => Unit::Sp,
        Class::IntDiv | Class::Fp32Div | Class::Sfu => Unit::Sfu,
        Class::Fp64 => Unit::Dp,
        Class::Load(_) | Class::Store(_) | Class::Atomic(_) => Unit::LoadStore,
        Class::Barrier | Class::Fence | Class::Exit | Class::DeviceRuntime => Unit::None,
    }
}

/// What a class costs when it touches no memory.
pub(super) fn cost(config: &GpuConfig, class: Class) -> Cost {
    let latencies = &config.latencies;
    let timing: &ClassLatency = match class {
        Class::IntMul => &latencies.int_mul,
        Class::IntDiv => &latencies.int_div,
        Class::Fp32 => &latencies.fp32,
        Class::Fp32Div => &latencies.fp32_div,
        Class::Sfu => &latencies.sfu,
        Class::Fp64 => &latencies.fp64,
        _ => &latencies.int,
    };
    Cost {
        latency: u64::from(latencies.pipeline + timing.latency),
        initiation: u64::from(timing.initiation),
    }
}
