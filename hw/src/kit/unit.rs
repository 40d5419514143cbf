//! The description of a unit for code that works on every unit.

use super::clocked::Clocked;
#[cfg(feature = "spec")]
use super::neighbours;
use super::pins::Pins;
#[cfg(feature = "rtl")]
use super::rtl::Circuit;
#[cfg(feature = "spec")]
use super::spec::Spec;
use super::width::Class;
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::fmt::{self, Debug};

/// State that a unit stores, for storage accounting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Storage {
    /// What is stored, in the papers' terms.
    pub field: &'static str,
    /// Bits of one entry.
    pub bits: u64,
    /// Number of entries.
    pub entries: u64,
    /// Published figure that the field belongs to, if any, as `heddle area` names it. With [`Storage::BEYOND`] behind the
    /// name, the mechanism of the figure needs the field and the figure does not count it.
    pub figure: Option<&'static str>,
}

impl Storage {
    /// The end of what stands for the cost of a mechanism beyond a published figure.
    pub const BEYOND: &'static str = ".beyond";

    /// The field of bits that a published figure counts and no circuit stores.
    pub const PADDING: &'static str = "rounded up as published";

    /// Returns whether the circuit stores the field.
    pub fn is_stored(&self) -> bool {
        self.field != Self::PADDING
    }

    /// Returns the total bytes, rounded up to whole bytes over all entries.
    pub fn bytes(&self) -> u64 {
        (self.bits * self.entries).div_ceil(8)
    }
}

/// The values that a size of a unit may have: those that its pins and its circuit carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// From the first to the second.
    Range(u32, u32),
    /// The powers of two from the first to the second.
    PowersOfTwo(u32, u32),
    /// These.
    OneOf(&'static [u32]),
}

impl Allowed {
    /// The least and the greatest; none of [`Allowed::OneOf`] nothing.
    pub const fn bounds(&self) -> (i64, i64) {
        match *self {
            Self::Range(min, max) | Self::PowersOfTwo(min, max) => (min as i64, max as i64),
            Self::OneOf(values) => match values {
                [first, .., last] => (*first as i64, *last as i64),
                [only] => (*only as i64, *only as i64),
                [] => (0, 0),
            },
        }
    }

    /// Whether it has `value` in it.
    pub fn has(&self, value: u32) -> bool {
        match *self {
            Self::Range(min, max) => (min..=max).contains(&value),
            Self::PowersOfTwo(min, max) => value.is_power_of_two() && (min..=max).contains(&value),
            Self::OneOf(values) => values.contains(&value),
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range(min, max) => write!(f, "from {min} to {max}"),
            Self::PowersOfTwo(min, max) => write!(f, "a power of two from {min} to {max}"),
            Self::OneOf(values) => {
                let words: Vec<String> = values.iter().map(u32::to_string).collect();
                f.write_str(&words.join(" or "))
            }
        }
    }
}

/// One unit of hardware: its pins, parameters and fast model. That is all a simulation needs.
pub trait Unit: 'static {
    /// Name as typed on the command line and printed as `heddle_<name>` in Verilog.
    const NAME: &'static str;
    /// Purpose of the unit, in one line.
    const PURPOSE: &'static str;
    /// Sizes, fixed when the hardware is built.
    type Params: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// What each number among the sizes may be, by its name.
    const LIMITS: &'static [(&'static str, Allowed)];
    /// Input pins.
    type In: Pins;
    /// Output pins.
    type Out: Pins;
    /// The fast model.
    type Model: Clocked<In = Self::In, Out = Self::Out> + Send;

    /// Sizes that fill, wrap and collide within dozens of cycles.
    fn tiny() -> Self::Params;
    /// The sizes of the paper.
    fn paper() -> Self::Params;
    /// The fast model after reset.
    fn model(params: &Self::Params) -> Self::Model;
    /// The least class of machines in which a unit of these sizes can be.
    fn class(_params: &Self::Params) -> Class {
        Class::Narrow
    }
    /// The fast model after reset in a machine of some class, where that makes a difference to it.
    fn model_in(params: &Self::Params, _class: Class) -> Self::Model {
        Self::model(params)
    }
    /// What its neighbours promise a unit of these sizes, in a machine of some class.
    #[cfg(feature = "spec")]
    fn neighbours(_: &Self::Params, _: Class) -> neighbours::Of<Self>
    where
        Self: Sized,
    {
        Box::new(neighbours::Unbound)
    }
    /// Returns why sizes that each may be, by [`Unit::LIMITS`], cannot be together; none if they can.
    fn conflict(_params: &Self::Params) -> Option<String> {
        None
    }
    /// Returns every bit that the unit stores in the least class of machines.
    fn storage(params: &Self::Params) -> Vec<Storage>;

    /// Returns sizes by name: `tiny`, `paper`, and the unit's other presets.
    fn presets() -> Vec<(&'static str, Self::Params)> {
        vec![("tiny", Self::tiny()), ("paper", Self::paper())]
    }

    /// Returns a preset by its name.
    fn preset(name: &str) -> Option<Self::Params> {
        Self::presets().into_iter().find(|(known, _)| *known == name).map(|(_, params)| params)
    }

    /// Returns the names of the presets.
    fn preset_names() -> Vec<&'static str> {
        Self::presets().into_iter().map(|(name, _)| name).collect()
    }
}

/// A unit with a circuit, which can be printed as Verilog.
#[cfg(feature = "rtl")]
pub trait Synthesizable: Unit {
    /// The rust-hdl circuit.
    type Circuit: Circuit<In = Self::In, Out = Self::Out> + Send;

    /// The circuit in a machine of some class, powered up but not reset.
    fn circuit_in(params: &Self::Params, class: Class) -> Self::Circuit;

    /// The circuit in the least class of machines in which it can be.
    fn circuit(params: &Self::Params) -> Self::Circuit {
        Self::circuit_in(params, Self::class(params))
    }
}

/// Code to run for a unit whose type is known only by its name.
#[cfg(feature = "spec")]
pub trait UnitVisitor {
    /// Result of the code.
    type Output;
    /// Runs the code for unit `R`.
    fn visit<R: Spec>(self) -> Self::Output;
}
