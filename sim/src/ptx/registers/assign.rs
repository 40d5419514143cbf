//! Assigns machine registers to values: aligned pairs and groups, without bank conflicts as long as that costs no
//! occupancy.

use super::super::allocate::{Range, Register};
use super::Isa;
use std::cmp::Reverse;

/// The stack pointer, which no value may take.
const STACK_POINTER: usize = 1;

/// What a slot asks of its registers.
#[derive(Clone, Default)]
pub(super) struct Wish {
    /// Registers that it takes; 0 for predicates and what is not in the register file.
    pub width: usize,
    /// First register that it may take.
    pub least: usize,
    /// Slots that are read together with it and should be in other banks.
    pub partners: Vec<u16>,
    /// Slots whose register may not be its first one.
    pub factors: Vec<u16>,
    /// Whether it is such a slot of another one. It is an odd register rather, which is never the first of two.
    pub is_factor: bool,
    /// Group of slots that must be in consecutive registers.
    pub group: Option<usize>,
}

/// What is to be assigned.
pub(super) struct Demand<'a> {
    pub ranges: &'a [Vec<Range>],
    pub wishes: &'a [Wish],
    /// Slots of each group in order.
    pub groups: &'a [Vec<u16>],
    /// Scratch registers: number, and when.
    pub scratch: &'a [(usize, Range)],
}

/// The registers of the slots.
pub(super) struct Assignment {
    /// First register of every slot.
    pub first: Vec<Option<usize>>,
    /// The highest register in use, plus 1.
    pub count: usize,
}

/// The order in which values choose their registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// As they are computed.
    Start,
    /// Those of several registers first, which are harder to place.
    Width,
}

/// Assigns registers. With `budget`, banks decide as long as the registers below it suffice.
pub(super) fn assign(demand: &Demand, isa: Isa, order: Order, budget: Option<usize>) -> Assignment {
    let width = |slot: usize| match demand.wishes[slot].group {
        Some(group) => demand.groups[group].len() * demand.wishes[slot].width,
        None => demand.wishes[slot].width,
    };
    // Scratch registers come before values that begin at the same point.
    let mut items: Vec<(usize, u32, Option<usize>, Range)> = Vec::new();
    for (slot, ranges) in demand.ranges.iter().enumerate() {
        let (Some(&range), width) = (ranges.first(), width(slot)) else { continue };
        if width > 0 {
            items.push((width, range.0, Some(slot), range));
        }
    }
    for &(count, range) in demand.scratch {
        items.extend((0..count).map(|_| (1, range.0, None, range)));
    }
    match order {
        Order::Start => items.sort_by_key(|&(_, begin, slot, _)| (begin, slot)),
        Order::Width => items.sort_by_key(|&(width, begin, slot, _)| (Reverse(width), begin, slot)),
    }
    let mut file = File { registers: vec![Register::default(); 2], isa, budget };
    file.registers[STACK_POINTER].take(&[(0, u32::MAX)]);
    let mut first: Vec<Option<usize>> = vec![None; demand.ranges.len()];
    for (_, begin, slot, range) in items {
        if order == Order::Start {
            file.registers.iter_mut().for_each(|register| register.pass(begin));
        }
        let Some(slot) = slot else {
            file.take(&[(&[range], 1)], 0, &[], &[]);
            continue;
        };
        if first[slot].is_some() {
            continue;
        }
        let wish = &demand.wishes[slot];
        let alone = [slot as u16];
        let is_free = |&other: &u16| first[usize::from(other)].is_none();
        let together = match wish.group {
            Some(group) if demand.groups[group].iter().all(is_free) => &demand.groups[group][..],
            _ => &alone,
        };
        let members: Vec<(&[Range], usize)> = together
            .iter()
            .map(|&member| (&demand.ranges[usize::from(member)][..], wish.width))
            .collect();
        let avoided: Vec<usize> = wish
            .partners
            .iter()
            .filter_map(|&partner| match first[usize::from(partner)] {
                Some(register) => Some(file.bank(register)),
                None if demand.wishes[usize::from(partner)].width == 2 => Some(0),
                None => None,
            })
            .collect();
        let odd = wish.is_factor.then(|| (0..4).step_by(2)).into_iter().flatten();
        let avoided: Vec<usize> = avoided.into_iter().chain(odd).collect();
        let taken: Vec<usize> =
            wish.factors.iter().filter_map(|&slot| first[usize::from(slot)]).collect();
        let at = file.take(&members, wish.least, &avoided, &taken);
        for (index, &member) in together.iter().enumerate() {
            first[usize::from(member)] = Some(at + index * wish.width);
        }
    }
    Assignment { first, count: file.registers.len() }
}

struct File {
    registers: Vec<Register>,
    isa: Isa,
    budget: Option<usize>,
}

impl File {
    /// Returns the bank of a register. Kepler has four banks, of even and odd registers in alternating groups of four,
    /// Volta two, of even and odd ones.
    fn bank(&self, register: usize) -> usize {
        match self.isa {
            Isa::Sm35 | Isa::Sm61 => register % 2 + register / 4 % 2 * 2,
            Isa::Sm70 => register % 2,
        }
    }

    fn is_free(&self, at: usize, ranges: &[Range]) -> bool {
        self.registers.get(at).is_none_or(|register| register.is_free(ranges))
    }

    /// Takes consecutive registers for values of equal width, in banks that are not `avoided` if there are any, and
    /// from none that is `taken` on.
    fn take(
        &mut self,
        members: &[(&[Range], usize)],
        least: usize,
        avoided: &[usize],
        taken: &[usize],
    ) -> usize {
        let total: usize = members.iter().map(|&(_, width)| width).sum();
        let align = total.next_power_of_two();
        let fits = |file: &Self, first: usize| {
            let mut at = first;
            members.iter().all(|&(ranges, width)| {
                let free = (at..at + width).all(|at| file.is_free(at, ranges));
                at += width;
                free
            })
        };
        let begin = least.next_multiple_of(align);
        let candidates = (begin..).step_by(align);
        let mut best = None;
        for first in candidates {
            let inside = self.budget.is_some_and(|budget| first + total <= budget);
            if !inside && (best.is_some() || first >= self.registers.len()) {
                break;
            }
            if taken.contains(&first) || !fits(self, first) {
                continue;
            }
            let bank = self.bank(first);
            let conflicts = match total {
                1 => avoided.iter().filter(|&&other| other == bank).count(),
                _ => 0,
            };
            if self.budget.is_none() {
                best = Some((0, first));
                break;
            }
            if best.is_none_or(|(least, _)| conflicts < least) {
                best = Some((conflicts, first));
            }
            if conflicts == 0 {
                break;
            }
        }
        let first = best.map_or_else(
            || self.registers.len().max(begin).next_multiple_of(align),
            |(_, first)| first,
        );
        while self.registers.len() < first + total {
            self.registers.push(Register::default());
        }
        let mut at = first;
        for &(ranges, width) in members {
            self.registers[at..at + width].iter_mut().for_each(|register| register.take(ranges));
            at += width;
        }
        first
    }
}
