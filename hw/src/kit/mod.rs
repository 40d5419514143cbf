//! The kit: the contract every unit keeps, and the small units larger ones are built from.
//!
//! * [`clocked`]: `Clocked`, the contract of one clocked thing, in any backend.
//! * [`pins`]: a unit's ports, declared once; ports of the circuit, Verilog headers, C++ shims,
//!   waveform groups and documentation all come from that declaration.
//! * [`unit`]: what a unit offers to generic code (export, lockstep, laws).
//! * [`stream`]: the streams of a unit, found in its pin tables.
//! * [`contract`]: what every unit owes its neighbours, checked in every trial.
//! * [`cover`]: situations that the scripts of a unit must bring about.
//! * [`law`]: scenarios that drive a unit and judge it, generic over the backend.
//! * [`pace`]: when the sides of a unit act in a scenario.
//! * [`rtl`]: a rust-hdl circuit behind the `Clocked` contract.
//! * [`shadow`]: two backends stepped side by side, stopping at the first difference.
//! * [`trial`]: many scripts against one backend, and the shortest one it fails.
//! * [`register`], [`sram`], [`arbiter`], [`fifo`]: the cells, each a unit of its own.

pub mod arbiter;
pub mod clocked;
pub mod contract;
pub mod count;
pub mod cover;
pub mod fifo;
pub mod law;
pub mod pace;
pub mod param;
pub mod pins;
pub mod register;
pub mod rtl;
pub mod shadow;
pub mod sram;
pub mod stream;
pub mod trial;
pub mod unit;

pub use clocked::Clocked;
pub use count::Count;
pub use cover::Coverage;
pub use law::{Failure, Laws, Scenario, Trace, Violation};
pub use param::Param;
pub use pins::{Pin, Pins};
pub use register::rtl::Reg;
pub use rtl::{Circuit, Rtl};
pub use shadow::{Difference, Shadow};
pub use sram::rtl::Sram;
pub use unit::Unit;

pub use crate::dff_setup;
