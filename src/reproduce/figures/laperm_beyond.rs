//! What the thesis does not ask of LaPerm: where its gain comes from, and what it is with other warp schedulers, clusters,
//! launch latencies and machines, and beside schedulers that keep a kernel's TBs together and software that gathers launches.
//!
//! Records of groups cost no trips to memory here, but beside software: what is left is the order and the place of TBs.

use super::super::case::{Variant, K20C, TITAN, V100};
use super::super::figure::{Average, Figure, Measured, Series, Unit};
use super::beyond::{by_grid, BLOCK, GRID, WARP};
use super::laperm::{
    with_laperm, ADAPTIVE, ADAPTIVE_FREE, RR, SMX_BIND, SMX_BIND_FREE, TB_PRI, TB_PRI_FREE,
};
use super::laperm_space::benchmarks;
use super::{CDP, DTBLF, DTBLM, FLAT};

/// Makes a variant by DTBL: RR, or LaPerm by a placement.
macro_rules! variant {
    ($machine:ident, $name:literal, rr = $variant:ident, [$($setting:tt)*]) => {
        const $variant: Variant =
            $machine.variant(concat!("dtbl-rr-", $name), &[("kernel.launch", "dtbl"), $($setting)*]);
    };
    ($machine:ident, $name:literal, $placement:ident = $variant:ident, [$($setting:tt)*]) => {
        const $variant: Variant = with_laperm!(
            $machine, concat!("dtbl-", stringify!($placement), "-", $name), "dtbl", stringify!($placement),
            [$($setting)*]
        );
    };
}

/// Makes variants of the same other settings.
macro_rules! variants {
    ($machine:ident, $name:literal, $settings:tt: $($placement:ident = $variant:ident),*) => {
        $(variant!($machine, $name, $placement = $variant, $settings);)*
    };
}

variants!(K20C, "one-level-free-memory", [("kernel.latency", "modelled-free-memory"), ("laperm.levels", "1")]:
    any = ANY_1, bound = BOUND_1, adaptive = ADAPTIVE_1);
variants!(K20C, "lrr-free-memory", [("kernel.latency", "modelled-free-memory"), ("warp.scheduler", "lrr")]:
    rr = RR_LRR, bound = BOUND_LRR, adaptive = ADAPTIVE_LRR);
variants!(K20C, "two-level-free-memory", [("kernel.latency", "modelled-free-memory"), ("warp.scheduler", "two-level")]:
    rr = RR_TWO, bound = BOUND_TWO, adaptive = ADAPTIVE_TWO);
variants!(K20C, "ideal-free-memory", [("kernel.latency", "ideal-free-memory")]:
    bound = BOUND_IDEAL, adaptive = ADAPTIVE_IDEAL);
variants!(K20C, "four-times-free-memory", [
    ("kernel.latency", "modelled-free-memory"),
    ("launch_latency.parameter_buffer_a", "516"),
    ("launch_latency.parameter_buffer_b", "32092"),
]: rr = RR_SLOW, bound = BOUND_SLOW, adaptive = ADAPTIVE_SLOW);
variants!(TITAN, "titan-free-memory", [("kernel.latency", "modelled-free-memory")]:
    rr = RR_14, bound = BOUND_14, adaptive = ADAPTIVE_14);
variants!(TITAN, "titan-by-2-free-memory", [("kernel.latency", "modelled-free-memory"), ("smx.cluster", "2")]:
    bound = BOUND_BY_2, adaptive = ADAPTIVE_BY_2);
variants!(TITAN, "titan-by-7-free-memory", [("kernel.latency", "modelled-free-memory"), ("smx.cluster", "7")]:
    bound = BOUND_BY_7, adaptive = ADAPTIVE_BY_7);
variants!(TITAN, "titan-one-l1-by-2-free-memory", [
    ("kernel.latency", "modelled-free-memory"), ("smx.cluster", "2"),
    ("l1.of_cluster", "true"), ("l1.ways", "8"), ("l1.mshr_entries", "128"), ("l1.mshr_merges", "16"),
]: rr = RR_ONE_L1_BY_2, bound = BOUND_ONE_L1_BY_2, adaptive = ADAPTIVE_ONE_L1_BY_2);
variants!(TITAN, "titan-one-l1-by-7-free-memory", [
    ("kernel.latency", "modelled-free-memory"), ("smx.cluster", "7"),
    ("l1.of_cluster", "true"), ("l1.ways", "28"), ("l1.mshr_entries", "448"), ("l1.mshr_merges", "56"),
]: rr = RR_ONE_L1_BY_7, bound = BOUND_ONE_L1_BY_7, adaptive = ADAPTIVE_ONE_L1_BY_7);
variants!(K20C, "2-in-a-row", [("tb.consecutive", "2")]: rr = RR_ROWS_OF_2);
variants!(K20C, "16-in-a-row", [("tb.consecutive", "16")]: rr = RR_ROWS_OF_16);
variants!(V100, "v100-free-memory", [("kernel.latency", "modelled-free-memory")]:
    rr = RR_80, any = ANY_80, bound = BOUND_80, adaptive = ADAPTIVE_80);

/// Makes the series of a variant's IPC over that of a baseline.
macro_rules! over {
    ($name:literal, $variant:ident / $baseline:ident) => {
        Series::new($name, &[$baseline, $variant], |m| m.ratio("ipc", &$variant, &$baseline))
    };
}

/// Makes the series of a variant's speed over that of RR.
macro_rules! faster {
    ($name:literal, $variant:ident) => {
        Series::new($name, &[RR, $variant], |m| m.ratio("cycles", &RR, &$variant))
    };
}

