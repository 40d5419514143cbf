//! Tests that the pass of DARSIE is right about random PTX programs: no two warps of a TB contradict it, and a machine that
//! skips what it marks leaves the same memory (`machine.rs`).
//!
//! `HEDDLE_PROGRAMS=100000 cargo test --release -p heddle-verif redundancy::` runs 100,000 programs of each test.
//! `HEDDLE_SEED=7` runs the program of that seed alone, as a failure says.

mod machine;
mod programs;

use heddle_sim::exec::{Launch, RedundancyCheck};
use heddle_sim::host::Arg;
use heddle_sim::mem::GlobalMemory;
use heddle_sim::ptx;
use heddle_sim::runtime::params::{write_params, ParameterHeap};
use heddle_verif::oracle::program::Program;

/// Programs of a run in CI.
const PROGRAMS: u64 = 300;
/// Device memory of a run; programs need far less.
const CAPACITY: u64 = 1 << 24;

/// Runs a program and compares its warps. The error says why it cannot.
fn check(program: &Program, text: &str) -> Result<RedundancyCheck, String> {
    let mut module = ptx::Program::parse("program.ptx", text).map_err(|error| error.to_string())?;
    let (mut memory, mut heap) = (GlobalMemory::new(CAPACITY), ParameterHeap::new());
    let bytes = program.image.len() as u64;
    let data = memory.alloc(bytes, 256).map_err(|fault| fault.to_string())?;
    let image = memory.slice_mut(data, bytes).map_err(|fault| fault.to_string())?;
    image.copy_from_slice(&program.image);
    module.load_globals(&mut memory).map_err(|fault| fault.to_string())?;
    let (function, kernel) = module.function_by_name("k").ok_or("no kernel named k")?;
    let param_base = write_params(kernel, &[Arg::U64(data)], &mut heap, &mut memory)
        .map_err(|error| error.to_string())?;
    let (grid, block) = (program.grid, program.block);
    let launch = Launch { function, param_base, grid, block, shared_bytes: 0 };
    let mut check = RedundancyCheck::new(&module);
    check.run(&module, &mut memory, &mut heap, launch).map_err(|fault| fault.to_string())?;
    Ok(check)
}

#[test]
fn random_programs_compute_alike_in_all_warps_what_the_pass_says() {
    let (mut programs, mut compared) = (0, 0);
    for seed in programs::seeds(PROGRAMS) {
        let (program, text) = programs::program(seed);
        let shape = program.block;
        let found =
            check(&program, &text).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        let told: Vec<String> = found.contradictions().iter().map(ToString::to_string).collect();
        assert!(told.is_empty(), "seed {seed}, {shape:?}: {}\n{text}", told.join("\n"));
        // They have no races.
        assert_eq!(found.excused(), 0, "seed {seed}, {shape:?}\n{text}");
        programs += 1;
        compared += found.compared();
    }
    println!("{programs} programs, {compared} comparisons");
    assert!(compared > 100 * programs, "{compared} comparisons in {programs} programs are few");
}
