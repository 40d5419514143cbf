//! What stands at the pins of an SMX's skip table, and what is still to be told to it.
//!
//! The SMX decides in a cycle what stands there in the next. The answer is heard, and acted on, in the cycle after that.

use crate::bits::set_bits;
use heddle_hw::skip_table::pins::{answer, path, register, LANES};
use std::collections::VecDeque;

/// What a warp asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ask {
    pub tb: u32,
    pub warp: u32,
    pub pc: u32,
    pub load: bool,
    pub register: u32,
}

/// A change of a mask: what happens, to which TB, with which warps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MaskChange {
    pub what: u32,
    pub tb: u32,
    pub warps: u32,
}

/// What stands at the pins in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SkipPins {
    pub asks: [Option<Ask>; LANES],
    /// TB and PC of a leader that has written back.
    pub written: Option<(u32, u32)>,
    /// A TB that stores.
    pub store: Option<u32>,
    pub fence: bool,
    pub path: Option<MaskChange>,
}

impl SkipPins {
    /// Entries that are looked up: of each question, of what a leader has written, and of a TB that stores.
    pub fn lookups(&self) -> u64 {
        let asks = self.asks.iter().flatten().count();
        (asks + usize::from(self.written.is_some()) + usize::from(self.store.is_some())) as u64
    }
}

/// What a warp has been told of its next instruction, which it fetches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::smx) enum Told {
    /// The number of the instruction.
    Lead(u64),
    /// The same, if it has a leader.
    Private(Option<u64>),
}

/// What a warp does after its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::smx) enum Answered {
    AsksAgain,
    /// It asks again too, but not before another warp has done something.
    Waits,
    Fetches,
    /// It leads, and fetches when it has heard whether it has room for its result.
    AwaitsRoom,
    Skips,
}

/// A warp whose question is under way, and what it needs if it is to lead.
#[derive(Clone, Copy, Debug)]
pub(in crate::smx) struct Flight {
    pub w: usize,
    pub ask: Ask,
    pub needs: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Desk {
    /// Warp slots that ask, each from a cycle on.
    wants: u64,
    from: Vec<u64>,
    /// Those of them that have no answer yet.
    pub waits: u64,
    /// Those that ask again when a leader has written back: with its TB and PC.
    parked: Vec<(usize, u32, u32)>,
    /// Slots that were told to come again, in their order.
    pub again: VecDeque<usize>,
    /// By lane: the slot with which the next turn begins.
    pub turn: [usize; LANES],
    /// Questions under way, by the cycle in which they are answered.
    pub flights: VecDeque<(u64, [Option<Flight>; LANES])>,
    pub changes: VecDeque<MaskChange>,
    pub stores: VecDeque<u32>,
    fence: bool,
    /// Leaders that have not been at the pins as written back: TB and PC.
    due: Vec<(u32, u32)>,
    /// Those whose result is known, with its cycle.
    written: Vec<(u64, u32, u32)>,
    /// What stands at the pins in the next cycle.
    pub next: Option<SkipPins>,
}

impl Desk {
    pub fn change(&mut self, what: u32, slot: usize, warps: u32) {
        self.changes.push_back(MaskChange { what, tb: slot as u32, warps });
    }

    pub fn store(&mut self, slot: usize) {
        if !self.stores.contains(&(slot as u32)) {
            self.stores.push_back(slot as u32);
        }
    }

    pub fn fence(&mut self) {
        self.fence = true;
    }

    /// Whether a warp has a question that has not been settled.
    pub fn asks(&self, w: usize) -> bool {
        self.wants >> w & 1 != 0
    }

    pub fn want(&mut self, w: usize, from: u64) {
        self.wants |= 1 << w;
        if self.from.len() <= w {
            self.from.resize(w + 1, 0);
        }
        self.from[w] = from;
    }

    /// A leader's result is usable from cycle `at` on.
    pub fn wrote(&mut self, at: u64, slot: usize, pc: u32) {
        self.written.push((at, slot as u32, pc));
    }

