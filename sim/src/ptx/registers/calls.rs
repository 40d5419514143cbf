//! Calls: what is inlined, and what follows the calling convention.

use super::super::allocate::Range;
use super::super::instr::Op;
use super::super::program::{CallSite, CallTarget, Function};
use super::allocated::allocated;
use super::{count, Counted, Isa, Registers};

/// First register that a callee saves. What is live across a call is from here on.
pub(super) const SAVED: usize = 16;
/// First register of the arguments of a call.
const ARGUMENTS: u32 = 4;
/// Registers up to the return address, which Volta keeps in R20 and R21. Earlier ones keep it on a stack of their own.
const RETURN_ADDRESS: u32 = 22;
/// Longest call chain that is followed.
const MAX_CHAIN: u32 = 256;

/// What a call takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Callee {
    /// The function is a part of its caller, with so many registers of its own.
    Inlined(u32),
    /// It is called: recursive, by its address, or in another module. A callee of this module has so many registers.
    Called(u32),
}

/// The calls of a function.
pub(super) struct Calls {
    /// Points of the calls that follow the convention, ascending.
    pub called: Vec<u32>,
    /// Registers of inlined functions, and when.
    pub scratch: Vec<(usize, Range)>,
    /// Most 32-bit words of arguments, with the registers of callees.
    floor: u32,
}

impl Calls {
    pub fn of(function: &Function, callee: &dyn Fn(usize) -> Callee) -> Self {
        let mut calls = Self { called: Vec::new(), scratch: Vec::new(), floor: 0 };
        for (index, instr) in function.instrs.iter().enumerate() {
            let Op::Call(site) = instr.op else { continue };
            let at = 2 * index as u32;
            match callee(usize::from(site)) {
                Callee::Inlined(registers) => {
                    calls.scratch.push((registers as usize, (at, at + 2)))
                }
                Callee::Called(registers) => {
                    let args = &function.calls[usize::from(site)].args;
                    let words: u32 = args.iter().map(|arg| arg.bytes.div_ceil(4)).sum();
                    calls.called.push(at);
                    calls.floor = calls.floor.max(ARGUMENTS + words).max(registers);
                }
            }
        }
        calls
    }

    /// Returns how many registers calls take at least.
    pub fn floor(&self, isa: Isa) -> u32 {
        match isa {
            _ if self.called.is_empty() => 0,
            Isa::Sm70 => self.floor.max(RETURN_ADDRESS),
            Isa::Sm35 | Isa::Sm61 => self.floor,
        }
    }
}

/// Counts the registers of a function. `by_address` are the functions that an indirect call may reach.
pub(in crate::ptx) fn count_one(
    functions: &[Function],
    by_address: &[u32],
    index: usize,
    isa: Isa,
) -> u32 {
    let calls =
        |call: &CallSite| matches!(call.target, CallTarget::Function(_) | CallTarget::Indirect);
    // What functions take that call one another depends on which is counted first: the first of the program.
    let first = if functions[index].calls.iter().any(calls) { 0 } else { index };
    let mut counts = Counts::new(functions, by_address, isa);
    let registers = (first..=index).filter_map(|index| counts.of(index, 0)).last();
    registers.map_or(0, |registers| registers.count)
}

/// Returns all functions on the registers that were counted, as [`allocated`] does.
pub(in crate::ptx) fn allocate_all(
    functions: &[Function],
    by_address: &[u32],
    isa: Isa,
) -> Vec<Option<Function>> {
    let mut counts = Counts::new(functions, by_address, isa);
    (0..functions.len()).map(|index| Some(allocated(counts.counted(index, 0)?))).collect()
}

#[derive(Clone, Copy)]
enum State {
    New,
    Open,
    Known(Registers),
}

struct Counts<'a> {
    functions: &'a [Function],
    by_address: &'a [u32],
    isa: Isa,
    found: Vec<State>,
}

impl<'a> Counts<'a> {
    fn new(functions: &'a [Function], by_address: &'a [u32], isa: Isa) -> Self {
        Self { functions, by_address, isa, found: vec![State::New; functions.len()] }
    }

    /// Returns the registers of a function; `None` if the path to it leads through itself or is too long.
    fn of(&mut self, index: usize, depth: u32) -> Option<Registers> {
        match self.found[index] {
            State::Known(registers) => return Some(registers),
            State::Open => return None,
            State::New if depth == MAX_CHAIN => return None,
            State::New => self.found[index] = State::Open,
        }
        let most = Registers { count: super::MOST_REGISTERS, least: super::MOST_REGISTERS };
        let registers = self.counted(index, depth).map_or(most, |counted| counted.registers);
        self.found[index] = State::Known(registers);
        Some(registers)
    }

    /// Counts a function behind those that it calls.
    fn counted(&mut self, index: usize, depth: u32) -> Option<Counted> {
        let functions = self.functions;
        let hidden = self.isa.hidden();
        let callees: Vec<Callee> = functions[index]
            .calls
            .iter()
            .map(|call| match &call.target {
                CallTarget::Function(callee) => match self.of(*callee as usize, depth + 1) {
                    // Both have the same stack pointer.
                    Some(found) => Callee::Inlined((found.least - hidden).saturating_sub(1)),
                    None => Callee::Called(0),
                },
                CallTarget::Indirect => {
                    let reached = self.by_address.iter();
                    let counts = reached.filter_map(|&at| self.of(at as usize, depth + 1));
                    Callee::Called(counts.map(|found| found.count - hidden).max().unwrap_or(0))
                }
                CallTarget::Runtime(_) | CallTarget::Library(_) => Callee::Called(0),
            })
            .collect();
        count(&functions[index], self.isa, &|site| callees[site])
    }
}
