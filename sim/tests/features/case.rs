//! The launch of a feature kernel: its arguments, and the expected outputs.

use super::compare::{bytes_of, difference, Element};
use super::page::shows;
use super::source::Source;
use crate::common::{run_both_ways, timeless};
use heddle_sim::config::GpuConfig;
use heddle_sim::exec::{self, RedundancyCheck};
use heddle_sim::gpu::{self, ModelUnits, RunOptions};
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};
use heddle_sim::ptx::{Isa, Program};
use heddle_sim::runtime::params::{write_params, ParameterHeap};
use std::num::NonZeroUsize;

/// Checks the bytes of a buffer after the run; returns a difference.
type Check = Box<dyn Fn(&[u8]) -> Option<String>>;

enum Argument {
    Scalar(Arg),
    Buffer { bytes: Vec<u8>, check_bytes: Check },
}

/// A launch of one kernel and its expected outcome.
pub struct Case {
    source: Source,
    kernel: String,
    features: Vec<&'static str>,
    grid: [u32; 3],
    block: [u32; 3],
    shared_bytes: u32,
    arguments: Vec<Argument>,
    /// A kernel of the module to be launched before, and how many of the arguments it takes.
    before: Option<(String, usize)>,
    /// The expected printed texts in alphabetical order, because threads print in any order.
    printed: Vec<String>,
    /// Its TBs wait for each other.
    together: bool,
}

impl Case {
    /// Creates a launch of the kernel `name` of `sim/features/<group>/<name>.cu`, with one TB of 32 threads.
    pub fn new(group: &str, name: &str) -> Self {
        Self {
            source: Source::new(group, name),
            kernel: name.into(),
            features: Vec::new(),
            grid: [1; 3],
            block: [32, 1, 1],
            shared_bytes: 0,
            arguments: Vec::new(),
            before: None,
            printed: Vec::new(),
            together: false,
        }
    }

    /// Declares the instructions that the kernel tests, as `stem.modifier`. Each must be in the PTX of at least
    /// one compiler.
    pub fn shows(mut self, features: &[&'static str]) -> Self {
        self.features.extend(features);
        self
    }

    /// Sets the number of TBs, and of threads per TB.
    pub fn grid(mut self, tbs: u32, threads: u32) -> Self {
        (self.grid, self.block) = ([tbs, 1, 1], [threads, 1, 1]);
        self
    }

    /// Sets the number of TBs, and of threads per TB, in three dimensions.
    pub fn space(mut self, grid: [u32; 3], block: [u32; 3]) -> Self {
        (self.grid, self.block) = (grid, block);
        self
    }

    /// Sets the bytes of dynamic shared memory.
    pub fn shared(mut self, bytes: u32) -> Self {
        self.shared_bytes = bytes;
        self
    }

    /// Launches another kernel of the module first, in the same stream. The arguments so far are its own.
    pub fn after(mut self, kernel: &str) -> Self {
        self.before = Some((kernel.into(), self.arguments.len()));
        self
    }

    /// Sets the texts that its threads print, in any order.
    pub fn prints(mut self, mut texts: Vec<String>) -> Self {
        texts.sort_unstable();
        self.printed = texts;
        self
    }

    /// Appends a number.
    pub fn scalar(mut self, value: Arg) -> Self {
        self.arguments.push(Argument::Scalar(value));
        self
    }

    /// Appends a buffer that the kernel reads. It must be unchanged after the run.
    pub fn input<E: Element>(self, elements: &[E]) -> Self {
        let unchanged = bytes_of(elements);
        self.buffer(unchanged.clone(), move |found| {
            (found != unchanged).then(|| "an input has been written to".into())
        })
    }

    /// Appends a buffer that the kernel changes, with its contents before and after.
    pub fn updated<E: Element + 'static>(self, before: &[E], after: &[E]) -> Self {
        let after = after.to_vec();
        self.buffer(bytes_of(before), move |found| difference(found, &after, &[0]))
    }

