//! Microbenchmarks: the cost of an access at each level follows from the preset, to the cycle. One command clock
//! is one core cycle here, so that DRAM's times add up with the others.

use super::*;
use crate::config::LocalStores;

/// Builds a machine of the preset `tiny` with some values changed, without refresh.
fn bench(settings: &[(&str, &str)]) -> (MemorySystem, GpuConfig) {
    let mut config = GpuConfig::preset("tiny").unwrap();
    let clocks = [("core_mhz", "1300"), ("memory_mhz", "2600"), ("dram.refi", "0")];
    for (key, value) in clocks.iter().chain(settings) {
        config.set(key, value).unwrap();
    }
    (MemorySystem::new(&config), config)
}

/// Returns the global number of line `index` of slice 0.
pub(super) fn of_slice(config: &GpuConfig, index: u64) -> u64 {
    let piece = u64::from(config.l2.interleave_bytes) / LINE_BYTES;
    index / piece * piece * u64::from(config.l2.slices) + index % piece
}

/// Returns the global number of line `index` of channel 0.
pub(super) fn of_channel(config: &GpuConfig, index: u64) -> u64 {
    let piece = u64::from(config.l2.interleave_bytes) / LINE_BYTES;
    let neighbours = u64::from(config.l2.slices / config.dram.channels);
    let step = if config.l2.channels_first { u64::from(config.dram.channels) } else { 1 };
    let (number, inside) = (index / piece, index % piece);
    of_slice(config, number / neighbours * piece + inside) + number % neighbours * step * piece
}

/// Returns the lines of a channel from one row of a bank to the next but 15 of the same bank. The rows between are
/// folded into other banks.
pub(super) fn rows_of_a_bank(config: &GpuConfig) -> u64 {
    let dram = &config.dram;
    u64::from(dram.banks) * u64::from(dram.row_bytes) / LINE_BYTES * u64::from(dram.banks)
}

/// Returns the cycles of an access to one sector.
pub(super) fn sector(memory: &mut MemorySystem, now: u64, line: u64, kind: AccessKind) -> u64 {
    let request = Transaction { line, sectors: 1, repeats: 1 };
    memory.access(now, 0, &[request], kind, false).completes_at - now
}

pub(super) fn l2(config: &GpuConfig) -> u64 {
    u64::from(2 * config.interconnect.latency + config.l2.latency)
}

#[test]
fn a_load_that_meets_a_refresh_waits_for_its_end_and_opens_its_row_anew() {
    let refi = 2539;
    let (mut memory, config) = bench(&[("dram.refi", "2539")]);
    let dram = &config.dram;
    let to_dram =
        u64::from(config.interconnect.latency + config.l2.latency + dram.extra_latency / 2);
    let mut at_channel = |clock: u64, index: u64| {
        let line = of_channel(&config, index);
        sector(&mut memory, clock - to_dram, line, AccessKind::LoadPastL1)
    };
    let open = l2(&config) + u64::from(dram.extra_latency + dram.cl + dram.burst);
    at_channel(refi - 500, 0);
    assert_eq!(at_channel(refi - 1, 4), open, "the clock before");
    let refresh = u64::from(dram.rp + dram.rfc);
    assert_eq!(at_channel(refi, 8), open + refresh + u64::from(dram.rcd), "its first clock");
    assert_eq!(at_channel(refi + refresh + 200, 12), open, "the row is open again");
}

#[test]
fn neighbouring_lines_keep_a_channels_bus_full() {
    let (mut memory, config) = bench(&[]);
    let dram = &config.dram;
    let lines: Vec<Transaction> = (0..64).map(|i| line(of_channel(&config, i))).collect();
    let done = memory.access(1000, 0, &lines, AccessKind::Load, false).completes_at - 1000;
    let data = 64 * 4 * u64::from(dram.burst);
    let lookup = u64::from(config.l1.latency);
    let shortest = lookup + l2(&config) + u64::from(dram.extra_latency + dram.rcd + dram.cl) + data;
    // Banks are asked in turn, not by age, so those of one group may be left at the end. Their bursts keep the long
    // distance: for a quarter of the lines at most.
    let longest =
        shortest + data / 4 * u64::from(dram.ccd_long - dram.burst) / u64::from(dram.burst);
    assert!((shortest..=longest).contains(&done), "{shortest} to {longest}, was {done}");
    // Within one bank group, column commands keep the long distance.
    let (mut memory, _) = bench(&[]);
    let lines: Vec<Transaction> = (0..16).map(|i| line(of_channel(&config, 4 * i))).collect();
    let done = memory.access(1000, 0, &lines, AccessKind::LoadPastL1, false).completes_at - 1000;
    let columns = (16 * 4 - 1) * u64::from(dram.ccd_long) + u64::from(dram.burst);
    let expected = l2(&config) + u64::from(dram.extra_latency + dram.rcd + dram.cl) + columns;
    assert!(done.abs_diff(expected) <= 3, "expected {expected}, was {done}");
}

