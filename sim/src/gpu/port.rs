//! The memory port of a hardware unit: values from device memory, time from the memory system,
//! responses in request order.

use crate::mem::{GlobalMemory, MemoryFault};
use std::collections::VecDeque;

/// A request as it stands on a unit's pins.
#[derive(Clone, Copy, Debug)]
pub struct PortRequest {
    /// It writes.
    pub write: bool,
    /// Byte address of the first word.
    pub addr: u32,
    /// Word to write.
    pub data: u32,
    /// Words to read.
    pub words: u32,
}

/// Reads on their way back.
#[derive(Debug, Default)]
pub struct MemoryPort {
    responses: VecDeque<(u64, u32)>,
}

impl MemoryPort {
    /// Whether there is a word in cycle `now`, and it, taken off the port; 0 without one.
    pub fn response(&mut self, now: u64) -> (bool, u32) {
        match self.responses.front() {
            Some(&(at, word)) if at <= now => {
                self.responses.pop_front();
                (true, word)
            }
            _ => (false, 0),
        }
    }

    /// Takes a request in cycle `now`; `done_at` tells when memory has served an address. The words of a
    /// read come one a cycle.
    pub fn request(
        &mut self,
        request: PortRequest,
        now: u64,
        memory: &mut GlobalMemory,
        done_at: impl FnOnce(u64, bool) -> u64,
    ) -> Result<(), MemoryFault> {
        let addr = u64::from(request.addr);
        let done = done_at(addr, request.write);
        if request.write {
            return memory.write_u32(addr, request.data);
        }
        let after_last = self.responses.back().map_or(0, |&(at, _)| at + 1);
        let first = done.max(now + 1).max(after_last);
        for word in 0..u64::from(request.words) {
            self.responses.push_back((first + word, memory.read_u32(addr + 4 * word)?));
        }
        Ok(())
    }

    /// When the next response is due.
    pub fn next_event(&self) -> Option<u64> {
        self.responses.front().map(|&(at, _)| at)
    }
}
