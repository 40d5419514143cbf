//! Every unit, by name. A new unit is one line in the list below.

use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Pin, Pins, Spec, Unit};

/// No unit of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no unit called {name}; there are: {}", UNITS.join(", "))]
pub struct UnknownUnit {
    /// The name that was asked for.
    pub name: String,
}

macro_rules! units {
    ($($unit:ty,)*) => {
        /// Names of all units, kit first.
        pub const UNITS: &[&str] = &[$(<$unit as Unit>::NAME),*];

        /// Runs `visitor` for the unit called `name`.
        pub fn for_unit<V: UnitVisitor>(name: &str, visitor: V) -> Result<V::Output, UnknownUnit> {
            $(if name == <$unit as Unit>::NAME {
                return Ok(visitor.visit::<$unit>());
            })*
            Err(UnknownUnit { name: name.to_string() })
        }
    };
}

units! {
    heddle_hw::kit::register::Register,
    heddle_hw::kit::sram::SramBlock,
    heddle_hw::kit::arbiter::Arbiter,
    heddle_hw::kit::fifo::Fifo,
    heddle_hw::kmu::Kmu,
    heddle_hw::kernel_distributor::KernelDistributor,
    heddle_hw::agt::Agt,
    heddle_hw::dats::Dats,
    heddle_hw::dgb::Dgb,
    heddle_hw::fcfs::Fcfs,
    heddle_hw::kd::Kd,
    heddle_hw::smx_scheduler::SmxScheduler,
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