/// Returns the speed over RR of launches that software gathers by grid, with what the host's launches cost.
fn gathered_by_grid(m: &Measured) -> Option<f64> {
    Some(m.of(&RR, "cycles")? / by_grid(m)?)
}

const fn ipc(id: &'static str, title: &'static str, series: &'static [Series]) -> Figure {
    Figure { id, title, unit: Unit::Ratio, average: Average::Geometric, benchmarks, series }
}

/// Figures beyond chapter 5.
pub const FIGURES: &[Figure] = &[
    ipc(
        "laperm-gain",
        "IPC over that of RR: by levels alone, by binding alone, by both; free memory for records",
        &[
            over!("one queue", ANY_1 / DTBLM),
            over!("levels (TB-Pri)", TB_PRI_FREE / DTBLM),
            over!("binding", BOUND_1 / DTBLM),
            over!("both (SMX-Bind)", SMX_BIND_FREE / DTBLM),
            over!("adaptive binding", ADAPTIVE_1 / DTBLM),
            over!("both (Adaptive-Bind)", ADAPTIVE_FREE / DTBLM),
        ],
    ),
    ipc(
        "laperm-warps",
        "IPC over that of RR with the same warp scheduler; free memory for records",
        &[
            over!("gto, SMX-Bind", SMX_BIND_FREE / DTBLM),
            over!("gto, Adaptive-Bind", ADAPTIVE_FREE / DTBLM),
            over!("lrr, SMX-Bind", BOUND_LRR / RR_LRR),
            over!("lrr, Adaptive-Bind", ADAPTIVE_LRR / RR_LRR),
            over!("two-level, SMX-Bind", BOUND_TWO / RR_TWO),
            over!("two-level, Adaptive-Bind", ADAPTIVE_TWO / RR_TWO),
        ],
    ),
    ipc(
        "laperm-latency",
        "IPC over that of RR if parameter buffers take no time, their time, four times as long; free memory for records",
        &[
            over!("none, SMX-Bind", BOUND_IDEAL / DTBLF),
            over!("none, Adaptive-Bind", ADAPTIVE_IDEAL / DTBLF),
            over!("x 1, SMX-Bind", SMX_BIND_FREE / DTBLM),
            over!("x 1, Adaptive-Bind", ADAPTIVE_FREE / DTBLM),
            over!("x 4, SMX-Bind", BOUND_SLOW / RR_SLOW),
            over!("x 4, Adaptive-Bind", ADAPTIVE_SLOW / RR_SLOW),
        ],
    ),
    ipc(
        "laperm-clusters",
        "IPC over that of RR with 14 SMXs by the SMXs of a cluster, each with its own L1; free memory for records",
        &[
            over!("1, SMX-Bind", BOUND_14 / RR_14),
            over!("1, Adaptive-Bind", ADAPTIVE_14 / RR_14),
            over!("2, SMX-Bind", BOUND_BY_2 / RR_14),
            over!("2, Adaptive-Bind", ADAPTIVE_BY_2 / RR_14),
            over!("7, SMX-Bind", BOUND_BY_7 / RR_14),
            over!("7, Adaptive-Bind", ADAPTIVE_BY_7 / RR_14),
        ],
    ),
    ipc(
        "laperm-l1s",
        "IPC over that of RR with 14 SMXs, whose clusters have one L1 as large as theirs together; free memory for records",
        &[
            over!("1, SMX-Bind", BOUND_14 / RR_14),
            over!("1, Adaptive-Bind", ADAPTIVE_14 / RR_14),
            over!("2, RR", RR_ONE_L1_BY_2 / RR_14),
            over!("2, SMX-Bind", BOUND_ONE_L1_BY_2 / RR_14),
            over!("2, Adaptive-Bind", ADAPTIVE_ONE_L1_BY_2 / RR_14),
            over!("7, RR", RR_ONE_L1_BY_7 / RR_14),
            over!("7, SMX-Bind", BOUND_ONE_L1_BY_7 / RR_14),
            over!("7, Adaptive-Bind", ADAPTIVE_ONE_L1_BY_7 / RR_14),
        ],
    ),
    ipc(
        "laperm-modern",
        "IPC over that of RR with 13 SMXs and with 80; free memory for records",
        &[
            over!("k20c, TB-Pri", TB_PRI_FREE / DTBLM),
            over!("k20c, SMX-Bind", SMX_BIND_FREE / DTBLM),
            over!("k20c, Adaptive-Bind", ADAPTIVE_FREE / DTBLM),
            over!("v100, TB-Pri", ANY_80 / RR_80),
            over!("v100, SMX-Bind", BOUND_80 / RR_80),
            over!("v100, Adaptive-Bind", ADAPTIVE_80 / RR_80),
        ],
    ),
    ipc(
        "laperm-rivals",
        "speed over DTBL with RR: LaPerm, rows of TBs on an SMX, and launches gathered by software",
        &[
            faster!("TB-Pri", TB_PRI),
            faster!("SMX-Bind", SMX_BIND),
            faster!("Adaptive-Bind", ADAPTIVE),
            faster!("rows of 2", RR_ROWS_OF_2),
            faster!("rows of 16", RR_ROWS_OF_16),
            faster!("CDP", CDP),
            faster!("by warp", WARP),
            faster!("by TB", BLOCK),
            Series::new("by grid, 30 us per launch", &[RR, FLAT, GRID], gathered_by_grid),
            faster!("by grid", GRID),
        ],
    ),
];
