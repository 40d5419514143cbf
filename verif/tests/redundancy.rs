//! Tests that the pass of DARSIE is right about random PTX programs: no two warps of a TB contradict it.
//!
//! `HEDDLE_PROGRAMS=100000 cargo test --release -p heddle-verif redundancy::` runs 100,000 programs instead of 300.
//! `HEDDLE_SEED=7` runs the program of that seed alone, as a failure says.

use heddle_sim::exec::{Launch, RedundancyCheck};
use heddle_sim::host::Arg;
use heddle_sim::mem::GlobalMemory;
use heddle_sim::ptx;
use heddle_sim::runtime::params::{write_params, ParameterHeap};
use heddle_verif::oracle::generate::program_of_shape;
use heddle_verif::oracle::memory::{GLOBAL, RECORD};
use heddle_verif::oracle::print::print;
use heddle_verif::oracle::program::Program;

/// Programs of a run in CI.
const PROGRAMS: u64 = 300;
/// Device memory of a run; programs need far less.
const CAPACITY: u64 = 1 << 24;
/// Shapes of TBs: most promote, and some have a warp that is not full.
const SHAPES: [[u32; 3]; 8] =
    [[8, 16, 1], [16, 8, 1], [32, 4, 1], [4, 4, 8], [1, 96, 1], [16, 5, 1], [64, 2, 1], [20, 5, 1]];

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is a number, not `{text}`")))
}

/// Returns the text of a program in which a third of the registers begin with a value for the whole TB, a third with one
/// by `%tid.x`, and a third with one of the thread's own, as all do otherwise. The same holds for what is read later.
fn text(program: &Program) -> String {
    let records = program.record(0);
    let bases = format!(
        ".reg .b64 %alike, %row;\nadd.u64 %alike, %cells, {records};\nmov.u32 %t0, %tid.x;
mad.wide.u32 %row, %t0, {RECORD}, %alike;\n"
    );
    let mut text = String::new();
    let mut number = 0;
    for line in print(program).lines() {
        let offset = line.split_once("[%rec+").and_then(|(_, rest)| rest.split_once(']'));
        let offset = offset.and_then(|(offset, _)| offset.parse::<usize>().ok());
        // The mask of the warp's lanes stays that of the warp.
        let is_initial = offset.is_some_and(|offset| offset < GLOBAL) && !line.contains("%m0");
        if is_initial && line.contains("ld.global") {
            number += 1;
            let base = ["[%alike+", "[%row+", "[%rec+"][number % 3];
            text += &line.replace("[%rec+", base);
        } else {
            text += line;
        }
        text += "\n";
        if line.contains("ld.param.u64 %cells, [data];") {
            text += &bases;
        }
    }
    text
}

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
    let seeds = match variable("HEDDLE_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..variable("HEDDLE_PROGRAMS").unwrap_or(PROGRAMS),
    };
    let (mut programs, mut compared) = (0, 0);
    for seed in seeds {
        let shape = SHAPES[(seed % SHAPES.len() as u64) as usize];
        let program = program_of_shape(seed, shape);
        let text = text(&program);
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
