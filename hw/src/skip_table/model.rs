//! Fast model of the skip table.

use super::pins::{answer, path, register, In, Out, Params, BANKS, LANES};
use crate::kit::Clocked;

/// What the warps do that come to an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// They wait until all have arrived.
    Gather,
    /// They skip when the leader has written back.
    Follow,
    /// They execute, each for itself.
    Private,
    /// They wait until the leader has written back: nobody is to pass any more.
    Over,
}

/// One instruction that warps of a TB pass, one after another.
#[derive(Clone, Copy, Debug)]
struct Entry {
    pc: u32,
    kind: Kind,
    load: bool,
    /// No leader is to write back.
    written: bool,
    /// Warps that have passed, or have arrived while it gathers.
    warps: u32,
}

/// What a slot knows of its TB.
#[derive(Clone, Debug, Default)]
struct Tb {
    /// Warps on the majority path.
    majority: u32,
    entries: Vec<Entry>,
}

impl Tb {
    /// Lets go what all have passed.
    fn settle(&mut self) {
        let majority = self.majority;
        for entry in &mut self.entries {
            let passes = matches!(entry.kind, Kind::Follow | Kind::Private);
            if passes && majority & !entry.warps == 0 {
                entry.kind = Kind::Over;
            }
        }
        self.entries.retain(|entry| entry.kind != Kind::Over || !entry.written);
    }

    /// A store, of this TB or of all.
    fn store(&mut self) {
        for entry in self.entries.iter_mut().filter(|e| e.load && e.kind == Kind::Follow) {
            entry.kind = Kind::Private;
        }
    }

    /// The mask changes.
    fn path(&mut self, what: u32, warps: u32) {
        match what {
            path::START => *self = Self { majority: warps, entries: Vec::new() },
            path::RESTORE => {
                self.majority = warps;
                self.entries.iter_mut().for_each(|entry| entry.kind = Kind::Over);
            }
            _ => self.majority &= !warps,
        }
        self.settle();
    }

    fn write_back(&mut self, pc: u32) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.pc == pc) {
            entry.written = true;
        }
        self.settle();
    }

    /// The entry of a PC; a new one if there is none and room.
    fn entry(&mut self, ask: Ask, room: u32) -> Option<&mut Entry> {
        if let Some(at) = self.entries.iter().position(|entry| entry.pc == ask.pc) {
            return Some(&mut self.entries[at]);
        }
        if self.entries.len() == room as usize {
            return None;
        }
        let kind = match ask.register {
            register::FREE => Kind::Follow,
            register::OVERWRITE => Kind::Gather,
            _ => Kind::Private,
        };
        self.entries.push(Entry { pc: ask.pc, kind, load: ask.load, written: true, warps: 0 });
        self.entries.last_mut()
    }

    /// Answers the warps of these lanes, which ask for one PC.
    fn ask(&mut self, asks: &[(usize, Ask)], room: u32, answers: &mut [u32; LANES]) {
        let majority = self.majority;
        let on_path = |ask: &Ask| majority >> ask.warp & 1 != 0;
        for (lane, _) in asks.iter().filter(|(_, ask)| !on_path(ask)) {
            answers[*lane] = answer::EXECUTE;
        }
        let asks: Vec<_> = asks.iter().filter(|(_, ask)| on_path(ask)).collect();
        let Some((first, ask)) = asks.first() else { return };
        let is_new = !self.entries.iter().any(|entry| entry.pc == ask.pc);
        for (lane, _) in &asks {
            answers[*lane] = answer::WAIT;
        }
        let Some(entry) = self.entry(*ask, room) else { return };
        let come = asks.iter().fold(0, |come, (_, ask)| come | 1 << ask.warp);
        let leads = match entry.kind {
            Kind::Gather => majority & !(entry.warps | come) == 0,
            Kind::Follow => is_new,
            Kind::Private | Kind::Over => false,
        };
        if leads {
            answers[*first] = answer::LEAD;
            (entry.kind, entry.written, entry.warps) = (Kind::Follow, false, 1 << ask.warp);
        } else {
            let told = match entry.kind {
                Kind::Follow if entry.written => answer::SKIP,
                Kind::Private => answer::EXECUTE,
                _ => answer::WAIT,
            };
            for (lane, _) in asks.iter().filter(|(_, ask)| entry.warps >> ask.warp & 1 == 0) {
                answers[*lane] = told;
            }
            if told != answer::WAIT || entry.kind == Kind::Gather {
                entry.warps |= come;
            }
        }
        self.settle();
    }
}

