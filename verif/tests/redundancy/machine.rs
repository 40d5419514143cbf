//! Tests that a machine whose warps skip leaves the memory that one without leaves, bit for bit.

use super::programs::{program, seeds};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run, ModelUnits, RunOptions};
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};
use heddle_verif::oracle::program::Program;
use std::thread::available_parallelism;

/// Programs of a run in CI.
const PROGRAMS: u64 = 60;
/// Core cycles of a run: far more than any takes.
const MAX_CYCLES: u64 = 2_000_000;

/// A random program as a workload, which keeps what is in memory at the end.
struct Random<'a> {
    program: &'a Program,
    text: &'a str,
    data: u64,
    launched: bool,
    left: Vec<u8>,
}

impl Workload for Random<'_> {
    fn name(&self) -> &str {
        "random"
    }

    fn ptx(&self) -> &str {
        self.text
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let bytes = self.program.image.len() as u64;
        self.data = memory.alloc(bytes, 256)?;
        memory.slice_mut(self.data, bytes)?.copy_from_slice(&self.program.image);
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if std::mem::replace(&mut self.launched, true) {
            let bytes = self.program.image.len() as u64;
            self.left = memory.slice(self.data, bytes)?.to_vec();
            return Ok(HostStep::Done);
        }
        Ok(HostStep::Launch(vec![HostLaunch {
            kernel: "k".into(),
            grid: self.program.grid,
            block: self.program.block,
            shared_bytes: 0,
            args: vec![Arg::U64(self.data)],
            stream: 0,
            mapping: None,
        }]))
    }

    fn verify(&self, _: &GlobalMemory) -> Result<(), String> {
        Ok(())
    }
}

/// What a machine leaves in memory, and how many instructions its warps have skipped. What they skip is executed too, and
/// compared.
fn left(config: &GpuConfig, program: &Program, text: &str) -> Result<(Vec<u8>, u64), String> {
    let mut workload = Random { program, text, data: 0, launched: false, left: Vec::new() };
    let options =
        RunOptions { max_cycles: Some(MAX_CYCLES), check_skips: true, ..RunOptions::default() };
    let result =
        run(config, &mut workload, &ModelUnits, options).map_err(|error| error.to_string())?;
    Ok((workload.left, result.skipped_instructions))
}

/// A small machine. How many registers warps share of it depends on the seed: with few, somebody always waits for one.
fn machine(seed: u64, frontend: &str) -> GpuConfig {
    let mut config = GpuConfig::preset("tiny").expect("a preset");
    config.set("frontend", frontend).expect("a front end");
    if frontend == "darsie" {
        let registers = [32, 8, 3, 1][(seed / 3 % 4) as usize];
        config.set("darsie.registers", &registers.to_string()).expect("registers");
    }
    config
}

/// Runs the program of a seed on both machines. Returns how many instructions were skipped.
fn compare(seed: u64) -> u64 {
    let (program, text) = program(seed);
    let on = |frontend: &str| {
        let left = left(&machine(seed, frontend), &program, &text);
        left.unwrap_or_else(|why| panic!("seed {seed}, {frontend}: {why}\n{text}"))
    };
    let ((base, _), (darsie, skipped)) = (on("base"), on("darsie"));
    assert_eq!(base.len(), program.image.len(), "seed {seed}");
    let differs = base.iter().zip(&darsie).position(|(base, darsie)| base != darsie);
    assert_eq!(differs, None, "seed {seed}: the byte where memory differs\n{text}");
    skipped
}

#[test]
fn random_programs_leave_the_same_memory_on_a_machine_that_skips() {
    let seeds = seeds(PROGRAMS);
    let threads = available_parallelism().map_or(1, |threads| threads.get());
    let (programs, skipped) = std::thread::scope(|scope| {
        let run = |first: usize| {
            let own = seeds.clone().skip(first).step_by(threads);
            scope.spawn(move || own.fold((0, 0), |(n, sum), seed| (n + 1, sum + compare(seed))))
        };
        let all: Vec<_> = (0..threads).map(run).collect();
        let all = all.into_iter().map(|own| own.join().expect("every program leaves the same"));
        all.fold((0, 0), |(n, sum), (programs, skipped)| (n + programs, sum + skipped))
    });
    println!("{programs} programs, {skipped} instructions skipped");
    assert!(skipped > programs, "{skipped} skips in {programs} programs are few");
}
