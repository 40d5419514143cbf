//! The figures of Wireframe over a growing quantity: time, the graph, and the buffers that hold a
//! part of it.

use super::super::benchmarks::{Benchmark, Size};
use super::super::case::{Case, Variant, GTX480, LEVELS_OVER_TIME};
use super::super::figure::{average, Average, Measured, Unit};
use super::super::sweep::{Point, Scale, Sweep};
use super::super::wavefronts::{most, usual, WAVEFRONTS};
use super::wireframe::{speedup, GLOBAL, LRR, LVL};
use anyhow::Context;
use serde_json::Value;
use std::collections::BTreeMap;

type Results = BTreeMap<String, Value>;

/// LRR and LVL with arrays of a size.
type Sizes = (u64, [Variant; 2]);

/// Makes a policy with arrays of `nodes` nodes and `edges` edges.
macro_rules! sized {
    ($policy:literal $nodes:literal $edges:literal) => {
        GTX480.variant(
            concat!($policy, "-", $nodes, "-", $edges),
            &[
                ("tb.source", "dats"),
                ("dats.policy", $policy),
                ("units.lna_entries", $nodes),
                ("units.lea_entries", $edges),
            ],
        )
    };
}

/// Variants by nodes, with four edges per node as in the paper.
const NODE_ARRAYS: &[Sizes] = &[
    (32, [sized!("lrr" "32" "128"), sized!("lvl" "32" "128")]),
    (64, [sized!("lrr" "64" "256"), sized!("lvl" "64" "256")]),
    (128, [sized!("lrr" "128" "512"), LVL]),
    (256, [sized!("lrr" "256" "1024"), sized!("lvl" "256" "1024")]),
    (512, [LRR, sized!("lvl" "512" "2048")]),
    (1024, [sized!("lrr" "1024" "4096"), sized!("lvl" "1024" "4096")]),
];

/// Variants by edges, with the paper's numbers of nodes.
const EDGE_ARRAYS: &[Sizes] = &[
    (64, [sized!("lrr" "512" "64"), sized!("lvl" "128" "64")]),
    (128, [sized!("lrr" "512" "128"), sized!("lvl" "128" "128")]),
    (256, [sized!("lrr" "512" "256"), sized!("lvl" "128" "256")]),
    (512, [sized!("lrr" "512" "512"), LVL]),
    (1024, [sized!("lrr" "512" "1024"), sized!("lvl" "128" "1024")]),
    (2048, [LRR, sized!("lvl" "128" "2048")]),
];

/// The paper's averages by the number of tiles: the speedup of LVL, and compute time over launch
/// time.
const PUBLISHED: [(f64, f64); 3] = [(1.1411, 8.0), (1.3181, 5.0), (1.4507, 3.0)];

/// Returns the application of a list that the paper shows.
fn shown(
    list: fn() -> Vec<&'static Benchmark>,
    app: &str,
) -> impl Iterator<Item = &'static Benchmark> + use<'_> {
    list().into_iter().filter(move |benchmark| benchmark.app == app)
}

fn over_time_cases(size: Size) -> Vec<Case> {
    let of = |benchmark| [LRR, LVL].map(|variant| Case { benchmark, size, variant });
    shown(most, "heat2d").flat_map(of).collect()
}

/// Returns the level range in each span of the run, by the share of the run that has passed.
fn over_time(size: Size, results: &Results) -> anyhow::Result<Vec<Point>> {
    let mut points: Vec<Point> = Vec::new();
    for (series, case) in over_time_cases(size).iter().enumerate() {
        let spans = results.get(&case.name()).and_then(|result| result.get(LEVELS_OVER_TIME));
        let spans = spans.and_then(Value::as_array);
        let spans = spans.with_context(|| format!("{} has no graph", case.name()))?;
        for (index, span) in spans.iter().enumerate() {
            if index == points.len() {
                let x = (100 * (index + 1) / spans.len()) as u64;
                points.push(Point { x, ours: vec![None; 2], published: vec![None; 2] });
            }
            points[index].ours[series] = span["range"].as_f64();
        }
    }
    Ok(points)
}

fn graph_size_cases(size: Size) -> Vec<Case> {
    let of = |benchmark| [GLOBAL, LVL].map(|variant| Case { benchmark, size, variant });
    WAVEFRONTS.iter().flatten().flat_map(of).collect()
}

/// Returns a value of each application, and their average, by the number of tiles.
fn by_graph_size(
    size: Size,
    results: &Results,
    published: fn((f64, f64)) -> f64,
    value: impl Fn(&Measured) -> Option<f64>,
) -> anyhow::Result<Vec<Point>> {
    let mut points = Vec::new();
    for (benchmarks, known) in WAVEFRONTS.iter().zip(PUBLISHED) {
        let nodes = benchmarks[0].input(size).split(':').next();
        let x = nodes.context("an input begins with its tiles")?.parse()?;
        let values = benchmarks.iter().map(|benchmark| value(&Measured::new(results, benchmark)));
        let mut ours: Vec<Option<f64>> = values.collect();
        ours.push(average(Average::Arithmetic, ours.iter().copied().flatten()));
        let mut beside = vec![None; benchmarks.len()];
        beside.push(Some(published(known)));
        points.push(Point { x, ours, published: beside });
    }
    Ok(points)
}

