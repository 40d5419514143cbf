//! The account by depth of the launch and by line of the program: the hottest lines, with their text.

use super::bars::bar;
use super::fields::{object, Fields};
use super::figures::count;
use super::run::{Run, Shares};
use crate::cli::output::percent;
use anyhow::Context;
use maud::{html, Markup};

/// The lines that are shown.
const HOTTEST: usize = 20;

/// The account of a line.
#[derive(Clone, Debug)]
pub struct Line {
    function: String,
    line: f64,
    text: String,
    source: Option<String>,
    slots: f64,
    shares: Shares,
}

/// The account of the launches of one depth.
#[derive(Clone, Debug)]
pub struct Depth {
    slots: f64,
    shares: Shares,
}

/// Reads the slots and shares that each element of a list has.
fn each<T>(
    fields: Fields,
    name: &str,
    of: impl Fn(Fields, f64, Shares) -> anyhow::Result<T>,
) -> anyhow::Result<Vec<T>> {
    let list = fields.list(name)?.unwrap_or_default().iter().enumerate();
    let element = |(index, value)| {
        let place = format!("{}: `{name}.{index}`", fields.place);
        let fields = Fields { place: &place, map: object(&place, value)? };
        let (slots, shares) = Shares::with_slots(fields)?;
        of(fields, slots, shares)
    };
    list.map(element).collect()
}

/// Reads the account by depth.
pub fn depths(fields: Fields) -> anyhow::Result<Vec<Depth>> {
    each(fields, "account_depths", |_, slots, shares| Ok(Depth { slots, shares }))
}

/// Reads the account by line, the one with most slots first.
pub fn read(fields: Fields) -> anyhow::Result<Vec<Line>> {
    let mut lines = each(fields, "account_lines", |fields, slots, shares| {
        let text = |name| Ok::<_, anyhow::Error>(fields.text(name)?.map(str::to_owned));
        let need = |name| text(name)?.with_context(|| format!("{} has no `{name}`", fields.place));
        let line = fields.number("line")?;
        let line = line.with_context(|| format!("{} has no `line`", fields.place))?;
        let (function, source) = (need("function")?, text("source")?);
        Ok(Line { function, line, text: need("text")?, source, slots, shares })
    })?;
    lines.sort_by(|a, b| b.slots.total_cmp(&a.slots));
    Ok(lines)
}

/// Writes the bars of each depth of a launch.
pub fn by_depth(runs: &[Run]) -> Markup {
    let deepest = runs.iter().map(|run| run.depths.len()).max().unwrap_or(0);
    if deepest < 2 {
        return html! {};
    }
    html! {
        h3 { "By depth of the launch" }
        p.soft { "Kernels of the host are at depth 0, what their thread blocks launch at 1, and so on." }
        div.bars {
            @for depth in 0..deepest {
                h3 { "depth " (depth) }
                @for run in runs {
                    @if let Some(of) = run.depths.get(depth) {
                        div.name { (run.name) }
                        (bar(&of.shares, false))
                        div.size { (count(of.slots)) " slots" }
                    }
                }
            }
        }
    }
}

/// Writes the hottest lines of each result.
pub fn section(runs: &[Run]) -> Markup {
    let kept: Vec<_> = runs.iter().filter(|run| !run.lines.is_empty()).collect();
    html! {
        section id="lines" {
            h2 { "Hottest lines" }
            @if kept.is_empty() {
                p.soft { "No account by line was kept; run with --account to have one." }
            } @else {
                p {
                    "Lines of the PTX by the slots in which a warp issued them, or was nearest to issue and waited for them. "
                    "The colours are those of the account."
                }
            }
            @for run in &kept {
                @if runs.len() > 1 { h3 { (run.name) } }
                (table(run))
            }
        }
    }
}

fn table(run: &Run) -> Markup {
    let all: f64 = run.lines.iter().map(|line| line.slots).sum();
    let with_source = run.lines.iter().any(|line| line.source.is_some());
    html! {
        div.wide { table.lines {
            thead { tr {
                th.number { "slots" }
                th.number { "share" }
                th { "what became of them" }
                th.number { "line" }
                th { "PTX" }
                @if with_source { th { "source" } }
                th { "function" }
            } }
            tbody {
                @for line in run.lines.iter().take(HOTTEST) {
                    tr {
                        td.number { (count(line.slots)) }
                        td.number { (percent(Some(line.slots / all.max(1.0)))) }
                        td.thin { (bar(&line.shares, true)) }
                        td.number { (count(line.line)) }
                        td { code { (line.text) } }
                        @if with_source { td { code { (line.source.as_deref().unwrap_or_default()) } } }
                        td { code { (line.function) } }
                    }
                }
            }
        } }
        @if run.lines.len() > HOTTEST {
            p.soft { "The first " (HOTTEST) " of " (run.lines.len()) " lines." }
        }
    }
}
