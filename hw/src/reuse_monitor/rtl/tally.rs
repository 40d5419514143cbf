//! Hits and misses of one filter.

use crate::kit::dff_setup;
use crate::kit::{Param, Reg};
use rust_hdl::prelude::*;

/// Two counts, which stop together.
#[derive(LogicBlock, Default)]
pub struct Tally {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// A read counts for the filter.
    pub counts: Signal<In, Bit>,
    /// It hits; low while `counts` is.
    pub hit: Signal<In, Bit>,
    /// Hits.
    pub hits: Signal<Out, Bits<32>>,
    /// Misses.
    pub misses: Signal<Out, Bits<32>>,
    /// The hits grow at this edge.
    pub more_hits: Signal<Out, Bit>,
    /// The misses grow at this edge.
    pub more_misses: Signal<Out, Bit>,
    /// There were more hits than misses before the last edge.
    pub most: Signal<Out, Bit>,
    /// Nothing was counted before the last edge.
    pub nothing: Signal<Out, Bit>,
    hit_count: Reg<Bits<32>>,
    miss_count: Reg<Bits<32>>,
    mostly: Reg<Bit>,
    untouched: Reg<Bit>,
    greatest: Param<Bits<32>>,
    full: Signal<Local, Bit>,
}

impl Tally {
    /// Counts of as many bits.
    pub fn new(count_bits: u32) -> Self {
        Self {
            untouched: Reg::new(true),
            greatest: Param::new(bits((1 << count_bits) - 1)),
            ..Default::default()
        }
    }
}

impl Logic for Tally {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, hit_count, miss_count, mostly, untouched);
        self.full.next = (self.hit_count.q.val() == self.greatest.val())
            | (self.miss_count.q.val() == self.greatest.val());
        self.more_hits.next = self.hit.val() & !self.full.val();
        self.more_misses.next = self.counts.val() & !self.hit.val() & !self.full.val();
        if self.hit.val() & !self.full.val() {
            self.hit_count.d.next = (self.hit_count.q.val() + 1) & self.greatest.val();
        }
        if self.counts.val() & !self.hit.val() & !self.full.val() {
            self.miss_count.d.next = (self.miss_count.q.val() + 1) & self.greatest.val();
        }
        self.mostly.d.next = self.hit_count.q.val() > self.miss_count.q.val();
        self.untouched.d.next = !self.hit_count.q.val().any() & !self.miss_count.q.val().any();
        self.nothing.next = self.untouched.q.val();
        self.hits.next = self.hit_count.q.val();
        self.misses.next = self.miss_count.q.val();
        self.most.next = self.mostly.q.val();
    }
}
