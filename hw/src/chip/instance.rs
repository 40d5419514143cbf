//! One unit on the chip, with its pins as words.

use super::marks::Marks;
use super::{BoxedClocked, Moved, Slot};
use crate::kit::{Edge, Pin, Pins};
use std::ops::Range;

/// A clocked thing whose pins are words, whatever their types are. It may be stepped on any thread.
pub(super) trait Cell: Send {
    /// One clock edge: `outputs` are those before, and those after. The error is what the unit says is wrong with it.
    fn edge(&mut self, inputs: &[u32], outputs: &mut [u32]) -> Result<Edge, String>;
}

struct Typed<I: Pins, O: Pins>(BoxedClocked<I, O>);

impl<I: Pins, O: Pins> Cell for Typed<I, O> {
    fn edge(&mut self, inputs: &[u32], outputs: &mut [u32]) -> Result<Edge, String> {
        self.0.step_words(inputs, outputs)
    }
}

/// What the chip keeps for a unit that is stepped with its SMX.
struct Away {
    smx: u32,
    /// Its inputs at the last edge at which it moves.
    inputs: Vec<u32>,
    /// It has not been given them.
    latched: bool,
}

/// A unit on the chip.
pub struct Instance {
    /// None if the chip is in one piece, or if it is away.
    cell: Option<Box<dyn Cell>>,
    away: Option<Away>,
    /// Words of its inputs and of its outputs among those of the chip.
    pub(super) input: Range<usize>,
    pub(super) output: Range<usize>,
    /// Inputs that make it step while they are not zero: the places among them of all that may not stand.
    events: Vec<usize>,
    /// Levels, which make it step when they have changed: their places among the inputs, and what they were at the
    /// last edge.
    levels: Vec<(usize, u32)>,
    /// Wires that begin at its outputs, or at its own valid.
    pub(super) wires: Vec<u32>,
    /// An input has changed since `eventful` was found.
    pub(super) input_changed: bool,
    eventful: bool,
    idle: bool,
    /// Steps taken.
    pub(super) steps: u64,
    /// There is one for each SMX.
    of_smx: bool,
}

impl Instance {
    /// `unit` with pins at the words of `slot`; its outputs are stored there.
    pub(super) fn new<I: Pins, O: Pins>(
        unit: BoxedClocked<I, O>,
        slot: &Slot,
        words: &mut [u32],
    ) -> Self {
        unit.out().store(&mut words[slot.output_words()]);
        let idle = unit.idle();
        Self::around(Some(Box::new(Typed(unit))), slot, idle)
    }

    /// An instance of a chip in one piece: its pins lie at these words, which hold its outputs.
    pub(super) fn within(slot: &Slot, words: &[u32]) -> Self {
        let idle = says_idle(&words[slot.output_words()]);
        Self::around(None, slot, idle)
    }

    fn around(cell: Option<Box<dyn Cell>>, slot: &Slot, idle: bool) -> Self {
        let places = |such: fn(&Pin) -> bool| {
            let inputs = slot.inputs.iter().enumerate();
            inputs.filter(move |(_, pin)| such(pin)).map(|(n, _)| n)
        };
        Self {
            cell,
            away: None,
            input: slot.input_words(),
            output: slot.output_words(),
            events: places(|pin| !pin.stands()).collect(),
            levels: places(|pin| pin.level).map(|n| (n, 0)).collect(),
            wires: Vec::new(),
            input_changed: true,
            eventful: false,
            idle,
            steps: 0,
            of_smx: slot.smx.is_some(),
        }
    }

    /// What an edge of the chip in one piece did to this instance, whose outputs were `before`. Returns
    /// whether an output changed.
    pub(super) fn settle(
        &mut self,
        words: &[u32],
        before: &[u32],
        untraced: &mut Marks,
        moved: bool,
    ) -> bool {
        self.steps += u64::from(moved);
        self.idle = says_idle(&words[self.output.clone()]);
        let mut changed = false;
        for word in self.output.clone().filter(|&word| words[word] != before[word]) {
            untraced.set(word);
            changed = true;
        }
        changed
    }

    /// Takes the unit off the chip, to be stepped with an SMX; none if the chip is in one piece.
    pub(super) fn leave(&mut self, smx: u32) -> Option<Box<dyn Cell>> {
        let cell = self.cell.take()?;
        self.away = Some(Away { smx, inputs: vec![0; self.input.len()], latched: false });
        Some(cell)
    }

    /// Keeps its inputs if it is away. Returns the SMX that steps it then.
    #[inline]
    pub(super) fn latch(&mut self, words: &[u32]) -> Option<u32> {
        let away = self.away.as_mut()?;
        away.inputs.copy_from_slice(&words[self.input.clone()]);
        away.latched = true;
        Some(away.smx)
    }

    /// Puts the inputs kept for it into `inputs`. Returns whether there were any.
    pub(super) fn take_latched(&mut self, inputs: &mut Vec<u32>) -> bool {
        let Some(away) = &mut self.away else { return false };
        std::mem::swap(&mut away.inputs, inputs);
        std::mem::take(&mut away.latched)
    }

    /// An edge that it made. What it changed is `untraced`. Returns whether that is anything.
    #[inline]
    pub(super) fn made(&mut self, edge: Edge, untraced: &mut Marks) -> bool {
        self.steps += 1;
        self.idle = edge.idle;
        untraced.set_those(self.output.start, edge.changed);
        edge.changed != 0
    }

    /// Whether it waits for an input: as long as none changes, it does nothing.
    pub fn waits(&self) -> bool {
        self.idle
    }

    /// Whether the coming edge can change anything.
    #[inline]
    pub(super) fn moves(&mut self, words: &[u32]) -> bool {
        // Without levels it does not matter what the inputs were: they are looked at once it is idle.
        if !self.idle && self.levels.is_empty() {
            return true;
        }
        let mut level_changed = false;
        if self.input_changed {
            self.input_changed = false;
            let inputs = &words[self.input.clone()];
            self.eventful = self.events.iter().any(|event| inputs[*event] != 0);
            for (input, last) in &mut self.levels {
                level_changed |= std::mem::replace(last, inputs[*input]) != inputs[*input];
            }
        }
        self.eventful || level_changed || !self.idle
    }

    /// What it counts as when it moves.
    pub(super) fn moved(&self) -> Moved {
        if self.of_smx {
            Moved::SmxUnits
        } else {
            Moved::Shared
        }
    }

    /// The clock edge. Returns whether an output has changed.
    #[inline]
    pub(super) fn step(&mut self, words: &mut [u32], untraced: &mut Marks) -> Result<bool, String> {
        let Some(cell) = &mut self.cell else { return Ok(false) };
        // Its outputs follow its inputs.
        let pins = &mut words[self.input.start..self.output.end];
        let (inputs, outputs) = pins.split_at_mut(self.input.len());
        let edge = cell.edge(inputs, outputs)?;
        Ok(self.made(edge, untraced))
    }
}

/// What the last output of a unit says, which is `idle`.
fn says_idle(outputs: &[u32]) -> bool {
    outputs.last().is_some_and(|idle| *idle != 0)
}
