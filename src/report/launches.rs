//! Launches: their figures, and the tree of who launched what, with how much of it there was and how long it waited.

use super::bars::hex;
use super::fields::{object, Fields};
use super::figures::{self, count, decimal};
use super::run::Run;
use anyhow::{bail, Context};
use maud::{html, Markup};
use plotters::prelude::RGBColor;

/// Nodes that are shown at once; those of more are folded away.
const FEW: usize = 64;
/// Widths of the indent of a level, and of the deepest of them, in rem.
const INDENT: f64 = 1.1;
const DEEPEST: f64 = 12.0;

/// What the page calls the ways to launch, and their colours.
const WAYS: [(&str, &str, RGBColor); 3] = [
    ("host", "by the host", RGBColor(0x97, 0xa0, 0xad)),
    ("kernel", "as a kernel", RGBColor(0x6a, 0x52, 0xad)),
    ("group", "as an aggregated group", RGBColor(0xee, 0x85, 0x34)),
];
const OTHER_WAY: (&str, &str, RGBColor) = ("", "in several ways", RGBColor(0x80, 0x80, 0x80));
const WAIT: RGBColor = RGBColor(0x3d, 0x85, 0xc8);

/// The launches of one kernel in one way by the TBs of another node.
#[derive(Clone, Debug)]
pub struct Node {
    parent: Option<usize>,
    depth: usize,
    /// Absent of what is counted together.
    kernel: Option<String>,
    way: Option<String>,
    launches: f64,
    tbs: f64,
    mean: Option<f64>,
    most: Option<f64>,
}

/// Reads the tree of launches, in which whoever launches stands before what it launches.
pub fn read(fields: Fields) -> anyhow::Result<Vec<Node>> {
    let mut nodes: Vec<Node> = Vec::new();
    for (index, value) in fields.list("launch_tree")?.unwrap_or_default().iter().enumerate() {
        let place = format!("{}: `launch_tree.{index}`", fields.place);
        let of = Fields { place: &place, map: object(&place, value)? };
        let need =
            |name: &str| of.number(name)?.with_context(|| format!("{place} has no `{name}`"));
        let parent = of.number("parent")?;
        if let Some(parent) = parent.filter(|&at| at.fract() != 0.0 || at >= index as f64) {
            bail!("{place}: `parent` is {parent}, and should be the number of an element before it; the file has been changed, so run again");
        }
        let parent = parent.map(|parent| parent as usize);
        nodes.push(Node {
            parent,
            depth: parent.map_or(0, |parent| nodes[parent].depth + 1),
            kernel: of.text("kernel")?.map(str::to_owned),
            way: of.text("way")?.map(str::to_owned),
            launches: need("launches")?,
            tbs: need("tbs")?,
            mean: of.number("waiting_cycles")?,
            most: of.number("waiting_cycles_max")?,
        });
    }
    let sums = [("host_launches", false), ("launches", true)];
    for (name, by_tbs) in sums.into_iter().filter(|_| !nodes.is_empty()) {
        let of = nodes.iter().filter(|node| node.parent.is_some() == by_tbs);
        let sum: f64 = of.map(|node| node.launches).sum();
        if let Some(whole) = fields.number(name)?.filter(|&whole| whole != sum) {
            bail!("{}: the launches of `launch_tree` add up to {sum}, and `{name}` is {whole}; the file has been changed, so run again", fields.place);
        }
    }
    Ok(nodes)
}

/// What bars are drawn to, so that those of several results can be compared.
struct Scale {
    launches: f64,
    cycles: f64,
}

