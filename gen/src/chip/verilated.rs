//! The whole chip, compiled by Verilator from its printed Verilog.

use super::{emit_chip, ChipVerilogError, Outputs, Port};
use crate::verilated::{names, VerilatedError};
use heddle_hw::chip::{Declaration, Sizes, Whole};
use verilator_sys::{Model, Source};

/// A chip in one piece. Every output of its units is a port, so that its trace is as full as that of the
/// models; the wires between them are those of the Verilog.
pub struct VerilatedChip {
    model: Model,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    scratch: Vec<u32>,
}

impl VerilatedChip {
    /// The chip of a declaration, powered up in a state made from `seed` and reset.
    pub fn new<D: Declaration>(sizes: &Sizes, seed: u32) -> Result<Self, ChipVerilogError> {
        let chip = emit_chip::<D>(sizes, Outputs::All)?;
        let names = |ports: &[Port]| names(&ports.iter().map(|port| port.pin).collect::<Vec<_>>());
        let tool = verilator_sys::find().map_err(VerilatedError::from)?;
        let source = Source {
            top: chip.verilog.top.clone(),
            verilog: chip.verilog.complete(),
            inputs: names(&chip.inputs),
            outputs: names(&chip.outputs),
            coverage: false,
        };
        let library = verilator_sys::build(&tool, &source).map_err(VerilatedError::from)?;
        let mut model = library.model(seed, chip.inputs.len(), chip.outputs.len());
        let words = |ports: &[Port]| ports.iter().map(|port| port.word.index()).collect();
        let scratch = vec![0; chip.inputs.len()];
        model.step(&scratch, true);
        Ok(Self { model, inputs: words(&chip.inputs), outputs: words(&chip.outputs), scratch })
    }
}

impl Whole for VerilatedChip {
    fn step(&mut self, words: &mut [u32]) {
        for (input, &word) in self.scratch.iter_mut().zip(&self.inputs) {
            *input = words[word];
        }
        self.model.step(&self.scratch, false);
        self.store_out(words);
    }

    fn store_out(&self, words: &mut [u32]) {
        for (value, &word) in self.model.out().iter().zip(&self.outputs) {
            words[word] = *value;
        }
    }
}
