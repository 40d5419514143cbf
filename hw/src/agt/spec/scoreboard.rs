//! The scoreboard of the table, on sets and maps: which group has which entry, and which held request is carried out
//! in which cycle (the timing table of the unit). A request has been carried out when its buffer is free again.

use super::super::agei::Agei;
use super::super::pins::{In, Organisation, Out, Params};
use super::super::record;
use crate::kit::spec::broken;
use crate::kit::Violation;
use std::collections::BTreeMap;

/// The fields of a group.
#[derive(Clone, Debug)]
pub struct Group {
    /// AggDim x.
    pub grid_x: u32,
    /// AggDim y and z.
    pub grid_yz: u32,
    /// Parameter address.
    pub param: u32,
    /// Address of the group's record.
    pub record: u32,
    /// AGEI of the next group.
    pub(super) next: u32,
}

impl Group {
    /// Returns the fields of the `number`th group of a stimulus: all different, all bits in use.
    pub fn numbered(number: usize) -> Self {
        let serial = number as u32 + 1;
        Self {
            grid_x: serial.wrapping_mul(0x8503_4A85),
            grid_yz: serial.wrapping_mul(0xC2B2_AE35),
            param: serial.wrapping_mul(0x27D4_EB2F),
            record: serial.wrapping_mul(0x9E37_79E0),
            next: Agei::NONE.word(),
        }
    }
}

/// A request, in the order of rule 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    End { agei: u32 },
    Done { agei: u32, count: u32 },
    Next { prev: u32, agei: u32 },
    Take { agei: u32 },
    Alloc { number: usize, hw_tid: u32, kdei: u32 },
}

/// The streams in the order of rule 6.
const STREAMS: [&str; 5] = ["end", "done", "next", "take", "alloc"];

/// State of the TBs of a group in the table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tbs {
    pub(super) ended: u32,
    pub(super) distributed: Option<u32>,
}

/// The groups, the held requests, and what was on the pins.
pub struct Scoreboard {
    pub(super) params: Params,
    pub(super) cycle: u64,
    /// The requests in their buffers.
    pub(super) held: [Option<Request>; 5],
    /// The held request being carried out, by its rank, and the cycle in which it was chosen.
    chosen: Option<(usize, u64)>,
    pub(super) groups: Vec<Group>,
    /// The latest group to have each AGEI.
    pub(super) numbers: BTreeMap<u32, usize>,
    /// Occupied entries.
    pub(super) live: BTreeMap<u32, Tbs>,
    pub(super) link: Option<(u32, u32)>,
    /// The request that was carried out at the last edge.
    pub(super) carried_out: Option<Request>,
    /// Whether the request carried out at the last edge freed an entry.
    pub(super) freed: bool,
    /// Entries looked up by the last alloc, and whether its AGEI had been used before.
    pub(super) looks: u64,
    pub(super) again: bool,
    pub(super) memory_transfers: u32,
    pub(super) memory_responses: u32,
}

impl Scoreboard {
    /// The state of a table after reset.
    pub fn new(params: &Params) -> Self {
        Self {
            params: params.clone(),
            cycle: 0,
            held: [None; 5],
            chosen: None,
            groups: Vec::new(),
            numbers: BTreeMap::new(),
            live: BTreeMap::new(),
            link: None,
            carried_out: None,
            freed: false,
            looks: 0,
            again: false,
            memory_transfers: 0,
            memory_responses: 0,
        }
    }

    /// Returns the number of the group that has this AGEI.
    pub fn number(&self, agei: u32) -> usize {
        self.numbers[&agei]
    }

    /// Returns whether the table has cleared itself.
    pub fn awake(&self) -> bool {
        self.cycle >= u64::from(self.params.entries)
    }

    /// Returns whether nothing is held or offered, and only groups that do not complete are left.
    pub fn drained(&self, unending: usize) -> bool {
        self.held.iter().all(Option::is_none) && self.link.is_none() && self.live.len() == unending
    }