/// Writes what was launched, by whom, and how long it waited.
pub fn section(runs: &[Run]) -> Markup {
    let all = || runs.iter().flat_map(|run| &run.launches);
    let most = |numbers: &mut dyn Iterator<Item = f64>| numbers.fold(1.0, f64::max);
    let by_tbs = all().filter(|node| node.parent.is_some());
    let scale = Scale {
        launches: most(&mut all().map(|node| node.launches)),
        cycles: most(&mut by_tbs.filter_map(|node| node.most)),
    };
    let is_used = |way: &str| all().any(|node| node.way.as_deref() == Some(way));
    let used = WAYS.iter().filter(|(way, ..)| is_used(way));
    let ways = used.map(|&(_, words, colour)| (words, colour));
    html! {
        section id="launches" {
            h2 { "Launches" }
            (figures::launches(runs))
            @if all().next().is_some() {
                h3 { "Who launched what" }
                p.soft {
                    "Under each kernel stands what its thread blocks launched. Launches of one kernel, in one way, by thread "
                    "blocks of one kernel above are one row. The wait is from the call of a launch to the start of its first "
                    "thread block, and from when it reaches the device if the host launched it."
                }
                ul.key {
                    @for (words, colour) in ways { li { (swatch(colour)) (words) } }
                    @if scale.cycles > 1.0 { li { (swatch(WAIT)) "mean wait of those by thread blocks, and in pale the longest" } }
                }
            }
            @for run in runs.iter().filter(|run| !run.launches.is_empty()) {
                @if runs.len() > 1 { h3 { (run.name) } }
                @if run.launches.len() <= FEW {
                    (tree(&run.launches, &scale))
                } @else {
                    details { summary { "all " (run.launches.len()) " kernels" } (tree(&run.launches, &scale)) }
                }
            }
        }
    }
}

fn swatch(colour: RGBColor) -> Markup {
    html! { span.swatch style=(format!("background:{}", hex(colour))) { } }
}

fn tree(nodes: &[Node], scale: &Scale) -> Markup {
    let deepest = nodes.iter().map(|node| node.depth).max().unwrap_or(0);
    let indent = INDENT.min(DEEPEST / deepest.max(1) as f64);
    html! {
        div.wide { table.tree {
            thead { tr {
                th { "kernel" }
                th.number { "depth" }
                th colspan="2" { "launches" }
                th.number { "thread blocks" }
                th colspan="2" { "cycles of waiting: mean, most" }
            } }
            tbody { @for node in in_order(nodes) { (row(node, indent, scale)) } }
        } }
    }
}

fn row(node: &Node, indent: f64, scale: &Scale) -> Markup {
    let known = WAYS.iter().find(|(way, ..)| node.way.as_deref() == Some(way));
    let &(_, words, colour) = known.unwrap_or(&OTHER_WAY);
    let indent = format!("padding-left:{:.2}rem", indent * node.depth as f64);
    let by_tb = node.parent.is_some();
    let cycles = |cycles: Option<f64>| cycles.map_or_else(|| "-".to_owned(), decimal);
    html! {
        tr data-depth=(node.depth) {
            th style=(indent) title=(words) {
                @if by_tb { span.soft { "└ " } }
                @match &node.kernel { Some(kernel) => { code { (kernel) } }, None => { span.soft { "other kernels" } } }
            }
            td.number { (node.depth) }
            td.number { (count(node.launches)) }
            td { div.length { (length(colour, node.launches / scale.launches, "")) } }
            td.number { (count(node.tbs)) }
            td.number { (cycles(node.mean)) ", " (node.most.map_or_else(|| "-".to_owned(), count)) }
            td { @if let (true, Some(mean), Some(most)) = (by_tb, node.mean, node.most) {
                div.length { (length(WAIT, most / scale.cycles, "pale")) (length(WAIT, mean / scale.cycles, "")) }
            } }
        }
    }
}

/// Writes a part of a bar that begins at its left end.
fn length(colour: RGBColor, share: f64, class: &str) -> Markup {
    let style = format!("width:{:.3}%;background:{}", 100.0 * share.min(1.0), hex(colour));
    html! { span class=[(!class.is_empty()).then_some(class)] style=(style) { } }
}

/// The nodes of a tree, each behind what launched it and what that launched before.
fn in_order(nodes: &[Node]) -> Vec<&Node> {
    let mut children = vec![Vec::new(); nodes.len()];
    let mut next = Vec::new();
    for at in (0..nodes.len()).rev() {
        nodes[at].parent.map_or(&mut next, |parent| &mut children[parent]).push(at);
    }
    let mut ordered = Vec::new();
    while let Some(at) = next.pop() {
        ordered.push(&nodes[at]);
        next.append(&mut children[at]);
    }
    ordered
}
