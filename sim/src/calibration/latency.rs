//! Chains of dependent operations, timed by the thread that executes them.

use super::peer::OPERATIONS;
use crate::host::{Arg, HostLaunch, HostStep, Workload};
use crate::mem::{GlobalMemory, MemoryFault};

/// Operations in a chain.
const CHAIN: u32 = 64;
/// Bytes from a cell of the chased list to the next: each in a line, and a sector, of its own.
const STRIDE: u64 = 1024;
/// Words the kernel writes its times to, by chain.
const TIMES: u64 = 16;
/// Index of each of [`OPERATIONS`] in them.
const PLACES: [usize; OPERATIONS.len()] = [0, 9, 1, 2, 3, 4, 6, 7, 8];

/// One launch of `lat`.
#[derive(Clone, Debug, Default)]
pub struct Chains {
    times: u64,
    arguments: Vec<Arg>,
    launched: bool,
    measured: Vec<u32>,
}

impl Chains {
    /// Cycles an operation after a run, in the order of [`OPERATIONS`]; zeros before it.
    pub fn cycles(&self) -> [f64; OPERATIONS.len()] {
        let of = |place: usize| self.measured.get(place).copied().unwrap_or(0);
        PLACES.map(|place| f64::from(of(place)) / f64::from(CHAIN))
    }
}

impl Workload for Chains {
    fn name(&self) -> &str {
        "lat"
    }

    fn ptx(&self) -> &str {
        include_str!("../../calibration/lat.ptx")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let cells = u64::from(CHAIN) + 1;
        let list = memory.alloc_named("the chased list", cells * STRIDE, 1024)?;
        for cell in 0..cells {
            let (here, next) = (list + cell * STRIDE, list + (cell + 1) % cells * STRIDE);
            memory.write_u32s(here, &[next as u32, (next >> 32) as u32])?;
        }
        self.times = memory.alloc_named("the times", 4 * TIMES, 256)?;
        let sink = memory.alloc_named("the sink", 4, 256)?;
        let (list, times, sink) = (Arg::U64(list), Arg::U64(self.times), Arg::U64(sink));
        self.arguments = vec![list.clone(), list, Arg::U32(0), times, sink];
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if self.launched {
            self.measured = memory.read_u32s(self.times, TIMES)?;
            return Ok(HostStep::Done);
        }
        self.launched = true;
        Ok(HostStep::Launch(vec![HostLaunch {
            kernel: "lat".to_owned(),
            grid: [1; 3],
            block: [1; 3],
            shared_bytes: 0,
            args: self.arguments.clone(),
            stream: 0,
            mapping: None,
        }]))
    }

    fn verify(&self, _: &GlobalMemory) -> Result<(), String> {
        Ok(())
    }

    /// The times are the result.
    fn has_reference(&self) -> bool {
        false
    }
}
