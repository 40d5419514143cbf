//! Execution units and the operand collectors before them: which one an instruction uses, for how long, and when
//! one is free.
//!
//! An instruction issues into a collector unit of its kind and gathers its operands there. It then enters an execution
//! unit, once its result is sure of a bus in the cycle in which the unit is done. Collector units are taken in turn.
//! Memory accesses wait for the load-store unit in the order in which they issued (`queue`).

use crate::config::{ClassLatency, GpuConfig};
use crate::ptx::Class;
use crate::smx::account::Reason;
use crate::smx::registers::Registers;

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

impl Unit {
    /// Returns what a slot is lost to if the unit does not accept an instruction. `Unit::None` always does.
    pub(super) fn reason(self) -> Reason {
        match self {
            Self::Sp => Reason::UnitSp,
            Self::Sfu => Reason::UnitSfu,
            Self::Dp => Reason::UnitDp,
            Self::LoadStore | Self::None => Reason::UnitLoadStore,
        }
    }

    /// Returns what a slot is lost to if an operand that the unit computes is not there. Memory says it for its own.
    pub(super) fn producer(self) -> Reason {
        match self {
            Self::Sfu => Reason::ScoreboardSfu,
            Self::Dp => Reason::ScoreboardDp,
            Self::Sp | Self::LoadStore | Self::None => Reason::ScoreboardAlu,
        }
    }
}

const KINDS: usize = 5;
/// Most copies of an execution unit that the configuration allows.
const MAX_COPIES: usize = 8;
/// Most collector units of a kind that the configuration allows.
const MAX_COLLECTORS: usize = 32;

/// Collector units of a kind.
#[derive(Clone, Debug)]
struct Collectors {
    free_at: [u64; MAX_COLLECTORS],
    count: usize,
    turn: usize,
}

/// When the operands of an instruction were ready, and when it entered its unit.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    ready: u64,
    entered: u64,
}

/// Records when each execution unit and collector unit accepts its next instruction.
#[derive(Clone, Debug)]
pub(super) struct Units {
    /// Number of copies per kind of unit.
    copies: [usize; KINDS],
    free_at: [[u64; MAX_COPIES]; KINDS],
    /// Per kind: the earliest cycle in which a copy is free.
    first_free: [u64; KINDS],
    collectors: [Collectors; KINDS],
    /// Per kind: the cycle from which an instruction may issue to it.
    accepts_at: [u64; KINDS],
    /// Per kind: the last instruction.
    last: [Last; KINDS],
    /// Cycle from which the load-store unit is busy only because the memory system does not accept an access;
    /// `u64::MAX` if it never is.
    refused_from: u64,
}

impl Units {
    pub(super) fn new(config: &GpuConfig) -> Self {
        let (units, registers) = (&config.execution_units, &config.registers);
        let copies = [units.sp, units.sfu, units.dp, 1, 1].map(|count| count as usize);
        let collectors = [
            registers.sp_collectors,
            registers.sfu_collectors,
            registers.dp_collectors,
            registers.load_store_collectors,
            1,
        ];
        let collectors = collectors.map(|count| Collectors {
            free_at: [0; MAX_COLLECTORS],
            count: count as usize,
            turn: 0,
        });
        Self {
            copies,
            free_at: [[0; MAX_COPIES]; KINDS],
            first_free: [0; KINDS],
            collectors,
            accepts_at: [0; KINDS],
            last: [Last::default(); KINDS],
            refused_from: u64::MAX,
        }
    }

    /// Returns the cycle from which an instruction may issue to this kind of unit.
    #[inline]
    pub(super) fn accepts_at(&self, unit: Unit) -> u64 {
        self.accepts_at[unit as usize]
    }

