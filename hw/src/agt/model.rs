//! Fast model of the Aggregated Group Table.

use super::pins::{In, Out, Params};
use super::{record_of, COUNT_MASK, DISTRIBUTED, NEXT_OFFSET, VALID};
use crate::kernel_distributor::pins::{NO_GROUP, SPILLED};
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
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    grid_x: u32,
    grid_yz: u32,
    param: u32,
    next: u32,
    exebl: u32,
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
    end: Option<u32>,
    /// The group and its number of TBs.
    done: Option<(u32, u32)>,
    /// The group to write to, and the AGEI of its Next field.
    next: Option<(u32, u32)>,
    take: Option<u32>,
    alloc: Option<Alloc>,
    /// KDEI and AGEI.
    link: Option<(u32, u32)>,
    /// The words of the last group read, x, yz, Param and Next.
    group: [u32; 4],
    group_valid: bool,
    requested: u32,
    received: usize,
}

impl Model {
    /// A table of the given size.
    pub fn new(params: &Params) -> Self {
        Self {
            params: params.clone(),
            entries: vec![Entry::default(); params.entries as usize],
            state: State::Sweep,
            sweep: 0,
            occupied: 0,
            end: None,
            done: None,
            next: None,
            take: None,
            alloc: None,
            link: None,
            group: [0; 4],
            group_valid: false,
            requested: 0,
            received: 0,
        }
    }

    fn index(&self, agei: u32) -> usize {
        agei as usize & (self.entries.len() - 1)
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
            (Some((prev, _)), _) if prev & SPILLED != 0 => State::Write,
            (Some(_), _) => State::Next,
            (None, Some(agei)) if agei & SPILLED != 0 => State::Fetch,
            (None, Some(_)) => State::Take,
            (None, None) if self.alloc.is_some() && self.link.is_none() => State::Alloc,
            (None, None) => State::Pick,
        }
    }

    /// Adds `delta` to the count in ExeBL, or frees the entry (rule 5).
    fn settle(&mut self, agei: u32, delta: u32, distributed: u32) {
        let index = self.index(agei);
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
            SPILLED | alloc.record >> 5
        } else {
            let Alloc { grid_x, grid_yz, param, .. } = alloc;
            *entry = Entry { grid_x, grid_yz, param, next: NO_GROUP, exebl: VALID };
            self.occupied += 1;
            alloc.index as u32
        };
        self.link = Some((alloc.kdei, agei));
    }

    /// Collects a record's words as they arrive (rule 4).
    fn fetch(&mut self, i: &In) {
        if self.requested < 4 && i.mem_req_ready {
            self.requested += 1;
        }
        if i.mem_resp_valid {
            self.group[self.received] = i.mem_resp_data;
            self.received += 1;
            if self.received == 4 {
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
                    let index = self.index(prev);
                    self.entries[index].next = agei;
                }
            }
            State::Take => {
                if let Some(agei) = self.take.take() {
                    let entry = self.entries[self.index(agei)];
                    self.group = [entry.grid_x, entry.grid_yz, entry.param, entry.next];
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
                Some((true, record_of(prev) + NEXT_OFFSET, agei))
            }
            (State::Fetch, _, Some(agei)) if self.requested < 4 => {
                Some((false, record_of(agei) + 4 * self.requested, 0))
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
        let (link_kdei, link_agei) = self.link.unwrap_or((0, 0));
        let group = if self.group_valid { self.group } else { [0; 4] };
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
            group_grid_x: group[0],
            group_grid_yz: group[1],
            group_param: group[2],
            group_next: group[3],
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
            self.end = Some(i.end_agei);
        }
        if i.done_valid && ready.done_ready {
            self.done = Some((i.done_agei, i.done_count));
        }
        if i.next_valid && ready.next_ready {
            self.next = Some((i.next_prev, i.next_agei));
        }
        if i.take_valid && ready.take_ready {
            self.take = Some(i.take_agei);
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
