//! The hardware. `kit` holds the contract every unit keeps and the cells circuits are made of;
//! each other module is a *unit*: one unit as pins, fast model, rust-hdl circuit and specification.

pub mod agt;
pub mod blocks;
pub mod dats;
pub mod dats_source;
pub mod dgb;
pub mod kernel_distributor;
pub mod kit;
pub mod kmu;
pub mod residency;
pub mod round_robin;
pub mod smx_scheduler;
