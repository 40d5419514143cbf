//! The edges of a chip, and what has changed between them.

use super::build::Chip;
use super::layout::PinRef;
use super::Moved;
use crate::kit::Edge;

impl Chip {
    /// Sets an input of the boundary for the edge that ends this cycle. It holds until it is set again.
    #[inline(always)]
    pub fn set(&mut self, pin: PinRef, value: u32) {
        if self.words[pin.0] != value {
            self.change(pin.0, value);
        }
    }

    fn change(&mut self, word: usize, value: u32) {
        self.words[word] = value;
        self.untraced.set(word);
        self.wake(self.owners[word] as usize);
    }

    /// Notes that an input of instance `n` has changed.
    #[inline]
    fn wake(&mut self, n: usize) {
        self.instances[n].input_changed = true;
        self.awake.set(n);
    }

    /// The clock edge of all units that it can change. Returns which there were.
    pub fn step(&mut self) -> Result<Moved, String> {
        let moved = match self.whole.is_some() {
            true => self.step_whole()?,
            false => self.step_units()?,
        };
        self.update_wires();
        Ok(moved)
    }

    fn step_units(&mut self) -> Result<Moved, String> {
        let mut moved = Moved::Nothing;
        let mut next = 0;
        while let Some(n) = self.awake.first_from(next) {
            next = n + 1;
            let instance = &mut self.instances[n];
            if !instance.moves(&self.words) {
                self.awake.clear(n);
                continue;
            }
            moved = moved.max(instance.moved());
            if let Some(smx) = instance.latch(&self.words) {
                self.smxs_apart.set(smx, true);
                continue;
            }
            if instance.step(&mut self.words, &mut self.untraced)? {
                self.call_wires(n);
            }
        }
        Ok(moved)
    }

    /// The same for a chip in one piece, which is stepped if any of its units would be.
    fn step_whole(&mut self) -> Result<Moved, String> {
        let moves: Vec<bool> = self.instances.iter_mut().map(|i| i.moves(&self.words)).collect();
        let Some(whole) = self.whole.as_mut().filter(|_| moves.contains(&true)) else {
            return Ok(Moved::Nothing);
        };
        let before = self.words.clone();
        whole.step(&mut self.words);
        if let Some(fault) = whole.fault() {
            return Err(fault);
        }
        let mut moved = Moved::Nothing;
        for (n, moves) in moves.into_iter().enumerate() {
            let instance = &mut self.instances[n];
            if moves {
                moved = moved.max(instance.moved());
            }
            if instance.settle(&self.words, &before, &mut self.untraced, moves) {
                self.call_wires(n);
            }
        }
        Ok(moved)
    }

    /// Notes the outputs of an instance after an edge that it made away from the chip.
    pub(super) fn bring_out(&mut self, n: usize, outputs: &[u32], edge: Edge) {
        let instance = &mut self.instances[n];
        self.words[instance.output.clone()].copy_from_slice(outputs);
        if instance.made(edge, &mut self.untraced) {
            self.call_wires(n);
        }
    }

    /// Notes that the wires from instance `n` have to be computed, each once.
    #[inline]
    fn call_wires(&mut self, n: usize) {
        for &wire in &self.instances[n].wires {
            if !std::mem::replace(&mut self.is_due[wire as usize], true) {
                self.due.push(wire);
            }
        }
    }

    /// Computes the wires whose sources changed.
    pub(super) fn update_wires(&mut self) {
        let mut due = std::mem::take(&mut self.due);
        for wire in due.drain(..) {
            self.is_due[wire as usize] = false;
            let wire = &self.resolved.wires[wire as usize];
            if wire.update(&mut self.words) {
                (wire.to..wire.to + wire.len).for_each(|word| self.untraced.set(word));
                self.wake(wire.receiver);
            }
        }
        self.due = due;
    }

    /// Tells `change` every pin that differs from when this was called last, or from zero: its word and
    /// its value, in the order of the layout. Returns whether there was any.
    pub fn changes(&mut self, mut change: impl FnMut(usize, u32)) -> bool {
        let mut any = false;
        self.untraced.take_each(|word| {
            let value = self.words[word];
            if self.traced[word] != value {
                self.traced[word] = value;
                any = true;
                change(word, value);
            }
        });
        any
    }
}
