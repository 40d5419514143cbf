mod coherence;
mod counts;
mod levels;
mod machines;
mod of_cluster;
mod one_by_one;

use super::*;
use crate::config::GpuConfig;

fn line(number: u64) -> Transaction {
    Transaction { line: number, sectors: 0b1111, repeats: 1 }
}

fn machine() -> (MemorySystem, GpuConfig) {
    let config = GpuConfig::preset("tiny").unwrap();
    (MemorySystem::new(&config), config)
}

/// Cycles of a load of one whole line that hits the L2 without contention: two crossings, and four sectors one
/// after the other.
fn l2_hit_cycles(config: &GpuConfig) -> u64 {
    u64::from(2 * config.interconnect.latency + config.l2.latency) + 3
}

/// Cycles of a load that misses the L1 and hits the L2.
fn l1_miss_cycles(config: &GpuConfig) -> u64 {
    u64::from(config.l1.latency) + l2_hit_cycles(config)
}

#[test]
fn the_level_of_a_load_is_the_one_its_last_data_come_from() {
    let (mut memory, _) = machine();
    let mut level = |now, smx, numbers: &[u64]| {
        let lines: Vec<Transaction> = numbers.iter().copied().map(line).collect();
        memory.access(now, smx, &lines, AccessKind::Load, false).level
    };
    assert_eq!(level(1000, 0, &[5]), Level::Dram);
    assert_eq!(level(2000, 0, &[5]), Level::Cache);
    assert_eq!(level(3000, 1, &[5]), Level::L2);
    assert_eq!(level(4000, 1, &[5, 6]), Level::Dram);
}

fn load(memory: &mut MemorySystem, now: u64, smx: usize, number: u64) -> u64 {
    memory.access(now, smx, &[line(number)], AccessKind::Load, false).completes_at
}

#[test]
fn a_cold_load_pays_dram_a_repeated_one_the_l1_and_another_smx_the_l2() {
    let (mut memory, config) = machine();
    let dram = &config.dram;
    let clocks = u64::from(dram.rcd + dram.cl + 3 * dram.ccd_long + dram.burst);
    let dram_cycles = (clocks * 706).div_ceil(1300);
    let expected = l1_miss_cycles(&config) + u64::from(dram.extra_latency) + dram_cycles;
    let cold = load(&mut memory, 1000, 0, 77) - 1000;
    // Cycles and command clocks do not align, so the result may be off by one cycle at either side.
    assert!(cold.abs_diff(expected) <= 2, "expected {expected}, was {cold}");
    assert_eq!(load(&mut memory, 2000, 0, 77), 2000 + u64::from(config.l1.latency));
    assert_eq!(load(&mut memory, 3000, 1, 77), 3000 + l1_miss_cycles(&config));
    let stats = memory.after();
    assert_eq!((stats.l1.loads, stats.l1.hits, stats.l1.misses), (3, 1, 2));
    assert_eq!((stats.l2.reads, stats.l2.read_hits), (8, 4));
    assert_eq!(stats.dram.reads, 4);
}

#[test]
fn a_load_of_a_line_on_its_way_completes_with_it() {
    let (mut memory, _) = machine();
    let first = load(&mut memory, 1000, 0, 5);
    assert_eq!(load(&mut memory, 1010, 0, 5), first);
    assert_eq!(memory.after().l1.pending_hits, 1);
    assert_eq!(memory.after().dram.reads, 4);
}

#[test]
fn a_load_that_a_miss_entry_cannot_merge_holds_up_those_behind_it_until_the_line_is_there() {
    let (mut memory, config) = machine();
    load(&mut memory, 100, 0, 6);
    let first = load(&mut memory, 1000, 0, 5);
    for _ in 1..config.l1.mshr_merges {
        load(&mut memory, 1001, 0, 5);
    }
    let late = load(&mut memory, 1001, 0, 5);
    assert_eq!(late, first);
    assert_eq!(load(&mut memory, 1001, 0, 6), first + 1, "it hits");
}

