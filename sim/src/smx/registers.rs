//! The register file's bank ports and result buses, booked cycle by cycle.
//!
//! When an instruction issues, its reads are booked for the cycle after. Its result is booked at the same time,
//! for the cycle before a dependent instruction may issue. A result that is known to come thus has its port, and
//! later readers yield. Ports beyond `HORIZON` cycles ahead (for loads of very long latency) are not booked.
//! Predicates count as registers; a guard is read at issue and takes no port.

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
    results: u32,
}

/// Ports of an SMX's register file.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    cycles: Vec<Cycle>,
    /// The number of banks less one; the number of banks is a power of two.
    bank_mask: usize,
    ports: u64,
    result_buses: u32,
}

impl Registers {
    pub(super) fn new(config: &RegisterConfig) -> Self {
        Self {
            cycles: vec![Cycle::default(); HORIZON as usize],
            bank_mask: config.banks as usize - 1,
            ports: u64::from(config.ports),
            result_buses: config.result_buses,
        }
    }

    /// Books the reads of distinct registers of warp slot `w` for an instruction that issues in cycle `now`.
    /// Returns by how many cycles bank conflicts delay the last operand.
    pub(super) fn read(&mut self, now: u64, w: usize, registers: &[u16]) -> u64 {
        let mut delay = 0;
        for (i, &register) in registers.iter().enumerate() {
            if registers[..i].contains(&register) {
                continue;
            }
            let bank = self.bank(w, register);
            let mut at = now + 1;
            while !self.take_port(at, bank) {
                at += 1;
            }
            delay = delay.max(at - now - 1);
        }
        delay
    }

    /// Books the write of all results of one instruction. Without conflicts, dependent instructions may issue from
    /// cycle `usable` on. Returns the cycle from which they may issue with conflicts. The present cycle is `now`.
    pub(super) fn write(&mut self, now: u64, w: usize, registers: &[u16], usable: u64) -> u64 {
        let mut at = usable.max(now + 1) - 1;
        if registers.is_empty() || at + 1 >= now + HORIZON {
            return usable;
        }
        while self.cycle(at).results >= self.result_buses {
            at += 1;
        }
        self.cycle(at).results += 1;
        let mut last = at;
        for &register in registers {
            let bank = self.bank(w, register);
            let mut written = at;
            while !self.take_port(written, bank) {
                written += 1;
            }
            last = last.max(written);
        }
        usable.max(last + 1)
    }

    fn bank(&self, w: usize, register: u16) -> u32 {
        ((usize::from(register) + w) & self.bank_mask) as u32 * COUNT_BITS
    }

    #[inline]
    fn take_port(&mut self, at: u64, bank: u32) -> bool {
        let ports = self.ports;
        let cycle = self.cycle(at);
        let free = (cycle.accesses >> bank & ((1 << COUNT_BITS) - 1)) < ports;
        cycle.accesses += u64::from(free) << bank;
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
        assert_eq!(one.write(10, 0, &[3], 19), 19);
        assert_eq!(one.read(17, 0, &[19]), 1);
        assert_eq!(one.write(10, 0, &[35], 19), 21, "cycle 19 went to the reader");
    }

    #[test]
    fn more_results_than_buses_wait() {
        let mut two = registers(4, 2);
        let usable: Vec<_> = (0..5).map(|r| two.write(0, 0, &[r], 9)).collect();
        assert_eq!(usable, [9, 9, 10, 10, 11]);
    }
}
