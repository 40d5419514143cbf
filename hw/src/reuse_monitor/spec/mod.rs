//! Specification of the reuse monitor, against sets of places and the published form of the hash.

mod coverage;
mod murmur;
mod stimulus;
#[cfg(test)]
mod tests;

use super::pins::{predicted, In, Out, Params, LANES, WORD};
use super::ReuseMonitor;
use crate::kit::spec::ensure;
use crate::kit::{Coverage, Environment, Spec, Violation};
use coverage::Seen;
use murmur::murmur_hash_2;
use proptest::prelude::*;
use std::collections::{HashSet, VecDeque};
pub(crate) use stimulus::{strategy, Stimulus};
use stimulus::{Line, Op};

/// Who reads a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Read {
    line: u32,
    child: bool,
    parent: bool,
}

impl Spec for ReuseMonitor {
    type Stimulus = Stimulus;

    fn stimuli(_: &Params) -> BoxedStrategy<Self::Stimulus> {
        strategy().boxed()
    }

    fn excluded(params: &Params) -> Vec<(&'static str, &'static str)> {
        excluded(params)
    }

    fn environment(params: &Params, stimulus: &Self::Stimulus) -> Box<dyn Environment<In, Out>> {
        let hashes = |line: u32| [0, 1].map(|seed| murmur_hash_2(&line.to_le_bytes(), seed));
        Box::new(Env::new(params, stimulus, 4, hashes))
    }
}

/// What the lines of a stimulus are too few for.
pub(crate) fn excluded(params: &Params) -> Vec<(&'static str, &'static str)> {
    let full = ["full", "full sibling", "full own"];
    let false_positives = ["false parent-child", "false sibling", "false own"];
    let large = (params.words > 8)
        .then_some((false_positives, "the lines of a stimulus are few for filters of this size"));
    let wide = (params.count_bits > 8)
        .then_some((full, "no stimulus is long enough for counts of this many bits"));
    let excluded = large.into_iter().chain(wide);
    excluded.flat_map(|(names, why)| names.map(|name| (name, why))).collect()
}

/// One filter: places that are set, lines that have entered, and hits and misses.
struct Filter {
    places: HashSet<(usize, u32, u32)>,
    lines: HashSet<u32>,
    tally: (u32, u32),
}

impl Filter {
    /// Rule 4: all places of the line are set.
    fn has(&self, places: &[(usize, u32, u32)]) -> bool {
        places.iter().all(|place| self.places.contains(place))
    }
}

/// The result of a lookup for each filter: none if the read does not count for it.
type Results = [Option<bool>; 3];

/// The other side of the pins, and the filters as sets.
pub(crate) struct Env {
    params: Params,
    hashes: fn(u32) -> [u32; 2],
    straps: In,
    lines: Vec<u32>,
    ops: std::vec::IntoIter<Op>,
    /// The reads that are not looked up yet, the oldest first.
    on_their_way: VecDeque<Read>,
    /// Cycles for which `clearing` is high, this one too.
    clearing: u32,
    /// The last cycle was the last of a clear.
    cleared: bool,
    filters: [Filter; 3],
    /// What is on the pins of the result.
    result: Results,
    /// Hits and misses of the filters in the cycle before.
    before: [(u32, u32); 3],
    /// The counts have not changed at the last edge.
    agrees: bool,
    /// The line that was looked up at the last edge, if it entered a filter.
    last: Option<u32>,
    /// Quiet cycles at the end.
    rest: u32,
}

impl Env {
    /// The other side of the pins of a monitor that looks a read up so many cycles after it came, in the places of these
    /// hashes of its line.
    pub(crate) fn new(
        params: &Params,
        stimulus: &Stimulus,
        steps: usize,
        hashes: fn(u32) -> [u32; 2],
    ) -> Self {
        let filter = || Filter { places: HashSet::new(), lines: HashSet::new(), tally: (0, 0) };
        Self {
            params: params.clone(),
            hashes,
            straps: In {
                cfg_parents_count: stimulus.parents_count,
                cfg_own_parents: stimulus.own_parents,
                cfg_own_children: stimulus.own_children,
                ..In::default()
            },
            lines: stimulus.lines.clone(),
            ops: stimulus.ops.clone().into_iter(),
            on_their_way: VecDeque::from(vec![Read::default(); steps]),
            clearing: params.words + 1,
            cleared: false,
            filters: [filter(), filter(), filter()],
            result: Default::default(),
            before: [(0, 0); 3],
            // A reset is followed by quiet: nothing is to be predicted from.
            agrees: true,
            last: None,
            rest: 8,
        }
    }

    /// Rule 5: the places of a line, with the number of their lane.
    fn places(&self, line: u32) -> [(usize, u32, u32); LANES] {
        let hashes = (self.hashes)(line);
        [0, 1, 2, 3].map(|lane| {
            let hash = hashes[lane / 2];
            let half = if lane % 2 == 0 { hash & 0xFFFF } else { hash >> 16 };
            let (upper, lower) = (half >> 6, half & 63);
            (lane, upper * self.params.words / 1024, lower * WORD / 64)
        })
    }

