//! Chapter 3 of the thesis: what device-side kernel launches bring and cost. The published numbers were measured on a
//! K20c by a profiler.

use super::super::benchmarks::{Benchmark, TABLE_2};
use super::super::figure::{Average, Figure, Series, Unit};
use super::{CDP, CDPI, FLAT};

fn benchmarks() -> Vec<&'static Benchmark> {
    TABLE_2.to_vec()
}

/// Of chapter 3.
pub const FIGURES: &[Figure] = &[
    Figure {
        id: "cdp-fig3",
        title: "warp execution efficiency",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series {
                name: "WEE, flat",
                needs: &[FLAT],
                value: |m| m.of(&FLAT, "warp_execution_efficiency"),
                average: None,
                published: &[],
            },
            Series {
                name: "WEE, CDP",
                needs: &[CDP],
                value: |m| m.of(&CDP, "warp_execution_efficiency"),
                average: None,
                published: &[],
            },
            Series {
                name: "WEEI, CDP",
                needs: &[CDP],
                value: |m| m.of(&CDP, "ideal_warp_execution_efficiency"),
                average: None,
                published: &[],
            },
        ],
    },
    Figure {
        id: "cdp-fig4",
        title: "load/store replays an instruction",
        unit: Unit::Ratio,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series {
                name: "flat",
                needs: &[FLAT],
                value: |m| m.of(&FLAT, "ldst_replay_overhead"),
                average: None,
                published: &[],
            },
            Series {
                name: "CDP",
                needs: &[CDP],
                value: |m| m.of(&CDP, "ldst_replay_overhead"),
                average: None,
                published: &[],
            },
        ],
    },
    Figure {
        id: "cdp-fig5",
        title: "L2 hit rate",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series {
                name: "flat",
                needs: &[FLAT],
                value: |m| m.of(&FLAT, "l2_hit_rate"),
                average: None,
                published: &[],
            },
            Series {
                name: "CDP - flat",
                needs: &[FLAT, CDP],
                value: |m| Some(m.of(&CDP, "l2_hit_rate")? - m.of(&FLAT, "l2_hit_rate")?),
                average: None,
                published: &[("regx_darpa", 0.132), ("regx_string", 0.201)],
            },
        ],
    },
    Figure {
        id: "cdp-fig6",
        title: "speedup of CDP over flat, and the share of launching in CDP's time",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series {
                name: "CDP ideal",
                needs: &[FLAT, CDPI],
                value: |m| m.ratio("cycles", &FLAT, &CDPI),
                average: None,
                published: &[
                    ("bfs_usa_road", 1.0),
                    ("clr_usa_road", 1.0),
                    ("sssp_usa_road", 1.0),
                    ("regx_darpa", 1.96),
                    ("regx_string", 2.73),
                ],
            },
            Series {
                name: "CDP",
                needs: &[FLAT, CDP],
                value: |m| m.ratio("cycles", &FLAT, &CDP),
                average: Some(1.0 / 1.21),
                published: &[("bfs_usa_road", 1.0), ("clr_usa_road", 1.0), ("sssp_usa_road", 1.0)],
            },
        ],
    },
    Figure {
        id: "cdp-fig6-launching",
        title: "share of launching in the time of CDP",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[Series {
            name: "launching",
            needs: &[CDP, CDPI],
            value: |m| Some(1.0 - m.ratio("cycles", &CDPI, &CDP)?),
            average: Some(0.361),
            published: &[],
        }],
    },
    Figure {
        id: "cdp-fig9",
        title: "limit on pending launches that the benchmark needs",
        unit: Unit::Count,
        average: Average::Arithmetic,
        benchmarks,
        series: &[Series {
            name: "pending",
            needs: &[CDP],
            value: |m| m.of(&CDP, "waiting_peak"),
            average: None,
            published: &[
                ("bfs_usa_road", 0.0),
                ("clr_usa_road", 0.0),
                ("sssp_usa_road", 0.0),
                ("regx_string", 127_000.0),
            ],
        }],
    },
    Figure {
        id: "cdp-fig10",
        title: "child kernels, and their threads on average",
        unit: Unit::Count,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series {
                name: "children",
                needs: &[CDP],
                value: |m| m.of(&CDP, "launches"),
                average: None,
                published: &[("regx_string", 156_000.0)],
            },
            Series {
                name: "threads",
                needs: &[CDP],
                value: |m| m.of(&CDP, "child_threads"),
                average: Some(44.0),
                published: &[],
            },
        ],
    },
];
