//! Registers per thread as the vendor's assembler, ptxas, counts them for an instruction set.
//!
//! PTX has as many registers as its author likes; the assembler decides how many a thread takes. The counted code is
//! a copy of the lowered code with what an assembler does to it before it allocates registers: values are not
//! copied, cheap ones are computed where they are read, parameters and the launch's shape come from the constant
//! bank, and instructions are ordered by what waits for them. The copy is only counted. What a run executes and
//! times stays PTX, instruction by instruction; a test executes the copies too and compares the results.

mod allocated;
mod assign;
mod bank;
mod calls;
mod code;
mod held;
mod latency;
mod order;
mod schedule;
mod scratch;
mod simplify;
mod sink;
mod widths;
mod wishes;

use super::allocate::ranges;
use super::program::Function;
use assign::{assign, Assignment, Demand, Order};
use code::Code;
use serde::{Deserialize, Serialize};
use wishes::wishes;

pub(super) use calls::{allocate_all, count_one};

/// Instruction set for which registers are counted, by the name under which ptxas knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Isa {
    /// Kepler, compute capability 3.5.
    Sm35,
    /// Pascal, compute capability 6.1.
    Sm61,
    /// Volta and Ampere, compute capability 7.0 and later.
    Sm70,
}

impl Isa {
    /// Registers that belong to every thread besides those that its code names. Since Volta, a thread has a program
    /// counter of its own; ptxas counts two registers more than the highest one in the code it writes.
    const fn hidden(self) -> u32 {
        match self {
            Isa::Sm35 | Isa::Sm61 => 0,
            Isa::Sm70 => 2,
        }
    }
}

/// Most registers of a thread since Kepler. An assembler spills what does not fit; here it is only not counted.
pub const MOST_REGISTERS: u32 = 255;

/// Registers of a thread that cost no occupancy: an SMX full of warps has as many for each.
const FREE: u32 = 32;
/// Registers of a thread are allocated in steps of as many; what is left of a step is free too.
const STEP: u32 = 8;

/// How many registers per thread a function takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Registers {
    /// Registers without a limit.
    pub count: u32,
    /// Fewest registers in which its values fit.
    pub least: u32,
}

/// The counted copy of a function's code.
struct Counted {
    function: Function,
    registers: Registers,
    /// Slots that are not in the register file.
    outside: Vec<bool>,
    /// Slots of 64 bits that take one register.
    narrow: Vec<bool>,
    assignment: Assignment,
}

/// Live registers at which the order of instructions begins to spare them, one after the other until what results
/// costs no occupancy. The last one spares them from the start.
const LIMITS: [u32; 4] = [28, 20, 12, 0];

/// Functions with more instructions are counted as they are.
const MOST_INSTRS: usize = 1 << 15;

/// Counts the registers of a function. `callee` says what the functions that it calls take. Returns `None` if it has
/// too many values.
fn count(
    function: &Function,
    isa: Isa,
    callee: &dyn Fn(usize) -> calls::Callee,
) -> Option<Counted> {
    let mut code = Code::new(function);
    if function.instrs.len() <= MOST_INSTRS {
        simplify::forward_copies(&mut code);
        simplify::fold_addresses(&mut code);
        simplify::remove_unused(&mut code);
        sink::sink(&mut code)?;
        simplify::remove_unused(&mut code);
    }
    let mut is_constant = bank::constants(&code);
    bank::materialize(&mut code, &mut is_constant)?;
    code.is_fused = sink::fused(&code);
    let mut best: Option<Counted> = None;
    for limit in LIMITS {
        let mut found = measure(&code, &is_constant, isa, limit, callee);
        if let Some(best) = &mut best {
            let least = best.registers.least.min(found.registers.least);
            best.registers.least = least;
            found.registers.least = least;
        }
        let count = |known: &Counted| known.registers.count.max(FREE);
        if best.as_ref().is_none_or(|best| count(&found) < count(best)) {
            best = Some(found);
        }
        // Nobody asks in how few registers the values of a kernel fit.
        if function.is_entry && best.as_ref().is_some_and(|best| count(best) == FREE) {
            break;
        }
    }
    best
}

/// Orders the code and assigns registers to its values.
fn measure(
    code: &Code,
    is_constant: &[bool],
    isa: Isa,
    limit: u32,
    callee: &dyn Fn(usize) -> calls::Callee,
) -> Counted {
    let outside: Vec<bool> = is_constant
        .iter()
        .zip(&code.is_fused)
        .map(|(&constant, &fused)| constant || fused)
        .collect();
    let function = order::order(code, &outside, isa, limit);
    let mut ranges = ranges(&function, 1);
    held::hold(&function, &mut ranges, isa);
    let narrow = widths::narrow(function.instrs.iter(), &function.slot_types);
    let calls = calls::Calls::of(&function, callee);
    let (mut wishes, groups) = wishes(&function, &ranges, &outside, &narrow, &calls);
    if isa != Isa::Sm70 {
        wishes::separate_factors(&function, &code.is_fused, &mut wishes);
    }
    let mut scratch = scratch::all(&function, isa, is_constant);
    scratch.extend(&calls.scratch);
    let demand = Demand { ranges: &ranges, wishes: &wishes, groups: &groups, scratch: &scratch };
    // The better of two orders.
    let assigned = |budget: Option<usize>| {
        let [by_start, by_width] =
            [Order::Start, Order::Width].map(|order| assign(&demand, isa, order, budget));
        if by_width.count < by_start.count {
            by_width
        } else {
            by_start
        }
    };
    let tight = assigned(None);
    let floor = calls.floor(isa);
    let registers = |assignment: &Assignment| (assignment.count as u32).max(floor) + isa.hidden();
    let least = registers(&tight).min(MOST_REGISTERS);
    // What is free is used to keep operands in different banks.
    let budget = least.next_multiple_of(STEP).clamp(FREE, MOST_REGISTERS);
    let loose = assigned(Some((budget - isa.hidden()) as usize));
    let count = registers(&loose);
    let (count, assignment) =
        if count <= budget { (count, loose) } else { (budget.min(registers(&tight)), tight) };
    Counted { function, registers: Registers { count, least }, outside, narrow, assignment }
}
