//! Which backend each unit runs on, and the factory that builds them.

use heddle_gen::chip::VerilatedChip;
use heddle_gen::units::{for_circuit, CircuitVisitor};
use heddle_gen::verilated::Verilated;
use heddle_hw::chip::standard::INSTANCES;
use heddle_hw::chip::{BoxedClocked, Declaration, Layout, Sizes, UnitFactory, Whole};
use heddle_hw::kit::{Class, Rtl, Spec, Synthesizable, Unit};
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// How a unit is computed.
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

/// A backend for every unit of the chip, as in `agt=rtl,kmu=verilated` or `all=rtl`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backends {
    /// Of the units that are not named.
    others: Backend,
    /// By instance, as declared.
    chosen: BTreeMap<&'static str, Backend>,
    /// The chip is one piece of Verilog.
    whole: bool,
    /// Seed of the power-up state of Verilated units.
    pub seed: u32,
}

/// What stands for the chip in one piece, where a unit's name is expected.
pub const CHIP: &str = "chip";

impl Default for Backends {
    fn default() -> Self {
        Self { others: Backend::Model, chosen: BTreeMap::new(), whole: false, seed: 1 }
    }
}

impl Backends {
    /// Reads `unit=backend` pairs separated by commas. `all` stands for every unit. Later pairs
    /// override earlier ones, and units that are not named are models.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut backends = Self::default();
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let Some((name, backend)) = pair.split_once('=') else {
                return Err(format!("backend `{pair}` is not of the form unit=backend"));
            };
            let backend: Backend = backend.parse()?;
            if name == CHIP {
                if backend != Backend::Verilated {
                    return Err(format!(
                        "the chip in one piece is Verilog: {CHIP}=verilated, not {backend}"
                    ));
                }
                backends.whole = true;
                continue;
            }
            if name == "all" {
                (backends.others, backends.chosen) = (backend, BTreeMap::new());
                continue;
            }
            let Some(known) = INSTANCES.iter().find(|known| **known == name) else {
                let known = INSTANCES.join(", ");
                return Err(format!("unknown unit `{name}`; units are: all, {CHIP}, {known}"));
            };
            backends.chosen.insert(known, backend);
        }
        let alone = backends.others == Backend::Model && backends.chosen.is_empty();
        if backends.whole && !alone {
            return Err(format!(
                "{CHIP}=verilated is every unit; no other can be chosen beside it"
            ));
        }
        Ok(backends)
    }

    /// One unit on `backend`, the others as models.
    pub fn only(instance: &'static str, backend: Backend) -> Self {
        Self { chosen: BTreeMap::from([(instance, backend)]), ..Self::default() }
    }

    /// Every unit on `backend`.
    pub fn all(backend: Backend) -> Self {
        Self { others: backend, ..Self::default() }
    }

    /// The chip in one piece.
    pub fn chip() -> Self {
        Self { whole: true, ..Self::default() }
    }

    /// The backend of an instance, which may be one of several per SMX.
    fn of(&self, instance: &str) -> Backend {
        let declared = instance.split('[').next().unwrap_or(instance);
        self.chosen.get(declared).copied().unwrap_or(self.others)
    }

    /// Whether a unit was given a backend by its own name.
    pub fn names_units(&self) -> bool {
        !self.chosen.is_empty()
    }

    /// Refuses a backend for a unit that the machine does not have: it would change nothing, and a
    /// comparison with the models would compare nothing.
    pub fn check(&self, layout: &Layout) -> Result<(), String> {
        let absent = |name: &&str| layout.declared(name).next().is_none();
        match self.chosen.keys().copied().find(absent) {
            None => Ok(()),
            Some(name) => {
                let present = layout.names().collect::<Vec<_>>().join(", ");
                Err(format!(
                    "backend `{name}={}`: this machine has no {name}, only {present}; `heddle list` with the same \
                     settings shows them",
                    self.of(name)
                ))
            }
        }
    }
}

impl fmt::Display for Backends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.whole {
            return write!(f, "{CHIP}={}", Backend::Verilated);
        }
        let backends: Vec<Backend> = INSTANCES.iter().map(|name| self.of(name)).collect();
        if let Some(first) = backends.first().filter(|first| backends.iter().all(|b| b == *first)) {
            return write!(f, "all={first}");
        }
        let mut separator = "";
        for (name, backend) in INSTANCES.iter().zip(backends) {
            if backend != Backend::Model {
                write!(f, "{separator}{name}={backend}")?;
                separator = ",";
            }
        }
        Ok(())
    }
}

impl UnitFactory for Backends {
    fn build<R: Unit>(
        &self,
        name: &str,
        params: &R::Params,
        class: Class,
    ) -> Result<BoxedClocked<R::In, R::Out>, String> {
        match self.of(name) {
            Backend::Model => Ok(Box::new(R::model_in(params, class))),
            kind => circuit::<R>(kind, params, class, self.seed),
        }
    }

    fn whole<D: Declaration>(&self, sizes: &Sizes) -> Result<Option<Box<dyn Whole>>, String> {
        if !self.whole {
            return Ok(None);
        }
        let chip = VerilatedChip::new::<D>(sizes, self.seed).map_err(|error| error.to_string())?;
        Ok(Some(Box::new(chip)))
    }
}

/// A unit's circuit or its Verilog. A chip knows its units by pins and model alone.
fn circuit<R: Unit>(
    kind: Backend,
    params: &R::Params,
    class: Class,
    seed: u32,
) -> Result<BoxedClocked<R::In, R::Out>, String> {
    let name = R::NAME;
    let built = for_circuit::<R, _>(params, BuildCircuit { kind, class, seed }).ok_or_else(|| {
        format!("{name} is described by its pins and its model alone and has no circuit; use {name}=model")
    })?;
    built?.downcast().map(|unit| *unit).map_err(|_| format!("two units are called {name}"))
}

struct BuildCircuit {
    kind: Backend,
    class: Class,
    seed: u32,
}

impl CircuitVisitor for BuildCircuit {
    /// A boxed [`BoxedClocked`] with the pins of the unit.
    type Output = Result<Box<dyn Any>, String>;

    fn visit<R: Spec>(self, params: &R::Params) -> Self::Output {
        let unit: BoxedClocked<R::In, R::Out> = match self.kind {
            Backend::Verilated => Box::new(verilated::<R>(params, self.class, self.seed)?),
            Backend::Model | Backend::Rtl => Box::new(Rtl::new(R::circuit_in(params, self.class))),
        };
        Ok(Box::new(unit))
    }
}

/// A Verilated unit of a machine of some class; the error is one sentence.
pub fn verilated<R: Synthesizable>(
    params: &R::Params,
    class: Class,
    seed: u32,
) -> Result<Verilated<R::In, R::Out>, String> {
    Verilated::new::<R>(params, class, seed).map_err(|error| error.to_string())
}
