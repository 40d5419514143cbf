//! The units of one SMX, taken off the chip: the thread that steps the SMX steps them too.
//!
//! Once [`Chip::take_apart`] has taken them, an edge has three parts. [`Chip::step`] steps the other units, and keeps
//! what the inputs of those taken were. [`Chip::lend`] gives that to the units of an SMX, for [`SmxUnits::step`].
//! [`Chip::settle`] brings their outputs back onto the chip.

use super::instance::Cell;
use super::Chip;
use crate::kit::{Edge, Mask};

/// The units of one SMX.
#[derive(Default)]
pub struct SmxUnits {
    units: Vec<Apart>,
}

/// A unit away from the chip.
struct Apart {
    instance: usize,
    cell: Box<dyn Cell>,
    inputs: Vec<u32>,
    outputs: Vec<u32>,
    /// It has inputs for an edge that it has not made.
    due: bool,
    /// What came of an edge of which the chip does not know.
    edge: Option<Result<Edge, String>>,
}

impl SmxUnits {
    /// The edge of the units that have been given inputs since the last. Without such units it does nothing.
    #[inline]
    pub fn step(&mut self) {
        for unit in self.units.iter_mut().filter(|unit| unit.due) {
            unit.due = false;
            unit.edge = Some(unit.cell.edge(&unit.inputs, &mut unit.outputs));
        }
    }
}

impl Chip {
    /// Takes the units of which every SMX has one off the chip; by SMX. A chip in one piece keeps them.
    pub fn take_apart(&mut self, smxs: u32) -> Vec<SmxUnits> {
        let mut apart: Vec<SmxUnits> = (0..smxs).map(|_| SmxUnits::default()).collect();
        for (n, (slot, instance)) in self.layout.slots.iter().zip(&mut self.instances).enumerate() {
            let Some(smx) = slot.smx else { continue };
            let Some(cell) = instance.leave(smx) else { continue };
            let inputs = vec![0; slot.input_words().len()];
            let outputs = self.words[slot.output_words()].to_vec();
            let unit = Apart { instance: n, cell, inputs, outputs, due: false, edge: None };
            apart[smx as usize].units.push(unit);
        }
        apart
    }

    /// The SMXs whose units have to be stepped and settled for the last edge.
    #[inline]
    pub fn smxs_apart(&self) -> Mask {
        self.smxs_apart
    }

    /// Gives the units of an SMX the inputs that they had at the last edge.
    pub fn lend(&mut self, units: &mut SmxUnits) {
        for unit in &mut units.units {
            unit.due = self.instances[unit.instance].take_latched(&mut unit.inputs);
        }
    }

    /// Brings what the units of an SMX came to onto the chip. Every SMX that was lent to settles before the next edge.
    /// The error is what a unit says is wrong with it.
    pub fn settle(&mut self, smx: u32, units: &mut SmxUnits) -> Result<(), String> {
        self.smxs_apart.set(smx, false);
        for unit in &mut units.units {
            if let Some(edge) = unit.edge.take() {
                self.bring_out(unit.instance, &unit.outputs, edge?);
            }
        }
        self.update_wires();
        Ok(())
    }
}