    /// Appends a zeroed buffer that the kernel writes, with its exact expected contents.
    pub fn output<E: Element + 'static>(self, expected: &[E]) -> Self {
        self.output_within(expected, &[0])
    }

    /// Appends a zeroed buffer that the kernel writes. Its contents may differ by `ulps` representable values. The
    /// tolerances apply in turn, one per column.
    pub fn output_within<E: Element + 'static>(self, expected: &[E], ulps: &[u64]) -> Self {
        let (expected, ulps) = (expected.to_vec(), ulps.to_vec());
        let zeros = vec![0; expected.len() * E::BYTES];
        self.buffer(zeros, move |found| difference(found, &expected, &ulps))
    }

    /// Appends a buffer with these bytes, and the check of its contents after the run.
    pub fn buffer(
        mut self,
        bytes: Vec<u8>,
        check_bytes: impl Fn(&[u8]) -> Option<String> + 'static,
    ) -> Self {
        self.arguments.push(Argument::Buffer { bytes, check_bytes: Box::new(check_bytes) });
        self
    }

    /// Says that the TBs wait for each other, so that they run on machines only: for values alone, one TB runs after
    /// another.
    pub fn together(mut self) -> Self {
        self.together = true;
        self
    }

    /// Runs the PTX of each compiler for its values alone and on a small and a large machine. The machines run
    /// with and without skipping time, and with several threads. Panics with the first difference.
    pub fn check(self) {
        let compiled = self.source.ptx();
        for feature in &self.features {
            let found = compiled.iter().any(|(_, text)| shows(text, feature));
            assert!(
                found,
                "no compiler uses `{feature}` in {}/{}",
                self.source.group, self.source.name
            );
        }
        for (index, (compiler, text)) in compiled.iter().enumerate() {
            let file = format!("{}/{}.{compiler}.ptx", self.source.group, self.source.name);
            let run =
                || Run { case: &self, file: &file, text, addresses: Vec::new(), launched: false };
            if !self.together {
                check_values(&file, run);
            }
            // The additional checks on a large machine do not depend on the compiler.
            for preset in if index == 0 { &["tiny", "k20c"][..] } else { &["tiny"] } {
                if let Err(message) = self.on_the_machine(preset, run) {
                    panic!("{file}, on the machine {preset}: {message}");
                }
            }
            if index == 0 {
                self.compare_threads(run);
            }
        }
    }
}

/// Runs a kernel for its values alone, on the registers of its text and on those that are allocated.
fn check_values<'a>(file: &str, run: impl Fn() -> Run<'a>) {
    let values = match run().functional(None) {
        Ok(values) => values,
        Err(message) => panic!("{file}, values alone: {message}"),
    };
    for isa in [Isa::Sm35, Isa::Sm70] {
        let found = run().functional(Some(isa));
        assert_eq!(found.as_ref(), Ok(&values), "{file}, in the registers of {isa:?}");
    }
}

/// A machine on which kernels may launch kernels.
fn machine(preset: &str) -> GpuConfig {
    let mut config = GpuConfig::preset(preset).expect("a preset");
    config.set("kernel.launch", "cdp").expect("a key");
    config
}

impl Case {
    fn on_the_machine<'a>(&self, preset: &str, run: impl Fn() -> Run<'a>) -> Result<(), String> {
        let config = machine(preset);
        let (_, result) = run_both_ways(&config, run).map_err(|error| error.to_string())?;
        result.difference.map_or(Ok(()), Err)?;
        self.printed_as_expected(&result.printed)
    }

    /// Panics if three threads give another result than one, on a machine with an SMX for each of some TBs. Fewer
    /// TBs than threads are stepped by one thread anyway.
    fn compare_threads<'a>(&self, run: impl Fn() -> Run<'a>) {
        const THREADS: usize = 3;
        if self.grid.iter().product::<u32>() < THREADS as u32 {
            return;
        }
        let mut config = machine("tiny");
        config.set("smx.count", "4").expect("a key");
        let outcome = |threads| {
            let options =
                RunOptions { threads: NonZeroUsize::new(threads), ..RunOptions::default() };
            let result = gpu::run(&config, &mut run(), &ModelUnits, options);
            result.map(|result| timeless(&result)).map_err(|error| error.to_string())
        };
        assert_eq!(outcome(THREADS), outcome(1), "{} with {THREADS} threads", run().file);
    }

    fn printed_as_expected(&self, found: &[String]) -> Result<(), String> {
        let mut found = found.to_vec();
        found.sort_unstable();
        if found == self.printed {
            return Ok(());
        }
        Err(format!("expected to print {:?}, found {found:?}", self.printed))
    }
}

