//! Stall patterns: in which cycles a side of an environment acts.

use proptest::prelude::*;

/// The cycles in which a side acts; the pattern repeats.
#[derive(Clone, Debug)]
pub struct StallPattern(Vec<bool>);

impl StallPattern {
    /// A pattern that acts in every cycle.
    pub fn always() -> Self {
        Self(vec![true])
    }

    /// A pattern that acts as `round` says, and then in one more cycle.
    pub fn awake_after(mut round: Vec<bool>) -> Self {
        round.push(true);
        Self(round)
    }

    /// Returns whether the side acts in this cycle.
    pub fn at(&self, cycle: u64) -> bool {
        self.0[(cycle % self.0.len() as u64) as usize]
    }
}

/// Makes patterns that act always, sometimes, or after long stalls. Every pattern acts at least
/// once per round, so that everything drains.
pub fn stall() -> impl Strategy<Value = StallPattern> {
    let hesitant = prop::collection::vec(any::<bool>(), 0..10);
    let asleep = (0..60usize).prop_map(|cycles| vec![false; cycles]);
    let rounds = prop_oneof![2 => Just(vec![]), 3 => hesitant, 1 => asleep];
    rounds.prop_map(StallPattern::awake_after)
}
