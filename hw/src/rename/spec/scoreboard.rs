//! Which value each warp must find, warp by warp: the versions for which it is still to come, in their order, and what it
//! reads. The unit knows the same by physical register, and has no order but numbers.

use super::super::pins::{change, In, Params, LOOKS};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A version, by the order in which they are made.
pub(super) type Id = usize;

/// A physical register with a half of a version: its number, and whether it is the high one.
type Half = (u32, bool);

/// One warp of a TB.
#[derive(Clone, Debug, Default)]
pub(super) struct Warp {
    /// Versions of each register that it has not passed, the oldest first.
    pub coming: BTreeMap<u32, VecDeque<Id>>,
    /// Physical registers that it reads, and as which register and half.
    pub reads: BTreeMap<u32, (u32, bool)>,
}

impl Warp {
    /// The version of a register that it passes next.
    pub fn next(&self, register: u32) -> Option<Id> {
        self.coming.get(&register)?.front().copied()
    }

    /// Whether it is to come for no version of any register.
    pub fn is_through(&self) -> bool {
        self.coming.values().all(VecDeque::is_empty)
    }

    fn unread(&mut self, register: u32) {
        self.reads.retain(|_, (it, _)| *it != register);
    }
}

/// What a change says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    pub done: bool,
    pub low: u32,
    pub high: u32,
    pub register: u32,
    pub half: bool,
    pub free: u32,
}

/// Where the registers of a look are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    pub shared: u32,
    pub read: u32,
    pub places: [(u32, u32); LOOKS],
}

/// One TB.
#[derive(Clone, Debug, Default)]
pub(super) struct Tb {
    /// Warps that skip.
    pub mask: BTreeSet<usize>,
    pub warps: Vec<Warp>,
    /// The halves of each version.
    versions: BTreeMap<Id, Vec<Half>>,
    made: usize,
    registers: u32,
}

/// The numbers of the bits that are set.
pub(super) fn bits(warps: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |warp| warps >> warp & 1 != 0)
}

impl Tb {
    fn new(params: &Params) -> Self {
        let warps = vec![Warp::default(); params.warps as usize];
        Self { warps, registers: params.registers, ..Self::default() }
    }

    /// Physical registers whose contents some warp needs (rule 3): it reads them, or is to come for them.
    fn needed(&self) -> BTreeSet<u32> {
        let read = self.warps.iter().flat_map(|warp| warp.reads.keys().copied());
        let to_come = self.warps.iter().flat_map(|warp| warp.coming.values().flatten());
        let to_come: BTreeSet<&Id> = to_come.collect();
        let halves = to_come.into_iter().flat_map(|id| &self.versions[id]);
        read.chain(halves.map(|half| half.0)).collect()
    }

    /// Physical registers that are free, the lowest first.
    pub fn free(&self) -> Vec<u32> {
        let needed = self.needed();
        (0..self.registers).filter(|physical| !needed.contains(physical)).collect()
    }

    /// Whether no warp is to come for anything.
    pub fn is_through(&self) -> bool {
        self.warps.iter().all(Warp::is_through)
    }

    /// Warps that are to come for a version of a register next to that of one of them.
    pub fn together(&self, register: u32, warp: usize) -> u32 {
        let next = self.warps[warp].next(register);
        let agrees = |&other: &usize| next.is_some() && self.warps[other].next(register) == next;
        (0..self.warps.len()).filter(agrees).fold(0, |warps, it| warps | 1 << it)
    }

    fn make(&mut self, register: u32, halves: Vec<Half>, warps: u32) -> Told {
        let half = |high| halves.iter().find(|half| half.1 == high).map_or(0, |half| half.0);
        let told = Told { done: true, low: half(false), high: half(true), ..Told::default() };
        self.versions.insert(self.made, halves);
        for warp in bits(warps) {
            self.warps[warp].coming.entry(register).or_default().push_back(self.made);
        }
        self.made += 1;
        told
    }

