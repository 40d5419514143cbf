//! Situations that the stimuli of the reuse monitor reach.

use super::super::pins::{predicted, In, Out, LANES};
use super::{Env, Read};
use crate::kit::Coverage;

/// One cycle, before its edge.
pub(super) struct Seen {
    /// The read that is looked up.
    pub looked: Read,
    /// Its places.
    pub places: [(usize, u32, u32); LANES],
    /// The inputs.
    pub input: In,
    /// The line looked up in the cycle before, if it entered.
    pub before: Option<u32>,
}

impl Seen {
    /// Names all points.
    pub fn cover(&self, env: &Env, out: &Out, coverage: &mut Coverage) {
        let Self { looked, places, input, before } = self;
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let clears = env.clearing > 0;
        let counts = env.counts(*looked);
        let has = |filter: usize| !clears && env.filters[filter].has(places);
        let knows = |filter: usize| env.filters[filter].lines.contains(&looked.line);
        let hit = |filter: usize| counts[filter] && has(filter) && knows(filter);
        let false_positive = |filter: usize| counts[filter] && has(filter) && !knows(filter);
        point("of a parent", "A child reads a line of a parent.", looked.child && hit(0));
        point("of a sibling", "A child reads a line of a child.", looked.child && hit(1));
        point("of its own", "A line is read that counts for the own filter and is in it.", hit(2));
        point("new", "A line is read that is in no filter.", {
            counts.contains(&true) && !clears && !(0..3).any(has)
        });
        point("other parent", "A parent reads a line of a parent, which counts.", {
            looked.parent && !looked.child && hit(0)
        });
        point("both", "A child that is a parent reads.", looked.child && looked.parent);
        point("of no one", "A read counts for no filter.", {
            looked.parent && counts == [false; 3]
        });
        point(
            "false parent-child",
            "A false positive in the parent-child filter.",
            false_positive(0),
        );
        point("false sibling", "A false positive in the sibling filter.", false_positive(1));
        point("false own", "A false positive in the own filter.", false_positive(2));
        let entered = *before == Some(looked.line);
        point("at once", "A line is looked up that entered a cycle before, and is found.", {
            entered && counts.contains(&true) && (0..3).any(has)
        });
        let near = |line: u32| {
            let other = env.places(line);
            (0..LANES)
                .any(|lane| other[lane].1 == places[lane].1 && other[lane].2 != places[lane].2)
        };
        point("same word", "A line shares a word with one that entered a cycle before.", {
            looked.child && !clears && before.is_some_and(near)
        });
        point("in part", "Some places of a line are set, but not all.", {
            let parent_child = &env.filters[0].places;
            counts[0] && !clears && !has(0) && places.iter().any(|at| parent_child.contains(at))
        });
        point("while clearing", "A line is looked up while the filters are cleared.", {
            looked.child && clears
        });
        point("first after", "A line is looked up in the first cycle after a clear.", {
            looked.child && !clears && env.cleared
        });
        point("enters last", "A line enters in the cycle of a clear.", {
            looked.child && !clears && input.clear
        });
        point("clear again", "The filters are cleared while they are.", clears && input.clear);
        point("clear at the end", "They are cleared in the last cycle of a clear.", {
            env.clearing == 1 && input.clear
        });
        let greatest = (1 << env.params.count_bits) - 1;
        let full = |filter: usize| {
            let (hits, misses) = env.filters[filter].tally;
            (hits == greatest || misses == greatest) && env.result[filter].is_some()
        };
        point("full", "A result comes that the parent-child filter counts no more.", full(0));
        point("full sibling", "A result comes that the sibling filter counts no more.", full(1));
        point("full own", "A result comes that the own filter counts no more.", full(2));
        let [first, second, third] = env.before;
        let half = |(hits, misses): (u32, u32)| hits > 0 && hits == misses;
        point("one half", "A hit rate is one half.", [first, second, third].into_iter().any(half));
        let equal = |a: (u32, u32), b: (u32, u32)| {
            let product = |hits: u32, misses: u32| u64::from(hits) * u64::from(misses);
            a.0 > a.1 && b.0 > b.1 && product(a.0, b.1) == product(b.0, a.1)
        };
        point("equal", "Two hit rates above one half are equal.", {
            equal(first, second) || equal(first, third) || equal(second, third)
        });
        let says = out.predicted;
        point("none", "No reuse is predicted.", says == predicted::NONE);
        point("parent-child", "Reuse of parents' lines is predicted.", {
            says == predicted::PARENT_CHILD
        });
        point("sibling", "Reuse of siblings' lines is predicted.", says == predicted::SIBLING);
        point("own", "Reuse of own lines is predicted.", says == predicted::OWN);
    }
}
