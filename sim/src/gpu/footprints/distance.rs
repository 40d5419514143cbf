//! Reuse distances: how many other lines the machine accesses between two accesses to a line. LASER, section 4.1,
//! Figure 5.

use super::recency::Recency;
use crate::config::GpuConfig;
use crate::gpu::ids::TbNumber;
use crate::ratio::ratio;

/// Caches whose lines are compared with distances: an L1, all L1s, the L2.
pub const CACHES: usize = 3;

/// Distances of the accesses of one relation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// All accesses.
    pub accesses: u64,
    /// Those of distance 0, then of 1, 2 to 3, 4 to 7 and so on.
    pub log2: Vec<u64>,
    /// Those that are as far as an L1, all L1s or the L2 have lines, or farther.
    pub beyond: [u64; CACHES],
}

impl Spread {
    fn add(&mut self, distance: u64, lines: &[u64; CACHES]) {
        self.accesses += 1;
        let power = distance.checked_ilog2().map_or(0, |power| power as usize + 1);
        if self.log2.len() <= power {
            self.log2.resize(power + 1, 0);
        }
        self.log2[power] += 1;
        let beyond = self.beyond.iter_mut().zip(lines);
        beyond.for_each(|(beyond, &lines)| *beyond += u64::from(distance >= lines));
    }

    /// The shares beyond an L1, all L1s and the L2; absent without accesses.
    pub fn shares(&self) -> [Option<f64>; CACHES] {
        self.beyond.map(|beyond| ratio(beyond, self.accesses))
    }
}

/// The distances of all accesses, by what accessed the line last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distances {
    /// Lines of an L1, of all L1s and of the L2.
    pub lines: [u64; CACHES],
    /// Accesses that are the first to their line in the run.
    pub first: u64,
    /// The same kernel or group.
    pub own: Spread,
    /// Its parent.
    pub parent_child: Spread,
    /// A kernel or group that the same TB launched.
    pub sibling: Spread,
    /// Another.
    pub other: Spread,
}

/// What launched a kernel or group.
#[derive(Clone, Copy, Debug)]
struct Launched {
    /// The number of its parent.
    parent: Option<u32>,
    /// The TB.
    by: Option<TbNumber>,
}

/// Takes the accesses of a run in their order.
#[derive(Debug)]
pub(super) struct Order {
    recency: Recency<u32>,
    /// By number.
    launched: Vec<Launched>,
    pub found: Distances,
}

impl Order {
    /// No accesses yet, on a machine with these caches.
    pub fn new(config: &GpuConfig) -> Self {
        let lines =
            |sets: u32, ways: u32, count: u32| u64::from(sets) * u64::from(ways) * u64::from(count);
        let l1s = config.smx.count / if config.l1.of_cluster { config.smx.cluster } else { 1 };
        let (l1, l2) = (&config.l1, &config.l2);
        let lines = [
            lines(l1.sets, l1.ways, 1),
            lines(l1.sets, l1.ways, l1s),
            lines(l2.sets, l2.ways, l2.slices),
        ];
        let found = Distances { lines, ..Distances::default() };
        Self { recency: Recency::default(), launched: Vec::new(), found }
    }

    /// The next kernel or group is launched: by a TB of launch number `parent`, or by the host.
    pub fn launched(&mut self, parent: Option<u32>, by: Option<TbNumber>) {
        self.launched.push(Launched { parent, by });
    }

    /// The kernel or group of this number accesses a line.
    pub fn access(&mut self, line: u32, number: u32) {
        let Distances { lines, first, own, parent_child, sibling, other } = &mut self.found;
        let Some((distance, before)) = self.recency.reference(line, number) else {
            *first += 1;
            return;
        };
        let (one, last) = (self.launched[number as usize], self.launched[before as usize]);
        let spread = if before == number {
            own
        } else if one.parent == Some(before) {
            parent_child
        } else if one.by.is_some() && one.by == last.by {
            sibling
        } else {
            other
        };
        spread.add(distance, lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_counts_by_powers_of_two_and_beyond_each_cache() {
        let mut spread = Spread::default();
        [0, 1, 2, 3, 4, 7, 8].iter().for_each(|&distance| spread.add(distance, &[2, 4, 8]));
        assert_eq!((spread.accesses, &spread.log2[..]), (7, &[1, 1, 2, 2, 1][..]));
        assert_eq!(spread.beyond, [5, 3, 1]);
        assert_eq!(Spread::default().shares(), [None; 3]);
    }

    #[test]
    fn an_access_has_the_relation_of_its_kernel_to_that_of_the_last_access_to_its_line() {
        let mut order = Order::new(&GpuConfig::preset("laser13").expect("a preset"));
        assert_eq!(order.found.lines, [256, 13 * 256, 12_288]);
        order.found.lines = [1, 2, 3];
        // The host's 0 has TB 0 that launches 1 and 2, and TB 1 that launches 3.
        order.launched(None, None);
        order.launched(Some(0), Some(TbNumber::new(0)));
        order.launched(Some(0), Some(TbNumber::new(0)));
        order.launched(Some(0), Some(TbNumber::new(1)));
        for (line, number) in [(5, 0), (6, 0), (5, 0), (5, 1), (6, 1), (5, 2), (5, 3), (5, 0)] {
            order.access(line, number);
        }
        let Distances { first, own, parent_child, sibling, other, .. } = order.found;
        assert_eq!(first, 2);
        assert_eq!((own.accesses, own.log2), (1, vec![0, 1]));
        // Line 5 at once, 6 beyond line 5.
        assert_eq!((parent_child.log2, parent_child.beyond), (vec![1, 1], [1, 0, 0]));
        assert_eq!(sibling.log2, [0, 1]);
        // By a child of another TB, and by the parent after a child.
        assert_eq!((other.accesses, other.log2), (2, vec![2]));
    }
}
