//! What every warp is told, by the instruction of its program and not by its PC.
//!
//! A *place* is one instruction that is executed: a PC in one round of its loop. The ledger has a line for each place
//! that some warps of the mask have passed and others have not. So it would not take one round for another, as a table that is
//! searched by PC might.

use super::super::pins::{answer, register, Params, BANKS, LANES};
use crate::kit::spec::{broken, ensure};
use crate::kit::Violation;
use std::collections::{BTreeMap, BTreeSet};

/// What a warp asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asks {
    pub tb: u32,
    pub warp: u32,
    /// Where it is in its program, which the unit does not see.
    pub place: usize,
    pub pc: u32,
    pub load: bool,
    pub register: u32,
}

/// How a place is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// Not before all have arrived.
    Together,
    /// Behind a leader.
    Led,
    /// Each warp for itself.
    Alone,
}

/// A place that some have passed.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub pc: u32,
    pub load: bool,
    pub how: How,
    /// A leader is still to write back.
    pub due: bool,
    /// Those who have passed, or have arrived.
    pub warps: BTreeSet<u32>,
    /// All warps have met since.
    pub met: bool,
}

/// What is known of a slot.
#[derive(Clone, Debug, Default)]
pub(super) struct Slot {
    pub mask: BTreeSet<u32>,
    pub lines: BTreeMap<usize, Line>,
    /// Places that have had a leader.
    led: BTreeSet<usize>,
}

impl Slot {
    /// Whether nobody is to pass any more (rule 8).
    pub fn is_passed(&self, line: &Line) -> bool {
        line.met || line.how != How::Together && self.mask.is_subset(&line.warps)
    }

    fn strike(&mut self) {
        let gone = |line: &Line| self.is_passed(line) && !line.due;
        let gone: Vec<usize> =
            self.lines.iter().filter(|(_, line)| gone(line)).map(|(place, _)| *place).collect();
        gone.iter().for_each(|place| drop(self.lines.remove(place)));
    }

    pub fn start(&mut self, warps: impl Iterator<Item = u32>) {
        *self = Self { mask: warps.collect(), ..Self::default() };
    }

    pub fn restore(&mut self, warps: impl Iterator<Item = u32>) {
        self.mask = warps.collect();
        self.lines.values_mut().for_each(|line| line.met = true);
        self.strike();
    }

    pub fn leave(&mut self, warps: u32) {
        self.mask.retain(|warp| warps >> warp & 1 == 0);
        self.strike();
    }

    pub fn store(&mut self) {
        for line in self.lines.values_mut().filter(|line| line.load && line.how == How::Led) {
            line.how = How::Alone;
        }
    }

    pub fn write_back(&mut self, place: usize) {
        if let Some(line) = self.lines.get_mut(&place) {
            line.due = false;
        }
        self.strike();
    }

    /// The place at which a PC is held, if it is.
    pub fn place_of(&self, pc: u32) -> Option<usize> {
        self.lines.iter().find(|(_, line)| line.pc == pc).map(|(place, _)| *place)
    }

