//! What a unit offers to code that works on every unit.

use super::clocked::Clocked;
use super::pins::Pins;
#[cfg(feature = "rtl")]
use super::rtl::Circuit;
#[cfg(feature = "spec")]
use super::spec::Spec;
use serde::Serialize;
use std::fmt::Debug;

/// Words of state a unit keeps, for storage accounting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Storage {
    /// What is stored, in the papers' terms.
    pub field: &'static str,
    /// Bits of one entry.
    pub bits: u64,
    /// Number of entries.
    pub entries: u64,
    /// The published figure the field belongs to, if any, as `heddle area` names it.
    pub figure: Option<&'static str>,
}

impl Storage {
    /// Total bytes, rounded up to whole bytes over all entries.
    pub fn bytes(&self) -> u64 {
        (self.bits * self.entries).div_ceil(8)
    }
}

/// One unit of hardware: its pins, parameters and fast model. That is all a simulation needs.
pub trait Unit: 'static {
    /// Name as typed on the command line and printed as `heddle_<name>` in Verilog.
    const NAME: &'static str;
    /// One line on what it is for.
    const PURPOSE: &'static str;
    /// Sizes, fixed when the hardware is built.
    type Params: Clone + Debug + PartialEq + Serialize;
    /// Input pins.
    type In: Pins;
    /// Output pins.
    type Out: Pins;
    /// The fast model.
    type Model: Clocked<In = Self::In, Out = Self::Out>;

    /// Sizes that fill, wrap and collide within dozens of cycles.
    fn tiny() -> Self::Params;
    /// The sizes of the source.
    fn paper() -> Self::Params;
    /// The fast model after reset.
    fn model(params: &Self::Params) -> Self::Model;
    /// Everything the unit remembers.
    fn storage(params: &Self::Params) -> Vec<Storage>;

    /// Sizes by name: `tiny`, `paper`, and whatever else a unit is worth looking at in.
    fn presets() -> Vec<(&'static str, Self::Params)> {
        vec![("tiny", Self::tiny()), ("paper", Self::paper())]
    }

    /// A preset by name.
    fn preset(name: &str) -> Option<Self::Params> {
        Self::presets().into_iter().find(|(known, _)| *known == name).map(|(_, params)| params)
    }

    /// Names of the presets.
    fn preset_names() -> Vec<&'static str> {
        Self::presets().into_iter().map(|(name, _)| name).collect()
    }
}

/// A unit with a circuit, which can be printed as Verilog.
#[cfg(feature = "rtl")]
pub trait Synthesizable: Unit {
    /// The rust-hdl circuit.
    type Circuit: Circuit<In = Self::In, Out = Self::Out>;

    /// The circuit, powered up but not reset.
    fn circuit(params: &Self::Params) -> Self::Circuit;
}

/// Code that runs for a unit whose type is only known by name.
#[cfg(feature = "spec")]
pub trait UnitVisitor {
    /// What the code returns.
    type Output;
    /// Runs for unit `R`.
    fn visit<R: Spec>(self) -> Self::Output;
}
