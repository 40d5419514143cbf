//! The crossbar between the SMXs and the slices: a request and a response network. Every packet has a header; ports
//! carry one flit per cycle. The packets of an input are in one queue: one that waits for its output blocks those
//! behind it, whatever their output. Of the packets at the heads of inputs an output takes the one that came first.

use crate::config::InterconnectConfig;
use crate::log;
use std::collections::VecDeque;

/// A packet in a queue.
#[derive(Clone, Copy, Debug)]
struct Queued<P> {
    packet: P,
    flits: u32,
    /// Cycle from which it may leave.
    from: u64,
}

/// An input with its queue.
#[derive(Clone, Debug)]
pub(super) struct Input<P> {
    queue: VecDeque<Queued<P>>,
    /// Flits in the queue, with those of the packet that leaves.
    flits: u32,
    capacity: u32,
    /// Flits of the packet that leaves, and the cycle after its last.
    leaving: u32,
    free_at: u64,
    /// Whether somebody will look again.
    awaited: bool,
    /// Whether where the packet at the head goes does not take it for now.
    refused: bool,
}

impl<P: Copy> Input<P> {
    pub fn new(capacity: u32) -> Self {
        Self {
            queue: VecDeque::new(),
            flits: 0,
            capacity,
            leaving: 0,
            free_at: 0,
            awaited: false,
            refused: false,
        }
    }

    /// Whether a packet of that many flits has a place in cycle `at`; one longer than the queue has if that is empty.
    pub fn has_room(&mut self, at: u64, flits: u32) -> bool {
        self.settle(at);
        self.flits + flits <= self.capacity || self.flits == 0
    }

    /// The packets in the queue, in their order.
    pub fn packets(&self) -> impl Iterator<Item = &P> {
        self.queue.iter().map(|queued| &queued.packet)
    }

    /// Puts a packet at the end of the queue, which may leave from cycle `from` on.
    pub fn push(&mut self, packet: P, flits: u32, from: u64) {
        self.queue.push_back(Queued { packet, flits, from });
        self.flits += flits;
    }

    /// Returns the packet at the head in cycle `at` and its flits, if it may leave and the one before has left.
    pub fn head(&mut self, at: u64) -> Option<(P, u32)> {
        self.settle(at);
        let queued = self.queue.front()?;
        let may_leave = self.leaving == 0 && !self.refused && queued.from <= at;
        may_leave.then_some((queued.packet, queued.flits))
    }

    /// The packet at the head stays there, as it is not taken where it goes, until [`Input::resume`].
    pub fn refuse(&mut self) {
        self.refused = true;
    }

    /// The packet at the head, which was refused, is taken now.
    pub fn resume(&mut self) {
        self.refused = false;
    }

    /// The packet at the head leaves, its last flit in cycle `last`.
    pub fn leaves(&mut self, last: u64) {
        let flits = self.queue.pop_front().map_or(0, |queued| queued.flits);
        (self.leaving, self.free_at) = (flits, last + 1);
    }

    /// Returns the cycle in which to look again, if something waits for that and nobody looks yet. `stalled` says
    /// whether something waits that is not in the queue.
    pub fn look_again(&mut self, stalled: bool) -> Option<u64> {
        if self.awaited || self.refused {
            return None;
        }
        let at = match self.queue.front() {
            Some(queued) => queued.from.max(self.free_at),
            None if stalled && self.leaving > 0 => self.free_at,
            None => return None,
        };
        self.awaited = true;
        Some(at)
    }

    /// Somebody looks in cycle `at`.
    pub fn looked(&mut self) {
        self.awaited = false;
    }

    fn settle(&mut self, at: u64) {
        if self.leaving > 0 && self.free_at <= at {
            self.flits -= self.leaving;
            self.leaving = 0;
        }
    }
}

/// The outputs of one direction.
#[derive(Clone, Debug)]
pub(super) struct Outputs {
    free_at: Vec<u64>,
    /// Flits sent since the start of the run.
    pub flits: u64,
}

impl Outputs {
    pub fn new(count: usize) -> Self {
        Self { free_at: vec![0; count], flits: 0 }
    }

    /// Sends a packet that is at the head of its input in cycle `at`. Returns when its last flit leaves.
    pub fn send(&mut self, at: u64, output: usize, flits: u32) -> u64 {
        log::note(|| log::Event::Crossed { flits });
        self.flits += u64::from(flits);
        let free_at = &mut self.free_at[output];
        *free_at = at.max(*free_at) + u64::from(flits);
        *free_at - 1
    }
}

