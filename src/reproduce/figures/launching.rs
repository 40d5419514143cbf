//! Figures of section 3.4.2.4 of the thesis: the time and the memory of launching alone. Its
//! numbers are of a K20c.

use super::super::benchmarks::{Benchmark, Size, LAUNCHES};
use super::super::case::{Case, Variant, K20C};
use super::super::figure::{Measured, Unit};
use super::super::sweep::{Point, Scale, Sweep};
use super::{CDP, DTBL, FLAT};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{sync_level_bytes, PENDING_LAUNCH_BYTES};
use serde_json::Value;
use std::collections::BTreeMap;

type Results = BTreeMap<String, Value>;

/// Bytes of a megabyte.
const MEGABYTE: f64 = 1e6;

/// Time in the thesis by the number of children.
const PUBLISHED_MS: &[(u64, f64)] =
    &[(32, 1.0), (64, 1.0), (128, 1.0), (256, 1.0), (512, 1.0), (262_144, 143.3)];

/// Limit that the most demanding benchmark of the thesis needs.
const NEEDED: u64 = 127_000;

/// Reserved memory in the thesis by the pending-launch limit.
const PUBLISHED_PENDING: &[(u64, f64)] =
    &[(1, 172.0), (2, 172.0), (4, 172.0), (8, 172.0), (16, 172.0), (NEEDED, 1200.0)];

/// Reserved memory in the thesis by synchronization depth.
const PUBLISHED_DEPTH: &[(u64, f64)] = &[(1, 95.0), (24, 2200.0)];

/// Deepest synchronization of a K20c: the thesis says that the memory reserved at depth 24 is 44 %
/// of its memory.
const DEEPEST: u64 = 24;

fn published(points: &[(u64, f64)], x: u64) -> Option<f64> {
    points.iter().find(|point| point.0 == x).map(|point| point.1)
}

fn children(benchmark: &Benchmark) -> anyhow::Result<u64> {
    Ok(benchmark.input(Size::Full).parse()?)
}

fn launches(size: Size) -> &'static [Benchmark] {
    match size {
        Size::Smoke => &LAUNCHES[..5],
        Size::Study => &LAUNCHES[..11],
        Size::Full => LAUNCHES,
    }
}

fn launching_cases(size: Size) -> Vec<Case> {
    let of = |benchmark| [FLAT, CDP, DTBL].map(|variant| Case { benchmark, size, variant });
    launches(size).iter().flat_map(of).collect()
}

fn no_cases(_: Size) -> Vec<Case> {
    Vec::new()
}

/// Returns the cycles of the run with children minus those of the run without.
fn launching_cycles(measured: &Measured, variant: &Variant) -> Option<f64> {
    Some(measured.of(variant, "cycles")? - measured.of(&FLAT, "cycles")?)
}

fn launching_points(
    size: Size,
    results: &Results,
    value: impl Fn(f64, u64) -> f64,
) -> anyhow::Result<Vec<Point>> {
    let mut points = Vec::new();
    for benchmark in launches(size) {
        let (measured, x) = (Measured::new(results, benchmark), children(benchmark)?);
        let cycles = [CDP, DTBL].map(|variant| launching_cycles(&measured, &variant));
        let ours = cycles.map(|cycles| cycles.map(|cycles| value(cycles, x))).to_vec();
        points.push(Point { x, ours, published: vec![None; 2] });
    }
    Ok(points)
}

fn times(size: Size, results: &Results) -> anyhow::Result<Vec<Point>> {
    let mhz = f64::from(CDP.config()?.core_mhz);
    let mut points = launching_points(size, results, |cycles, _| cycles / mhz / 1000.0)?;
    for point in &mut points {
        point.published[0] = published(PUBLISHED_MS, point.x);
    }
    Ok(points)
}

fn cycles_a_child(size: Size, results: &Results) -> anyhow::Result<Vec<Point>> {
    let mhz = f64::from(CDP.config()?.core_mhz);
    let mut points = launching_points(size, results, |cycles, x| cycles / x as f64)?;
    for point in &mut points {
        let milliseconds = published(PUBLISHED_MS, point.x);
        point.published[0] = milliseconds.map(|ms| ms * 1000.0 * mhz / point.x as f64);
    }
    Ok(points)
}

fn pending(_: Size, _: &Results) -> anyhow::Result<Vec<Point>> {
    let config = GpuConfig::preset(K20C.preset)?;
    let levels = u64::from(config.kernel.sync_depth) * sync_level_bytes(&config);
    let point = |limit: u64| {
        let records = limit * PENDING_LAUNCH_BYTES;
        let ours = [records + levels, records].map(|bytes| Some(bytes as f64 / MEGABYTE));
        let published = vec![published(PUBLISHED_PENDING, limit), None];
        Point { x: limit, ours: ours.to_vec(), published }
    };
    Ok((0..17).map(|exponent| 1 << exponent).chain([NEEDED]).map(point).collect())
}

fn depth(_: Size, _: &Results) -> anyhow::Result<Vec<Point>> {
    let level = sync_level_bytes(&GpuConfig::preset(K20C.preset)?);
    let point = |depth: u64| Point {
        x: depth,
        ours: vec![Some((depth * level) as f64 / MEGABYTE)],
        published: vec![published(PUBLISHED_DEPTH, depth)],
    };
    Ok((1..=DEEPEST).map(point).collect())
}

/// Figures of section 3.4.2.4.
pub const SWEEPS: &[Sweep] = &[
    Sweep {
        id: "cdp-fig7",
        title: "launching time: a run with empty children less the run without",
        x: "children",
        unit: Unit::Milliseconds,
        scale: Scale::Logarithmic,
        series: &["CDP", "DTBL"],
        cases: launching_cases,
        points: times,
    },
    Sweep {
        id: "cdp-fig7-cycles",
        title: "the launching time of a child, in cycles",
        x: "children",
        unit: Unit::Count,
        scale: Scale::Logarithmic,
        series: &["CDP", "DTBL"],
        cases: launching_cases,
        points: cycles_a_child,
    },
    Sweep {
        id: "cdp-fig8-pending",
        title: "memory for pending launches (descriptor, least parameters) and sync_depth waiting levels",
        x: "pending-launch limit",
        unit: Unit::Megabytes,
        scale: Scale::Logarithmic,
        series: &["launches and levels", "launches"],
        cases: no_cases,
        points: pending,
    },
    Sweep {
        id: "cdp-fig8-depth",
        title: "memory for waiting levels: registers, shared memory and TB descriptors of all SMXs",
        x: "synchronization depth",
        unit: Unit::Megabytes,
        scale: Scale::Linear,
        series: &["levels"],
        cases: no_cases,
        points: depth,
    },
];
