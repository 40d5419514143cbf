//! The chip as Verilog: a top module that instantiates the units with the links of the declaration.
//!
//! * `top`: prints the top module.
//! * `idle`: when a chip has nothing to do.
//! * [`picture`]: draws the machine.
//! * `verilated`: the top module compiled by Verilator.

mod idle;
pub mod picture;
mod top;
mod verilated;

pub use verilated::VerilatedChip;

use crate::units::{for_circuit, CircuitVisitor};
use crate::verilated::VerilatedError;
use crate::verilog::{emit_in, EmitError, Module, Verilog};
use heddle_hw::chip::build::survey;
use heddle_hw::chip::resolve::Resolved;
use heddle_hw::chip::{
    ChipError, Count, Declaration, InstanceVisitor, Layout, PinRef, Sizes, Slot,
};
use heddle_hw::kit::{Class, Pin, Spec, Unit};
use std::collections::BTreeMap;

/// Name of the top module.
pub const TOP: &str = "heddle_chip";

/// Why a chip has no Verilog.
#[derive(Debug, thiserror::Error)]
pub enum ChipVerilogError {
    /// The declaration is no chip.
    #[error(transparent)]
    Chip(#[from] ChipError),
    /// A unit of it has no faithful Verilog.
    #[error(transparent)]
    Emit(#[from] EmitError),
    /// A unit has no circuit at all.
    #[error(
        "the chip has no Verilog: its unit {unit} is described by its pins and its model alone"
    )]
    ModelOnly {
        /// The unit's name.
        unit: &'static str,
    },
    /// It cannot be compiled.
    #[error(transparent)]
    Verilated(#[from] VerilatedError),
}

/// A port of the top module: a pin of an instance on the boundary.
#[derive(Clone, Debug)]
pub struct Port {
    /// `instance_pin`, and the owner as its group.
    pub pin: Pin,
    /// Its word on the chip.
    pub word: PinRef,
}

/// A chip as Verilog, and where its ports are among the words of the chip.
#[derive(Clone, Debug)]
pub struct ChipVerilog {
    /// All modules, the top first.
    pub verilog: Verilog,
    /// Inputs of the boundary, in port order.
    pub inputs: Vec<Port>,
    /// Outputs, in port order, before the port `idle`.
    pub outputs: Vec<Port>,
    /// What may pass between units, in which the chip is not idle.
    moves: Vec<idle::Move>,
}

/// The port that tells that the chip waits for its neighbours, or has nothing to do.
const IDLE: Pin = Pin {
    group: "Status",
    ..Pin::port("idle", 1, " No unit has anything to do, and nothing passes between two of them.")
};

impl ChipVerilog {
    /// The input ports.
    pub fn input_pins(&self) -> Vec<Pin> {
        self.inputs.iter().map(|port| port.pin).collect()
    }

    /// The output ports, `idle` last.
    pub fn output_pins(&self) -> Vec<Pin> {
        self.outputs.iter().map(|port| port.pin).chain([IDLE]).collect()
    }

    /// The words of the output ports, from those of the chip in a cycle.
    pub fn output_words(&self, layout: &Layout, words: &[u32]) -> Vec<u32> {
        let idle = |slot: &Slot| slot.output_pin("idle").is_none_or(|pin| words[pin.index()] != 0);
        let passes = self.moves.iter().any(|found| found.happens(words));
        let idle = layout.slots.iter().all(idle) && !passes;
        self.outputs.iter().map(|port| words[port.word.index()]).chain([idle.into()]).collect()
    }

    /// The words of the input ports, from those of the chip in a cycle.
    pub fn input_words(&self, words: &[u32]) -> Vec<u32> {
        self.inputs.iter().map(|port| words[port.word.index()]).collect()
    }
}

/// Which outputs become ports of the top module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outputs {
    /// Those of the boundary.
    Boundary,
    /// Those of every instance, so that a simulation of the chip shows every wire of it.
    All,
}

/// Prints the chip of a declaration at the given sizes.
pub fn emit_chip<D: Declaration>(
    sizes: &Sizes,
    outputs: Outputs,
) -> Result<ChipVerilog, ChipVerilogError> {
    let (layout, resolved) = survey::<D>(sizes)?;
    let mut units = Units { class: layout.class, modules: BTreeMap::new() };
    D::instances(sizes, &mut units)?;
    Ok(assemble(&layout, &resolved, outputs, units.modules.into_values().collect()))
}

fn assemble(
    layout: &Layout,
    resolved: &Resolved,
    outputs: Outputs,
    units: Vec<Vec<Module>>,
) -> ChipVerilog {
    let top = top::Top::new(layout, resolved, outputs);
    let mut modules = vec![Module { name: TOP.to_string(), text: top.text() }];
    for module in units.into_iter().flatten() {
        // Units share the modules of the kit.
        if !modules.iter().any(|known| known.name == module.name) {
            modules.push(module);
        }
    }
    let verilog = Verilog { top: TOP.to_string(), modules };
    ChipVerilog { verilog, inputs: top.inputs, outputs: top.outputs, moves: top.moves }
}

/// Prints the Verilog of each unit that is present, once.
struct Units {
    class: Class,
    modules: BTreeMap<&'static str, Vec<Module>>,
}

impl InstanceVisitor for Units {
    type Error = ChipVerilogError;

    fn instance<R: Unit>(
        &mut self,
        _name: &'static str,
        _count: Count,
        params: Option<R::Params>,
    ) -> Result<(), ChipVerilogError> {
        let Some(params) = params else { return Ok(()) };
        let printed = for_circuit::<R, _>(&params, Print(self.class));
        let printed = printed.ok_or(ChipVerilogError::ModelOnly { unit: R::NAME })?;
        self.modules.insert(R::NAME, printed?.modules);
        Ok(())
    }
}

/// Prints a unit.
struct Print(Class);

impl CircuitVisitor for Print {
    type Output = Result<Verilog, EmitError>;

    fn visit<R: Spec>(self, params: &R::Params) -> Self::Output {
        emit_in::<R>(params, self.0)
    }
}

#[cfg(test)]
mod tests;
