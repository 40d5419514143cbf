//! The account of the warp schedulers: bars of the whole, by kernel and by SMX, and a table that is their legend.

use super::bars::{bar, colour, hex};
use super::figures::{count, ratio};
use super::lines::by_depth;
use super::run::{Run, Shares};
use crate::cli::output::percent;
use heddle_sim::smx::Reason;
use maud::{html, Markup};

/// SMXs whose bars are shown at once; those of more are folded away.
const FEW_SMXS: usize = 32;

/// Writes where the slots of the schedulers went.
pub fn section(runs: &[Run]) -> Markup {
    let without: Vec<_> = runs.iter().filter(|run| run.account.is_none()).collect();
    html! {
        section id="account" {
            h2 { "Where the scheduler slots went" }
            p {
                "A slot is one cycle of one warp scheduler. It is issued, or lost to exactly one reason: that of the warp nearest to "
                "issue. The parts of a bar add up to 100 %."
            }
            @if !without.is_empty() {
                p.soft {
                    "No account was kept of "
                    @for (index, run) in without.iter().enumerate() { @if index > 0 { ", " } (run.name) }
                    "; run with --account to have one."
                }
            }
            @if without.len() < runs.len() {
                div.bars {
                    @for run in runs {
                        @if let Some(shares) = &run.account {
                            div.name { (run.name) }
                            (bar(shares, false))
                            div.size { }
                        }
                    }
                }
                (legend(runs))
                (kernels(runs))
                (by_depth(runs))
                (smxs(runs))
            }
        }
    }
}

/// Writes the share of each reason that occurs in any run, with its colour and definition.
fn legend(runs: &[Run]) -> Markup {
    let kept: Vec<_> = runs.iter().filter_map(|run| Some((run, run.account.as_ref()?))).collect();
    let names = Shares::names(kept.iter().map(|(_, shares)| *shares));
    html! {
        div.wide { table {
            thead { tr {
                th { "reason" }
                @for (run, _) in &kept { th.number { (run.name) } }
                th { "what became of the slot" }
            } }
            tbody {
                @for name in &names {
                    tr data-reason=(name) {
                        th { span.swatch style=(format!("background:{}", hex(colour(name)))) { } (name) }
                        @for (index, (_, shares)) in kept.iter().enumerate() {
                            td.number {
                                (percent(Some(shares.share(name))))
                                @if index > 0 { (ratio(Some(kept[0].1.share(name)), Some(shares.share(name)))) }
                            }
                        }
                        td.meaning { (definition(name)) }
                    }
                }
            }
        } }
    }
}

/// Returns the definition of a reason in the book; other versions may know more.
fn definition(name: &str) -> String {
    let reason = Reason::ALL.iter().find(|reason| reason.name() == name);
    reason.map_or_else(String::new, |reason| reason.definition().replace('`', ""))
}

/// Writes the bars of each kernel, those of all runs below each other.
fn kernels(runs: &[Run]) -> Markup {
    let mut names: Vec<&str> = Vec::new();
    for kernel in runs.iter().flat_map(|run| &run.kernels) {
        if !names.contains(&kernel.name.as_str()) {
            names.push(&kernel.name);
        }
    }
    if names.is_empty() {
        return html! {};
    }
    html! {
        h3 { "By kernel" }
        p.soft { "A lost slot belongs to the kernel of the warp nearest to issue; slots without a warp belong to none." }
        div.bars {
            @for name in names {
                h3.code { (name) }
                @for run in runs {
                    @for kernel in run.kernels.iter().filter(|kernel| kernel.name == name) {
                        div.name { (run.name) }
                        (bar(&kernel.shares, false))
                        div.size { (count(kernel.slots)) " slots" }
                    }
                }
            }
        }
    }
}

/// Writes a bar of each SMX, the runs beside each other.
fn smxs(runs: &[Run]) -> Markup {
    let most = runs.iter().map(|run| run.smxs.len()).max().unwrap_or(0);
    if most == 0 {
        return html! {};
    }
    let all = html! {
        div.beside {
            @for run in runs.iter().filter(|run| !run.smxs.is_empty()) {
                div {
                    @if runs.len() > 1 { h3 { (run.name) } }
                    (of_smxs(run))
                }
            }
        }
    };
    html! {
        h3 { "By SMX" }
        p.soft { "With the instructions that each SMX issued, and its occupancy." }
        @if most <= FEW_SMXS {
            (all)
        } @else {
            details { summary { "all " (most) " SMXs" } (all) }
        }
    }
}

fn of_smxs(run: &Run) -> Markup {
    html! {
        div.bars.thin {
            @for (number, smx) in run.smxs.iter().enumerate() {
                div.name { "SMX " (smx.name) }
                (bar(&smx.shares, true))
                div.size {
                    (count(smx.instructions))
                    @if let Some(share) = run.occupancies.get(number) { ", " (percent(Some(*share))) }
                }
            }
        }
    }
}
