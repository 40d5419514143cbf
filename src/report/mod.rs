//! `heddle report`: one page of HTML from results, whole in itself: no script, and nothing from outside.

mod account;
mod bars;
mod config;
mod fields;
mod figures;
mod header;
mod intervals;
mod launches;
mod lines;
mod machine;
mod roofline;
mod run;
mod time;

pub use run::Run;

use crate::cli::provenance::VERSION_AND_COMMIT;
use crate::reproduce::Drawn;
use anyhow::anyhow;
use maud::{html, Markup, PreEscaped, DOCTYPE};
use std::path::PathBuf;

/// What a browser may load for the page: nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Reads the results of files. Each has the name of its file, or if two would have the same, its path.
pub fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<Run>> {
    let short = |path: &PathBuf| {
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    };
    let names: Vec<_> = paths.iter().map(short).collect();
    let named = paths.iter().zip(&names).map(|(path, name)| {
        let is_alone = names.iter().filter(|other| *other == name).count() == 1;
        Run::read(path, if is_alone { name.clone() } else { path.display().to_string() })
    });
    named.collect()
}

/// Writes the page of one or more results.
pub fn page(runs: &[Run]) -> anyhow::Result<String> {
    let title = title(runs);
    let sections: [(&str, &str, Markup); 9] = [
        ("results", "results", header::section(runs)),
        ("config", "configuration", config::section(runs)),
        ("figures", "key figures", figures::section(runs)),
        ("account", "scheduler slots", account::section(runs)),
        ("time", "over time", time::section(runs)?),
        ("lines", "hottest lines", lines::section(runs)),
        ("launches", "launches", launches::section(runs)),
        ("roofline", "roofline", roofline::section(runs)?),
        ("machine", "machine", machine::section(runs)),
    ];
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                header {
                    h1 { (title) }
                    nav { @for (id, name, _) in &sections { a href={ "#" (id) } { (name) } } }
                }
                main { @for (.., section) in &sections { (section) } }
                footer { "Made by heddle " (VERSION_AND_COMMIT) "." }
            }
        }
    };
    Ok(page.into_string() + "\n")
}

/// Returns what `draw` draws as SVG text. `what` says in an error what it was.
fn drawn(what: &str, draw: impl FnOnce(&mut String) -> Drawn) -> anyhow::Result<String> {
    let mut text = String::new();
    draw(&mut text).map_err(|error| anyhow!("cannot draw {what}: {error}"))?;
    Ok(text)
}

fn title(runs: &[Run]) -> String {
    match runs {
        [run] => {
            let input = run.shown("input");
            let on = if input.is_empty() { String::new() } else { format!(" ({input})") };
            format!("{}{on} on {}", run.shown("workload"), run.shown("machine"))
        }
        _ => format!("{} results side by side", runs.len()),
    }
}
