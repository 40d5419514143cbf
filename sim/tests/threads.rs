//! Steps SMXs by several threads, which may change only the time it takes.

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, RunError, RunOptions, RunResult};
use heddle_sim::host::Workload;
use heddle_workloads::{AppOptions, PtxFile};
use std::num::NonZeroUsize;

/// Returns a machine with enough SMXs for several threads, though small otherwise.
fn config(settings: &[(&str, &str)]) -> GpuConfig {
    let mut config = GpuConfig::preset("tiny").expect("a preset");
    for (key, value) in [("smx.count", "7")].iter().chain(settings) {
        config.set(key, value).expect(key);
    }
    config
}

/// Returns the outcome of a run, without its duration.
fn outcome(
    config: &GpuConfig,
    workload: &mut dyn Workload,
    threads: usize,
    max_cycles: Option<u64>,
) -> (Result<String, String>, Vec<String>) {
    let mut printed = Vec::new();
    let threads = NonZeroUsize::new(threads);
    let options = RunOptions {
        threads,
        max_cycles,
        account: true,
        printed: Some(&mut printed),
        ..RunOptions::default()
    };
    let result: Result<RunResult, RunError> = gpu::run(config, workload, &ModelUnits, options);
    let result = result.map(|result| format!("{:?}", RunResult { wall_seconds: 0.0, ..result }));
    (result.map_err(|error| error.to_string()), printed)
}

/// Runs a workload with one thread and with more. Returns their common outcome.
fn same_with_all(
    config: &GpuConfig,
    max_cycles: Option<u64>,
    workload: impl Fn() -> Box<dyn Workload>,
) -> (Result<String, String>, Vec<String>) {
    let alone = outcome(config, workload().as_mut(), 1, max_cycles);
    for threads in [2, 3, 5] {
        let together = outcome(config, workload().as_mut(), threads, max_cycles);
        assert_eq!(together, alone, "with {threads} threads");
    }
    alone
}

fn application(app: &str, input: &str, config: &GpuConfig) {
    let options = AppOptions::default();
    let build = || heddle_workloads::build(app, Some(input), &options, config).expect("a workload");
    let (result, _) = same_with_all(config, None, build);
    let result = result.expect("the run completes");
    assert!(result.contains("verified: Some(true)"), "{app}: {result}");
}

/// Returns the outcome of a kernel `k(buf)` of these statements, on `tbs` TBs of 64 threads. `%rd0` holds `buf`,
/// `%r0` the thread's index and `%r1` the TB's.
fn kernel(body: &str, tbs: u32, max_cycles: Option<u64>) -> (Result<String, String>, Vec<String>) {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n\
         .extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);\n\
         .global .align 1 .b8 text[4] = {{37, 117, 10, 0}};\n\
         .visible .entry k(.param .u64 buf)\n{{\n\
         .local .align 8 .b8 frame[8];\n\
         .reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %rd<16>;\n\
         ld.param.u64 %rd0, [buf]; mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x;\n{body}\nret;\n}}\n"
    );
    let config = config(&[("smx.watchdog_cycles", "2000")]);
    same_with_all(&config, max_cycles, || {
        let mut file = PtxFile::new("k.ptx", text.clone(), "k".into());
        (file.grid, file.block) = ([tbs, 1, 1], [64, 1, 1]);
        file.push_argument("zero:4096").expect("an argument");
        Box::new(file)
    })
}

#[test]
fn vector_addition_and_matrix_multiplication_are_the_same() {
    for config in [config(&[]), GpuConfig::preset("k20c").expect("a preset")] {
        for (app, input) in [("vector_add", "3000"), ("matmul", "64")] {
            application(app, input, &config);
        }
    }
}

#[test]
fn bfs_is_the_same_however_work_is_launched() {
    for (launch, latency) in [
        ("flat", "modelled"),
        ("cdp", "modelled"),
        ("cdp", "ideal"),
        ("dtbl", "modelled"),
        ("dtbl", "ideal"),
    ] {
        let settings = [("kernel.launch", launch), ("kernel.latency", latency)];
        application("bfs", "graph500:7:16:1", &config(&settings));
    }
}