    /// Sends an instruction that issues in cycle `now` and whose operands are ready in cycle `ready` to the first unit
    /// that is free and for whose result there is a bus. It waits for these in front of the units and holds up those
    /// behind it. It occupies the unit for its initiation interval, and its collector unit until it enters. Returns the
    /// cycle in which it enters.
    pub(super) fn dispatch(
        &mut self,
        unit: Unit,
        now: u64,
        ready: u64,
        cost: Cost,
        registers: &mut Registers,
    ) -> u64 {
        let kind = unit as usize;
        let count = self.copies[kind];
        if count == 0 || unit == Unit::None {
            return ready;
        }
        let last = &mut self.last[kind];
        let mut at = ready.max(self.first_free[kind]);
        if last.ready <= ready {
            at = at.max(last.entered);
        }
        let copy = 'search: loop {
            for copy in 0..count {
                let bit = 1 << (kind * MAX_COPIES + copy);
                let is_free = self.free_at[kind][copy] <= at;
                if is_free && registers.take_bus(now, at + cost.unit, bit) {
                    break 'search copy;
                }
            }
            at += 1;
        };
        *last = Last { ready, entered: at };
        let copies = &mut self.free_at[kind][..count];
        copies[copy] = at + cost.initiation;
        self.first_free[kind] = copies.iter().copied().min().unwrap_or(0);
        self.collect(unit, at + 1);
        at
    }

    /// Returns the cycle in which an instruction whose operands are ready in cycle `ready` enters a unit of this kind.
    #[inline]
    pub(super) fn starts_at(&self, unit: Unit, ready: u64) -> u64 {
        ready.max(self.first_free[unit as usize])
    }

    /// Occupies the load-store unit until cycle `until`.
    pub(super) fn access(&mut self, until: u64) {
        self.free_at[Unit::LoadStore as usize][0] = until;
        self.first_free[Unit::LoadStore as usize] = until;
    }

    /// Lets the next memory access issue in cycle `at`.
    pub(super) fn accept_access(&mut self, at: u64) {
        self.accepts_at[Unit::LoadStore as usize] = at;
    }

    /// Notes that from cycle `at` on, the load-store unit is busy only because the memory system does not accept an
    /// access; `u64::MAX` if that is not so.
    pub(super) fn refuse_from(&mut self, at: u64) {
        self.refused_from = at;
    }

    /// Returns the cycle from which the load-store unit is busy only because the memory system does not accept an
    /// access; `u64::MAX` if it never is.
    pub(super) fn refused_from(&self) -> u64 {
        self.refused_from
    }

    /// Occupies the collector unit whose turn it is until cycle `until`.
    fn collect(&mut self, unit: Unit, until: u64) {
        if unit == Unit::None {
            return;
        }
        let kind = unit as usize;
        let collectors = &mut self.collectors[kind];
        collectors.free_at[collectors.turn] = until;
        collectors.turn =
            if collectors.turn + 1 == collectors.count { 0 } else { collectors.turn + 1 };
        let at_issue = if unit == Unit::LoadStore { self.first_free[kind] } else { 0 };
        self.accepts_at[kind] = collectors.free_at[collectors.turn].max(at_issue);
    }
}

/// Cycles of a class of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    /// From the start in the unit until a dependent instruction may issue.
    pub latency: u64,
    /// From the start until the unit is done.
    pub unit: u64,
    /// From the start until the unit accepts the next instruction.
    pub initiation: u64,
}

/// Returns the kind of unit that executes a class. The special-function units execute double precision where there are
/// no units for it.
pub(super) fn unit(config: &GpuConfig, class: Class) -> Unit {
    match class {
        Class::Move | Class::Shuffle | Class::Branch | Class::Call => Unit::Sp,
        Class::Int | Class::IntMax | Class::IntMul | Class::IntMad => Unit::Sp,
        Class::Fp32Add | Class::Fp32Max | Class::Fp32 => Unit::Sp,
        Class::IntDiv | Class::IntRem | Class::Fp32Div | Class::Fp64Div | Class::Sfu => Unit::Sfu,
        Class::Fp64Add | Class::Fp64 | Class::Fp64Max if config.execution_units.dp == 0 => {
            Unit::Sfu
        }
        Class::Fp64Add | Class::Fp64 | Class::Fp64Max => Unit::Dp,
        Class::Load(_) | Class::Store(_) | Class::Atomic(_) => Unit::LoadStore,
        Class::Barrier | Class::Fence | Class::Exit | Class::DeviceRuntime => Unit::None,
    }
}

/// Returns the cost of a class that does not access memory.
pub(super) fn cost(config: &GpuConfig, class: Class) -> Cost {
    let latencies = &config.latencies;
    let timing: &ClassLatency = match class {
        Class::Int => &latencies.int,
        Class::IntMax => &latencies.int_max,
        Class::IntMul => &latencies.int_mul,
        Class::IntMad => &latencies.int_mad,
        Class::IntDiv => &latencies.int_div,
        Class::IntRem => &latencies.int_rem,
        Class::Shuffle => &latencies.shuffle,
        Class::Fp32Add => &latencies.fp32_add,
        Class::Fp32Max => &latencies.fp32_max,
        Class::Fp32 => &latencies.fp32,
        Class::Fp32Div => &latencies.fp32_div,
        Class::Sfu => &latencies.sfu,
        Class::Fp64Add => &latencies.fp64_add,
        Class::Fp64 => &latencies.fp64,
        Class::Fp64Max => &latencies.fp64_max,
        Class::Fp64Div => &latencies.fp64_div,
        _ => &latencies.moves,
    };
    Cost {
        latency: u64::from(latencies.pipeline + timing.latency),
        unit: u64::from(timing.latency),
        initiation: u64::from(timing.initiation),
    }
}
