//! The slots that a warp policy leaves unused: one of a user's, and that of two levels.

use super::rule::{two_ways, BUSY};
use super::*;
use crate::smx::{WarpPolicy, Warps};

/// Picks the oldest warp, in every so many cycles.
struct EveryFew(u64);

impl WarpPolicy for EveryFew {
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        let has_turn = warps.cycle().is_multiple_of(self.0);
        warps.ready().filter(|_| has_turn).min_by_key(|&w| warps.age(w))
    }
}

fn every_third(smx: &mut Smx) {
    smx.schedule_by(&|_| Box::new(EveryFew(3)));
}

#[test]
fn a_slot_in_which_a_warp_could_issue_and_none_was_picked_is_lost_to_the_policy() {
    // None waits for another.
    let text = |moves: usize| {
        (0..moves).map(|n| format!("mov.u32 %r{}, 1;\n", 20 + n)).collect::<String>()
    };
    let [(short, least), (long, most)] =
        [32, 64].map(|moves| account_by(&machine(1), 1, &text(moves), every_third));
    let more = |reason| long.slots.of(reason) - short.slots.of(reason);
    assert_eq!([Reason::Issued, Reason::Policy].map(more), [32, 64], "one slot of three is used");
    assert_eq!(most - least, 96);
    let (by_gto, _) = account(&machine(1), 1, &text(32));
    assert_eq!(by_gto.slots.of(Reason::Policy), 0);
}

#[test]
fn the_account_of_a_policy_that_lets_warps_wait_is_the_same_skipped_stepped_and_anew() {
    for schedulers in ["1", "2"] {
        let config = with(GpuConfig::preset("tiny").unwrap(), &[("smx.schedulers", schedulers)]);
        let [skipped, stepped, anew] = kept_and_anew(&config, 4, BUSY, every_third);
        assert_eq!(skipped, stepped);
        assert_eq!(stepped, anew);
        assert!(skipped.sum().slots.of(Reason::Policy) > 0);
    }
}

/// A machine whose scheduler has so many active warps.
fn two_levels(active: &str) -> GpuConfig {
    with(machine(1), &[("warp.scheduler", "two-level"), ("warp.active", active)])
}

/// What more additions, one after the other, of one warp of two change in the account of a two-level scheduler with so many
/// active warps: the slots lost to additions and to `other`, and the cycles.
fn more_by_additions(active: &str, text: impl Fn(&str) -> String, other: Reason) -> [i64; 3] {
    let config = with(machine(1), &[("warp.scheduler", "two-level"), ("warp.active", active)]);
    let of = |adds: usize| {
        let (counts, cycles) = account(&config, 2, &text(&"add.s32 %r5, %r5, 1;\n".repeat(adds)));
        [counts.slots.of(Reason::ScoreboardAlu), counts.slots.of(other), cycles]
    };
    let [short, long] = [8, 12].map(of);
    std::array::from_fn(|n| long[n] as i64 - short[n] as i64)
}

#[test]
fn two_levels_lose_a_slot_to_the_active_warps_while_no_other_may_become_active() {
    let add = i64::from(machine(1).latencies.pipeline + machine(1).latencies.int.latency);
    let chain = 4 * (add - 1);
    let text = |adds: &str| two_ways("div.u32 %r4, %r9, %r9;\nadd.s32 %r4, %r4, 1;\n", adds);
    // The division rests nobody, so that the additions come after it.
    let alone = more_by_additions("1", text, Reason::ScoreboardSfu);
    assert_eq!(alone, [chain, 0, chain + 4]);
    let together = more_by_additions("2", text, Reason::ScoreboardSfu);
    assert_eq!(together, [chain, -chain - 4, 0], "the division outlasts the additions");
    // The warp that adds could issue all the while.
    let config = two_levels("1");
    let adds = "add.s32 %r5, %r5, 1;\n".repeat(8);
    let [division, both] = [1, 2].map(|warps| account(&config, warps, &text(&adds)).0);
    let [division, both] = [division, both].map(|counts| counts.slots.of(Reason::ScoreboardSfu));
    assert!(division > 0);
    assert_eq!(both, division, "all slots of the division are lost to it");
}

#[test]
fn two_levels_lose_a_slot_to_the_warp_that_became_active_when_another_began_to_rest() {
    let add = i64::from(machine(1).latencies.pipeline + machine(1).latencies.int.latency);
    let chain = 4 * (add - 1);
    let text = |adds: &str| two_ways("ld.global.u32 %r4, [%rd2];\nadd.s32 %r4, %r4, 1;\n", adds);
    let [alu, dram, cycles] = more_by_additions("1", text, Reason::ScoreboardDram);
    assert_eq!([alu, dram, cycles], [chain, -chain - 4, 0], "the load outlasts the additions");
}