#[test]
fn a_starved_front_end_parks_at_fetches_and_is_the_same() {
    for scheduler in ["gto", "lrr", "two-level", "grouped", "owl"] {
        let settings = [
            ("warp.scheduler", scheduler),
            ("warp.active", "1"),
            ("fetch.icache_sets", "1"),
            ("fetch.icache_ways", "1"),
            ("fetch.warps_per_cycle", "2"),
            ("registers.ports", "1"),
        ];
        let bfs = [&settings[..], &[("kernel.launch", "dtbl")]].concat();
        application("bfs", "graph500:6:8:1", &config(&bfs));
        application("matmul", "32", &config(&settings));
    }
}

#[test]
fn the_first_fault_of_a_cycle_is_reported() {
    // Every TB traps, at about the same time on every SMX, and no trap affects other SMXs.
    let (result, _) = kernel("setp.eq.u32 %p0, %r0, 37;\n@%p0 trap;", 64, None);
    assert!(result.expect_err("a fault").contains("the program trapped"));
    // Some TBs trap, and some access memory outside their buffer.
    let body = "and.b32 %r2, %r1, 1; setp.eq.u32 %p0, %r2, 0;\n@%p0 trap;\nst.global.u32 [%rd0 + 1048576], %r0;";
    assert!(kernel(body, 64, None).0.is_err());
}

#[test]
fn what_is_printed_is_the_same_also_before_a_fault() {
    let body = "st.local.u32 [frame], %r1;\nmov.u64 %rd1, frame;\ncvta.local.u64 %rd1, %rd1;\n\
                mov.u64 %rd2, text;\ncvta.global.u64 %rd2, %rd2;\n\
                {\n.param .b64 p0; .param .b64 p1; .param .b32 r0;\n\
                st.param.b64 [p0], %rd2; st.param.b64 [p1], %rd1;\n\
                call.uni (r0), vprintf, (p0, p1);\nld.param.b32 %r3, [r0];\n}\n\
                setp.eq.u32 %p0, %r1, 40;\n@%p0 trap;";
    let (result, printed) = kernel(body, 64, None);
    assert!(result.is_err());
    assert!(printed.len() > 32, "{printed:?}");
}

#[test]
fn an_endless_loop_is_found_in_the_same_cycle() {
    let body = "L:\nld.volatile.global.u32 %r2, [%rd0];\nsetp.eq.u32 %p0, %r2, 0;\n@%p0 bra L;";
    // There are as many TBs as fit the machine.
    let (result, _) = kernel(body, 14, None);
    assert!(result.expect_err("an error").contains("loops forever"));
    let (result, _) =
        kernel("L: add.u32 %r2, %r2, 1; setp.ne.u32 %p0, %r2, 0; @%p0 bra L;", 14, Some(20_000));
    assert!(result.expect_err("an error").contains("has not ended after 20000 cycles"));
}

#[test]
fn the_first_warning_is_the_same_and_so_is_their_number() {
    // The higher a TB's number, the earlier it warns. TBs 12 and 13 are the last of the first that have room.
    let body = "mov.u32 %r2, 40; sub.u32 %r2, %r2, %r1;\n\
        L: sub.u32 %r2, %r2, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra L;\n\
        setp.gt.u32 %p1, %r0, 4; @%p1 exit; setp.lt.u32 %p2, %r1, 12; @%p2 bra LOW;\n\
        shfl.sync.idx.b32 %r3, %r1, 9, 31, -1; bra OUT;\n\
        LOW: shfl.sync.idx.b32 %r3, %r1, 9, 31, -1; vote.sync.ballot.b32 %r3, 1, -1; OUT:";
    let (result, _) = kernel(body, 24, None);
    let result = result.expect("the run completes");
    let expected =
        "warnings: [Warning { kind: ShflInactiveLane, count: 120, place: \"k.ptx:14\" }, \
        Warning { kind: MaskNamesExitedLanes, count: 12, place: \"k.ptx:15\" }]";
    assert!(result.contains(expected), "{result}");
}
