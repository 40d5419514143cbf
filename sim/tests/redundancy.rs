//! The applications run for their values, and every claim of the pass of DARSIE about their kernels is checked.

use heddle_sim::config::GpuConfig;
use heddle_sim::exec::{Launch, RedundancyCheck};
use heddle_sim::host::{HostStep, Workload};
use heddle_sim::mem::GlobalMemory;
use heddle_sim::ptx::{Isa, Program};
use heddle_sim::runtime::params::{write_params, ParameterHeap};
use heddle_workloads::{AppOptions, HostProgram, Way, APPS};
use std::path::Path;

/// Inputs, smaller than those that are taken if none is given.
const INPUTS: [(&str, &str); 20] = [
    ("vector_add", "512"),
    ("matmul", "32"),
    ("bfs", "flight-skewed:128:1"),
    ("clr", "flight-skewed:128:1"),
    ("sssp", "flight-skewed:128:1"),
    ("pre", "movielens:30:100:25:1"),
    ("join", "gaussian:300:400:32:1"),
    ("amr", "combustion:3:2:1"),
    ("bht", "points:150:2"),
    ("regx", "strings:24:12:1"),
    ("spmm", "sparse:33:20:40:200:2"),
    ("sa", "genome:900:130:40:60:2"),
    ("launches", "100"),
    ("quicksort", "uniform-keys:256:65536:1"),
    ("mm", "1"),
    ("fws", "20"),
    ("inlm", "5"),
    ("lib", "40"),
    ("bin", "1"),
    ("pt", "1000"),
];

/// Runs a workload for its values, with `isa` on the registers that are counted for it. Returns the number of comparisons.
fn check(name: &str, workload: &mut dyn Workload, isa: Option<Isa>) -> u64 {
    let mut program = Program::parse(name, workload.ptx()).expect("its text is right");
    if let Some(isa) = isa {
        program = program.in_registers(isa).expect("not too many values");
    }
    let (mut memory, mut heap) = (GlobalMemory::new(1 << 28), ParameterHeap::new());
    program.load_globals(&mut memory).expect("memory is large");
    workload.loaded(&program);
    workload.setup(&mut memory).expect("memory is large");
    let mut check = RedundancyCheck::new(&program);
    while let HostStep::Launch(launches) | HostStep::LaunchUntil { launches, .. } =
        workload.step(&mut memory).expect("memory is large")
    {
        for launch in launches {
            let (function, kernel) =
                program.function_by_name(&launch.kernel).expect("a kernel of the text");
            let param_base = write_params(kernel, &launch.args, &mut heap, &mut memory)
                .expect("arguments that fit");
            let (grid, block, shared_bytes) = (launch.grid, launch.block, launch.shared_bytes);
            let launch = Launch { function, param_base, grid, block, shared_bytes };
            if let Err(fault) = check.run(&program, &mut memory, &mut heap, launch) {
                panic!("{name}: {fault}");
            }
        }
    }
    let told: Vec<String> = check.contradictions().iter().map(ToString::to_string).collect();
    assert!(told.is_empty(), "{name}: {}", told.join("\n"));
    if let Err(difference) = workload.verify(&memory) {
        panic!("{name}: {difference}");
    }
    check.compared()
}

/// The registers of the text, and those of an assembler.
const REGISTERS: [Option<Isa>; 2] = [None, Some(Isa::Sm61)];

#[test]
fn every_application_computes_alike_in_all_warps_what_the_pass_says() {
    let mut total = 0;
    for app in APPS {
        let input = INPUTS.iter().find(|(name, _)| *name == app.name).map(|(_, input)| *input);
        let mut ran = 0;
        for (way, isa) in itertools::iproduct!(Way::ALL, REGISTERS) {
            let (launch, gather) = way.axes();
            let mut config = GpuConfig::preset("tiny").expect("a preset");
            config.kernel.launch = launch;
            let gather = (gather != "none").then_some(("gather", gather));
            let options = AppOptions::new(gather.as_slice());
            let built = heddle_workloads::build(app.name, input, &options, &config);
            let Ok(mut workload) = built else { continue };
            let compared = check(app.name, workload.as_mut(), isa);
            println!("{} {launch} {gather:?} {isa:?}: {compared} compared", app.name);
            total += compared;
            ran += 1;
        }
        assert!(ran > 0, "{}", app.name);
    }
    assert!(total > 100_000, "{total} comparisons are few");
}

#[test]
fn every_sample_of_the_book_computes_alike_in_all_warps_what_the_pass_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples");
    let mut samples = 0;
    for entry in std::fs::read_dir(root).expect("the samples are there") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let name = path.to_str().expect("a name");
            check(name, &mut HostProgram::read(name).expect("a host program"), None);
            samples += 1;
        }
    }
    assert!(samples > 0);
}
