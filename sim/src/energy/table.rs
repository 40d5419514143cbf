//! What an event costs, in picojoules at the node of its source: `energy.toml`, which has the sources.

use serde::Deserialize;
use std::sync::LazyLock;

macro_rules! section {
    ($name:ident { $($field:ident: $type:ty,)* }) => {
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $name { $(pub $field: $type,)* }
    };
}

section! { Table {
    front_end: FrontEnd,
    register_file: RegisterFile,
    lane: Lane,
    lane_fp64: LaneFp64,
    sram: Sram,
    wire: Wire,
    skipping: Skipping,
} }
section! { FrontEnd { nm: f64, fetch_pj: f64, control_pj: f64, } }
section! { RegisterFile { nm: f64, read_pj: f64, write_pj: f64, } }
section! { Lane {
    nm: f64,
    move_pj: f64,
    int_add_pj: f64,
    int_mul_pj: f64,
    int_mad_pj: f64,
    int_div_pj: f64,
    fp32_add_pj: f64,
    fp32_mad_pj: f64,
    fp32_div_pj: f64,
    sfu_pj: f64,
} }
section! { LaneFp64 { nm: f64, add_pj: f64, mad_pj: f64, div_pj: f64, } }
section! { Sram { nm: f64, bytes: f64, access_pj: f64, } }
section! { Wire { bit_mm_pj: f64, mm: f64, } }
section! { Skipping { entry_bits: f64, reuse_bits: f64, rename_bits: f64, } }

/// The table.
pub(super) static TABLE: LazyLock<Table> =
    LazyLock::new(|| toml::from_str(include_str!("energy.toml")).expect("the table is complete"));
