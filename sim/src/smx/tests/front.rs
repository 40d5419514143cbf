//! The front end, measured by the program's own `%clock`: fetch, dual issue, register banks, two levels of warps.

use super::latency::{cold_and_warm, config, cycles_on};
use crate::config::GpuConfig;

fn with(settings: &[(&str, &str)]) -> GpuConfig {
    let mut config = config();
    for (key, value) in settings {
        config.set(key, value).unwrap();
    }
    config
}

/// Writes `count` integer adds, none of which depends on another.
fn adds(count: usize) -> String {
    (0..count).map(|i| format!("add.s32 %r{}, %r9, 1;\n", 20 + i)).collect()
}

/// Cycles that a line of code takes from the L2 to an SMX without contention.
fn l2_hit(config: &GpuConfig) -> u64 {
    u64::from(2 * config.interconnect.latency + config.l2.latency) + 3
}

#[test]
fn a_line_that_is_not_in_the_instruction_cache_comes_from_the_l2() {
    let one_line = with(&[("fetch.icache_sets", "1"), ("fetch.icache_ways", "1")]);
    let extra = 2 * l2_hit(&one_line);
    // The 32 adds cross into two further lines, whatever line they start in.
    assert_eq!(cycles_on(config(), 1, "", &adds(32)), 33);
    assert_eq!(cycles_on(one_line, 1, "", &adds(32)), 33 + extra);
}

#[test]
fn the_first_block_of_an_smx_finds_its_instruction_cache_empty() {
    let [cold, warm] = cold_and_warm(config(), 1, "", &adds(32));
    assert_eq!(warm, 33);
    // Two lines come from DRAM, which takes longer than from the L2.
    assert!(cold > warm + 2 * l2_hit(&config()), "{cold} cycles");
}

#[test]
fn a_loop_that_fits_the_instruction_cache_is_fetched_once() {
    let body =
        "mov.u32 %r4, 0;\nL1:\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, COUNT;\n@%p1 bra L1;";
    let body = format!(".reg .pred %p<2>;\n{body}");
    let config = config();
    let run = |count: &str| cold_and_warm(config.clone(), 1, "", &body.replace("COUNT", count))[0];
    // One iteration: an add, a comparison that depends on it, and the refilled i-buffer after the branch.
    let refill = u64::from(config.latencies.branch + config.fetch.latency);
    let latencies = &config.latencies;
    let computed = 2 * latencies.pipeline + latencies.int.latency + latencies.moves.latency;
    let round = u64::from(computed) + refill;
    assert_eq!(run("7") - run("3"), 4 * round);
}

#[test]
fn a_taken_branch_empties_the_i_buffer_and_one_that_is_not_taken_does_not() {
    let config = config();
    let jumps: String =
        (0..4).map(|i| format!("bra.uni J{i};\nadd.s32 %r3{i}, %r9, 1;\nJ{i}:\n")).collect();
    let refill = u64::from(config.latencies.branch + config.fetch.latency);
    assert_eq!(cycles_on(config.clone(), 1, "", &jumps), 1 + 4 * refill);
    let before = ".reg .pred %p<2>;\nsetp.ne.u32 %p1, %r9, %r9;";
    let untaken: String =
        (0..4).map(|i| format!("@%p1 bra J{i};\nadd.s32 %r3{i}, %r9, 1;\nJ{i}:\n")).collect();
    assert_eq!(cycles_on(config, 1, before, &untaken), 1 + 8);
}

/// Cycles that a jump over one instruction takes.
fn jump(settings: &[(&str, &str)]) -> u64 {
    let jumps = |count| -> String {
        (0..count).map(|i| format!("bra.uni J{i};\nadd.s32 %r3{i}, %r9, 1;\nJ{i}:\n")).collect()
    };
    let cycles = |count| cycles_on(with(settings), 1, "", &jumps(count));
    (cycles(6) - cycles(2)) / 4
}

#[test]
fn a_machine_that_issues_two_finds_the_wrong_path_in_the_cycle_of_the_branch() {
    assert_eq!(jump(&[("fetch.latency", "3")]), 1 + 3);
    assert_eq!(jump(&[("fetch.latency", "3"), ("smx.issue_per_warp", "2")]), 3);
}

