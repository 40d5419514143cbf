//! Every unit, by name, as the declaration of the chip lists them.

use heddle_hw::chip::standard::visit_unit;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Class, Pin, Pins, Spec, Unit};
use std::any::Any;

/// No unit of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no unit called {name}; there are: {}", UNITS.join(", "))]
pub struct UnknownUnit {
    /// The name that was asked for.
    pub name: String,
}

pub use heddle_hw::chip::standard::UNITS;

/// Runs `visitor` for the unit called `name`.
pub fn for_unit<V: UnitVisitor>(name: &str, visitor: V) -> Result<V::Output, UnknownUnit> {
    visit_unit(name, visitor).ok_or_else(|| UnknownUnit { name: name.to_string() })
}

/// Code to run for the circuit of a unit that is known by its pins and model alone, as on a chip.
pub trait CircuitVisitor {
    /// The result of the code.
    type Output;
    /// Runs for unit `R`, which has a circuit, of these sizes.
    fn visit<R: Spec>(self, params: &R::Params) -> Self::Output;
}

/// Runs `visitor` for the circuit of unit `R`; none if the list of units says that it has none.
pub fn for_circuit<R: Unit, V: CircuitVisitor>(
    params: &R::Params,
    visitor: V,
) -> Option<V::Output> {
    visit_unit(R::NAME, WithParams { params, visitor }).flatten()
}

/// Hands parameters of a type that is known by the unit's name alone to a visitor.
struct WithParams<'a, V> {
    params: &'a dyn Any,
    visitor: V,
}

impl<V: CircuitVisitor> UnitVisitor for WithParams<'_, V> {
    type Output = Option<V::Output>;

    fn visit<R: Spec>(self) -> Self::Output {
        self.params.downcast_ref::<R::Params>().map(|params| self.visitor.visit::<R>(params))
    }
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
        (R::In::pins(Class::Narrow), R::Out::pins(Class::Narrow))
    }
}

/// The pins of the unit called `name` in a narrow machine.
pub fn pins_of(name: &str) -> Result<PinTables, UnknownUnit> {
    for_unit(name, ReadPins)
}