    /// What these warps are told, which ask together.
    fn ask(&mut self, asks: &[(usize, Asks)], room: usize) -> Result<Vec<(usize, u32)>, Violation> {
        let (on, off): (Vec<_>, Vec<_>) =
            asks.iter().partition(|(_, ask)| self.mask.contains(&ask.warp));
        let mut told: Vec<_> = off.iter().map(|(lane, _)| (*lane, answer::EXECUTE)).collect();
        let Some(&(first, ask)) = on.first() else { return Ok(told) };
        let come: BTreeSet<u32> = on.iter().map(|(_, ask)| ask.warp).collect();
        let held = self.place_of(ask.pc);
        if held.is_none() {
            ensure(on.iter().all(|(_, other)| other.place == ask.place), || {
                format!(
                    "warps of TB {} are at several rounds of an instruction without an entry",
                    ask.tb
                )
            })?;
            if self.lines.len() == room {
                told.extend(on.iter().map(|(lane, _)| (*lane, answer::WAIT)));
                return Ok(told);
            }
            let how = match ask.register {
                register::FREE => How::Led,
                register::OVERWRITE => How::Together,
                _ => How::Alone,
            };
            let (pc, load) = (ask.pc, ask.load);
            let line = Line { pc, load, how, due: false, warps: BTreeSet::new(), met: false };
            self.lines.insert(ask.place, line);
        }
        let place = held.unwrap_or(ask.place);
        let line = self.lines.get_mut(&place).expect("it is there");
        if let Some((_, behind)) = on.iter().find(|(_, ask)| ask.place < place) {
            return broken(format!(
                "warp {} has not passed an earlier place than {place}",
                behind.warp
            ));
        }
        let all_here = self.mask.iter().all(|w| come.contains(w) || line.warps.contains(w));
        let leads = match line.how {
            _ if line.met => false,
            How::Together => all_here,
            How::Led => held.is_none(),
            How::Alone => false,
        };
        if leads {
            ensure(self.led.insert(place), || format!("place {place} has a second leader"))?;
            (line.how, line.due, line.warps) = (How::Led, true, BTreeSet::from([ask.warp]));
        }
        for (lane, ask) in &on {
            let here = ask.place == place && !line.met;
            told.push((
                *lane,
                match line.how {
                    _ if leads && *lane == first => answer::LEAD,
                    How::Led if here && !line.due && line.warps.insert(ask.warp) => answer::SKIP,
                    How::Alone if here && line.warps.insert(ask.warp) => answer::EXECUTE,
                    How::Together => {
                        line.warps.insert(ask.warp);
                        answer::WAIT
                    }
                    _ => answer::WAIT,
                },
            ));
        }
        self.strike();
        Ok(told)
    }
}

/// The slots, and whose turn it is.
#[derive(Clone, Debug)]
pub(super) struct Scoreboard {
    room: usize,
    pub slots: Vec<Slot>,
    /// The lane that was first the last time, by bank.
    pub last: [Option<usize>; BANKS],
}

impl Scoreboard {
    pub fn new(params: &Params) -> Self {
        let slots = vec![Slot::default(); params.tbs as usize];
        Self { room: params.entries as usize, slots, last: [None; BANKS] }
    }

    /// Entries that a TB may have.
    pub fn room(&self) -> usize {
        self.room
    }

    /// The lane whose TB and PC a bank serves (rule 2).
    pub fn first(&self, bank: usize, asks: &[Option<Asks>; LANES]) -> Option<usize> {
        let lanes: Vec<usize> = (0..LANES)
            .filter(|&lane| asks[lane].is_some_and(|ask| ask.tb as usize % BANKS == bank))
            .collect();
        let behind = |lane: &&usize| self.last[bank].is_some_and(|last| **lane > last);
        lanes.iter().find(behind).or(lanes.first()).copied()
    }

    /// What is told in the next cycle, while a writeback comes to the bank `busy`.
    pub fn answer(
        &mut self,
        asks: &[Option<Asks>; LANES],
        busy: Option<usize>,
    ) -> Result<[u32; LANES], Violation> {
        let mut told = asks.map(|ask| if ask.is_some() { answer::RETRY } else { answer::NONE });
        for bank in (0..BANKS).filter(|&bank| busy != Some(bank)) {
            let Some(lane) = self.first(bank, asks) else { continue };
            self.last[bank] = Some(lane);
            let chosen = asks[lane].expect("it asks");
            let together = asks.iter().enumerate().filter_map(|(lane, ask)| Some((lane, (*ask)?)));
            let together: Vec<_> =
                together.filter(|(_, ask)| (ask.tb, ask.pc) == (chosen.tb, chosen.pc)).collect();
            let slot = &mut self.slots[chosen.tb as usize];
            slot.ask(&together, self.room)?.iter().for_each(|(lane, it)| told[*lane] = *it);
        }
        Ok(told)
    }
}
