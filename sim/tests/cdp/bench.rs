//! Runs one program functionally and on whole machines, by CDP and by DTBL, with and without latencies.

use crate::common::run_both_ways;
use heddle_sim::config::GpuConfig;
use heddle_sim::exec::{run_functional, Launch};
use heddle_sim::gpu::{self, ModelUnits, RunError, RunOptions, RunResult};
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};
use heddle_sim::ptx::Program;
use heddle_sim::runtime::params::{write_params, ParameterHeap};
use heddle_sim::runtime::LaunchLimits;

/// An argument of the host's launch.
#[derive(Clone, Copy)]
pub enum Value {
    /// The address of a buffer, by its position in the case.
    Buffer(usize),
    /// A number.
    Number(u32),
}

/// A kernel over buffers of words.
#[derive(Clone)]
pub struct Case {
    pub ptx: &'static str,
    pub kernel: &'static str,
    pub grid: u32,
    pub block: u32,
    pub buffers: Vec<Vec<u32>>,
    pub arguments: Vec<Value>,
    /// A second kernel of the same dimensions in the same stream; launched on machines only.
    pub then: Option<(&'static str, Vec<Value>)>,
}

/// A host program that launches the case once.
struct Host<'a> {
    case: &'a Case,
    addresses: Vec<u64>,
    launched: bool,
    found: Vec<Vec<u32>>,
}

impl<'a> Host<'a> {
    fn new(case: &'a Case) -> Self {
        Self { case, addresses: Vec::new(), launched: false, found: Vec::new() }
    }

    fn launch(&self, kernel: &str, values: &[Value]) -> HostLaunch {
        let argument = |value: &Value| match *value {
            Value::Buffer(index) => Arg::U64(self.addresses[index]),
            Value::Number(number) => Arg::U32(number),
        };
        HostLaunch {
            kernel: kernel.into(),
            grid: [self.case.grid, 1, 1],
            block: [self.case.block, 1, 1],
            shared_bytes: 0,
            args: values.iter().map(argument).collect(),
            stream: 0,
            mapping: None,
        }
    }

    fn read(&mut self, memory: &GlobalMemory) -> Result<(), MemoryFault> {
        let buffers = self.addresses.iter().zip(&self.case.buffers);
        let words = buffers.map(|(&at, words)| memory.read_u32s(at, words.len() as u64));
        self.found = words.collect::<Result<_, _>>()?;
        Ok(())
    }
}

impl Workload for Host<'_> {
    fn name(&self) -> &str {
        self.case.kernel
    }
    fn ptx(&self) -> &str {
        self.case.ptx
    }
    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        for words in &self.case.buffers {
            let address = memory.alloc(4 * words.len() as u64, 256)?;
            memory.write_u32s(address, words)?;
            self.addresses.push(address);
        }
        Ok(())
    }
    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if self.launched {
            self.read(memory)?;
            return Ok(HostStep::Done);
        }
        self.launched = true;
        let first = self.launch(self.case.kernel, &self.case.arguments);
        let second = self.case.then.iter().map(|(kernel, values)| self.launch(kernel, values));
        Ok(HostStep::Launch([first].into_iter().chain(second).collect()))
    }
    fn verify(&self, _: &GlobalMemory) -> Result<(), String> {
        Ok(())
    }
    fn has_reference(&self) -> bool {
        false
    }
}

/// Launch mode and latencies of every machine on which a case runs.
pub const MODES: [(&str, &str); 4] =
    [("cdp", "modelled"), ("cdp", "ideal"), ("dtbl", "modelled"), ("dtbl", "ideal")];

/// Returns a machine by preset and settings.
pub fn config(preset: &str, settings: &[(&str, &str)]) -> GpuConfig {
    let mut config = GpuConfig::preset(preset).expect("a preset");
    for (key, value) in settings {
        config.set(key, value).expect(key);
    }
    config
}

impl Case {
    /// Returns the buffers after a functional run under the limits of a machine.
    pub fn functional(&self, config: &GpuConfig) -> Vec<Vec<u32>> {
        let mut memory = GlobalMemory::new(1 << 26);
        let mut program = Program::parse("case.ptx", self.ptx).expect("the text is understood");
        program.count_registers(config.smx.isa, None);
        program.load_globals(&mut memory).expect("memory");
        let mut host = Host::new(self);
        host.setup(&mut memory).expect("memory");
        let HostLaunch { grid, block, args, .. } = host.launch(self.kernel, &self.arguments);
        let (function, kernel) = program.function_by_name(self.kernel).expect("the kernel");
        let mut heap = ParameterHeap::with_limits(LaunchLimits::of(config));
        let param_base = write_params(kernel, &args, &mut heap, &mut memory).expect("arguments");
        let launch = Launch { function, param_base, grid, block, shared_bytes: 0 };
        run_functional(&program, &mut memory, &mut heap, launch).expect("the kernel runs");
        host.read(&memory).expect("memory");
        host.found
    }

    /// Returns the buffers after a run on a machine, and its measurements.
    pub fn machine(&self, config: &GpuConfig) -> Result<(Vec<Vec<u32>>, RunResult), RunError> {
        self.machine_with(config, RunOptions::default())
    }

    /// Runs on a machine with the given options.
    pub fn machine_with(
        &self,
        config: &GpuConfig,
        options: RunOptions,
    ) -> Result<(Vec<Vec<u32>>, RunResult), RunError> {
        let mut host = Host::new(self);
        let max_cycles = options.max_cycles.or(Some(50_000_000));
        let options = RunOptions { max_cycles, ..options };
        let result = gpu::run(config, &mut host, &ModelUnits, options)?;
        Ok((host.found, result))
    }

    /// Runs functionally and in every mode on a small machine. Buffer `output` must be `expected`.
    pub fn check_everywhere(&self, settings: &[(&str, &str)], output: usize, expected: &[u32]) {
        let plain = config("tiny", settings);
        assert_eq!(self.functional(&plain)[output], expected, "{} functionally", self.kernel);
        self.check_on_machines(settings, output, expected);
    }

    /// Runs in every mode on a small machine, skipping time and through every cycle. Buffer `output` must be
    /// `expected`.
    pub fn check_on_machines(&self, settings: &[(&str, &str)], output: usize, expected: &[u32]) {
        for (launch, latency) in MODES {
            let mode = [("kernel.launch", launch), ("kernel.latency", latency)];
            let config = config("tiny", &[&mode, settings].concat());
            let (host, _) = run_both_ways(&config, || Host::new(self))
                .unwrap_or_else(|error| panic!("{} by {launch}, {latency}: {error}", self.kernel));
            assert_eq!(host.found[output], expected, "{} by {launch}, {latency}", self.kernel);
        }
    }
}
