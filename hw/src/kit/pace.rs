//! When the sides of a unit act in a scenario.

use proptest::prelude::*;

/// The cycles in which a side acts: those that are true, played over and over.
#[derive(Clone, Debug)]
pub struct Pace(Vec<bool>);

impl Pace {
    /// Whether it acts in `cycle`.
    pub fn at(&self, cycle: u64) -> bool {
        self.0[(cycle % self.0.len() as u64) as usize]
    }
}

/// Eager, hesitant, or asleep for long; awake at least once a round, so that everything drains.
pub fn pace() -> impl Strategy<Value = Pace> {
    let hesitant = prop::collection::vec(any::<bool>(), 0..10);
    let asleep = (0..60usize).prop_map(|cycles| vec![false; cycles]);
    let rounds = prop_oneof![2 => Just(vec![]), 3 => hesitant, 1 => asleep];
    rounds.prop_map(|mut round| {
        round.push(true);
        Pace(round)
    })
}
