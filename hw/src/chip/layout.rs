//! Where pins lie among the words of a chip: every pin of every instance is one word, and a mask of a wide machine
//! is several pins.

use crate::kit::{Class, Pin};
use itertools::Itertools;
use std::ops::Range;

/// A pin of an instance, as the index of its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PinRef(pub(super) usize);

impl PinRef {
    /// Index of the word in [`Chip::words`](super::Chip::words).
    pub fn index(self) -> usize {
        self.0
    }
}

/// One instance's place in the layout.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Its name: as declared, with `[n]` behind it for the instance of SMX n.
    pub name: String,
    /// The name in the declaration.
    pub declared: &'static str,
    /// The name of its unit.
    pub unit: &'static str,
    /// One line on what the unit is for.
    pub purpose: &'static str,
    /// The SMX that it belongs to, if there is one per SMX.
    pub smx: Option<u32>,
    /// Its input pins.
    pub inputs: &'static [Pin],
    /// Its output pins.
    pub outputs: &'static [Pin],
    /// Word of its first input.
    pub input: usize,
    /// Word of its first output.
    pub output: usize,
}

impl Slot {
    /// The words of its inputs.
    pub fn input_words(&self) -> Range<usize> {
        self.input..self.output
    }

    /// The words of its outputs.
    pub fn output_words(&self) -> Range<usize> {
        self.output..self.output + self.outputs.len()
    }

    /// The input called `name`, or its lowest word.
    pub fn input_pin(&self, name: &str) -> Option<PinRef> {
        find(self.inputs, name).map(|pin| PinRef(self.input + pin))
    }

    /// All its output words.
    pub fn output_pins(&self) -> impl Iterator<Item = PinRef> {
        self.output_words().map(PinRef)
    }

    /// The output called `name`, or its lowest word.
    pub fn output_pin(&self, name: &str) -> Option<PinRef> {
        find(self.outputs, name).map(|pin| PinRef(self.output + pin))
    }
}

fn find(pins: &[Pin], name: &str) -> Option<usize> {
    pins.iter().position(|pin| pin.name == name)
}

/// All instances of a chip, in the order of the declaration.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The class of the machine, which decides how wide pins are.
    pub class: Class,
    /// The instances.
    pub slots: Vec<Slot>,
    /// Words of all pins.
    pub words: usize,
}

impl Layout {
    /// Adds an instance; its outputs follow its inputs.
    pub(super) fn push(&mut self, mut slot: Slot) {
        slot.input = self.words;
        slot.output = slot.input + slot.inputs.len();
        self.words = slot.output + slot.outputs.len();
        self.slots.push(slot);
    }

    /// The instances declared as `name`: none if the machine does not have it, several if there is one per SMX.
    pub fn declared<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (usize, &'a Slot)> {
        self.slots.iter().enumerate().filter(move |(_, slot)| slot.declared == name)
    }

    /// The names in the declaration, each once.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.slots.iter().map(|slot| slot.declared).dedup()
    }

    /// The instance, pin and direction (true: an input) of a word.
    pub fn pin_of(&self, word: usize) -> Option<(&Slot, &'static Pin, bool)> {
        let slot = self.slots.iter().rfind(|slot| slot.input <= word)?;
        match slot.inputs.get(word - slot.input) {
            Some(pin) => Some((slot, pin, true)),
            None => slot.outputs.get(word - slot.output).map(|pin| (slot, pin, false)),
        }
    }
}
