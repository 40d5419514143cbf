//! Figures of section 3.4.2.4 of the thesis: the time and the memory of launching alone. Its
//! numbers are of a K20c, and of a Titan and a K40 where they say so.

use super::super::benchmarks::{Benchmark, Size, LAUNCHES};
use super::super::case::{Case, Machine, Variant, K20C, K40, TITAN};
use super::super::figure::{Measured, Unit};
use super::super::sweep::{Point, Scale, Sweep};
use super::{CDP, DTBL, FLAT};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{sync_level_bytes, PENDING_LAUNCH_BYTES};
use serde_json::Value;
use std::collections::BTreeMap;

type Results = BTreeMap<String, Value>;
/// What the thesis says, by the place on the axis.
type Published = &'static [(u64, f64)];

/// Bytes of a megabyte.
const MEGABYTE: f64 = 1e6;

/// A line of the figure: runs that launch, the same runs without, and milliseconds in the thesis by the number of
/// children.
struct Launching {
    name: &'static str,
    launching: Variant,
    flat: Variant,
    published_ms: Published,
}

/// The thesis shows CDP, on three machines. About 1 ms up to 512 children is said of all three.
const LINES: &[Launching] = &[
    Launching { name: "CDP, K20c", launching: CDP, flat: FLAT, published_ms: &small_and(143.3) },
    Launching {
        name: "CDP, Titan",
        launching: TITAN.variant("titan-cdp", &[("kernel.launch", "cdp")]),
        flat: TITAN.variant("titan-flat", &[("kernel.launch", "flat")]),
        published_ms: &small_and(115.5),
    },
    Launching {
        name: "CDP, K40",
        launching: K40.variant("k40-cdp", &[("kernel.launch", "cdp")]),
        flat: K40.variant("k40-flat", &[("kernel.launch", "flat")]),
        published_ms: &small_and(98.57),
    },
    Launching { name: "DTBL, K20c", launching: DTBL, flat: FLAT, published_ms: &[] },
];

/// The times of few children, and that of 256K.
const fn small_and(largest: f64) -> [(u64, f64); 6] {
    [(32, 1.0), (64, 1.0), (128, 1.0), (256, 1.0), (512, 1.0), (262_144, largest)]
}

/// Limit that the most demanding benchmark of the thesis needs.
const NEEDED: u64 = 127_000;

/// Reserved memory in the thesis by the pending-launch limit.
const PUBLISHED_PENDING: Published =
    &[(1, 172.0), (2, 172.0), (4, 172.0), (8, 172.0), (16, 172.0), (NEEDED, 1200.0)];

/// The machines of the figure of synchronization depth, and megabytes reserved in the thesis by depth.
const LEVELS: &[(&str, Machine, Published)] = &[
    ("K20c", K20C, &[(1, 95.0), (DEEPEST, 2200.0)]),
    ("Titan", TITAN, &[(1, 102.0)]),
    ("K40", K40, &[(1, 109.0)]),
];

/// Deepest synchronization of a K20c: the thesis says that the memory reserved at depth 24 is 44 %
/// of its memory.
const DEEPEST: u64 = 24;

fn published(points: Published, x: u64) -> Option<f64> {
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
    let variants = || LINES.iter().flat_map(|line| [line.launching, line.flat]);
    let of = |benchmark| variants().map(move |variant| Case { benchmark, size, variant });
    launches(size).iter().flat_map(of).collect()
}

fn no_cases(_: Size) -> Vec<Case> {
    Vec::new()
}

impl Launching {
    /// Returns the cycles of the run with children minus those of the run without.
    fn cycles(&self, measured: &Measured) -> Option<f64> {
        Some(measured.of(&self.launching, "cycles")? - measured.of(&self.flat, "cycles")?)
    }

    fn core_mhz(&self) -> anyhow::Result<f64> {
        Ok(f64::from(self.launching.config()?.core_mhz))
    }
}

fn times(size: Size, results: &Results) -> anyhow::Result<Vec<Point>> {
    launching_points(size, results, |milliseconds, _| milliseconds)
}

fn cycles_a_child(size: Size, results: &Results) -> anyhow::Result<Vec<Point>> {
    launching_points(size, results, |milliseconds, cycles_per_child| {
        milliseconds * cycles_per_child
    })
}

/// Returns the points of both figures: `value` of milliseconds, and of the cycles per child in one of them.
fn launching_points(
    size: Size,
    results: &Results,
    value: impl Fn(f64, f64) -> f64,
) -> anyhow::Result<Vec<Point>> {
    let mut points = Vec::new();
    for benchmark in launches(size) {
        let (measured, x) = (Measured::new(results, benchmark), children(benchmark)?);
        let mut point = Point { x, ours: Vec::new(), published: Vec::new() };
        for line in LINES {
            let cycles_in_one = line.core_mhz()? * 1000.0;
            let of = |milliseconds| value(milliseconds, cycles_in_one / x as f64);
            point.ours.push(line.cycles(&measured).map(|cycles| of(cycles / cycles_in_one)));
            point.published.push(published(line.published_ms, x).map(of));
        }
        points.push(point);
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
    let level =
        |machine: &Machine| GpuConfig::preset(machine.preset).map(|it| sync_level_bytes(&it));
    let levels =
        LEVELS.iter().map(|(_, machine, _)| level(machine)).collect::<Result<Vec<_>, _>>()?;
    let point = |depth: u64| Point {
        x: depth,
        ours: levels.iter().map(|level| Some((depth * level) as f64 / MEGABYTE)).collect(),
        published: LEVELS.iter().map(|(_, _, points)| published(points, depth)).collect(),
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
        series: &[LINES[0].name, LINES[1].name, LINES[2].name, LINES[3].name],
        cases: launching_cases,
        points: times,
    },
    Sweep {
        id: "cdp-fig7-cycles",
        title: "the launching time of a child, in cycles",
        x: "children",
        unit: Unit::Count,
        scale: Scale::Logarithmic,
        series: &[LINES[0].name, LINES[1].name, LINES[2].name, LINES[3].name],
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
        scale: Scale::Logarithmic,
        series: &[LEVELS[0].0, LEVELS[1].0, LEVELS[2].0],
        cases: no_cases,
        points: depth,
    },
];
