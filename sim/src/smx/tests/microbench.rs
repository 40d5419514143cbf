//! The cost of a stretch of code on a preset: how much longer a TB takes that has more of it.

use super::bench::Bench;
use crate::config::GpuConfig;
use crate::ptx::Program;

/// Instructions in a line of the instruction cache. Stretches that differ by whole lines are fetched alike.
pub(super) const LINE: usize = 16;

/// Cycles between runs: beyond everything booked ahead, and a multiple of every number of schedulers.
const LATER: u64 = 1 << 12;

/// Every preset.
pub(super) fn machines() -> impl Iterator<Item = GpuConfig> {
    GpuConfig::preset_names().map(|name| GpuConfig::preset(name).unwrap())
}

/// Returns the machine with a front end and register ports that never delay an instruction. Its schedulers serve
/// their warps in turn, so that all finish together.
pub(super) fn unhindered(config: &GpuConfig) -> GpuConfig {
    let mut config = config.clone();
    for (key, value) in [
        ("fetch.warps_per_cycle", "64"),
        ("fetch.latency", "1"),
        ("fetch.buffer", "16"),
        ("registers.ports", "15"),
        ("registers.result_buses", "64"),
        ("registers.sp_collectors", "32"),
        ("registers.sfu_collectors", "32"),
        ("registers.dp_collectors", "32"),
        ("registers.load_store_collectors", "32"),
        ("warp.scheduler", "lrr"),
    ] {
        config.set(key, value).unwrap();
    }
    config
}

/// Returns how many cycles longer a TB of `warps` warps takes with `long` than with `short`. Each runs on an SMX
/// that has run the same before, so that its caches are warm. `%rd1` points to zeros, `%r8` to shared memory,
/// `%r9` is the thread number. Both stretches come after `before`.
pub(super) fn longer(
    config: &GpuConfig,
    warps: u32,
    before: &str,
    [short, long]: [&str; 2],
) -> u64 {
    let [short, long] = [short, long].map(|body| tb_cycles(config, warps, before, body));
    long - short
}

/// Compares like [`longer`] two stretches that repeat `part` `counts[0]` and `counts[1]` times.
pub(super) fn slope(
    config: &GpuConfig,
    warps: u32,
    before: &str,
    part: impl Fn(usize) -> String,
    counts: [usize; 2],
) -> u64 {
    let [short, long] = counts.map(|count| (0..count).map(&part).collect::<String>());
    longer(config, warps, before, [&short, &long])
}

/// Returns the cycles of a TB of `warps` warps from launch to completion, on an SMX that has run the same before.
pub(super) fn tb_cycles(config: &GpuConfig, warps: u32, before: &str, body: &str) -> u64 {
    let text = format!(
        ".version 7.0\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
        .reg .b32 %r<240>;\n.reg .b64 %rd<9>;\n.reg .f32 %f<240>;\n.reg .f64 %d<240>;\n.reg .pred %p<9>;\n\
        .shared .align 128 .b8 s[8192];\n\
        ld.param.u64 %rd1, [out];\nmov.u32 %r8, s;\nmov.u32 %r9, %tid.x;\n{before}\n{body}\nret;\n}}\n"
    );
    // Each register of the text maps to one register of the machine, so none waits for another to be written.
    let program = Program::parse_unshared("test.ptx", &text).unwrap();
    let mut bench = Bench::on(config.clone(), program);
    let out = bench.words(&[0; 1024]);
    let start = bench.start([1, 1, 1], [32 * warps, 1, 1], &[out]);
    bench.run_grid(&start, 1, true);
    // By then the bookings of the first run are over. Schedulers, which take turns by the cycle, start in the same
    // order.
    let begin = (bench.now / LATER + 2) * LATER;
    bench.now = begin;
    bench.run_grid(&start, 1, true) - begin
}
