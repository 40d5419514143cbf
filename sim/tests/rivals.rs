//! Checks the machines that DARSIE is compared with: uniform vectors and ideal affine computation.

use crate::common::run_both_ways;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run, ModelUnits, RunError, RunOptions, RunResult};
use heddle_sim::host::Workload;
use heddle_sim::smx::SkipCounts;
use heddle_workloads::{build, AppOptions, MatMul, PtxFile};
use std::num::NonZeroUsize;

const RIVALS: [&str; 2] = ["uv", "dac-ideal"];

/// Applications whose instructions do not depend on the order of warps, with inputs that take little time. They have 1D and
/// 2D TBs, barriers, divergent branches, uniform loads, and warps that are not full.
const APPS: [(&str, &str); 9] = [
    ("vector_add", "1000"),
    ("matmul", "40"),
    ("bp", "4"),
    ("dct", "3"),
    ("hs", "24"),
    ("fws", "20"),
    ("inlm", "5"),
    ("bin", "1"),
    ("lib", "16"),
];

fn config(preset: &str, frontend: &str) -> GpuConfig {
    let mut config = GpuConfig::preset(preset).expect("a preset");
    config.set("frontend", frontend).expect("a setting");
    config
}

fn outcome(config: &GpuConfig, workload: &mut dyn Workload) -> Result<RunResult, RunError> {
    let options = RunOptions { max_cycles: Some(5_000_000), ..RunOptions::default() };
    run(config, workload, &ModelUnits, options)
}

fn run_app(name: &str, input: &str, frontend: &str) -> RunResult {
    let config = config("tiny", frontend);
    let workload = build(name, Some(input), &AppOptions::default(), &config);
    let result = outcome(&config, workload.expect("an application").as_mut());
    let result = result.unwrap_or_else(|error| panic!("{name}, {frontend}: {error}"));
    assert_eq!(result.difference, None, "{name}, {frontend}");
    result
}

#[test]
fn no_rival_changes_a_result_and_what_it_skips_and_executes_are_all_instructions() {
    for (name, input) in APPS {
        let base = run_app(name, input, "base");
        for rival in RIVALS {
            let result = run_app(name, input, rival);
            assert!(result.skipped_instructions > 0, "{name} skips nothing with {rival}");
            let all = result.executed_instructions + result.skipped_instructions;
            assert_eq!(all, base.executed_instructions, "{name}, {rival}");
        }
    }
}

#[test]
fn uniform_vectors_are_fetched_and_issued_and_not_executed() {
    let [base, uv] = ["base", "uv"].map(|frontend| run_app("matmul", "40", frontend));
    assert_eq!(uv.warp_instructions, base.warp_instructions);
    let (less, more) = (uv.energy_parts, base.energy_parts);
    assert!(less.execute < more.execute && less.register_file < more.register_file);
    assert!(less.skip_table > 0.0);
    assert_eq!(less.shared, more.shared, "memory operations are executed");
    let skips = uv.skips.expect("counts");
    assert_eq!((skips.skipped_shared_loads, skips.skipped_global_loads), (0, 0));
}

#[test]
fn affine_instructions_are_not_fetched() {
    let [base, dac] = ["base", "dac-ideal"].map(|frontend| run_app("vector_add", "1000", frontend));
    assert!(dac.energy_parts.fetch_decode < base.energy_parts.fetch_decode);
    assert!(dac.cycles < base.cycles);
    assert_eq!(dac.energy_parts.skip_table, 0.0, "it looks nothing up");
}

/// A kernel for one TB of four warps, with what it does to the thread's number and to a word that all load.
fn kernel(body: &str) -> PtxFile {
    let text = format!(
        ".version 6.0\n.target sm_60\n.address_size 64\n\
        .visible .entry k(.param .u64 to) {{\n\
        .reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .b64 %d<8>;\n\
        mov.u32 %r1, %tid.x;\n{body}\nret;\n}}\n"
    );
    let mut file = PtxFile::new("k.ptx", text, "k".to_owned());
    file.block = [128, 1, 1];
    file.push_argument("zero:512").expect("an argument");
    file
}

