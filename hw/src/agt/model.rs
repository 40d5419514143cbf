//! Fast model of the Aggregated Group Table.

use super::agei::Agei;
use super::pins::{In, Out, Params};
use super::record::{self, offset, WORDS_READ};
use super::{COUNT_MASK, DISTRIBUTED, VALID};
use crate::kit::Clocked;

/// What the table does in this cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Clears the entry at `sweep`.
    Sweep,
    /// Chooses a held request and presents its index to the memories.
    Pick,
    /// Carries out an `end`, `done`, `next`, `take` or `alloc`.
    End,
    Done,
    Next,
    Take,
    Alloc,
    /// Writes the Next field of a record.
    Write,
    /// Reads a record.
    Fetch,
}

/// One AGE: AggDim x, AggDim y and z, Param, Next, ExeBL.
#[derive(Clone, Copy, Debug)]
struct Entry {
    grid_x: u32,
    grid_yz: u32,
    param: u32,
    next: Agei,
    exebl: u32,
}

impl Entry {
    const EMPTY: Self = Self { grid_x: 0, grid_yz: 0, param: 0, next: Agei::entry(0), exebl: 0 };
}

/// An `alloc` in its buffer.
#[derive(Clone, Copy, Debug)]
struct Alloc {
    /// The entry to look up, and the number of entries looked up before.
    index: usize,
    looked: u32,
    kdei: u32,
    grid_x: u32,
    grid_yz: u32,
    param: u32,
    record: u32,
}

/// The entries, one buffer per request stream, and the registers of the outputs.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    entries: Vec<Entry>,
    state: State,
    sweep: usize,
    occupied: u32,
    end: Option<Agei>,
    /// The group and its number of TBs.
    done: Option<(Agei, u32)>,
    /// The group to write to, and its Next field.
    next: Option<(Agei, Agei)>,
    take: Option<Agei>,
    alloc: Option<Alloc>,
    /// KDEI and AGEI.
    link: Option<(u32, Agei)>,
    /// The words of the last group read, as in its record.
    group: [u32; WORDS_READ],
    group_valid: bool,
    requested: usize,
    received: usize,
}

impl Model {
    /// A table of the given size.
    pub fn new(params: &Params) -> Self {
        Self {
            params: params.clone(),
            entries: vec![Entry::EMPTY; params.entries as usize],
            state: State::Sweep,
            sweep: 0,
            occupied: 0,
            end: None,
            done: None,
            next: None,
            take: None,
            alloc: None,
            link: None,
            group: [0; WORDS_READ],
            group_valid: false,
            requested: 0,
            received: 0,
        }
    }

    /// The entry that the lower bits of a number name.
    fn index(&self, number: u32) -> usize {
        number as usize & (self.entries.len() - 1)
    }

    /// Chooses among the held requests (rule 6).
    fn pick(&self) -> State {
        if self.end.is_some() {
            return State::End;
        }
        if self.done.is_some() {
            return State::Done;
        }
        match (self.next, self.take) {
            (Some((prev, _)), _) if !prev.is_in_table() => State::Write,
            (Some(_), _) => State::Next,
            (None, Some(agei)) if !agei.is_in_table() => State::Fetch,
            (None, Some(_)) => State::Take,
            (None, None) if self.alloc.is_some() && self.link.is_none() => State::Alloc,
            (None, None) => State::Pick,
        }
    }

    /// Adds `delta` to the count in ExeBL, or frees the entry (rule 5).
    fn settle(&mut self, agei: Agei, delta: u32, distributed: u32) {
        let index = self.index(agei.word());
        let exebl = &mut self.entries[index].exebl;
        let count = exebl.wrapping_add(delta) & COUNT_MASK;
        let distributed = (*exebl & DISTRIBUTED) | distributed;
        if distributed != 0 && count == 0 {
            *exebl = 0;
            self.occupied = self.occupied.wrapping_sub(1) & 0x1FFF;
        } else {
            *exebl = VALID | distributed | count;
        }
    }

    /// Takes the entry, looks up the next, or leaves the group in its record (rule 2). Offers the
    /// link unless it looks up another entry.
    fn allocate(&mut self, alloc: Alloc) {
        let entry = &mut self.entries[alloc.index];
        let occupied = entry.exebl & VALID != 0;
        let looked = alloc.looked + 1;
        if occupied && looked < self.params.looks() {
            let index = self.index(alloc.index as u32 + self.params.stride());
            self.alloc = Some(Alloc { index, looked, ..alloc });
            self.state = State::Alloc;
            return;
        }
        let agei = if occupied {
            Agei::spilled(alloc.record)
        } else {
            let Alloc { grid_x, grid_yz, param, .. } = alloc;
            *entry = Entry { grid_x, grid_yz, param, next: Agei::NONE, exebl: VALID };
            self.occupied += 1;
            Agei::entry(alloc.index as u32)
        };
        self.link = Some((alloc.kdei, agei));
    }

