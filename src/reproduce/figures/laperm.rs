//! Figures of section 5.3 of the thesis: LaPerm, for groups launched by DTBL and kernels launched by CDP.

use super::super::benchmarks::{Benchmark, Size, TABLE_7};
use super::super::case::{Case, Records, Variant, K20C};
use super::super::figure::{Average, Figure, Measured, Series, Unit};
use super::super::listing::{Line, Listing};
use super::{CDP, CDPM, DTBLM};
use serde_json::{json, Value};
use std::collections::BTreeMap;

/// The baseline: TBs first come, first served, SMXs in turn. That of CDP is as in chapter 4.
pub const RR: Variant = Variant {
    records: Records::Footprints,
    ..K20C.variant("dtbl-rr", &[("kernel.launch", "dtbl")])
};

/// Makes a variant with LaPerm of a machine: its name, how TBs are launched, the placement, and other settings.
macro_rules! with_laperm {
    ($machine:ident, $name:expr, $launch:expr, $placement:expr, [$($setting:tt)*]) => {
        $machine.variant(
            $name,
            &[
                ("kernel.launch", $launch),
                ("tb.source", "laperm"),
                ("tb.placement", $placement),
                $($setting)*
            ],
        )
    };
}
pub(super) use with_laperm;

/// Makes the variants of a placement and a way of launching: as modelled, and with free memory for records.
macro_rules! placed {
    ($launch:literal, $name:literal, $placement:literal: $modelled:ident $free:ident) => {
        pub const $modelled: Variant =
            with_laperm!(K20C, concat!($launch, "-", $name), $launch, $placement, []);
        pub const $free: Variant = with_laperm!(
            K20C,
            concat!($launch, "-", $name, "-free-memory"),
            $launch,
            $placement,
            [("kernel.latency", "modelled-free-memory")]
        );
    };
}

placed!("dtbl", "tb-pri", "any": TB_PRI TB_PRI_FREE);
placed!("dtbl", "smx-bind", "bound": SMX_BIND SMX_BIND_FREE);
placed!("dtbl", "adaptive-bind", "adaptive": ADAPTIVE ADAPTIVE_FREE);
placed!("cdp", "tb-pri", "any": C_TB_PRI C_TB_PRI_FREE);
placed!("cdp", "smx-bind", "bound": C_SMX_BIND C_SMX_BIND_FREE);
placed!("cdp", "adaptive-bind", "adaptive": C_ADAPTIVE C_ADAPTIVE_FREE);

/// How TBs are launched, what schedules them, the variant and its baseline.
const SCHEDULERS: [(&str, &str, Variant, Variant); 8] = [
    ("CDP", "RR", CDP, CDP),
    ("CDP", "TB-Pri", C_TB_PRI, CDP),
    ("CDP", "SMX-Bind", C_SMX_BIND, CDP),
    ("CDP", "Adaptive-Bind", C_ADAPTIVE, CDP),
    ("DTBL", "RR", RR, RR),
    ("DTBL", "TB-Pri", TB_PRI, RR),
    ("DTBL", "SMX-Bind", SMX_BIND, RR),
    ("DTBL", "Adaptive-Bind", ADAPTIVE, RR),
];

/// Most cycles of an insertion in the thesis.
const PUBLISHED_INSERTION: u64 = 128;

fn benchmarks() -> Vec<&'static Benchmark> {
    TABLE_7.to_vec()
}

/// Returns by how much a field of `above` is greater than that of `below`.
fn gain(measured: &Measured, field: &str, above: &Variant, below: &Variant) -> Option<f64> {
    Some(measured.of(above, field)? - measured.of(below, field)?)
}

