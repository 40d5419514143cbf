//! The register file's bank ports and the result buses of the execution units, booked cycle by cycle.
//!
//! When an instruction issues, its reads are booked for the cycle after. The write of its result is booked at the same
//! time, for the cycle before a dependent instruction may issue. A result that is known to come thus has its port, and
//! later readers yield. A result bus is booked when an instruction enters its unit, for the cycle in which the unit is
//! done with it. Cycles beyond `HORIZON` (for operations of very long latency) are not booked. Predicates count as
//! registers; a guard is read at issue and takes no port.

use crate::config::RegisterConfig;

/// Cycles for which bookings are kept; a power of two.
const HORIZON: u64 = 512;
/// Bits of the access counter of one bank.
const COUNT_BITS: u32 = 4;

#[derive(Clone, Copy, Debug, Default)]
struct Cycle {
    /// Accesses per bank, `COUNT_BITS` bits each.
    accesses: u64,
    /// The cycle's number divided by `HORIZON`. Stored in 32 bits because all SMXs share the host's caches.
    lap: u32,
    /// Units that are done with an instruction, one bit each.
    done: u32,
}

/// Ports of an SMX's register file.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    cycles: Box<[Cycle; HORIZON as usize]>,
    /// The number of banks less one; the number of banks is a power of two.
    bank_mask: usize,
    ports: u64,
    result_buses: u32,
    /// Registers read and written since the start of the run.
    pub(super) reads: u64,
    pub(super) writes: u64,
}

impl Registers {
    pub(super) fn new(config: &RegisterConfig) -> Self {
        Self {
            cycles: Box::new([Cycle::default(); HORIZON as usize]),
            bank_mask: config.banks as usize - 1,
            ports: u64::from(config.ports),
            result_buses: config.result_buses,
            reads: 0,
            writes: 0,
        }
    }

    /// Books the reads of distinct registers of warp slot `w` for an instruction that issues in cycle `now`.
    /// Returns by how many cycles bank conflicts delay the last operand.
    pub(super) fn read(&mut self, now: u64, w: usize, registers: &[u16]) -> u64 {
        let (mut delay, mut distinct) = (0, 0);
        // Nearly all have their port at once. The bookings of that cycle are looked up and stored once for all.
        let mut accesses = self.cycle(now + 1).accesses;
        for (i, &register) in registers.iter().enumerate() {
            if registers[..i].contains(&register) {
                continue;
            }
            distinct += 1;
            let bank = self.bank(w, register);
            if self.has_port(accesses, bank) {
                accesses += 1 << bank;
            } else {
                delay = delay.max(self.take_later_port(now + 2, bank) - now - 1);
            }
        }
        self.cycle(now + 1).accesses = accesses;
        self.reads += distinct;
        delay
    }

    /// Books a port of a bank for the first cycle from `at` on that has one, and returns that cycle.
    #[inline(never)]
    fn take_later_port(&mut self, mut at: u64, bank: u32) -> u64 {
        while !self.take_port(at, bank) {
            at += 1;
        }
        at
    }

    /// Whether a bank has a free port in a cycle with these accesses.
    #[inline]
    fn has_port(&self, accesses: u64, bank: u32) -> bool {
        (accesses >> bank & ((1 << COUNT_BITS) - 1)) < self.ports
    }

    /// Books the write of all results of one instruction, which is visible from cycle `usable` on. A write has its port
    /// before reads and waits for none. The present cycle is `now`.
    pub(super) fn write(&mut self, now: u64, w: usize, registers: &[u16], usable: u64) {
        self.writes += registers.len() as u64;
        let at = usable.max(now + 1) - 1;
        if at >= now + HORIZON {
            return;
        }
        for &register in registers {
            let bank = self.bank(w, register);
            self.take_port(at, bank);
        }
    }

    /// Books a result bus for cycle `at`, if one is free and the unit with this bit is done with no other instruction
    /// then. Returns whether it has one. The present cycle is `now`.
    #[inline]
    pub(super) fn take_bus(&mut self, now: u64, at: u64, unit: u32) -> bool {
        if at >= now + HORIZON {
            return true;
        }
        let buses = self.result_buses;
        let cycle = self.cycle(at);
        let free = cycle.done & unit == 0 && cycle.done.count_ones() < buses;
        cycle.done |= if free { unit } else { 0 };
        free
    }

    fn bank(&self, w: usize, register: u16) -> u32 {
        ((usize::from(register) + w) & self.bank_mask) as u32 * COUNT_BITS
    }

    #[inline]
    fn take_port(&mut self, at: u64, bank: u32) -> bool {
        let accesses = self.cycle(at).accesses;
        let free = self.has_port(accesses, bank);
        self.cycle(at).accesses = accesses + (u64::from(free) << bank);
        free
    }

    #[inline]
    fn cycle(&mut self, number: u64) -> &mut Cycle {
        let cycle = &mut self.cycles[(number % HORIZON) as usize];
        let lap = (number / HORIZON) as u32;
        if cycle.lap != lap {
            *cycle = Cycle { lap, ..Cycle::default() };
        }
        cycle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registers(ports: u32, result_buses: u32) -> Registers {
        let config = crate::config::GpuConfig::preset("tiny").unwrap().registers;
        Registers::new(&RegisterConfig { banks: 16, ports, result_buses, ..config })
    }

    #[test]
    fn operands_of_one_bank_are_read_one_after_the_other() {
        let mut one = registers(1, 12);
        assert_eq!(one.read(10, 0, &[1, 2, 3]), 0);
        assert_eq!(one.read(20, 0, &[1, 17, 33]), 2);
        assert_eq!(one.read(30, 0, &[1, 1, 1]), 0, "the same register is read once");
        assert_eq!(registers(2, 12).read(10, 0, &[1, 17, 33]), 1);
    }

    #[test]
    fn warps_have_their_registers_in_different_banks() {
        let mut one = registers(1, 12);
        assert_eq!([one.read(10, 0, &[5]), one.read(10, 1, &[5])], [0, 0]);
        assert_eq!(one.read(10, 2, &[4]), 1, "register 4 of warp 2 and 5 of warp 1 share a bank");
    }

    #[test]
    fn a_result_keeps_later_readers_from_its_bank() {
        let mut one = registers(1, 12);
        // The result is written in cycle 18, in which an instruction issued in cycle 17 would read.
        one.write(10, 0, &[3], 19);
        assert_eq!(one.read(17, 0, &[19]), 1);
        // The same from cycle 19 on, which the reader has: a result does not wait.
        one.write(10, 0, &[35], 20);
        assert_eq!(one.read(18, 0, &[3]), 1);
    }

    #[test]
    fn a_bus_carries_one_result_a_cycle_and_a_unit_sends_one() {
        let mut two = registers(4, 2);
        assert_eq!([1, 1, 2, 4].map(|unit| two.take_bus(0, 9, unit)), [true, false, true, false]);
        assert!(two.take_bus(0, 10, 4));
        assert!(two.take_bus(0, HORIZON + 9, 1), "cycles far ahead are not booked");
        assert!(!two.take_bus(0, 9, 4), "and do not take the place of near ones");
    }
}
