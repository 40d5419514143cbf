//! The hardware. `kit` holds the contract every unit keeps and the cells circuits are made of;
//! each other module is a *unit*: one unit as pins, fast model, rust-hdl circuit and specification.

pub mod agt;
pub mod blocks;
pub mod dats;
pub mod dgb;
pub mod fcfs;
pub mod kd;
pub mod kernel_distributor;
pub mod kit;
pub mod kmu;
pub mod smx_scheduler;
