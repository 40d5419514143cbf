//! Figures of chapter 4 of the thesis: DTBL.

use super::super::benchmarks::{Benchmark, TABLE_6};
use super::super::case::{Variant, K20C};
use super::super::figure::{Average, Figure, Series, Unit};
use super::{CDP, CDPF, CDPI, CDPM, DTBL, DTBLF, DTBLI, DTBLM, FLAT, FLATF, FLATI, FLATM};

pub const DTBL_512: Variant =
    K20C.variant("dtbl-512", &[("kernel.launch", "dtbl"), ("units.agt_entries", "512")]);
pub const DTBL_2048: Variant =
    K20C.variant("dtbl-2048", &[("kernel.launch", "dtbl"), ("units.agt_entries", "2048")]);

fn benchmarks() -> Vec<&'static Benchmark> {
    TABLE_6.to_vec()
}

/// Figures of chapter 4.
pub const FIGURES: &[Figure] = &[
    Figure {
        id: "dtbl-fig16",
        title: "average share of active threads in a warp",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("flat", &[FLAT], |m| m.of(&FLAT, "warp_activity")),
            Series::new("CDP", &[CDP], |m| m.of(&CDP, "warp_activity")),
            Series::new("DTBL", &[DTBL], |m| m.of(&DTBL, "warp_activity")),
            Series::new("DTBL - flat", &[FLAT, DTBL], |m| Some(m.of(&DTBL, "warp_activity")? - m.of(&FLAT, "warp_activity")?)).average(0.107).published(&[
                    ("amr", 0.453),
                    ("join_gaussian", 0.213),
                    ("clr_cage15", -0.059),
                ]),
        ],
    },
    Figure {
        id: "dtbl-fig17",
        title: "DRAM efficiency",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("flat", &[FLAT], |m| m.of(&FLAT, "dram_efficiency")),
            Series::new("CDP - flat", &[FLAT, CDP], |m| Some(m.of(&CDP, "dram_efficiency")? - m.of(&FLAT, "dram_efficiency")?)).average(0.029),
            Series::new("DTBL - flat", &[FLAT, DTBL], |m| Some(m.of(&DTBL, "dram_efficiency")? - m.of(&FLAT, "dram_efficiency")?)).average(0.053),
        ],
    },
    Figure {
        id: "dtbl-fig18",
        title: "SMX occupancy",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("CDPI", &[CDPI], |m| m.of(&CDPI, "occupancy")),
            Series::new("DTBLI", &[DTBLI], |m| m.of(&DTBLI, "occupancy")),
            Series::new("CDPI, free memory", &[CDPF], |m| m.of(&CDPF, "occupancy")),
            Series::new("DTBLI, free memory", &[DTBLF], |m| m.of(&DTBLF, "occupancy")),
            Series::new("CDP", &[CDP], |m| m.of(&CDP, "occupancy")),
            Series::new("DTBL", &[DTBL], |m| m.of(&DTBL, "occupancy")),
            Series::new("DTBLI - CDPI", &[CDPI, DTBLI], |m| Some(m.of(&DTBLI, "occupancy")? - m.of(&CDPI, "occupancy")?)).average(0.179).published(&[("bht", 0.246), ("pre_movielens", 0.0046), ("regx_string", 0.112)]),
        ],
    },
    Figure {
        id: "dtbl-fig19",
        title: "waiting time of DTBL over that of CDP, from the launch of a kernel or group to its start",
        unit: Unit::Ratio,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("DTBLI / CDPI", &[CDPI, DTBLI], |m| m.ratio("waiting_cycles", &DTBLI, &CDPI)).average(1.0 - 0.188),
            Series::new("the same, free memory", &[CDPF, DTBLF], |m| m.ratio("waiting_cycles", &DTBLF, &CDPF)),
            Series::new("DTBL / CDP", &[CDP, DTBL], |m| m.ratio("waiting_cycles", &DTBL, &CDP)).average(1.0 - 0.241).published(&[("regx_string", 1.0 - 0.418)]),
            Series::new("the same, from the end of the call", &[CDP, DTBL], |m| m.ratio("queued_cycles", &DTBL, &CDP)),
        ],
    },
    Figure {
        id: "dtbl-fig20",
        title: "reduction of the memory for launches, DTBL from CDP: peak of bytes in use, and of launches pending",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("bytes", &[CDP, DTBL], |m| Some(1.0 - m.ratio("launch_memory_peak_bytes", &DTBL, &CDP)?)).average(0.256).published(&[("regx_string", 0.512), ("clr_graph500", 0.0)]),
            Series::new("launches pending", &[CDP, DTBL], |m| Some(1.0 - m.ratio("waiting_peak", &DTBL, &CDP)?)).average(0.256).published(&[("regx_string", 0.512), ("clr_graph500", 0.0)]),
        ],
    },
    Figure {
        id: "dtbl-fig21",
        title: "speedup over flat under the same rule, and of DTBL over CDP",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series::new("CDPI", &[FLATI, CDPI], |m| m.ratio("cycles", &FLATI, &CDPI)).average(1.43).published(&[("regx_string", 2.73)]),
            Series::new("DTBLI", &[FLATI, DTBLI], |m| m.ratio("cycles", &FLATI, &DTBLI)).average(1.63).published(&[("regx_string", 3.10)]),
            Series::new("CDPI, free memory", &[FLATF, CDPF], |m| m.ratio("cycles", &FLATF, &CDPF)),
            Series::new("DTBLI, free memory", &[FLATF, DTBLF], |m| m.ratio("cycles", &FLATF, &DTBLF)),
            Series::new("CDP", &[FLAT, CDP], |m| m.ratio("cycles", &FLAT, &CDP)).average(0.86),
            Series::new("DTBL", &[FLAT, DTBL], |m| m.ratio("cycles", &FLAT, &DTBL)).average(1.21).published(&[("clr_graph500", 0.97), ("regx_string", 0.95)]),
            Series::new("DTBL over CDP", &[CDP, DTBL], |m| m.ratio("cycles", &CDP, &DTBL)).average(1.40),
        ],
    },
    Figure {
        id: "dtbl-fig21-free-memory",
        title: "speedup over flat, and of DTBL over CDP, with the times of calls and dispatch, and free memory for descriptors and records",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series::new("CDP", &[FLATM, CDPM], |m| m.ratio("cycles", &FLATM, &CDPM)).average(0.86),
            Series::new("DTBL", &[FLATM, DTBLM], |m| m.ratio("cycles", &FLATM, &DTBLM)).average(1.21),
            Series::new("DTBL over CDP", &[CDPM, DTBLM], |m| m.ratio("cycles", &CDPM, &DTBLM)).average(1.40),
        ],
    },
    Figure {
        id: "dtbl-fig22",
        title: "KDE hit rate",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[Series::new("KDE hit rate", &[DTBL], |m| m.of(&DTBL, "kde_hit_rate")).average(0.818)],
    },
    Figure {
        id: "dtbl-fig23",
        title: "performance with an AGT of 512 and 2048 entries over that with 1024, and the AGT hit rates",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series::new("512", &[DTBL, DTBL_512], |m| m.ratio("cycles", &DTBL, &DTBL_512)).average(1.0 / 1.31),
            Series::new("2048", &[DTBL, DTBL_2048], |m| m.ratio("cycles", &DTBL, &DTBL_2048)).average(1.20),
            Series::new("hits, 512", &[DTBL_512], |m| m.of(&DTBL_512, "agt_hit_rate")).average(0.622),
            Series::new("hits, 1024", &[DTBL], |m| m.of(&DTBL, "agt_hit_rate")).average(0.816),
            Series::new("hits, 2048", &[DTBL_2048], |m| m.of(&DTBL_2048, "agt_hit_rate")),
        ],
    },
];
