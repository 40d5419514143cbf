//! Which warps ask in a cycle.

use super::desk::{Ask, Flight, SkipPins};
use super::{Seat, Sharing, Skipping};
use crate::ptx::Program;
use heddle_hw::skip_table::pins::{BANKS, LANES};

/// What stands at the pins in the next cycle, as it is filled.
struct Filling {
    pins: SkipPins,
    flights: [Option<Flight>; LANES],
    /// By bank: the instruction for which it is kept, or that a leader writes back to it.
    kept: [Option<(u32, u32)>; BANKS],
}

impl Filling {
    /// Whether a question may stand there too: its bank is not kept for another one, and others about the same instruction
    /// have the same register.
    fn takes(&self, flight: &Flight) -> bool {
        let Ask { tb, pc, register, .. } = flight.ask;
        let bank = self.kept[tb as usize % BANKS];
        let same = |other: &Ask| (other.tb, other.pc) == (tb, pc);
        let agrees = |other: &Ask| !same(other) || other.register == register;
        bank.is_none_or(|kept| kept == (tb, pc)) && self.pins.asks.iter().flatten().all(agrees)
    }
}

impl Skipping {
    /// Decides what stands at the pins in the next cycle; `head` is the next instruction of a warp.
    ///
    /// A warp that was told to come again has its bank for itself, and for those that ask the same; so has one whose turn
    /// it was while its bank was kept for others. So it is served, and waits for no more than those that were told so
    /// before.
    pub fn choose(&mut self, now: u64, program: &Program, head: impl Fn(usize) -> (u32, u32)) {
        let mut filling =
            Filling { pins: SkipPins::default(), flights: [None; LANES], kept: [None; BANKS] };
        let mut any = self.desk.tell(now, &mut filling.pins);
        if let Some((tb, _)) = filling.pins.written {
            // No instruction has this PC, so that none is asked about.
            filling.kept[tb as usize % BANKS] = Some((tb, u32::MAX));
        }
        let changes = self.desk.changes.iter().map(|change| change.tb);
        let blocked = changes.chain(self.desk.stores.iter().copied());
        let blocked = blocked.fold(0u64, |blocked, tb| blocked | 1 << tb);
        let is_clear = |tb: usize| self.tbs[tb].as_ref().is_some_and(Sharing::is_clear);
        let unblocked = |tb: &usize| blocked >> tb & 1 == 0 && is_clear(*tb);
        let unblocked = (0..self.tbs.len()).filter(unblocked).fold(0u64, |all, tb| all | 1 << tb);
        let may = |seat: &Seat| seat.tb.is_some_and(|tb| unblocked >> tb & 1 != 0);
        for w in self.desk.again.clone() {
            if may(&self.seats[w]) && self.put(w, head(w), program, &mut filling) {
                any = true;
                let tb = self.seats[w].tb.unwrap_or_default();
                let ask = filling.pins.asks[w % LANES].map(|ask| (ask.tb, ask.pc));
                filling.kept[tb % BANKS] = ask;
                self.desk.again.retain(|&other| other != w);
            }
        }
        for lane in 0..LANES {
            if filling.pins.asks[lane].is_some() {
                continue;
            }
            let has_turn = |w: &usize| may(&self.seats[*w]) && !self.desk.again.contains(w);
            let turns: Vec<usize> = self.desk.turns(lane, now).filter(has_turn).collect();
            let asks = turns.iter().position(|&w| self.put(w, head(w), program, &mut filling));
            any |= asks.is_some();
            if let Some(&w) = turns.first() {
                // The one behind it is next, whoever asks now: else those between could be passed over each time.
                self.desk.turn[lane] = w + 1;
                if asks != Some(0) {
                    self.desk.again.push_back(w);
                }
            }
        }
        if filling.pins.asks.iter().any(Option::is_some) {
            self.desk.flights.push_back((now + 2, filling.flights));
        }
        self.counts.looked_up += filling.pins.lookups();
        self.desk.next = any.then_some(filling.pins);
    }

