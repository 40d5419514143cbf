//! Figures of chapter 3 of the thesis: the gain and the cost of device-side kernel launches. The
//! published numbers were measured on a K20c by a profiler.

use super::super::benchmarks::{Benchmark, TABLE_2};
use super::super::figure::{Average, Figure, Series, Unit};
use super::{CDP, CDPF, CDPI, FLAT, FLATF, FLATI};

fn benchmarks() -> Vec<&'static Benchmark> {
    TABLE_2.to_vec()
}

/// Figures of chapter 3.
pub const FIGURES: &[Figure] = &[
    Figure {
        id: "cdp-fig3",
        title: "warp execution efficiency",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("WEE, flat", &[FLAT], |m| m.of(&FLAT, "warp_execution_efficiency")),
            Series::new("WEE, CDP", &[CDP], |m| m.of(&CDP, "warp_execution_efficiency")),
            Series::new("WEEI, CDP", &[CDP], |m| m.of(&CDP, "ideal_warp_execution_efficiency")),
        ],
    },
    Figure {
        id: "cdp-fig4",
        title: "load/store replays per instruction",
        unit: Unit::Rate,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("flat", &[FLAT], |m| m.of(&FLAT, "ldst_replay_overhead")),
            Series::new("CDP", &[CDP], |m| m.of(&CDP, "ldst_replay_overhead")),
        ],
    },
    Figure {
        id: "cdp-fig5",
        title: "L2 hit rate",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("flat", &[FLAT], |m| m.of(&FLAT, "l2_hit_rate")),
            Series::new("CDP - flat", &[FLAT, CDP], |m| {
                Some(m.of(&CDP, "l2_hit_rate")? - m.of(&FLAT, "l2_hit_rate")?)
            })
            .published(&[("regx_darpa", 0.132), ("regx_string", 0.201)]),
        ],
    },
    Figure {
        id: "cdp-fig6",
        title: "speedup of CDP over flat under the same rule",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series::new("CDP ideal", &[FLATI, CDPI], |m| m.ratio("cycles", &FLATI, &CDPI))
                .published(&[
                    ("bfs_usa_road", 1.0),
                    ("clr_usa_road", 1.0),
                    ("sssp_usa_road", 1.0),
                    ("regx_darpa", 1.96),
                    ("regx_string", 2.73),
                ]),
            Series::new("CDP ideal, free memory", &[FLATF, CDPF], |m| {
                m.ratio("cycles", &FLATF, &CDPF)
            }),
            Series::new("CDP", &[FLAT, CDP], |m| m.ratio("cycles", &FLAT, &CDP))
                .average(1.0 / 1.21)
                .published(&[("bfs_usa_road", 1.0), ("clr_usa_road", 1.0), ("sssp_usa_road", 1.0)]),
        ],
    },
    Figure {
        id: "cdp-fig6-launching",
        title: "share of launching in the time of CDP",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        // What the launches of the host cost is in flat's time too.
        series: &[Series::new("launching", &[FLAT, FLATI, CDP, CDPI], |m| {
            let of = |variant| m.of(variant, "cycles");
            let by_host = of(&FLAT)? - of(&FLATI)?;
            Some((of(&CDP)? - of(&CDPI)? - by_host) / of(&CDP)?)
        })
        .average(0.361)],
    },
    Figure {
        id: "cdp-fig9",
        title: "limit on pending launches that the benchmark needs",
        unit: Unit::Count,
        average: Average::Arithmetic,
        benchmarks,
        series: &[Series::new("pending", &[CDP], |m| m.of(&CDP, "waiting_peak")).published(&[
            ("bfs_usa_road", 0.0),
            ("clr_usa_road", 0.0),
            ("sssp_usa_road", 0.0),
            ("regx_string", 127_000.0),
        ])],
    },
    Figure {
        id: "cdp-fig10",
        title: "child kernels, and their threads on average",
        unit: Unit::Count,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("children", &[CDP], |m| m.of(&CDP, "launches"))
                .published(&[("regx_string", 156_000.0)]),
            Series::new("threads", &[CDP], |m| m.of(&CDP, "child_threads")).average(44.0),
        ],
    },
];
