//! A channel: banks that open rows, and a queue of requests.
//!
//! Each bank serves one request at a time. In every clock, one bank that has none takes one from the queue: of the
//! requests to its open row the oldest, otherwise the oldest (first ready, first come). Then the banks are asked in
//! turn: for a column command, of which a clock has one, or, as long as there is none, for one that opens or closes a
//! row, of which a clock has one too.

use super::super::stats::DramStats;
use super::location::Location;
use crate::bits::set_bits;
use crate::config::{DramConfig, BUS_TURNAROUND};
use crate::log;
use std::collections::VecDeque;

/// A request for one burst of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request<T> {
    /// Clock of its arrival; never decreases.
    pub arrival: u64,
    pub location: Location,
    pub write: bool,
    /// Whose it is.
    pub of: T,
}

/// A request that a bank serves.
#[derive(Clone, Copy, Debug)]
struct Served<T> {
    request: Request<T>,
    /// Whether a row had to be opened for it.
    opened: bool,
}

/// All clocks are the first in which the command may come.
#[derive(Clone, Copy, Debug)]
struct Bank<T> {
    row: Option<u64>,
    serves: Option<Served<T>>,
    /// Requests in the queue for this bank.
    queued: u32,
    activate: u64,
    column: u64,
    precharge: u64,
}

#[derive(Clone, Debug)]
pub(super) struct Channel<T> {
    t: DramConfig,
    /// Requests that have no place in the queue, in the order of their arrival.
    outside: VecDeque<Request<T>>,
    queue: Vec<Request<T>>,
    banks: Vec<Bank<T>>,
    /// Masks of the banks that serve a request, and of those for which one is queued; `dram.banks` is at most 64.
    serving: u64,
    wanted: u64,
    /// First clocks of the next activation, of the next read and write, and of the next column command of each group.
    activate: u64,
    column: [u64; 2],
    groups: Vec<u64>,
    /// Bank that is asked first.
    first: usize,
    refresh: u64,
    /// Requests that have arrived and whose data have not been transferred, and since when there are any.
    pending: u32,
    pending_since: u64,
    /// Clock behind the last data.
    idle_from: u64,
    pub(super) stats: DramStats,
}

impl<T: Copy> Channel<T> {
    pub(super) fn new(dram: &DramConfig) -> Self {
        let bank =
            Bank { row: None, serves: None, queued: 0, activate: 0, column: 0, precharge: 0 };
        Self {
            t: dram.clone(),
            outside: VecDeque::new(),
            queue: Vec::with_capacity(dram.queue as usize),
            banks: vec![bank; dram.banks as usize],
            serving: 0,
            wanted: 0,
            activate: 0,
            column: [0; 2],
            groups: vec![0; dram.bank_groups as usize],
            first: 0,
            refresh: if dram.refi == 0 { u64::MAX } else { u64::from(dram.refi) },
            pending: 0,
            pending_since: 0,
            idle_from: 0,
            stats: DramStats::default(),
        }
    }

    /// Adds a request. The clocks before its arrival have been stepped, as far as [`Channel::next`] asks for.
    pub(super) fn push(&mut self, request: Request<T>) {
        self.outside.push_back(request);
    }

    /// Whether it takes another request: fewer are on their way or wait for the queue than may.
    pub(super) fn has_room(&self) -> bool {
        self.outside.len() < self.t.backlog as usize
    }

    /// Makes a clock pass. Calls `done` with each request that is served in it, and the clock behind its data.
    pub(super) fn step(&mut self, clock: u64, mut done: impl FnMut(Request<T>, u64)) {
        if self.refresh <= clock {
            // Of all that are past, only the last may still keep a bank.
            let refi = u64::from(self.t.refi);
            self.refresh += (clock - self.refresh) / refi * refi;
            self.close_all();
        }
        self.let_in(clock);
        self.choose();
        let mut changed = false;
        for bank in in_turn(self.serving, self.first) {
            if self.column_at(bank).is_some_and(|at| at <= clock) {
                self.transfer(clock, bank, &mut done);
                return;
            }
            if !changed && self.row_at(bank).is_some_and(|at| at <= clock) {
                self.change_row(clock, bank);
                changed = true;
            }
        }
    }

    /// Returns the first clock after `clock`, which has been stepped, in which anything may happen.
    pub(super) fn next(&self, clock: u64) -> Option<u64> {
        let mut next = u64::MAX;
        if self.queue.len() < self.t.queue as usize {
            if let Some(request) = self.outside.front() {
                next = request.arrival;
            }
        }
        if self.wanted & !self.serving != 0 {
            return Some(clock + 1);
        }
        for bank in in_turn(self.serving, 0) {
            let at = self.column_at(bank).or_else(|| self.row_at(bank));
            next = next.min(at.unwrap_or(u64::MAX));
        }
        // A refresh matters only to what waits.
        (next != u64::MAX).then(|| next.max(clock + 1))
    }