    /// Lets a warp ask, if its lane is free and its question goes with those that are there.
    fn put(&mut self, w: usize, at: (u32, u32), program: &Program, filling: &mut Filling) -> bool {
        let lane = w % LANES;
        if filling.pins.asks[lane].is_some() {
            return false;
        }
        let pc = program.functions[at.0 as usize].pc_of(at.1);
        let Some(flight) = self.question(w, at, pc, program).filter(|flight| filling.takes(flight))
        else {
            return false;
        };
        self.desk.waits |= 1 << w;
        filling.pins.asks[lane] = Some(flight.ask);
        filling.flights[lane] = Some(flight);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;
    use crate::smx::skipping::{Marks, Renamed, Start};
    use heddle_hw::skip_table::pins::answer;
    use std::sync::Arc;

    const KERNEL: &str =
        ".version 6.5\n.target sm_35\n.address_size 64\n.visible .entry k() {\n.reg .b32 %r<3>;\n\
         mov.u32 %r1, %ctaid.x;\nadd.u32 %r2, %r1, 1;\nret;\n}\n";

    /// Warps of two TBs, each of which is at one instruction, ask for ever, and are served as the unit says (rule 2): the
    /// lanes of a bank by turns. Each begins `stagger` cycles after the one before, modulo 61. Returns how often each warp
    /// slot was served.
    fn served(slots: [usize; 2], stagger: u64, cycles: u64) -> Vec<u32> {
        let program = Program::parse("k.ptx", KERNEL).unwrap();
        let config = GpuConfig::preset("gtx1080ti").unwrap();
        let marks = Arc::new(Marks::new(&program, &[]));
        let mut skipping = Skipping::new(&config.darsie, marks, 64, 32);
        for (n, slot) in slots.into_iter().enumerate() {
            let all: Vec<_> = (0..16).map(|w| (w, 16 * n + w as usize)).collect();
            let (function, block, full) = (0, [512, 1, 1], 0xffff);
            skipping.start(&Start { slot, function, block, full, warps: &all });
        }
        for now in 0..4 {
            skipping.choose_changes(now);
            skipping.hear_renamed(now, &Renamed { done: true, free: 32, ..Renamed::default() });
        }
        let head = |w: usize| (0, w as u32 / 16);
        for w in 0..32 {
            let from = w as u64 * stagger % 61;
            assert!(skipping.asks(w, head(w), from), "warp {w} is in its mask");
        }
        let mut counts = vec![0; 32];
        let mut first = [0; BANKS];
        for now in 0..cycles {
            if let Some(flights) = skipping.answered(now) {
                let mut bank: [Option<(u32, u32)>; BANKS] = [None; BANKS];
                for (b, bank) in bank.iter_mut().enumerate() {
                    let lanes = (first[b]..first[b] + LANES).map(|lane| lane % LANES);
                    let of_bank = |&lane: &usize| {
                        flights[lane].is_some_and(|f| f.ask.tb as usize % BANKS == b)
                    };
                    if let Some((lane, flight)) =
                        lanes.clone().find(of_bank).and_then(|l| Some((l, flights[l]?)))
                    {
                        first[b] = lane + 1;
                        *bank = Some((flight.ask.tb, flight.ask.pc));
                    }
                }
                for flight in flights.iter().flatten() {
                    let ask = flight.ask;
                    let is_served = bank[ask.tb as usize % BANKS] == Some((ask.tb, ask.pc));
                    counts[flight.w] += u32::from(is_served);
                    let told = if is_served { answer::WAIT } else { answer::RETRY };
                    assert!(skipping.desk.hear(flight, told), "it asks again");
                }
            }
            skipping.choose(now, &program, head);
        }
        counts
    }

    #[test]
    fn every_warp_is_served_while_all_of_two_tbs_of_one_bank_ask_for_ever() {
        for slots in [[0, 2], [0, 1], [3, 1]] {
            for stagger in 0..61 {
                let counts = served(slots, stagger, 600);
                let least = counts.iter().min().unwrap();
                assert!(*least >= 15, "{slots:?}, {stagger}: not once in 40 cycles: {counts:?}");
            }
        }
    }
}
