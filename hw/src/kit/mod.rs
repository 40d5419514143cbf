//! The kit: the contract of all units, and the small units from which larger ones are built.
//!
//! * [`clocked`]: `Clocked`, the contract of one clocked unit, in any backend.
//! * [`pins`]: a unit's ports, declared once; ports of the circuit, Verilog headers, C++ shims,
//!   waveform groups and documentation all come from that declaration.
//! * [`unit`]: what a unit offers to generic code (export, lockstep, specification).
//! * [`stream`]: the streams of a unit, found in its pin tables.
//! * [`contract`]: the contract between a unit and its neighbours, checked in every trial.
//! * [`coverage`]: situations that the stimuli of a unit must reach.
//! * [`spec`]: environments that drive a unit and check it, generic over the backend.
//! * [`stall`]: stall patterns, which say in which cycles a side of an environment acts.
//! * [`rtl`]: a rust-hdl circuit as a `Clocked` unit.
//! * [`shadow`]: two backends stepped side by side, stopping at the first difference.
//! * [`trial`]: many stimuli against one backend, and the shortest one it fails.
//! * [`register`], [`sram`], [`arbiter`], [`fifo`]: the cells, each a unit of its own.

pub mod arbiter;
pub mod clocked;
pub mod contract;
pub mod count;
pub mod coverage;
pub mod fifo;
pub mod param;
pub mod pins;
pub mod register;
pub mod rtl;
pub mod shadow;
pub mod spec;
pub mod sram;
pub mod stall;
pub mod stream;
pub mod trial;
pub mod unit;

pub use clocked::Clocked;
pub use count::Count;
pub use coverage::Coverage;
pub use param::Param;
pub use pins::{Pin, Pins};
pub use register::rtl::Reg;
pub use rtl::{Circuit, Rtl};
pub use shadow::{Difference, Shadow};
pub use spec::{Environment, Failure, Spec, Trace, Violation};
pub use sram::rtl::Sram;
pub use unit::Unit;

pub use crate::dff_setup;
