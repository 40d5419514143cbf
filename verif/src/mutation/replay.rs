//! Replays recordings into all mutants.

use super::netlist::TOP;
use super::stimulus::PinStimulus;
use heddle_gen::verilated::names;
use heddle_hw::kit::Trace;
use verilator_sys::{Library, Source};

/// A compiled netlist of a unit with mutants.
pub struct Mutated<'a> {
    stimulus: &'a PinStimulus,
    library: Library,
}

impl<'a> Mutated<'a> {
    /// Compiles `verilog`, in which the input `select` selects a mutant.
    pub fn compile(
        stimulus: &'a PinStimulus,
        verilog: String,
        select: &str,
    ) -> Result<Self, verilator_sys::Error> {
        let mut inputs = names(stimulus.inputs);
        inputs.push(select.to_string());
        let source = Source {
            top: TOP.to_string(),
            verilog,
            inputs,
            outputs: names(stimulus.outputs),
            coverage: false,
        };
        let library = verilator_sys::build(&verilator_sys::find()?, &source)?;
        Ok(Self { stimulus, library })
    }

    /// Returns the first output pin by which a recording kills mutant `select`; 0 is the unit
    /// itself.
    pub fn killed_by(&self, select: u32) -> Option<&'static str> {
        // Another power-up state each time, to find state that the reset misses.
        let mut traces = self.stimulus.traces.iter().zip(1..);
        traces.find_map(|(trace, seed)| self.difference(trace, select, seed))
    }

    fn difference(&self, trace: &Trace, select: u32, seed: u32) -> Option<&'static str> {
        let (inputs, outputs) = (self.stimulus.inputs.len(), self.stimulus.outputs.len());
        let mut model = self.library.model(seed, inputs + 1, outputs);
        let mut words = self.stimulus.during_reset(trace);
        words.push(select);
        model.step(&words, true);
        for (cycle, expected) in trace.outputs.iter().enumerate() {
            let mut pins = self.stimulus.outputs.iter().zip(model.out().iter().zip(expected));
            if let Some((pin, _)) = pins.find(|(_, (actual, expected))| actual != expected) {
                return Some(pin.name);
            }
            if let Some(row) = trace.inputs.get(cycle) {
                words[..inputs].copy_from_slice(row);
                model.step(&words, false);
            }
        }
        None
    }
}