    /// Rule 2: whether a read counts for each of the filters.
    fn counts(&self, read: Read) -> [bool; 3] {
        let related = read.child || read.parent && self.straps.cfg_parents_count;
        let of_children = read.child && self.straps.cfg_own_children;
        let of_parents = read.parent && self.straps.cfg_own_parents;
        [related, related, of_children || of_parents]
    }

    /// Rule 8, by fractions of all that was counted.
    fn predicted(&self) -> u32 {
        let counted = |(hits, misses): (u32, u32)| u64::from(hits) + u64::from(misses);
        let rate_exceeds = |a: (u32, u32), b: (u32, u32)| {
            let cross = |a: (u32, u32), b| u128::from(a.0) * u128::from(counted(b));
            match counted(b) {
                0 => a.0 > 0,
                _ => cross(a, b) > cross(b, a),
            }
        };
        let best = |&filter: &usize| {
            let own = self.before[filter];
            let others = (0..3).filter(|other| *other != filter);
            own.0 > own.1 && others.into_iter().all(|other| rate_exceeds(own, self.before[other]))
        };
        match (0..3).find(best) {
            None => predicted::NONE,
            Some(0) => predicted::PARENT_CHILD,
            Some(1) => predicted::SIBLING,
            Some(_) => predicted::OWN,
        }
    }

    fn check(&self, out: &Out) -> Result<(), Violation> {
        let shown = [out.result_parent_child, out.result_sibling, out.result_own];
        let valid = self.result.iter().any(Option::is_some);
        ensure(out.result_valid == valid, || format!("rule 1: result_valid is not {valid}"))?;
        let hits = self.result.map(|result| result == Some(true));
        ensure(shown == hits, || format!("rule 4: found {shown:?}, not {hits:?}"))?;
        let counts = [
            (out.parent_child_hits, out.parent_child_misses),
            (out.sibling_hits, out.sibling_misses),
            (out.own_hits, out.own_misses),
        ];
        let expected = self.filters.each_ref().map(|filter| filter.tally);
        ensure(counts == expected, || format!("rule 7: counts {counts:?}, not {expected:?}"))?;
        let best = self.predicted();
        let says = out.predicted;
        ensure(says == best, || format!("rule 8: predicts {says}, not {best}"))?;
        let high = best == predicted::PARENT_CHILD || best == predicted::SIBLING;
        ensure(out.high_priority == high, || format!("rule 8: high_priority is not {high}"))?;
        let clearing = self.clearing > 0;
        ensure(out.clearing == clearing, || format!("rule 6: clearing is not {clearing}"))?;
        let waits = self.on_their_way.iter().any(|read| read.child || read.parent);
        let idle = !waits && !valid && self.agrees && !clearing;
        ensure(out.idle == idle, || format!("idle is not {idle}"))
    }

    /// Looks `read` up and lets its line enter (rules 3, 4 and 6).
    fn look_up(&mut self, read: Read) -> Results {
        let (places, counts) = (self.places(read.line), self.counts(read));
        let enters = [read.parent, read.child, counts[2]];
        let mut results = [None; 3];
        self.last = None;
        for (filter, result) in results.iter_mut().enumerate() {
            let found = self.clearing == 0 && self.filters[filter].has(&places);
            *result = counts[filter].then_some(found);
            if enters[filter] && self.clearing == 0 {
                self.filters[filter].places.extend(places);
                self.filters[filter].lines.insert(read.line);
                self.last = Some(read.line);
            }
        }
        results
    }

    /// Counts a result (rule 7).
    fn count(&mut self) {
        let greatest = (1 << self.params.count_bits) - 1;
        for (filter, result) in self.filters.iter_mut().zip(self.result) {
            let (hits, misses) = &mut filter.tally;
            if *hits < greatest && *misses < greatest {
                match result {
                    Some(true) => *hits += 1,
                    Some(false) => *misses += 1,
                    None => {}
                }
            }
        }
    }
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        self.check(out)?;
        let op = self.ops.next();
        if op.is_none() && self.clearing == 0 {
            if self.rest == 0 {
                return Ok(None);
            }
            self.rest -= 1;
        }
        let op = op.unwrap_or(Op { read: None, clear: false });
        let line = |line| match line {
            Line::Known(number) => self.lines[number],
            Line::New(line) => line,
        };
        let read = op.read.map(|(of, child, parent)| Read { line: line(of), child, parent });
        let come = read.unwrap_or_default();
        let input = In {
            read_valid: read.is_some(),
            read_line: come.line,
            read_child: come.child,
            read_parent: come.parent,
            clear: op.clear,
            ..self.straps
        };
        self.on_their_way.push_back(come);
        let looked = self.on_their_way.pop_front().unwrap_or_default();
        let places = self.places(looked.line);
        let seen = Seen { looked, places, input, before: self.last };
        seen.cover(self, out, coverage);
        self.before = self.filters.each_ref().map(|filter| filter.tally);
        self.agrees = self.result.iter().all(Option::is_none);
        self.count();
        self.result = self.look_up(looked);
        self.cleared = self.clearing == 1;
        self.clearing = self.clearing.saturating_sub(1);
        if op.clear {
            self.clearing = self.params.words + 1;
            for filter in &mut self.filters {
                filter.places.clear();
                filter.lines.clear();
            }
        }
        Ok(Some(input))
    }
}
