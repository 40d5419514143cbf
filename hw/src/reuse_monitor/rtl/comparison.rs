//! Which of two filters has the greater hit rate.

use crate::kit::dff_setup;
use crate::kit::{Param, Reg};
use rust_hdl::prelude::*;

/// Keeps hits_1 misses_2 - hits_2 misses_1, which is positive if the rate of the first filter is greater. It follows the
/// counts one cycle later, in two steps: by how much it changes, and the sum.
#[derive(LogicBlock, Default)]
pub struct Comparison {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Hits of the first filter.
    pub first_hits: Signal<In, Bits<32>>,
    /// Its misses.
    pub first_misses: Signal<In, Bits<32>>,
    /// Its hits grow at this edge.
    pub first_hit: Signal<In, Bit>,
    /// Its misses grow at this edge.
    pub first_miss: Signal<In, Bit>,
    /// Hits of the second filter.
    pub second_hits: Signal<In, Bits<32>>,
    /// Its misses.
    pub second_misses: Signal<In, Bits<32>>,
    /// Its hits grow at this edge.
    pub second_hit: Signal<In, Bit>,
    /// Its misses grow at this edge.
    pub second_miss: Signal<In, Bit>,
    /// The rate of the first is greater.
    pub first_is_greater: Signal<Out, Bit>,
    /// The rate of the second is greater.
    pub second_is_greater: Signal<Out, Bit>,
    change: Reg<Bits<32>>,
    difference: Reg<Bits<64>>,
    change_bits: Param<Bits<32>>,
    change_sign: Param<Bits<32>>,
    change_above: Param<Bits<64>>,
    difference_bits: Param<Bits<64>>,
    difference_sign: Param<Bits<64>>,
    of_first: Signal<Local, Bits<32>>,
    of_second: Signal<Local, Bits<32>>,
    one: Signal<Local, Bits<32>>,
    extended: Signal<Local, Bits<64>>,
    negative: Signal<Local, Bit>,
}

impl Comparison {
    /// A comparison of rates whose counts have as many bits, at most 30.
    pub fn new(count_bits: u32) -> Self {
        let ones = |bits: u32| (1u64 << bits) - 1;
        // Two counts and one more, and a sign; two products and a sign.
        let (change, difference) = (count_bits + 2, 2 * count_bits + 1);
        Self {
            change_bits: Param::new(bits(ones(change))),
            change_sign: Param::new(bits(1 << (change - 1))),
            change_above: Param::new(bits(ones(difference) & !ones(change))),
            difference_bits: Param::new(bits(ones(difference))),
            difference_sign: Param::new(bits(1 << (difference - 1))),
            ..Default::default()
        }
    }
}

impl Logic for Comparison {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, change, difference);
        // What is subtracted is complemented here, and the one that it then lacks is added below. Where both counts
        // grow, their product has one more, or one less: that is the same one.
        self.of_first.next = bits::<32>(0);
        if self.first_hit.val() {
            self.of_first.next = self.second_misses.val();
        }
        if self.first_miss.val() {
            self.of_first.next = !self.second_hits.val();
        }
        self.of_second.next = bits::<32>(0);
        if self.second_miss.val() {
            self.of_second.next = self.first_hits.val();
        }
        if self.second_hit.val() {
            self.of_second.next = !self.first_misses.val();
        }
        self.one.next = bits::<32>(0);
        if self.first_miss.val()
            | self.second_hit.val()
            | (self.first_hit.val() & self.second_miss.val())
        {
            self.one.next = bits::<32>(1);
        }
        self.change.d.next =
            (self.of_first.val() + self.of_second.val() + self.one.val()) & self.change_bits.val();

        self.extended.next = bit_cast::<64, 32>(self.change.q.val());
        if (self.change.q.val() & self.change_sign.val()).any() {
            self.extended.next = bit_cast::<64, 32>(self.change.q.val()) | self.change_above.val();
        }
        self.difference.d.next =
            (self.difference.q.val() + self.extended.val()) & self.difference_bits.val();
        self.negative.next = (self.difference.q.val() & self.difference_sign.val()).any();
        self.first_is_greater.next = !self.negative.val() & self.difference.q.val().any();
        self.second_is_greater.next = self.negative.val();
    }
}
