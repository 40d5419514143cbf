//! Which L1 is whose: one for each SMX, or one for the SMXs of a cluster.

use super::cache::DataCache;
use super::replay::L1Replay;
use crate::config::GpuConfig;

/// The L1 data caches of all SMXs.
#[derive(Clone, Debug)]
pub(super) struct L1s {
    caches: Vec<DataCache>,
    /// SMXs that have one together.
    share: usize,
}

impl L1s {
    /// Empty ones. The SMXs must be whole clusters, as [`GpuConfig::check_scheduling`] has it.
    pub fn new(config: &GpuConfig) -> Self {
        let share = if config.l1.of_cluster { config.smx.cluster as usize } else { 1 };
        let caches = config.smx.count as usize / share;
        Self { caches: vec![DataCache::new(&config.l1, share); caches], share }
    }

    /// That of an SMX.
    pub fn of(&mut self, smx: usize) -> &mut DataCache {
        &mut self.caches[smx / self.share]
    }

    /// That of an SMX, to look at.
    pub fn of_smx(&self, smx: usize) -> &DataCache {
        &self.caches[smx / self.share]
    }

    /// That of an SMX, and which of its SMXs this is.
    pub fn of_with_index(&mut self, smx: usize) -> (&mut DataCache, usize) {
        (&mut self.caches[smx / self.share], smx % self.share)
    }

    /// The SMXs that have the one of `smx`, beginning behind it, itself last: so what it has given back comes round to all.
    pub fn sharers(&self, smx: usize) -> impl Iterator<Item = usize> {
        let (share, index) = (self.share, smx % self.share);
        let first = smx - index;
        (1..=share).map(move |n| first + (index + n) % share)
    }

    /// Records from now on what [`L1s::replay`] needs.
    pub fn record(&mut self) {
        let count = self.caches.len();
        self.caches.iter_mut().for_each(|cache| cache.record(count));
    }

    /// What loads found, and would find under other replacements.
    pub fn replay(&self) -> L1Replay {
        let mut replay = L1Replay::default();
        self.caches.iter().for_each(|cache| cache.replay(&mut replay));
        replay
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &DataCache> {
        self.caches.iter()
    }
}
