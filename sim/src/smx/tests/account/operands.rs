//! Slots lost to operands that execution units compute, and to the fetch.

use super::*;
use crate::config::ClassLatency;

/// A chain, what holds it back, and its latency.
type Chain = (&'static str, Reason, fn(&GpuConfig) -> &ClassLatency);

const CHAINS: [Chain; 5] = [
    ("add.s32 %r4, %r4, 1;\n", Reason::ScoreboardAlu, |c| &c.latencies.int),
    ("fma.rn.f32 %f4, %f4, %f4, %f4;\n", Reason::ScoreboardAlu, |c| &c.latencies.fp32),
    ("sin.approx.f32 %f4, %f4;\n", Reason::ScoreboardSfu, |c| &c.latencies.sfu),
    ("div.u32 %r4, %r4, %r4;\n", Reason::ScoreboardSfu, |c| &c.latencies.int_div),
    ("fma.rn.f64 %d4, %d4, %d4, %d4;\n", Reason::ScoreboardDp, |c| &c.latencies.fp64),
];

#[test]
fn a_chain_loses_its_latency_less_the_issue_to_the_unit_that_computes_it() {
    let config = machine(1);
    for (text, reason, timing) in CHAINS {
        let latency = u64::from(config.latencies.pipeline + timing(&config).latency);
        let (slots, cycles) = added(&config, 1, "", |_| text.into(), 32);
        assert_eq!(slots, [(Reason::Issued, 32), (reason, 32 * (latency - 1))], "{text}");
        assert_eq!(cycles, 32 * latency, "{text}");
    }
}

#[test]
fn a_scheduler_without_a_warp_loses_every_slot_to_that() {
    let (alone, cycles) = account(&machine(1), 1, &CHAINS[0].0.repeat(8));
    let (shared, _) = account(&machine(2), 1, &CHAINS[0].0.repeat(8));
    let mut expected = slots(&alone);
    expected.insert(1, (Reason::NoWarp, cycles));
    assert_eq!(slots(&shared), expected);
}

#[test]
fn independent_instructions_that_units_accept_lose_no_slot() {
    let part = |i: usize| format!("add.s32 %r{}, %r9, 1;\n", 20 + i);
    assert_eq!(added(&machine(1), 1, "", part, 64), (vec![(Reason::Issued, 64)], 64));
}

#[test]
fn what_a_cold_instruction_cache_costs_is_lost_to_the_fetch() {
    let body: String = (20..84).map(|r| format!("mov.u32 %r{r}, 1;\n")).collect();
    let text =
        format!("mov.u32 %r10, %ctaid.x;\nsetp.eq.u32 %p1, %r10, 0;\n@%p1 bra L;\n{body}L:\n");
    let mut bench = bench(&machine(1), &text);
    let first = start(&mut bench, 1);
    bench.run_grid(&first, 1, true);
    // The second TB runs into code that the first has jumped over, at first cold and then warm.
    let both = TbStart { grid: [2, 1, 1], ..first };
    let [(cold, most), (warm, least)] = [(); 2].map(|()| {
        bench.now = (bench.now / LATER + 2) * LATER;
        let begin = bench.now;
        bench.smx.open_account(begin, false);
        let end = bench.run_grid(&both, 1, true);
        (bench.smx.account(end).unwrap().sum().slots, end - begin)
    });
    for &reason in Reason::ALL {
        let cost = if reason == Reason::Fetch { most - least } else { 0 };
        assert_eq!(cold.of(reason), warm.of(reason) + cost, "{reason:?}");
    }
    assert!(most - least > 4 * 140, "five lines come from the L2 or from behind it");
}

#[test]
fn a_loop_loses_slots_to_its_branches_and_to_the_fetch_of_their_target() {
    let config = with(machine(1), &[("latencies.branch", "7"), ("fetch.latency", "3")]);
    let text = |turns: u32| {
        format!("mov.u32 %r4, {turns};\nL:\nadd.s32 %r4, %r4, -1;\nsetp.ne.u32 %p1, %r4, 0;\n@%p1 bra L;\n")
    };
    let [(short, _), (long, _)] = [10, 20].map(|turns| account(&config, 1, &text(turns)));
    let more = |reason| long.slots.of(reason) - short.slots.of(reason);
    let add = u64::from(config.latencies.pipeline + config.latencies.int.latency);
    assert_eq!(more(Reason::Issued), 30);
    assert_eq!(more(Reason::Branch), 10 * 6, "the branch is decided after 7 cycles");
    assert_eq!(
        more(Reason::Fetch),
        10 * 3,
        "the target is read when it is known, and decoded 3 cycles later"
    );
    // A turn begins with the fetched add; the comparison waits for it, and the branch for the comparison.
    let compared = u64::from(config.latencies.pipeline + config.latencies.moves.latency);
    assert_eq!(more(Reason::ScoreboardAlu), 10 * (add - 1 + compared - 1));
}
