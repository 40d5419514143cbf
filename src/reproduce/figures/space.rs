//! Figures about the size and the organisation of a unit of the thesis, and their cost.

use super::super::benchmarks::{Benchmark, TABLE_6};
use super::super::case::{Variant, K20C};
use super::super::space::{stored_bytes, Curve, Space};
use super::dtbl::{DTBL_2048, DTBL_512};
use super::DTBL;
use heddle_hw::agt::Agt;
use heddle_sim::gpu::agt_sizes;

/// The sizes of one organisation.
macro_rules! sizes {
    ($organisation:literal, $index:literal: $($entries:literal)*) => {
        &[$((
            $entries,
            K20C.variant(
                concat!("dtbl-", $organisation, "-", $index, "-", $entries),
                &[
                    ("kernel.launch", "dtbl"),
                    ("units.agt_entries", $entries),
                    ("units.agt_organisation", $organisation),
                    ("units.agt_index", $index),
                ],
            ),
        ),)*]
    };
}

const DTBL_256: Variant =
    K20C.variant("dtbl-256", &[("kernel.launch", "dtbl"), ("units.agt_entries", "256")]);
const DTBL_4096: Variant =
    K20C.variant("dtbl-4096", &[("kernel.launch", "dtbl"), ("units.agt_entries", "4096")]);

fn benchmarks() -> Vec<&'static Benchmark> {
    TABLE_6.to_vec()
}

/// Our figures.
pub const SPACES: &[Space] = &[Space {
    id: "dtbl-agt-space",
    title: "the AGT: speed over storage, by size and organisation",
    benchmarks,
    reference: DTBL,
    curves: &[
        Curve {
            name: "hash",
            points: &[
                ("256", DTBL_256),
                ("512", DTBL_512),
                ("1024", DTBL),
                ("2048", DTBL_2048),
                ("4096", DTBL_4096),
            ],
        },
        Curve {
            name: "linear probing",
            points: sizes!("linear-probing", "thread": "256" "512" "1024" "2048" "4096"),
        },
        Curve {
            name: "two-way",
            points: sizes!("two-way", "thread": "256" "512" "1024" "2048" "4096"),
        },
        Curve {
            name: "hash with SMX",
            points: sizes!("hash", "thread-and-smx": "256" "512" "1024" "2048" "4096"),
        },
        Curve {
            name: "linear probing with SMX",
            points: sizes!("linear-probing", "thread-and-smx": "256" "512" "1024" "2048" "4096"),
        },
        Curve {
            name: "two-way with SMX",
            points: sizes!("two-way", "thread-and-smx": "256" "512" "1024" "2048" "4096"),
        },
    ],
    storage_bytes: |config| stored_bytes::<Agt>(&agt_sizes(config)),
    rate: ("agt_hit_rate", "AGT hit rate"),
}];

#[cfg(test)]
mod tests {
    use super::super::super::benchmarks::Size;
    use super::super::super::exhibit::Exhibit;
    use super::*;
    use serde_json::{json, Value};
    use std::collections::BTreeMap;

    /// Every run took 1000 cycles, but those of the largest tables, which took 500 and had no
    /// spill.
    fn results(space: &Space) -> BTreeMap<String, Value> {
        let cases = space.cases(Size::Smoke).into_iter();
        let result = |name: &str| match name.ends_with("4096") {
            true => json!({"cycles": 500, "agt_hit_rate": 1.0}),
            false => json!({"cycles": 1000, "agt_hit_rate": 0.5}),
        };
        cases.map(|case| (case.name(), result(&case.name()))).collect()
    }

    #[test]
    fn every_size_of_every_organisation_is_a_point_of_the_agts_own_size() {
        let space = &SPACES[0];
        let table = space.measured(Size::Smoke, &results(space)).expect("the machines are valid");
        assert_eq!(table.points.len(), 5 * 3 * 2);
        for point in &table.points {
            let entries: u64 = point.size.parse().expect("a size");
            let registers = point.storage_bytes - 20 * entries;
            assert!((70..72).contains(&registers), "{} {entries}: {registers}", point.curve);
        }
    }

    #[test]
    fn points_are_compared_with_the_hash_of_1024_entries_and_the_best_are_on_the_front() {
        let space = &SPACES[0];
        let table = space.measured(Size::Smoke, &results(space)).expect("the machines are valid");
        let of = |size: &'static str| table.points.iter().filter(move |point| point.size == size);
        assert!(of("1024").all(|point| point.relative_cycles == Some(1.0)));
        assert!(of("4096").all(|point| point.relative_cycles == Some(0.5)));
        assert!(of("4096").all(|point| point.rate == Some(1.0)));
        let front = table.points.iter().filter(|point| point.on_front);
        let front: Vec<_> = front.map(|point| (point.curve, point.size)).collect();
        let hashes = ["hash", "hash with SMX"];
        assert_eq!(front, hashes.map(|hash| [(hash, "256"), (hash, "4096")]).concat());
    }

    #[test]
    fn the_space_is_written_as_a_table_and_a_chart_with_its_front() {
        let space = &SPACES[0];
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let dir = scratch.path();
        let shown = space.write(Size::Smoke, &results(space), dir).expect("it is written");
        let chart = std::fs::read_to_string(dir.join("dtbl-agt-space.svg")).expect("a chart");
        let table = std::fs::read_to_string(dir.join("dtbl-agt-space.json")).expect("a table");
        assert!(chart.starts_with("<svg") && chart.contains("Pareto front"));
        assert!(chart.contains("linear probing with SMX"));
        assert_eq!(serde_json::from_str::<Value>(&table).expect("JSON"), shown.json);
        assert_eq!(shown.rows.len(), 30);
    }
}
