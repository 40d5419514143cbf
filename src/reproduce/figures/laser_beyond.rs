//! What the paper does not ask of LASER: what it gains where children are groups of a running kernel, and what its monitors
//! bring to LaPerm.

use super::super::benchmarks::Benchmark;
use super::super::case::{Variant, LASER13};
use super::super::figure::{Average, Figure, Series, Unit};
use super::laperm::with_laperm;
use super::laser::{benchmarks, ADAPTIVE, BASE, SMX_BIND};

const GROUPS: Variant = LASER13.variant("laser-groups-baseline", &[("kernel.launch", "dtbl")]);
const GROUPS_SCHEDULED: Variant = LASER13.variant(
    "laser-groups",
    &[("kernel.launch", "dtbl"), ("tb.source", "laser"), ("warp.scheduler", "grouped")],
);
const GROUPS_BIND: Variant = with_laperm!(LASER13, "laser-groups-smx-bind", "dtbl", "bound", []);
const GROUPS_ADAPTIVE: Variant =
    with_laperm!(LASER13, "laser-groups-adaptive-bind", "dtbl", "adaptive", []);
/// Where records of groups cost no trips to memory, the order and the place of TBs are left.
const GROUPS_FREE: Variant = LASER13.variant(
    "laser-groups-baseline-free-memory",
    &[("kernel.launch", "dtbl"), ("kernel.latency", "modelled-free-memory")],
);
const GROUPS_SCHEDULED_FREE: Variant = LASER13.variant(
    "laser-groups-free-memory",
    &[
        ("kernel.launch", "dtbl"),
        ("kernel.latency", "modelled-free-memory"),
        ("tb.source", "laser"),
        ("warp.scheduler", "grouped"),
    ],
);

/// Children of which nothing is predicted belong to the SMXs in turn.
const STEERED_BIND: Variant =
    with_laperm!(LASER13, "laser-steered-smx-bind", "cdp", "bound", [("laperm.home", "predicted")]);
const STEERED_ADAPTIVE: Variant = with_laperm!(
    LASER13,
    "laser-steered-adaptive-bind",
    "cdp",
    "adaptive",
    [("laperm.home", "predicted")]
);

/// Those that launch one child at a time: what a warp gathers is no group of a kernel.
fn ungathered() -> Vec<&'static Benchmark> {
    benchmarks()
        .into_iter()
        .filter(|benchmark| benchmark.options.iter().all(|(key, _)| *key != "gather"))
        .collect()
}

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure {
        id: "laser-groups",
        title: "by DTBL: IPC over that of the baseline by DTBL",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks: ungathered,
        series: &[
            Series::new("LASER", &[GROUPS, GROUPS_SCHEDULED], |m| m.ratio("ipc", &GROUPS_SCHEDULED, &GROUPS)),
            Series::new("LaPerm", &[GROUPS, GROUPS_ADAPTIVE], |m| m.ratio("ipc", &GROUPS_ADAPTIVE, &GROUPS)),
            Series::new("SMX-Bind", &[GROUPS, GROUPS_BIND], |m| m.ratio("ipc", &GROUPS_BIND, &GROUPS)),
            Series::new("LASER, free memory", &[GROUPS_FREE, GROUPS_SCHEDULED_FREE], |m| {
                m.ratio("ipc", &GROUPS_SCHEDULED_FREE, &GROUPS_FREE)
            }),
        ],
    },
    Figure {
        id: "laser-steered",
        title: "LaPerm with all children bound, and only those of predicted reuse: IPC over that of the baseline",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series::new("SMX-Bind", &[BASE, SMX_BIND], |m| m.ratio("ipc", &SMX_BIND, &BASE)),
            Series::new("predicted", &[BASE, STEERED_BIND], |m| m.ratio("ipc", &STEERED_BIND, &BASE)),
            Series::new("Adaptive-Bind", &[BASE, ADAPTIVE], |m| m.ratio("ipc", &ADAPTIVE, &BASE)),
            Series::new("predicted, adaptive", &[BASE, STEERED_ADAPTIVE], |m| m.ratio("ipc", &STEERED_ADAPTIVE, &BASE)),
        ],
    },
];