#[test]
fn atomics_follow_one_another_at_an_address_and_by_sector_in_a_slice() {
    let settings = [("l2.atomic_initiation", "6"), ("l2.atomic_slice_initiation", "3")];
    let (mut memory, config) = bench(&settings);
    for i in 0..4 {
        sector(&mut memory, 1000, of_slice(&config, i), AccessKind::LoadPastL1);
    }
    let alone = sector(&mut memory, 3000, 0, AccessKind::Atomic);
    assert_eq!(alone, l2(&config) + 6, "a header and a sector are one flit");
    let same: Vec<u64> = (0..3).map(|_| sector(&mut memory, 4000, 0, AccessKind::Atomic)).collect();
    assert_eq!(same, [alone, alone + 6, alone + 12]);
    let apart: Vec<u64> = (0..3)
        .map(|i| sector(&mut memory, 5000, of_slice(&config, i), AccessKind::Atomic))
        .collect();
    assert_eq!(apart, [alone, alone + 3, alone + 6]);
}

#[test]
fn a_load_of_a_sector_waits_for_the_atomics_that_execute_on_it_and_for_no_others() {
    let (mut memory, config) = bench(&[("l2.atomic_initiation", "60")]);
    for i in 0..2 {
        sector(&mut memory, 1000, of_slice(&config, i), AccessKind::LoadPastL1);
    }
    let atomic = sector(&mut memory, 3000, 0, AccessKind::Atomic);
    assert_eq!(atomic, l2(&config) + 60);
    assert_eq!(
        sector(&mut memory, 3000, 0, AccessKind::LoadPastL1),
        atomic + 1,
        "a load is answered after the atomic on its sector"
    );
    let other = sector(&mut memory, 3000, of_slice(&config, 1), AccessKind::LoadPastL1);
    assert!(other < atomic, "{other} cycles for another line, {atomic} for the atomic");
    assert_eq!(
        sector(&mut memory, 5000, 0, AccessKind::LoadPastL1),
        l2(&config),
        "the atomic is over"
    );
}

#[test]
fn a_sectored_l1_fetches_what_is_touched_and_an_unsectored_one_the_line() {
    let one = Transaction { line: 9, sectors: 0b0001, repeats: 1 };
    let other = Transaction { line: 9, sectors: 0b0100, repeats: 1 };
    for (sectored, reads, misses) in [("true", 2, 2), ("false", 4, 1)] {
        let (mut memory, config) = bench(&[("l1.sectored", sectored)]);
        for (now, request) in [(1000, one), (2000, other), (3000, one)] {
            memory.access(now, 0, &[request], AccessKind::Load, false);
        }
        let stats = memory.after();
        assert_eq!((stats.l2.reads, stats.l1.misses), (reads, misses), "sectored = {sectored}");
        let both = Transaction { line: 9, sectors: 0b0101, repeats: 1 };
        let hit = memory.access(4000, 0, &[both], AccessKind::Load, false).completes_at;
        assert_eq!(hit, 4000 + u64::from(config.l1.latency));
    }
}

#[test]
fn a_load_of_sectors_partly_on_their_way_waits_for_all_of_them() {
    let (mut memory, _) = bench(&[("l1.sectored", "true")]);
    let part = |sectors| Transaction { line: 9, sectors, repeats: 1 };
    let first = memory.access(1000, 0, &[part(1)], AccessKind::Load, false).completes_at;
    let both = memory.access(1001, 0, &[part(3)], AccessKind::Load, false).completes_at;
    assert!(both > first);
    assert_eq!(memory.access(1002, 0, &[part(3)], AccessKind::Load, false).completes_at, both);
    assert_eq!(memory.after().l2.reads, 2);
}

#[test]
fn full_miss_tables_are_counted_in_cycles() {
    let (mut memory, config) = bench(&[("l1.mshr_entries", "1"), ("l1.sectored", "true")]);
    let first = sector(&mut memory, 1000, 0, AccessKind::Load);
    assert_eq!(memory.after().l1.mshr_stalls, 0);
    let second = sector(&mut memory, 1001, 1, AccessKind::Load);
    let stalled = first - 1 - u64::from(config.l1.latency);
    assert_eq!(memory.after().l1.mshr_stalls, stalled);
    assert_eq!(memory.after().mshr_stalls(), stalled);
    assert!(second > first + l2(&config));
}

