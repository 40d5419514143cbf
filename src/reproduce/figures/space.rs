//! The space around a unit of the source: its size, how it is organised, and what that costs.

use super::super::benchmarks::{Benchmark, TABLE_6};
use super::super::case::Variant;
use super::super::space::{Curve, Space};
use super::dtbl::{DTBL_2048, DTBL_512};
use super::DTBL;
use heddle_gen::storage::Accounting;
use heddle_hw::agt::Agt;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::RoomSizes;

/// The sizes of one organisation.
macro_rules! sizes {
    ($organisation:literal, $index:literal: $($entries:literal)*) => {
        &[$((
            $entries,
            Variant::new(
                concat!("dtbl-", $organisation, "-", $index, "-", $entries),
                &[
                    ("kernel.launch", "dtbl"),
                    ("rooms.agt_entries", $entries),
                    ("rooms.agt_organisation", $organisation),
                    ("rooms.agt_index", $index),
                ],
            ),
        ),)*]
    };
}

const DTBL_256: Variant =
    Variant::new("dtbl-256", &[("kernel.launch", "dtbl"), ("rooms.agt_entries", "256")]);
const DTBL_4096: Variant =
    Variant::new("dtbl-4096", &[("kernel.launch", "dtbl"), ("rooms.agt_entries", "4096")]);

fn benchmarks() -> Vec<&'static Benchmark> {
    TABLE_6.to_vec()
}

/// Everything that the AGT remembers, its registers included.
fn agt_bytes(config: &GpuConfig) -> u64 {
    let mut accounting = Accounting::default();
    accounting.add::<Agt>(&RoomSizes::of(config).agt);
    accounting.total_bytes()
}

/// Ours.
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
    storage_bytes: agt_bytes,
    rate: ("agt_hit_rate", "AGT hit rate"),
}];