/// Figures of chapter 5.
pub const FIGURES: &[Figure] = &[
    Figure {
        id: "laperm-fig24",
        title: "shared footprint ratio: lines of a TB that others access too, over all lines of these others",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("parent-child", &[RR], |m| m.of(&RR, "parent_child")).average(0.384),
            Series::new("child-sibling", &[RR], |m| m.of(&RR, "child_sibling")).average(0.305),
            Series::new("parent-parent", &[RR], |m| m.of(&RR, "parent_parent")).average(0.093),
        ],
    },
    Figure {
        id: "laperm-fig29",
        title: "L2 hit rate by the TB scheduler",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("CDP, RR", &[CDP], |m| m.of(&CDP, "l2_hit_rate")),
            Series::new("CDP, TB-Pri", &[C_TB_PRI], |m| m.of(&C_TB_PRI, "l2_hit_rate")),
            Series::new("CDP, SMX-Bind", &[C_SMX_BIND], |m| m.of(&C_SMX_BIND, "l2_hit_rate")),
            Series::new("CDP, Adaptive-Bind", &[C_ADAPTIVE], |m| m.of(&C_ADAPTIVE, "l2_hit_rate")),
            Series::new("CDP, TB-Pri - RR", &[CDP, C_TB_PRI], |m| gain(m, "l2_hit_rate", &C_TB_PRI, &CDP)).average(0.067),
            Series::new("DTBL, RR", &[RR], |m| m.of(&RR, "l2_hit_rate")),
            Series::new("DTBL, TB-Pri", &[TB_PRI], |m| m.of(&TB_PRI, "l2_hit_rate")),
            Series::new("DTBL, SMX-Bind", &[SMX_BIND], |m| m.of(&SMX_BIND, "l2_hit_rate")),
            Series::new("DTBL, Adaptive-Bind", &[ADAPTIVE], |m| m.of(&ADAPTIVE, "l2_hit_rate")),
            Series::new("DTBL, TB-Pri - RR", &[RR, TB_PRI], |m| gain(m, "l2_hit_rate", &TB_PRI, &RR)).average(0.087),
        ],
    },
    Figure {
        id: "laperm-fig30",
        title: "L1 hit rate by the TB scheduler",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("CDP, RR", &[CDP], |m| m.of(&CDP, "l1_hit_rate")),
            Series::new("CDP, TB-Pri", &[C_TB_PRI], |m| m.of(&C_TB_PRI, "l1_hit_rate")),
            Series::new("CDP, SMX-Bind", &[C_SMX_BIND], |m| m.of(&C_SMX_BIND, "l1_hit_rate")),
            Series::new("CDP, Adaptive-Bind", &[C_ADAPTIVE], |m| m.of(&C_ADAPTIVE, "l1_hit_rate")),
            Series::new("CDP, TB-Pri - RR", &[CDP, C_TB_PRI], |m| gain(m, "l1_hit_rate", &C_TB_PRI, &CDP)).average(0.011),
            Series::new("CDP, SMX-Bind - RR", &[CDP, C_SMX_BIND], |m| gain(m, "l1_hit_rate", &C_SMX_BIND, &CDP)).average(0.066),
            Series::new("CDP, Adaptive-Bind - SMX-Bind", &[C_SMX_BIND, C_ADAPTIVE], |m| gain(m, "l1_hit_rate", &C_ADAPTIVE, &C_SMX_BIND)).average(-0.023),
            Series::new("DTBL, RR", &[RR], |m| m.of(&RR, "l1_hit_rate")),
            Series::new("DTBL, TB-Pri", &[TB_PRI], |m| m.of(&TB_PRI, "l1_hit_rate")),
            Series::new("DTBL, SMX-Bind", &[SMX_BIND], |m| m.of(&SMX_BIND, "l1_hit_rate")),
            Series::new("DTBL, Adaptive-Bind", &[ADAPTIVE], |m| m.of(&ADAPTIVE, "l1_hit_rate")),
            Series::new("DTBL, TB-Pri - RR", &[RR, TB_PRI], |m| gain(m, "l1_hit_rate", &TB_PRI, &RR)).average(0.021),
            Series::new("DTBL, SMX-Bind - RR", &[RR, SMX_BIND], |m| gain(m, "l1_hit_rate", &SMX_BIND, &RR)).average(0.136),
            Series::new("DTBL, Adaptive-Bind - SMX-Bind", &[SMX_BIND, ADAPTIVE], |m| gain(m, "l1_hit_rate", &ADAPTIVE, &SMX_BIND)).average(-0.031),
        ],
    },
    Figure {
        id: "laperm-fig31",
        title: "IPC over that of RR",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series::new("CDP, TB-Pri", &[CDP, C_TB_PRI], |m| m.ratio("ipc", &C_TB_PRI, &CDP)).average(1.04),
            // Nine points below TB-Pri.
            Series::new("CDP, SMX-Bind", &[CDP, C_SMX_BIND], |m| m.ratio("ipc", &C_SMX_BIND, &CDP)).average(0.95),
            Series::new("CDP, Adaptive-Bind", &[CDP, C_ADAPTIVE], |m| m.ratio("ipc", &C_ADAPTIVE, &CDP)).average(1.06),
            Series::new("DTBL, TB-Pri", &[RR, TB_PRI], |m| m.ratio("ipc", &TB_PRI, &RR)).average(1.13),
            // Five points below TB-Pri.
            Series::new("DTBL, SMX-Bind", &[RR, SMX_BIND], |m| m.ratio("ipc", &SMX_BIND, &RR)).average(1.08),
            Series::new("DTBL, Adaptive-Bind", &[RR, ADAPTIVE], |m| m.ratio("ipc", &ADAPTIVE, &RR)).average(1.27).published(&[("sssp_cage15", 1.51)]),
        ],
    },
    // Under all of them groups without an entry go to memory, but not as many, and not with as many trips. Where trips are
    // free, what is left is the order of the TBs and their places.
    Figure {
        id: "laperm-fig31-free-memory",
        title: "IPC over that of RR, both with free memory for the records of spilled groups",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series::new("CDP, TB-Pri", &[CDPM, C_TB_PRI_FREE], |m| m.ratio("ipc", &C_TB_PRI_FREE, &CDPM)).average(1.04),
            Series::new("CDP, SMX-Bind", &[CDPM, C_SMX_BIND_FREE], |m| m.ratio("ipc", &C_SMX_BIND_FREE, &CDPM)).average(0.95),
            Series::new("CDP, Adaptive-Bind", &[CDPM, C_ADAPTIVE_FREE], |m| m.ratio("ipc", &C_ADAPTIVE_FREE, &CDPM)).average(1.06),
            Series::new("DTBL, TB-Pri", &[DTBLM, TB_PRI_FREE], |m| m.ratio("ipc", &TB_PRI_FREE, &DTBLM)).average(1.13),
            Series::new("DTBL, SMX-Bind", &[DTBLM, SMX_BIND_FREE], |m| m.ratio("ipc", &SMX_BIND_FREE, &DTBLM)).average(1.08),
            Series::new("DTBL, Adaptive-Bind", &[DTBLM, ADAPTIVE_FREE], |m| m.ratio("ipc", &ADAPTIVE_FREE, &DTBLM)).average(1.27).published(&[("sssp_cage15", 1.51)]),
        ],
    },
];

