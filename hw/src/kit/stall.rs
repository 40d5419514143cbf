//! When a stimulated side of a unit acts.

use proptest::prelude::*;

/// Acts in the cycles that are true, played over and over.
#[derive(Clone, Debug)]
pub struct StallPattern(Vec<bool>);

impl StallPattern {
    /// Acts in every cycle.
    pub fn always() -> Self {
        Self(vec![true])
    }

    /// Acts as in `round` and then in one more cycle.
    pub fn awake_after(mut round: Vec<bool>) -> Self {
        round.push(true);
        Self(round)
    }

    /// Whether it acts in this cycle.
    pub fn at(&self, cycle: u64) -> bool {
        self.0[(cycle % self.0.len() as u64) as usize]
    }
}

/// Eager, hesitant, or asleep for long; awake at least once a round, so that everything drains.
pub fn stall() -> impl Strategy<Value = StallPattern> {
    let hesitant = prop::collection::vec(any::<bool>(), 0..10);
    let asleep = (0..60usize).prop_map(|cycles| vec![false; cycles]);
    let rounds = prop_oneof![2 => Just(vec![]), 3 => hesitant, 1 => asleep];
    rounds.prop_map(StallPattern::awake_after)
}