/// What three of the four warps skip of a body, by uniform vectors and by ideal affine computation, less what they skip of
/// an empty one.
fn skips_of(body: &str) -> [u64; 2] {
    RIVALS.map(|rival| {
        let config = config("tiny", rival);
        let skipped = |body: &str| {
            let result = outcome(&config, &mut kernel(body)).expect("the run completes");
            result.skipped_instructions
        };
        skipped(body) - skipped("")
    })
}

#[test]
fn each_rival_leaves_out_its_own_kind_of_instruction() {
    // What is computed is stored, so that no instruction is dead.
    let stored = |body: &str| format!("{body}\nld.param.u64 %d7, [to];\nst.global.u32 [%d7], %r2;");
    let only = |body: &str| {
        let with = skips_of(&stored(body));
        let without = skips_of(&stored("mov.u32 %r2, %r1;"));
        [0, 1].map(|rival| with[rival] as i64 - without[rival] as i64)
    };
    // The others are beside one move, which is affine.
    assert_eq!(only("mov.u32 %r2, %r1;"), [0, 0]);
    assert_eq!(only("mov.u32 %r2, %ctaid.x;")[0], 3, "the same in all lanes");
    assert_eq!(only("add.u32 %r2, %r1, 7;"), [0, 0], "affine, as the move");
    assert_eq!(only("mul.lo.u32 %r2, %r1, %r1;"), [0, -3], "neither uniform nor affine");
    assert_eq!(only("and.b32 %r2, %r1, 15;"), [0, -3], "the x of a TB 16 wide");
}

#[test]
fn what_is_computed_from_data_is_not_affine_though_its_values_are() {
    let load = "ld.param.u64 %d1, [to];\nmul.wide.u32 %d2, %r1, 4;\nadd.s64 %d3, %d1, %d2;\n";
    let own = format!("{load}ld.global.u32 %r2, [%d3];\n");
    let [_, loads] = skips_of(&format!("{own}st.global.u32 [%d3], %r2;"));
    let [uniform, computes] =
        skips_of(&format!("{own}add.u32 %r3, %r2, 1;\nst.global.u32 [%d3], %r3;"));
    assert_eq!(computes, loads);
    assert!(uniform >= 3, "the zeros that it loads are uniform");
}

#[test]
fn a_load_that_is_the_same_in_all_warps_is_executed_once_if_it_is_there_in_time() {
    let load = "ld.param.u64 %d1, [to];\nld.global.u32 %r2, [%d1];\n";
    // A loop that each warp leaves later than the one before.
    let wait =
        "mov.u32 %r4, 0;\nL1:\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, %r5;\n@%p1 bra L1;\n";
    let counts = |before: &str| -> SkipCounts {
        let body = format!("{before}{load}st.global.u32 [%d1+256], %r2;");
        let config = config("tiny", "dac-ideal");
        let result = outcome(&config, &mut kernel(&body)).expect("the run completes");
        result.skips.expect("counts")
    };
    assert_eq!(counts("").skipped_global_loads, 0, "all come before it is there");
    // By 100 rounds, in which the load of the one before is done.
    let apart = format!("shr.u32 %r5, %r1, 5;\nmul.lo.u32 %r5, %r5, 100;\n{wait}");
    assert_eq!(counts(&apart).skipped_global_loads, 3);
}

#[test]
fn skipping_time_and_threads_of_the_host_change_nothing_for_rivals() {
    for rival in RIVALS {
        let config = config("tiny", rival);
        let (_, result) = run_both_ways(&config, || MatMul::new(40)).expect("the run completes");
        assert_eq!(result.difference, None);
        let with = |threads| {
            let threads = NonZeroUsize::new(threads);
            let options = RunOptions { threads, ..RunOptions::default() };
            run(&config, &mut MatMul::new(40), &ModelUnits, options).expect("the run completes")
        };
        let [one, two] = [1, 2].map(with);
        assert_eq!((one.cycles, one.skips), (two.cycles, two.skips), "{rival}");
        assert_eq!(one.energy_parts, two.energy_parts);
    }
}

#[test]
fn rivals_launch_nothing_from_the_device() {
    for rival in RIVALS {
        let mut config = config("tiny", rival);
        config.set("kernel.launch", "cdp").expect("a setting");
        let told = outcome(&config, &mut MatMul::new(16)).unwrap_err().to_string();
        let expected = format!("`frontend` cannot be `{rival}`: it needs kernel.launch=flat");
        assert!(told.contains(&expected), "{told}");
    }
}
