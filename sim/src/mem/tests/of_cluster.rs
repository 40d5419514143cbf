//! SMXs that have an L1 together.

use super::*;
use crate::log::{record, Answer, Event};

/// The preset `tiny` with clusters of two SMXs, and one entry in the miss table.
fn together() -> (MemorySystem, GpuConfig) {
    let mut config = GpuConfig::preset("tiny").unwrap();
    let settings = [("smx.cluster", "2"), ("l1.of_cluster", "true"), ("l1.mshr_entries", "1")];
    for (key, value) in settings {
        config.set(key, value).unwrap();
    }
    config.check_scheduling().unwrap();
    (MemorySystem::new(&config), config)
}

#[test]
fn an_smx_finds_what_another_of_its_cluster_has_loaded() {
    let (mut memory, config) = together();
    let hit = u64::from(config.l1.latency);
    assert!(load(&mut memory, 1000, 0, 5) > 1000 + hit);
    assert_eq!(load(&mut memory, 2000, 1, 5), 2000 + hit);
    let stats = memory.after();
    assert_eq!((stats.l1.loads, stats.l1.hits, stats.l1.misses), (2, 1, 1));
}

#[test]
fn an_smx_waits_for_a_line_that_another_of_its_cluster_has_asked_for() {
    let (mut memory, _) = together();
    let first = load(&mut memory, 1000, 0, 5);
    assert_eq!(load(&mut memory, 1001, 1, 5), first);
    assert_eq!(memory.after().l1.pending_hits, 1);
}

#[test]
fn two_smxs_look_up_in_the_same_cycle() {
    let (mut memory, config) = together();
    load(&mut memory, 1000, 0, 5);
    let both = [0, 1].map(|smx| load(&mut memory, 5000, smx, 5));
    assert_eq!(both, [5000 + u64::from(config.l1.latency); 2]);
}

#[test]
fn a_load_that_finds_the_miss_table_full_goes_on_when_the_other_smxs_line_has_come() {
    let (mut memory, config) = together();
    let first = load(&mut memory, 1000, 0, 5);
    let second = load(&mut memory, 1001, 1, 6);
    assert!(second > first + l2_hit_cycles(&config), "{first} and {second}");
    let looked = 1001 + u64::from(config.l1.latency);
    assert_eq!(memory.after().l1.mshr_stalls, first - looked);
}

#[test]
fn an_atomic_of_one_smx_drops_the_line_for_all_of_its_cluster() {
    let (mut memory, config) = together();
    load(&mut memory, 1000, 0, 5);
    memory.access(2000, 1, &[line(5)], AccessKind::Atomic, false);
    assert!(load(&mut memory, 5000, 0, 5) > 5000 + u64::from(config.l1.latency));
}

#[test]
fn an_entry_of_the_miss_table_goes_round_the_smxs_of_a_cluster() {
    let (_, mut config) = together();
    config.set("smx.count", "3").unwrap();
    config.set("smx.cluster", "3").unwrap();
    let mut memory = MemorySystem::new(&config);
    let ((), log) = record(|| {
        for smx in 0..3 {
            let lines = [line(10 * smx), line(10 * smx + 1)];
            memory.begin(1000, smx as usize, &lines, AccessKind::Load, false, 0);
        }
        memory.advance(u64::MAX);
    });
    let misses = log.iter().filter_map(|event| match event {
        Event::Looked { smx, answer: Answer::Misses, .. } => Some(*smx),
        _ => None,
    });
    assert_eq!(misses.collect::<Vec<_>>(), [0, 1, 2, 0, 1, 2]);
}
