//! Figures beyond the thesis: software that gathers launches beside the hardware, another index of the AGT, and other
//! graphs.

use super::super::benchmarks::{Benchmark, SKEWED, TABLE_6};
use super::super::case::{Variant, K20C};
use super::super::figure::{Average, Figure, Measured, Series, Unit};
use super::{CDP, CDPI, DTBL, DTBLI, FLAT, FLATI};

/// Launches of a warp gathered by software.
pub const WARP: Variant = Variant { name: "gather-warp", options: &[("gather", "warp")], ..CDP };
/// Launches of a TB gathered by software.
pub const BLOCK: Variant = Variant { name: "gather-block", options: &[("gather", "block")], ..CDP };
/// Launches of a grid gathered by software.
pub const GRID: Variant = Variant { name: "gather-grid", options: &[("gather", "grid")], ..CDP };

/// Cycles of a launch by the host: 30 us (the paper on Wireframe) at 706 MHz. The host waits for a
/// grid before it launches the work that the grid has gathered, so each further launch costs all
/// these cycles.
const HOST_LAUNCH_CYCLES: f64 = 21_180.0;

const DTBL_SMX: Variant =
    K20C.variant("dtbl-smx", &[("kernel.launch", "dtbl"), ("units.agt_index", "thread-and-smx")]);
const DTBLI_SMX: Variant = K20C.variant(
    "dtbl-ideal-smx",
    &[
        ("kernel.launch", "dtbl"),
        ("kernel.latency", "ideal"),
        ("units.agt_index", "thread-and-smx"),
    ],
);
/// A variant in which no group spills: every SMX number has its own part of the largest table.
const DTBLI_LARGE: Variant = K20C.variant(
    "dtbl-ideal-smx-4096",
    &[
        ("kernel.launch", "dtbl"),
        ("kernel.latency", "ideal"),
        ("units.agt_index", "thread-and-smx"),
        ("units.agt_entries", "4096"),
    ],
);

fn benchmarks() -> Vec<&'static Benchmark> {
    TABLE_6.to_vec()
}

fn skewed() -> Vec<&'static Benchmark> {
    SKEWED.to_vec()
}

/// Returns the cycles of a run whose launches are gathered by grid, with those of the host's launches that flat has not.
pub fn by_grid(m: &Measured) -> Option<f64> {
    let more = m.of(&GRID, "host_launches")? - m.of(&FLAT, "host_launches")?;
    Some(m.of(&GRID, "cycles")? + HOST_LAUNCH_CYCLES * more)
}

/// Our figures.
pub const FIGURES: &[Figure] = &[
    Figure {
        id: "dtbl-aggregation",
        title: "speedup over flat: launches by hardware, and gathered by software",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series::new("CDP", &[FLAT, CDP], |m| m.ratio("cycles", &FLAT, &CDP)),
            Series::new("DTBL", &[FLAT, DTBL], |m| m.ratio("cycles", &FLAT, &DTBL)),
            Series::new("by warp", &[FLAT, WARP], |m| m.ratio("cycles", &FLAT, &WARP)),
            Series::new("by TB", &[FLAT, BLOCK], |m| m.ratio("cycles", &FLAT, &BLOCK)),
            Series::new("by grid, 30 us per launch", &[FLAT, GRID], |m| {
                Some(m.of(&FLAT, "cycles")? / by_grid(m)?)
            }),
            Series::new("by grid", &[FLAT, GRID], |m| m.ratio("cycles", &FLAT, &GRID)),
        ],
    },
    Figure {
        id: "dtbl-index",
        title: "speedup over flat if the AGT's index has the SMX number in it, and its hit rates",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series::new("CDPI", &[FLATI, CDPI], |m| m.ratio("cycles", &FLATI, &CDPI)).average(1.43),
            Series::new("DTBLI", &[FLATI, DTBLI], |m| m.ratio("cycles", &FLATI, &DTBLI))
                .average(1.63),
            Series::new("DTBLI, SMX", &[FLATI, DTBLI_SMX], |m| {
                m.ratio("cycles", &FLATI, &DTBLI_SMX)
            }),
            Series::new("DTBLI, SMX, 4096", &[FLATI, DTBLI_LARGE], |m| {
                m.ratio("cycles", &FLATI, &DTBLI_LARGE)
            }),
            Series::new("CDP", &[FLAT, CDP], |m| m.ratio("cycles", &FLAT, &CDP)).average(0.86),
            Series::new("DTBL", &[FLAT, DTBL], |m| m.ratio("cycles", &FLAT, &DTBL)).average(1.21),
            Series::new("DTBL, SMX", &[FLAT, DTBL_SMX], |m| m.ratio("cycles", &FLAT, &DTBL_SMX)),
            Series::new("hits", &[DTBL], |m| m.of(&DTBL, "agt_hit_rate")).average(0.816),
            Series::new("hits, SMX", &[DTBL_SMX], |m| m.of(&DTBL_SMX, "agt_hit_rate")),
        ],
    },
    Figure {
        id: "dtbl-skewed",
        title: "speedup over flat if flights and graph500 have hubs and citations are numbered at random",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks: skewed,
        series: &[
    Series::new("CDPI", &[FLATI, CDPI], |m| m.ratio("cycles", &FLATI, &CDPI)).average(1.43),
    Series::new("DTBLI", &[FLATI, DTBLI], |m| m.ratio("cycles", &FLATI, &DTBLI)).average(1.63),
    Series::new("CDP", &[FLAT, CDP], |m| m.ratio("cycles", &FLAT, &CDP)).average(0.86),
    Series::new("DTBL", &[FLAT, DTBL], |m| m.ratio("cycles", &FLAT, &DTBL)).average(1.21),
],
    },
];
