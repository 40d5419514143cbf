//! The trace hash: one number that covers every pin of every unit, by change and with its cycle,
//! and every TB start and end. Two runs with equal hashes did the same thing on the same cycles.

use super::units::{Socket, Units};
use heddle_hw::kit::Pins;
use heddle_hw::{agt, dats, dgb, kernel_distributor, kmu, smx_scheduler};

const UNITS: usize = Units::NAMES.len();

/// Sees the pins of every unit in every cycle in which anything can happen.
pub trait Observer {
    /// Pins of unit `unit` (index into [`Units::NAMES`]) during `cycle`.
    fn pins(&mut self, cycle: u64, unit: usize, inputs: &[u32], outputs: &[u32]);
}

/// Running hash over pin changes and TB events.
pub struct TraceHash {
    state: u64,
    inputs: [Vec<u32>; UNITS],
    outputs: [Vec<u32>; UNITS],
}

impl Default for TraceHash {
    fn default() -> Self {
        // The offset basis of FNV-1a; the mixing is per word, not per byte.
        Self {
            state: 0xCBF2_9CE4_8422_2325,
            inputs: [
                zeros::<kmu::pins::In>(),
                zeros::<kernel_distributor::pins::In>(),
                zeros::<agt::pins::In>(),
                zeros::<smx_scheduler::pins::In>(),
                zeros::<dats::pins::In>(),
                zeros::<dgb::pins::In>(),
            ],
            outputs: [
                zeros::<kmu::pins::Out>(),
                zeros::<kernel_distributor::pins::Out>(),
                zeros::<agt::pins::Out>(),
                zeros::<smx_scheduler::pins::Out>(),
                zeros::<dats::pins::Out>(),
                zeros::<dgb::pins::Out>(),
            ],
        }
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
        self.mix(cycle);
        self.mix(1 << 63 | u64::from(end) << 62 | u64::from(smx) << 32 | u64::from(slot));
    }

    /// Takes in the pins of all units during `cycle`. Whether any is not as it was when last taken in.
    pub fn pins(
        &mut self,
        cycle: u64,
        units: &mut Units,
        observer: &mut Option<&mut dyn Observer>,
    ) -> bool {
        let changed = [
            self.unit(cycle, 0, &mut units.kmu),
            self.unit(cycle, 1, &mut units.kd),
            self.unit(cycle, 2, &mut units.agt),
            self.unit(cycle, 3, &mut units.scheduler),
            self.unit(cycle, 4, &mut units.dats),
            self.unit(cycle, 5, &mut units.dgb),
        ];
        if let Some(observer) = observer {
            for unit in 0..UNITS {
                observer.pins(cycle, unit, &self.inputs[unit], &self.outputs[unit]);
            }
        }
        changed.contains(&true)
    }

    fn unit<I: Pins, O: Pins>(
        &mut self,
        cycle: u64,
        unit: usize,
        socket: &mut Socket<I, O>,
    ) -> bool {
        // Mostly nothing has changed, which the pins tell faster than their words.
        let changed = (socket.input != socket.traced.0, socket.out != socket.traced.1);
        if changed.0 {
            socket.traced.0 = socket.input.clone();
            let last = std::mem::take(&mut self.inputs[unit]);
            self.inputs[unit] = self.changes(cycle, unit * 2, last, &socket.input);
        }
        if changed.1 {
            socket.traced.1 = socket.out.clone();
            let last = std::mem::take(&mut self.outputs[unit]);
            self.outputs[unit] = self.changes(cycle, unit * 2 + 1, last, &socket.out);
        }
        changed.0 || changed.1
    }

    /// Takes in the pins of one unit and direction that are not as in `last`, and returns all of them.
    fn changes<P: Pins>(
        &mut self,
        cycle: u64,
        row: usize,
        mut last: Vec<u32>,
        pins: &P,
    ) -> Vec<u32> {
        let mut buffer = [0; 64];
        let words = &mut buffer[..P::PINS.len()];
        pins.store(words);
        for (pin, (old, new)) in last.iter_mut().zip(words.iter()).enumerate() {
            if old != new {
                *old = *new;
                // Words of their own: whatever the number of units and pins, no place is another cycle.
                self.mix(cycle);
                self.mix((row as u64) << 32 | pin as u64);
                self.mix(u64::from(*new));
            }
        }
        last
    }
}

/// The pins of a direction before the first cycle.
fn zeros<P: Pins>() -> Vec<u32> {
    vec![0; P::PINS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash of one pin that changes in `cycle`.
    fn hash(cycle: u64, row: usize) -> u64 {
        let mut trace = TraceHash::default();
        let pins = dgb::pins::In { start_valid: true, ..Default::default() };
        trace.changes(cycle, row, zeros::<dgb::pins::In>(), &pins);
        trace.value()
    }

    #[test]
    fn a_change_one_cycle_later_has_another_hash_in_every_unit_and_direction() {
        for row in 0..2 * UNITS {
            for cycle in 0..5000 {
                assert_ne!(hash(cycle, row), hash(cycle + 1, row), "row {row}, cycle {cycle}");
            }
        }
    }

    #[test]
    fn the_same_change_in_another_unit_has_another_hash() {
        let hashes: std::collections::BTreeSet<_> =
            (0..2 * UNITS).map(|row| hash(1000, row)).collect();
        assert_eq!(hashes.len(), 2 * UNITS);
    }
}
