//! Every unit, by name, as the declaration of the chip lists them.

use heddle_hw::chip::standard::visit_unit;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Pin, Pins, Spec};

/// No unit of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no unit called {name}; there are: {}", UNITS.join(", "))]
pub struct UnknownUnit {
    /// The name that was asked for.
    pub name: String,
}

pub use heddle_hw::chip::standard::{BESIDE, UNITS};

/// Returns the names of all units with a specification: those of [`UNITS`], and those that no machine has yet.
pub fn every() -> impl Iterator<Item = &'static str> {
    UNITS.iter().chain(BESIDE).copied()
}

/// Runs `visitor` for the unit called `name`.
pub fn for_unit<V: UnitVisitor>(name: &str, visitor: V) -> Result<V::Output, UnknownUnit> {
    visit_unit(name, visitor).ok_or_else(|| UnknownUnit { name: name.to_string() })
}

struct ReadPresets;

impl UnitVisitor for ReadPresets {
    type Output = Vec<&'static str>;

    fn visit<R: Spec>(self) -> Vec<&'static str> {
        R::preset_names()
    }
}

/// Names of the presets of the unit called `name`.
pub fn presets_of(name: &str) -> Result<Vec<&'static str>, UnknownUnit> {
    for_unit(name, ReadPresets)
}

/// Input and output pins of a unit.
pub type PinTables = (&'static [Pin], &'static [Pin]);

struct ReadPins;

impl UnitVisitor for ReadPins {
    type Output = PinTables;

    fn visit<R: Spec>(self) -> PinTables {
        (R::In::PINS, R::Out::PINS)
    }
}

/// The pins of the unit called `name`.
pub fn pins_of(name: &str) -> Result<PinTables, UnknownUnit> {
    for_unit(name, ReadPins)
}