    /// What as a register of these warps can be overwritten, if any (rule 4).
    pub fn overwritable(&self, register: u32, warps: u32) -> Result<Vec<Half>, &'static str> {
        let of = |warp: usize| {
            let reads = self.warps[warp].reads.iter();
            reads.filter(move |(_, (it, _))| *it == register).map(|(at, (_, high))| (*at, *high))
        };
        let halves: BTreeSet<Half> = bits(warps).flat_map(of).collect();
        let others = (0..self.warps.len()).filter(|warp| warps >> warp & 1 == 0);
        if others.flat_map(of).any(|half| halves.contains(&half)) {
            return Err("another warp reads it");
        }
        match halves.is_empty() {
            true => Err("there is none"),
            false => Ok(halves.into_iter().collect()),
        }
    }

    fn pass(&mut self, register: u32, warps: u32, takes: bool) -> Told {
        let mut told = Told { done: true, ..Told::default() };
        for warp in bits(warps) {
            let it = &mut self.warps[warp];
            it.unread(register);
            let id = it.coming.get_mut(&register).and_then(VecDeque::pop_front);
            let Some(halves) = id.map(|id| &self.versions[&id]) else { continue };
            for &(physical, high) in halves.iter().filter(|_| takes) {
                it.reads.insert(physical, (register, high));
                *if high { &mut told.high } else { &mut told.low } = physical;
            }
        }
        told
    }

    fn copy(&mut self, warp: usize) -> Told {
        let Some((low, (register, half))) = self.warps[warp].reads.pop_first() else {
            return Told::default();
        };
        Told { done: true, low, register, half, ..Told::default() }
    }

    /// What a change does, and says.
    pub fn change(&mut self, i: &In, params: &Params) -> Told {
        let (register, warps) = (i.change_register, i.change_warps);
        let done = Told { done: true, ..Told::default() };
        let told = match i.change_what {
            change::CLEAR => {
                *self = Self { mask: std::mem::take(&mut self.mask), ..Self::new(params) };
                done
            }
            change::ALLOC => {
                let needs = 1 + usize::from(i.change_wide);
                match self.free().get(..needs) {
                    Some(free) => {
                        let halves = free.iter().zip([false, true]);
                        let halves = halves.map(|(&physical, high)| (physical, high)).collect();
                        self.make(register, halves, warps)
                    }
                    None => Told::default(),
                }
            }
            change::OVERWRITE => match self.overwritable(register, warps) {
                Ok(halves) => self.make(register, halves, warps),
                Err(_) => Told::default(),
            },
            change::TAKE => self.pass(register, warps, true),
            change::PASS => self.pass(register, warps, false),
            change::WRITE => {
                bits(warps).for_each(|warp| self.warps[warp].unread(register));
                done
            }
            change::LEAVE => {
                bits(warps).for_each(|warp| self.warps[warp].coming.clear());
                self.mask.retain(|warp| warps >> warp & 1 == 0);
                done
            }
            _ => self.copy(warps.trailing_zeros() as usize),
        };
        Told { free: self.free().len() as u32, ..told }
    }

    /// Where a warp finds its registers.
    pub fn look(&self, warp: usize, registers: [u32; LOOKS]) -> Places {
        let mut found = Places::default();
        for (n, register) in registers.into_iter().enumerate() {
            let of = |warp: &Warp| warp.reads.values().any(|(it, _)| *it == register);
            found.read |= u32::from(self.warps.iter().any(of)) << n;
            found.shared |= u32::from(of(&self.warps[warp])) << n;
            for (physical, (it, high)) in &self.warps[warp].reads {
                let (low_place, high_place) = &mut found.places[n];
                if *it == register {
                    *if *high { high_place } else { low_place } = *physical;
                }
            }
        }
        found
    }
}

/// All TBs without versions.
pub(super) fn tbs(params: &Params) -> Vec<Tb> {
    vec![Tb::new(params); params.tbs as usize]
}
