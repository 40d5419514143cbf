//! The Pending Update Buffer: a ring that is turned once for each node in the insertion register
//! (rule 6). A new entry is put in front meanwhile, so that the unvisited entries stay contiguous.

use super::{Model, Now, Registers};

/// The ring, and the progress of its turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pending {
    front: u32,
    pub used: u32,
    /// Entries that have not been compared with the node in the insertion register.
    pub unvisited: u32,
    /// Whether the front entry is being read.
    visiting: bool,
}

impl Model {
    /// Returns the index of the `nth` entry from the front.
    fn place(&self, front: u32, nth: u32) -> usize {
        ((front + nth) % self.params.pub_entries) as usize
    }

    /// Carries out one cycle of the ring: adds a child, or compares the front entry.
    pub(super) fn turn(&mut self, q: &Registers, now: &Now) {
        let ring = q.pending;
        let back = self.place(ring.front, ring.used);
        let d = &mut self.registers.pending;
        d.visiting = q.loader.at_hand && ring.unvisited > 0;
        if now.append {
            d.used += 1;
            d.unvisited += 1;
            d.visiting = false;
            let before = self.place(ring.front, self.params.pub_entries - 1);
            self.pending[before] = q.completion_engine.child;
            self.registers.pending.front = before as u32;
        } else if ring.visiting {
            d.unvisited -= 1;
            d.visiting = d.unvisited > 0;
            let front = self.pending[ring.front as usize];
            if front == q.window.head {
                d.used -= 1;
                self.registers.loader.parents = q.loader.parents.wrapping_sub(1);
            } else {
                self.pending[back] = front;
            }
            let next = self.place(ring.front, 1) as u32;
            self.registers.pending.front = next;
        }
        if !q.loader.at_hand {
            let d = &mut self.registers.pending;
            d.unvisited = d.used;
        }
    }
}
