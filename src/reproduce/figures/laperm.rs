//! Figures of section 5.3 of the thesis: LaPerm, for groups launched by DTBL.
//!
//! A series says by which model the TBs are launched, so that those of another stand beside it.

use super::super::benchmarks::{Benchmark, Size, TABLE_7};
use super::super::case::{Case, Records, Variant, K20C};
use super::super::figure::{Average, Figure, Measured, Series, Unit};
use super::super::listing::{Line, Listing};
use super::DTBLM;
use serde_json::{json, Value};
use std::collections::BTreeMap;

/// The baseline: TBs first come, first served, SMXs in turn.
pub const RR: Variant = Variant {
    records: Records::Footprints,
    ..K20C.variant("dtbl-rr", &[("kernel.launch", "dtbl")])
};

/// Makes the variants of a placement: as modelled, and with free memory for records.
macro_rules! placed {
    ($name:literal, $placement:literal: $modelled:ident $free:ident) => {
        pub const $modelled: Variant = K20C.variant(
            $name,
            &[("kernel.launch", "dtbl"), ("tb.source", "laperm"), ("tb.placement", $placement)],
        );
        const $free: Variant = K20C.variant(
            concat!($name, "-free-memory"),
            &[
                ("kernel.launch", "dtbl"),
                ("kernel.latency", "modelled-free-memory"),
                ("tb.source", "laperm"),
                ("tb.placement", $placement),
            ],
        );
    };
}

placed!("dtbl-tb-pri", "any": TB_PRI TB_PRI_FREE);
placed!("dtbl-smx-bind", "bound": SMX_BIND SMX_BIND_FREE);
placed!("dtbl-adaptive-bind", "adaptive": ADAPTIVE ADAPTIVE_FREE);

/// How TBs are launched, what schedules them, and the variant.
const SCHEDULERS: [(&str, &str, Variant); 4] = [
    ("DTBL", "RR", RR),
    ("DTBL", "TB-Pri", TB_PRI),
    ("DTBL", "SMX-Bind", SMX_BIND),
    ("DTBL", "Adaptive-Bind", ADAPTIVE),
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
            Series::new("DTBL, TB-Pri", &[DTBLM, TB_PRI_FREE], |m| m.ratio("ipc", &TB_PRI_FREE, &DTBLM)).average(1.13),
            Series::new("DTBL, SMX-Bind", &[DTBLM, SMX_BIND_FREE], |m| m.ratio("ipc", &SMX_BIND_FREE, &DTBLM)).average(1.08),
            Series::new("DTBL, Adaptive-Bind", &[DTBLM, ADAPTIVE_FREE], |m| m.ratio("ipc", &ADAPTIVE_FREE, &DTBLM)).average(1.27).published(&[("sssp_cage15", 1.51)]),
        ],
    },
];

fn cases(size: Size) -> Vec<Case> {
    let of = |benchmark: &&'static Benchmark| {
        let benchmark = *benchmark;
        SCHEDULERS.map(|(_, _, variant)| Case { benchmark, size, variant })
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
    let line = |benchmark: &Benchmark, (model, name, variant): (&str, &str, Variant)| {
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
            share(measured.ratio("cycles", &RR, &variant)),
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
        assert_eq!(of_table.len(), 64);
        let free = [DTBLM, TB_PRI_FREE, SMX_BIND_FREE, ADAPTIVE_FREE];
        for figure in FIGURES {
            let ours = figure.cases(Size::Smoke).into_iter();
            for case in ours.filter(|case| !free.contains(&case.variant)) {
                assert!(of_table.contains(&case.name()), "{}: {}", figure.id, case.name());
            }
        }
    }
}
