//! The crossbar between the SMXs and the slices: a request and a response network, each an input-queued switch.
//! Every packet has a header; ports carry one flit per cycle.

use super::slots::Slots;
use super::window::Window;
use crate::config::InterconnectConfig;
use std::collections::VecDeque;

/// The packets of an input, in one queue. A packet that waits for its output blocks those behind it, whatever
/// their output. Packets are sent in any order of time, and none is delayed once it is sent. A packet that is
/// present before another but was sent later therefore takes the cycles that are left.
#[derive(Clone, Debug)]
struct Queue {
    /// Cycles in which a flit leaves the queue.
    taken: Slots,
    /// When packets were present and when their last flit left, both ascending. An entry is dropped when another
    /// one implies it.
    left: VecDeque<(u64, u64)>,
}

impl Queue {
    fn new() -> Self {
        Self { taken: Slots::new(), left: VecDeque::new() }
    }

    /// Returns the cycle from which a packet present at `ready` is at the head.
    fn head_from(&self, ready: u64) -> u64 {
        let before = self.left.iter().rev().find(|&&(there, _)| there <= ready);
        before.map_or(ready, |&(_, left)| ready.max(left + 1))
    }

    fn leave(&mut self, now: u64, ready: u64, left: u64) {
        while self.left.front().is_some_and(|&(_, left)| left < now) {
            self.left.pop_front();
        }
        let position = self.left.partition_point(|&(there, _)| there <= ready);
        while self.left.get(position).is_some_and(|&(_, earlier)| earlier <= left) {
            self.left.remove(position);
        }
        self.left.insert(position, (ready, left));
    }
}

/// One direction of the crossbar.
#[derive(Clone, Debug)]
struct Switch {
    inputs: Vec<Queue>,
    /// Cycles in which a flit leaves, per output.
    outputs: Vec<Slots>,
}

impl Switch {
    fn new(inputs: usize, outputs: usize) -> Self {
        Self { inputs: vec![Queue::new(); inputs], outputs: vec![Slots::new(); outputs] }
    }

    /// Sends a packet that is at the input from `ready` on. Returns when its last flit leaves. No later call may
    /// concern a cycle before `now`.
    fn send(&mut self, now: u64, ready: u64, input: usize, output: usize, flits: u64) -> u64 {
        let (input, output) = (&mut self.inputs[input], &mut self.outputs[output]);
        input.taken.forget_before(now);
        output.forget_before(now);
        let ready = ready.max(now);
        let first = first_free(&input.taken, output, input.head_from(ready), flits);
        input.taken.insert_all(first..first + flits);
        output.insert_all(first..first + flits);
        let last = first + flits - 1;
        input.leave(now, ready, last);
        last
    }
}

/// Returns the first slot from `from` on that begins `count` slots free in both sets.
fn first_free(one: &Slots, other: &Slots, from: u64, count: u64) -> u64 {
    let taken = |word: u64| one.word(word) | other.word(word);
    let mut first = from;
    'candidates: loop {
        let mut word = first >> 6;
        let mut free = !taken(word) & (!0 << (first & 63));
        while free == 0 {
            word += 1;
            free = !taken(word);
        }
        first = (word << 6) + u64::from(free.trailing_zeros());
        for slot in first + 1..first + count {
            if taken(slot >> 6) >> (slot & 63) & 1 != 0 {
                first = slot + 1;
                continue 'candidates;
            }
        }
        return first;
    }
}

/// Both directions of the crossbar. The ports belong to the SMXs and, the last one, to the hardware units.
#[derive(Clone, Debug)]
pub(super) struct Crossbar {
    requests: Switch,
    responses: Switch,
    /// Flits waiting at each port.
    waiting: Vec<Window>,
    latency: u64,
    flit_bytes: u32,
    header_bytes: u32,
}

