//! Which backend each room runs on, and the factory that builds them.

use heddle_gen::verilated::Verilated;
use heddle_hw::kit::{Room, Rtl};
use heddle_sim::gpu::{BoxedClocked, RoomFactory, Rooms};
use std::fmt;
use std::str::FromStr;

/// How a room is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// The fast model in plain Rust.
    Model,
    /// The rust-hdl circuit, simulated in process.
    Rtl,
    /// The exported Verilog, compiled by Verilator.
    Verilated,
}

impl FromStr for Backend {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "model" => Ok(Self::Model),
            "rtl" => Ok(Self::Rtl),
            "verilated" => Ok(Self::Verilated),
            _ => Err(format!("unknown backend `{text}`; backends are: model, rtl, verilated")),
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Model => "model",
            Self::Rtl => "rtl",
            Self::Verilated => "verilated",
        })
    }
}

/// A backend for every room on the scheduling path, as in `agt=rtl,kmu=verilated` or `all=rtl`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backends {
    rooms: [Backend; Rooms::NAMES.len()],
    /// Seed of the power-up state of Verilated rooms.
    pub seed: u32,
}

impl Default for Backends {
    fn default() -> Self {
        Self { rooms: [Backend::Model; Rooms::NAMES.len()], seed: 1 }
    }
}

impl Backends {
    /// Reads `room=backend` pairs separated by commas; `all` stands for every room, later pairs
    /// override earlier ones, rooms not named are models.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut backends = Self::default();
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let Some((room, backend)) = pair.split_once('=') else {
                return Err(format!("backend `{pair}` is not of the form room=backend"));
            };
            let backend: Backend = backend.parse()?;
            if room == "all" {
                backends.rooms = [backend; Rooms::NAMES.len()];
                continue;
            }
            let Some(index) = Rooms::NAMES.iter().position(|name| *name == room) else {
                let known = Rooms::NAMES.join(", ");
                return Err(format!("unknown room `{room}`; rooms are: all, {known}"));
            };
            backends.rooms[index] = backend;
        }
        Ok(backends)
    }

    /// One room on `backend`, the others as models.
    pub fn only(room: usize, backend: Backend) -> Self {
        let mut backends = Self::default();
        backends.rooms[room] = backend;
        backends
    }

    /// Every room on `backend`.
    pub fn all(backend: Backend) -> Self {
        Self { rooms: [backend; Rooms::NAMES.len()], ..Self::default() }
    }

    fn of(&self, room: &str) -> Backend {
        let index = Rooms::NAMES.iter().position(|name| *name == room);
        index.map_or(Backend::Model, |index| self.rooms[index])
    }
}

impl fmt::Display for Backends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rooms.iter().all(|backend| *backend == self.rooms[0]) {
            return write!(f, "all={}", self.rooms[0]);
        }
        let mut separator = "";
        for (name, backend) in Rooms::NAMES.iter().zip(self.rooms) {
            if backend != Backend::Model {
                write!(f, "{separator}{name}={backend}")?;
                separator = ",";
            }
        }
        Ok(())
    }
}

impl RoomFactory for Backends {
    fn build<R: Room>(&self, params: &R::Params) -> Result<BoxedClocked<R::In, R::Out>, String> {
        Ok(match self.of(R::NAME) {
            Backend::Model => Box::new(R::model(params)),
            Backend::Rtl => Box::new(Rtl::new(R::circuit(params))),
            Backend::Verilated => Box::new(verilated::<R>(params, self.seed)?),
        })
    }
}

/// A Verilated room; the error is one sentence.
pub fn verilated<R: Room>(
    params: &R::Params,
    seed: u32,
) -> Result<Verilated<R::In, R::Out>, String> {
    Verilated::new::<R>(params, seed).map_err(|error| error.to_string())
}
