//! Chooses the stimuli that are recorded: few rows that reach much.

use super::super::ExportError;
use super::goals::{reached, Goal};
use heddle_hw::kit::spec::cover;
use heddle_hw::kit::trial::Plan;
use heddle_hw::kit::{Coverage, Spec, Trace};
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::fmt;

/// Seeds of the stimuli, from 1; their numbers are in the recording.
const SEEDS: u32 = 4;

/// Stimuli of each seed.
const STIMULI: u32 = 48;

/// Cycles of all stimuli together after which no further one is played.
const MAX_PLAYED: usize = 1_500_000;

/// Most rows of a recording, apart from the runs that move every pin and every stream.
const MAX_ROWS: usize = 5_000;

/// Cycles that are recorded after a goal, to see on the pins what comes of it.
const TAIL: usize = 32;

/// Cycles in which a busy one is searched for the reset.
const SEARCH: usize = 64;

/// A stimulus to record.
pub struct Run<S> {
    seed: u32,
    number: usize,
    /// The stimulus.
    pub stimulus: S,
    /// Cycles that are recorded; then comes a reset.
    pub cycles: usize,
    /// Rows of the recording up to each cycle; equal cycles in a row are one.
    rows: Vec<usize>,
    /// For each cycle, where to reset a run that has shown enough: soon after it, while the unit is busy.
    ends: Vec<usize>,
    /// What it reaches, and when.
    reached: BTreeMap<Goal, usize>,
}

impl<S> fmt::Display for Run<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}, stimulus {}", self.seed, self.number)
    }
}

/// Plays a stimulus on the model.
pub fn play<R: Spec>(
    params: &R::Params,
    stimulus: &R::Stimulus,
) -> Result<(Trace, Coverage), ExportError> {
    cover::<R, _>(&mut R::model(params), params, stimulus).map_err(ExportError::Spec)
}

/// Returns the stimuli that are recorded, in the order of their seeds.
pub fn choose<R: Spec>(params: &R::Params) -> Result<Vec<Run<R::Stimulus>>, ExportError> {
    let failure = |reason| ExportError::Stimulus { unit: R::NAME, reason };
    let stimuli = |seed| Plan { cases: STIMULI, seed }.stimuli::<R>(params).map_err(failure);
    let by_seed = (1..=SEEDS).map(stimuli).collect::<Result<Vec<_>, _>>()?;
    let mut open = Vec::new();
    let mut played = 0;
    // In turn, so that long stimuli are of several seeds, too.
    for number in 0..STIMULI as usize {
        if played >= MAX_PLAYED {
            break;
        }
        for (stimuli, seed) in by_seed.iter().zip(1..) {
            let stimulus = stimuli[number].clone();
            let (trace, coverage) = play::<R>(params, &stimulus)?;
            let cycles = trace.inputs.len();
            let (rows, ends, reached) = (rows(&trace), ends(&trace), reached(&trace, &coverage));
            open.push(Run { seed, number, stimulus, cycles, rows, ends, reached });
            played += cycles;
        }
    }
    let mut chosen = greedy(open);
    chosen.sort_by_key(|run| (run.seed, run.number));
    Ok(chosen)
}

/// Returns the number of rows of a run up to each cycle.
fn rows(trace: &Trace) -> Vec<usize> {
    let cycles: Vec<_> = trace.inputs.iter().zip(&trace.outputs).collect();
    let mut rows = 0;
    let next = |cycle: usize| {
        rows += usize::from(cycle == 0 || cycles[cycle - 1] != cycles[cycle]);
        rows
    };
    (0..cycles.len()).map(next).collect()
}

/// Returns for each cycle the one in which a run that has shown enough is reset.
fn ends(trace: &Trace) -> Vec<usize> {
    let cycles = trace.inputs.len();
    // The last output of every unit is `idle`.
    let is_busy = |cycle: &usize| trace.outputs[*cycle].last() == Some(&0);
    let end = |cycle: usize| {
        let earliest = (cycle + TAIL).min(cycles);
        let mut later = earliest..(earliest + SEARCH).min(cycles);
        let before = (cycle + 1..earliest).rev().find(is_busy);
        later.find(is_busy).or(before).unwrap_or(earliest)
    };
    (0..cycles).map(end).collect()
}

/// What is chosen next: goals that fewer than `times` runs reach.
struct Pass {
    times: usize,
    is_wanted: fn(&Goal) -> bool,
    max_rows: usize,
}

const PASSES: [Pass; 6] = [
    Pass { times: 1, is_wanted: Goal::is_of_the_whole, max_rows: usize::MAX },
    Pass { times: 1, is_wanted: |_| true, max_rows: MAX_ROWS },
    Pass { times: 2, is_wanted: |_| true, max_rows: MAX_ROWS },
    Pass { times: 3, is_wanted: |_| true, max_rows: MAX_ROWS },
    Pass { times: 5, is_wanted: |_| true, max_rows: MAX_ROWS },
    Pass { times: 8, is_wanted: |_| true, max_rows: MAX_ROWS },
];

/// Takes the beginning of a run with the most goals per row, until no goal is open or there are too many rows.
fn greedy<S>(open: Vec<Run<S>>) -> Vec<Run<S>> {
    let mut open: Vec<Option<Run<S>>> = open.into_iter().map(Some).collect();
    let mut chosen: Vec<Run<S>> = Vec::new();
    let mut times: HashMap<Goal, usize> = HashMap::new();
    let mut total = 0;
    for pass in PASSES {
        // Values as they were when last computed. They only fall, so that one that is still the greatest is chosen.
        let mut values: BinaryHeap<_> = (0..open.len()).map(|place| (usize::MAX, place)).collect();
        while let Some((_, place)) = values.pop() {
            let is_open = |goal: &Goal| {
                (pass.is_wanted)(goal) && times.get(goal).copied().unwrap_or(0) < pass.times
            };
            let max_rows = pass.max_rows.saturating_sub(total);
            let best = open[place].as_ref().and_then(|run| run.best(is_open, max_rows));
            let Some((value, cycles)) = best else { continue };
            if values.peek().is_some_and(|next| *next > (value, place)) {
                values.push((value, place));
                continue;
            }
            let Some(mut run) = open[place].take() else { continue };
            run.cycles = cycles;
            let reached = run.reached.iter().filter(|(_, first)| **first < cycles);
            reached.for_each(|(goal, _)| *times.entry(*goal).or_default() += 1);
            total += run.rows[cycles - 1];
            chosen.push(run);
        }
    }
    chosen
}

impl<S> Run<S> {
    /// Returns the value of the best beginning of this run of at most `max_rows` rows, and its cycles.
    fn best(&self, is_open: impl Fn(&Goal) -> bool, max_rows: usize) -> Option<(usize, usize)> {
        let open = self.reached.iter().filter(|(goal, _)| is_open(goal));
        let mut firsts: Vec<usize> = open.map(|(_, first)| *first).collect();
        firsts.sort_unstable();
        let beginnings = firsts.iter().zip(1..).filter_map(|(first, gain)| {
            let cycles = self.ends[*first];
            let rows = self.rows[cycles - 1];
            // A run costs a reset, too, and rows of many cycles are cheap, but not free.
            let cost = rows + cycles / 64 + 16;
            (rows <= max_rows).then_some((gain * 1_000_000 / cost, cycles))
        });
        beginnings.max()
    }
}
