//! Instruction fetch: decides which warps read the instruction cache in a cycle.
//!
//! A warp requests a fetch when its i-buffer is empty. Each cycle `warps_per_cycle` warps, round robin, read the
//! instruction cache. Each receives as many instructions as its i-buffer holds, also where they reach into the next line:
//! only the line of the first is looked up.
//! The instructions after a taken branch are on the wrong path (`pipeline::jump`); if they are not in the i-buffer yet,
//! one fetch is wasted on them.

use super::icache::ICache;
pub(super) use super::icache::Read;
use crate::config::FetchConfig;

/// The fetch stage of an SMX with its instruction cache.
#[derive(Clone, Debug)]
pub(super) struct Fetch {
    cache: ICache,
    /// Warp slots that request a fetch now.
    waiting: u64,
    /// Warp slots that will request a fetch later; `later_from` holds the cycle.
    later: u64,
    later_from: Vec<u64>,
    /// Earliest cycle in `later_from` of the slots in `later`.
    first_later: u64,
    /// Warp slot at which the round robin starts.
    turn: u32,
    per_cycle: u32,
    buffer: u32,
    latency: u64,
    /// Lines on their way, each with a warp slot that waits for it, in the order of their reads.
    awaited: Vec<(u32, usize)>,
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
            awaited: Vec::new(),
        }
    }

    /// Requests a fetch for warp slot `w` from cycle `from` on. Replaces an earlier request of that slot.
    pub(super) fn want(&mut self, w: usize, from: u64) {
        self.waiting &= !(1 << w);
        self.later |= 1 << w;
        self.later_from[w] = from;
        self.first_later = self.first_later.min(from);
    }

    /// Returns the line that warp slot `w` waits for, if one is on its way.
    pub(super) fn awaits(&self, w: usize) -> Option<u32> {
        self.awaited.iter().find(|&&(_, waiting)| waiting == w).map(|&(line, _)| line)
    }

    /// Cancels the fetch request of warp slot `w`.
    pub(super) fn forget(&mut self, w: usize) {
        self.awaited.retain(|&(_, waiting)| waiting != w);
        self.waiting &= !(1 << w);
        self.later &= !(1 << w);
    }

    /// Returns the cycle in which a warp may be served next: 0 if one is waiting, `u64::MAX` if none has a
    /// request.
    #[inline]
    pub(super) fn next(&self) -> u64 {
        if self.waiting != 0 {
            0
        } else {
            self.first_later
        }
    }

    /// Moves the requests that are due by cycle `now` from `later` to `waiting`.
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

    /// Returns the cycle from which the next instruction of warp slot `w` may issue at best if its fetch is pending.
    pub(super) fn earliest(&self, w: usize) -> u64 {
        self.later_from[w] + self.latency
    }

    /// Returns how many warps are served per cycle.
    pub(super) fn per_cycle(&self) -> u32 {
        self.per_cycle
    }

    /// Returns the waiting warp slot whose turn it is.
    pub(super) fn turn(&self) -> Option<usize> {
        if self.waiting == 0 {
            return None;
        }
        let ahead = self.waiting.rotate_right(self.turn).trailing_zeros();
        Some(((self.turn + ahead) % u64::BITS) as usize)
    }

    /// Removes warp slot `w`, which was just served, from the waiting ones and passes the turn to the slot after
    /// it.
    pub(super) fn end_turn(&mut self, w: usize) {
        self.waiting &= !(1 << w);
        self.turn = (w as u32 + 1) % u64::BITS;
    }

    /// Reads the instructions at code address `pc` for warp slot `w`. If their line is neither in the instruction cache
    /// nor on its way, `bring` asks the L2 for it; [`Fetch::arrived`] then says when it is there.
    pub(super) fn read(&mut self, w: usize, pc: u32, bring: impl FnOnce(u32)) -> Read {
        let read = self.cache.read(ICache::line(pc), bring);
        self.await_line(read, w, pc)
    }

    /// Reads like [`Fetch::read`], but asks for nothing.
    pub(super) fn read_cached(&mut self, w: usize, pc: u32) -> Read {
        let read = self.cache.read_cached(ICache::line(pc));
        self.await_line(read, w, pc)
    }

    fn await_line(&mut self, read: Read, w: usize, pc: u32) -> Read {
        if read == Read::OnItsWay {
            self.awaited.push((ICache::line(pc), w));
        }
        read
    }

    /// A line has come. Returns a warp slot that waited for it, until there is none.
    pub(super) fn arrived(&mut self, line: u32) -> Option<usize> {
        self.cache.arrived(line);
        let position = self.awaited.iter().position(|&(awaited, _)| awaited == line)?;
        Some(self.awaited.remove(position).1)
    }

    /// Returns the cycles from the instruction cache to the i-buffer.
    pub(super) fn latency(&self) -> u64 {
        self.latency
    }

    /// Returns how many instructions the i-buffer receives.
    pub(super) fn count(&self) -> u32 {
        self.buffer
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
        assert_eq!(turns, [7, 63, 0], "the turn goes on behind the warp that was served");
        assert_eq!(fetch.next(), 6);
    }

    #[test]
    fn warps_that_wait_for_a_line_are_told_in_the_order_of_their_reads() {
        let mut fetch = fetch();
        let mut lines = Vec::new();
        for (w, pc) in [(3, 0x1000), (1, 0x1080), (2, 0x1008), (4, 0x1010)] {
            assert_eq!(fetch.read(w, pc, |line| lines.push(line)), Read::OnItsWay);
        }
        assert_eq!(lines, [0x20, 0x21]);
        fetch.forget(4);
        let told: Vec<_> = std::iter::from_fn(|| fetch.arrived(0x20)).collect();
        assert_eq!(told, [3, 2]);
        assert_eq!(fetch.read_cached(5, 0x1000), Read::Here);
        assert_eq!(fetch.read_cached(5, 0x1080), Read::OnItsWay);
        assert_eq!(fetch.read_cached(5, 0x2000), Read::Absent);
    }

    #[test]
    fn a_warp_whose_request_is_cancelled_is_not_served() {
        let mut fetch = fetch();
        for w in [3, 9, 12] {
            fetch.want(w, 5);
        }
        fetch.forget(9);
        fetch.admit(5);
        fetch.forget(12);
        assert_eq!((take_turn(&mut fetch), take_turn(&mut fetch)), (Some(3), None));
    }
}