#[test]
fn the_l1_takes_one_line_per_cycle_and_stalls_when_its_miss_table_is_full() {
    let (mut memory, config) = machine();
    let entries = u64::from(config.l1.mshr_entries);
    let lines: Vec<Transaction> = (0..entries).map(line).collect();
    let full = memory.access(1000, 0, &lines, AccessKind::Load, false);
    assert_eq!(full.accepted_at, 1000 + entries);
    // One more load is looked up and waits. The lookup pipeline fills behind it.
    let stages = u64::from(config.l1.latency);
    let waiting: Vec<Transaction> = (900..900 + stages).map(line).collect();
    let waiting = memory.access(1000 + entries, 0, &waiting, AccessKind::Load, false);
    assert_eq!(waiting.accepted_at, 1000 + entries + stages);
    let next = memory.access(waiting.accepted_at, 0, &[line(999)], AccessKind::Load, false);
    assert!(next.accepted_at > 1000 + l2_hit_cycles(&config), "{next:?}");
    assert!(next.accepted_at < full.completes_at, "{next:?}");
}

#[test]
fn a_set_replaces_its_least_recently_used_line() {
    let (mut memory, config) = machine();
    let stride = u64::from(config.l1.sets);
    for way in 0..u64::from(config.l1.ways) {
        load(&mut memory, 1000 * (way + 1), 0, way * stride);
    }
    load(&mut memory, 10_000, 0, 0);
    load(&mut memory, 11_000, 0, 100 * stride);
    assert_eq!(load(&mut memory, 12_000, 0, 0), 12_000 + u64::from(config.l1.latency));
    assert!(load(&mut memory, 13_000, 0, stride) > 13_000 + u64::from(config.l1.latency));
}

#[test]
fn a_store_goes_through_to_the_l2_and_allocates_nothing_in_the_l1() {
    let (mut memory, config) = machine();
    let store = memory.access(1000, 0, &[line(9)], AccessKind::Store, false);
    // The terms: four flits, a crossing, four sectors looked up from the last flit on, and as many confirmations.
    let (l1, l2) = (&config.l1, &config.l2);
    let way = l1.latency + 3 + 2 * config.interconnect.latency + 3 + l2.latency;
    assert_eq!(store.completes_at, 1000 + u64::from(way));
    assert_eq!(store.accepted_at, 1001);
    assert_eq!(load(&mut memory, 2000, 0, 9), 2000 + l1_miss_cycles(&config));
    assert_eq!(memory.after().dram, DramStats { burst_clocks: 2, ..Default::default() });
}

#[test]
fn dirty_lines_are_written_back_when_the_l2_is_out_of_ways() {
    let (mut memory, config) = machine();
    let stride = u64::from(config.l2.slices * config.l2.sets);
    for i in 0..=u64::from(config.l2.ways) {
        memory.access(1000 * (i + 1), 0, &[line(i * stride)], AccessKind::Store, false);
    }
    let stats = memory.after();
    assert_eq!((stats.l2.write_backs, stats.dram.writes, stats.dram.reads), (4, 4, 0));
}

#[test]
fn atomics_on_one_address_follow_one_another_in_the_l2() {
    let (mut memory, config) = machine();
    load(&mut memory, 1000, 1, 3);
    let at = |repeats| Transaction { line: 3, sectors: 1, repeats };
    let one = memory.access(5000, 0, &[at(1)], AccessKind::Atomic, false).completes_at;
    let all = memory.access(6000, 0, &[at(32)], AccessKind::Atomic, false).completes_at;
    assert_eq!(all - 6000, one - 5000 + 31 * u64::from(config.l2.atomic_initiation));
    assert_eq!(memory.after().l1.hits, 0);
}

