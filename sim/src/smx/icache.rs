//! The instruction cache: holds tags with LRU replacement.
//!
//! A line is allocated when it is requested. A line evicted on its way still serves the warps that requested it.

use crate::config::FetchConfig;
use crate::mem::LINE_BYTES;

/// Where a line is that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// In the cache.
    Here,
    /// On its way.
    OnItsWay,
    /// In the L2, and nobody asks it.
    Absent,
}

#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// Line address + 1; 0 is empty.
    tag: u32,
    /// Whether the line is on its way.
    pending: bool,
    /// Number of the access that used it last.
    used: u64,
}

/// The instruction cache of an SMX.
#[derive(Clone, Debug)]
pub(super) struct ICache {
    ways: Vec<Way>,
    sets: u32,
    associativity: usize,
    accesses: u64,
}

impl ICache {
    pub(super) fn new(config: &FetchConfig) -> Self {
        let associativity = config.icache_ways as usize;
        Self {
            ways: vec![Way::default(); config.icache_sets as usize * associativity],
            sets: config.icache_sets,
            associativity,
            accesses: 0,
        }
    }

    /// Returns the line of a code address.
    pub(super) fn line(pc: u32) -> u32 {
        pc / LINE_BYTES as u32
    }

    /// Reads a line. If it is neither present nor on its way, `bring` asks the L2 for it.
    pub(super) fn read(&mut self, line: u32, bring: impl FnOnce(u32)) -> Read {
        let found = self.read_cached(line);
        if found != Read::Absent {
            return found;
        }
        bring(line);
        self.accesses += 1;
        let used = self.accesses;
        if let Some(oldest) = self.set(line).iter_mut().min_by_key(|way| way.used) {
            *oldest = Way { tag: line + 1, pending: true, used };
        }
        Read::OnItsWay
    }

    /// Reads a line like [`ICache::read`], but changes nothing if it is neither present nor on its way.
    pub(super) fn read_cached(&mut self, line: u32) -> Read {
        let used = self.accesses + 1;
        let Some(way) = self.set(line).iter_mut().find(|way| way.tag == line + 1) else {
            return Read::Absent;
        };
        way.used = used;
        let read = if way.pending { Read::OnItsWay } else { Read::Here };
        self.accesses = used;
        read
    }

    /// A line has come.
    pub(super) fn arrived(&mut self, line: u32) {
        if let Some(way) = self.set(line).iter_mut().find(|way| way.tag == line + 1) {
            way.pending = false;
        }
    }

    fn set(&mut self, line: u32) -> &mut [Way] {
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
        for line in [0, 1, 0, 2, 0, 1] {
            cache.read(line, |missed| misses.push(missed));
        }
        assert_eq!(misses, [0, 1, 2, 1]);
    }

    #[test]
    fn a_line_on_its_way_is_not_asked_for_again() {
        let mut cache = ICache::new(&GpuConfig::preset("tiny").unwrap().fetch);
        let mut read = || cache.read(7, |_| ());
        assert_eq!([read(), read()], [Read::OnItsWay; 2]);
        assert_eq!(cache.read(7, |_| unreachable!("the line is on its way")), Read::OnItsWay);
        cache.arrived(7);
        assert_eq!(cache.read(7, |_| unreachable!("the line is there")), Read::Here);
    }
}
