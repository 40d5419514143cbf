//! Checks machines whose warps skip what another warp of their TB executes (DARSIE).

use crate::common::run_both_ways;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run, ModelUnits, RunError, RunOptions, RunResult};
use heddle_sim::host::Workload;
use heddle_workloads::{build, AppOptions, MatMul, PtxFile};
use std::num::NonZeroUsize;

/// Most core cycles of a run: far more than any takes.
const MAX_CYCLES: u64 = 5_000_000;

/// Applications with inputs that take little time. They have 1D and 2D TBs, barriers, divergent branches, atomics, warps that
/// are not full, and threads that exit early.
const APPS: [(&str, &str); 14] = [
    ("vector_add", "1000"),
    ("matmul", "40"),
    ("bp", "4"),
    ("dct", "3"),
    ("hs", "24"),
    ("fws", "20"),
    ("inlm", "5"),
    ("bin", "1"),
    ("hist", "16:32"),
    ("bfs", "flight-skewed:128:1"),
    ("join", "gaussian:300:400:32:1"),
    ("quicksort", "uniform-keys:256:65536:1"),
    ("radixsort", "uniform-keys:256:65536:1"),
    ("sa", "genome:900:130:40:60:2"),
];

fn config(preset: &str, settings: &[(&str, &str)]) -> GpuConfig {
    let mut config = GpuConfig::preset(preset).expect("a preset");
    for (key, value) in settings {
        config.set(key, value).expect("a setting");
    }
    config
}

fn darsie(settings: &[(&str, &str)]) -> GpuConfig {
    let all: Vec<_> = [("frontend", "darsie")].iter().chain(settings).copied().collect();
    config("tiny", &all)
}

fn app(name: &str, input: &str, config: &GpuConfig) -> Box<dyn Workload> {
    build(name, Some(input), &AppOptions::default(), config).expect("an application")
}

fn outcome(
    config: &GpuConfig,
    workload: &mut dyn Workload,
    options: RunOptions,
) -> Result<RunResult, RunError> {
    let max_cycles = Some(MAX_CYCLES);
    run(config, workload, &ModelUnits, RunOptions { max_cycles, ..options })
}

/// Runs an application. What it skips is executed too, and compared.
fn checked(name: &str, input: &str, config: &GpuConfig) -> RunResult {
    let options = RunOptions { check_skips: true, ..RunOptions::default() };
    let result = outcome(config, app(name, input, config).as_mut(), options);
    let result = result.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(result.difference, None, "{name}");
    result
}

#[test]
fn what_is_skipped_and_what_is_executed_are_all_instructions() {
    for (name, input) in APPS {
        let base = checked(name, input, &config("tiny", &[]));
        let result = checked(name, input, &darsie(&[]));
        assert_eq!((base.skipped_instructions, base.skips), (0, None));
        assert!(result.skipped_instructions > 0, "{name} skips nothing");
        let skips = result.skips.expect("there are skip tables");
        assert!(skips.led > 0 && skips.led < skips.skipped + skips.private + skips.led);
        // Order decides what these do.
        if !["bfs", "quicksort", "radixsort", "sa"].contains(&name) {
            let all = result.executed_instructions + result.skipped_instructions;
            assert_eq!(all, base.executed_instructions, "{name}");
        }
    }
}

#[test]
fn no_variant_changes_a_result() {
    let variants: [&[(&str, &str)]; 9] = [
        &[("darsie.branch_sync", "false")],
        &[("darsie.stores_count", "false")],
        &[("darsie.skips", "false")],
        &[("darsie.entries", "1")],
        &[("darsie.registers", "0")],
        &[("darsie.registers", "1")],
        &[("darsie.registers", "3")],
        &[("smx.issue_per_warp", "2"), ("darsie.registers", "7")],
        &[("warp.scheduler", "two-level"), ("darsie.entries", "2")],
    ];
    for variant in variants {
        for (name, input) in [APPS[1], APPS[4], APPS[8], APPS[12]] {
            let result = checked(name, input, &darsie(variant));
            let without =
                matches!(variant[0], ("darsie.skips" | "darsie.registers", "false" | "0"));
            assert_eq!(result.skipped_instructions == 0, without, "{name} {variant:?}");
        }
    }
}

