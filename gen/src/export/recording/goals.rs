//! What a recording must show, and what it should.

use super::super::ExportError;
use super::Recording;
use heddle_hw::kit::coverage::{Coverage, Point, StreamCover};
use heddle_hw::kit::stream::{streams, Stream};
use heddle_hw::kit::{Pin, Spec, Trace};
use itertools::Itertools;
use std::collections::BTreeMap;

/// A situation that runs are chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// A coverage point, by its place.
    Point(usize),
    /// A pin, by its place, rises or falls in some bit.
    Pin(usize, bool),
    /// A bit of a pin rises or falls.
    Bit(usize, u32, bool),
    /// A pin of few bits, such as an index, has a value.
    Value(usize, u32),
}

impl Goal {
    /// Whether it is a situation of the unit, its streams or its pins, and not of some bits of a pin.
    pub fn is_of_the_whole(&self) -> bool {
        matches!(self, Self::Point(_) | Self::Pin(..))
    }
}

/// Values of a pin below this one are goals.
const FEW: u32 = u64::BITS;

/// Returns what a run reaches, with the first cycle of each.
pub fn reached(trace: &Trace, coverage: &Coverage) -> BTreeMap<Goal, usize> {
    let first = |(place, point): (usize, &Point)| Some((Goal::Point(place), point.first? as usize));
    let mut goals: BTreeMap<Goal, usize> =
        coverage.points().iter().enumerate().filter_map(first).collect();
    // Bits that have moved and values that have come, of each pin: in most cycles there is nothing new.
    let mut seen: Vec<(Moves, u64)> = Vec::new();
    for (cycle, pair) in trace.inputs.windows(2).zip(trace.outputs.windows(2)).enumerate() {
        let words = |row: usize| pair.0[row].iter().chain(&pair.1[row]);
        seen.resize(words(0).count(), Default::default());
        let pins = words(0).zip(words(1)).zip(&mut seen).enumerate();
        for (pin, ((old, new), (seen, values))) in pins.filter(|(_, ((old, new), _))| old != new) {
            let moves = Moves::between(*old, *new);
            for (rises, bits) in [(true, moves.up & !seen.up), (false, moves.down & !seen.down)] {
                if bits == 0 {
                    continue;
                }
                goals.entry(Goal::Pin(pin, rises)).or_insert(cycle + 1);
                let bits = (0..32).filter(|bit| bits >> bit & 1 == 1);
                goals.extend(bits.map(|bit| (Goal::Bit(pin, bit, rises), cycle + 1)));
            }
            seen.add(moves);
            if *new < FEW && *values >> new & 1 == 0 {
                *values |= 1 << new;
                goals.entry(Goal::Value(pin, *new)).or_insert(cycle + 1);
            }
        }
    }
    goals
}

/// Bits of a pin that rise, and those that fall.
#[derive(Clone, Copy, Default)]
struct Moves {
    up: u32,
    down: u32,
}

impl Moves {
    fn between(old: u32, new: u32) -> Self {
        Self { up: new & !old, down: old & !new }
    }

    fn add(&mut self, other: Self) {
        self.up |= other.up;
        self.down |= other.down;
    }
}

/// Returns the changes of every pin of a recording, inputs first, from cycle to cycle.
fn changes(recording: &Recording) -> Vec<Moves> {
    let mut all: Vec<Moves> = Vec::new();
    for pair in recording.cycles.windows(2) {
        let words = |row: usize| pair[row].inputs.iter().chain(&pair[row].outputs);
        all.resize(words(0).count(), Moves::default());
        for ((old, new), all) in words(0).zip(words(1)).zip(&mut all) {
            all.add(Moves::between(*old, *new));
        }
    }
    all
}

/// Checks that in `recording` every stream has a transfer and every stream that can wait waits, and that every
/// pin rises and falls, except what unit `R` excludes at this size.
pub fn require<R: Spec>(
    params: &R::Params,
    recording: &Recording,
    inputs: &[Pin],
    outputs: &[Pin],
) -> Result<(), ExportError> {
    let missing = missing::<R>(params, recording, inputs, outputs);
    match missing.is_empty() {
        true => Ok(()),
        false => Err(ExportError::Untried { unit: R::NAME, what: missing.join(", ") }),
    }
}

fn missing<R: Spec>(
    params: &R::Params,
    recording: &Recording,
    inputs: &[Pin],
    outputs: &[Pin],
) -> Vec<String> {
    let class = R::class(params);
    let excluded = R::excluded(params);
    let mut coverage = Coverage::default();
    let mut cover = StreamCover::new::<R::In, R::Out>(class);
    for cycle in recording.cycles.iter().filter(|cycle| !cycle.reset) {
        cover.end_cycle(&cycle.inputs, &cycle.outputs, &mut coverage);
    }
    let hit =
        |name: &str| coverage.points().iter().any(|point| point.name == name && point.hits > 0);
    let mut missing = Vec::new();
    for Stream { name, ready, .. } in streams::<R::In, R::Out>(class) {
        let wanted: &[(&str, &str)] = match ready {
            Some(_) => &[("transfers", "has no transfer"), ("waits", "never waits for ready")],
            None => &[("comes", "is never valid")],
        };
        for (point, what) in wanted {
            let point = format!("{name} {point}");
            if !hit(&point) && !excluded.iter().any(|(name, _)| *name == point) {
                missing.push(format!("stream {name} {what}"));
            }
        }
    }
    let constant = R::constant(params);
    let pins = inputs.iter().chain(outputs).zip(changes(recording));
    // Words of a port that no bit of this size reaches do not count: its other words do.
    for (name, words) in &pins.chunk_by(|(pin, _)| pin.name) {
        let mut moves = Moves::default();
        words.for_each(|(_, word)| moves.add(word));
        let declared = constant.iter().any(|(constant, _)| *constant == name);
        match (declared, moves.up != 0 && moves.down != 0) {
            (false, false) => missing.push(format!("pin {name} does not rise and fall")),
            (true, true) => missing.push(format!("pin {name} changes, and is declared constant")),
            _ => {}
        }
    }
    missing
}
