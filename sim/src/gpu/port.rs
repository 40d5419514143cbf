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

/// A read on its way back.
#[derive(Debug)]
struct Read {
    /// Its words that have not been given.
    words: VecDeque<u32>,
    /// Cycle in which memory has served it, if that is known.
    done: Option<u64>,
    /// Tells it in what the memory system says.
    token: Option<u32>,
}

/// Reads on their way back.
#[derive(Debug, Default)]
pub struct MemoryPort {
    reads: VecDeque<Read>,
    /// Cycle after that of the last word.
    free_at: u64,
}

impl MemoryPort {
    /// Whether there is a word in cycle `now`, and it, taken off the port; 0 without one. The words of a read come one a
    /// cycle.
    pub fn response(&mut self, now: u64) -> (bool, u32) {
        let due = self.next_event().is_some_and(|at| at <= now);
        let Some(read) = self.reads.front_mut().filter(|_| due) else { return (false, 0) };
        let word = read.words.pop_front();
        if read.words.is_empty() {
            self.reads.pop_front();
        }
        self.free_at = now + 1;
        (word.is_some(), word.unwrap_or(0))
    }

    /// Takes a read of `words` words at `addr`, which is served in cycle `done` or, if that is not known, when
    /// [`MemoryPort::served`] says so.
    pub fn read(
        &mut self,
        addr: u64,
        words: u32,
        done: Option<u64>,
        token: Option<u32>,
        memory: &GlobalMemory,
    ) -> Result<(), MemoryFault> {
        let words = (0..u64::from(words)).map(|word| memory.read_u32(addr + 4 * word));
        let words = words.collect::<Result<_, _>>()?;
        self.reads.push_back(Read { words, done, token });
        Ok(())
    }

    /// Whether the first read has not been answered, and nobody knows when it will be.
    pub fn is_waiting(&self) -> bool {
        self.reads.front().is_some_and(|read| read.done.is_none())
    }

    /// The token of the first read, while it is in the memory system.
    pub fn token(&self) -> Option<u32> {
        self.reads.front()?.token
    }

    /// Memory has served the reads with this token in cycle `at`.
    pub fn served(&mut self, token: u32, at: u64) {
        for read in self.reads.iter_mut().filter(|read| read.token == Some(token)) {
            (read.token, read.done) = (None, Some(at));
        }
    }

    /// When the next response is due; none if there is none, or it is not known.
    pub fn next_event(&self) -> Option<u64> {
        Some(self.reads.front()?.done?.max(self.free_at))
    }
}
