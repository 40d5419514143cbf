//! Functional coverage: named situations that the stimuli of a unit must reach.
//!
//! An environment names its points in every cycle, in the same order, each with whether it is
//! reached now. The kit counts what streams do, from the pin tables.

use super::pins::Pins;
use super::stream::{streams, Handshake, Stream};
use super::width::Class;
use std::borrow::Cow;

/// The subject of a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The function of the unit; its environment names the point.
    Unit,
    /// One stream.
    Stream,
    /// Two streams.
    Pair,
}

/// A situation and how often it was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Subject of the situation.
    pub kind: Kind,
    /// Name of the situation, unique in a unit.
    pub name: Cow<'static, str>,
    /// What happens in the situation, in a sentence.
    pub meaning: &'static str,
    /// Cycles in which the situation was reached.
    pub hits: u64,
    /// First cycle in which it was reached, in the first run.
    pub first: Option<u64>,
}

/// The points of a unit and their hits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    points: Vec<Point>,
    /// The point that is named next in this cycle.
    next: usize,
    /// Cycles that have ended.
    cycles: u64,
}

impl Coverage {
    /// Names a point, and counts a hit if it is reached in this cycle.
    ///
    /// # Panics
    ///
    /// If the points are not the same, in the same order, as in the cycle before.
    pub fn point(&mut self, name: &'static str, meaning: &'static str, reached: bool) {
        self.count(Kind::Unit, || Cow::Borrowed(name), meaning, reached);
        let known = &self.points[self.next - 1].name;
        // In nearly all cycles it is the same literal, which is seen without reading it.
        assert!(
            std::ptr::eq(&**known, name) || *known == name,
            "coverage point {name} is named where {known} was before"
        );
    }

    fn count(
        &mut self,
        kind: Kind,
        name: impl FnOnce() -> Cow<'static, str>,
        meaning: &'static str,
        reached: bool,
    ) {
        if self.next == self.points.len() {
            self.points.push(Point { kind, name: name(), meaning, hits: 0, first: None });
        }
        let point = &mut self.points[self.next];
        point.hits += u64::from(reached);
        point.first = point.first.or(reached.then_some(self.cycles));
        self.next += 1;
    }

    /// Ends a cycle: the next point named is the first one again. [`StreamCover`] does so too.
    pub fn end_cycle(&mut self) {
        self.next = 0;
        self.cycles += 1;
    }

    /// The points, in the order in which they are named.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Adds the hits of another run of the same unit and sizes.
    pub fn add(&mut self, other: &Self) {
        if self.points.is_empty() {
            self.points.clone_from(&other.points);
            return;
        }
        for (point, other) in self.points.iter_mut().zip(&other.points) {
            point.hits += other.hits;
        }
    }
}

/// Counts what the streams of a unit do.
pub struct StreamCover {
    streams: Vec<Stream>,
    now: Vec<Handshake>,
    before: Vec<Handshake>,
}

impl StreamCover {
    /// A counter for a unit with these pins; all counts are zero.
    pub fn new<I: Pins, O: Pins>(class: Class) -> Self {
        let streams = streams::<I, O>(class);
        let quiet = vec![Handshake::default(); streams.len()];
        Self { streams, now: quiet.clone(), before: quiet }
    }

    /// Counts a cycle, after the environment has named its own points in it.
    pub fn end_cycle(&mut self, inputs: &[u32], outputs: &[u32], coverage: &mut Coverage) {
        std::mem::swap(&mut self.now, &mut self.before);
        for (now, stream) in self.now.iter_mut().zip(&self.streams) {
            *now = stream.handshake(inputs, outputs);
        }
        for (index, stream) in self.streams.iter().enumerate() {
            let (now, before) = (self.now[index], self.before[index]);
            let name = stream.name;
            let mut count = |what: &str, meaning, reached| {
                coverage.count(Kind::Stream, || format!("{name} {what}").into(), meaning, reached);
            };
            if stream.ready.is_none() {
                count("comes", "It is valid.", now.valid);
                continue;
            }
            count("transfers", "Valid and ready are both high.", now.transfers());
            count("waits", "It is valid and not taken.", now.valid && !now.ready);
            count("is awaited", "Ready is high and nothing is offered.", now.ready && !now.valid);
            let twice = now.transfers() && before.transfers();
            count("twice in a row", "It transfers at two successive edges.", twice);
        }
        let answered = |index: &usize| self.streams[*index].ready.is_some();
        for first in (0..self.streams.len()).filter(answered) {
            for second in (first + 1..self.streams.len()).filter(answered) {
                let both = self.now[first].transfers() && self.now[second].transfers();
                let names = || {
                    format!("{} + {}", self.streams[first].name, self.streams[second].name).into()
                };
                coverage.count(Kind::Pair, names, "Both transfer at one edge.", both);
            }
        }
        coverage.end_cycle();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::fifo::pins::{In, Out};

    fn hits(coverage: &Coverage, name: &str) -> u64 {
        let point = coverage.points().iter().find(|point| point.name == name);
        point.unwrap_or_else(|| panic!("{name} in {coverage:?}")).hits
    }

    /// A FIFO that transfers on both sides in three cycles, then waits to deliver.
    fn counted() -> Coverage {
        let mut coverage = Coverage::default();
        let mut streams = StreamCover::new::<In, Out>(Class::Narrow);
        for cycle in 0..4 {
            coverage.point("first", "It is the first cycle.", cycle == 0);
            let input = In { in_valid: true, in_data: 1, out_ready: cycle < 3 };
            let output = Out { in_ready: cycle < 3, out_valid: true, ..Out::default() };
            streams.end_cycle(
                &input.words(Class::Narrow),
                &output.words(Class::Narrow),
                &mut coverage,
            );
        }
        coverage
    }

    #[test]
    fn transfers_waits_and_pairs_are_counted_from_the_pins() {
        let coverage = counted();
        for (name, expected) in [
            ("first", 1),
            ("in transfers", 3),
            ("in waits", 1),
            ("in is awaited", 0),
            ("in twice in a row", 2),
            ("out waits", 1),
            ("in + out", 3),
        ] {
            assert_eq!(hits(&coverage, name), expected, "{name}");
        }
    }

    #[test]
    fn a_point_knows_the_cycle_that_reached_it_first() {
        let coverage = counted();
        let first = |name| coverage.points().iter().find(|point| point.name == name)?.first;
        assert_eq!(first("first"), Some(0));
        assert_eq!(first("in twice in a row"), Some(1));
        assert_eq!(first("in waits"), Some(3));
        assert_eq!(first("in is awaited"), None);
    }

    #[test]
    fn runs_add_up() {
        let mut coverage = Coverage::default();
        coverage.add(&counted());
        coverage.add(&counted());
        assert_eq!(hits(&coverage, "in transfers"), 6);
    }

    #[test]
    #[should_panic(expected = "coverage point other is named where first was before")]
    fn points_that_change_from_cycle_to_cycle_are_refused() {
        let mut coverage = counted();
        coverage.point("other", "Something else.", true);
    }
}