#[test]
fn a_hot_counter_executes_one_atomic_per_turn_however_many_wait() {
    let (mut memory, config) = machine();
    load(&mut memory, 1000, 1, 3);
    let add = Transaction { line: 3, sectors: 1, repeats: 32 };
    let count = 4 * u64::from(config.l2.mshr_merges);
    let mut last = 0;
    for i in 0..count {
        last = memory.access(5000 + i, 0, &[add], AccessKind::Atomic, false).completes_at;
    }
    let turns = 32 * count * u64::from(config.l2.atomic_initiation);
    assert!(last - 5000 < turns + 2 * l2_hit_cycles(&config), "{} {turns}", last - 5000);
}

#[test]
fn two_smxs_that_meet_at_a_slice_take_turns() {
    let (mut memory, config) = machine();
    load(&mut memory, 1000, 0, 8);
    memory.access(2000, 0, &[line(8)], AccessKind::LoadPastL1, false);
    let first = memory.access(3000, 0, &[line(8)], AccessKind::LoadPastL1, false).completes_at;
    let second = memory.access(3000, 1, &[line(8)], AccessKind::LoadPastL1, false).completes_at;
    assert_eq!(first, 3000 + l2_hit_cycles(&config));
    assert_eq!(second, first + 4, "four sectors later");
}

#[test]
fn hardware_units_reach_memory_past_every_l1() {
    let (mut memory, config) = machine();
    memory.write_directly(1000, 0x1234);
    let hop = u64::from(2 * config.interconnect.latency + config.l2.latency);
    assert_eq!(memory.read_by_unit(5000, 0x1234), 5000 + hop);
    assert_eq!(memory.after().l1, L1Stats::default());
}

#[test]
fn dram_efficiency_is_the_share_of_active_time_in_which_data_move() {
    let (mut memory, _) = machine();
    assert_eq!(memory.after().dram.efficiency(), 0.0);
    load(&mut memory, 1000, 0, 0);
    let dram = memory.after().dram;
    assert_eq!(dram.efficiency(), 8.0 / dram.active_clocks as f64);
    // Many lines of one row keep the bus busier than one line alone.
    let row: Vec<Transaction> = (1..32).map(|i| line(i * 24)).collect();
    let (mut busy, _) = machine();
    busy.access(1000, 0, &row, AccessKind::Load, false);
    assert!(busy.after().dram.efficiency() > 2.0 * dram.efficiency());
}

proptest::proptest! {
    #[test]
    fn no_access_is_faster_than_its_way_and_every_count_adds_up(
        requests in proptest::collection::vec(
            (0u64..40, 0usize..2, proptest::collection::vec(0u64..600, 1..8), 0usize..4),
            1..300,
        ),
    ) {
        let (mut memory, config) = machine();
        let l2 = u64::from(config.interconnect.latency + config.l2.latency);
        let (mut now, mut loads, mut stores) = (0, 0, 0);
        for (wait, smx, numbers, kind) in requests {
            now += wait;
            let lines: Vec<Transaction> = numbers.iter().map(|&n| line(n * 97)).collect();
            let count = lines.len() as u64;
            let kinds =
                [AccessKind::Load, AccessKind::LoadPastL1, AccessKind::Store, AccessKind::Atomic];
            let access = memory.access(now, smx, &lines, kinds[kind], false);
            now = access.begins_at;
            let shortest = if kind == 0 { 1 } else { l2 };
            proptest::prop_assert!(access.accepted_at >= now + count);
            proptest::prop_assert!(access.completes_at >= now + shortest);
            loads += if kind == 0 { count } else { 0 };
            stores += if kind == 2 { count } else { 0 };
        }
        let stats = memory.after();
        let l1 = stats.l1;
        proptest::prop_assert_eq!((l1.loads, l1.stores), (loads, stores));
        proptest::prop_assert_eq!(l1.hits + l1.pending_hits + l1.misses, l1.loads);
        proptest::prop_assert_eq!(stats.l2.reads - stats.l2.read_hits, stats.dram.reads);
        proptest::prop_assert_eq!(stats.l2.write_backs, stats.dram.writes);
        proptest::prop_assert!(stats.dram.efficiency() <= 1.0);
    }
}
