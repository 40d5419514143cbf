//! Who is resident where, what is left, and what is on every pin in every cycle.

use super::super::pins::{In, Out, Params};
use crate::kit::{Class, Mask, Pins, Violation};
use std::collections::{BTreeMap, VecDeque};

/// SMX and slot.
pub(super) type Seat = (u32, u32);

/// A TB as its source describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tb {
    pub kdei: u32,
    pub group: u32,
    pub item: u32,
    pub demand: u32,
    pub tell_agt: bool,
    pub tell_dats: bool,
    /// Cycles from the first in which it may end to the one in which it does.
    pub runs: u64,
}

/// A TB that holds a slot.
pub(super) struct Resident {
    pub tb: Tb,
    /// First cycle in which it ends; none once its end has been taken.
    pub ends: Option<u64>,
}

/// An end that has been taken and not been told to all.
pub(super) struct Ended {
    pub seat: Seat,
    pub tb: Tb,
    /// The KD has been told, and the slot is free.
    pub reported: bool,
    pub owed_agt: bool,
    pub owed_dats: bool,
}

/// What is left of an SMX: how many slots and which is the lowest, and threads, registers, shared memory.
pub(super) struct Left {
    pub slots: u32,
    pub lowest: Option<u32>,
    pub resources: [u32; 3],
}

pub(super) fn resources(demand: u32) -> [u32; 3] {
    [demand & 0xFFF, demand >> 12 & 0x1FF, demand >> 21 & 0x1FF]
}

/// The ledger of all TBs, and the ends in their order.
pub struct Scoreboard {
    pub(super) params: Params,
    pub(super) residents: BTreeMap<Seat, Resident>,
    /// SMXs and demand of the last ask.
    pub(super) asked: (Mask, u32),
    /// Where the TB of the last grant starts.
    pub(super) start: Option<Seat>,
    pub(super) ends: VecDeque<Ended>,
    /// What has been told: to the KD, the AGT and DATS.
    told: [u64; 3],
    /// What is to be told in all.
    to_tell: [u64; 3],
}

/// The rule a pin is checked by.
fn rule(pin: &str) -> &'static str {
    let rules = [
        ("room", "rule 2"),
        ("start", "rule 4"),
        ("end", "rule 5"),
        ("kd_end", "rule 6"),
        ("told", "rule 6"),
        ("resident", "rule 7"),
    ];
    let known = rules.iter().find(|(stream, _)| pin.starts_with(stream));
    known.map_or("contract 4", |(_, rule)| rule)
}

impl Scoreboard {
    /// Empty SMXs.
    pub fn new(params: &Params) -> Self {
        Self {
            params: params.clone(),
            residents: BTreeMap::new(),
            asked: (Mask::NONE, 0),
            start: None,
            ends: VecDeque::new(),
            told: [0; 3],
            to_tell: [0; 3],
        }
    }

    /// What is left of an SMX.
    pub(super) fn left(&self, smx: u32) -> Left {
        let Params { slots, threads, registers, shared, .. } = self.params;
        let mut left = Left { slots, lowest: None, resources: [threads, registers, shared] };
        // Those that are taken come in order.
        let mut lowest = 0;
        for (&(_, slot), resident) in self.residents.range((smx, 0)..(smx + 1, 0)) {
            lowest += u32::from(slot == lowest);
            left.slots -= 1;
            for (left, used) in left.resources.iter_mut().zip(resources(resident.tb.demand)) {
                *left -= used;
            }
        }
        left.lowest = (lowest < slots).then_some(lowest);
        left
    }

    /// Rule 2: whether one more TB of the demand asked fits on an SMX.
    pub(super) fn room(&self, smx: u32) -> bool {
        let (smxs, demand) = self.asked;
        smxs.has(smx) && {
            let Left { slots, resources: left, .. } = self.left(smx);
            slots > 0 && left.iter().zip(resources(demand)).all(|(left, need)| *left >= need)
        }
    }

