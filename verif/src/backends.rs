//! Chooses the backend of each unit, and builds the units.

use heddle_gen::verilated::Verilated;
use heddle_hw::kit::{Rtl, Unit};
use heddle_sim::gpu::{BoxedClocked, UnitFactory, Units};
use std::fmt;
use std::str::FromStr;

/// One way to run a unit.
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

/// A backend for every unit on the scheduling path, as in `agt=rtl,kmu=verilated` or `all=rtl`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backends {
    units: [Backend; Units::NAMES.len()],
    /// Seed of the power-up state of Verilated units.
    pub seed: u32,
}

impl Default for Backends {
    fn default() -> Self {
        Self { units: [Backend::Model; Units::NAMES.len()], seed: 1 }
    }
}

impl Backends {
    /// Reads `unit=backend` pairs separated by commas. `all` means every unit, later pairs
    /// override earlier ones, and units that are not named are models.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut backends = Self::default();
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let Some((unit, backend)) = pair.split_once('=') else {
                return Err(format!("backend `{pair}` is not of the form unit=backend"));
            };
            let backend: Backend = backend.parse()?;
            if unit == "all" {
                backends.units = [backend; Units::NAMES.len()];
                continue;
            }
            let Some(index) = Units::NAMES.iter().position(|name| *name == unit) else {
                let known = Units::NAMES.join(", ");
                return Err(format!("unknown unit `{unit}`; units are: all, {known}"));
            };
            backends.units[index] = backend;
        }
        Ok(backends)
    }

    /// Puts one unit on `backend`, the others on their models.
    pub fn only(unit: usize, backend: Backend) -> Self {
        let mut backends = Self::default();
        backends.units[unit] = backend;
        backends
    }

    /// Puts every unit on `backend`.
    pub fn all(backend: Backend) -> Self {
        Self { units: [backend; Units::NAMES.len()], ..Self::default() }
    }

    fn of(&self, unit: &str) -> Backend {
        let index = Units::NAMES.iter().position(|name| *name == unit);
        index.map_or(Backend::Model, |index| self.units[index])
    }
}

impl fmt::Display for Backends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.units.iter().all(|backend| *backend == self.units[0]) {
            return write!(f, "all={}", self.units[0]);
        }
        let mut separator = "";
        for (name, backend) in Units::NAMES.iter().zip(self.units) {
            if backend != Backend::Model {
                write!(f, "{separator}{name}={backend}")?;
                separator = ",";
            }
        }
        Ok(())
    }
}

impl UnitFactory for Backends {
    fn build<R: Unit>(&self, params: &R::Params) -> Result<BoxedClocked<R::In, R::Out>, String> {
        Ok(match self.of(R::NAME) {
            Backend::Model => Box::new(R::model(params)),
            Backend::Rtl => Box::new(Rtl::new(R::circuit(params))),
            Backend::Verilated => Box::new(verilated::<R>(params, self.seed)?),
        })
    }
}

/// Makes a Verilated unit. The error is one sentence.
pub fn verilated<R: Unit>(
    params: &R::Params,
    seed: u32,
) -> Result<Verilated<R::In, R::Out>, String> {
    Verilated::new::<R>(params, seed).map_err(|error| error.to_string())
}
