//! How many cycles pass between instructions, measured by the program's own `%clock`.

use super::bench::Bench;
use crate::config::GpuConfig;
use crate::ptx::Program;

/// Bytes between the buffers of two TBs.
const TB_STRIDE: u64 = 65536;

/// One instruction per warp and cycle, so that differences of clocks count instructions.
pub(super) fn config() -> GpuConfig {
    let mut config = GpuConfig::preset("tiny").unwrap();
    config.set("smx.issue_per_warp", "1").unwrap();
    config
}

/// Writes a kernel with `body` between two readings of the clock, whose difference it stores in `out[0]`. `%rd2`
/// points 256 bytes behind `out`; `%r9` is the thread number.
fn kernel(before: &str, body: &str) -> String {
    format!(
        ".version 7.0\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
        .reg .b32 %r<60>;\n.reg .b64 %rd<10>;\n.reg .f32 %f<10>;\n.reg .f64 %d<30>;\n.shared .align 4 .b8 s[8192];\n\
        ld.param.u64 %rd1, [out];\nmov.u32 %r9, %ctaid.x;\nmul.wide.u32 %rd2, %r9, {TB_STRIDE};\nadd.s64 %rd1, %rd1, %rd2;\n\
        mov.u32 %r9, %tid.x;\nadd.s64 %rd2, %rd1, 256;\n\
        {before}\nadd.s64 %rd3, %rd2, 0;\nadd.s64 %rd4, %rd3, 0;\nadd.s64 %rd5, %rd4, 0;\n\
        mov.u32 %r1, %clock;\n{body}\nmov.u32 %r2, %clock;\n\
        sub.s32 %r3, %r2, %r1;\nst.global.u32 [%rd1], %r3;\nret;\n}}\n"
    )
}

/// Cycles between the instructions right before and right after `body`, in a TB of one warp.
fn cycles(before: &str, body: &str) -> u64 {
    cycles_on(config(), 1, before, body)
}

/// Measures like [`cycles`], in a TB of `warps` warps, as seen by the last of them to store.
pub(super) fn cycles_on(config: GpuConfig, warps: u32, before: &str, body: &str) -> u64 {
    cold_and_warm(config, warps, before, body)[1]
}

/// Measures the first TB of an SMX, and the second, which finds the instruction cache warm.
pub(super) fn cold_and_warm(config: GpuConfig, warps: u32, before: &str, body: &str) -> [u64; 2] {
    // Each register of the text maps to one register of the machine, so none waits for another to be written.
    let program = Program::parse_unshared("test.ptx", &kernel(before, body)).unwrap();
    let mut bench = Bench::on(config, program);
    let out = bench.words(&[0; 2 * TB_STRIDE as usize / 4]);
    let start = bench.start([2, 1, 1], [32 * warps, 1, 1], &[out]);
    bench.run_grid(&start, 1, true);
    [0, TB_STRIDE].map(|tb| u64::from(bench.memory.read_u32(out + tb).unwrap()))
}

#[test]
fn a_dependent_add_issues_when_its_operand_is_written() {
    let latency = config().latencies;
    let add = "add.s32 %r4, %r4, %r9;\n";
    // The first add issues one cycle after the clock is read, and the clock is read one cycle after the last add.
    let expected = 2 + 4 * u64::from(latency.pipeline + latency.int.latency);
    assert_eq!(cycles("", &add.repeat(5)), expected);
}

#[test]
fn independent_adds_issue_every_cycle() {
    let body: String = (4..9).map(|r| format!("add.s32 %r{r}, %r9, 1;\n")).collect();
    assert_eq!(cycles("", &body), 6);
}

#[test]
fn gto_stays_with_a_warp_and_lrr_takes_turns() {
    let body: String = (4..9).map(|r| format!("add.s32 %r{r}, %r9, 1;\n")).collect();
    let mut config = config();
    config.set("smx.schedulers", "1").unwrap();
    assert_eq!(cycles_on(config.clone(), 2, "bar.sync 0;", &body), 6);
    config.set("warp.scheduler", "lrr").unwrap();
    assert_eq!(cycles_on(config, 2, "bar.sync 0;", &body), 12);
}

#[test]
fn a_dependent_fma_takes_the_floating_point_latency() {
    let latency = config().latencies;
    let body = "fma.rn.f32 %f1, %f1, %f1, %f1;\n".repeat(3);
    assert_eq!(cycles("", &body), 2 + 2 * u64::from(latency.pipeline + latency.fp32.latency));
}

#[test]
fn a_unit_takes_the_next_instruction_after_its_initiation_interval() {
    let config = config();
    let units = config.execution_units.sfu;
    let sines: String = (0..=units).map(|f| format!("sin.approx.f32 %f{f}, %f9;\n")).collect();
    // There is one more instruction than units. The last one waits in its collector unit for the first unit.
    let sfu = &config.latencies.sfu;
    let last = 1 + u64::from(sfu.initiation);
    let written = last + u64::from(config.latencies.pipeline + sfu.latency);
    let body = format!("{sines}add.f32 %f{units}, %f{units}, %f{units};");
    assert_eq!(cycles("", &body), written + 1);
    assert_eq!(cycles("", &sines), u64::from(units) + 2, "it does not wait at issue");
}

#[test]
fn an_instruction_issues_only_when_a_collector_unit_is_free() {
    let mut config = config();
    config.set("registers.sfu_collectors", "1").unwrap();
    let initiation = u64::from(config.latencies.sfu.initiation);
    let body: String = (0..4).map(|f| format!("sin.approx.f32 %f{f}, %f9;\n")).collect();
    // Two instructions enter the units. The third stays in the collector unit until the first is through, then the
    // fourth follows.
    assert_eq!(cycles_on(config, 1, "", &body), 1 + initiation + 1 + 1);
}

