//! The figures of a run, with their units and their definitions in the book.

use super::run::Run;
use crate::cli::output::{grouped, percent};
use maud::{html, Markup};

/// How a figure is printed.
#[derive(Clone, Copy)]
enum Unit {
    /// A number of things.
    Count(&'static str),
    /// A number with a fraction.
    Number(&'static str),
    /// A share, as a percentage.
    Share,
    /// Joules, in millijoules.
    Millijoules,
}

use Unit::{Count, Millijoules, Number, Share};

/// The name of a field, what the page calls it, and its unit.
type Figure = (&'static str, &'static str, Unit);

/// Figures by what they are of.
const GROUPS: [(&str, &[Figure]); 4] = [
    (
        "Time and work",
        &[
            ("cycles", "cycles", Count("core cycles")),
            ("ipc", "IPC", Number("thread instructions per cycle")),
            ("warp_instructions", "warp instructions", Count("")),
            ("thread_instructions", "thread instructions", Count("")),
            ("skipped_instructions", "skipped instructions", Count("warp instructions")),
            ("energy_joules", "energy", Millijoules),
        ],
    ),
    (
        "Warps and SMXs",
        &[
            ("occupancy", "occupancy", Share),
            ("warp_activity", "warp activity", Share),
            ("warp_execution_efficiency", "warp execution efficiency", Share),
            ("smx_activity", "SMX activity", Share),
            ("issue_activity", "issue activity", Share),
            ("smx_balance", "SMX balance", Share),
            ("tbs", "thread blocks", Count("")),
        ],
    ),
    (
        "Memory",
        &[
            ("l1_hit_rate", "L1 hit rate", Share),
            ("l1_pending_hit_rate", "L1 pending-hit rate", Share),
            ("constant_hit_rate", "constant-cache hit rate", Share),
            ("l2_hit_rate", "L2 hit rate", Share),
            ("l1_accesses", "L1 accesses", Count("lines")),
            ("l2_accesses", "L2 accesses", Count("sectors")),
            ("dram_reads", "DRAM reads", Count("bursts")),
            ("dram_writes", "DRAM writes", Count("bursts")),
            ("dram_efficiency", "DRAM efficiency", Share),
            ("dram_utilisation", "DRAM bandwidth used", Share),
            ("row_hit_rate", "DRAM row-hit rate", Share),
            ("memory_latency", "memory latency", Number("cycles")),
            ("ldst_replay_overhead", "load/store replay overhead", Number("")),
            ("mshr_stall_cycles", "waiting for miss entries", Count("cycles")),
        ],
    ),
    (
        "Dependency graphs",
        &[
            ("graph_nodes", "nodes", Count("")),
            ("graph_levels", "levels", Count("")),
            ("level_range_max", "level range", Count("levels")),
            ("pub_peak", "pending updates", Count("entries")),
            ("memory_request_overhead", "memory request overhead", Share),
        ],
    ),
];

/// Figures of launches, as a tree: each is indented under what it is part of.
const LAUNCHES: [(usize, &str, &str, Unit); 14] = [
    (0, "host_launches", "kernels launched by the host", Count("")),
    (0, "launches", "launches by thread blocks", Count("kernels and groups")),
    (1, "device_kernels", "went through the KMU as kernels", Count("")),
    (1, "kde_hit_rate", "groups that found an eligible kernel", Share),
    (1, "agt_hit_rate", "groups that found a free AGT entry", Share),
    (1, "child_threads", "threads of a launch", Number("on average")),
    (1, "deepest_launch", "deepest nesting", Count("levels")),
    (1, "children_on_parent_smx", "thread blocks on their parent's SMX", Share),
    (
        0,
        "waiting_cycles",
        "waiting, from the call to the first thread block",
        Number("cycles on average"),
    ),
    (1, "queued_cycles", "of it, after the call had returned", Number("cycles on average")),
    (1, "waiting_peak", "launches that waited at one time, at most", Count("")),
    (0, "suspended_tbs", "thread blocks suspended to wait for children", Count("")),
    (0, "runtime_errors", "errors of the device runtime", Count("")),
    (0, "launch_memory_peak_bytes", "memory for launches, at most", Count("bytes")),
];

/// Results whose definitions have room beside them.
const FEW: usize = 2;

/// The names of all fields that are read as figures.
pub fn names() -> impl Iterator<Item = &'static str> {
    let groups = GROUPS.iter().flat_map(|(_, figures)| figures.iter().map(|(name, ..)| *name));
    groups.chain(LAUNCHES.iter().map(|(_, name, ..)| *name)).chain(["wall_seconds"])
}

/// Returns the definition of a field in the book, without its markup.
pub fn definition(name: &str) -> Option<String> {
    let page = include_str!("../../docs/src/statistics.md");
    let quoted = format!("`{name}`");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
    let text = rows.filter(|(names, _)| names.split(", ").any(|other| other == quoted));
    text.map(|(_, text)| plain(text.trim_end_matches(" |"))).next()
}

/// Leaves the text of Markdown's code and links.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for (index, piece) in text.replace('`', "").split('[').enumerate() {
        match piece.split_once("](").and_then(|(text, rest)| Some((text, rest.split_once(')')?.1)))
        {
            Some((text, rest)) if index > 0 => plain.extend([text, rest]),
            _ => plain.push_str(piece),
        }
    }
    plain
}

