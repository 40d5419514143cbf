//! The trace hash: one number that covers every pin of every room, by change and with its cycle,
//! and every TB start and end. Two runs with equal hashes did the same thing on the same cycles.

use super::rooms::{Rooms, Socket};
use heddle_hw::kit::Pins;

/// Sees the pins of every room in every cycle in which anything can happen.
pub trait Observer {
    /// Pins of room `room` (index into [`Rooms::NAMES`]) during `cycle`.
    fn pins(&mut self, cycle: u64, room: usize, inputs: &[u32], outputs: &[u32]);
}

/// Running hash over pin changes and TB events.
pub struct TraceHash {
    state: u64,
    inputs: [Vec<u32>; 4],
    outputs: [Vec<u32>; 4],
}

impl Default for TraceHash {
    fn default() -> Self {
        // The offset basis of FNV-1a; the mixing is per word, not per byte.
        let rows = || std::array::from_fn(|_| Vec::new());
        Self { state: 0xCBF2_9CE4_8422_2325, inputs: rows(), outputs: rows() }
    }
}

impl TraceHash {
    fn mix(&mut self, word: u64) {
        let mixed = (self.state ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.state = mixed ^ (mixed >> 29);
    }

    /// The hash so far.
    pub fn value(&self) -> u64 {
        self.state
    }

    /// A TB started (`end` false) or ended in slot `slot` of SMX `smx`.
    pub fn tb(&mut self, cycle: u64, smx: u32, slot: u32, end: bool) {
        self.mix(cycle << 1 | u64::from(end));
        self.mix(1 << 63 | u64::from(smx) << 32 | u64::from(slot));
    }

    /// Takes in the pins of all rooms during `cycle`.
    pub fn pins(&mut self, cycle: u64, rooms: &Rooms, observer: &mut Option<&mut dyn Observer>) {
        self.room(cycle, 0, &rooms.kmu);
        self.room(cycle, 1, &rooms.kd);
        self.room(cycle, 2, &rooms.agt);
        self.room(cycle, 3, &rooms.scheduler);
        if let Some(observer) = observer {
            for room in 0..4 {
                observer.pins(cycle, room, &self.inputs[room], &self.outputs[room]);
            }
        }
    }

    fn room<I: Pins, O: Pins>(&mut self, cycle: u64, room: usize, socket: &Socket<I, O>) {
        let mut buffer = [0; 64];
        for (direction, count) in [I::PINS.len(), O::PINS.len()].into_iter().enumerate() {
            let words = &mut buffer[..count];
            let last = if direction == 0 {
                socket.input.store(words);
                &mut self.inputs[room]
            } else {
                socket.out.store(words);
                &mut self.outputs[room]
            };
            if last.as_slice() == words {
                continue;
            }
            let mut last = std::mem::take(last);
            last.resize(count, 0);
            for (pin, (old, new)) in last.iter_mut().zip(words.iter()).enumerate() {
                if old != new {
                    *old = *new;
                    let place = (room * 2 + direction) << 8 | pin;
                    self.mix(cycle << 11 | place as u64);
                    self.mix(u64::from(*new));
                }
            }
            if direction == 0 {
                self.inputs[room] = last;
            } else {
                self.outputs[room] = last;
            }
        }
    }
}