#[test]
fn skipping_time_changes_nothing_where_warps_skip() {
    let variant = [("darsie.branch_sync", "false"), ("darsie.registers", "2")];
    for settings in [&[][..], &variant] {
        let config = darsie(settings);
        let (_, result) = run_both_ways(&config, || MatMul::new(40)).expect("the run completes");
        assert_eq!(result.difference, None);
        assert!(result.skipped_instructions > 0);
        run_both_ways(&config, waiting).expect("the run completes");
    }
}

#[test]
fn threads_of_the_host_change_nothing_where_warps_skip() {
    let config = config("gtx1080ti", &[("frontend", "darsie"), ("smx.count", "5")]);
    let with = |threads| {
        let options = RunOptions { threads: NonZeroUsize::new(threads), ..RunOptions::default() };
        outcome(&config, app("matmul", "64", &config).as_mut(), options).expect("the run completes")
    };
    let [one, three] = [1, 3].map(with);
    assert_eq!((one.cycles, one.skips), (three.cycles, three.skips));
    assert_eq!(one.trace_hash, three.trace_hash);
}

/// The line of the kernel of `matmul` that this stands in.
fn line(workload: &dyn Workload, text: &str) -> u32 {
    let line = workload.ptx().lines().position(|line| line.contains(text));
    line.expect("the kernel has such a line") as u32 + 1
}

#[test]
fn a_line_that_is_wrongly_called_redundant_is_found_and_without_a_check_gives_a_wrong_result() {
    let config = darsie(&[]);
    let mut workload = app("matmul", "40", &config);
    let lines = [line(workload.as_ref(), "%tid.y;")];
    let wrong = RunOptions { redundant_lines: &lines, ..RunOptions::default() };
    let result = outcome(&config, workload.as_mut(), wrong).expect("the run completes");
    assert!(result.difference.is_some());
    let checks = RunOptions { redundant_lines: &lines, check_skips: true, ..RunOptions::default() };
    let error = outcome(&config, app("matmul", "40", &config).as_mut(), checks).unwrap_err();
    let told = error.to_string();
    let place = format!("matmul.ptx:{}", lines[0]);
    assert!(told.contains(&place) && told.contains("is not redundant"), "{told}");
}

/// A TB whose first warp raises a flag in memory, for which the others wait with loads that the pass calls redundant.
const FLAG: &str = "
.version 6.0
.target sm_60
.address_size 64
.visible .entry wait_for_flag(.param .u64 to) {
    .reg .pred %p<4>;
    .reg .b32 %r<8>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [to];
    mov.u32 %r1, %tid.y;
    setp.gt.u32 %p1, %r1, 3;
    @%p1 bra waits;
    mov.u32 %r2, 500;
count:
    sub.u32 %r2, %r2, 1;
    setp.ne.u32 %p2, %r2, 0;
    @%p2 bra count;
    mov.u32 %r3, 7;
    st.global.u32 [%d1], %r3;
    membar.gl;
waits:
    ld.global.u32 %r5, [%d1];
    add.u32 %r6, %r5, 0;
    setp.eq.u32 %p3, %r6, 0;
    @%p3 bra waits;
    ret;
}
";

fn waiting() -> PtxFile {
    let mut file = PtxFile::new("flag.ptx", FLAG.to_owned(), "wait_for_flag".to_owned());
    file.block = [8, 32, 1];
    file.push_argument("zero:4").expect("an argument");
    file
}

#[test]
fn warps_that_wait_for_a_store_of_another_see_it() {
    for registers in ["32", "2", "0"] {
        let config = darsie(&[("darsie.registers", registers)]);
        let result = outcome(&config, &mut waiting(), RunOptions::default());
        let result = result.unwrap_or_else(|error| panic!("{registers}: {error}"));
        assert_eq!(result.skipped_instructions > 0, registers != "0");
    }
}
