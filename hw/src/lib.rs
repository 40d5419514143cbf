//! The hardware. `kit` holds the contract of all units and the cells that circuits are built from.
//! Each other module is a *unit*: pins, fast model, rust-hdl circuit and specification.

pub mod agt;
#[cfg(feature = "rtl")]
pub mod blocks;
pub mod chip;
pub mod dats;
pub mod dgb;
pub mod fcfs;
pub mod kernel_distributor;
pub mod kit;
pub mod kmu;
pub mod laperm;
pub mod placement_rr;
pub mod rename;
pub mod residency;
pub mod reuse_monitor;
pub mod shifting_queue;
pub mod skip_table;
pub mod xor_monitor;
