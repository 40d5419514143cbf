//! The counted code as code that runs on the registers it was given, to check that they suffice.

use super::super::flow::find_reconvergence;
use super::super::instr::{Class, Instr, Op, Operand, Ty, MAX_DSTS, MAX_SRCS};
use super::super::program::Function;
use super::Counted;

/// Returns the function with its values in the counted registers, 32 bits in each: a 64-bit value is put together
/// from two registers where it is read, and taken apart where it is written. What is not in the register file has
/// slots of its own behind it.
pub(super) fn allocated(counted: Counted) -> Function {
    let Counted { mut function, outside, narrow, assignment, .. } = counted;
    let places = Places { types: &function.slot_types, outside, narrow, assignment };
    let mut firsts = Vec::with_capacity(function.instrs.len());
    let mut instrs = Vec::new();
    for instr in std::mem::take(&mut function.instrs) {
        firsts.push(instrs.len() as u32);
        places.expand(instr, &mut instrs);
    }
    let branches = instrs.iter_mut().filter(|instr| instr.op == Op::Bra);
    branches.for_each(|branch| branch.target = firsts[branch.target as usize]);
    let targets = function.branch_tables.iter_mut().flatten();
    targets.for_each(|target| *target = firsts[*target as usize]);
    function.num_slots = u32::from(places.temporary(MAX_DSTS + MAX_SRCS));
    function.instrs = instrs;
    find_reconvergence(&mut function);
    function
}

/// Where the values are.
struct Places<'a> {
    types: &'a [Ty],
    outside: Vec<bool>,
    narrow: Vec<bool>,
    assignment: super::Assignment,
}

impl Places<'_> {
    /// Returns the slot of a value: its first register, or a slot behind the registers.
    fn place(&self, slot: u16) -> u16 {
        match self.assignment.first[usize::from(slot)] {
            Some(register) if !self.is_outside(slot) => register as u16,
            _ => self.assignment.count as u16 + slot,
        }
    }

    /// Returns a slot for a 64-bit operand or result of an instruction.
    fn temporary(&self, index: usize) -> u16 {
        (self.assignment.count + self.types.len() + index) as u16
    }

    fn is_outside(&self, slot: u16) -> bool {
        self.outside[usize::from(slot)] || self.types[usize::from(slot)] == Ty::Pred
    }

    fn is_wide(&self, slot: u16) -> bool {
        self.types[usize::from(slot)].bits() == 64 && !self.is_outside(slot)
    }

    /// Appends an instruction with its operands and results in their registers.
    fn expand(&self, mut instr: Instr, instrs: &mut Vec<Instr>) {
        let (dsts, srcs) = (usize::from(instr.num_dsts), usize::from(instr.num_srcs));
        let guard = instr.guard.map(|mut guard| {
            guard.slot = self.place(guard.slot);
            guard
        });
        for (index, operand) in instr.srcs[..srcs].iter_mut().enumerate() {
            let (Operand::Slot(slot) | Operand::NotSlot(slot)) = operand else { continue };
            let first = self.place(*slot);
            if self.is_wide(*slot) && !self.narrow[usize::from(*slot)] {
                let mut pack = Instr::new(Op::Pack, Ty::B64, Class::Move, instr.line);
                pack.src_ty = Ty::B32;
                pack.push_src(Operand::Slot(first));
                pack.push_src(Operand::Slot(first + 1));
                *slot = self.temporary(index);
                pack.push_dst(*slot);
                pack.finish();
                instrs.push(pack);
            } else {
                *slot = first;
            }
        }
        let mut parts = Vec::new();
        for (index, slot) in instr.dsts[..dsts].iter_mut().enumerate() {
            let first = self.place(*slot);
            if !self.is_wide(*slot) {
                *slot = first;
                continue;
            }
            let mut part = Instr::new(Op::Unpack, Ty::B32, Class::Move, instr.line);
            part.src_ty = Ty::B32;
            part.push_dst(first);
            // Nothing reads the upper half of a narrow value, or it is zero.
            let upper = self.temporary(MAX_SRCS + index);
            part.push_dst(if self.narrow[usize::from(*slot)] { upper } else { first + 1 });
            *slot = upper;
            part.push_src(Operand::Slot(upper));
            part.guard = guard;
            part.finish();
            parts.push(part);
        }
        instr.guard = guard;
        instr.finish();
        instrs.push(instr);
        instrs.append(&mut parts);
    }
}