    /// Checks the outputs of a cycle.
    pub fn check(&mut self, out: &Out) -> Result<(), Violation> {
        if !self.awake() {
            if *out != Out::default() {
                return broken(format!("rule 1: a pin is high while the table clears: {out:?}"));
            }
            return Ok(());
        }
        let ready =
            [out.end_ready, out.done_ready, out.next_ready, out.take_ready, out.alloc_ready];
        let ended = self.ended();
        for (rank, (held, &ready)) in self.held.iter().zip(&ready).enumerate() {
            let expected = held.is_none() || ended == Some(rank);
            if ready != expected {
                let name = STREAMS[rank];
                return broken(format!("rule 6: {name}_ready is {ready}, {held:x?} is held"));
            }
        }
        (self.carried_out, self.freed) = (None, false);
        let mut group = None;
        if let Some(request) = ended.and_then(|rank| self.held[rank].take()) {
            group = self.carry_out(request);
            (self.carried_out, self.chosen) = (Some(request), None);
            (self.memory_transfers, self.memory_responses) = (0, 0);
        }
        self.check_group(out, group)?;
        self.check_memory(out)?;
        let link = out.link_valid.then_some((out.link_kdei, out.link_agei));
        if link != self.link || (link.is_none() && (out.link_kdei, out.link_agei) != (0, 0)) {
            return broken(format!("rule 2: link {link:x?}, expected {:x?}", self.link));
        }
        if out.occupied != self.live.len() as u32 {
            let (actual, expected) = (out.occupied, self.live.len());
            return broken(format!("rule 5: occupied {actual}, expected {expected}"));
        }
        let busy = self.held.iter().any(Option::is_some) || out.link_valid || out.group_valid;
        if out.idle == busy {
            return broken(format!("contract 4: idle is {}", out.idle));
        }
        Ok(())
    }

    /// The record that a request needs from memory, or writes to.
    fn record_of(&self, request: Request) -> Option<u32> {
        let (Request::Next { prev: agei, .. } | Request::Take { agei }) = request else {
            return None;
        };
        let spilled = !Agei::from_word(agei).is_in_table();
        spilled.then(|| self.groups[self.number(agei)].record)
    }

    /// The request being carried out from memory in this cycle, and the group's record.
    fn in_memory(&self) -> Option<(Request, u32)> {
        let (rank, _) = self.chosen.filter(|&(_, chosen)| chosen < self.cycle)?;
        let request = self.held[rank]?;
        Some((request, self.record_of(request)?))
    }

    /// Whether a record is being read or written.
    pub(super) fn uses_memory(&self) -> bool {
        self.in_memory().is_some()
    }

    /// The rank of the request that was carried out at the last edge: two cycles after its choice, later by the
    /// further entries looked up, or when memory has taken and answered all (rules 2 to 4).
    fn ended(&self) -> Option<usize> {
        let (rank, chosen) = self.chosen?;
        let request = self.held[rank]?;
        let ended = match request {
            Request::Alloc { hw_tid, .. } => self.cycle == chosen + 1 + self.search(hw_tid).1,
            Request::Next { .. } if self.record_of(request).is_some() => self.memory_transfers == 1,
            Request::Take { .. } if self.record_of(request).is_some() => {
                self.memory_responses as usize == record::WORDS_READ
            }
            _ => self.cycle == chosen + 2,
        };
        ended.then_some(rank)
    }

    /// Rule 6: the first held request is chosen if none is being carried out; an alloc waits for the link before it.
    fn choose(&mut self) {
        if self.awake() && self.chosen.is_none() {
            let may = |held: &Option<Request>| match held {
                Some(Request::Alloc { .. }) => self.link.is_none(),
                held => held.is_some(),
            };
            self.chosen = self.held.iter().position(may).map(|rank| (rank, self.cycle));
        }
    }

    /// Returns the entry that a group of this thread takes, if one is free, and the cycles of the
    /// search: one per entry (rule 2).
    pub(super) fn search(&self, hw_tid: u32) -> (Option<u32>, u64) {
        let entries = self.params.entries;
        let may_have: Vec<u32> = match self.params.organisation {
            Organisation::Hash => vec![hw_tid],
            Organisation::LinearProbing => (hw_tid..).take(entries.min(8) as usize).collect(),
            Organisation::TwoWay => vec![hw_tid, hw_tid + entries / 2],
        };
        let mut looks = 0;
        for index in may_have {
            looks += 1;
            if !self.live.contains_key(&(index % entries)) {
                return (Some(index % entries), looks);
            }
        }
        (None, looks)
    }

