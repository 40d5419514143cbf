//! Specification of the Kernel Distributor: neighbours that come, stall and collide at random (`environment`),
//! and an abstract specification that checks every cycle (`scoreboard`).

mod coverage;
mod environment;
mod scoreboard;

use super::pins::{In, Out, Params};
use super::KernelDistributor;
use crate::kit::{Coverage, Environment, Spec, Violation};
use environment::{Neighbours, CALM, DISPATCH, MATCH, RESIDENT, SCHEDULE};
use proptest::prelude::*;
use scoreboard::Scoreboard;

/// A kernel the KMU will offer.
#[derive(Clone, Debug)]
pub struct KernelPlan {
    pc: u32,
    shape: u32,
    demand: u32,
    grid_x: u32,
    payload: u32,
}

/// A match command an SMX will offer.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    pc: u32,
    shape: u32,
    demand: u32,
    groups: u32,
}

/// What the neighbours want, and when they act: each cycle's beat has one bit a neighbour.
#[derive(Clone, Debug)]
pub struct Stimulus {
    kernels: Vec<KernelPlan>,
    matches: Vec<MatchPlan>,
    beats: Vec<u32>,
}

/// Entry PC, shape and demand.
type Code = (u32, u32, u32);

/// What the codes of a stimulus have in common.
fn base() -> impl Strategy<Value = Code> {
    any::<Code>()
}

/// Few different codes, one of them often, so that matches are common; or off by one bit, so that
/// it is seen that every bit is compared.
fn deviation() -> impl Strategy<Value = Code> {
    let flipped = prop_oneof![
        (0..32u32).prop_map(|bit| (1 << bit, 0, 0)),
        (0..32u32).prop_map(|bit| (0, 1 << bit, 0)),
        (0..32u32).prop_map(|bit| (0, 0, 1 << bit)),
    ];
    prop_oneof![4 => Just((0, 0, 0)), 3 => (1..4u32, 1..3u32, 0..2u32), 1 => flipped]
}

fn code(base: Code, deviation: Code) -> Code {
    (base.0 ^ deviation.0, base.1 ^ deviation.1, base.2 ^ deviation.2)
}

/// Beats of one phase: some neighbours always act, some never, some now and then.
fn phase() -> impl Strategy<Value = Vec<u32>> {
    let starved = prop::collection::vec(0..6u32, 0..3)
        .prop_map(|bits| bits.into_iter().fold(u32::MAX, |mask, bit| mask & !(1 << bit)));
    let eager = prop_oneof![Just(0u32), Just(u32::MAX), any::<u32>()];
    let beats = prop::collection::vec(any::<(u32, u32)>(), 1..60);
    (starved, eager, any::<u32>(), beats).prop_map(|(mask, eager, rare, beats)| {
        let beat = |(often, seldom): (u32, u32)| (often | eager) & mask & (seldom | !rare);
        beats.into_iter().map(beat).collect()
    })
}

/// The stimulus after every entry has been taken: by kernels that are alike, but for the one in the last
/// entry, of which the first match is; no kernel is like the second match.
fn full_house(stimulus: Stimulus, entries: usize) -> Stimulus {
    let kernel =
        |pc| KernelPlan { pc, shape: 1 << 22 | 1 << 11 | 32, demand: 32, grid_x: 1, payload: pc };
    let command = |pc| MatchPlan { pc, shape: 1 << 22 | 1 << 11 | 32, demand: 32, groups: 2 };
    let alike = std::iter::repeat_n(kernel(7 << 8), entries - 1);
    let kernels = alike.chain([kernel(8 << 8)]).chain(stimulus.kernels).collect();
    let matches = [command(8 << 8), command(9 << 8)].into_iter().chain(stimulus.matches).collect();
    // A kernel is taken and queued in two cycles; then every entry is searched twice.
    let arrive = vec![DISPATCH; 3 * entries];
    let search = vec![DISPATCH | MATCH; 2 * entries + 10];
    Stimulus { kernels, matches, beats: [arrive, search, stimulus.beats].concat() }
}