impl Crossbar {
    pub(super) fn new(config: &InterconnectConfig, ports: usize, slices: usize) -> Self {
        Self {
            requests: Switch::new(ports, slices),
            responses: Switch::new(slices, ports),
            waiting: vec![Window::new(config.buffer_flits); ports],
            latency: u64::from(config.latency),
            flit_bytes: config.flit_bytes,
            header_bytes: config.header_bytes,
        }
    }

    /// Sends a request with `bytes` bytes of data, made at `at` in cycle `now`. Returns when the port's queue
    /// accepts it and when it reaches the slice.
    pub(super) fn request(
        &mut self,
        now: u64,
        at: u64,
        port: usize,
        slice: usize,
        bytes: u32,
    ) -> (u64, u64) {
        let flits = self.flits(bytes);
        let taken = self.waiting[port].enter(at, flits);
        let left = self.requests.send(now, taken, port, slice, u64::from(flits));
        self.waiting[port].hold_until(left, flits);
        (taken, left + self.latency)
    }

    /// Sends a response with `bytes` bytes of data that is ready at `at`; cycle `now` is the present. Returns when
    /// it reaches the port.
    pub(super) fn respond(
        &mut self,
        now: u64,
        at: u64,
        slice: usize,
        port: usize,
        bytes: u32,
    ) -> u64 {
        let flits = u64::from(self.flits(bytes));
        self.responses.send(now, at, slice, port, flits) + self.latency
    }

    fn flits(&self, bytes: u32) -> u32 {
        (self.header_bytes + bytes).div_ceil(self.flit_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_takes_a_flit_a_cycle_and_packets_whole() {
        let mut switch = Switch::new(3, 1);
        assert_eq!(switch.send(0, 10, 0, 0, 4), 13);
        assert_eq!(switch.send(0, 8, 1, 0, 1), 8);
        assert_eq!(switch.send(0, 8, 2, 0, 2), 15, "one slot before the first packet is too few");
    }

    #[test]
    fn a_packet_that_waits_for_its_output_holds_up_those_behind_it() {
        let mut switch = Switch::new(2, 2);
        assert_eq!(switch.send(0, 10, 0, 0, 5), 14);
        assert_eq!(switch.send(0, 11, 1, 0, 1), 15);
        assert_eq!(switch.send(0, 12, 1, 1, 1), 16, "its own output is free all the time");
        assert_eq!(switch.send(0, 9, 1, 1, 1), 9, "it was there before");
        assert_eq!(switch.send(0, 10, 1, 1, 5), 14, "so was this one");
        assert_eq!(switch.send(0, 11, 1, 1, 1), 17, "in the order of sending if there together");
    }

    #[test]
    fn a_queue_of_one_flit_takes_the_next_when_the_first_has_left() {
        let config =
            InterconnectConfig { latency: 7, flit_bytes: 40, header_bytes: 8, buffer_flits: 1 };
        let mut crossbar = Crossbar::new(&config, 1, 1);
        crossbar.responses.outputs[0].insert_all(0..10);
        assert_eq!(crossbar.respond(0, 5, 0, 0, 32), 17, "a sector and its header are one flit");
        crossbar.requests.outputs[0].insert_all(0..100);
        assert_eq!(crossbar.request(0, 3, 0, 0, 0), (3, 107));
        assert_eq!(crossbar.request(0, 4, 0, 0, 0), (100, 108));
    }

    #[test]
    fn inputs_that_choose_their_outputs_at_random_lose_a_third_to_waiting_heads() {
        // An input-queued switch of many ports carries 2 - sqrt(2) of what its outputs could, or 0.59. A switch of
        // 16 ports carries a little more.
        let (ports, packets) = (16, 2000);
        let mut switch = Switch::new(ports, ports);
        let mut random = 1u64;
        let mut last = 0;
        let mut at = vec![0; ports];
        for _ in 0..packets {
            for (input, at) in at.iter_mut().enumerate() {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let output = (random >> 33) as usize % ports;
                *at = switch.send(0, *at, input, output, 1) + 1;
                last = last.max(*at);
            }
        }
        let share = packets as f64 / last as f64;
        assert!((0.55..0.66).contains(&share), "{share}");
    }
}