#[test]
fn requests_beyond_the_merges_of_an_l2_entry_wait_until_its_sector_has_come() {
    let (mut memory, _) = bench(&[("l2.mshr_merges", "2")]);
    let at_smx = |memory: &mut MemorySystem, smx| {
        let request = Transaction { line: 3, sectors: 1, repeats: 1 };
        memory.access(1000, smx, &[request], AccessKind::LoadPastL1, false).completes_at
    };
    let first = at_smx(&mut memory, 0);
    assert_eq!(at_smx(&mut memory, 1), first + 1, "the slice sends one sector after the other");
    let third = at_smx(&mut memory, 0);
    assert_eq!(third, first + 2, "it is looked up when the first two are answered");
    let l2 = memory.after().l2;
    assert_eq!((l2.pending_hits, l2.read_hits), (1, 2));
    assert!(l2.mshr_stalls > 0);
}

#[test]
fn a_slice_that_waits_for_dram_holds_up_packets_to_it_and_those_behind_them() {
    let after = |queue: &str| {
        let (mut memory, config) = bench(&[("l2.input_queue", queue), ("l2.mshr_entries", "1")]);
        // Each load waits in slice 0 until the one before has come from DRAM. The last is sent when all others wait.
        for index in 0..8 {
            let request = Transaction { line: of_slice(&config, index), sectors: 1, repeats: 1 };
            let at = if index < 7 { 1000 } else { 1200 };
            memory.access(at, 0, &[request], AccessKind::LoadPastL1, false);
        }
        let there = u64::from(config.l2.interleave_bytes) / LINE_BYTES;
        let other = Transaction { line: there, sectors: 1, repeats: 1 };
        [0, 1].map(|smx| {
            memory.access(1201, smx, &[other], AccessKind::Store, false).completes_at - 1201
        })
    };
    let (wide, narrow) = (after("64"), after("2"));
    assert!(narrow[1] <= wide[1], "another SMX reaches another slice");
    assert!(narrow[0] > wide[0] + 3 * 100, "{narrow:?} for {wide:?}");
}

#[test]
fn a_local_store_stays_in_a_write_back_l1_until_its_line_is_replaced() {
    let (mut memory, config) = bench(&[]);
    assert_eq!(config.l1.local_stores, LocalStores::WriteBack);
    let stride = u64::from(config.l1.sets);
    let latency = u64::from(config.l1.latency);
    let mut local = |now, number, kind| memory.access(now, 0, &[line(number)], kind, true);
    let missed = local(1000, 0, AccessKind::Store);
    assert!(missed.completes_at > 1000 + latency, "a store that misses goes to the L2");
    local(2000, 0, AccessKind::Load);
    assert_eq!(local(3000, 0, AccessKind::Store).completes_at, 3000 + latency);
    for way in 1..=u64::from(config.l1.ways) {
        local(4000 + 1000 * way, way * stride, AccessKind::Load);
    }
    let stats = memory.after();
    assert_eq!((stats.l1.stores, stats.l1.stores_kept, stats.l1.write_backs), (2, 1, 1));
    assert_eq!(stats.l2.writes, 8);
    let (mut memory, _) = bench(&[("l1.local_stores", "write-through")]);
    memory.access(2000, 0, &[line(0)], AccessKind::Load, true);
    let through = memory.access(3000, 0, &[line(0)], AccessKind::Store, true).completes_at;
    assert!(through > 3000 + latency);
    assert_eq!(memory.after().l1.stores_kept, 0);
}

#[test]
fn a_global_store_updates_its_line_or_evicts_it() {
    for (policy, hits) in [("update", 1), ("evict", 0)] {
        let (mut memory, _) = bench(&[("l1.global_stores", policy)]);
        load(&mut memory, 1000, 0, 7);
        memory.access(2000, 0, &[line(7)], AccessKind::Store, false);
        load(&mut memory, 3000, 0, 7);
        assert_eq!(memory.after().l1.hits, hits, "{policy}");
    }
}

