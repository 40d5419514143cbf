//! Figures of section 5 of Wireframe: the gain of dependences in hardware over launching level by
//! level.

use super::super::case::{Variant, GTX480};
use super::super::figure::{Average, Figure, Measured, Series, Unit};
use super::super::wavefronts::{most, usual};

/// The variant in which the host launches each level: the paper's Global Barriers.
pub const GLOBAL: Variant = GTX480.variant("global", &[("kernel.launch", "flat")]);
/// The variant in which a thread of the device launches each level.
const CDP: Variant = GTX480.variant("cdp", &[("kernel.launch", "cdp")]);
/// Barriers between levels, said by the graph.
const DEPLINKS: Variant = GTX480.variant(
    "deplinks",
    &[
        ("tb.source", "dats"),
        ("dats.policy", "lrr"),
        ("units.lna_entries", "512"),
        ("units.lea_entries", "2048"),
        ("graph.edges", "barriers"),
    ],
);
/// The programmer's dependences, with the larger window that the paper gives to this policy.
pub const LRR: Variant = GTX480.variant(
    "lrr",
    &[
        ("tb.source", "dats"),
        ("dats.policy", "lrr"),
        ("units.lna_entries", "512"),
        ("units.lea_entries", "2048"),
    ],
);
/// The programmer's dependences, levels bounded.
pub const LVL: Variant = GTX480.variant("lvl", &[("tb.source", "dats")]);
/// Dependences found by the simulator, levels bounded; ours.
const INFERRED: Variant =
    GTX480.variant("inferred", &[("tb.source", "dats"), ("graph.edges", "inferred")]);
/// Arrays that hold whatever can be ready soon, so that loading is never waited for.
const LARGE: Variant = GTX480.variant(
    "lvl-large",
    &[("tb.source", "dats"), ("units.lna_entries", "1024"), ("units.lea_entries", "8192")],
);

/// Returns the share of L2 reads that miss.
fn misses(measured: &Measured, variant: &Variant) -> Option<f64> {
    Some(1.0 - measured.of(variant, "l2_hit_rate")?)
}

/// Returns the speedup over Global Barriers.
pub fn speedup(measured: &Measured, variant: &Variant) -> Option<f64> {
    measured.ratio("cycles", &GLOBAL, variant)
}

/// Bar charts of section 5.
pub const FIGURES: &[Figure] = &[
    Figure {
        id: "wireframe-fig9",
        title: "speedup over Global Barriers, 4K graphs",
        unit: Unit::Ratio,
        average: Average::Arithmetic,
        benchmarks: usual,
        series: &[
            Series::new("CDP", &[GLOBAL, CDP], |m| speedup(m, &CDP)).average(1.0687),
            Series::new("DepLinks", &[GLOBAL, DEPLINKS], |m| speedup(m, &DEPLINKS)).average(1.2507),
            Series::new("LRR", &[GLOBAL, LRR], |m| speedup(m, &LRR)).average(1.2981),
            Series::new("LVL", &[GLOBAL, LVL], |m| speedup(m, &LVL)).average(1.3181),
            Series::new("inferred, LVL", &[GLOBAL, INFERRED], |m| speedup(m, &INFERRED)),
        ],
    },
    Figure {
        id: "wireframe-fig10-requests",
        title: "requests to memory by the DGB and DATS over those of the SMXs, 4K graphs",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks: usual,
        series: &[Series::new("LVL", &[LVL], |m| m.of(&LVL, "memory_request_overhead"))
            .average(0.0012)],
    },
    Figure {
        id: "wireframe-fig10-range",
        title: "most levels that running TBs were apart, 9K graphs",
        unit: Unit::Count,
        average: Average::Arithmetic,
        benchmarks: most,
        series: &[
            Series::new("LRR", &[LRR], |m| m.of(&LRR, "level_range_max"))
                .average(5.0)
                .published(&[("dtw_9k", 7.0), ("sor_9k", 6.0)]),
            Series::new("LVL", &[LVL], |m| m.of(&LVL, "level_range_max"))
                .average(2.0)
                .published(&[("dtw_9k", 2.0), ("sor_9k", 2.0)]),
        ],
    },
    Figure {
        id: "wireframe-fig11",
        title: "L2 miss rate, 4K graphs",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks: usual,
        series: &[
            Series::new("Global", &[GLOBAL], |m| misses(m, &GLOBAL)),
            Series::new("CDP", &[CDP], |m| misses(m, &CDP)),
            Series::new("DepLinks", &[DEPLINKS], |m| misses(m, &DEPLINKS)),
            Series::new("LRR", &[LRR], |m| misses(m, &LRR)),
            Series::new("LVL", &[LVL], |m| misses(m, &LVL)),
        ],
    },
    Figure {
        id: "wireframe-overhead",
        title: "time that loading the graph takes: LVL over LVL with arrays of 1024 nodes and 8192 edges, less 1",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks: usual,
        series: &[Series::new("LVL", &[LVL, LARGE], |m| Some(m.ratio("cycles", &LVL, &LARGE)? - 1.0))
            .average(0.01)],
    },
];
