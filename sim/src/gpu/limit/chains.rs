//! The chains of TBs: into which SMX's queue a TB goes. LASER, Algorithm 2, its first half; the queues and stealing are
//! those of [`source`](super::source).

use super::profile::{Profile, TbId};
use std::collections::{BTreeMap, HashMap};

/// A reuse ratio above this is high. LASER, section 5.
const HIGH: f64 = 0.4;

/// Where a TB belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gpu) struct Place {
    /// The SMX in whose queue it waits.
    pub smx: u32,
    /// Its chain, by the order in which chains began.
    pub chain: u64,
}

/// TBs in queues and on SMXs, by their chains.
#[derive(Debug)]
pub(super) struct Chains {
    /// By the order in which they were placed: the TBs that wait or run.
    live: BTreeMap<u64, (TbId, Place)>,
    numbers: HashMap<TbId, u64>,
    /// By line, those of them that access it.
    holders: HashMap<u32, Vec<u64>>,
    placed: u64,
    chains: u64,
    /// By SMX: TBs in its queue, and on it.
    queued: Vec<u32>,
    resident: Vec<u32>,
    /// The SMX whose queue the last chain went to.
    last: usize,
}

impl Chains {
    /// No TB yet, of so many SMXs.
    pub fn new(smxs: u32) -> Self {
        let none = vec![0; smxs as usize];
        Self {
            live: BTreeMap::new(),
            numbers: HashMap::new(),
            holders: HashMap::new(),
            placed: 0,
            chains: 0,
            queued: none.clone(),
            last: none.len() - 1,
            resident: none,
        }
    }

    /// Places a TB: in the chain of the TB that waits or runs with which it has the highest ratio, if that is high, and
    /// of several the one placed last. Else it begins a chain. A TB that was not profiled is a chain by itself. Says whether
    /// it has joined one.
    pub fn place(&mut self, tb: Option<TbId>, profile: &Profile) -> (Place, bool) {
        let partner = tb.and_then(|tb| self.partner(tb, profile));
        let place = partner.unwrap_or_else(|| {
            self.chains += 1;
            Place { smx: self.least_loaded(), chain: self.chains - 1 }
        });
        self.queued[place.smx as usize] += 1;
        if let Some(tb) = tb {
            self.numbers.insert(tb, self.placed);
            self.live.insert(self.placed, (tb, place));
            for &line in profile.accessed(tb).map_or(&[][..], |tb| &tb.lines) {
                self.holders.entry(line).or_default().push(self.placed);
            }
        }
        self.placed += 1;
        (place, partner.is_some())
    }

    /// A TB that has left an SMX to wait for its children comes back to its queue.
    pub fn back(&mut self, smx: u32) {
        self.queued[smx as usize] += 1;
    }

    /// A TB of the queue of SMX `of` starts on SMX `at`.
    pub fn started(&mut self, of: u32, at: u32) {
        self.queued[of as usize] -= 1;
        self.resident[at as usize] += 1;
    }

    /// A TB leaves its SMX, for good or to wait for its children.
    pub fn left(&mut self, at: u32) {
        self.resident[at as usize] -= 1;
    }

    /// A TB has ended.
    pub fn ended(&mut self, tb: TbId, profile: &Profile) {
        let Some(number) = self.numbers.remove(&tb) else { return };
        self.live.remove(&number);
        for line in profile.accessed(tb).map_or(&[][..], |tb| &tb.lines) {
            let Some(holders) = self.holders.get_mut(line) else { continue };
            holders.retain(|&holder| holder != number);
            if holders.is_empty() {
                self.holders.remove(line);
            }
        }
    }

    /// The place of the TB in whose chain a TB is.
    fn partner(&self, tb: TbId, profile: &Profile) -> Option<Place> {
        let accessed = profile.accessed(tb)?;
        let mut shared: HashMap<u64, u64> = HashMap::new();
        for (line, &times) in accessed.lines.iter().zip(&accessed.times) {
            for &holder in self.holders.get(line).into_iter().flatten() {
                *shared.entry(holder).or_default() += u64::from(times);
            }
        }
        let parent = profile.parent(tb.kernel);
        let related = |holder: &u64| {
            let (other, _) = self.live[holder];
            other.kernel == tb.kernel
                || parent.is_some_and(|parent| {
                    other == parent || profile.parent(other.kernel) == Some(parent)
                })
        };
        let all = accessed.count() as f64;
        let high = |&(times, _): &(u64, u64)| times as f64 / all > HIGH;
        let related = shared.into_iter().filter(|(holder, _)| related(holder));
        let best = related.map(|(holder, times)| (times, holder)).filter(high).max();
        best.map(|(_, holder)| self.live[&holder].1)
    }

