//! The account of an SMX by intervals of time.
//!
//! A slot belongs to the interval of its cycle. All slots are charged when an interval ends, so that no charge reaches over
//! its end. Only what is lost to accesses under way is charged later: it is kept with the interval it was lost in.

use super::{Reason, Slots};

/// What has been charged since the last interval ended.
#[derive(Clone, Debug, Default)]
pub struct IntervalSlots {
    /// In the interval that ends now.
    pub slots: Slots,
    /// In intervals before, by their numbers.
    pub late: Vec<(usize, Reason, u64)>,
}

/// The open account by intervals.
#[derive(Clone, Debug)]
pub(super) struct OverTime {
    /// The number of the present interval.
    interval: usize,
    charged: IntervalSlots,
    /// Per warp slot: the intervals with slots lost to accesses under way, in order, and how many.
    under_way: Vec<Vec<(usize, u64)>>,
}

impl OverTime {
    /// Begins the first interval of an SMX with so many warp slots.
    pub fn new(warps: usize) -> Self {
        Self { interval: 0, charged: IntervalSlots::default(), under_way: vec![Vec::new(); warps] }
    }

    /// Adds slots of the present interval.
    pub fn add(&mut self, reason: Reason, slots: u64) {
        self.charged.slots.add(reason, slots);
    }

    /// Adds slots of the present interval that the warp in slot `w` loses to accesses under way.
    pub fn add_under_way(&mut self, w: usize, slots: u64) {
        match self.under_way[w].last_mut() {
            Some((interval, sum)) if *interval == self.interval => *sum += slots,
            _ => self.under_way[w].push((self.interval, slots)),
        }
    }

    /// Charges what the warp in slot `w` has lost to accesses under way.
    pub fn settle(&mut self, w: usize, reason: Reason) {
        for (interval, slots) in self.under_way[w].drain(..) {
            match interval == self.interval {
                true => self.charged.slots.add(reason, slots),
                false => self.charged.late.push((interval, reason, slots)),
            }
        }
    }

    /// Ends the present interval.
    pub fn end(&mut self) -> IntervalSlots {
        self.interval += 1;
        std::mem::take(&mut self.charged)
    }

    /// Makes one interval of each two.
    pub fn halve(&mut self) {
        self.interval /= 2;
        for (interval, _) in self.under_way.iter_mut().flatten() {
            *interval /= 2;
        }
    }
}
