//! The host side of the device: streams onto hardware work queues.

use super::rooms::Rooms;
use std::collections::VecDeque;

/// Kernels the host has launched and the KMU has not taken yet, per HWQ.
pub struct HostQueues {
    queues: Vec<VecDeque<(u64, u32)>>,
    last: usize,
    /// Streams of the kernels that have not completed, in the order of their launches: a queue runs
    /// them one after the other.
    running: Vec<VecDeque<u32>>,
}

impl HostQueues {
    /// Queues for `hwqs` hardware work queues.
    pub fn new(hwqs: u32) -> Self {
        let queues = vec![VecDeque::new(); hwqs as usize];
        Self { queues, last: 0, running: vec![VecDeque::new(); hwqs as usize] }
    }

    /// The HWQ a stream is mapped to.
    pub fn hwq(&self, stream: u32) -> u32 {
        stream % self.queues.len() as u32
    }

    /// A kernel reaches the device at cycle `at` on stream `stream`.
    pub fn launch(&mut self, at: u64, stream: u32, desc: u32) {
        let hwq = self.hwq(stream) as usize;
        self.queues[hwq].push_back((at, desc));
        self.running[hwq].push_back(stream);
    }

    /// Whether every kernel the host launched has completed.
    pub fn is_empty(&self) -> bool {
        self.running.iter().all(VecDeque::is_empty)
    }

    /// Whether every kernel the host launched on `stream` has completed.
    pub fn is_stream_empty(&self, stream: u32) -> bool {
        !self.running[self.hwq(stream) as usize].contains(&stream)
    }

    /// The oldest kernel of a queue has completed.
    pub fn complete(&mut self, hwq: u32) {
        self.running[hwq as usize].pop_front();
    }

    /// The next cycle after `now` in which the host offers something.
    pub fn next_event(&self, now: u64, rooms: &Rooms) -> Option<u64> {
        let ready = rooms.kmu.out.hwq_ready;
        let open = self.queues.iter().enumerate().filter(|(hwq, _)| ready >> hwq & 1 == 1);
        open.filter_map(|(_, queue)| queue.front()).map(|&(at, _)| at.max(now + 1)).min()
    }

    /// Drives the KMU's host pins: one kernel a cycle, round-robin over queues with an empty head
    /// slot.
    pub fn drive(&mut self, now: u64, rooms: &mut Rooms) {
        let ready = rooms.kmu.out.hwq_ready;
        let count = self.queues.len();
        let order = (1..=count).map(|distance| (self.last + distance) % count);
        let chosen = order.into_iter().find(|&hwq| {
            ready >> hwq & 1 == 1 && self.queues[hwq].front().is_some_and(|&(at, _)| at <= now)
        });
        let i = &mut rooms.kmu.input;
        (i.host_valid, i.host_hwq, i.host_desc) = (false, 0, 0);
        if let Some(hwq) = chosen {
            self.last = hwq;
            let desc = self.queues[hwq].pop_front().map_or(0, |(_, desc)| desc);
            (i.host_valid, i.host_hwq, i.host_desc) = (true, hwq as u32, desc);
        }
    }
}
