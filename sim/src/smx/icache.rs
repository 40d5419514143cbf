//! The instruction cache: holds tags with LRU replacement, and the cycle in which each line arrives.
//!
//! A line is allocated when it is requested. A warp that wants a line on its way therefore waits for the same
//! arrival. A line evicted on its way still serves the warps that requested it.

use crate::config::FetchConfig;
use crate::mem::LINE_BYTES;

#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// Line address + 1; 0 is empty.
    tag: u64,
    /// Cycle in which the line arrives.
    arrives_at: u64,
    /// Number of the access that used it last.
    used: u64,
}

/// The instruction cache of an SMX.
#[derive(Clone, Debug)]
pub(super) struct ICache {
    ways: Vec<Way>,
    sets: u64,
    associativity: usize,
    accesses: u64,
}

impl ICache {
    pub(super) fn new(config: &FetchConfig) -> Self {
        let associativity = config.icache_ways as usize;
        Self {
            ways: vec![Way::default(); config.icache_sets as usize * associativity],
            sets: u64::from(config.icache_sets),
            associativity,
            accesses: 0,
        }
    }

    /// Requests in cycle `now` the line at code address `pc`. On a miss, `bring` fetches the line with that number
    /// from the L2 and returns the cycle in which it arrives. Returns the cycle in which the instructions are
    /// read: `now` on a hit.
    pub(super) fn read(&mut self, now: u64, pc: u32, bring: impl FnOnce(u64) -> u64) -> u64 {
        if let Some(at) = self.read_cached(now, pc) {
            return at;
        }
        let line = u64::from(pc) / LINE_BYTES;
        let arrives_at = bring(line);
        self.accesses += 1;
        let used = self.accesses;
        if let Some(oldest) = self.set(line).iter_mut().min_by_key(|way| way.used) {
            *oldest = Way { tag: line + 1, arrives_at, used };
        }
        arrives_at
    }

    /// Requests a line like [`ICache::read`], but returns `None` and changes nothing if the line is neither
    /// present nor on its way.
    pub(super) fn read_cached(&mut self, now: u64, pc: u32) -> Option<u64> {
        let line = u64::from(pc) / LINE_BYTES;
        let used = self.accesses + 1;
        let way = self.set(line).iter_mut().find(|way| way.tag == line + 1)?;
        way.used = used;
        let at = way.arrives_at.max(now);
        self.accesses = used;
        Some(at)
    }

    fn set(&mut self, line: u64) -> &mut [Way] {
        let first = (line % self.sets) as usize * self.associativity;
        &mut self.ways[first..first + self.associativity]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;

    #[test]
    fn a_full_set_gives_up_the_line_that_was_used_longest_ago() {
        let mut config = GpuConfig::preset("tiny").unwrap().fetch;
        (config.icache_sets, config.icache_ways) = (1, 2);
        let mut cache = ICache::new(&config);
        let mut misses = Vec::new();
        for (now, line) in [(1, 0), (2, 1), (3, 0), (4, 2), (5, 0), (6, 1)] {
            cache.read(now, line * 128, |missed| {
                misses.push(missed);
                now + 10
            });
        }
        assert_eq!(misses, [0, 1, 2, 1]);
    }

    #[test]
    fn a_line_on_its_way_is_not_asked_for_again() {
        let mut cache = ICache::new(&GpuConfig::preset("tiny").unwrap().fetch);
        assert_eq!(cache.read(5, 0x1000, |_| 40), 40);
        assert_eq!(cache.read(6, 0x1078, |_| unreachable!("the line is on its way")), 40);
        assert_eq!(cache.read(41, 0x1000, |_| unreachable!("the line is there")), 41);
    }
}