/// What a warp asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask {
    pub tb: u32,
    pub warp: u32,
    pub pc: u32,
    pub load: bool,
    pub register: u32,
}

impl Ask {
    /// The asks at the pins, by lane.
    pub fn at_pins(i: &In) -> [Option<Self>; LANES] {
        let ask = |valid: bool, tb, warp, pc, load, register| {
            valid.then_some(Self { tb, warp, pc, load, register })
        };
        [
            ask(i.ask0_valid, i.ask0_tb, i.ask0_warp, i.ask0_pc, i.ask0_load, i.ask0_register),
            ask(i.ask1_valid, i.ask1_tb, i.ask1_warp, i.ask1_pc, i.ask1_load, i.ask1_register),
            ask(i.ask2_valid, i.ask2_tb, i.ask2_warp, i.ask2_pc, i.ask2_load, i.ask2_register),
            ask(i.ask3_valid, i.ask3_tb, i.ask3_warp, i.ask3_pc, i.ask3_load, i.ask3_register),
        ]
    }
}

/// Masks and entries of all slots, and the answers of the last asks.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    tbs: Vec<Tb>,
    /// The lane with which each bank begins.
    turns: [usize; BANKS],
    answers: [u32; LANES],
    /// An ask or a writeback has come in the last cycle.
    busy: bool,
}

impl Model {
    /// A table without TBs.
    pub fn new(params: &Params) -> Self {
        Self {
            params: params.clone(),
            tbs: vec![Tb::default(); params.tbs as usize],
            turns: [0; BANKS],
            answers: [answer::NONE; LANES],
            busy: false,
        }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::new(&self.params);
    }

    fn out(&self) -> Out {
        let [answer0, answer1, answer2, answer3] = self.answers;
        Out { answer0, answer1, answer2, answer3, idle: self.idle() }
    }

    fn step(&mut self, i: &In) {
        if i.path_valid {
            self.tbs[i.path_tb as usize].path(i.path_what, i.path_warps);
        }
        if i.store_valid {
            self.tbs[i.store_tb as usize].store();
        }
        if i.fence {
            self.tbs.iter_mut().for_each(Tb::store);
        }
        if i.wb_valid {
            self.tbs[i.wb_tb as usize].write_back(i.wb_pc);
        }
        let asks = Ask::at_pins(i);
        self.busy = i.wb_valid || asks.iter().any(Option::is_some);
        self.answers = asks.map(|ask| if ask.is_some() { answer::RETRY } else { answer::NONE });
        for bank in 0..BANKS {
            let of_bank = |tb: u32| tb as usize % BANKS == bank;
            if i.wb_valid && of_bank(i.wb_tb) {
                continue;
            }
            let asks_it = |&lane: &usize| asks[lane].is_some_and(|ask| of_bank(ask.tb));
            let mut lanes = (self.turns[bank]..self.turns[bank] + LANES).map(|n| n % LANES);
            let Some((lane, first)) = lanes.find(asks_it).and_then(|n| Some((n, asks[n]?))) else {
                continue;
            };
            self.turns[bank] = lane + 1;
            let merged = |ask: &Ask| (ask.tb, ask.pc) == (first.tb, first.pc);
            let served = asks.iter().enumerate().filter_map(|(n, ask)| Some((n, (*ask)?)));
            let served: Vec<_> = served.filter(|(_, ask)| merged(ask)).collect();
            self.tbs[first.tb as usize].ask(&served, self.params.entries, &mut self.answers);
        }
    }

    fn idle(&self) -> bool {
        !self.busy
    }
}
