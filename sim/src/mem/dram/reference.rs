//! A second channel for comparison: first-ready, first-come scheduling clock by clock and command by
//! command, on one command bus.

use super::place::Place;
use crate::config::{DramConfig, BUS_TURNAROUND};
use std::collections::VecDeque;

/// A request; requests are given in the order of their arrival.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub arrival: u64,
    pub place: Place,
    pub bursts: u32,
    pub write: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bank {
    row: Option<u64>,
    activated: Option<u64>,
    /// From when on it may be precharged, or activated.
    precharge_at: u64,
    activate_at: u64,
}

struct Waiting {
    asked: Asked,
    index: usize,
    left: u32,
}

struct Controller<'a> {
    t: &'a DramConfig,
    banks: Vec<Bank>,
    queue: Vec<Waiting>,
    last_activation: Option<u64>,
    /// Last read and write of all, and last column command of each group.
    last: [Option<u64>; 2],
    group_last: Vec<Option<u64>>,
}

/// The clock in which each request's last burst has been transferred.
pub(super) fn schedule(t: &DramConfig, asked: &[Asked]) -> Vec<u64> {
    let mut controller = Controller {
        t,
        banks: vec![Bank::default(); t.banks as usize],
        queue: Vec::new(),
        last_activation: None,
        last: [None; 2],
        group_last: vec![None; t.bank_groups as usize],
    };
    let mut ends = vec![0; asked.len()];
    let mut coming: VecDeque<(usize, Asked)> = asked.iter().copied().enumerate().collect();
    let (mut clock, mut blocked_until) = (0, 0);
    while !(coming.is_empty() && controller.queue.is_empty()) {
        while controller.queue.len() < t.queue as usize {
            let Some(&(index, asked)) = coming.front().filter(|(_, a)| a.arrival <= clock) else {
                break;
            };
            controller.queue.push(Waiting { asked, index, left: asked.bursts });
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
            let place = self.queue[position].asked.place;
            if seen >> place.bank & 1 == 1 {
                continue;
            }
            seen |= 1 << place.bank;
            let open = self.banks[place.bank].row;
            let wanted = self
                .queue
                .iter()
                .any(|w| w.asked.place.bank == place.bank && Some(w.asked.place.row) == open);
            let bank = &mut self.banks[place.bank];
            match open {
                None => {
                    let apart = |last: u64| clock >= last + u64::from(self.t.rrd);
                    if clock >= bank.activate_at && self.last_activation.is_none_or(apart) {
                        (bank.row, bank.activated) = (Some(place.row), Some(clock));
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
        let Asked { place, write, .. } = waiting.asked;
        let (bank, t) = (&self.banks[place.bank], self.t);
        let since = |last: Option<u64>, distance: u32| {
            last.is_none_or(|last| clock >= last + u64::from(distance))
        };
        let from_other = match write {
            true => t.cl + t.burst + BUS_TURNAROUND - t.wl,
            false => t.wl + t.burst + t.wtr,
        };
        bank.row == Some(place.row)
            && since(bank.activated, t.rcd)
            && since(self.group_last[place.group], t.ccd_long)
            && since(self.last[usize::from(write)], t.burst)
            && since(self.last[usize::from(!write)], from_other)
    }

    fn column(&mut self, clock: u64, position: usize, ends: &mut [u64]) {
        let t = self.t;
        let waiting = &mut self.queue[position];
        let Asked { place, write, .. } = waiting.asked;
        self.last[usize::from(write)] = Some(clock);
        self.group_last[place.group] = Some(clock);
        let restored = clock + u64::from(if write { t.wl + t.burst + t.wr } else { t.rtp });
        let bank = &mut self.banks[place.bank];
        bank.precharge_at = bank.precharge_at.max(restored);
        waiting.left -= 1;
        if waiting.left == 0 {
            ends[waiting.index] = clock + u64::from(if write { t.wl } else { t.cl } + t.burst);
            self.queue.remove(position);
        }
    }
}