/// The stimulus after the counts of the kernel in the last entry have become large: the SMXs are full of
/// its TBs, and it has been matched for whole warps of groups of which none is linked.
fn crowd(stimulus: Stimulus, entries: usize) -> Stimulus {
    const WARPS: usize = 72;
    let (shape, demand) = (1 << 22 | 1 << 11 | 32, 32);
    let kernel = |pc, grid_x| KernelPlan { pc, shape, demand, grid_x, payload: pc };
    let command = MatchPlan { pc: 8 << 8, shape, demand, groups: 32 };
    let others = std::iter::repeat_n(kernel(7 << 8, 1), entries - 1);
    let kernels = others.chain([kernel(8 << 8, RESIDENT)]).chain(stimulus.kernels).collect();
    let matches = vec![command; WARPS].into_iter().chain(stimulus.matches).collect();
    let arrive = vec![DISPATCH; 3 * entries];
    // The others are distributed first, in less than eight cycles each.
    let start = vec![SCHEDULE | MATCH; RESIDENT as usize + 8 * entries];
    Stimulus { kernels, matches, beats: [arrive, start, stimulus.beats].concat() }
}

impl Spec for KernelDistributor {
    type Stimulus = Stimulus;

    fn stimuli(params: &Params) -> BoxedStrategy<Self::Stimulus> {
        let grid_x = prop_oneof![1..4u32, any::<u32>()];
        let kernel = (deviation(), grid_x, any::<u32>());
        let count = prop_oneof![6 => 1..5u32, 1 => Just(32u32)];
        // Enough to fill the distributor and wrap its queue.
        let kernels = prop::collection::vec(kernel, 0..(params.entries as usize * 3 / 2 + 6));
        let matches = prop::collection::vec((deviation(), count), 0..16);
        let beats = prop::collection::vec(phase(), 0..8).prop_map(|phases| phases.concat());
        let stimulus = (base(), kernels, matches, beats)
            .prop_map(|(base, kernels, matches, beats)| {
                let kernel = |(deviation, grid_x, payload)| {
                    let (pc, shape, demand) = code(base, deviation);
                    KernelPlan { pc, shape, demand, grid_x, payload }
                };
                let command = |(deviation, groups)| {
                    let (pc, shape, demand) = code(base, deviation);
                    MatchPlan { pc, shape, demand, groups }
                };
                let kernels = kernels.into_iter().map(kernel).collect();
                let matches = matches.into_iter().map(command).collect();
                Stimulus { kernels, matches, beats }
            })
            .boxed();
        let entries = params.entries as usize;
        let filled = stimulus.clone().prop_map(move |stimulus| full_house(stimulus, entries));
        let crowded = stimulus.clone().prop_map(move |stimulus| crowd(stimulus, entries));
        prop_oneof![20 => stimulus, 4 => filled, 1 => crowded].boxed()
    }

    fn excluded(_: &Params) -> Vec<(&'static str, &'static str)> {
        let queue = "the kernel before is queued first (timing table)";
        let search = "one search runs at a time (rule 1)";
        let next = "no group is linked while a next command waits (rule 11)";
        vec![
            ("disp twice in a row", queue),
            ("match twice in a row", search),
            ("next twice in a row", next),
            ("link + next", next),
        ]
    }

    fn environment(params: &Params, stimulus: &Self::Stimulus) -> Box<dyn Environment<In, Out>> {
        Box::new(Play {
            neighbours: Neighbours::new(&stimulus.kernels, &stimulus.matches),
            scoreboard: Scoreboard::new(params),
            beats: stimulus.beats.clone().into_iter(),
        })
    }
}

/// The neighbours and their check.
struct Play {
    neighbours: Neighbours,
    scoreboard: Scoreboard,
    beats: std::vec::IntoIter<u32>,
}

impl Environment<In, Out> for Play {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        self.scoreboard.check(out)?;
        if self.neighbours.are_done() && self.scoreboard.is_empty() {
            if !out.idle {
                return Err(Violation::new("idle is low with nothing left to do"));
            }
            return match self.neighbours.lost_groups() {
                0 => Ok(None),
                lost => Err(Violation::new(format!("rule 3: {lost} groups were lost"))),
            };
        }
        let input = self.neighbours.act(out, self.beats.next().unwrap_or(CALM));
        self.scoreboard.cover(out, &input, coverage);
        self.scoreboard.edge(out, &input);
        Ok(Some(input))
    }
}
