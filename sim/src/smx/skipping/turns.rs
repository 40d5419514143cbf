//! Which warps ask in a cycle.

use super::desk::{Ask, Flight, SkipPins};
use super::{Seat, Skipping};
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
    /// A warp that was told to come again has its bank for itself, and for those that ask the same. So it is served, and
    /// waits for no more than those that were told so before.
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
        let may = |seat: &Seat| seat.tb.is_some_and(|tb| blocked >> tb & 1 == 0);
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
            let first = |w: &usize| may(&self.seats[*w]) && !self.desk.again.contains(w);
            let turns: Vec<usize> = self.desk.turns(lane, now).filter(first).collect();
            for w in turns {
                if self.put(w, head(w), program, &mut filling) {
                    any = true;
                    self.desk.turn[lane] = w + 1;
                    break;
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
