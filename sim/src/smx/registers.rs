//! The register file's bank ports and the result buses, booked cycle by cycle.
//!
//! Reads are booked when an instruction issues, for the cycle after; its result when it issues too, for the cycle
//! before a dependent instruction may issue. So a result that is known to come has its port, and later
//! readers give way. Ports further ahead than the horizon (of loads that take very long) are not booked.
//! Predicates count as registers; a guard is looked up at issue and takes no port.

use crate::config::RegisterConfig;

/// Cycles that are kept, a power of two.
const HORIZON: u64 = 512;
/// Bits that count the accesses of a bank.
const COUNT_BITS: u32 = 4;

#[derive(Clone, Copy, Debug, Default)]
struct Cycle {
    /// Accesses by bank, four bits each.
    accesses: u64,
    /// Its number divided by the horizon: small, as all of a machine's SMXs share the host's caches.
    lap: u32,
    results: u32,
}

/// Ports of an SMX's register file.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    cycles: Vec<Cycle>,
    /// The number of banks less one; the number is a power of two.
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

    /// Books the reads of distinct registers of warp slot `w` for an instruction that issues in cycle `now`; how
    /// many cycles later than without conflicts the last operand is there.
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

    /// Books the write of an instruction's results, all in one go, so that dependent instructions may issue from
    /// cycle `usable` on or, with conflicts, later: returns when. The present cycle is `now`.
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
        // Written in cycle 18, which an instruction issued in cycle 17 would read in.
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
