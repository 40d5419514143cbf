//! What the reuse monitors of a run came to.

use super::super::boundary::MonitorPins;
use super::exact::RELATIONS;
use heddle_hw::chip::{Chip, PinRef};
use serde::Serialize;
use std::collections::BTreeMap;

/// The reads that counted for a filter, over all SMXs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RelationCounts {
    /// Reads whose line the filter held, or seemed to hold, as the units counted them.
    pub hits: u64,
    /// Reads whose line it did not hold.
    pub misses: u64,
    /// Hits of lines that it did not hold.
    pub false_positives: u64,
}

/// The reuse monitors of all SMXs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MonitorResult {
    /// Of lines that parents have read.
    pub parent_child: RelationCounts,
    /// Of lines that children have read.
    pub sibling: RelationCounts,
    /// Of lines that a kernel has read itself.
    #[serde(rename = "self")]
    pub own: RelationCounts,
    /// Device launches by what was predicted of them: `none`, `parent_child`, `sibling` or `self`.
    pub predicted: BTreeMap<&'static str, u64>,
}

impl MonitorResult {
    /// No reads, and these predictions, in the order of the pin's values.
    pub(super) fn of(predictions: [u64; 4]) -> Self {
        let names = ["none", "parent_child", "sibling", "self"];
        Self { predicted: names.into_iter().zip(predictions).collect(), ..Self::default() }
    }

    /// Adds the counts of an SMX's monitor.
    pub(super) fn add(
        &mut self,
        chip: &Chip,
        pins: &MonitorPins,
        false_positives: [u64; RELATIONS],
    ) {
        let of = |pin: PinRef| u64::from(chip.get(pin));
        let counted = [
            (&mut self.parent_child, pins.parent_child_hits, pins.parent_child_misses),
            (&mut self.sibling, pins.sibling_hits, pins.sibling_misses),
            (&mut self.own, pins.own_hits, pins.own_misses),
        ];
        for ((counts, hits, misses), false_positives) in counted.into_iter().zip(false_positives) {
            counts.hits += of(hits);
            counts.misses += of(misses);
            counts.false_positives += false_positives;
        }
    }
}