fn cases(size: Size) -> Vec<Case> {
    let of = |benchmark: &&'static Benchmark| {
        let benchmark = *benchmark;
        SCHEDULERS.map(|(_, _, variant, _)| Case { benchmark, size, variant })
    };
    TABLE_7.iter().flat_map(of).collect()
}

/// Returns the share of groups that were inserted in no more cycles than the thesis needs at most.
fn inserted_in_time(result: &Value) -> Option<f64> {
    let groups = result.get("insertion_cycles_groups")?.as_object()?;
    let groups: Vec<(u64, u64)> =
        groups.iter().filter_map(|(cycles, n)| Some((cycles.parse().ok()?, n.as_u64()?))).collect();
    let all: u64 = groups.iter().map(|(_, n)| n).sum();
    let in_time = groups.iter().filter(|(cycles, _)| *cycles <= PUBLISHED_INSERTION);
    let in_time: u64 = in_time.map(|(_, n)| n).sum();
    (all > 0).then(|| in_time as f64 / all as f64)
}

fn rows(_: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Vec<Line>> {
    let line = |benchmark: &Benchmark,
                (model, name, variant, baseline): (&str, &str, Variant, Variant)| {
        let measured = Measured::new(results, benchmark);
        let rounded = |value: Option<f64>, steps: f64| {
            json!(value.map(|value| (value * steps).round() / steps))
        };
        let share = |value| rounded(value, 1000.0);
        let of = |field| measured.of(&variant, field);
        let in_time = results.get(&variant.of(benchmark)).and_then(inserted_in_time);
        vec![
            json!(benchmark.name),
            json!(model),
            json!(name),
            share(measured.ratio("cycles", &baseline, &variant)),
            share(of("smx_balance")),
            rounded(of("waiting_cycles"), 1.0),
            rounded(of("queued_cycles"), 1.0),
            share(of("children_on_parent_smx")),
            rounded(of("insertion_cycles"), 10.0),
            rounded(of("insertion_cycles_max"), 1.0),
            share(in_time),
        ]
    };
    let lines = TABLE_7.iter().flat_map(|benchmark| SCHEDULERS.map(|it| line(benchmark, it)));
    Ok(lines.collect())
}

/// Tables of chapter 5.
pub const TABLES: &[Listing] = &[Listing {
    id: "laperm-placement",
    title: "where children run and when they start: by the TB scheduler",
    columns: &[
        "benchmark",
        "launches",
        "scheduler",
        "speedup over RR",
        "work of an SMX over that of the busiest",
        "cycles from the call to the start",
        "from the end of the call",
        "children on their parent's SMX",
        "cycles of an insertion",
        "the most",
        "insertions in at most 128 cycles",
    ],
    cases,
    rows,
}];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_insertions_in_time_counts_groups_of_up_to_128_cycles() {
        let result = json!({"insertion_cycles_groups": {"4": 5, "128": 1, "256": 2}});
        assert_eq!(inserted_in_time(&result), Some(0.75));
        assert_eq!(inserted_in_time(&json!({"insertion_cycles_groups": null})), None);
    }

    #[test]
    fn every_run_of_the_figures_but_those_with_free_memory_is_one_of_the_table() {
        use super::super::super::exhibit::Exhibit;
        let of_table: Vec<String> = cases(Size::Smoke).iter().map(Case::name).collect();
        assert_eq!(of_table.len(), 128);
        let free = |case: &Case| case.variant.name.ends_with("-free-memory");
        for figure in FIGURES {
            let ours = figure.cases(Size::Smoke).into_iter();
            for case in ours.filter(|case| !free(case)) {
                assert!(of_table.contains(&case.name()), "{}: {}", figure.id, case.name());
            }
        }
    }
}
