//! What a stretch of code costs on a preset: how much longer a TB takes that has more of it.

use super::bench::Bench;
use crate::config::GpuConfig;
use crate::ptx::Program;

/// Instructions in a line of the instruction cache. Stretches that differ by whole lines are fetched alike.
pub(super) const LINE: usize = 16;

/// Cycles between runs: more than anything is booked ahead, and a multiple of every number of schedulers.
const LATER: u64 = 1 << 12;

/// Every preset.
pub(super) fn machines() -> impl Iterator<Item = GpuConfig> {
    GpuConfig::preset_names().map(|name| GpuConfig::preset(name).unwrap())
}

/// The same machine with a front end and register ports that never keep an instruction waiting. Schedulers serve
/// their warps in turn, so that all end together.
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
        ("smx.warp_scheduler", "lrr"),
    ] {
        config.set(key, value).unwrap();
    }
    config
}

/// Cycles that a TB of so many warps takes longer with `long` than with `short`, each on an SMX that has run the
/// same before, so that its caches are warm. `%rd1` points to zeros, `%r8` to shared memory, `%r9` is the
/// thread number; both stretches come after `before`.
pub(super) fn longer(
    config: &GpuConfig,
    warps: u32,
    before: &str,
    [short, long]: [&str; 2],
) -> u64 {
    let [short, long] = [short, long].map(|body| tb_cycles(config, warps, before, body));
    long - short
}

/// The same of a stretch that `part` writes `counts[0]` times, or `counts[1]` times.
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

/// Cycles of a TB of so many warps, from its launch to its end, on an SMX that has run the same before.
pub(super) fn tb_cycles(config: &GpuConfig, warps: u32, before: &str, body: &str) -> u64 {
    let text = format!(
        ".version 7.0\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
        .reg .b32 %r<240>;\n.reg .b64 %rd<9>;\n.reg .f32 %f<240>;\n.reg .f64 %d<240>;\n.reg .pred %p<9>;\n\
        .shared .align 128 .b8 s[8192];\n\
        ld.param.u64 %rd1, [out];\nmov.u32 %r8, s;\nmov.u32 %r9, %tid.x;\n{before}\n{body}\nret;\n}}\n"
    );
    // Each register of the text is one of the machine, so that none waits for another to be written.
    let program = Program::parse_unshared("test.ptx", &text).unwrap();
    let mut bench = Bench::on(config.clone(), program);
    let out = bench.words(&[0; 1024]);
    let start = bench.start([1, 1, 1], [32 * warps, 1, 1], &[out]);
    bench.run_grid(&start, 1, true);
    // What the first run has booked is over then, and schedulers, which take turns by the cycle, begin alike.
    let begin = (bench.now / LATER + 2) * LATER;
    bench.now = begin;
    bench.run_grid(&start, 1, true) - begin
}
