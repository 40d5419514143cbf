//! Instruction fetch: which warps want instructions, and whose turn it is.
//!
//! A warp asks when its i-buffer is empty. Each cycle some warps, round robin, read the instruction cache;
//! each gets what its i-buffer holds, but not beyond the line's end. What follows a taken branch is on the wrong
//! path: it is dropped where the warp finds it in the i-buffer, and fetched in vain if it is not there yet.

use super::icache::ICache;
use crate::config::FetchConfig;
use crate::mem::LINE_BYTES;
use crate::ptx::INSTR_BYTES;

/// The fetch stage of an SMX with its instruction cache.
#[derive(Clone, Debug)]
pub(super) struct Fetch {
    cache: ICache,
    /// Warp slots that want instructions now.
    waiting: u64,
    /// Warp slots that will want them, and from when on.
    later: u64,
    later_from: Vec<u64>,
    /// Earliest of those.
    first_later: u64,
    /// Warp slot that is asked first.
    turn: u32,
    per_cycle: u32,
    buffer: u32,
    latency: u64,
}

impl Fetch {
    pub(super) fn new(config: &FetchConfig, warps: usize) -> Self {
        Self {
            cache: ICache::new(config),
            waiting: 0,
            later: 0,
            later_from: vec![0; warps],
            first_later: u64::MAX,
            turn: 0,
            per_cycle: config.warps_per_cycle,
            buffer: config.buffer,
            latency: u64::from(config.latency),
        }
    }

    /// Warp slot `w` wants instructions from cycle `from` on, whatever it wanted before.
    pub(super) fn want(&mut self, w: usize, from: u64) {
        self.waiting &= !(1 << w);
        self.later |= 1 << w;
        self.later_from[w] = from;
        self.first_later = self.first_later.min(from);
    }

    /// Warp slot `w` wants nothing any more.
    pub(super) fn forget(&mut self, w: usize) {
        self.waiting &= !(1 << w);
        self.later &= !(1 << w);
    }

    /// The cycle in which a warp may be served next; 0 if one waits, the largest number if none will.
    #[inline]
    pub(super) fn next(&self) -> u64 {
        if self.waiting != 0 {
            0
        } else {
            self.first_later
        }
    }

    /// Lets the warps ask that want instructions by cycle `now`.
    pub(super) fn admit(&mut self, now: u64) {
        if self.first_later > now {
            return;
        }
        self.first_later = u64::MAX;
        let mut rest = self.later;
        while rest != 0 {
            let w = rest.trailing_zeros();
            rest &= rest - 1;
            let from = self.later_from[w as usize];
            if from <= now {
                self.later &= !(1 << w);
                self.waiting |= 1 << w;
            } else {
                self.first_later = self.first_later.min(from);
            }
        }
    }

    /// Warps served in a cycle.
    pub(super) fn per_cycle(&self) -> u32 {
        self.per_cycle
    }

    /// The next waiting warp slot in turn.
    pub(super) fn turn(&self) -> Option<usize> {
        if self.waiting == 0 {
            return None;
        }
        let ahead = self.waiting.rotate_right(self.turn).trailing_zeros();
        Some(((self.turn + ahead) % u64::BITS) as usize)
    }

    /// The warp slot whose turn it was waits no longer.
    pub(super) fn end_turn(&mut self, w: usize) {
        self.waiting &= !(1 << w);
        self.turn = (w as u32 + 1) % u64::BITS;
    }

    /// Reads the instructions at code address `pc` in cycle `now`: how many the i-buffer gets, and from which
    /// cycle on the first may issue. `bring` fetches a line as `ICache::read` says.
    pub(super) fn read(&mut self, now: u64, pc: u32, bring: impl FnOnce(u64) -> u64) -> (u32, u64) {
        let read_at = self.cache.read(now, pc, bring);
        (self.count(pc), read_at + self.latency)
    }

    /// The same, if the instruction cache has the line or waits for it.
    pub(super) fn read_cached(&mut self, now: u64, pc: u32) -> Option<(u32, u64)> {
        let read_at = self.cache.read_cached(now, pc)?;
        Some((self.count(pc), read_at + self.latency))
    }

    /// Instructions that the i-buffer gets from `pc` on.
    fn count(&self, pc: u32) -> u32 {
        self.buffer.min((LINE_BYTES as u32 - pc % LINE_BYTES as u32) / INSTR_BYTES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;

    fn fetch() -> Fetch {
        Fetch::new(&GpuConfig::preset("tiny").unwrap().fetch, 64)
    }

    fn take_turn(fetch: &mut Fetch) -> Option<usize> {
        let turn = fetch.turn();
        turn.inspect(|&w| fetch.end_turn(w))
    }

    #[test]
    fn warps_are_served_in_turn_and_no_sooner_than_they_ask() {
        let mut fetch = fetch();
        for (w, from) in [(0, 5), (63, 5), (7, 5), (9, 6)] {
            fetch.want(w, from);
        }
        assert_eq!(fetch.next(), 5);
        fetch.admit(4);
        assert_eq!(take_turn(&mut fetch), None);
        fetch.admit(5);
        assert_eq!(take_turn(&mut fetch), Some(0));
        fetch.want(0, 5);
        fetch.admit(5);
        let turns: Vec<_> = std::iter::from_fn(|| take_turn(&mut fetch)).collect();
        assert_eq!(turns, [7, 63, 0]);
        assert_eq!(fetch.next(), 6);
    }

    #[test]
    fn a_fetch_ends_with_its_line() {
        let mut fetch = fetch();
        let latency = fetch.latency;
        assert_eq!(fetch.read(3, 0x1000, |_| 9), (2, 9 + latency));
        assert_eq!(fetch.read(10, 0x1078, |_| 99), (1, 10 + latency));
    }
}
