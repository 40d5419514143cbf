//! Microbenchmarks of an SMX on every preset: fetch, dual issue, branches, barriers and shared memory.

use super::microbench::{longer, machines, slope, unhindered, LINE};
use crate::config::GpuConfig;

/// Cycles of a dependent integer operation.
fn add(config: &GpuConfig) -> u64 {
    u64::from(config.latencies.pipeline + config.latencies.int.latency)
}

/// Writes an integer add that depends on no other.
fn independent_add(number: usize) -> String {
    format!("add.s32 %r{}, %r9, 1;\n", 20 + number % 32)
}

/// Cycles from one fill of a lone warp's i-buffer to the next: its instructions issue, then it is filled again.
fn fill(config: &GpuConfig, issue: u32) -> u64 {
    u64::from(config.fetch.buffer.div_ceil(issue) - 1 + config.fetch.latency)
}

/// Returns how many instructions of one kind a warp issues per cycle.
fn alike_per_cycle(config: &GpuConfig) -> u32 {
    if config.smx.pair_same_unit {
        config.smx.issue_per_warp
    } else {
        1
    }
}

#[test]
fn a_lone_warp_issues_what_its_i_buffer_holds_alone_or_in_pairs() {
    for config in machines() {
        let fills = (2 * LINE) as u64 / u64::from(config.fetch.buffer);
        let measured = slope(&config, 1, "", independent_add, [LINE, 3 * LINE]);
        let expected = fills * fill(&config, alike_per_cycle(&config));
        assert_eq!(measured, expected, "{}", config.name);
    }
}

#[test]
fn independent_instructions_of_two_units_pair_where_the_machine_issues_two() {
    for config in machines().map(|config| unhindered(&config)) {
        let pair = |i| format!("add.s32 %r{0}, %r9, 1;\nadd.f64 %d{0}, %d9, %d9;\n", 20 + i % 32);
        // The pairs are few enough for the collector units, so none waits for a double-precision unit.
        let measured = slope(&config, 1, "", pair, [LINE / 2, LINE]);
        let issued = LINE as u64 / u64::from(config.smx.issue_per_warp);
        assert_eq!(measured, issued, "{}", config.name);
    }
}

#[test]
fn code_that_does_not_fit_the_instruction_cache_takes_an_l2_hit_a_line() {
    for mut config in machines() {
        config.set("fetch.icache_sets", "1").unwrap();
        config.set("fetch.icache_ways", "1").unwrap();
        let measured = slope(&config, 1, "", independent_add, [2 * LINE, 4 * LINE]);
        // A line is four sectors, looked up one after the other.
        let miss = u64::from(2 * config.interconnect.latency + config.l2.latency) + 3;
        let fills = LINE as u64 / u64::from(config.fetch.buffer);
        let line = miss + fills * fill(&config, alike_per_cycle(&config));
        assert_eq!(measured, 2 * line, "{}", config.name);
    }
}

#[test]
fn a_taken_branch_costs_its_latency_and_the_fetch_of_its_target() {
    for config in machines() {
        let (branch, fetch) = (config.latencies.branch, config.fetch.latency);
        // The instruction behind a branch is in the i-buffer, and dropped when the scheduler comes to it.
        let dropped_after = if config.smx.issue_per_warp == 2 { branch - 1 } else { branch };
        let taken = u64::from(branch.max(dropped_after + fetch));
        // The branches are at even positions, or at odd positions with one at the end of each line.
        for before in ["mov.u32 %r10, %r9;", ""] {
            let jump = |i| format!("bra.uni J{i};\nadd.s32 %r20, %r9, 1;\nJ{i}:\n");
            let measured = slope(&config, 1, before, jump, [LINE, 2 * LINE]);
            assert_eq!(measured, LINE as u64 * taken, "behind {before:?} on {}", config.name);
        }
    }
}

#[test]
fn a_branch_of_n_ways_takes_the_time_of_all_its_ways() {
    for mut config in machines() {
        // The instruction cache holds all the ways.
        config.set("fetch.icache_sets", "256").unwrap();
        for ways in [1_usize, 2, 3, 8, 31, 32] {
            let before = format!("min.u32 %r10, %r9, {};", ways - 1);
            let branches = |adds: usize| -> String {
                let way = |k| {
                    let chain = "add.s32 %r4, %r4, 1;\n".repeat(adds);
                    format!("setp.ne.u32 %p1, %r10, {k};\n@%p1 bra N{k};\n{chain}N{k}:\n")
                };
                (0..ways).map(way).collect()
            };
            let measured = longer(&config, 1, &before, [&branches(LINE), &branches(2 * LINE)]);
            let expected = (ways * LINE) as u64 * add(&config);
            assert_eq!(measured, expected, "{ways} ways on {}", config.name);
        }
    }
}

#[test]
fn a_barrier_costs_the_issue_of_all_its_warps_and_the_release() {
    for config in machines().map(|config| unhindered(&config)) {
        for warps in [1, 2, 4, 8, 16] {
            let barrier = |_| "bar.sync 0;\n".to_string();
            let measured = slope(&config, warps, "", barrier, [LINE, 2 * LINE]);
            let arrivals = warps.div_ceil(config.smx.schedulers) - 1;
            let one = u64::from(arrivals + config.latencies.barrier_release);
            assert_eq!(measured, LINE as u64 * one, "{warps} warps on {}", config.name);
        }
    }
}

#[test]
fn a_shared_load_takes_a_pass_for_each_word_of_a_bank_from_a_broadcast_to_32() {
    for config in machines() {
        for words in 1..=32 {
            // The first lanes access different words of one bank; the others access the word of the last of these.
            let before = format!(
                "min.u32 %r10, %r9, {};\nmul.lo.u32 %r11, %r10, 128;\nadd.u32 %r12, %r8, %r11;",
                words - 1
            );
            let hop = |_| "ld.shared.u32 %r5, [%r12];\nadd.u32 %r12, %r12, %r5;\n".to_string();
            let measured = slope(&config, 1, &before, hop, [LINE, 2 * LINE]);
            let load = u64::from(config.latencies.pipeline + config.latencies.shared) + words - 1;
            let expected = LINE as u64 * (load + add(&config));
            assert_eq!(
                measured, expected,
                "{words} words of one bank take {words} passes on {}",
                config.name
            );
        }
    }
}

#[test]
fn a_tb_waits_for_the_launch_cost_of_its_smx() {
    for config in machines() {
        let mut dear = config.clone();
        let cost = u64::from(config.smx.tb_launch_cycles) + 123;
        dear.set("smx.tb_launch_cycles", &cost.to_string()).unwrap();
        let end = |config: &GpuConfig| super::microbench::tb_cycles(config, 1, "", "");
        assert_eq!(end(&dear) - end(&config), 123, "{}", config.name);
    }
}