/// Sizes of packets, and how long they take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wires {
    /// Cycles from the last flit at the input to the packet at the output.
    pub latency: u64,
    flit_bytes: u32,
    header_bytes: u32,
}

impl Wires {
    pub fn new(config: &InterconnectConfig) -> Self {
        Self {
            latency: u64::from(config.latency),
            flit_bytes: config.flit_bytes,
            header_bytes: config.header_bytes,
        }
    }

    /// Returns the flits of a packet with that many bytes of data.
    pub fn flits(&self, bytes: u32) -> u32 {
        (self.header_bytes + bytes).div_ceil(self.flit_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends one packet of one flit per input and turn, to outputs chosen at random. Returns the share of all turns of
    /// outputs that carried something.
    fn carried(ports: usize, packets: usize) -> f64 {
        let mut inputs = vec![Input::new(u32::MAX); ports];
        let mut outputs = Outputs::new(ports);
        let mut random = 1u64;
        let mut last = 0;
        for input in &mut inputs {
            for _ in 0..packets {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                input.push((random >> 33) as usize % ports, 1, 0);
            }
        }
        let mut left = ports * packets;
        let mut at = 0;
        while left > 0 {
            for input in &mut inputs {
                if let Some((output, flits)) = input.head(at) {
                    let sent = outputs.send(at, output, flits);
                    input.leaves(sent);
                    last = last.max(sent);
                    left -= 1;
                }
            }
            at += 1;
        }
        packets as f64 / last as f64
    }

    #[test]
    fn inputs_that_choose_their_outputs_at_random_lose_a_third_to_waiting_heads() {
        // An input-queued switch of many ports carries 2 - sqrt(2) of what its outputs could, or 0.59. A switch of
        // 16 ports carries a little more.
        let share = carried(16, 2000);
        assert!((0.55..0.66).contains(&share), "{share}");
    }

    #[test]
    fn an_output_takes_a_flit_a_cycle_and_packets_whole() {
        let mut outputs = Outputs::new(2);
        assert_eq!(outputs.send(10, 0, 4), 13);
        assert_eq!(outputs.send(11, 0, 2), 15);
        assert_eq!(outputs.send(11, 1, 1), 11);
    }

    #[test]
    fn a_queue_of_one_flit_takes_the_next_when_the_first_has_left() {
        let mut input = Input::new(1);
        assert!(input.has_room(3, 1) && input.has_room(3, 4), "an empty one takes any packet");
        input.push('a', 1, 3);
        assert_eq!(input.head(3), Some(('a', 1)));
        input.leaves(9);
        assert!(!input.has_room(9, 1));
        assert_eq!(input.look_again(true), Some(10));
        assert_eq!(input.look_again(true), None, "one look is enough");
        assert!(input.has_room(10, 1));
        assert_eq!(input.head(10), None);
    }

    #[test]
    fn a_queue_takes_packets_until_its_last_flit_is_used() {
        let mut input = Input::new(4);
        input.push('a', 3, 0);
        assert!(input.has_room(0, 1) && !input.has_room(0, 2));
        input.push('b', 1, 0);
        assert!(!input.has_room(0, 1));
    }

    #[test]
    fn a_packet_that_waits_for_its_output_holds_up_those_behind_it() {
        let (mut one, mut other) = (Input::new(9), Input::new(9));
        let mut outputs = Outputs::new(2);
        one.push(0, 5, 0);
        other.push(0, 1, 0);
        other.push(1, 1, 0);
        let (output, flits) = one.head(10).unwrap();
        one.leaves(outputs.send(10, output, flits));
        let (output, flits) = other.head(11).unwrap();
        assert_eq!(outputs.send(11, output, flits), 15);
        other.leaves(15);
        assert_eq!(other.head(12), None, "its own output is free all the time");
        assert_eq!(other.head(16), Some((1, 1)));
    }

    #[test]
    fn a_packet_that_is_refused_leaves_when_it_is_taken_and_nobody_looks_before() {
        let mut input = Input::new(9);
        input.push('a', 1, 5);
        assert_eq!(input.head(5), Some(('a', 1)));
        input.refuse();
        assert_eq!((input.head(6), input.look_again(true)), (None, None));
        input.resume();
        assert_eq!(input.head(7), Some(('a', 1)));
    }

    #[test]
    fn a_packet_leaves_no_sooner_than_it_may() {
        let mut input = Input::new(9);
        input.push('a', 1, 5);
        assert_eq!((input.head(4), input.look_again(false)), (None, Some(5)));
        input.looked();
        assert_eq!(input.head(5), Some(('a', 1)));
    }
}
