//! The energy of counts that can be added up by hand.

use super::*;
use crate::mem::{DramStats, L2Stats};

/// A machine at the node of the sources of most costs, at 1 GHz.
fn config() -> GpuConfig {
    let mut config = GpuConfig::preset("tiny").unwrap();
    for (key, value) in
        [("energy.node_nm", "45"), ("core_mhz", "1000"), ("energy.smx_idle_mw", "500")]
    {
        config.set(key, value).unwrap();
    }
    config
}

/// The energy of some counts in picojoules.
fn parts(smx: &SmxStats, skips: Option<&SkipCounts>, memory: &MemoryStats) -> EnergyParts {
    EnergyParts::of(&config(), 0, smx, skips, memory)
}

#[track_caller]
fn is(part: f64, picojoules: f64) {
    assert!((part / PICO - picojoules).abs() < 1e-6 * picojoules, "{part} J, {picojoules} pJ");
}

#[test]
fn an_instruction_costs_its_fetch_its_issue_its_registers_and_its_lanes() {
    let mut operations = [0; Operation::COUNT];
    operations[Operation::Fp32Mad as usize] = 32;
    let activity =
        Activity { fetched: 2, register_reads: 3, register_writes: 1, operations, shared_words: 0 };
    let smx = SmxStats { warp_instructions: 1, activity, ..SmxStats::default() };
    let energy = parts(&smx, None, &MemoryStats::default());
    is(energy.fetch_decode, 2.0 * 25.0 + 39.0);
    is(energy.register_file, (3.0 * 14.2 + 25.9) * 45.0 / 16.0);
    is(energy.execute, 32.0 * 4.6);
    assert_eq!(energy.total(), energy.fetch_decode + energy.register_file + energy.execute);
}

#[test]
fn costs_go_with_the_node_of_the_machine() {
    let smx = SmxStats { warp_instructions: 1, ..SmxStats::default() };
    let mut config = config();
    config.set("energy.node_nm", "9").unwrap();
    let energy = EnergyParts::of(&config, 0, &smx, None, &MemoryStats::default());
    is(energy.fetch_decode, 39.0 / 5.0);
}

#[test]
fn memories_cost_by_their_size_and_wires_and_dram_by_the_bit() {
    let memory = MemoryStats {
        l2: L2Stats { reads: 3, writes: 1, ..L2Stats::default() },
        dram: DramStats { reads: 2, writes: 1, ..DramStats::default() },
        flits: 7,
        ..MemoryStats::default()
    };
    let energy = parts(&SmxStats::default(), None, &memory);
    let config = config();
    // Four sectors and two fills, each of 32 bytes, in a slice of this size.
    let slice = f64::from(config.l2.sets * config.l2.ways * 128) / 8192.0;
    is(energy.l2, 6.0 * 4.0 * 10.0 * slice.sqrt());
    is(energy.noc, 7.0 * f64::from(config.interconnect.flit_bytes) * 8.0 * 1.21);
    is(energy.dram, 3.0 * 256.0 * 14.0);
}

#[test]
fn a_small_memory_costs_as_much_as_the_smallest_that_is_known() {
    let activity = Activity { shared_words: 10, ..Activity::default() };
    let smx = SmxStats { activity, ..SmxStats::default() };
    // Each bank has at most 1.5 KiB.
    is(parts(&smx, None, &MemoryStats::default()).shared, 10.0 * 5.0);
    let skips = SkipCounts { looked_up: 4, renamed: 2, ..SkipCounts::default() };
    let energy = parts(&SmxStats::default(), Some(&skips), &MemoryStats::default());
    is(energy.skip_table, (4.0 * 82.0 + 2.0 * 21.0) / 64.0 * 10.0);
}

#[test]
fn every_smx_leaks_in_every_cycle() {
    let (smx, memory) = (SmxStats::default(), MemoryStats::default());
    let energy = EnergyParts::of(&config(), 1000, &smx, None, &memory);
    // Two SMXs of half a watt for a microsecond.
    is(energy.leakage, 1e6);
    assert_eq!(energy.total(), energy.leakage);
}
