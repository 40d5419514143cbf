//! A second model of a channel, for comparison: first-ready, first-come scheduling clock by clock and command by
//! command, on one command bus.

use super::location::Location;
use crate::config::{DramConfig, BUS_TURNAROUND};
use std::collections::VecDeque;

/// A request. Requests are passed in the order of their arrival.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReferenceRequest {
    pub arrival: u64,
    pub location: Location,
    pub bursts: u32,
    pub write: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bank {
    row: Option<u64>,
    activated: Option<u64>,
    /// Clock from which the bank may be precharged, and from which it may be activated.
    precharge_at: u64,
    activate_at: u64,
}

struct Waiting {
    request: ReferenceRequest,
    index: usize,
    left: u32,
}

struct Controller<'a> {
    t: &'a DramConfig,
    banks: Vec<Bank>,
    queue: Vec<Waiting>,
    last_activation: Option<u64>,
    /// Clocks of the last read and the last write, and of the last column command of each group.
    last: [Option<u64>; 2],
    group_last: Vec<Option<u64>>,
}

/// Returns the clock in which each request's last burst has been transferred.
pub(super) fn schedule(t: &DramConfig, requests: &[ReferenceRequest]) -> Vec<u64> {
    let mut controller = Controller {
        t,
        banks: vec![Bank::default(); t.banks as usize],
        queue: Vec::new(),
        last_activation: None,
        last: [None; 2],
        group_last: vec![None; t.bank_groups as usize],
    };
    let mut ends = vec![0; requests.len()];
    let mut coming: VecDeque<(usize, ReferenceRequest)> =
        requests.iter().copied().enumerate().collect();
    let (mut clock, mut blocked_until) = (0, 0);
    while !(coming.is_empty() && controller.queue.is_empty()) {
        while controller.queue.len() < t.queue as usize {
            let Some(&(index, request)) = coming.front().filter(|(_, a)| a.arrival <= clock) else {
                break;
            };
            controller.queue.push(Waiting { request, index, left: request.bursts });
            coming.pop_front();
        }
        if t.refi > 0 && clock > 0 && clock.is_multiple_of(u64::from(t.refi)) {
            blocked_until = clock + u64::from(t.rp + t.rfc);
            controller.banks.iter_mut().for_each(|bank| bank.row = None);
        }
        if clock >= blocked_until {
            controller.command(clock, &mut ends);
        }
        clock += 1;
    }
    ends
}

impl Controller<'_> {
    /// Issues one command, if one is possible.
    fn command(&mut self, clock: u64, ends: &mut [u64]) {
        let column = self.queue.iter().position(|waiting| self.column_is_possible(clock, waiting));
        if let Some(position) = column {
            self.column(clock, position, ends);
            return;
        }
        let mut seen = 0u64;
        for position in 0..self.queue.len() {
            let location = self.queue[position].request.location;
            if seen >> location.bank & 1 == 1 {
                continue;
            }
            seen |= 1 << location.bank;
            let open = self.banks[location.bank].row;
            let wanted = self.queue.iter().any(|w| {
                w.request.location.bank == location.bank && Some(w.request.location.row) == open
            });
            let bank = &mut self.banks[location.bank];
            match open {
                None => {
                    let far_enough = |last: u64| clock >= last + u64::from(self.t.rrd);
                    if clock >= bank.activate_at && self.last_activation.is_none_or(far_enough) {
                        (bank.row, bank.activated) = (Some(location.row), Some(clock));
                        bank.precharge_at = clock + u64::from(self.t.ras);
                        bank.activate_at = clock + u64::from(self.t.rc);
                        self.last_activation = Some(clock);
                        return;
                    }
                }
                Some(_) if !wanted && clock >= bank.precharge_at => {
                    bank.row = None;
                    bank.activate_at = bank.activate_at.max(clock + u64::from(self.t.rp));
                    return;
                }
                Some(_) => {}
            }
        }
    }

    fn column_is_possible(&self, clock: u64, waiting: &Waiting) -> bool {
        let ReferenceRequest { location, write, .. } = waiting.request;
        let (bank, t) = (&self.banks[location.bank], self.t);
        let since = |last: Option<u64>, distance: u32| {
            last.is_none_or(|last| clock >= last + u64::from(distance))
        };
        let from_other = match write {
            true => t.cl + t.burst + BUS_TURNAROUND - t.wl,
            false => t.wl + t.burst + t.wtr,
        };
        bank.row == Some(location.row)
            && since(bank.activated, t.rcd)
            && since(self.group_last[location.group], t.ccd_long)
            && since(self.last[usize::from(write)], t.burst)
            && since(self.last[usize::from(!write)], from_other)
    }

    fn column(&mut self, clock: u64, position: usize, ends: &mut [u64]) {
        let t = self.t;
        let waiting = &mut self.queue[position];
        let ReferenceRequest { location, write, .. } = waiting.request;
        self.last[usize::from(write)] = Some(clock);
        self.group_last[location.group] = Some(clock);
        let restored = clock + u64::from(if write { t.wl + t.burst + t.wr } else { t.rtp });
        let bank = &mut self.banks[location.bank];
        bank.precharge_at = bank.precharge_at.max(restored);
        waiting.left -= 1;
        if waiting.left == 0 {
            ends[waiting.index] = clock + u64::from(if write { t.wl } else { t.cl } + t.burst);
            self.queue.remove(position);
        }
    }
}
