//! Where we go beyond the source: software that gathers launches, beside the hardware.

use super::super::benchmarks::{Benchmark, TABLE_6};
use super::super::case::Variant;
use super::super::figure::{Average, Figure, Series, Unit};
use super::{BASELINE, CDP, CDPI, DTBL, DTBLI};

const WARP: Variant = Variant::new("aggregate-warp", &[("kernel.launch", "aggregate-warp")]);
const BLOCK: Variant = Variant::new("aggregate-block", &[("kernel.launch", "aggregate-block")]);
const GRID: Variant = Variant::new("aggregate-grid", &[("kernel.launch", "aggregate-grid")]);

/// A launch by the host takes 30 us (the paper on Wireframe), at 706 MHz; the host waits for a grid before it launches
/// what the grid has gathered, so each further launch costs all of it.
const HOST_LAUNCH_CYCLES: f64 = 21_180.0;

const DTBL_SMX: Variant =
    Variant::new("dtbl-smx", &[("kernel.launch", "dtbl"), ("rooms.agt_index", "thread-and-smx")]);
const DTBLI_SMX: Variant = Variant::new(
    "dtbl-ideal-smx",
    &[
        ("kernel.launch", "dtbl"),
        ("kernel.latency", "ideal"),
        ("rooms.agt_index", "thread-and-smx"),
    ],
);
/// No group spills: every SMX number has its own part of the largest table.
const DTBLI_LARGE: Variant = Variant::new(
    "dtbl-ideal-smx-4096",
    &[
        ("kernel.launch", "dtbl"),
        ("kernel.latency", "ideal"),
        ("rooms.agt_index", "thread-and-smx"),
        ("rooms.agt_entries", "4096"),
    ],
);

fn benchmarks() -> Vec<&'static Benchmark> {
    TABLE_6.to_vec()
}

/// Ours.
pub const FIGURES: &[Figure] = &[
    Figure {
        id: "dtbl-aggregation",
        title: "speedup over flat: launches by hardware, and gathered by software",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series {
                name: "CDP",
                needs: &[BASELINE, CDP],
                value: |m| m.ratio("cycles", &BASELINE, &CDP),
                average: None,
                published: &[],
            },
            Series {
                name: "DTBL",
                needs: &[BASELINE, DTBL],
                value: |m| m.ratio("cycles", &BASELINE, &DTBL),
                average: None,
                published: &[],
            },
            Series {
                name: "by warp",
                needs: &[BASELINE, WARP],
                value: |m| m.ratio("cycles", &BASELINE, &WARP),
                average: None,
                published: &[],
            },
            Series {
                name: "by TB",
                needs: &[BASELINE, BLOCK],
                value: |m| m.ratio("cycles", &BASELINE, &BLOCK),
                average: None,
                published: &[],
            },
            Series {
                name: "by grid, 30 us a launch",
                needs: &[BASELINE, GRID],
                value: |m| {
                    let more = m.of(&GRID, "host_launches")? - m.of(&BASELINE, "host_launches")?;
                    let cycles = m.of(&GRID, "cycles")? + HOST_LAUNCH_CYCLES * more;
                    Some(m.of(&BASELINE, "cycles")? / cycles)
                },
                average: None,
                published: &[],
            },
            Series {
                name: "by grid",
                needs: &[BASELINE, GRID],
                value: |m| m.ratio("cycles", &BASELINE, &GRID),
                average: None,
                published: &[],
            },
        ],
    },
    Figure {
        id: "dtbl-index",
        title: "speedup over flat if the AGT's index has the SMX number in it, and its hit rates",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series {
                name: "CDPI",
                needs: &[BASELINE, CDPI],
                value: |m| m.ratio("cycles", &BASELINE, &CDPI),
                average: Some(1.43),
                published: &[],
            },
            Series {
                name: "DTBLI",
                needs: &[BASELINE, DTBLI],
                value: |m| m.ratio("cycles", &BASELINE, &DTBLI),
                average: Some(1.63),
                published: &[],
            },
            Series {
                name: "DTBLI, SMX",
                needs: &[BASELINE, DTBLI_SMX],
                value: |m| m.ratio("cycles", &BASELINE, &DTBLI_SMX),
                average: None,
                published: &[],
            },
            Series {
                name: "DTBLI, SMX, 4096",
                needs: &[BASELINE, DTBLI_LARGE],
                value: |m| m.ratio("cycles", &BASELINE, &DTBLI_LARGE),
                average: None,
                published: &[],
            },
            Series {
                name: "CDP",
                needs: &[BASELINE, CDP],
                value: |m| m.ratio("cycles", &BASELINE, &CDP),
                average: Some(0.86),
                published: &[],
            },
            Series {
                name: "DTBL",
                needs: &[BASELINE, DTBL],
                value: |m| m.ratio("cycles", &BASELINE, &DTBL),
                average: Some(1.21),
                published: &[],
            },
            Series {
                name: "DTBL, SMX",
                needs: &[BASELINE, DTBL_SMX],
                value: |m| m.ratio("cycles", &BASELINE, &DTBL_SMX),
                average: None,
                published: &[],
            },
            Series {
                name: "hits",
                needs: &[DTBL],
                value: |m| m.of(&DTBL, "agt_hit_rate"),
                average: Some(0.816),
                published: &[],
            },
            Series {
                name: "hits, SMX",
                needs: &[DTBL_SMX],
                value: |m| m.of(&DTBL_SMX, "agt_hit_rate"),
                average: None,
                published: &[],
            },
        ],
    },
];