#[test]
fn a_wrong_path_that_is_not_in_the_i_buffer_yet_is_fetched_in_vain() {
    assert_eq!(jump(&[("fetch.latency", "3"), ("fetch.buffer", "1")]), 3 + 3);
}

#[test]
fn warps_share_the_fetches_of_a_cycle() {
    // Two schedulers could each issue one add per cycle, but only one instruction per cycle is fetched.
    let narrow = with(&[("fetch.warps_per_cycle", "1"), ("fetch.buffer", "1")]);
    let wide = cycles_on(config(), 2, "bar.sync 0;", &adds(8));
    let narrow = cycles_on(narrow, 2, "bar.sync 0;", &adds(8));
    assert_eq!((wide, narrow), (9, 18));
}

#[test]
fn a_later_decode_shows_once_for_every_fill_of_the_i_buffer() {
    let late = with(&[("fetch.latency", "3")]);
    // Two instructions issue, then two cycles pass while the next two are decoded.
    let (sixteen, eight) =
        (cycles_on(late.clone(), 1, "", &adds(16)), cycles_on(late, 1, "", &adds(8)));
    assert_eq!(sixteen - eight, 4 * (2 + 2));
}

#[test]
fn independent_instructions_issue_in_pairs() {
    let pairs = with(&[("smx.issue_per_warp", "2")]);
    let count = |adds_between: usize| cycles_on(pairs.clone(), 1, "", &adds(adds_between));
    assert_eq!(count(14) - count(6), 4);
}

#[test]
fn dependent_instructions_do_not_pair() {
    let pairs = with(&[("smx.issue_per_warp", "2")]);
    let chain = |length| "add.s32 %r4, %r4, %r9;\n".repeat(length);
    let count = |length| cycles_on(pairs.clone(), 1, "", &chain(length));
    let latency = u64::from(pairs.latencies.pipeline + pairs.latencies.int.latency);
    assert_eq!(count(12) - count(4), 8 * latency);
}

#[test]
fn a_pair_may_have_to_go_to_different_units() {
    let apart = with(&[("smx.issue_per_warp", "2"), ("smx.pair_same_unit", "false")]);
    let count = |body: &str| cycles_on(apart.clone(), 1, "", body);
    assert_eq!(count(&adds(16)) - count(&adds(8)), 8, "all go to the integer pipelines");
    let mixed = |pairs: usize| -> String {
        (0..pairs)
            .map(|i| format!("add.s32 %r{0}, %r9, 1;\nadd.f64 %d{0}, %d1, %d1;\n", 4 + i % 5))
            .collect()
    };
    assert_eq!(count(&mixed(4)) - count(&mixed(2)), 2);
}

#[test]
fn operands_of_one_bank_delay_the_result() {
    let one_bank = |ports| with(&[("registers.banks", "1"), ("registers.ports", ports)]);
    let chain = "add.s32 %r4, %r4, %r9;\n".repeat(5);
    let latency = u64::from(config().latencies.pipeline + config().latencies.int.latency);
    assert_eq!(cycles_on(one_bank("2"), 1, "", &chain), 2 + 4 * latency);
    assert_eq!(cycles_on(one_bank("1"), 1, "", &chain), 2 + 4 * (latency + 1));
}

#[test]
fn a_two_level_scheduler_issues_from_the_active_warps_only() {
    let two_level = |active| {
        with(&[("smx.schedulers", "1"), ("warp.scheduler", "two-level"), ("warp.active", active)])
    };
    // With one active slot, a warp keeps it as long as it does not wait for off-SMX memory. With two, they take
    // turns.
    assert_eq!(cycles_on(two_level("1"), 2, "bar.sync 0;", &adds(5)), 6);
    assert_eq!(cycles_on(two_level("2"), 2, "bar.sync 0;", &adds(5)), 12);
}

#[test]
fn a_warp_that_waits_for_memory_yields_its_active_slot_to_another() {
    // The second warp's load starts while the first warp waits for its own, though there is only one active slot.
    let body = "ld.global.cg.u32 %r4, [%rd2];\nadd.s32 %r4, %r4, 1;";
    let config =
        with(&[("smx.schedulers", "1"), ("warp.scheduler", "two-level"), ("warp.active", "1")]);
    let one = cycles_on(config.clone(), 1, "", body);
    let four = cycles_on(config, 4, "bar.sync 0;", body);
    assert!(four < one + 40, "{one} cycles alone, {four} with three others");
}