/// Writes the key figures.
pub fn section(runs: &[Run]) -> Markup {
    let groups = GROUPS.iter().map(|(title, figures)| {
        let figures = figures.iter().map(|&(name, label, unit)| (0, name, label, unit));
        (*title, figures.filter(|(_, name, ..)| is_there(runs, name)).collect::<Vec<_>>())
    });
    html! {
        section id="figures" {
            h2 { "Key figures" }
            (table(runs, groups.filter(|(_, figures)| !figures.is_empty())))
        }
    }
}

/// Writes how much was launched, and how long it waited.
pub fn launches(runs: &[Run]) -> Markup {
    let figures = LAUNCHES.into_iter().filter(|(_, name, ..)| is_there(runs, name)).collect();
    table(runs, std::iter::once(("", figures)))
}

fn is_there(runs: &[Run], name: &str) -> bool {
    runs.iter().any(|run| run.number(name).is_some())
}

type Row = (usize, &'static str, &'static str, Unit);

/// Writes a table of figures. Definitions stand beside few results, and under many.
fn table(runs: &[Run], groups: impl Iterator<Item = (&'static str, Vec<Row>)>) -> Markup {
    let groups: Vec<_> = groups.collect();
    let beside = runs.len() <= FEW;
    let columns = 1 + runs.len() + usize::from(beside);
    html! {
        div.wide { table {
            thead { tr {
                th { }
                @for run in runs { th.number { (run.name) } }
                @if beside { th { "unit and definition" } }
            } }
            tbody {
                @for (title, rows) in &groups {
                    @if !title.is_empty() { tr.group { th colspan=(columns) { (title) } } }
                    @for &(depth, name, label, unit) in rows {
                        tr data-field=(name) {
                            th class=(format!("in{depth}")) title=(format!("{name}: {}", meaning(name, unit))) { span { (label) } @if !beside { " " span.soft { (unit.words()) } } }
                            @for (index, run) in runs.iter().enumerate() {
                                td.number {
                                    (shown(run.number(name), unit))
                                    @if index > 0 { (ratio(runs[0].number(name), run.number(name))) }
                                }
                            }
                            @if beside { td.meaning { (meaning(name, unit)) } }
                        }
                    }
                }
            }
        } }
        @if runs.len() > 1 { p.soft { "× is the ratio to " (runs[0].name) "." } }
        @if !beside {
            details {
                summary { "units and definitions" }
                dl {
                    @for &(_, name, label, unit) in groups.iter().flat_map(|(_, rows)| rows) {
                        dt { (label) }
                        dd.meaning { (meaning(name, unit)) }
                    }
                }
            }
        }
    }
}

fn meaning(name: &str, unit: Unit) -> String {
    let definition = definition(name).unwrap_or_default();
    match unit.words() {
        "" => definition,
        unit => format!("{unit}; {definition}"),
    }
}

/// Writes a value over the one of the first result.
pub fn ratio(first: Option<f64>, value: Option<f64>) -> Markup {
    let ratio =
        first.zip(value).map(|(first, value)| value / first).filter(|ratio| ratio.is_finite());
    html! { span.ratio { @if let Some(ratio) = ratio { "×\u{a0}" (format!("{ratio:.3}")) } } }
}

fn shown(value: Option<f64>, unit: Unit) -> String {
    let Some(number) = value else { return "-".into() };
    match unit {
        Count(_) => count(number),
        Number(_) => decimal(number),
        Share => percent(Some(number)),
        Millijoules => decimal(1e3 * number),
    }
}

/// Prints a count: one beyond 64 bits, which no run has, as a power of ten.
pub fn count(number: f64) -> String {
    if number < 1e18 {
        return grouped(number as u64);
    }
    format!("{number:.3e}")
}

/// Prints a number with three digits after the point if it is small, and one if it is great.
pub fn decimal(number: f64) -> String {
    match number {
        _ if number >= 1e15 => format!("{number:.3e}"),
        _ if number >= 100.0 => format!("{number:.1}"),
        _ => format!("{number:.3}"),
    }
}

impl Unit {
    /// The unit; what is counted says so itself, and has none.
    fn words(self) -> &'static str {
        match self {
            Count(unit) | Number(unit) => unit,
            Share => "%",
            Millijoules => "mJ",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_has_a_definition_in_the_book_and_it_is_plain_text() {
        for name in names() {
            let text = definition(name).unwrap_or_else(|| panic!("{name} is not in the book"));
            assert!(!text.is_empty() && !text.contains(['`', '[', ']']), "{name}: {text}");
        }
    }

    #[test]
    fn numbers_beyond_any_run_are_printed_short() {
        assert_eq!([count(0.0), count(12345.0), count(1e300)], ["0", "12 345", "1.000e300"]);
        assert_eq!(
            [decimal(0.25), decimal(1234.56), decimal(1e300)],
            ["0.250", "1234.6", "1.000e300"]
        );
    }
}
