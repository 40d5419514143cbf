//! The input of a slice of the L2: requests on their way through its pipeline, and those that wait for their lookup. If
//! too many wait, the slice takes no others, and the network keeps them at the ports of their SMXs.

use super::path::Packet;
use crate::config::L2Config;
use std::collections::VecDeque;

/// The requests at the input of a slice, in the order of their arrival.
#[derive(Clone, Debug)]
pub(super) struct Arrivals {
    /// Requests with their line in the slice, and the cycle from which each waits for its lookup.
    queue: VecDeque<(u64, u64, Packet)>,
    /// Sectors in the queue, and how many of them may wait.
    sectors: u32,
    limit: u32,
    /// SMXs whose packet was not taken.
    refused: VecDeque<u16>,
    /// Cycle in which the port takes the next sector.
    port_free_at: u64,
    latency: u64,
}

impl Arrivals {
    pub fn new(l2: &L2Config) -> Self {
        Self {
            queue: VecDeque::new(),
            sectors: 0,
            limit: l2.input_queue,
            refused: VecDeque::new(),
            port_free_at: 0,
            latency: u64::from(l2.latency),
        }
    }

    /// Whether a packet of an SMX is taken in cycle `at`. If not, [`Arrivals::next_refused`] says when it is.
    pub fn takes(&mut self, at: u64, smx: u16) -> bool {
        let takes = self.has_room(at);
        if !takes {
            self.refused.push_back(smx);
        }
        takes
    }

    /// Returns the SMX whose packet was refused longest ago, if it is taken in cycle `at`.
    pub fn next_refused(&mut self, at: u64) -> Option<u16> {
        if self.refused.is_empty() || !self.has_room(at) {
            return None;
        }
        self.refused.pop_front()
    }

    /// The requests in the queue, in their order.
    pub fn packets(&self) -> impl Iterator<Item = &Packet> {
        self.queue.iter().map(|(_, _, packet)| packet)
    }

    /// Whether fewer sectors than may wait for their lookup in cycle `at`.
    fn has_room(&self, at: u64) -> bool {
        if self.sectors < self.limit {
            return true;
        }
        let waiting = self.queue.iter().take_while(|&&(from, ..)| from <= at);
        waiting.map(|(_, _, packet)| packet.line.sectors.count_ones()).sum::<u32>() < self.limit
    }

    /// Adds a request that arrives in cycle `at`; `line` is its line in the slice. Returns when to look it up, if it is
    /// the first.
    pub fn push(&mut self, at: u64, line: u64, packet: Packet) -> Option<u64> {
        let from = self.port_free_at.max(at);
        let sectors = packet.line.sectors.count_ones();
        self.port_free_at = from + u64::from(sectors);
        self.sectors += sectors;
        let ready = from + self.latency;
        self.queue.push_back((ready, line, packet));
        (self.queue.len() == 1).then_some(ready)
    }

    /// Returns the request whose turn it is and its line in the slice.
    pub fn first(&self) -> Option<(u64, Packet)> {
        self.queue.front().map(|&(_, line, packet)| (line, packet))
    }

    /// Goes on to the next request after one that was looked up from cycle `at` on, a sector a cycle. Returns when to
    /// look it up.
    pub fn go_on(&mut self, at: u64) -> Option<u64> {
        let (_, _, packet) = self.queue.pop_front()?;
        let sectors = packet.line.sectors.count_ones();
        self.sectors -= sectors;
        self.queue.front().map(|&(ready, ..)| ready.max(at + u64::from(sectors)))
    }
}

/// A fault, for tests.
#[cfg(test)]
impl Arrivals {
    /// All requests are gone.
    pub fn lose(&mut self) {
        self.queue.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;
    use crate::mem::coalesce::Transaction;
    use crate::mem::level::Level;
    use crate::mem::path::For;
    use crate::mem::system::AccessKind;

    #[test]
    fn smxs_that_were_refused_are_served_in_the_order_in_which_they_asked() {
        let mut l2 = GpuConfig::preset("tiny").unwrap().l2;
        (l2.input_queue, l2.latency) = (1, 0);
        let mut arrivals = Arrivals::new(&l2);
        let line = Transaction { line: 0, sectors: 1, repeats: 1 };
        let (kind, of, level) = (AccessKind::Load, For::None, Level::default());
        assert!(arrivals.takes(5, 0));
        assert_eq!(arrivals.push(5, 0, Packet { line, kind, smx: 0, of, level }), Some(5));
        assert!([3, 1, 2].into_iter().all(|smx| !arrivals.takes(6, smx)));
        assert_eq!(arrivals.next_refused(6), None, "it is still full");
        arrivals.go_on(6);
        let served: Vec<u16> = std::iter::from_fn(|| arrivals.next_refused(7)).collect();
        assert_eq!(served, [3, 1, 2]);
    }
}
