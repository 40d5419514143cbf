//! The ready finder: finds and offers the smallest ready node (rule 4).

use super::{Model, Now, Registers};
use crate::dgb::pins::{In, Out, Params};
use crate::dgb::NO_TB;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Searches the word of the smallest ready node.
    #[default]
    Seek,
    /// Searches the bit in the word.
    Look,
    /// Reads level and TB.
    Load,
    /// Has found a node whose level is above the limit.
    Blocked,
    /// Offers the node.
    Offer,
}

/// The search, and the node it has found.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadyFinder {
    state: State,
    /// Whether a node has become ready since the search began.
    pub fresh: bool,
    slot: u32,
    node: u32,
    tb: u32,
    level: u32,
}

impl ReadyFinder {
    pub fn is_seeking(&self) -> bool {
        self.state == State::Seek
    }

    /// Returns whether no node can be found until an input comes.
    pub fn waits(&self, ready: &[u32]) -> bool {
        match self.state {
            State::Seek => ready.iter().all(|&word| word == 0),
            State::Blocked => !self.fresh,
            _ => false,
        }
    }

    pub fn show(&self, out: &mut Out, params: &Params) {
        if self.state == State::Offer {
            out.node_valid = true;
            out.node_id = self.node;
            out.node_tb = if self.tb == params.id_mask() { NO_TB } else { self.tb };
            out.node_level = self.level;
        }
    }
}

impl Model {
    /// Returns the LNA entry of the smallest ready node, searching from the tail's word on.
    fn smallest(&self, tail: u32) -> Option<u32> {
        let (word, bit) = (self.slot(tail) / 32, self.slot(tail) % 32);
        let words = self.ready.len();
        let own = self.ready[word] & u32::MAX << bit;
        let others = (1..=words).map(|n| ((word + n) % words, self.ready[(word + n) % words]));
        let mut found = std::iter::once((word, own)).chain(others);
        let (word, bits) = found.find(|&(_, bits)| bits != 0)?;
        Some((word * 32) as u32 + bits.trailing_zeros())
    }

    fn take_up(&mut self, slot: u32) {
        self.ready[slot as usize / 32] &= !(1 << (slot % 32));
        self.registers.ready_finder.state = State::Offer;
    }

    /// Carries out one cycle of the search.
    pub(super) fn seek(&mut self, q: &Registers, now: &Now, i: &In) {
        match q.ready_finder.state {
            State::Seek => {
                if let Some(slot) = self.smallest(q.window.tail) {
                    self.registers.ready_finder.slot = slot;
                    self.registers.ready_finder.state = State::Look;
                }
            }
            // The tail's level is read first.
            State::Look if now.read_tail => {}
            State::Look => self.registers.ready_finder.state = State::Load,
            State::Load => {
                let slot = q.ready_finder.slot;
                let entry = self.lna[slot as usize];
                let ahead = self.slot(slot.wrapping_sub(q.window.tail)) as u32;
                let d = &mut self.registers.ready_finder;
                (d.tb, d.level) = (entry.tb, entry.level);
                d.node = q.window.tail.wrapping_add(ahead);
                d.state = State::Blocked;
                if entry.level <= i.limit_level {
                    self.take_up(slot);
                }
            }
            State::Blocked if q.ready_finder.fresh => {
                self.registers.ready_finder.state = State::Seek
            }
            State::Blocked if q.ready_finder.level <= i.limit_level => {
                self.take_up(q.ready_finder.slot)
            }
            State::Blocked => {}
            State::Offer if i.node_ready => self.registers.ready_finder.state = State::Seek,
            State::Offer => {}
        }
    }
}
