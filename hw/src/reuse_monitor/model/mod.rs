//! Fast model of the reuse monitor.

mod filters;

pub(crate) use filters::{places_of, Filters, Places, Read};

use super::pins::{In, Out, Params};
use crate::kit::Clocked;

/// The constant of MurmurHash2.
pub(super) const M: u32 = 0x5bd1_e995;

/// Returns the hashes of a line with the seeds 0 and 1.
#[inline]
pub fn hashes(line: u32) -> [u32; 2] {
    let key = line.wrapping_mul(M);
    let mixed = (key ^ key >> 24).wrapping_mul(M);
    let hash = |seed: u32| {
        let h = (seed ^ 4).wrapping_mul(M) ^ mixed;
        let h = (h ^ h >> 13).wrapping_mul(M);
        h ^ h >> 15
    };
    [hash(0), hash(1)]
}

/// Returns where a line is in each of the four lanes, as word and bit.
#[inline]
pub fn places(line: u32, words: u32) -> Places {
    places_of(hashes(line), words)
}

/// Filters, counts, and the reads on their way.
#[derive(Clone, Debug)]
pub struct Model {
    /// The reads of the last four cycles.
    stages: [Read; 4],
    /// The earliest of them, whose place the next one takes: no read moves.
    earliest: usize,
    filters: Filters,
}

impl Model {
    /// A monitor of the given sizes.
    pub fn new(params: &Params) -> Self {
        Self { stages: [Read::default(); 4], earliest: 0, filters: Filters::new(params) }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.stages = [Read::default(); 4];
        self.filters.reset();
    }

    #[inline]
    fn out(&self) -> Out {
        self.filters.out(self.idle())
    }

    #[inline]
    fn step(&mut self, i: &In) {
        let words = self.filters.words();
        let stage = &mut self.stages[self.earliest];
        let read = std::mem::replace(stage, Read::at_pins(i, |line| places(line, words)));
        self.earliest = (self.earliest + 1) % self.stages.len();
        self.filters.step(read, i);
    }

    #[inline]
    fn idle(&self) -> bool {
        self.filters.rest() && !self.stages.iter().any(Read::is_there)
    }
}
