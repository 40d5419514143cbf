//! The host side of the device: streams onto hardware work queues.

use super::awaited::Acts;
use super::boundary::{queue_of, set, BoundaryPins, HostPins};
use super::ids::{DeviceAddr, Hwq};
use super::launches::HostKernel;
use heddle_hw::chip::Chip;
use heddle_hw::kit::{width, Mask};
use std::collections::VecDeque;

/// Kernels the host has launched and the KMU has not taken yet, per HWQ.
pub(super) struct HostQueues {
    pins: HostPins,
    queues: Vec<VecDeque<(u64, DeviceAddr)>>,
    /// HWQs whose queue is not empty.
    filled: Mask,
    last: usize,
    /// Streams of the kernels that have not ended, in the order of their launches: a queue runs them one
    /// after the other.
    running: Vec<VecDeque<u32>>,
    /// By HWQ, of the kernel under way: what has ended of it.
    ended: Vec<Ended>,
    /// HWQs whose kernel has ended altogether and the KMU does not know yet.
    done: VecDeque<Hwq>,
    launched: u64,
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
    /// Queues for `hwqs` hardware work queues, at these pins.
    pub fn new(hwqs: u32, pins: HostPins) -> Self {
        Self {
            pins,
            queues: vec![VecDeque::new(); hwqs as usize],
            filled: Mask::NONE,
            last: 0,
            running: vec![VecDeque::new(); hwqs as usize],
            ended: vec![Ended::default(); hwqs as usize],
            done: VecDeque::new(),
            launched: 0,
        }
    }

    /// The HWQ a stream is mapped to.
    pub fn hwq(&self, stream: u32) -> Hwq {
        Hwq::new(stream % self.queues.len() as u32)
    }

    /// A kernel is launched on stream `stream`.
    pub fn launch(&mut self, stream: u32, kernel: HostKernel) {
        self.launched += 1;
        let hwq = self.hwq(stream).index();
        self.queues[hwq].push_back((kernel.at, kernel.desc));
        self.filled.set(hwq as u32, true);
        self.running[hwq].push_back(stream);
    }

    /// Kernels launched so far.
    pub fn launched(&self) -> u64 {
        self.launched
    }

    /// Whether every kernel the host launched has completed.
    pub fn is_empty(&self) -> bool {
        self.running.iter().all(VecDeque::is_empty)
    }

    /// Whether every kernel the host launched on `stream` has completed, its descendants included.
    pub fn is_stream_empty(&self, stream: u32) -> bool {
        !self.running[self.hwq(stream).index()].contains(&stream)
    }

    /// Whether the KMU has not taken the kernel with this descriptor yet.
    pub fn holds(&self, desc: DeviceAddr) -> bool {
        self.queues.iter().flatten().any(|&(_, held)| held == desc)
    }

    /// Streams of the kernels of a queue that have not ended, in the order in which they run.
    pub fn streams(&self, hwq: Hwq) -> impl Iterator<Item = u32> + '_ {
        self.running[hwq.index()].iter().copied()
    }

    /// The hardware work queues whose kernel has completed with all its descendants while its entry in the Kernel
    /// Distributor has not retired.
    pub fn unretired(&self) -> impl Iterator<Item = Hwq> + '_ {
        let waits = |ended: &Ended| ended.complete && !ended.retired;
        let ended = self.ended.iter().enumerate();
        ended.filter(move |(_, ended)| waits(ended)).map(|(hwq, _)| Hwq::new(hwq as u32))
    }

    /// The Kernel Distributor has retired the kernel of a queue.
    fn retired(&mut self, hwq: Hwq) {
        self.ended[hwq.index()].retired = true;
        self.settle(hwq);
    }

    /// The kernel of a queue and all its descendants have ended.
    pub fn complete(&mut self, hwq: Hwq) {
        self.ended[hwq.index()].complete = true;
        self.settle(hwq);
    }

    fn settle(&mut self, hwq: Hwq) {
        let ended = &mut self.ended[hwq.index()];
        if ended.retired && ended.complete {
            *ended = Ended::default();
            self.done.push_back(hwq);
        }
    }

    /// Drives the KMU's host pins - one kernel a cycle, round-robin over queues with an empty head
    /// slot - and tells it of kernels that have ended, one a cycle too.
    #[inline]
    pub fn drive(&mut self, now: u64, chip: &mut Chip, pins: &BoundaryPins) {
        let tag = chip.get(pins.kernels.retire_tag);
        if chip.get(pins.kernels.retire_valid) != 0 {
            if let Some(hwq) = queue_of(chip, tag) {
                self.retired(hwq);
            }
        }
        let pins = self.pins;
        let done = self.done.pop_front();
        if let Some(hwq) = done {
            self.running[hwq.index()].pop_front();
        }
        chip.set(pins.done_valid, done.is_some().into());
        set(chip, pins.done_hwq, done);
        let ready = chip.get_mask(pins.hwq_ready, width::HWQS) & self.filled;
        let offered = if ready.any() { self.choose(now, ready) } else { None };
        chip.set(pins.host_valid, offered.is_some().into());
        set(chip, pins.host_hwq, offered.map(|(hwq, _)| hwq));
        set(chip, pins.host_desc, offered.map(|(_, desc)| desc));
    }

    /// The next kernel to offer among the HWQs in `ready`, taken off its queue: the HWQ and the descriptor.
    fn choose(&mut self, now: u64, ready: Mask) -> Option<(Hwq, DeviceAddr)> {
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
        Some((Hwq::new(hwq as u32), desc))
    }
}

impl Acts for HostQueues {
    fn next_event(&self, now: u64, chip: &Chip) -> Option<u64> {
        if !self.done.is_empty() {
            return Some(now + 1);
        }
        let ready = chip.get_mask(self.pins.hwq_ready, width::HWQS) & self.filled;
        let open = ready.iter().filter_map(|hwq| self.queues[hwq as usize].front());
        open.map(|&(at, _)| at.max(now + 1)).min()
    }
}
