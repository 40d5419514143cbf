//! Every room, by name. A new room is one line in the list below.

use heddle_hw::kit::room::RoomVisitor;
use heddle_hw::kit::{Laws, Pin, Pins, Room};

/// No room of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no room called {name}; there are: {}", ROOMS.join(", "))]
pub struct UnknownRoom {
    /// The name that was asked for.
    pub name: String,
}

macro_rules! rooms {
    ($($room:ty,)*) => {
        /// Names of all rooms, kit first.
        pub const ROOMS: &[&str] = &[$(<$room as Room>::NAME),*];

        /// Runs `visitor` for the room called `name`.
        pub fn for_room<V: RoomVisitor>(name: &str, visitor: V) -> Result<V::Output, UnknownRoom> {
            $(if name == <$room as Room>::NAME {
                return Ok(visitor.visit::<$room>());
            })*
            Err(UnknownRoom { name: name.to_string() })
        }
    };
}

rooms! {
    heddle_hw::kit::register::Register,
    heddle_hw::kit::sram::SramBlock,
    heddle_hw::kit::arbiter::Arbiter,
    heddle_hw::kit::fifo::Fifo,
    heddle_hw::kmu::Kmu,
    heddle_hw::kernel_distributor::KernelDistributor,
    heddle_hw::agt::Agt,
    heddle_hw::dats::Dats,
    heddle_hw::dgb::Dgb,
    heddle_hw::smx_scheduler::SmxScheduler,
}

struct ReadPresets;

impl RoomVisitor for ReadPresets {
    type Output = Vec<&'static str>;

    fn visit<R: Laws>(self) -> Vec<&'static str> {
        R::preset_names()
    }
}

/// Names of the presets of the room called `name`.
pub fn presets_of(name: &str) -> Result<Vec<&'static str>, UnknownRoom> {
    for_room(name, ReadPresets)
}

/// Input and output pins of a room.
pub type PinTables = (&'static [Pin], &'static [Pin]);

struct ReadPins;

impl RoomVisitor for ReadPins {
    type Output = PinTables;

    fn visit<R: Laws>(self) -> PinTables {
        (R::In::PINS, R::Out::PINS)
    }
}

/// The pins of the room called `name`.
pub fn pins_of(name: &str) -> Result<PinTables, UnknownRoom> {
    for_room(name, ReadPins)
}
