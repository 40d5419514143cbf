//! What stands at the pins of an SMX's rename unit, and what is still to be told to it.
//!
//! The SMX decides in a cycle what stands there in the next; the answer is heard in the cycle after that. A change and a look
//! find room in a cycle. Changes of a TB keep their order, and a warp looks only when its own are made.

use heddle_hw::rename::pins::{change, LOOKS};
use std::collections::VecDeque;

/// Changes that wait, from which on warps execute for themselves what they could share: that would make several more.
const MOST_CHANGES: usize = 32;

/// A change of the versions of a TB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct VersionChange {
    pub what: u32,
    pub tb: u32,
    pub register: u32,
    pub wide: bool,
    pub warps: u32,
}

/// A look at registers of a warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    pub tb: u32,
    pub warp: u32,
    pub registers: [u32; LOOKS],
}

/// What stands at the pins in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RenamePins {
    pub change: Option<VersionChange>,
    pub look: Option<Look>,
}

/// What the unit says.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Renamed {
    /// The change is made.
    pub done: bool,
    /// Vector registers of its TB that are free.
    pub free: u32,
    /// Which registers of the look are shared, a bit for each, and where.
    pub shared: u32,
    pub places: [u32; LOOKS],
    /// Where the version is that the change has made or warps have taken.
    pub low: u32,
}

/// A change, and for whom it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub pins: VersionChange,
    /// The instruction whose version it is about: one number for each leader.
    pub instance: u64,
    /// Not before this cycle: until then, operands are read from what it may free.
    pub from: u64,
    /// Slot of the warp that goes on when it has copied.
    pub copier: Option<usize>,
}

impl Change {
    /// Whether warps go on from a version in it, each by itself, so that more of them can do so in the same change.
    fn moves_warps(&self) -> bool {
        matches!(self.pins.what, change::TAKE | change::PASS | change::WRITE)
    }

    /// Whether a warp of a TB is in it.
    fn is_of(&self, tb: u32, warps: u32) -> bool {
        self.pins.tb == tb && self.pins.warps & warps != 0
    }

    /// Whether another one of the same kind differs in its warps only.
    fn is_like(&self, other: &Self) -> bool {
        let same = VersionChange { warps: self.pins.warps, ..other.pins };
        (same, other.instance) == (self.pins, self.instance)
    }
}

/// A look for the instructions that a warp has fetched, which issue when it is answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct LookFor {
    /// Warp slot.
    pub w: usize,
    /// Number of what has been fetched.
    pub fetch: u64,
    /// When that is decoded.
    pub from: u64,
    pub pins: Look,
    /// Registers that it is about, of those at the pins.
    pub count: usize,
    /// It is the last for what has been fetched.
    pub last: bool,
}

/// What is answered in a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    due: u64,
    pub change: Option<Change>,
    pub look: Option<LookFor>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Renames {
    changes: VecDeque<Change>,
    /// Copies that are for nobody, since their warps have ended: they free registers when there is nothing else to do.
    leftovers: VecDeque<Change>,
    looks: VecDeque<LookFor>,
    flights: VecDeque<Flight>,
    /// What stands at the pins in the next cycle.
    next: Option<RenamePins>,
    /// Numbers for leaders and for what is fetched.
    numbers: u64,
}

impl Renames {
    /// Whether so many changes wait that nobody may lead, which would make more of them.
    pub fn is_full(&self) -> bool {
        self.changes.len() >= MOST_CHANGES
    }

    /// A number that nobody else has.
    pub fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    /// Has a change made, together with one that moves other warps in the same way, if there is one.
    pub fn change(&mut self, new: Change) {
        if new.moves_warps() {
            let behind = self.changes.iter().rposition(|c| c.is_of(new.pins.tb, new.pins.warps));
            let mut rest = self.changes.iter_mut().skip(behind.map_or(0, |at| at + 1));
            if let Some(with) = rest.find(|other| other.is_like(&new)) {
                with.pins.warps |= new.pins.warps;
                with.from = with.from.max(new.from);
                return;
            }
        }
        self.changes.push_back(new);
    }

    /// Has a warp copy so many registers.
    pub fn copy(&mut self, copy: Change, registers: u32) {
        let to = if copy.copier.is_some() { &mut self.changes } else { &mut self.leftovers };
        to.extend((0..registers).map(|_| copy));
    }

    /// A TB has ended, and nobody needs its versions.
    pub fn forget_tb(&mut self, tb: u32) {
        self.changes.retain(|change| change.pins.tb != tb);
        self.leftovers.retain(|change| change.pins.tb != tb);
    }

    pub fn look(&mut self, look: LookFor) {
        self.looks.push_back(look);
    }

    /// What a warp has fetched is dropped.
    pub fn forget_looks(&mut self, w: usize) {
        self.looks.retain(|look| look.w != w);
    }

    /// When something is to be done next.
    pub fn next_event(&self, now: u64) -> u64 {
        if self.changes.is_empty() && self.leftovers.is_empty() && self.looks.is_empty() {
            return self.flights.front().map_or(u64::MAX, |flight| flight.due.max(now + 1));
        }
        now + 1
    }

    pub fn take_pins(&mut self) -> Option<RenamePins> {
        self.next.take()
    }

    pub fn has_pins(&self) -> bool {
        self.next.is_some()
    }

    /// What is answered in cycle `now`.
    pub fn answered(&mut self, now: u64) -> Option<Flight> {
        self.flights.pop_front_if(|flight| flight.due == now)
    }

    /// Decides what stands at the pins in the next cycle. Returns the look.
    pub fn choose(&mut self, now: u64) -> Option<LookFor> {
        let waits = |look: &LookFor| {
            let (tb, warps) = (look.pins.tb, 1 << look.pins.warp);
            self.changes.iter().any(|change| change.moves_warps() && change.is_of(tb, warps))
        };
        let look = self.looks.iter().position(|look| !waits(look));
        let look = look.and_then(|n| self.looks.remove(n));
        let change = self.next_change(now);
        let pins = RenamePins {
            change: change.map(|change| change.pins),
            look: look.map(|look| look.pins),
        };
        self.next = (pins != RenamePins::default()).then_some(pins);
        if self.next.is_some() {
            self.flights.push_back(Flight { due: now + 2, change, look });
        }
        look
    }

    /// The change that is made next: of each TB, they are made in their order.
    fn next_change(&mut self, now: u64) -> Option<Change> {
        let mut passed = 0u32;
        for n in 0..self.changes.len() {
            let Change { pins, from, .. } = self.changes[n];
            if from <= now && passed >> pins.tb & 1 == 0 {
                return self.changes.remove(n);
            }
            passed |= 1 << pins.tb;
        }
        let may = |copy: &Change| {
            let VersionChange { tb, warps, .. } = copy.pins;
            copy.from <= now && !self.changes.iter().any(|change| change.is_of(tb, warps))
        };
        let n = self.leftovers.iter().position(may)?;
        self.leftovers.remove(n)
    }
}