fn speedups(size: Size, results: &Results) -> anyhow::Result<Vec<Point>> {
    by_graph_size(size, results, |(speedup, _)| speedup, |m| speedup(m, &LVL))
}

fn compute_over_launching(size: Size, results: &Results) -> anyhow::Result<Vec<Point>> {
    let launch = GLOBAL.config()?.kernel.host_launch_cycles as f64;
    by_graph_size(
        size,
        results,
        |(_, ratio)| ratio,
        |m| {
            let launching = m.of(&GLOBAL, "host_launches")? * launch;
            Some(m.of(&GLOBAL, "cycles")? / launching - 1.0)
        },
    )
}

fn sized_cases(size: Size, sizes: &[Sizes]) -> Vec<Case> {
    let variants = || sizes.iter().flat_map(|(_, variants)| *variants);
    let of = |benchmark| variants().map(move |variant| Case { benchmark, size, variant });
    shown(usual, "sor").flat_map(of).collect()
}

/// Returns a field of SOR's result under LRR and LVL, by the size of an array.
fn by_array(results: &Results, sizes: &[Sizes], field: &str) -> Vec<Point> {
    let point = |benchmark, (x, variants): &Sizes| {
        let measured = Measured::new(results, benchmark);
        let ours = variants.iter().map(|variant| measured.of(variant, field)).collect();
        Point { x: *x, ours, published: vec![None; 2] }
    };
    let of = |benchmark| sizes.iter().map(move |size| point(benchmark, size));
    shown(usual, "sor").flat_map(of).collect()
}

/// Makes a figure of SOR by the size of an array.
const fn by_size(
    id: &'static str,
    title: &'static str,
    x: &'static str,
    unit: Unit,
    cases: fn(Size) -> Vec<Case>,
    points: fn(Size, &Results) -> anyhow::Result<Vec<Point>>,
) -> Sweep {
    Sweep { id, title, x, unit, scale: Scale::Linear, series: &["LRR", "LVL"], cases, points }
}

/// Figures of sections 3.2 and 5.
pub const SWEEPS: &[Sweep] = &[
    Sweep {
        id: "wireframe-fig4",
        title: "levels that running TBs of heat2d are apart, 9K graph; at most 7 in the paper",
        x: "% of the run",
        unit: Unit::Count,
        scale: Scale::Linear,
        series: &["LRR", "LVL"],
        cases: over_time_cases,
        points: over_time,
    },
    Sweep {
        id: "wireframe-fig12-speedup",
        title: "speedup of LVL over Global Barriers by the size of the graph",
        x: "tiles",
        unit: Unit::Ratio,
        scale: Scale::Linear,
        series: &["dtw", "heat2d", "hist", "int_img", "sor", "sw", "average"],
        cases: graph_size_cases,
        points: speedups,
    },
    Sweep {
        id: "wireframe-fig12-ratio",
        title: "computation over kernel launching, Global Barriers",
        x: "tiles",
        unit: Unit::Ratio,
        scale: Scale::Linear,
        series: &["dtw", "heat2d", "hist", "int_img", "sor", "sw", "average"],
        cases: graph_size_cases,
        points: compute_over_launching,
    },
    by_size(
        "wireframe-fig13-nodes-pub",
        "sor: pending updates at most, by the size of the Local Node Array",
        "nodes",
        Unit::Count,
        |size| sized_cases(size, NODE_ARRAYS),
        |_, results| Ok(by_array(results, NODE_ARRAYS, "pub_peak")),
    ),
    by_size(
        "wireframe-fig13-nodes-ipc",
        "sor: IPC by the size of the Local Node Array",
        "nodes",
        Unit::Rate,
        |size| sized_cases(size, NODE_ARRAYS),
        |_, results| Ok(by_array(results, NODE_ARRAYS, "ipc")),
    ),
    by_size(
        "wireframe-fig13-edges-pub",
        "sor: pending updates at most, by the size of the Local Edge Array",
        "edges",
        Unit::Count,
        |size| sized_cases(size, EDGE_ARRAYS),
        |_, results| Ok(by_array(results, EDGE_ARRAYS, "pub_peak")),
    ),
    by_size(
        "wireframe-fig13-edges-ipc",
        "sor: IPC by the size of the Local Edge Array",
        "edges",
        Unit::Rate,
        |size| sized_cases(size, EDGE_ARRAYS),
        |_, results| Ok(by_array(results, EDGE_ARRAYS, "ipc")),
    ),
];
