//! Specification of the Kernel Distributor: neighbours that come, stall and collide at random (`environment`),
//! and an abstract specification that checks every cycle (`scoreboard`).

mod coverage;
mod environment;
mod scoreboard;
#[cfg(test)]
mod tests;

use super::pins::{In, Out, Params};
use super::KernelDistributor;
use crate::kit::{width, Coverage, Environment, Spec, Unit, Violation};
use environment::{Neighbours, CALM, DISPATCH, ENTER, MATCH, RESIDENT, START};
use proptest::prelude::*;
use scoreboard::Scoreboard;

/// A kernel the KMU will offer.
#[derive(Clone, Debug)]
pub struct KernelPlan {
    pc: u32,
    shape: u32,
    demand: u32,
    tbs: u32,
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

/// What the neighbours want, and when they act: each cycle's beat has one bit per neighbour.
#[derive(Clone, Debug)]
pub struct Stimulus {
    kernels: Vec<KernelPlan>,
    matches: Vec<MatchPlan>,
    beats: Vec<u32>,
}

/// Entry PC, shape and demand.
type Code = (u32, u32, u32);

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
    let starved = prop::collection::vec(0..7u32, 0..3)
        .prop_map(|bits| bits.into_iter().fold(u32::MAX, |mask, bit| mask & !(1 << bit)));
    let eager = prop_oneof![Just(0u32), Just(u32::MAX), any::<u32>()];
    let beats = prop::collection::vec(any::<(u32, u32)>(), 1..60);
    (starved, eager, any::<u32>(), beats).prop_map(|(mask, eager, rare, beats)| {
        let beat = |(often, seldom): (u32, u32)| (often | eager) & mask & (seldom | !rare);
        beats.into_iter().map(beat).collect()
    })
}

/// A kernel of which many are alike.
fn common(pc: u32, tbs: u32) -> KernelPlan {
    KernelPlan { pc, shape: 1 << 22 | 1 << 11 | 32, demand: 32, tbs, payload: pc }
}

/// A match of the kernels with that PC.
fn common_match(pc: u32, groups: u32) -> MatchPlan {
    MatchPlan { pc, shape: 1 << 22 | 1 << 11 | 32, demand: 32, groups }
}

/// The stimulus after every entry has been taken: by kernels that are alike, but for the one in the last
/// entry, of which the first match is; no kernel is like the second match.
fn full_house(stimulus: Stimulus, entries: usize) -> Stimulus {
    let alike = std::iter::repeat_n(common(7 << 8, 1), entries - 1);
    let kernels = alike.chain([common(8 << 8, 1)]).chain(stimulus.kernels).collect();
    let first = [common_match(8 << 8, 2), common_match(9 << 8, 2)];
    let matches = first.into_iter().chain(stimulus.matches).collect();
    // A kernel is taken and enters in two cycles; then every entry is searched twice.
    let arrive = vec![DISPATCH | ENTER; 3 * entries];
    let search = vec![DISPATCH | ENTER | MATCH; 2 * entries + 10];
    Stimulus { kernels, matches, beats: [arrive, search, stimulus.beats].concat() }
}

/// The stimulus after the counts of the kernel in the last entry have become large: the SMXs are full of
/// its TBs, and it has been matched for whole warps of groups of which none is spent.
fn crowd(stimulus: Stimulus, entries: usize) -> Stimulus {
    const WARPS: usize = 72;
    let others = std::iter::repeat_n(common(7 << 8, 1), entries - 1);
    let kernels = others.chain([common(8 << 8, RESIDENT)]).chain(stimulus.kernels).collect();
    let commands = vec![common_match(8 << 8, 32); WARPS];
    let matches = commands.into_iter().chain(stimulus.matches).collect();
    let arrive = vec![DISPATCH | ENTER; 3 * entries];
    let start = vec![START | MATCH; RESIDENT as usize + (entries + 4) * WARPS];
    Stimulus { kernels, matches, beats: [arrive, start, stimulus.beats].concat() }
}

impl Spec for KernelDistributor {
    type Stimulus = Stimulus;

    fn stimuli(params: &Params) -> BoxedStrategy<Self::Stimulus> {
        let kernel = (deviation(), 1..5u32, any::<u32>());
        let count = prop_oneof![6 => 1..5u32, 1 => Just(32u32)];
        // Enough to fill the distributor and use entries again.
        let kernels = prop::collection::vec(kernel, 0..(params.entries as usize * 3 / 2 + 6));
        let matches = prop::collection::vec((deviation(), count), 0..16);
        let beats = prop::collection::vec(phase(), 0..8).prop_map(|phases| phases.concat());
        let stimulus = (any::<Code>(), kernels, matches, beats)
            .prop_map(|(base, kernels, matches, beats)| {
                let kernel = |(deviation, tbs, payload)| {
                    let (pc, shape, demand) = code(base, deviation);
                    KernelPlan { pc, shape, demand, tbs, payload }
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
        let enter = "no kernel is taken while the one before has not entered (rule 1)";
        vec![
            ("disp twice in a row", enter),
            ("enter twice in a row", enter),
            ("disp + enter", enter),
            ("match twice in a row", "one search runs at a time (rule 2)"),
        ]
    }

    fn environment(params: &Params, stimulus: &Self::Stimulus) -> Box<dyn Environment<In, Out>> {
        let clusters = (1 << width::SMX.of(Self::class(params))) - 1;
        Box::new(Play {
            neighbours: Neighbours::new(&stimulus.kernels, &stimulus.matches, clusters),
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
            return match self.neighbours.unspent() {
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