    /// Collects a record's words as they arrive (rule 4).
    fn fetch(&mut self, i: &In) {
        if self.requested < WORDS_READ && i.mem_req_ready {
            self.requested += 1;
        }
        if i.mem_resp_valid {
            self.group[self.received] = i.mem_resp_data;
            self.received += 1;
            if self.received == WORDS_READ {
                (self.requested, self.received) = (0, 0);
                self.take = None;
                self.group_valid = true;
                self.state = State::Pick;
            }
        }
    }

    /// Carries out one cycle of the state machine; `self.link` and the buffers are those before the
    /// edge.
    fn advance(&mut self, i: &In) {
        let state = self.state;
        self.state = State::Pick;
        match state {
            State::Sweep => {
                self.entries[self.sweep].exebl = 0;
                self.sweep += 1;
                if self.sweep < self.entries.len() {
                    self.state = State::Sweep;
                }
            }
            State::Pick => self.state = self.pick(),
            State::End => {
                if let Some(agei) = self.end.take() {
                    self.settle(agei, COUNT_MASK, 0);
                }
            }
            State::Done => {
                if let Some((agei, count)) = self.done.take() {
                    self.settle(agei, count, DISTRIBUTED);
                }
            }
            State::Next => {
                if let Some((prev, agei)) = self.next.take() {
                    let index = self.index(prev.word());
                    self.entries[index].next = agei;
                }
            }
            State::Take => {
                if let Some(agei) = self.take.take() {
                    let entry = self.entries[self.index(agei.word())];
                    self.group[record::GRID_X] = entry.grid_x;
                    self.group[record::GRID_YZ] = entry.grid_yz;
                    self.group[record::PARAM] = entry.param;
                    self.group[record::NEXT] = entry.next.word();
                    self.group_valid = true;
                }
            }
            State::Alloc => {
                if let Some(alloc) = self.alloc.take() {
                    self.allocate(alloc);
                }
            }
            State::Write if i.mem_req_ready => self.next = None,
            State::Write => self.state = State::Write,
            State::Fetch => {
                self.state = State::Fetch;
                self.fetch(i);
            }
        }
    }

    /// Returns the request to memory: whether it is a write, its address and its data.
    fn memory_request(&self) -> Option<(bool, u32, u32)> {
        match (self.state, self.next, self.take) {
            (State::Write, Some((prev, agei)), _) => {
                Some((true, prev.record() + offset(record::NEXT), agei.word()))
            }
            (State::Fetch, _, Some(agei)) if self.requested < WORDS_READ => {
                Some((false, agei.record() + offset(self.requested), 0))
            }
            _ => None,
        }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        // Reset keeps the entries: only the sweep clears them, as in the circuit.
        let entries = std::mem::take(&mut self.entries);
        *self = Self { entries, ..Self::new(&self.params) };
    }

    fn out(&self) -> Out {
        let awake = self.state != State::Sweep;
        let (link_kdei, link_agei) = self.link.map_or((0, 0), |(kdei, agei)| (kdei, agei.word()));
        let group = if self.group_valid { self.group } else { [0; WORDS_READ] };
        let request = self.memory_request();
        let (mem_req_write, mem_req_addr, mem_req_data) = request.unwrap_or((false, 0, 0));
        Out {
            alloc_ready: awake && self.alloc.is_none(),
            link_valid: self.link.is_some(),
            link_kdei,
            link_agei,
            next_ready: awake && self.next.is_none(),
            take_ready: awake && self.take.is_none(),
            group_valid: self.group_valid,
            group_grid_x: group[record::GRID_X],
            group_grid_yz: group[record::GRID_YZ],
            group_param: group[record::PARAM],
            group_next: group[record::NEXT],
            done_ready: awake && self.done.is_none(),
            end_ready: awake && self.end.is_none(),
            mem_req_valid: request.is_some(),
            mem_req_write,
            mem_req_addr,
            mem_req_data,
            occupied: self.occupied,
            idle: self.idle(),
        }
    }

    fn step(&mut self, i: &In) {
        let ready = self.out();
        self.group_valid = false;
        self.advance(i);
        if ready.link_valid && i.link_ready {
            self.link = None;
        }
        if i.end_valid && ready.end_ready {
            self.end = Some(Agei::from_word(i.end_agei));
        }
        if i.done_valid && ready.done_ready {
            self.done = Some((Agei::from_word(i.done_agei), i.done_count));
        }
        if i.next_valid && ready.next_ready {
            self.next = Some((Agei::from_word(i.next_prev), Agei::from_word(i.next_agei)));
        }
        if i.take_valid && ready.take_ready {
            self.take = Some(Agei::from_word(i.take_agei));
        }
        if i.alloc_valid && ready.alloc_ready {
            self.alloc = Some(Alloc {
                index: self.index(i.alloc_hw_tid),
                looked: 0,
                kdei: i.alloc_kdei,
                grid_x: i.alloc_grid_x,
                grid_yz: i.alloc_grid_yz,
                param: i.alloc_param,
                record: i.alloc_record,
            });
        }
    }

    fn idle(&self) -> bool {
        self.state == State::Pick
            && self.end.is_none()
            && self.done.is_none()
            && self.next.is_none()
            && self.take.is_none()
            && self.alloc.is_none()
            && self.link.is_none()
            && !self.group_valid
    }
}
