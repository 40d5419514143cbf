//! One SMX with memory, and a driver that launches TBs into it.

use crate::config::GpuConfig;
use crate::exec::Fault;
use crate::mem::{GlobalMemory, MemoryFault, MemoryStats, MemorySystem};
use crate::ptx::Program;
use crate::runtime::{CudaError, DeviceRuntime, LaunchLimits};
use crate::smx::{Smx, SmxEvents, SmxStats, TbStart};

/// Cycle limit of every test; a test that reaches it hangs.
const CYCLES_MAX: u64 = 10_000_000;

#[derive(Default)]
struct Buffers(LaunchLimits);

impl DeviceRuntime for Buffers {
    fn parameter_buffer(
        &mut self,
        memory: &mut GlobalMemory,
        bytes: u64,
    ) -> Result<u64, MemoryFault> {
        memory.alloc(bytes, 64)
    }

    fn return_buffer(&mut self, _: &mut GlobalMemory, _: u64) {}

    fn holds_parameters(&self, _: u64) -> bool {
        false
    }

    fn create_stream(&mut self) -> u64 {
        1
    }

    fn destroy_stream(&mut self, _: u64) -> bool {
        true
    }

    fn has_stream(&self, _: u64) -> bool {
        true
    }

    fn limits(&self) -> &LaunchLimits {
        &self.0
    }

    fn launch_pends(&mut self) -> bool {
        true
    }

    fn call_failed(&mut self, _: CudaError) {}

    fn launch_starts(&mut self) {}

    fn heap_allocate(&mut self, memory: &mut GlobalMemory, bytes: u64) -> Result<u64, MemoryFault> {
        memory.alloc(bytes, 16)
    }

    fn heap_free(&mut self, _: &mut GlobalMemory, _: u64) -> bool {
        true
    }

    fn text(&mut self, memory: &mut GlobalMemory, text: &'static str) -> Result<u64, MemoryFault> {
        memory.alloc(text.len() as u64 + 1, 1)
    }

    fn print(&mut self, _: String) {}
}

/// The machine under test.
pub(in crate::smx) struct Bench {
    pub config: GpuConfig,
    pub program: Program,
    pub memory: GlobalMemory,
    pub timing: MemorySystem,
    pub smx: Smx,
    pub events: SmxEvents,
    pub now: u64,
    /// Called after each step of a grid.
    pub after_step: fn(&mut Smx),
}

impl Bench {
    pub fn new(config: GpuConfig, ptx: &str) -> Self {
        Self::on(config, Program::parse("test.ptx", ptx).unwrap())
    }

    /// Builds the machine like [`Bench::new`], for a program that is already parsed.
    pub fn on(config: GpuConfig, mut program: Program) -> Self {
        let mut memory = GlobalMemory::new(config.memory_bytes);
        program.load_globals(&mut memory).unwrap();
        Self {
            timing: MemorySystem::new(&config),
            smx: Smx::new(0, &config),
            events: SmxEvents::default(),
            now: 0,
            after_step: |_| {},
            config,
            program,
            memory,
        }
    }

    /// Allocates device memory and fills it.
    pub fn words(&mut self, values: &[u32]) -> u64 {
        let addr = self.memory.alloc(4 * values.len() as u64, 256).unwrap();
        self.memory.write_u32s(addr, values).unwrap();
        addr
    }

    /// Describes a launch of the first function; `args` are laid out as 64-bit values.
    pub fn start(&mut self, grid: [u32; 3], block: [u32; 3], args: &[u64]) -> TbStart {
        let words: Vec<u32> = args.iter().flat_map(|&a| [a as u32, (a >> 32) as u32]).collect();
        let param_base = self.words(&words);
        TbStart {
            slot: 0,
            function: 0,
            grid,
            block,
            block_idx: [0; 3],
            param_base,
            shared_bytes: 0,
            grid_id: 1,
            launches: false,
            depth: 0,
            family: 0,
            tag: 0,
        }
    }

    pub fn launch(&mut self, start: &TbStart) {
        self.smx.launch_tb(self.now, &self.program, start);
    }

    pub fn step(&mut self) -> Result<(), Fault> {
        self.timing.advance(self.now);
        self.hear();
        self.smx.step(
            self.now,
            &self.program,
            &mut self.memory,
            &mut self.timing,
            &mut Buffers::default(),
            &mut self.events,
        )
    }

    /// Tells the SMX what the memory system has to say.
    fn hear(&mut self) {
        let mut notes = Vec::new();
        self.timing.take_notes(&mut notes);
        notes.iter().for_each(|note| self.smx.hear(note, &self.program));
    }

    /// Returns the cycle in which the SMX has something to do next.
    pub fn next_event(&mut self) -> Option<u64> {
        let next = |smx: &Smx, now| smx.next_event(now).unwrap_or(u64::MAX);
        let mut at = next(&self.smx, self.now);
        while self.timing.advance_to_note(at) {
            self.hear();
            at = next(&self.smx, self.now);
        }
        (at != u64::MAX).then_some(at)
    }

    /// Runs a whole grid, at most `resident` TBs at a time, one launch per cycle. Returns the cycle after the
    /// last. With `skip`, cycles in which nothing can happen are not stepped.
    pub fn run_grid(&mut self, start: &TbStart, resident: u32, skip: bool) -> u64 {
        let [x, y, z] = start.grid;
        let (total, mut next, mut ended) = (x * y * z, 0, 0);
        let mut free: Vec<u32> = (0..resident).rev().collect();
        while ended < total {
            assert!(self.now < CYCLES_MAX, "the kernel does not complete");
            self.step().unwrap();
            (self.after_step)(&mut self.smx);
            for tb in self.events.tb_ended.drain(..) {
                free.push(tb.slot);
                ended += 1;
            }
            let mut launched = false;
            if next < total {
                if let Some(slot) = free.pop() {
                    let block_idx = [next % x, next / x % y, next / x / y];
                    self.launch(&TbStart { slot, block_idx, tag: next.into(), ..start.clone() });
                    next += 1;
                    launched = true;
                }
            }
            let may_launch = launched && next < total && !free.is_empty();
            self.now = match skip && !may_launch {
                true => self.next_event().unwrap_or(self.now + 1),
                false => self.now + 1,
            };
        }
        self.now
    }

    /// Returns all counters of a run.
    pub fn counts(&mut self) -> (SmxStats, MemoryStats) {
        (self.smx.stats(self.now), self.timing.stats())
    }
}
