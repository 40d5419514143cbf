//! Measures the cost of the calls of the device runtime and of the dispatch of a kernel, by the clock of the
//! kernels themselves. The kernels print it.

use super::words::place;
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Number of launches of the kernel that measures dispatch; the last one prints.
const DISPATCHES: u32 = 3;

/// Executes each call of a launch with a number of threads of one warp at once.
#[derive(Clone, Debug)]
pub struct Calls {
    lanes: u32,
    refused: u64,
    launched: bool,
}

impl Calls {
    /// Most threads: one warp.
    pub const MAX_LANES: u32 = 32;

    /// Creates calls by `lanes` threads, 1 to [`Calls::MAX_LANES`].
    pub fn new(lanes: u32) -> Self {
        Self { lanes, refused: 0, launched: false }
    }
}

impl Workload for Calls {
    fn name(&self) -> &str {
        "calls"
    }

    fn ptx(&self) -> &str {
        ptx!("calls")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        self.refused = place(memory, "buffer `refused`", &vec![u32::MAX; self.lanes as usize])?;
        Ok(())
    }

    fn step(&mut self, _memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if self.launched {
            return Ok(HostStep::Done);
        }
        self.launched = true;
        let launch = |kernel: &str, threads: u32, args: Vec<Arg>| HostLaunch {
            kernel: kernel.to_owned(),
            grid: [1, 1, 1],
            block: [threads, 1, 1],
            shared_bytes: 0,
            args,
            stream: 0,
            mapping: None,
        };
        let mut launches = vec![launch("calls", self.lanes, vec![Arg::U64(self.refused)])];
        launches.extend((1..=DISPATCHES).map(|number| {
            let last = u32::from(number == DISPATCHES);
            launch("calls_dispatch", 1, vec![Arg::U32(last)])
        }));
        Ok(HostStep::Launch(launches))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let refused = memory.read_u32s(self.refused, u64::from(self.lanes));
        let refused = refused.map_err(|fault| format!("calls: reading the errors: {fault}"))?;
        match refused.iter().position(|&error| error != 0) {
            None => Ok(()),
            Some(thread) => Err(format!("calls: a call of thread {thread} was not carried out")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verify_names_the_first_thread_whose_call_was_refused() {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut calls = Calls::new(2);
        calls.setup(&mut memory).unwrap();
        memory.write_u32s(calls.refused, &[0, 69]).unwrap();
        let expected = "calls: a call of thread 1 was not carried out";
        assert_eq!(calls.verify(&memory).unwrap_err(), expected);
        memory.write_u32s(calls.refused, &[0, 0]).unwrap();
        assert_eq!(calls.verify(&memory), Ok(()));
    }
}
