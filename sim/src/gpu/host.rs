//! The host side of the device: streams onto hardware work queues.

use super::boundary::{from_host, BoundaryPins, HostPins};
use heddle_hw::chip::Chip;
use heddle_hw::kit::{width, Mask};
use std::collections::VecDeque;

/// Kernels the host has launched and the KMU has not taken yet, per HWQ.
pub struct HostQueues {
    queues: Vec<VecDeque<(u64, u32)>>,
    /// HWQs whose queue is not empty.
    filled: Mask,
    last: usize,
    /// Streams of the kernels that have not ended, in the order of their launches: a queue runs them one
    /// after the other.
    running: Vec<VecDeque<u32>>,
    /// By HWQ, of the kernel under way: what has ended of it.
    ended: Vec<Ended>,
    /// HWQs whose kernel has ended altogether and the KMU does not know yet.
    done: VecDeque<u32>,
}

/// A kernel of the host has ended when both have.
#[derive(Clone, Copy, Default)]
struct Ended {
    /// Its entry in the Kernel Distributor has retired.
    retired: bool,
    /// Its TBs, those that waited outside the SMXs included, and all that they launched have ended.
    complete: bool,
}

impl HostQueues {
    /// Queues for `hwqs` hardware work queues.
    pub fn new(hwqs: u32) -> Self {
        Self {
            queues: vec![VecDeque::new(); hwqs as usize],
            filled: Mask::NONE,
            last: 0,
            running: vec![VecDeque::new(); hwqs as usize],
            ended: vec![Ended::default(); hwqs as usize],
            done: VecDeque::new(),
        }
    }

    /// The HWQ a stream is mapped to.
    pub fn hwq(&self, stream: u32) -> u32 {
        stream % self.queues.len() as u32
    }

    /// A kernel reaches the device at cycle `at` on stream `stream`.
    pub fn launch(&mut self, at: u64, stream: u32, desc: u32) {
        let hwq = self.hwq(stream) as usize;
        self.queues[hwq].push_back((at, desc));
        self.filled.set(hwq as u32, true);
        self.running[hwq].push_back(stream);
    }

    /// Whether every kernel the host launched has completed.
    pub fn is_empty(&self) -> bool {
        self.running.iter().all(VecDeque::is_empty)
    }

    /// Whether every kernel the host launched on `stream` has completed, its descendants included.
    pub fn is_stream_empty(&self, stream: u32) -> bool {
        !self.running[self.hwq(stream) as usize].contains(&stream)
    }

    /// The Kernel Distributor has retired the kernel of a queue.
    fn retired(&mut self, hwq: u32) {
        self.ended[hwq as usize].retired = true;
        self.settle(hwq);
    }

    /// The kernel of a queue and all its descendants have ended.
    pub fn complete(&mut self, hwq: u32) {
        self.ended[hwq as usize].complete = true;
        self.settle(hwq);
    }

    fn settle(&mut self, hwq: u32) {
        let ended = &mut self.ended[hwq as usize];
        if ended.retired && ended.complete {
            *ended = Ended::default();
            self.done.push_back(hwq);
        }
    }

    /// The next cycle after `now` in which the host offers something.
    pub fn next_event(&self, now: u64, chip: &Chip, pins: &HostPins) -> Option<u64> {
        if !self.done.is_empty() {
            return Some(now + 1);
        }
        let ready = chip.get_mask(pins.hwq_ready, width::HWQS) & self.filled;
        let open = ready.iter().filter_map(|hwq| self.queues[hwq as usize].front());
        open.map(|&(at, _)| at.max(now + 1)).min()
    }

    /// Drives the KMU's host pins - one kernel a cycle, round-robin over queues with an empty head
    /// slot - and tells it of kernels that have ended, one a cycle too.
    pub fn drive(&mut self, now: u64, chip: &mut Chip, pins: &BoundaryPins) {
        let (tag, from_host) = (chip.get(pins.kernels.retire_tag), from_host(chip));
        if chip.get(pins.kernels.retire_valid) != 0 && tag & from_host != 0 {
            self.retired(tag & (from_host - 1));
        }
        let pins = &pins.host;
        let done = self.done.pop_front();
        if let Some(hwq) = done {
            self.running[hwq as usize].pop_front();
        }
        chip.set(pins.done_valid, done.is_some().into());
        chip.set(pins.done_hwq, done.unwrap_or(0));
        let ready = chip.get_mask(pins.hwq_ready, width::HWQS) & self.filled;
        let offered = if ready.any() { self.choose(now, ready) } else { None };
        let (hwq, desc) = offered.unwrap_or((0, 0));
        chip.set(pins.host_valid, offered.is_some().into());
        chip.set(pins.host_hwq, hwq);
        chip.set(pins.host_desc, desc);
    }

    /// The next kernel to offer among the HWQs in `ready`, taken off its queue: the HWQ and the descriptor.
    fn choose(&mut self, now: u64, ready: Mask) -> Option<(u32, u32)> {
        let count = self.queues.len();
        let order = (1..=count).map(|distance| (self.last + distance) % count);
        let chosen = order.into_iter().find(|&hwq| {
            ready.has(hwq as u32) && self.queues[hwq].front().is_some_and(|&(at, _)| at <= now)
        });
        let hwq = chosen?;
        self.last = hwq;
        let (_, desc) = self.queues[hwq].pop_front()?;
        if self.queues[hwq].is_empty() {
            self.filled.set(hwq as u32, false);
        }
        Some((hwq as u32, desc))
    }
}
