//! The cost of a warp's dependent access at each level of memory, by the program's own `%clock`.

use super::latency::{config, cycles_on};
use crate::config::GpuConfig;

/// Measures `body`, a dependent chain. Its first instruction issues one cycle after the clock is read.
fn chain(config: GpuConfig, before: &str, body: &str) -> u64 {
    cycles_on(config, 1, before, body) - 2
}

/// Writes `hops` loads, each of the address the last one found. The buffer holds zeros, which are added.
fn chase(load: &str, hops: usize) -> String {
    let hop = |_| format!("{load} %rd6, [%rd7];\nadd.s64 %rd7, %rd7, %rd6;\n");
    (0..hops).map(hop).collect()
}

const SETTLE: &str = "add.s64 %rd7, %rd2, 0;\nadd.s64 %rd8, %rd7, 0;\n";

#[test]
fn a_chase_takes_the_latency_of_its_level_and_an_add_a_hop() {
    let config = config();
    let add = u64::from(config.latencies.pipeline + config.latencies.int.latency);
    let pipeline = u64::from(config.latencies.pipeline);
    let l1 = u64::from(config.l1.latency);
    let l2 = u64::from(2 * config.interconnect.latency + config.l2.latency);
    for (load, latency) in [("ld.global.u64", l1), ("ld.global.cg.u64", l2)] {
        let warm = format!("{SETTLE}{}add.s64 %rd8, %rd7, 0;\n", chase(load, 1));
        let hops = |count| chain(config.clone(), &warm, &chase(load, count));
        assert_eq!(hops(8) - hops(4), 4 * (pipeline + latency + add), "{load}");
    }
}

#[test]
fn shared_loads_take_a_pass_for_every_word_of_the_fullest_bank() {
    let config = config();
    for stride in 1..=32u32 {
        let before = format!(
            "mov.u32 %r10, s;\nmul.lo.u32 %r11, %r9, {};\nadd.u32 %r12, %r10, %r11;\nadd.u32 %r13, %r12, 0;",
            4 * stride
        );
        let body = "ld.shared.u32 %r5, [%r12];\nadd.s32 %r5, %r5, 1;";
        // Two lanes share a bank when their distance times the stride is a multiple of 32 words.
        let passes = 1u64 << stride.trailing_zeros().min(5);
        let latency = u64::from(config.latencies.pipeline + config.latencies.shared);
        let measured = chain(config.clone(), &before, body);
        assert_eq!(measured, latency + passes - 1, "stride {stride}");
    }
}

#[test]
fn atomics_of_a_warp_take_a_turn_for_each_lane_that_shares_their_address() {
    let config = config();
    let initiation = u64::from(config.l2.atomic_initiation);
    let atomic = |mask: u32| {
        let before = format!(
            "and.b32 %r10, %r9, {mask};\nmul.wide.u32 %rd6, %r10, 4;\nadd.s64 %rd7, %rd2, %rd6;\n\
            atom.global.add.u32 %r4, [%rd7], 1;\nadd.s32 %r4, %r4, 1;\nadd.s32 %r4, %r4, 1;\n"
        );
        let body = "atom.global.add.u32 %r5, [%rd7], 1;\nadd.s32 %r5, %r5, 1;";
        chain(config.clone(), &before, body)
    };
    // All addresses lie within one sector: 8 addresses of 4 lanes, 2 of 16, 1 of 32.
    assert_eq!(atomic(1) - atomic(7), 12 * initiation);
    assert_eq!(atomic(0) - atomic(1), 16 * initiation);
}

#[test]
fn the_first_load_of_parameters_misses_the_constant_cache_and_the_next_hits() {
    let config = config();
    let load = "ld.param.u64 %rd6, [out];\nadd.s64 %rd7, %rd6, 0;";
    let hit = u64::from(config.latencies.pipeline + config.latencies.constant);
    assert_eq!(chain(config, "", load), hit);
}
