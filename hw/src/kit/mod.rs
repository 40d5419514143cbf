//! The kit: the contract of all units, and the small units from which larger ones are built.
//!
//! * [`clocked`]: `Clocked`, the contract of one clocked unit, in any backend.
//! * [`pins`]: a unit's ports, declared once; ports of the circuit, Verilog headers, C++ shims,
//!   waveform groups and documentation all come from that declaration.
//! * [`mod@unit`]: what a unit offers to generic code (export, lockstep, specification).
//! * [`stream`]: the streams of a unit, found in its pin tables.
//! * [`contract`]: the contract between a unit and its neighbours, checked in every trial.
//! * [`neighbours`]: what the neighbours of a unit promise it beyond that, watched in trials and in whole machines.
//! * [`coverage`]: situations that the stimuli of a unit must reach.
//! * [`spec`]: environments that drive a unit and check it, generic over the backend.
//! * [`stall`]: stall patterns, which say in which cycles a side of an environment acts.
//! * `steps`: in tests, steps a unit through inputs written by hand.
//! * [`rtl`]: a rust-hdl circuit as a `Clocked` unit.
//! * [`shadow`]: two backends stepped side by side, stopping at the first difference.
//! * [`trial`]: many stimuli against one backend, and the shortest one it fails.
//! * [`width`]: the widths that a machine's sizes decide, in two classes; [`mask`]: a bit for each SMX or queue.
//! * [`register`], [`sram`], [`arbiter`], [`fifo`]: the cells, each a unit of its own.

pub mod arbiter;
pub mod clocked;
#[cfg(feature = "spec")]
pub mod contract;
#[cfg(feature = "rtl")]
pub mod count;
#[cfg(feature = "spec")]
pub mod coverage;
pub mod fifo;
pub mod mask;
#[cfg(feature = "spec")]
pub mod neighbours;
#[cfg(feature = "rtl")]
pub mod param;
pub mod pins;
pub mod register;
#[cfg(feature = "rtl")]
pub mod rtl;
pub mod shadow;
#[cfg(feature = "spec")]
pub mod spec;
pub mod sram;
#[cfg(feature = "spec")]
pub mod stall;
#[cfg(test)]
pub(crate) mod steps;
pub mod stream;
#[cfg(feature = "spec")]
pub mod trial;
pub mod unit;
pub mod width;

pub use clocked::{Clocked, Edge};
#[cfg(feature = "rtl")]
pub use count::Count;
#[cfg(feature = "spec")]
pub use coverage::Coverage;
pub use mask::Mask;
#[cfg(feature = "rtl")]
pub use param::Param;
pub use pins::{Pin, Pins};
#[cfg(feature = "rtl")]
pub use register::rtl::Reg;
#[cfg(feature = "rtl")]
pub use rtl::{ByClass, Circuit, Rtl};
pub use shadow::{Difference, Shadow};
#[cfg(feature = "spec")]
pub use spec::{Environment, Failure, Spec, Trace, Violation};
#[cfg(feature = "rtl")]
pub use sram::rtl::Sram;
#[cfg(feature = "rtl")]
pub use unit::Synthesizable;
pub use unit::Unit;
pub use width::Class;

#[cfg(feature = "rtl")]
pub use crate::dff_setup;