    /// Refreshes all banks.
    fn close_all(&mut self) {
        let end = self.refresh + u64::from(self.t.rp + self.t.rfc);
        for bank in &mut self.banks {
            bank.row = None;
            bank.activate = bank.activate.max(end);
        }
        self.refresh += u64::from(self.t.refi);
    }

    /// Lets requests that have arrived into the queue, as long as it has room.
    fn let_in(&mut self, clock: u64) {
        while self.queue.len() < self.t.queue as usize {
            let Some(request) = self.outside.pop_front_if(|request| request.arrival <= clock)
            else {
                return;
            };
            if self.pending == 0 {
                self.pending_since = request.arrival.max(self.idle_from);
            }
            self.pending += 1;
            let stats = &mut self.stats;
            *if request.write { &mut stats.writes } else { &mut stats.reads } += 1;
            stats.queue_wait_clocks += clock - request.arrival;
            let Request { arrival, write, .. } = request;
            log::note(|| log::Event::Queued { clock, arrival, write });
            self.banks[request.location.bank].queued += 1;
            self.wanted |= 1 << request.location.bank;
            self.queue.push(request);
        }
    }

    /// Gives one bank without a request one of those in the queue.
    fn choose(&mut self) {
        let free = self.wanted & !self.serving;
        let Some(number) = in_turn(free, self.first).next() else { return };
        let bank = &mut self.banks[number];
        let own = |request: &Request<T>| request.location.bank == number;
        let hits = |request: &Request<T>| Some(request.location.row) == bank.row;
        let ready = self.queue.iter().position(|request| own(request) && hits(request));
        let oldest = self.queue.iter().position(own);
        let Some(position) = ready.or(oldest) else { return };
        bank.queued -= 1;
        self.wanted &= !(u64::from(bank.queued == 0) << number);
        bank.serves = Some(Served { request: self.queue.remove(position), opened: false });
        self.serving |= 1 << number;
        self.first = (self.first + 1) % self.banks.len();
    }

    /// Returns when the request of a bank may have its column command, if its row is open.
    fn column_at(&self, number: usize) -> Option<u64> {
        let bank = &self.banks[number];
        let Request { location, write, .. } = bank.serves?.request;
        let shared = self.column[usize::from(write)].max(self.groups[location.group]);
        (bank.row == Some(location.row)).then(|| bank.column.max(shared))
    }

    /// Returns when the bank may open the row of its request, or close another.
    fn row_at(&self, number: usize) -> Option<u64> {
        let bank = &self.banks[number];
        let Request { location, .. } = bank.serves?.request;
        match bank.row {
            None => Some(bank.activate.max(self.activate)),
            Some(row) if row != location.row => Some(bank.precharge),
            Some(_) => None,
        }
    }

    fn change_row(&mut self, clock: u64, number: usize) {
        let t = &self.t;
        let bank = &mut self.banks[number];
        let Some(served) = &mut bank.serves else { return };
        if bank.row.take().is_some() {
            bank.activate = bank.activate.max(clock + u64::from(t.rp));
        } else {
            served.opened = true;
            log::note(|| log::Event::Opened { bank: number });
            bank.row = Some(served.request.location.row);
            bank.column = clock + u64::from(t.rcd);
            bank.precharge = clock + u64::from(t.ras);
            bank.activate = clock + u64::from(t.rc);
            self.activate = clock + u64::from(t.rrd);
        }
        self.first = (number + 1) % self.banks.len();
    }

    fn transfer(&mut self, clock: u64, number: usize, done: &mut impl FnMut(Request<T>, u64)) {
        let t = &self.t;
        let bank = &mut self.banks[number];
        let Some(Served { request, opened }) = bank.serves.take() else { return };
        self.serving &= !(1 << number);
        let (same, other) = (usize::from(request.write), usize::from(!request.write));
        let turned = match request.write {
            true => t.wl + t.burst + t.wtr,
            false => t.cl + t.burst + BUS_TURNAROUND - t.wl,
        };
        self.column[same] = self.column[same].max(clock + u64::from(t.burst));
        self.column[other] = self.column[other].max(clock + u64::from(turned));
        self.groups[request.location.group] = clock + u64::from(t.ccd_long);
        let restored = if request.write { t.wl + t.burst + t.wr } else { t.rtp };
        bank.precharge = bank.precharge.max(clock + u64::from(restored));
        let end = clock + u64::from(if request.write { t.wl } else { t.cl } + t.burst);
        log::note(|| log::Event::Burst { bank: number, end });
        let stats = &mut self.stats;
        *if opened { &mut stats.row_misses } else { &mut stats.row_hits } += 1;
        self.idle_from = self.idle_from.max(end);
        self.pending -= 1;
        if self.pending == 0 {
            stats.active_clocks += self.idle_from - self.pending_since;
        }
        done(request, end);
    }
}

/// The banks of a mask in turn, first the one numbered `first`.
fn in_turn(mask: u64, first: usize) -> impl Iterator<Item = usize> {
    let behind = mask & (u64::MAX << first);
    set_bits(behind).chain(set_bits(mask & !behind))
}