    /// Applies the request. For a `take`, returns the group that the table must answer.
    fn carry_out(&mut self, request: Request) -> Option<Group> {
        match request {
            Request::End { agei } => self.settle(agei, |tbs| tbs.ended += 1),
            Request::Done { agei, count } => {
                self.settle(agei, |tbs| tbs.distributed = Some(count));
            }
            Request::Next { prev, agei } => {
                let number = self.number(prev);
                self.groups[number].next = agei;
            }
            Request::Take { agei } => return Some(self.groups[self.number(agei)].clone()),
            Request::Alloc { number, hw_tid, kdei } => {
                let record = Agei::spilled(self.groups[number].record).word();
                let (entry, looks) = self.search(hw_tid);
                self.looks = looks;
                if let Some(index) = entry {
                    self.live.insert(index, Tbs::default());
                }
                let agei = entry.unwrap_or(record);
                self.again = self.numbers.insert(agei, number).is_some();
                self.link = Some((kdei, agei));
            }
        }
        None
    }

    /// Rule 5: frees the entry when every TB has been distributed and has completed.
    fn settle(&mut self, agei: u32, change: impl FnOnce(&mut Tbs)) {
        let tbs = self.live.entry(agei).or_default();
        change(tbs);
        if tbs.distributed == Some(tbs.ended) {
            self.live.remove(&agei);
            self.freed = true;
        }
    }

    fn check_group(&self, out: &Out, group: Option<Group>) -> Result<(), Violation> {
        let actual = [out.group_grid_x, out.group_grid_yz, out.group_param, out.group_next];
        let expected = group.as_ref().map(|g| [g.grid_x, g.grid_yz, g.param, g.next]);
        if out.group_valid == expected.is_some() && actual == expected.unwrap_or_default() {
            return Ok(());
        }
        broken(format!("rule 4: group {actual:x?}, expected {expected:x?}"))
    }

    /// Checks rules 3, 4 and 7: the words of the record being read or written, one after the other.
    fn check_memory(&self, out: &Out) -> Result<(), Violation> {
        let actual = (out.mem_req_valid, out.mem_req_write, out.mem_req_addr, out.mem_req_data);
        let word = self.memory_transfers as usize;
        let expected = match self.in_memory() {
            Some((Request::Next { agei, .. }, record)) => {
                (true, true, record + record::offset(record::NEXT), agei)
            }
            Some((_, record)) if word < record::WORDS_READ => {
                (true, false, record + record::offset(word), 0)
            }
            _ => (false, false, 0, 0),
        };
        if actual == expected {
            return Ok(());
        }
        broken(format!("rules 3, 4 and 7: request {actual:x?}, expected {expected:x?}"))
    }

    /// Follows the transfers at the edge that ends the cycle.
    pub fn follow(&mut self, out: &Out, i: &In) {
        self.choose();
        let offered = [
            (i.end_valid && out.end_ready).then_some(Request::End { agei: i.end_agei }),
            (i.done_valid && out.done_ready)
                .then_some(Request::Done { agei: i.done_agei, count: i.done_count }),
            (i.next_valid && out.next_ready)
                .then_some(Request::Next { prev: i.next_prev, agei: i.next_agei }),
            (i.take_valid && out.take_ready).then_some(Request::Take { agei: i.take_agei }),
            (i.alloc_valid && out.alloc_ready).then(|| {
                self.groups.push(Group::numbered(self.groups.len()));
                let number = self.groups.len() - 1;
                Request::Alloc { number, hw_tid: i.alloc_hw_tid, kdei: i.alloc_kdei }
            }),
        ];
        for (held, request) in self.held.iter_mut().zip(offered) {
            *held = request.or(*held);
        }
        if out.link_valid && i.link_ready {
            self.link = None;
        }
        self.memory_transfers += u32::from(out.mem_req_valid && i.mem_req_ready);
        self.memory_responses += u32::from(i.mem_resp_valid);
        self.cycle += 1;
    }
}
