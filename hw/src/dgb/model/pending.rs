//! The Pending Update Buffer: a ring that is turned once for each node at hand (rule 6). What comes
//! in meanwhile is put in front, so that the unvisited entries stay in one piece.

use super::{Model, Now, Registers};

/// The ring, and how far it has been turned.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pending {
    front: u32,
    pub used: u32,
    /// Entries the node at hand has not been compared with.
    pub unvisited: u32,
    /// The front is being read.
    visiting: bool,
}

impl Model {
    /// The place of the `nth` entry from the front.
    fn place(&self, front: u32, nth: u32) -> usize {
        ((front + nth) % self.params.pub_entries) as usize
    }

    /// One cycle of the ring: takes a child in, or looks at the front.
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