/// One case as a running workload of the machine.
struct Run<'a> {
    case: &'a Case,
    file: &'a str,
    text: &'a str,
    /// Device addresses of the buffers, 0 for numbers.
    addresses: Vec<u64>,
    launched: bool,
}

impl Run<'_> {
    /// Runs for the values alone, with `isa` on the registers that are counted for it, and checks what the pass of DARSIE
    /// says. Returns the contents of the buffers.
    fn functional(mut self, isa: Option<Isa>) -> Result<Vec<Vec<u8>>, String> {
        let mut program =
            Program::parse(self.file, self.text).map_err(|error| error.to_string())?;
        if let Some(isa) = isa {
            program = program.in_registers(isa).ok_or("too many values")?;
        }
        let mut memory = GlobalMemory::new(1 << 28);
        let mut heap = ParameterHeap::new();
        program.load_globals(&mut memory).map_err(|fault| fault.to_string())?;
        self.setup(&mut memory).map_err(|fault| fault.to_string())?;
        let mut check = RedundancyCheck::new(&program);
        for launch in self.launches() {
            let (function, kernel) =
                program.function_by_name(&launch.kernel).ok_or("no such kernel")?;
            let param_base = write_params(kernel, &launch.args, &mut heap, &mut memory)
                .map_err(|error| error.to_string())?;
            let HostLaunch { grid, block, shared_bytes, .. } = launch;
            let launch = exec::Launch { function, param_base, grid, block, shared_bytes };
            check
                .run(&program, &mut memory, &mut heap, launch)
                .map_err(|fault| fault.to_string())?;
        }
        if let Some(contradiction) = check.contradictions().first() {
            return Err(format!("redundancy: {contradiction}"));
        }
        self.case.printed_as_expected(heap.printed())?;
        self.verify(&memory)?;
        let buffers = self.case.arguments.iter().zip(&self.addresses);
        let contents = buffers.filter_map(|(argument, address)| match argument {
            Argument::Scalar(_) => None,
            Argument::Buffer { bytes, .. } => Some(memory.slice(*address, bytes.len() as u64)),
        });
        contents.map(|slice| Ok(slice.map_err(|fault| fault.to_string())?.to_vec())).collect()
    }

    fn launches(&self) -> Vec<HostLaunch> {
        let args: Vec<Arg> = self
            .case
            .arguments
            .iter()
            .zip(&self.addresses)
            .map(|(argument, address)| match argument {
                Argument::Scalar(value) => value.clone(),
                Argument::Buffer { .. } => Arg::U64(*address),
            })
            .collect();
        let launch = |kernel: &str, args: &[Arg]| HostLaunch {
            kernel: kernel.into(),
            grid: self.case.grid,
            block: self.case.block,
            shared_bytes: self.case.shared_bytes,
            args: args.to_vec(),
            stream: 0,
            mapping: None,
        };
        match &self.case.before {
            None => vec![launch(&self.case.kernel, &args)],
            Some((first, count)) => {
                let (firsts, own) = args.split_at(*count);
                vec![launch(first, firsts), launch(&self.case.kernel, own)]
            }
        }
    }
}

impl Workload for Run<'_> {
    fn name(&self) -> &str {
        self.file
    }

    fn ptx(&self) -> &str {
        self.text
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        for argument in &self.case.arguments {
            self.addresses.push(match argument {
                Argument::Scalar(_) => 0,
                Argument::Buffer { bytes, .. } => {
                    let address = memory.alloc(bytes.len() as u64, 256)?;
                    memory.slice_mut(address, bytes.len() as u64)?.copy_from_slice(bytes);
                    address
                }
            });
        }
        Ok(())
    }

    fn step(&mut self, _: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if std::mem::replace(&mut self.launched, true) {
            return Ok(HostStep::Done);
        }
        Ok(HostStep::Launch(self.launches()))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        for (index, (argument, address)) in
            self.case.arguments.iter().zip(&self.addresses).enumerate()
        {
            if let Argument::Buffer { bytes, check_bytes } = argument {
                let found = memory
                    .slice(*address, bytes.len() as u64)
                    .map_err(|fault| fault.to_string())?;
                if let Some(difference) = check_bytes(found) {
                    return Err(format!("argument {index}: {difference}"));
                }
            }
        }
        Ok(())
    }
}
