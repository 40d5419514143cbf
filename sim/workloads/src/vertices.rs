//! The shared parts of the graph applications: the graph and a queue of vertices in device memory, and the
//! comparison of a result that has one number per vertex.

use super::words::{place, words};
use crate::inputs::Graph;
use heddle_sim::host::Arg;
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// A graph in device memory. The addresses are zero before `place`, so an access faults.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DeviceGraph {
    offsets: u64,
    columns: u64,
}

impl DeviceGraph {
    /// Allocates and fills the buffers.
    pub(super) fn place(graph: &Graph, memory: &mut GlobalMemory) -> Result<Self, MemoryFault> {
        let offsets = place(memory, "buffer `offsets`", graph.offsets())?;
        let columns = place(memory, "buffer `columns`", graph.columns())?;
        Ok(Self { offsets, columns })
    }

    /// Returns the addresses of the offsets and the columns.
    pub(super) fn addresses(&self) -> [u64; 2] {
        [self.offsets, self.columns]
    }
}

/// Two queues of vertices: kernels read one and fill the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct VertexQueue {
    pub(super) frontier: u64,
    pub(super) next_frontier: u64,
    pub(super) next_count: u64,
}

impl VertexQueue {
    /// Allocates queues of at most `vertices` and fills the next one with `first`.
    pub(super) fn place(
        vertices: u32,
        first: &[u32],
        memory: &mut GlobalMemory,
    ) -> Result<Self, MemoryFault> {
        let queue = Self {
            frontier: words(memory, "buffer `frontier`", u64::from(vertices))?,
            next_frontier: words(memory, "buffer `next_frontier`", u64::from(vertices))?,
            next_count: words(memory, "buffer `next_count`", 1)?,
        };
        // The vertices are stored where a launch would have queued them, so the first step is like any other.
        memory.write_u32s(queue.next_frontier, first)?;
        memory.write_u32(queue.next_count, first.len() as u32)?;
        Ok(queue)
    }

    /// Returns how many vertices the last launch queued. A device that queues some vertex twice overruns the
    /// buffer, which is a fault.
    fn queued(&self, memory: &GlobalMemory) -> Result<u32, MemoryFault> {
        let count = memory.read_u32(self.next_count)?;
        memory.slice(self.next_frontier, 4 * u64::from(count))?;
        Ok(count)
    }

    /// Begins the next round: kernels read the queued vertices and fill the other queue. Returns the number of
    /// queued vertices. Returns `None` if there are none, or after `most` rounds, which no correct device exceeds;
    /// `verify` then reports the error.
    pub(super) fn next_round(
        &mut self,
        round: &mut u32,
        most: u32,
        memory: &mut GlobalMemory,
    ) -> Result<Option<u32>, MemoryFault> {
        let count = self.queued(memory)?;
        if count == 0 || *round == most {
            return Ok(None);
        }
        std::mem::swap(&mut self.frontier, &mut self.next_frontier);
        memory.write_u32(self.next_count, 0)?;
        *round += 1;
        Ok(Some(count))
    }

    /// Returns the addresses of the queue to read, the queue to fill and its length.
    pub(super) fn addresses(&self) -> [u64; 3] {
        [self.frontier, self.next_frontier, self.next_count]
    }
}

/// Builds a structure of pointers, then numbers.
pub(super) fn structure(pointers: &[u64], numbers: &[u32]) -> Arg {
    let pointers = pointers.iter().map(|&pointer| Arg::U64(pointer));
    let fields: Vec<Arg> = pointers.chain(numbers.iter().map(|&n| Arg::U32(n))).collect();
    Arg::structure(&fields)
}

/// Compares the number of each vertex. `text` says what a number means; `where_from` adds context to the first
/// difference.
pub(super) fn compare_vertices(
    app: &str,
    actual: &[u32],
    expected: &[u32],
    text: impl Fn(u32) -> String,
    where_from: &str,
) -> Result<(), String> {
    let mut differences = (0..expected.len()).filter(|&vertex| actual[vertex] != expected[vertex]);
    match differences.next() {
        None => Ok(()),
        Some(first) => Err(format!(
            "{app}: vertex {first} is {}, the CPU reference says {} ({where_from}{} of {} vertices differ)",
            text(actual[first]),
            text(expected[first]),
            1 + differences.count(),
            expected.len()
        )),
    }
}
