//! The search in the graph of waits: the shortest chain from who waits first to a cause, or to a circle.
//!
//! The graph is not built: the search asks for what a node waits for when it comes there.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Most nodes that are looked at.
const MOST_NODES: usize = 1 << 18;
/// Most nodes from which a circle is sought, and most that are looked at for one.
const MOST_STARTS: usize = 32;
const MOST_IN_CIRCLE: usize = 1 << 10;

/// Who waits for whom in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain<K> {
    /// Each waits for the next.
    pub links: Vec<K>,
    /// The position in `links` of the one that the last waits for, if they wait in a circle.
    pub circle: Option<usize>,
}

/// What a search goes by.
pub(super) trait Waits {
    /// Who waits.
    type Key: Copy + Eq + Hash;
    /// Whom it waits for, the most telling first; nobody if it is itself a cause.
    fn on(&self, key: Self::Key) -> Vec<Self::Key>;
    /// How good a cause one is that waits for nobody; the least is best.
    fn rank(&self, key: Self::Key) -> u32;
    /// The greatest rank of a cause that is preferred to a circle.
    const BEFORE_CIRCLES: u32;
}

/// The chain that explains why those in `starts` wait; none if there is nobody.
pub(super) fn explain<W: Waits>(waits: &W, starts: &[W::Key]) -> Option<Chain<W::Key>> {
    let found = Reached::from(waits, starts, MOST_NODES);
    let causes = found.order.iter().filter(|key| found.is_cause[*key]);
    let best = causes.min_by_key(|&&key| waits.rank(key)).copied();
    let chain = |key| Chain { links: found.path(key), circle: None };
    if let Some(key) = best.filter(|&key| waits.rank(key) <= W::BEFORE_CIRCLES) {
        return Some(chain(key));
    }
    let circles = found.order.iter().take(MOST_STARTS);
    let circles = circles.filter_map(|&key| {
        let circle = circle(waits, key)?;
        let mut links = found.path(key);
        let first = links.len() - 1;
        links.extend(circle);
        Some(Chain { links, circle: Some(first) })
    });
    let shortest = circles.min_by_key(|chain| chain.links.len());
    shortest.or(best.map(chain))
}

/// The shortest way from a node back to it, without the node itself at the begin; none if there is none.
fn circle<W: Waits>(waits: &W, key: W::Key) -> Option<Vec<W::Key>> {
    let first = waits.on(key);
    if first.contains(&key) {
        return Some(Vec::new());
    }
    let found = Reached::from(waits, &first, MOST_IN_CIRCLE);
    let mut path = found.came_from.contains_key(&key).then(|| found.path(key))?;
    path.pop();
    Some(path)
}

/// What a search in breadth has reached.
struct Reached<K> {
    /// In the order of their distance.
    order: Vec<K>,
    /// The node before each on the shortest way to it.
    came_from: HashMap<K, Option<K>>,
    /// Whether each waits for nobody.
    is_cause: HashMap<K, bool>,
}

impl<K: Copy + Eq + Hash> Reached<K> {
    fn from<W: Waits<Key = K>>(waits: &W, starts: &[K], most: usize) -> Self {
        let mut found =
            Self { order: Vec::new(), came_from: HashMap::new(), is_cause: HashMap::new() };
        let mut queue = VecDeque::new();
        for &start in starts {
            if found.came_from.insert(start, None).is_none() {
                queue.push_back(start);
            }
        }
        while let Some(key) = queue.pop_front().filter(|_| found.order.len() < most) {
            found.order.push(key);
            let on = waits.on(key);
            found.is_cause.insert(key, on.is_empty());
            for next in on {
                if let std::collections::hash_map::Entry::Vacant(new) = found.came_from.entry(next)
                {
                    new.insert(Some(key));
                    queue.push_back(next);
                }
            }
        }
        found
    }

    /// The way from a start to a node, both included.
    fn path(&self, key: K) -> Vec<K> {
        let before = |key: &K| self.came_from.get(key).copied().flatten();
        let mut path: Vec<K> = std::iter::successors(Some(key), before).collect();
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes by number with those that each waits for; a cause from 100 on is a good one.
    struct Numbers(&'static [(u32, &'static [u32])]);

    impl Waits for Numbers {
        type Key = u32;

        fn on(&self, key: u32) -> Vec<u32> {
            let found = self.0.iter().find(|(from, _)| *from == key);
            found.map_or_else(Vec::new, |(_, on)| on.to_vec())
        }

        fn rank(&self, key: u32) -> u32 {
            u32::from(key < 100)
        }

        const BEFORE_CIRCLES: u32 = 0;
    }

    fn chain(edges: &'static [(u32, &'static [u32])]) -> (Vec<u32>, Option<usize>) {
        let chain = explain(&Numbers(edges), &[0]).expect("somebody waits");
        (chain.links, chain.circle)
    }

    #[test]
    fn the_shortest_chain_to_a_cause_is_found() {
        assert_eq!(chain(&[(0, &[1, 2]), (1, &[3]), (3, &[4]), (2, &[4])]), (vec![0, 2, 4], None));
        assert_eq!(chain(&[]), (vec![0], None), "who waits for nobody is the cause");
    }

    #[test]
    fn a_circle_is_found_and_where_it_begins() {
        assert_eq!(chain(&[(0, &[1]), (1, &[2]), (2, &[1])]), (vec![0, 1, 2], Some(1)));
        assert_eq!(chain(&[(0, &[0])]), (vec![0], Some(0)), "one that waits for itself");
    }

    #[test]
    fn a_circle_is_preferred_to_a_poor_cause_and_a_good_cause_to_a_circle() {
        assert_eq!(chain(&[(0, &[1, 9]), (1, &[2]), (2, &[1])]), (vec![0, 1, 2], Some(1)));
        assert_eq!(chain(&[(0, &[1, 109]), (1, &[2]), (2, &[1])]), (vec![0, 109], None));
    }
}