    /// The questions that are answered in cycle `now`.
    pub fn answered(&mut self, now: u64) -> Option<[Option<Flight>; LANES]> {
        let (_, flights) = self.flights.pop_front_if(|(due, _)| *due == now)?;
        for flight in flights.iter().flatten() {
            self.waits &= !(1 << flight.w);
        }
        Some(flights)
    }

    /// Takes note of an answer. Returns whether the warp asks again.
    pub fn hear(&mut self, flight: &Flight, told: u32) -> bool {
        match told {
            answer::RETRY => self.again.push_back(flight.w),
            answer::WAIT => {
                let (tb, pc) = (flight.ask.tb, flight.ask.pc);
                if self.due.contains(&(tb, pc)) {
                    self.waits |= 1 << flight.w;
                    self.parked.push((flight.w, tb, pc));
                }
            }
            _ => {
                self.wants &= !(1 << flight.w);
                if told == answer::LEAD {
                    self.due.push((flight.ask.tb, flight.ask.pc));
                }
                return false;
            }
        }
        true
    }

    /// Vector registers that questions under way of a TB may take, but those about `pc`.
    pub fn reserved(&self, tb: u32, pc: u32) -> u32 {
        let all = self.flights.iter().flat_map(|(_, flights)| flights.iter().flatten());
        let mut seen: Vec<(u32, u32)> = all
            .filter(|f| f.ask.tb == tb && f.ask.pc != pc && f.ask.register == register::FREE)
            .map(|f| (f.ask.pc, f.needs))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        seen.iter().map(|(_, needs)| needs).sum()
    }

    /// When something is to be done next.
    pub fn next_event(&self, now: u64) -> u64 {
        let answer = self.flights.front().map_or(u64::MAX, |(due, _)| *due);
        if self.fence || !self.stores.is_empty() || !self.changes.is_empty() {
            return answer.min(now + 1);
        }
        let written = self.written.iter().map(|(at, ..)| *at).min().unwrap_or(u64::MAX);
        let wants = set_bits(self.wants & !self.waits).map(|w| self.from[w]).min();
        let next = written.min(wants.unwrap_or(u64::MAX)).min(answer);
        next.max(now + 1)
    }

    pub fn take_pins(&mut self) -> Option<SkipPins> {
        self.next.take()
    }

    pub fn has_pins(&self) -> bool {
        self.next.is_some()
    }

    /// What is told, but for questions. Returns whether there is anything.
    pub fn tell(&mut self, now: u64, pins: &mut SkipPins) -> bool {
        if let Some(n) = self.written.iter().position(|(at, ..)| *at <= now) {
            let (_, tb, pc) = self.written.remove(n);
            self.due.retain(|due| *due != (tb, pc));
            for (w, ..) in self.parked.extract_if(.., |(_, at, led)| (*at, *led) == (tb, pc)) {
                self.waits &= !(1 << w);
                self.from[w] = now + 1;
            }
            pins.written = Some((tb, pc));
        }
        pins.fence = std::mem::take(&mut self.fence);
        pins.store = self.stores.pop_front();
        let (due, changes) = (&self.due, &self.changes);
        // A TB starts when the leaders of the one before have written back, and its changes keep their order.
        let first = (0..changes.len()).find(|&n| {
            let MaskChange { what, tb, .. } = changes[n];
            let blocked = what == path::START && due.iter().any(|due| due.0 == tb);
            !blocked && !changes.iter().take(n).any(|before| before.tb == tb)
        });
        pins.path = first.and_then(|n| self.changes.remove(n));
        *pins != SkipPins::default()
    }

    /// The warps of a lane that may ask, in the order of their turns.
    pub fn turns(&self, lane: usize, now: u64) -> impl Iterator<Item = usize> + '_ {
        let of_lane = 0x1111_1111_1111_1111u64 << lane;
        let asks = self.wants & !self.waits & of_lane;
        let start = self.turn[lane] as u32 % u64::BITS;
        let turned = set_bits(asks.rotate_right(start)).map(move |n| (n + start as usize) % 64);
        turned.filter(move |&w| self.from[w] <= now)
    }
}
