//! What the results are results of.

use super::run::Run;
use maud::{html, Markup};

/// The fields, and what the page calls them.
const FIELDS: [(&str, &str); 13] = [
    ("command", "command"),
    ("workload", "application or program"),
    ("input", "input"),
    ("machine", "machine"),
    ("overrides", "set on the command line"),
    ("backend", "backend"),
    ("seeds", "seeds"),
    ("version", "version"),
    ("commit", "commit"),
    ("host", "host"),
    ("ptx_sha256", "PTX (SHA-256)"),
    ("files_sha256", "files (SHA-256)"),
    ("trace_hash", "trace hash"),
];

/// The row of what is no property of the machine: it always differs, and is not marked.
const WALL: &str = "wall time of the simulation";

/// Writes a row of each field that any result has; a row that differs is marked.
pub fn section(runs: &[Run]) -> Markup {
    let rows = FIELDS
        .iter()
        .map(|&(name, label)| (label, runs.iter().map(|run| run.shown(name)).collect::<Vec<_>>()));
    let wall = runs.iter().map(|run| match run.number("wall_seconds") {
        Some(seconds) => format!("{seconds:.3} s"),
        None => String::new(),
    });
    let rows = rows.chain([("output", runs.iter().map(verdict).collect()), (WALL, wall.collect())]);
    let rows = rows.filter(|(_, values)| values.iter().any(|value| !value.is_empty()));
    html! {
        section id="results" {
            h2 { @if runs.len() > 1 { "The results" } @else { "The result" } }
            div.wide { table {
                @if runs.len() > 1 {
                    thead { tr { th { } @for run in runs { th { (run.name) } } } }
                }
                tbody {
                    @for (label, values) in rows {
                        tr class=[(differ(&values) && label != WALL).then_some("differs")] {
                            th { (label) }
                            @for value in values { td.code { (value) } }
                        }
                    }
                }
            } }
        }
    }
}

/// Whether values are not all the same.
pub fn differ(values: &[String]) -> bool {
    values.windows(2).any(|pair| pair[0] != pair[1])
}

fn verdict(run: &Run) -> String {
    match run.shown("verified").as_str() {
        "true" => "agrees with the reference".into(),
        "false" => format!("DIFFERS from the reference: {}", run.shown("difference")),
        _ => "no reference to compare with".into(),
    }
}
