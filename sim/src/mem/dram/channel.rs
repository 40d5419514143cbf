//! A channel: banks that open rows, and the queue of requests from which the next is chosen.
//!
//! Each request is scheduled when it arrives, between the commands that are already booked. First-ready,
//! first-come scheduling shows in three ways:
//!
//! - A command takes the first clock that its bank, its bank group and the data bus allow, even before
//!   commands of earlier requests.
//! - A request joins the visit to its row that is not closed when it enters the queue, even if visits to
//!   other rows are planned behind it. Such a latecomer takes its clocks and delays what is planned after these
//!   visits. The planned visits themselves keep their times.
//! - At most `queue` requests are candidates. Another one enters when a column command has freed an entry.
//!
//! No request waits for the data of a write. A write whose clock is not free at once therefore stays in the queue
//! unscheduled, while reads go before it. When the channel falls idle or writes fill half the queue, all of them
//! are scheduled, one behind the other. First-ready scheduling has the same effect: while reads are ready, the bus
//! does not turn round for a write.

use super::super::stats::DramStats;
use super::super::window::Window;
use super::active::Active;
use super::commands::{Activations, Columns, REMEMBERED};
use super::location::Location;
use super::refresh::Refresh;
use crate::config::DramConfig;

/// Number of visits that a bank remembers: open, planned and past ones.
const VISITS: usize = 8;

/// A row between activation and precharge. Times are command clocks.
#[derive(Clone, Copy, Debug)]
struct Visit {
    row: u64,
    activated: u64,
    /// When the reads and writes of the row allow its precharge.
    restored: u64,
    /// When it is precharged for the next visit.
    closes: u64,
    /// When the first refresh after its activation begins, which also closes it.
    refreshed: u64,
}

const NO_VISIT: Visit =
    Visit { row: u64::MAX, activated: 0, restored: 0, closes: 0, refreshed: u64::MAX };

#[derive(Clone, Debug)]
struct Bank {
    visits: [Visit; VISITS],
    newest: usize,
}

/// A request: a number of bursts of one row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    /// Present clock; never decreases.
    pub now: u64,
    /// Clock of its arrival, `now` or later.
    pub arrival: u64,
    pub location: Location,
    pub bursts: u32,
    pub write: bool,
}

/// When a request is served, in command clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Served {
    /// Clock in which it enters the queue.
    pub entered: u64,
    /// Clock in which its last burst has been transferred; `None` for a write that is not scheduled yet.
    pub end: Option<u64>,
}

#[derive(Clone, Debug)]
pub(super) struct Channel {
    banks: Vec<Bank>,
    activations: Activations,
    columns: Columns,
    refresh: Refresh,
    queue: Window,
    /// Unscheduled writes in the queue, and when each entered.
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

    /// Accepts a request and returns when it is served.
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

    /// Schedules the waiting writes as if from clock `now` on.
    pub(super) fn schedule_writes(&mut self, now: u64) {
        if self.writes.is_empty() {
            return;
        }
        self.queue.keep_open(0);
        let mut writes = std::mem::take(&mut self.writes);
        for (entered, write) in writes.drain(..) {
            // The writes may have been served since they entered, as far back as the booked commands are
            // remembered.
            let from = entered.max(now.saturating_sub(REMEMBERED));
            // Nothing waited between the entry and `from`, so that was no active time.
            let arrival = write.arrival + (from - entered);
            self.schedule(&Request { now, arrival, ..write }, from);
        }
        self.writes = writes;
    }

    /// Returns whether a request that enters at `entered` finds its row open and the bus free.
    fn is_free(&self, request: &Request, entered: u64) -> bool {
        let location = request.location;
        self.idle_from <= entered
            || self.banks[location.bank].open(location.row, entered).is_some()
                && self.columns.first_free(entered, location.group, request.write) == entered
    }

    /// Books the commands of a request from clock `entered` on. Returns the end of its data.
    fn schedule(&mut self, request: &Request, entered: u64) -> u64 {
        let Request { now, arrival, bursts, write, .. } = *request;
        let (mut last, mut hit, mut from) = (entered, true, entered);
        // The bursts of a request follow one another. On a busy bus they leave whole bursts between them, which
        // other requests use. A gap shorter than a burst would be of no use to any request.
        let t = &self.timing;
        let whole = t.ccd_long.next_multiple_of(t.burst);
        let spacing = if self.idle_from > entered && whole > t.ccd_long { whole } else { 0 };
        for _ in 0..bursts {
            let (clock, opened) = self.column(request, from);
            hit &= !opened;
            last = clock;
            from = clock + u64::from(spacing);
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

    /// Books one column command at `from` or later. Returns its clock, and whether its row had to be opened for
    /// it.
    fn column(&mut self, request: &Request, from: u64) -> (u64, bool) {
        let Request { now, location, write, .. } = *request;
        let rcd = u64::from(self.timing.rcd);
        let bank = &self.banks[location.bank];
        let joined = bank.open(location.row, from).and_then(|index| {
            let visit = &bank.visits[index];
            let earliest = from.max(visit.activated + rcd);
            let clock = self.columns.first_free(earliest, location.group, write);
            (clock < visit.refreshed).then_some((index, clock))
        });
        let (index, clock) = joined.unwrap_or_else(|| self.open(request, from));
        self.columns.book(now, clock, location.group, write);

        let t = &self.timing;
        let restored = clock + u64::from(if write { t.wl + t.burst + t.wr } else { t.rtp });
        let bank = &mut self.banks[location.bank];
        let visit = &mut bank.visits[index];
        visit.restored = visit.restored.max(restored);
        if index != bank.newest && restored > visit.closes {
            // A latecomer keeps its row open longer than planned. The planned visits have been reported already,
            // so the visits that follow them are delayed.
            let longer = restored - visit.closes;
            visit.closes = restored;
            bank.visits[bank.newest].restored += longer;
        }
        (clock, joined.is_none())
    }

    /// Plans a visit to the request's row behind the other visits of its bank. Returns its index and the clock of
    /// its first column command.
    fn open(&mut self, request: &Request, from: u64) -> (usize, u64) {
        let Request { now, location, write, .. } = *request;
        let t = &self.timing;
        let bank = &mut self.banks[location.bank];
        let mut earliest = bank.close(from, t, &self.refresh);
        let (activated, clock) = loop {
            let activated = self.activations.first_free(self.refresh.after(earliest));
            let column = activated + u64::from(t.rcd);
            let clock = self.columns.first_free(column, location.group, write);
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
            Visit { row: location.row, activated, restored: 0, closes: u64::MAX, refreshed };
        (bank.newest, clock)
    }
}

impl Bank {
    /// Returns the visit to `row` that has not ended at clock `at`.
    fn open(&self, row: u64, at: u64) -> Option<usize> {
        self.visits
            .iter()
            .position(|visit| visit.row == row && visit.closes > at && visit.refreshed > at)
    }

    /// Plans the precharge of the newest visit for a request of clock `from`. Returns the clock from which another
    /// row may be activated.
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
