//! Writes the page of the book with the coverage points that the stimuli of the units reach.

use heddle_hw::kit::coverage::{Coverage, Kind};
use heddle_hw::kit::trial::Plan;
use itertools::Itertools;
use std::fmt::Write;

/// Coverage of one unit at one preset.
struct AtPreset {
    preset: &'static str,
    coverage: Coverage,
    /// Coverage of the first stimuli, which circuits play too.
    of_circuits: Coverage,
    /// Points that the rules exclude, and why.
    excluded: Vec<(&'static str, &'static str)>,
}

impl AtPreset {
    fn hits(&self, name: &str) -> Option<u64> {
        self.coverage.points().iter().find(|point| point.name == name).map(|point| point.hits)
    }
}

/// Coverage of one unit.
pub struct Reached {
    unit: &'static str,
    presets: Vec<AtPreset>,
}

impl Reached {
    /// Makes an empty coverage of this unit.
    pub fn new(unit: &'static str) -> Self {
        Self { unit, presets: Vec::new() }
    }

    /// Adds the coverage at a preset, of all stimuli and of those that circuits play too, and the
    /// points that the rules exclude, with the reasons.
    pub fn add(
        &mut self,
        preset: &'static str,
        [coverage, of_circuits]: [Coverage; 2],
        excluded: Vec<(&'static str, &'static str)>,
    ) {
        self.presets.push(AtPreset { preset, coverage, of_circuits, excluded });
    }

    /// Returns the errors: points that are not reached, and excluded points that are reached or do
    /// not exist.
    pub fn wrong(&self) -> Vec<String> {
        self.presets.iter().flat_map(|at| self.wrong_at(at)).collect()
    }

    fn wrong_at(&self, at: &AtPreset) -> Vec<String> {
        let place = format!("{} at {}", self.unit, at.preset);
        let excluded = |name: &str| at.excluded.iter().find(|(excluded, _)| *excluded == name);
        let mut wrong = Vec::new();
        for point in at.coverage.points() {
            let (name, hits) = (&point.name, point.hits);
            match excluded(name) {
                None if hits == 0 => wrong.push(format!("{place}: `{name}` is not reached")),
                Some((_, reason)) if hits > 0 => wrong
                    .push(format!("{place}: `{name}` is reached {hits} times, though: {reason}")),
                _ => {}
            }
        }
        let unknown = at.excluded.iter().filter(|(name, _)| at.hits(name).is_none());
        wrong.extend(unknown.map(|(name, _)| format!("{place}: there is no point `{name}`")));
        wrong
    }

    /// Returns the points of a kind at any preset, as name and meaning.
    fn points(&self, kind: Kind) -> Vec<(&str, &'static str)> {
        let points = self.presets.iter().flat_map(|at| at.coverage.points());
        let points = points.filter(|point| point.kind == kind);
        points.map(|point| (&*point.name, point.meaning)).unique().collect()
    }

    /// Returns the hits at all presets together, or a dash where the rules exclude the point.
    fn all_hits(&self, name: &str) -> String {
        let excluded = |at: &AtPreset| at.excluded.iter().any(|(excluded, _)| *excluded == name);
        if self.presets.iter().all(excluded) {
            return "-".into();
        }
        self.presets.iter().filter_map(|at| at.hits(name)).sum::<u64>().to_string()
    }

    fn section(&self) -> String {
        let presets = self.presets.iter().map(|at| at.preset);
        let mut text = format!(
            "\n## {}\n\n| point | what happens | {} |\n|---|---|{}\n",
            self.unit,
            presets.clone().join(" | "),
            presets.map(|_| "---|").collect::<String>()
        );
        for (name, meaning) in self.points(Kind::Unit) {
            let hits = |at: &AtPreset| at.hits(name).map_or("".into(), |hits| hits.to_string());
            let hits = self.presets.iter().map(hits).join(" | ");
            writeln!(text, "| {name} | {meaning} | {hits} |").expect("writing to a string");
        }
        for (heading, kind) in [("Streams", Kind::Stream), ("At one edge", Kind::Pair)] {
            let points = self.points(kind);
            let counts = points.iter().map(|(name, _)| format!("{name} {}", self.all_hits(name)));
            let counts = counts.collect::<Vec<_>>().join(", ");
            if !counts.is_empty() {
                write!(text, "\n{heading}: {counts}.\n").expect("writing to a string");
            }
        }
        text + &self.exclusions()
    }

    /// Returns the reasons, each with the points it excludes.
    fn exclusions(&self) -> String {
        let excluded = self.presets.iter().flat_map(|at| &at.excluded).unique();
        let by_reason = excluded.map(|(name, reason)| (*reason, *name)).into_group_map();
        let mut lines = String::new();
        for (reason, names) in by_reason.into_iter().sorted() {
            writeln!(lines, "- {}: {reason}", names.join(", ")).expect("writing to a string");
        }
        if lines.is_empty() {
            return lines;
        }
        format!("\nExcluded by the rules:\n\n{lines}")
    }
}

const HEAD: &str = "# Coverage points

<!-- Written by the test verif/tests/coverage.rs. -->

This page lists the situations that the stimuli of each unit reach, with the number of cycles: the points that its environment names, and those of its streams. Every point must be reached in the trials that CI runs,
or be excluded by a rule, and an excluded point must never be reached; otherwise a test fails. A point without a number does not apply to the preset.

";

/// Returns the page: the coverage of `units` under `plan`, and under its first `circuits` stimuli.
pub fn page(plan: Plan, circuits: u32, units: &[Reached]) -> String {
    let points = |kind| units.iter().map(|unit| unit.points(kind).len()).sum::<usize>();
    let (unit, stream, pair) = (points(Kind::Unit), points(Kind::Stream), points(Kind::Pair));
    let reached = |coverage: &Coverage| coverage.points().iter().filter(|p| p.hits > 0).count();
    let presets = || units.iter().flat_map(|unit| &unit.presets);
    let all: usize = presets().map(|at| reached(&at.coverage)).sum();
    let of_circuits: usize = presets().map(|at| reached(&at.of_circuits)).sum();
    let Plan { cases, seed } = plan;
    let mut page = HEAD.to_string();
    writeln!(
        page,
        "{cases} stimuli per unit and preset, from seed {seed}, on the model: {unit} points of units, {stream} of streams and {pair} of pairs of streams, {all} counted at every \
         preset. The first {circuits} stimuli, which every circuit plays too, reach {of_circuits} of these."
    )
    .expect("writing to a string");
    units.iter().for_each(|unit| page += &unit.section());
    page
}