#[test]
fn a_load_that_hits_the_l1_takes_its_latency_and_the_pipeline() {
    let config = config();
    let before = "ld.global.u32 %r4, [%rd2];\nadd.s32 %r4, %r4, 1;\nadd.s32 %r4, %r4, 1;";
    let body = "ld.global.u32 %r5, [%rd2];\nadd.s32 %r5, %r5, 1;";
    let latency = u64::from(config.latencies.pipeline + config.l1.latency);
    assert_eq!(cycles(before, body), 2 + latency);
}

#[test]
fn loads_past_the_l1_leave_nothing_in_it_and_take_nothing_from_it() {
    let config = config();
    let l2 = u64::from(2 * config.interconnect.latency + config.l2.latency);
    let hit = 2 + u64::from(config.latencies.pipeline) + l2;
    let load = |words: &str, register: u32| {
        format!("ld.{words}.u32 %r{register}, [%rd2];\nadd.s32 %r{register}, %r{register}, 1;\n")
    };
    for past in [
        "global.cg",
        "global.cv",
        "volatile.global",
        "relaxed.gpu.global",
        "global.L1::no_allocate",
    ] {
        // The line that another load brought into the L1 is not used, and only the touched sector travels.
        assert_eq!(cycles(&load("global", 4), &load(past, 5)), hit, "{past} after a plain load");
        // The next plain load misses the L1 and requests all four sectors of the line.
        let missed = cycles(&load(past, 4), &load("global", 5));
        assert!(missed >= hit + 3, "{past}: {missed} cycles");
    }
    let l1 = 2 + u64::from(config.latencies.pipeline + config.l1.latency);
    for through in
        ["global.ca", "global.cs", "global.lu", "global.nc", "relaxed.cta.global", "weak.global"]
    {
        assert_eq!(cycles(&load(through, 4), &load("global", 5)), l1, "{through}");
    }
}

#[test]
fn a_load_that_misses_travels_to_dram() {
    let config = config();
    let body = "ld.global.u32 %r5, [%rd2];\nadd.s32 %r5, %r5, 1;";
    let dram = &config.dram;
    let clocks = u64::from(dram.rcd + dram.cl + 3 * dram.ccd_long + dram.burst);
    let l2 = u64::from(2 * config.interconnect.latency + config.l2.latency) + 3;
    let dram = u64::from(config.dram.extra_latency) + (clocks * 706).div_ceil(1300);
    let lookup = u64::from(config.latencies.pipeline + config.l1.latency);
    let expected = 2 + lookup + l2 + dram;
    let measured = cycles("", body);
    // Command clocks and core cycles do not align.
    assert!(measured.abs_diff(expected) <= 2, "expected {expected}, was {measured}");
}

#[test]
fn scattered_lanes_take_a_cycle_of_the_l1_each() {
    let config = config();
    let address = "mul.wide.u32 %rd6, %r9, 128;\nadd.s64 %rd7, %rd1, %rd6;\n";
    let warm =
        format!("{address}ld.global.u32 %r4, [%rd7];\nadd.s32 %r4, %r4, 1;\nadd.s32 %r4, %r4, 1;");
    let body = "ld.global.u32 %r5, [%rd7];\nadd.s32 %r5, %r5, 1;";
    let latency = u64::from(config.latencies.pipeline + config.l1.latency);
    assert_eq!(cycles(&warm, body), 2 + latency + 31);
}

#[test]
fn a_barrier_opens_for_all_when_the_last_warp_arrives() {
    // Warp 1 computes long before it arrives. Each warp stores when it arrived and when it continued.
    let text = ".version 7.0\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n\
        .reg .b32 %r<20>;\n.reg .b64 %rd<10>;\n.reg .f32 %f<10>;\n.reg .pred %p<3>;\n\
        ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 8;\nadd.s64 %rd3, %rd1, %rd2;\n\
        setp.lt.u32 %p1, %r1, 32;\n@%p1 bra L1;\n\
        sin.approx.f32 %f1, %f1;\nsin.approx.f32 %f1, %f1;\nsin.approx.f32 %f1, %f1;\nadd.f32 %f1, %f1, %f1;\n\
        L1:\nmov.u32 %r2, %clock;\nbar.sync 0;\nmov.u32 %r3, %clock;\n\
        st.global.u32 [%rd3], %r2;\nst.global.u32 [%rd3+4], %r3;\nret;\n}\n";
    let mut bench = Bench::new(config(), text);
    let out = bench.words(&[0; 128]);
    let start = bench.start([1, 1, 1], [64, 1, 1], &[out]);
    bench.run_grid(&start, 1, true);
    let at = |word: u64| bench.memory.read_u32(out + 4 * word).unwrap();
    let (arrived, went_on) = ([at(0), at(64)], [at(1), at(65)]);
    assert!(arrived[1] > arrived[0] + 20, "warp 1 must be late: {arrived:?}");
    let opened = arrived[1] + 1 + config().latencies.barrier_release;
    assert_eq!(went_on, [opened, opened]);
}

#[test]
fn an_atomic_keeps_its_warp_from_issuing_only_where_the_machine_says_so() {
    let atomic = "atom.shared.add.u32 %r5, [%r8], 1;\n";
    let independent = "add.s32 %r4, %r9, 1;\n";
    let behind = |waits: &str| {
        let mut config = config();
        config.set("smx.wait_for_atomics", waits).unwrap();
        cycles_on(config, 1, "mov.u32 %r8, s;", &(atomic.to_owned() + independent))
    };
    let latencies = config().latencies;
    assert_eq!(behind("false"), 3);
    // The lanes add to one word, one after the other.
    assert_eq!(behind("true"), 2 + u64::from(latencies.pipeline + latencies.shared + 31));
}
