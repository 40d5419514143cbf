//! The command clocks of a channel, booked ahead of time and out of order. Commands keep the required distances
//! from those before and behind them.

use super::super::slots::Slots;
use crate::config::{DramConfig, BUS_TURNAROUND};

/// Longest distance that is checked, in clocks: commands of the last two 64-clock words are remembered.
pub(super) const REMEMBERED: u64 = 128;

/// Activations of all banks, tRRD distance.
#[derive(Clone, Debug)]
pub(super) struct Activations {
    booked: Slots,
    distance: u32,
}

impl Activations {
    pub(super) fn new(timing: &DramConfig) -> Self {
        Self { booked: Slots::new(), distance: timing.rrd }
    }

    /// Returns the first clock from `earliest` on that is far enough from all activations.
    pub(super) fn first_free(&self, earliest: u64) -> u64 {
        search(earliest, |word| blocked(&self.booked, word, self.distance, self.distance))
    }

    pub(super) fn book(&mut self, now: u64, clock: u64) {
        self.booked.forget_before(now.saturating_sub(REMEMBERED));
        self.booked.insert(clock);
    }
}

/// Column commands, one burst distance (tCCDS). The distance is longer within a bank group (tCCDL) and where the data
/// bus turns round.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// Clocks of reads and of writes.
    booked: [Slots; 2],
    groups: Vec<Slots>,
    burst: u32,
    same_group: u32,
    read_to_write: u32,
    write_to_read: u32,
}

impl Columns {
    pub(super) fn new(timing: &DramConfig) -> Self {
        Self {
            booked: [Slots::new(), Slots::new()],
            groups: vec![Slots::new(); timing.bank_groups as usize],
            burst: timing.burst,
            same_group: timing.ccd_long,
            read_to_write: timing.cl + timing.burst + BUS_TURNAROUND - timing.wl,
            write_to_read: timing.wl + timing.burst + timing.wtr,
        }
    }

    /// Returns the first clock from `earliest` on at which a bank of `group` may be read or written.
    pub(super) fn first_free(&self, earliest: u64, group: usize, write: bool) -> u64 {
        let (same, other) = (&self.booked[usize::from(write)], &self.booked[usize::from(!write)]);
        let (behind, ahead) = match write {
            true => (self.read_to_write, self.write_to_read),
            false => (self.write_to_read, self.read_to_write),
        };
        search(earliest, |word| {
            blocked(same, word, self.burst, self.burst)
                | blocked(&self.groups[group], word, self.same_group, self.same_group)
                | blocked(other, word, behind, ahead)
        })
    }

    pub(super) fn book(&mut self, now: u64, clock: u64, group: usize, write: bool) {
        for slots in [&mut self.booked[usize::from(write)], &mut self.groups[group]] {
            slots.forget_before(now.saturating_sub(REMEMBERED));
            slots.insert(clock);
        }
    }
}

/// Returns the first clock from `earliest` on that is not in the mask of its word.
fn search(earliest: u64, blocked: impl Fn(u64) -> u64) -> u64 {
    let (mut word, mut candidates) = (earliest >> 6, !0u64 << (earliest & 63));
    loop {
        let free = candidates & !blocked(word);
        if free != 0 {
            return (word << 6) + u64::from(free.trailing_zeros());
        }
        (word, candidates) = (word + 1, !0);
    }
}

/// Returns the clocks of a word that are too close to a booked one: less than `behind` clocks behind it, or less
/// than `ahead` clocks before it. Both distances are 1 to 64.
fn blocked(booked: &Slots, word: u64, behind: u32, ahead: u32) -> u64 {
    let last = if word == 0 { 0 } else { booked.word(word - 1) };
    let (this, next) = (booked.word(word), booked.word(word + 1));
    if last | this | next == 0 {
        return 0;
    }
    let join = |low: u64, high: u64| u128::from(high) << 64 | u128::from(low);
    let later = spread(join(last, this), behind - 1, |bits, by| bits << by) >> 64;
    let earlier = spread(join(this, next), ahead - 1, |bits, by| bits >> by);
    (later | earlier) as u64
}

/// Returns the bits together with their copies moved by 1 to `distance`.
fn spread(mut bits: u128, distance: u32, shift: impl Fn(u128, u32) -> u128) -> u128 {
    let mut covered = 0;
    while covered < distance {
        let step = (covered + 1).min(distance - covered);
        bits |= shift(bits, step);
        covered += step;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_column_command_is_booked_at_the_first_clock_that_keeps_all_distances(
            requests in prop::collection::vec((0u64..20, 0u64..400, 0usize..4, any::<bool>()), 1..120),
        ) {
            let t = GpuConfig::preset("tiny").unwrap().dram;
            let mut columns = Columns::new(&t);
            let mut booked: Vec<(u64, usize, bool)> = Vec::new();
            let mut now = 0;
            for (wait, ahead, group, write) in requests {
                now += wait;
                let distance = |earlier: (usize, bool), later: (usize, bool)| {
                    let bus = match (earlier.1, later.1) {
                        (false, true) => t.cl + t.burst + 2 - t.wl,
                        (true, false) => t.wl + t.burst + t.wtr,
                        _ => t.burst,
                    };
                    let group = if earlier.0 == later.0 { t.ccd_long } else { 0 };
                    u64::from(bus.max(group))
                };
                let fits = |clock: u64| booked.iter().all(|&(other, g, w)| {
                    if other <= clock {
                        clock >= other + distance((g, w), (group, write))
                    } else {
                        other >= clock + distance((group, write), (g, w))
                    }
                });
                let expected = (now + ahead..).find(|&clock| fits(clock)).unwrap();
                let found = columns.first_free(now + ahead, group, write);
                prop_assert_eq!(found, expected);
                columns.book(now, found, group, write);
                booked.push((found, group, write));
            }
        }
    }
}
