//! The world the hardware lives in: PTX front end, SMX pipeline, memory system, device runtime and
//! presets. It knows each unit's pins and the `Clocked` contract, never a circuit. What runs on it is a
//! [`host::Workload`]; the crate `heddle-workloads` has the applications and their inputs.

mod bits;
pub mod calibration;
pub mod config;
pub mod energy;
pub mod exec;
pub mod gpu;
pub mod graph;
pub mod host;
mod log;
pub mod mem;
pub mod ptx;
mod ratio;
pub mod runtime;
mod slab;
pub mod smx;
mod tally;
