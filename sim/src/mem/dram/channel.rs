//! A channel: banks that open rows, and the queue of requests they are chosen from.
//!
//! Each request is scheduled when it arrives, between the commands that are booked already. First-ready,
//! first-come scheduling shows in three ways. A command takes the first clock that its bank, its bank
//! group and the data bus allow, be it before those of earlier requests. A request joins the visit to
//! its row that has not been closed when it enters the queue, even if visits to other rows are planned
//! behind; such a latecomer takes its clocks and puts off what is planned after these visits, but the
//! planned visits themselves keep their times. And `queue` requests at most are chosen from: one more
//! enters when a column command has made room.
//!
//! Nobody waits for the data of a write. So a write whose clock is not free at once stays in the queue
//! unscheduled, while reads go before it, until the channel falls idle or writes fill half the queue;
//! then all of them are scheduled, one behind the other. That is what first-ready scheduling comes to:
//! while reads are ready, none lets the bus turn round for a write.

use super::super::stats::DramStats;
use super::super::window::Window;
use super::active::Active;
use super::commands::{Activations, Columns, REMEMBERED};
use super::place::Place;
use super::refresh::Refresh;
use crate::config::DramConfig;

/// Open, planned and past visits a bank remembers.
const VISITS: usize = 8;

/// A row between activation and precharge. Times in command clocks.
#[derive(Clone, Copy, Debug)]
struct Visit {
    row: u64,
    activated: u64,
    /// When the row may be precharged, as far as its reads and writes go.
    restored: u64,
    /// When it is precharged for the next visit.
    closes: u64,
    /// When the first refresh after its activation begins, which closes it too.
    refreshed: u64,
}

const NO_VISIT: Visit =
    Visit { row: u64::MAX, activated: 0, restored: 0, closes: 0, refreshed: u64::MAX };

#[derive(Clone, Debug)]
struct Bank {
    visits: [Visit; VISITS],
    newest: usize,
}

/// A request: so many bursts of one row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    /// Present clock; never goes back.
    pub now: u64,
    /// Clock of its arrival, `now` or later.
    pub arrival: u64,
    pub place: Place,
    pub bursts: u32,
    pub write: bool,
}

/// When a request is served, in command clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Served {
    /// It enters the queue.
    pub entered: u64,
    /// Its last burst has been transferred; of a write that is not scheduled yet, not known.
    pub end: Option<u64>,
}

#[derive(Clone, Debug)]
pub(super) struct Channel {
    banks: Vec<Bank>,
    activations: Activations,
    columns: Columns,
    refresh: Refresh,
    queue: Window,
    /// Writes in the queue that are not scheduled, and when each entered.
    writes: Vec<(u64, Request)>,
    writes_max: usize,
    /// Clock behind the last column command.
    idle_from: u64,
    timing: DramConfig,
    pub(super) active: Active,
    pub(super) stats: DramStats,
}

impl Channel {
    pub(super) fn new(dram: &DramConfig) -> Self {
        Self {
            banks: vec![Bank { visits: [NO_VISIT; VISITS], newest: 0 }; dram.banks as usize],
            activations: Activations::new(dram),
            columns: Columns::new(dram),
            refresh: Refresh::new(dram),
            queue: Window::new(dram.queue),
            writes: Vec::with_capacity(dram.queue as usize),
            writes_max: (dram.queue / 2) as usize,
            idle_from: 0,
            timing: dram.clone(),
            active: Active::default(),
            stats: DramStats::default(),
        }
    }

    /// Takes a request.
    pub(super) fn serve(&mut self, request: Request) -> Served {
        let Request { arrival, bursts, write, .. } = request;
        if self.idle_from < arrival {
            self.schedule_writes(request.now);
        }
        let entered = self.queue.enter(arrival, 1);
        let stats = &mut self.stats;
        *if write { &mut stats.writes } else { &mut stats.reads } += u64::from(bursts);
        stats.queue_wait_clocks += entered - arrival;
        let end = match write && !self.is_free(&request, entered) {
            false => Some(self.schedule(&request, entered)),
            true => {
                self.writes.push((entered, request));
                self.queue.keep_open(self.writes.len());
                if self.writes.len() > self.writes_max {
                    self.schedule_writes(request.now);
                }
                None
            }
        };
        Served { entered, end }
    }

    /// Schedules the writes that wait, as from clock `now` on.
    pub(super) fn schedule_writes(&mut self, now: u64) {
        if self.writes.is_empty() {
            return;
        }
        self.queue.keep_open(0);
        let mut writes = std::mem::take(&mut self.writes);
        for (entered, write) in writes.drain(..) {
            // They may have been served since, as far back as the booked commands are remembered.
            let from = entered.max(now.saturating_sub(REMEMBERED));
            // Between then and now nothing waited: that was no active time.
            let arrival = write.arrival + (from - entered);
            self.schedule(&Request { now, arrival, ..write }, from);
        }
        self.writes = writes;
    }

