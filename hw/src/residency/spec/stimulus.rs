//! Stimuli of residency: what is asked and granted, how long TBs run, and when the neighbours act.

use super::super::pins::Params;
use crate::kit::mask::any_mask;
use crate::kit::stall::{stall, StallPattern};
use crate::kit::{width, Mask, Unit};
use crate::residency::Residency;
use proptest::prelude::*;

/// TBs of one demand.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) demand: u32,
    /// SMXs it is asked for.
    pub(super) smxs: Mask,
    pub(super) tbs: u32,
    /// Cycles without a grant after which the next demand is asked, whatever is left.
    pub(super) patience: u64,
    pub(super) kdei: u32,
    pub(super) group: u32,
    /// Item of the first TB of all, and how far the items are apart.
    pub(super) item: u32,
    pub(super) item_step: u32,
    /// Whether the AGT and DATS are told of the end; played over and over.
    pub(super) tells: Vec<[bool; 2]>,
}

/// What the neighbours do.
#[derive(Clone, Debug)]
pub struct Stimulus {
    pub(super) runs: Vec<Run>,
    /// Cycles from the first in which a TB may end to the one in which it does, in order of the grants.
    pub(super) durations: Vec<u64>,
    /// Which of the SMXs with room, or of the ended TBs, is chosen; played over and over.
    pub(super) choices: Vec<usize>,
    pub(super) ask: StallPattern,
    pub(super) grant: StallPattern,
    pub(super) end: StallPattern,
    pub(super) told_agt: StallPattern,
    pub(super) told_dats: StallPattern,
}

/// A part of a capacity: little, half, all, or a little more than there is.
fn share(capacity: u32, most: u32) -> impl Strategy<Value = u32> {
    // Two TBs just fit on an SMX, or just do not.
    let half = (capacity * 3 / 8)..=(capacity * 5 / 8);
    let over = (capacity + 1).min(most);
    prop_oneof![
        24 => 0..=capacity / 8,
        8 => half,
        12 => 0..=capacity,
        6 => Just(capacity),
        1 => Just(over),
    ]
}

fn demand(params: &Params) -> impl Strategy<Value = u32> {
    let shares =
        (share(params.threads, 4095), share(params.registers, 511), share(params.shared, 511));
    // One resource alone, so that each of them is what an SMX lacks; or all, or none.
    let kept = prop_oneof![
        2 => Just(u32::MAX),
        1 => prop::sample::select(vec![0xFFF, 0x1FF << 12, 0x1FF << 21]),
        1 => Just(0),
    ];
    (shares, kept).prop_map(|((threads, registers, shared), kept)| {
        (threads | registers << 12 | shared << 21) & kept
    })
}

fn run(params: &Params) -> impl Strategy<Value = Run> {
    let all = params.smxs * params.slots;
    let width = width::SMXS.of(Residency::class(params));
    let smxs = prop_oneof![3 => Just(Mask::first(width)), 1 => any_mask(width)];
    // Enough to fill the machine of the thesis.
    let tbs = prop_oneof![3 => 1..6u32, 2 => 1..=(2 * all).min(250)];
    let patience = prop_oneof![2 => 0..8u64, 1 => 0..300u64];
    let words = (0..32u32, any::<u32>(), any::<u32>(), any::<u32>()).no_shrink();
    let tells = prop_oneof![
        3 => prop::collection::vec(any::<[bool; 2]>(), 1..6),
        1 => Just(vec![[false; 2]]),
    ];
    (demand(params), smxs, tbs, patience, words, tells).prop_map(
        |(demand, smxs, tbs, patience, (kdei, group, item, item_step), tells)| Run {
            demand,
            smxs,
            tbs,
            patience,
            kdei,
            group,
            item,
            item_step,
            tells,
        },
    )
}

/// Stimuli for SMXs of these sizes.
pub(super) fn strategy(params: &Params) -> impl Strategy<Value = Stimulus> {
    let runs = prop::collection::vec(run(params), 0..12);
    let duration = prop_oneof![3 => 0..3u64, 3 => 0..60u64, 1 => 200..400u64];
    let durations = prop::collection::vec(duration, 1..8);
    let choices = prop_oneof![
        1 => Just(vec![0usize]),
        2 => prop::collection::vec(0..32usize, 1..8),
    ];
    let stalls = [stall(), stall(), stall(), stall(), stall()];
    (runs, durations, choices, stalls).prop_map(|(runs, durations, choices, stalls)| {
        let [ask, grant, end, told_agt, told_dats] = stalls;
        Stimulus { runs, durations, choices, ask, grant, end, told_agt, told_dats }
    })
}
