//! What the grant promises placement.

use super::pins::{In, Out};
use crate::kit::neighbours::{promised, Neighbours};

/// A grant has the turn.
pub(super) struct Promises;

impl Neighbours<In, Out> for Promises {
    fn cycle(&mut self, input: &In, output: &Out) -> Result<(), String> {
        let granted = input.grant_smxs;
        promised(!granted.any() || granted == output.turn_smxs, || {
            "rule 5: an SMX is granted that has not the turn".into()
        })
    }
}
