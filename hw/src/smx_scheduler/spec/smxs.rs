//! The SMXs as the specification models them: who runs where, what is left, and who ends.

use super::super::pins::{In, Out, Params};
use super::ensure;
use crate::kit::Violation;
use std::collections::BTreeMap;

/// Cycles from the one an end is taken in to the first in which a TB can start in its place.
const RECOVERY: u64 = 3;

/// What a TB belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Kernel's entry.
    pub kdei: u32,
    /// Group, or none.
    pub agei: u32,
    /// Node, for the native TBs of graph kernels.
    pub node: Option<u32>,
    /// Resources of a TB.
    pub demand: u32,
}

/// SMX and slot.
type Seat = (u32, u32);

struct Resident {
    work: Work,
    ends: u64,
    /// When its end was taken.
    taken: Option<u64>,
}

/// The SMXs.
pub struct Smxs {
    pub(super) params: Params,
    durations: Vec<u64>,
    started: usize,
    residents: BTreeMap<Seat, Resident>,
    last: u32,
    offer: Option<Seat>,
    /// How the last TB came to its seat.
    pub(super) way: Way,
}

/// How a TB came to its seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// SMXs without room were passed.
    pub passed: bool,
    /// The last SMX was passed, or was the last one chosen.
    pub wrapped: bool,
    /// The seat has become free in this very cycle.
    pub renewed: bool,
}

/// What an SMX has left: free slots as bits, and threads, registers, shared memory.
pub struct Left {
    pub slots: u32,
    pub resources: [u32; 3],
}

pub fn resources(demand: u32) -> [u32; 3] {
    [demand & 0xFFF, demand >> 12 & 0x1FF, demand >> 21 & 0x1FF]
}

impl Smxs {
    /// Empty SMXs; the TBs take `durations`, over and over.
    pub fn new(params: &Params, durations: &[u64]) -> Self {
        let (params, durations, last) = (params.clone(), durations.to_vec(), params.smxs - 1);
        Self {
            params,
            durations,
            started: 0,
            residents: BTreeMap::new(),
            last,
            offer: None,
            way: Way::default(),
        }
    }

    /// What an SMX has left for a TB that starts in cycle `now`.
    pub fn left(&self, now: u64, smx: u32) -> Left {
        let Params { slots, threads, registers, shared, .. } = self.params;
        let mut left =
            Left { slots: u32::MAX >> (32 - slots), resources: [threads, registers, shared] };
        for (&(_, slot), resident) in self.residents.range((smx, 0)..=(smx, slots)) {
            if resident.taken.is_some_and(|cycle| cycle + RECOVERY <= now) {
                continue;
            }
            left.slots &= !(1 << slot);
            for (left, used) in left.resources.iter_mut().zip(resources(resident.work.demand)) {
                *left -= used;
            }
        }
        left
    }

    /// Where a TB that starts in cycle `now` belongs, by rule 2.
    pub fn seat(&self, now: u64, demand: u32) -> Option<Seat> {
        let smxs = self.params.smxs;
        (1..=smxs).map(|distance| (self.last + distance) % smxs).find_map(|smx| {
            let left = self.left(now, smx);
            let fits =
                left.resources.iter().zip(resources(demand)).all(|(left, demand)| *left >= demand);
            (fits && left.slots != 0).then_some((smx, left.slots.trailing_zeros()))
        })
    }

    /// A TB starts.
    pub fn start(&mut self, now: u64, out: &Out, work: Work) -> Result<(), Violation> {
        let (seat, expected) = ((out.tb_smx, out.tb_slot), self.seat(now, work.demand));
        ensure(expected == Some(seat), || {
            format!("rule 2: a TB starts on SMX and slot {seat:?}, expected {expected:?}")
        })?;
        let before = self.residents.get(&seat).and_then(|resident| resident.taken);
        self.way = Way {
            passed: (self.last + 1) % self.params.smxs != out.tb_smx,
            wrapped: out.tb_smx <= self.last,
            renewed: before.is_some_and(|taken| taken + RECOVERY == now),
        };
        let ends = now + self.durations[self.started % self.durations.len()];
        self.residents.insert(seat, Resident { work, ends, taken: None });
        self.started += 1;
        self.last = out.tb_smx;
        Ok(())
    }

    /// The end offered in this cycle.
    pub fn show(&mut self, now: u64, report: bool, input: &mut In) {
        if self.offer.is_none() && report {
            let ended = self.residents.iter().filter(|(_, r)| r.taken.is_none() && r.ends <= now);
            self.offer = ended.min_by_key(|(_, r)| r.ends).map(|(&seat, _)| seat);
        }
        if let Some((smx, slot)) = self.offer {
            (input.end_valid, input.end_smx, input.end_slot) = (true, smx, slot);
        }
    }

    /// The offered end is taken.
    pub fn take_end(&mut self, now: u64) -> Option<Work> {
        let resident = self.residents.get_mut(&self.offer.take()?)?;
        resident.taken = Some(now);
        Some(resident.work)
    }

    /// Every TB has ended.
    pub fn drained(&self) -> bool {
        self.residents.values().all(|resident| resident.taken.is_some())
    }
}