    /// The SMX with the fewest TBs in its queue, of several the one with the fewest on it, of several the first after
    /// that of the last chain.
    fn least_loaded(&mut self) -> u32 {
        let count = self.queued.len();
        let turns = (1..=count).map(|distance| (self.last + distance) % count);
        let load = |&smx: &usize| (self.queued[smx], self.resident[smx]);
        self.last = turns.min_by_key(load).unwrap_or(0);
        self.last as u32
    }
}

#[cfg(test)]
mod tests {
    use super::super::profile::tests::family;
    use super::super::profile::KernelId;
    use super::*;

    fn tb(kernel: KernelId) -> Option<TbId> {
        Some(TbId { kernel, item: 0 })
    }

    #[test]
    fn a_tb_joins_the_chain_of_the_one_whose_lines_it_reuses_most() {
        // The third child shares one of four accesses with its parent, two with the first child, one with the second.
        let children: [&[u32]; 4] = [&[7, 7, 8], &[9, 5, 4], &[1, 7, 7, 9], &[1, 2, 3, 3, 5]];
        let (profile, host, kernels) = family(&[1, 2], &children);
        let mut chains = Chains::new(3);
        let mut place = |kernel| chains.place(tb(kernel), &profile).0;
        assert_eq!(place(host), Place { smx: 0, chain: 0 });
        assert_eq!(place(kernels[0]), Place { smx: 1, chain: 1 });
        assert_eq!(place(kernels[1]), Place { smx: 2, chain: 2 });
        assert_eq!(place(kernels[2]), Place { smx: 1, chain: 1 }, "2/4 with the first child");
        assert_eq!(place(kernels[3]), Place { smx: 0, chain: 3 }, "2/5 are not high");
    }

    #[test]
    fn tbs_that_have_ended_have_no_chain_and_strangers_are_no_partners() {
        let (mut profile, host, kernels) = family(&[1], &[&[1, 1], &[1]]);
        let mut chains = Chains::new(2);
        let (first, joined) = chains.place(tb(kernels[0]), &profile);
        assert!(!joined);
        assert_eq!(chains.place(tb(kernels[1]), &profile), (first, true), "siblings");
        let stranger = profile.launched(super::super::Birth::Host { nth: 1 }, 2);
        let strange = |item| TbId { kernel: stranger, item };
        for item in 0..2 {
            profile.tb_ended(strange(item), &[((1, 0), 1)]);
        }
        let (begun, _) = chains.place(Some(strange(0)), &profile);
        assert_eq!(begun, Place { smx: 1, chain: 1 }, "of another family");
        assert_eq!(chains.place(Some(strange(1)), &profile), (begun, true), "of the same kernel");
        kernels.iter().for_each(|&kernel| chains.ended(TbId { kernel, item: 0 }, &profile));
        assert_eq!(chains.place(tb(host), &profile).0.chain, 2, "its children have ended");
        assert_eq!(chains.holders[&1].len(), 3);
    }

    #[test]
    fn a_chain_goes_to_the_queue_with_the_fewest_tbs_and_then_to_the_smx_with_the_fewest() {
        let profile = Profile::default();
        let mut chains = Chains::new(3);
        let mut place = |chains: &mut Chains| chains.place(None, &profile).0.smx;
        assert_eq!([0; 4].map(|_| place(&mut chains)), [0, 1, 2, 0]);
        // Queues of 2, 1 and 1; the second SMX takes a TB of its own queue, and then one of the first.
        chains.started(1, 1);
        chains.started(0, 1);
        assert_eq!(place(&mut chains), 1, "its queue is empty");
        // Queues of one each, and two TBs on the second SMX.
        assert_eq!([0; 3].map(|_| place(&mut chains)), [2, 0, 1]);
        chains.left(1);
        chains.back(2);
        assert_eq!((chains.resident[1], chains.queued[2]), (1, 3));
    }
}
