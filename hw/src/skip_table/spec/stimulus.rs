//! Stimuli of the skip table: what the warps of TBs come to, and when who acts.

use super::super::pins::Params;
use crate::kit::stall::{stall, StallPattern};
use proptest::prelude::*;

/// What all warps of a TB come to, one after another.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A redundant instruction, by the number of its PC.
    Ask(usize),
    /// A store of each warp.
    Store,
    /// A fence of each warp.
    Fence,
    /// These warps leave the majority path.
    Leave(u32),
    /// These warps exit.
    Exit(u32),
    /// A barrier of the whole TB.
    Barrier,
}

/// One TB.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) warps: u32,
    /// Warps that ask in few cycles only.
    pub(super) slow: u32,
    pub(super) steps: Vec<Step>,
}

/// TBs, and when something happens.
#[derive(Clone, Debug)]
pub struct Stimulus {
    pub(super) runs: Vec<Run>,
    /// PCs, and whether a load is there.
    pub(super) pcs: Vec<(u32, bool)>,
    /// Slots that are used.
    pub(super) slots: Vec<u32>,
    /// Which registers there are; played over and over.
    pub(super) registers: Vec<u32>,
    /// Where the choice of warps begins, and how many ask; played over and over.
    pub(super) picks: Vec<(usize, usize)>,
    /// Cycles from a lead to its writeback; played over and over.
    pub(super) latencies: Vec<u64>,
    pub(super) path: StallPattern,
    pub(super) store: StallPattern,
    pub(super) write_back: StallPattern,
    /// Cycles in which a writeback may be told that is not due; played over and over.
    pub(super) undue: Vec<bool>,
}

fn step(pcs: usize) -> impl Strategy<Value = Step> {
    let some = || prop_oneof![any::<u32>(), (0..32u32).prop_map(|n| 1 << n)];
    prop_oneof![
        24 => (0..pcs).prop_map(Step::Ask),
        2 => Just(Step::Store),
        1 => Just(Step::Fence),
        1 => some().prop_map(Step::Leave),
        1 => some().prop_map(Step::Exit),
        1 => Just(Step::Barrier),
    ]
}

fn run(params: &Params, pcs: usize) -> impl Strategy<Value = Run> {
    let warps = prop_oneof![1 => Just(1), 3 => 1..=params.warps.min(6), 2 => 1..=params.warps];
    let slow = prop_oneof![1 => Just(0), 1 => any::<u32>(), 1 => (0..32u32).prop_map(|n| 1 << n)];
    // Now and then a loop over few PCs.
    let free = prop::collection::vec(step(pcs), 0..14);
    let body = prop::collection::vec(step(pcs.min(3)), 1..4);
    let looped = (body, 1..6usize).prop_map(|(body, rounds)| body.repeat(rounds));
    // Or as many instructions in a row as there are PCs, so that those ahead need many entries.
    let straight = Just((0..pcs).map(Step::Ask).collect::<Vec<_>>());
    (warps, slow, prop_oneof![2 => free, 2 => looped, 1 => straight])
        .prop_map(|(warps, slow, steps)| Run { warps, slow, steps })
}

/// Stimuli for a table of these sizes.
pub(super) fn strategy(params: &Params) -> impl Strategy<Value = Stimulus> {
    let params = params.clone();
    let count = 1..=params.entries as usize + 3;
    let near = (any::<u32>(), 0..32u32).prop_map(|(pc, bit)| [pc, pc ^ 1 << bit]);
    let pcs = (prop::collection::vec(near, 8).no_shrink(), any::<u32>().no_shrink());
    let pcs = (count, pcs).prop_map(|(count, (pcs, loads))| {
        let pcs = pcs.concat().into_iter().enumerate();
        let mut pcs: Vec<_> = pcs.map(|(n, pc)| (pc, loads >> n & 1 != 0)).collect();
        pcs.truncate(count);
        pcs.sort_unstable();
        pcs.dedup_by_key(|(pc, _)| *pc);
        pcs
    });
    let registers = prop_oneof![
        2 => Just(vec![0u32]),
        1 => Just(vec![1]),
        2 => prop::collection::vec(prop_oneof![4 => Just(0u32), 1 => Just(1), 1 => Just(2)], 1..9),
    ];
    let slots = prop::collection::vec(0..params.tbs, 1..5);
    let slots = prop_oneof![slots, Just((0..params.tbs).collect::<Vec<_>>())];
    let picks = prop_oneof![
        2 => Just(vec![(0, 4)]),
        2 => prop::collection::vec((0..64usize, 0..5usize), 0..8).prop_map(|mut picks| {
            picks.push((0, 4));
            picks
        }),
    ];
    let latencies = prop::collection::vec(prop_oneof![3 => 0..4u64, 1 => 0..40u64], 1..6);
    let undue =
        prop_oneof![2 => Just(vec![false]), 1 => prop::collection::vec(any::<bool>(), 1..9)];
    let when = (picks, latencies, stall(), stall(), stall(), undue);
    (pcs, registers, slots, when).prop_flat_map(move |(pcs, registers, slots, when)| {
        let runs = prop::collection::vec(run(&params, pcs.len()), 0..9);
        let (picks, latencies, path, store, write_back, undue) = when;
        runs.prop_map(move |runs| Stimulus {
            runs,
            pcs: pcs.clone(),
            slots: slots.clone(),
            registers: registers.clone(),
            picks: picks.clone(),
            latencies: latencies.clone(),
            path: path.clone(),
            store: store.clone(),
            write_back: write_back.clone(),
            undue: undue.clone(),
        })
    })
}