    /// Whether a request that enters at `entered` finds its row open and the bus free.
    fn is_free(&self, request: &Request, entered: u64) -> bool {
        let place = request.place;
        self.idle_from <= entered
            || self.banks[place.bank].open(place.row, entered).is_some()
                && self.columns.first_free(entered, place.group, request.write) == entered
    }

    /// Books the commands of a request from clock `entered` on; returns the end of its data.
    fn schedule(&mut self, request: &Request, entered: u64) -> u64 {
        let Request { now, arrival, bursts, write, .. } = *request;
        let (mut last, mut hit, mut from) = (entered, true, entered);
        // The bursts of a request follow one another. On a busy bus they leave whole bursts between them, which
        // go to other requests; less would go to nobody.
        let t = &self.timing;
        let whole = t.ccd_long.next_multiple_of(t.burst);
        let apart = if self.idle_from > entered && whole > t.ccd_long { whole } else { 0 };
        for _ in 0..bursts {
            let (clock, opened) = self.column(request, from);
            hit &= !opened;
            last = clock;
            from = clock + u64::from(apart);
        }
        self.queue.hold_until(last, 1);
        self.idle_from = self.idle_from.max(last + 1);
        let latency = if write { self.timing.wl } else { self.timing.cl };
        let end = last + u64::from(latency + self.timing.burst);
        let stats = &mut self.stats;
        *if hit { &mut stats.row_hits } else { &mut stats.row_misses } += 1;
        stats.active_clocks += self.active.add(now, arrival, end);
        end
    }

    /// Books one column command at `from` or later. Returns its clock, and whether its row had to be
    /// opened for it.
    fn column(&mut self, request: &Request, from: u64) -> (u64, bool) {
        let Request { now, place, write, .. } = *request;
        let rcd = u64::from(self.timing.rcd);
        let bank = &self.banks[place.bank];
        let joined = bank.open(place.row, from).and_then(|index| {
            let visit = &bank.visits[index];
            let earliest = from.max(visit.activated + rcd);
            let clock = self.columns.first_free(earliest, place.group, write);
            (clock < visit.refreshed).then_some((index, clock))
        });
        let (index, clock) = joined.unwrap_or_else(|| self.open(request, from));
        self.columns.book(now, clock, place.group, write);

        let t = &self.timing;
        let restored = clock + u64::from(if write { t.wl + t.burst + t.wr } else { t.rtp });
        let bank = &mut self.banks[place.bank];
        let visit = &mut bank.visits[index];
        visit.restored = visit.restored.max(restored);
        if index != bank.newest && restored > visit.closes {
            // A latecomer keeps its row open for longer than planned; what is planned has been told, so
            // the visits that follow them are put off.
            let longer = restored - visit.closes;
            visit.closes = restored;
            bank.visits[bank.newest].restored += longer;
        }
        (clock, joined.is_none())
    }

    /// Plans a visit to the request's row behind those of its bank, and the clock of its first column
    /// command.
    fn open(&mut self, request: &Request, from: u64) -> (usize, u64) {
        let Request { now, place, write, .. } = *request;
        let t = &self.timing;
        let bank = &mut self.banks[place.bank];
        let mut earliest = bank.close(from, t, &self.refresh);
        let (activated, clock) = loop {
            let activated = self.activations.first_free(self.refresh.after(earliest));
            let column = activated + u64::from(t.rcd);
            let clock = self.columns.first_free(column, place.group, write);
            let refreshed = self.refresh.next(activated);
            if self.refresh.after(activated) == activated && clock < refreshed {
                break (activated, clock);
            }
            earliest = match self.refresh.after(activated) {
                inside if inside > activated => inside,
                _ => self.refresh.end(refreshed),
            };
        };
        self.activations.book(now, activated);
        let refreshed = self.refresh.next(activated);
        bank.newest = (bank.newest + 1) % VISITS;
        bank.visits[bank.newest] =
            Visit { row: place.row, activated, restored: 0, closes: u64::MAX, refreshed };
        (bank.newest, clock)
    }
}

impl Bank {
    /// The visit to `row` that has not ended at clock `at`.
    fn open(&self, row: u64, at: u64) -> Option<usize> {
        self.visits
            .iter()
            .position(|visit| visit.row == row && visit.closes > at && visit.refreshed > at)
    }

    /// Plans the precharge of the newest visit for a request of clock `from`; returns from when on
    /// another row may be activated.
    fn close(&mut self, from: u64, t: &DramConfig, refresh: &Refresh) -> u64 {
        let last = &mut self.visits[self.newest];
        if last.row == u64::MAX {
            return from;
        }
        let precharge = from.max(last.activated + u64::from(t.ras)).max(last.restored);
        if precharge >= last.refreshed {
            last.closes = last.closes.min(last.refreshed);
            return from.max(refresh.end(last.refreshed)).max(last.restored);
        }
        last.closes = precharge;
        (precharge + u64::from(t.rp)).max(last.activated + u64::from(t.rc))
    }
}