    fn expected(&self) -> Out {
        let room = (0..self.params.smxs).filter(|&smx| self.room(smx));
        let (start_smx, start_slot) = self.start.unwrap_or((0, 0));
        let mut out = Out {
            room_smxs: room.collect(),
            start_valid: self.start.is_some(),
            start_smx,
            start_slot,
            end_ready: self.ends.len() < 2,
            resident: self.residents.len() as u32,
            idle: self.start.is_none(),
            ..Out::default()
        };
        if let Some(ended) = self.ends.front() {
            if !ended.reported {
                (out.kd_end_valid, out.kd_end_kdei, out.idle) = (true, ended.tb.kdei, false);
            }
            if ended.owed_agt {
                (out.told_agt_valid, out.told_agt_agei) = (true, ended.tb.group);
            }
            if ended.owed_dats {
                (out.told_dats_valid, out.told_dats_item) = (true, ended.tb.item);
            }
        }
        out
    }

    /// Judges the outputs of a cycle.
    pub fn check(&self, out: &Out) -> Result<(), Violation> {
        let (expected, actual) = (self.expected().words(Class::Wide), out.words(Class::Wide));
        for (pin, (expected, actual)) in
            Out::pins(Class::Wide).iter().zip(expected.iter().zip(actual))
        {
            if *expected != actual {
                let (rule, name) = (rule(pin.name), pin.name);
                let broken = format!("{rule}: {name} is {actual:#x}, expected {expected:#x}");
                return Err(Violation::new(broken));
            }
        }
        Ok(())
    }

    /// TBs that end in cycle `now` or have ended before, and have not been taken.
    pub(super) fn ended(&self, now: u64) -> Vec<Seat> {
        let ended = self.residents.iter().filter(|(_, r)| r.ends.is_some_and(|ends| ends <= now));
        ended.map(|(&seat, _)| seat).collect()
    }

    /// No TB is resident, and everything has been told.
    pub fn drained(&self) -> bool {
        self.residents.is_empty() && self.ends.is_empty() && self.told == self.to_tell
    }

    /// The edge that ends cycle `now`; `granted` is the TB of the grant in `input`, if there is one.
    pub(super) fn follow(
        &mut self,
        now: u64,
        input: &In,
        granted: Option<Tb>,
    ) -> Result<(), Violation> {
        let end_ready = self.ends.len() < 2;
        // A slot released at this edge is free from the next one on: so the grant first.
        self.start = None;
        if let (Some(tb), Some(smx)) = (granted, input.grant_smxs.lowest()) {
            self.commit(now, smx, tb)?;
        }
        self.tell(input);
        if input.end_valid && end_ready {
            let seat = (input.end_smx, input.end_slot);
            let resident = self.residents.get_mut(&seat);
            let resident = resident.ok_or_else(|| Violation::new("the stimulus ends no TB"))?;
            resident.ends = None;
            let tb = resident.tb;
            let (owed_agt, owed_dats) = (tb.tell_agt, tb.tell_dats);
            self.ends.push_back(Ended { seat, tb, reported: false, owed_agt, owed_dats });
        }
        if input.ask_valid {
            self.asked = (input.ask_smxs, input.ask_demand);
        }
        Ok(())
    }

    /// A TB takes the lowest free slot of an SMX.
    fn commit(&mut self, now: u64, smx: u32, tb: Tb) -> Result<(), Violation> {
        let left = self.left(smx);
        let fits =
            left.resources.iter().zip(resources(tb.demand)).all(|(left, need)| *left >= need);
        let slot = left.lowest.filter(|_| fits);
        let overbooked = || Violation::new(format!("rule 3: SMX {smx} is overbooked"));
        let seat = (smx, slot.ok_or_else(overbooked)?);
        // The SMX sees the start one cycle after the grant, and may answer in the next.
        self.residents.insert(seat, Resident { tb, ends: Some(now + 2 + tb.runs) });
        self.start = Some(seat);
        let [kd, agt, dats] = &mut self.to_tell;
        *kd += 1;
        *agt += u64::from(tb.tell_agt);
        *dats += u64::from(tb.tell_dats);
        Ok(())
    }

    /// The first end is told to the receivers that take it.
    fn tell(&mut self, input: &In) {
        let Some(first) = self.ends.front_mut() else { return };
        let [kd, agt, dats] = &mut self.told;
        if !first.reported {
            first.reported = true;
            *kd += 1;
            self.residents.remove(&first.seat);
        }
        if first.owed_agt && input.told_agt_ready {
            first.owed_agt = false;
            *agt += 1;
        }
        if first.owed_dats && input.told_dats_ready {
            first.owed_dats = false;
            *dats += 1;
        }
        if !first.owed_agt && !first.owed_dats {
            self.ends.pop_front();
        }
    }
}
