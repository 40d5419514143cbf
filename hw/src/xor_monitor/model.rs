//! Fast model of the XOR monitor: the filters of the reuse monitor, by another hash.

use super::pins::{In, Out, Params};
use crate::kit::Clocked;
use crate::reuse_monitor::model::{places_of, Filters, Places, Read};
use crate::reuse_monitor::pins::{In as ReuseIn, Out as ReuseOut};

/// Returns the two hashes of a line.
pub fn hashes(line: u32) -> [u32; 2] {
    let spread = |x: u32, one, two| x ^ x.rotate_left(one) ^ x.rotate_left(two);
    let mix = |x: u32, one, two| x ^ (x.rotate_left(one) & !x.rotate_left(two));
    let mixed = mix(spread(mix(spread(line, 17, 25), 10, 3), 6, 16), 21, 4);
    [spread(mixed, 11, 12), spread(mixed, 3, 10)]
}

/// Returns where a line is in each of the four lanes, as word and bit.
pub fn places(line: u32, words: u32) -> Places {
    places_of(hashes(line), words)
}

/// Filters, counts, and the read that is looked up next.
#[derive(Clone, Debug)]
pub struct Model {
    read: Read,
    filters: Filters,
}

impl Model {
    /// A monitor of the given sizes.
    pub fn new(params: &Params) -> Self {
        Self { read: Read::default(), filters: Filters::new(params) }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.read = Read::default();
        self.filters.reset();
    }

    fn out(&self) -> Out {
        self.filters.out(self.idle()).into()
    }

    fn step(&mut self, i: &In) {
        let i = ReuseIn::from(*i);
        self.filters.step(self.read, &i);
        let words = self.filters.words();
        self.read = Read::at_pins(&i, |line| places(line, words));
    }

    fn idle(&self) -> bool {
        self.filters.rest() && !self.read.is_there()
    }
}

/// Makes the pins of either monitor of those of the other: they have the same names.
macro_rules! same_pins {
    ($one:ident, $other:ident: $($pin:ident),*) => {
        impl From<$one> for $other {
            fn from($one { $($pin),* }: $one) -> Self {
                Self { $($pin),* }
            }
        }
        impl From<$other> for $one {
            fn from($other { $($pin),* }: $other) -> Self {
                Self { $($pin),* }
            }
        }
    };
}

same_pins!(In, ReuseIn:
    cfg_parents_count, cfg_own_parents, cfg_own_children, read_valid, read_line, read_child,
    read_parent, clear
);
same_pins!(Out, ReuseOut:
    result_valid, result_parent_child, result_sibling, result_own, parent_child_hits,
    parent_child_misses, sibling_hits, sibling_misses, own_hits, own_misses, predicted,
    high_priority, clearing, idle
);