#[test]
fn constants_miss_once_per_smx_and_then_take_the_hit_latency() {
    let (mut memory, config) = bench(&[]);
    let mut constant = |now, smx| memory.constant(now, smx, line(5));
    assert!(constant(1000, 0) > super::l2_hit_cycles(&config));
    assert_eq!(constant(2000, 0), u64::from(config.latencies.constant));
    assert_eq!(constant(3000, 1), super::l2_hit_cycles(&config));
    let stats = memory.after();
    assert_eq!((stats.constant.loads, stats.constant.hits), (3, 1));
    assert_eq!(stats.constant_hit_rate(), Some(1.0 / 3.0));
    assert_eq!(stats.l1, L1Stats::default());
}

#[test]
fn what_is_preloaded_is_found_in_the_l2() {
    let (mut memory, config) = bench(&[]);
    memory.host_copy(0, 5 * LINE_BYTES, 2 * LINE_BYTES);
    for number in [5, 6] {
        let now = 1000 * number;
        assert_eq!(load(&mut memory, now, 0, number), now + super::l1_miss_cycles(&config));
    }
    assert!(load(&mut memory, 9000, 0, 7) > 9000 + super::l1_miss_cycles(&config));
    assert_eq!(memory.after().dram.reads, 4);
}

#[test]
fn the_average_latency_is_that_of_the_loads_and_utilisation_that_of_all_channels() {
    let (mut memory, config) = bench(&[]);
    let miss = load(&mut memory, 1000, 0, 7) - 1000;
    let hit = load(&mut memory, 2000, 0, 7) - 2000;
    memory.access(3000, 0, &[line(7)], AccessKind::Store, false);
    assert_eq!(memory.after().latency(), Some((miss + hit) as f64 / 2.0));
    let channels = f64::from(config.dram.channels);
    assert_eq!(memory.dram_utilisation(1000), Some(8.0 / (1000.0 * channels)));
    assert_eq!(memory.after().dram.row_hit_rate(), Some(0.75), "four sectors, one activation");
}

#[test]
fn pieces_of_the_interleaving_go_round_the_slices() {
    for (bytes, shared) in [("128", [false, false]), ("256", [true, false])] {
        let (mut memory, _) = bench(&[("l2.interleave_bytes", bytes)]);
        memory.host_copy(0, 0, 4 * LINE_BYTES);
        // If two lines are requested at once, the second waits if they share a slice.
        let waits = [(1000, [0, 1]), (2000, [1, 2])].map(|(now, pair)| {
            let kind = AccessKind::LoadPastL1;
            let alone = memory.access(now, 0, &[line(pair[0])], kind, false).completes_at;
            memory.access(now, 1, &[line(pair[1])], kind, false).completes_at > alone
        });
        assert_eq!(waits, shared, "{bytes} bytes");
    }
}

#[test]
fn what_passes_the_l1_by_leaves_a_sector_a_cycle() {
    let (mut memory, _) = bench(&[("l1.global_loads", "false")]);
    for (now, kind) in [(1000, AccessKind::Load), (2000, AccessKind::Store)] {
        let access = memory.access(now, 0, &[line(7), line(8)], kind, false);
        assert_eq!(access.accepted_at, now + 8, "{kind:?}");
    }
    let stats = memory.after();
    assert_eq!((stats.l1.bypassed, stats.l1.stores, stats.l1.loads), (2, 2, 0));
    assert_eq!((stats.l2.reads, stats.l2.writes), (8, 8));
}

#[test]
fn a_store_ends_when_the_l2_has_confirmed_every_sector() {
    let (mut memory, config) = bench(&[("l1.global_loads", "false")]);
    let sectors = |sectors| Transaction { line: 7, sectors, repeats: 1 };
    let mut store = |now, request| {
        memory.access(now, 0, &[request], AccessKind::Store, false).completes_at - now
    };
    assert_eq!(store(1000, sectors(0b0001)), l2(&config));
    assert_eq!(store(2000, sectors(0b1111)), l2(&config) + 3);
}

#[test]
fn lines_a_power_of_two_apart_stay_in_an_l2_with_a_polynomial_index_and_not_in_a_linear_one() {
    let again = |index: &str| {
        let (mut memory, config) = bench(&[("l2.set_index", index), ("l2.sets", "32")]);
        let lines: Vec<u64> = (0..32).map(|i| of_slice(&config, 32 * i)).collect();
        let mut now = 0;
        let mut pass = || {
            lines
                .iter()
                .map(|&line| {
                    now += 1000;
                    sector(&mut memory, now, line, AccessKind::LoadPastL1)
                })
                .max()
                .unwrap()
        };
        pass();
        pass() == l2(&config)
    };
    assert!(again("polynomial"));
    assert!(!again("linear"));
}
