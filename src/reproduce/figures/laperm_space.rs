//! What the sizes of LaPerm's queues cost and bring, which the thesis leaves open: levels and entries.

use super::super::benchmarks::{Benchmark, TABLE_7};
use super::super::case::{Variant, K20C};
use super::super::space::{stored_bytes, Curve, Space};
use super::laperm::{with_laperm, RR, SMX_BIND, TB_PRI};
use heddle_hw::laperm::Laperm;
use heddle_sim::gpu::laperm_sizes;

/// Makes the variants of a placement with other values of one key.
macro_rules! sized {
    ($name:literal, $placement:literal, $key:literal: $($variant:ident $value:literal)*) => {
        $(const $variant: Variant = with_laperm!(
            K20C, concat!("dtbl-", $name, "-", $key, "-", $value), "dtbl", $placement,
            [(concat!("laperm.", $key), $value)]
        );)*
    };
}

sized!("tb-pri", "any", "entries": ANY_16 "16" ANY_32 "32" ANY_64 "64" ANY_256 "256");
sized!("smx-bind", "bound", "entries": BOUND_16 "16" BOUND_32 "32" BOUND_64 "64" BOUND_256 "256");
sized!("smx-bind", "bound", "levels": LEVELS_1 "1" LEVELS_2 "2" LEVELS_7 "7");

/// One of each kind of input and application, among those whose runs are not the longest.
const CHOSEN: &[&str] = &[
    "amr",
    "bfs_citation",
    "bfs_graph500",
    "clr_citation",
    "pre_movielens",
    "join_gaussian",
    "sssp_graph500",
];

/// The chosen ones.
pub fn benchmarks() -> Vec<&'static Benchmark> {
    TABLE_7.iter().copied().filter(|benchmark| CHOSEN.contains(&benchmark.name)).collect()
}

/// The figure, on machines that all have LaPerm, but its reference.
pub const SPACES: &[Space] = &[Space {
    id: "laperm-space",
    title: "LaPerm's queues: speed over storage, by entries of an SMX and by levels",
    benchmarks,
    reference: RR,
    curves: &[
        Curve {
            name: "entries, TB-Pri",
            points: &[
                ("16", ANY_16),
                ("32", ANY_32),
                ("64", ANY_64),
                ("128", TB_PRI),
                ("256", ANY_256),
            ],
        },
        Curve {
            name: "entries, SMX-Bind",
            points: &[
                ("16", BOUND_16),
                ("32", BOUND_32),
                ("64", BOUND_64),
                ("128", SMX_BIND),
                ("256", BOUND_256),
            ],
        },
        Curve {
            name: "levels, SMX-Bind",
            points: &[
                ("1 level", LEVELS_1),
                ("2 levels", LEVELS_2),
                ("4 levels", SMX_BIND),
                ("7 levels", LEVELS_7),
            ],
        },
    ],
    storage_bytes: |config| stored_bytes::<Laperm>(&laperm_sizes(config)),
    rate: ("l1_hit_rate", "L1 hit rate"),
}];

#[cfg(test)]
mod tests {
    use super::super::super::benchmarks::Size;
    use super::super::super::exhibit::Exhibit;
    use super::*;
    use serde_json::json;

    #[test]
    fn more_entries_and_more_levels_store_more() {
        let space = &SPACES[0];
        let cases = space.cases(Size::Smoke).into_iter();
        let results = cases.map(|case| (case.name(), json!({"cycles": 1000, "l1_hit_rate": 0.5})));
        let table = space.measured(Size::Smoke, &results.collect()).expect("they are valid");
        assert_eq!(table.points.len(), 14);
        for pair in table.points.windows(2).filter(|pair| pair[0].curve == pair[1].curve) {
            assert!(pair[0].storage_bytes < pair[1].storage_bytes, "{:?}", pair[1]);
        }
        assert!(table.points.iter().all(|point| point.relative_cycles == Some(1.0)));
    }

    #[test]
    fn every_chosen_benchmark_is_one_of_the_table() {
        assert_eq!(benchmarks().len(), CHOSEN.len());
    }
}
