//! What its neighbours promise the shifting queue.

use super::pins::{In, Out, Params};
use crate::kit::neighbours::{promised, Neighbours};

/// The levels of items, and when the head is there.
pub(super) struct Promises {
    levels: u32,
}

impl Promises {
    /// The promises to a queue of the given size.
    pub(super) fn new(params: &Params) -> Self {
        Self { levels: params.levels }
    }
}

impl Neighbours<In, Out> for Promises {
    fn cycle(&mut self, input: &In, output: &Out) -> Result<(), String> {
        promised(!input.insert_valid || (1..=self.levels).contains(&input.insert_level), || {
            format!("rule 1: an item is of level {}", input.insert_level)
        })?;
        promised(!input.take || output.head_valid, || {
            "rule 3: a head is taken that is not on the pins".into()
        })
    }
}
