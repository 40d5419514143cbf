//! The chains of TBs: into which SMX's queue a TB goes. LASER, Algorithm 2, its first half; the queues and stealing are
//! those of [`source`](super::source).

use super::names::Kin;
use super::profile::{Profile, TbId};
use crate::gpu::footprints::HIGH_REUSE;
use crate::gpu::ids::TbNumber;
use std::collections::HashMap;

/// Where a TB belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The SMX in whose queue it waits.
    pub smx: u32,
    /// Its chain, by the order in which chains began.
    pub chain: u64,
    /// How many TBs were placed before it.
    order: u64,
}

/// A TB that waits or runs.
#[derive(Debug)]
struct Live {
    tb: TbId,
    kin: Kin,
    /// Its number, once it has started.
    number: Option<TbNumber>,
    place: Place,
}

/// TBs in queues and on SMXs, by their chains.
#[derive(Debug)]
pub(super) struct Chains {
    /// By the order in which they were placed: those that were profiled.
    live: HashMap<u64, Live>,
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
            live: HashMap::new(),
            holders: HashMap::new(),
            placed: 0,
            chains: 0,
            queued: none.clone(),
            last: none.len() - 1,
            resident: none,
        }
    }

    /// Places a TB of a launch: in the chain of the TB that waits or runs with which it has the highest ratio, if that is
    /// high, and of several the one placed last. Else it begins a chain. A TB that was not profiled is a chain by itself.
    /// Returns its place, and whether it has joined a chain.
    pub fn place(&mut self, tb: Option<TbId>, kin: Kin, profile: &Profile) -> (Place, bool) {
        let partner = tb.and_then(|tb| self.partner(tb, &kin, profile));
        let order = self.placed;
        self.placed += 1;
        let (smx, chain) = partner.unwrap_or_else(|| {
            self.chains += 1;
            (self.least_loaded(), self.chains - 1)
        });
        let place = Place { smx, chain, order };
        self.queued[smx as usize] += 1;
        if let Some(tb) = tb {
            self.live.insert(order, Live { tb, kin, number: None, place });
            for &line in profile.accessed(tb).map_or(&[][..], |tb| &tb.lines) {
                self.holders.entry(line).or_default().push(order);
            }
        }
        (place, partner.is_some())
    }

    /// A TB that has left an SMX to wait for its children comes back to its queue.
    pub fn back(&mut self, smx: u32) {
        self.queued[smx as usize] += 1;
    }

    /// A TB that was placed starts on an SMX for the first time, with this number.
    pub fn numbered(&mut self, place: &Place, number: TbNumber) {
        if let Some(live) = self.live.get_mut(&place.order) {
            live.number = Some(number);
        }
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
    pub fn ended(&mut self, place: &Place, profile: &Profile) {
        let Some(Live { tb, .. }) = self.live.remove(&place.order) else { return };
        for line in profile.accessed(tb).map_or(&[][..], |tb| &tb.lines) {
            let Some(holders) = self.holders.get_mut(line) else { continue };
            holders.retain(|&holder| holder != place.order);
            if holders.is_empty() {
                self.holders.remove(line);
            }
        }
    }

    /// The SMX and the chain of the TB whose chain a TB joins.
    fn partner(&self, tb: TbId, kin: &Kin, profile: &Profile) -> Option<(u32, u64)> {
        let accessed = profile.accessed(tb)?;
        let mut shared: HashMap<u64, u64> = HashMap::new();
        for (line, &times) in accessed.lines.iter().zip(&accessed.times) {
            for &holder in self.holders.get(line).into_iter().flatten() {
                *shared.entry(holder).or_default() += u64::from(times);
            }
        }
        let related = |holder: &u64| {
            let Live { kin: other, number, .. } = &self.live[holder];
            let parent = kin.parent.map(|(_, parent)| parent);
            let is_parent = parent.is_some() && parent == *number;
            is_parent || other.launch == kin.launch || kin.is_sibling_of(other)
        };
        let all = accessed.count() as f64;
        let high = |&(times, _): &(u64, u64)| times as f64 / all > HIGH_REUSE;
        let shared = shared.into_iter().map(|(holder, times)| (times, holder)).filter(high);
        let (_, holder) = shared.filter(|(_, holder)| related(holder)).max()?;
        let Place { smx, chain, .. } = self.live[&holder].place;
        Some((smx, chain))
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
    use super::super::names::tests::kin;
    use super::super::profile::tests::kernels;
    use super::super::profile::KernelId;
    use super::*;

    /// Places the TB of a kernel. Returns SMX and chain.
    fn place(chains: &mut Chains, kernel: KernelId, kin: Kin, profile: &Profile) -> (u32, u64) {
        let (place, _) = chains.place(Some(TbId { kernel, item: 0 }), kin, profile);
        (place.smx, place.chain)
    }

    #[test]
    fn a_tb_joins_the_chain_of_the_one_whose_lines_it_reuses_most() {
        // The third child shares one of four accesses with its parent, two with the first child, one with the second.
        let (profile, [host, a, b, c, d]) =
            kernels([&[1, 2], &[7, 7, 8], &[9, 5, 4], &[1, 7, 7, 9], &[1, 2, 3, 3, 5]]);
        let mut chains = Chains::new(3);
        let (parent, _) =
            chains.place(Some(TbId { kernel: host, item: 0 }), kin(10, None), &profile);
        chains.numbered(&parent, TbNumber::new(7));
        let mut child =
            |kernel, number| place(&mut chains, kernel, kin(number, Some((10, 7))), &profile);
        assert_eq!((parent.smx, parent.chain), (0, 0));
        assert_eq!(child(a, 20), (1, 1));
        assert_eq!(child(b, 21), (2, 2));
        assert_eq!(child(c, 22), (1, 1), "2/4 with the first child");
        assert_eq!(child(d, 23), (0, 3), "2/5 are not high");
    }

    #[test]
    fn a_chain_goes_from_one_to_the_next_but_not_past_tbs_that_have_ended_or_to_strangers() {
        let (profile, [host, a, b, c]) = kernels([&[1, 2], &[1, 2, 3], &[3, 3, 4], &[4, 4, 5]]);
        let mut chains = Chains::new(4);
        let tb = |kernel| Some(TbId { kernel, item: 0 });
        let (parent, joined) = chains.place(tb(host), kin(10, None), &profile);
        assert!(!joined);
        chains.numbered(&parent, TbNumber::new(7));
        let of = |number, tb| kin(number, Some((10, tb)));
        let (first, joined) = chains.place(tb(a), of(20, 7), &profile);
        assert!(joined, "2/3 with its parent");
        let (second, _) = chains.place(tb(b), of(21, 7), &profile);
        assert_eq!((second.smx, second.chain), (parent.smx, 0), "2/3 with its sibling");
        assert_eq!(place(&mut chains, c, of(22, 7), &profile), (parent.smx, 0));
        assert_eq!(place(&mut chains, a, of(23, 8), &profile).1, 1, "of another TB's");
        assert_eq!(place(&mut chains, b, of(23, 8), &profile).1, 1, "of the same kernel");
        [parent, first, second].iter().for_each(|place| chains.ended(place, &profile));
        assert_eq!(place(&mut chains, a, of(24, 7), &profile).1, 2);
    }

    #[test]
    fn a_chain_goes_to_the_queue_with_the_fewest_tbs_and_then_to_the_smx_with_the_fewest() {
        let profile = Profile::default();
        let mut chains = Chains::new(3);
        let place = |chains: &mut Chains| chains.place(None, kin(1, None), &profile).0.smx;
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
