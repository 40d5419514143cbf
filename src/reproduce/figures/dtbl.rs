//! Chapter 4 of the thesis: DTBL.

use super::super::benchmarks::{Benchmark, TABLE_6};
use super::super::case::Variant;
use super::super::figure::{Average, Figure, Series, Unit};
use super::{BASELINE, CDP, CDPI, DTBL, DTBLI};

pub const DTBL_512: Variant =
    Variant::new("dtbl-512", &[("kernel.launch", "dtbl"), ("rooms.agt_entries", "512")]);
pub const DTBL_2048: Variant =
    Variant::new("dtbl-2048", &[("kernel.launch", "dtbl"), ("rooms.agt_entries", "2048")]);

fn benchmarks() -> Vec<&'static Benchmark> {
    TABLE_6.to_vec()
}

/// Of chapter 4.
pub const FIGURES: &[Figure] = &[
    Figure {
        id: "dtbl-fig16",
        title: "average share of active threads in a warp",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series {
                name: "flat",
                needs: &[BASELINE],
                value: |m| m.of(&BASELINE, "warp_activity"),
                average: None,
                published: &[],
            },
            Series {
                name: "CDP",
                needs: &[CDP],
                value: |m| m.of(&CDP, "warp_activity"),
                average: None,
                published: &[],
            },
            Series {
                name: "DTBL",
                needs: &[DTBL],
                value: |m| m.of(&DTBL, "warp_activity"),
                average: None,
                published: &[],
            },
            Series {
                name: "DTBL - flat",
                needs: &[BASELINE, DTBL],
                value: |m| Some(m.of(&DTBL, "warp_activity")? - m.of(&BASELINE, "warp_activity")?),
                average: Some(0.107),
                published: &[
                    ("amr", 0.453),
                    ("join_gaussian", 0.213),
                    ("clr_cage15", -0.059),
                ],
            },
        ],
    },
    Figure {
        id: "dtbl-fig17",
        title: "DRAM efficiency",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series {
                name: "flat",
                needs: &[BASELINE],
                value: |m| m.of(&BASELINE, "dram_efficiency"),
                average: None,
                published: &[],
            },
            Series {
                name: "CDP - flat",
                needs: &[BASELINE, CDP],
                value: |m| Some(m.of(&CDP, "dram_efficiency")? - m.of(&BASELINE, "dram_efficiency")?),
                average: Some(0.029),
                published: &[],
            },
            Series {
                name: "DTBL - flat",
                needs: &[BASELINE, DTBL],
                value: |m| Some(m.of(&DTBL, "dram_efficiency")? - m.of(&BASELINE, "dram_efficiency")?),
                average: Some(0.053),
                published: &[],
            },
        ],
    },
    Figure {
        id: "dtbl-fig18",
        title: "SMX occupancy",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series {
                name: "CDPI",
                needs: &[CDPI],
                value: |m| m.of(&CDPI, "occupancy"),
                average: None,
                published: &[],
            },
            Series {
                name: "DTBLI",
                needs: &[DTBLI],
                value: |m| m.of(&DTBLI, "occupancy"),
                average: None,
                published: &[],
            },
            Series {
                name: "CDP",
                needs: &[CDP],
                value: |m| m.of(&CDP, "occupancy"),
                average: None,
                published: &[],
            },
            Series {
                name: "DTBL",
                needs: &[DTBL],
                value: |m| m.of(&DTBL, "occupancy"),
                average: None,
                published: &[],
            },
            Series {
                name: "DTBLI - CDPI",
                needs: &[CDPI, DTBLI],
                value: |m| Some(m.of(&DTBLI, "occupancy")? - m.of(&CDPI, "occupancy")?),
                average: Some(0.179),
                published: &[("bht", 0.246), ("pre_movielens", 0.0046), ("regx_string", 0.112)],
            },
        ],
    },
    Figure {
        id: "dtbl-fig19",
        title: "waiting time of DTBL over that of CDP, from the launch of a kernel or group to its start",
        unit: Unit::Ratio,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series {
                name: "DTBLI / CDPI",
                needs: &[CDPI, DTBLI],
                value: |m| m.ratio("waiting_cycles", &DTBLI, &CDPI),
                average: Some(1.0 - 0.188),
                published: &[],
            },
            Series {
                name: "DTBL / CDP",
                needs: &[CDP, DTBL],
                value: |m| m.ratio("waiting_cycles", &DTBL, &CDP),
                average: Some(1.0 - 0.241),
                published: &[("regx_string", 1.0 - 0.418)],
            },
        ],
    },
    Figure {
        id: "dtbl-fig20",
        title: "reduction of the memory for launches, DTBL from CDP",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[Series {
            name: "reduction",
            needs: &[CDP, DTBL],
            value: |m| Some(1.0 - m.ratio("launch_memory_peak_bytes", &DTBL, &CDP)?),
            average: Some(0.256),
            published: &[("regx_string", 0.512), ("clr_graph500", 0.0)],
        }],
    },
    Figure {
        id: "dtbl-fig21",
        title: "speedup over flat",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series {
                name: "CDPI",
                needs: &[BASELINE, CDPI],
                value: |m| m.ratio("cycles", &BASELINE, &CDPI),
                average: Some(1.43),
                published: &[("regx_string", 2.73)],
            },
            Series {
                name: "DTBLI",
                needs: &[BASELINE, DTBLI],
                value: |m| m.ratio("cycles", &BASELINE, &DTBLI),
                average: Some(1.63),
                published: &[("regx_string", 3.10)],
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
                published: &[("clr_graph500", 0.97), ("regx_string", 0.95)],
            },
        ],
    },
    Figure {
        id: "dtbl-fig22",
        title: "KDE hit rate",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[Series {
            name: "KDE hit rate",
            needs: &[DTBL],
            value: |m| m.of(&DTBL, "kde_hit_rate"),
            average: Some(0.818),
            published: &[],
        }],
    },
    Figure {
        id: "dtbl-fig23",
        title: "performance with an AGT of 512 and 2048 entries over that with 1024, and the AGT hit rates",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series {
                name: "512",
                needs: &[DTBL, DTBL_512],
                value: |m| m.ratio("cycles", &DTBL, &DTBL_512),
                average: Some(1.0 / 1.31),
                published: &[],
            },
            Series {
                name: "2048",
                needs: &[DTBL, DTBL_2048],
                value: |m| m.ratio("cycles", &DTBL, &DTBL_2048),
                average: Some(1.20),
                published: &[],
            },
            Series {
                name: "hits, 512",
                needs: &[DTBL_512],
                value: |m| m.of(&DTBL_512, "agt_hit_rate"),
                average: Some(0.622),
                published: &[],
            },
            Series {
                name: "hits, 1024",
                needs: &[DTBL],
                value: |m| m.of(&DTBL, "agt_hit_rate"),
                average: Some(0.816),
                published: &[],
            },
            Series {
                name: "hits, 2048",
                needs: &[DTBL_2048],
                value: |m| m.of(&DTBL_2048, "agt_hit_rate"),
                average: None,
                published: &[],
            },
        ],
    },
];
