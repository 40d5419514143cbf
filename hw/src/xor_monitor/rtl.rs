//! The circuit of the XOR monitor: the hash, and the lanes, counts and comparisons of the reuse monitor.

use super::pins::{xor_monitor_ports, In, Out, Params, LANES};
use crate::kit::dff_setup;
use crate::kit::{Count, Param, Reg};
use crate::reuse_monitor::rtl::{Comparison, Lane, Tally};
use rust_hdl::prelude::*;

xor_monitor_ports! {
    /// Hash, filters, counts and their differences.
    pub struct XorMonitorRtl {
        child: Reg<Bit>,
        parent: Reg<Bit>,
        lanes: Vec<Lane>,
        sweep: Reg<Bits<7>>,
        counted: Reg<Bits<3>>,
        found: Reg<Bits<3>>,
        settles: Reg<Bit>,
        of_parents: Tally,
        of_siblings: Tally,
        of_own: Tally,
        parents_or_siblings: Comparison,
        parents_or_own: Comparison,
        siblings_or_own: Comparison,
        words: Param<Bits<7>>,
        swept: Param<Bits<7>>,
        lane_count: Count,
        spread: Signal<Local, Bits<32>>,
        mixed: Signal<Local, Bits<32>>,
        spread_again: Signal<Local, Bits<32>>,
        mixed_again: Signal<Local, Bits<32>>,
        first_hash: Signal<Local, Bits<32>>,
        second_hash: Signal<Local, Bits<32>>,
        halves: Signal<Local, Bits<64>>,
        left: Signal<Local, Bits<64>>,
        child_reads: Signal<Local, Bit>,
        parent_reads: Signal<Local, Bit>,
        counts_related: Signal<Local, Bit>,
        counts_own: Signal<Local, Bit>,
        clears: Signal<Local, Bit>,
        counts: Signal<Local, Bits<3>>,
        finds: Signal<Local, Bits<3>>,
        parents_best: Signal<Local, Bit>,
        siblings_best: Signal<Local, Bit>,
        own_best: Signal<Local, Bit>,
    }
}

impl XorMonitorRtl {
    /// A monitor of the given sizes.
    pub fn new(params: &Params) -> Self {
        let tally = || Tally::new(params.count_bits);
        let comparison = || Comparison::new(params.count_bits);
        Self {
            lanes: (0..LANES).map(|_| Lane::new(params.words)).collect(),
            of_parents: tally(),
            of_siblings: tally(),
            of_own: tally(),
            parents_or_siblings: comparison(),
            parents_or_own: comparison(),
            siblings_or_own: comparison(),
            words: Param::new(bits(params.words.into())),
            swept: Param::new(bits(u64::from(params.words) + 1)),
            lane_count: Count::new(LANES as u32),
            ..Default::default()
        }
    }
}

impl Logic for XorMonitorRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, child, parent, sweep, counted, found, settles);

        // Who reads.
        self.child.d.next = self.read_valid.val() & self.read_child.val();
        self.parent.d.next = self.read_valid.val() & self.read_parent.val();

        // The hash: a rotation is no gate (rule 5).
        self.spread.next = self.read_line.val()
            ^ ((self.read_line.val() << bits::<32>(17)) | (self.read_line.val() >> bits::<32>(15)))
            ^ ((self.read_line.val() << bits::<32>(25)) | (self.read_line.val() >> bits::<32>(7)));
        self.mixed.next = self.spread.val()
            ^ (((self.spread.val() << bits::<32>(10)) | (self.spread.val() >> bits::<32>(22)))
                & !((self.spread.val() << bits::<32>(3)) | (self.spread.val() >> bits::<32>(29))));
        self.spread_again.next = self.mixed.val()
            ^ ((self.mixed.val() << bits::<32>(6)) | (self.mixed.val() >> bits::<32>(26)))
            ^ ((self.mixed.val() << bits::<32>(16)) | (self.mixed.val() >> bits::<32>(16)));
        self.mixed_again.next = self.spread_again.val()
            ^ (((self.spread_again.val() << bits::<32>(21))
                | (self.spread_again.val() >> bits::<32>(11)))
                & !((self.spread_again.val() << bits::<32>(4))
                    | (self.spread_again.val() >> bits::<32>(28))));
        self.first_hash.next = self.mixed_again.val()
            ^ ((self.mixed_again.val() << bits::<32>(11))
                | (self.mixed_again.val() >> bits::<32>(21)))
            ^ ((self.mixed_again.val() << bits::<32>(12))
                | (self.mixed_again.val() >> bits::<32>(20)));
        self.second_hash.next = self.mixed_again.val()
            ^ ((self.mixed_again.val() << bits::<32>(3))
                | (self.mixed_again.val() >> bits::<32>(29)))
            ^ ((self.mixed_again.val() << bits::<32>(10))
                | (self.mixed_again.val() >> bits::<32>(22)));
        self.halves.next = bit_cast::<64, 32>(self.first_hash.val())
            | (bit_cast::<64, 32>(self.second_hash.val()) << bits::<64>(32));

        // The line is looked up (rules 2 and 3).
        self.child_reads.next = self.child.q.val();
        self.parent_reads.next = self.parent.q.val();
        self.counts_related.next =
            self.child_reads.val() | (self.parent_reads.val() & self.cfg_parents_count.val());
        self.counts_own.next = (self.child_reads.val() & self.cfg_own_children.val())
            | (self.parent_reads.val() & self.cfg_own_parents.val());
        self.clears.next = self.sweep.q.val() != self.swept.val();
        self.counts.next = bits::<3>(0);
        if self.counts_related.val() {
            self.counts.next = bits::<3>(3);
        }
        if self.counts_own.val() {
            self.counts.next = self.counts.val() | bits::<3>(4);
        }
        self.finds.next = self.counts.val();
        if self.clears.val() {
            self.finds.next = bits::<3>(0);
        }
        self.left.next = self.halves.val();
        for i in 0..self.lane_count.get() {
            self.lanes[i].clock.next = self.clock.val();
            self.lanes[i].reset.next = self.reset.val();
            self.lanes[i].half.next = bit_cast::<16, 64>(self.left.val());
            self.left.next = self.left.val() >> bits::<64>(16);
            self.lanes[i].enter_parents.next = self.parent_reads.val() & !self.clears.val();
            self.lanes[i].enter_siblings.next = self.child_reads.val() & !self.clears.val();
            self.lanes[i].enter_own.next = self.counts_own.val() & !self.clears.val();
            self.lanes[i].sweep.next = self.clears.val() & (self.sweep.q.val() != self.words.val());
            self.lanes[i].sweep_word.next = self.sweep.q.val();
            if !self.lanes[i].in_parents.val() {
                self.finds.next = self.finds.val() & bits::<3>(6);
            }
            if !self.lanes[i].in_siblings.val() {
                self.finds.next = self.finds.val() & bits::<3>(5);
            }
            if !self.lanes[i].in_own.val() {
                self.finds.next = self.finds.val() & bits::<3>(3);
            }
        }
        self.counted.d.next = self.counts.val();
        self.found.d.next = self.finds.val();
        if self.clears.val() {
            self.sweep.d.next = self.sweep.q.val() + 1;
        }
        if self.clear.val() {
            self.sweep.d.next = bits::<7>(0);
        }

        // What is found is counted, and rates are compared.
        self.result_valid.next = self.counted.q.val().any();
        self.result_parent_child.next = self.found.q.val().get_bit(0);
        self.result_sibling.next = self.found.q.val().get_bit(1);
        self.result_own.next = self.found.q.val().get_bit(2);
        self.settles.d.next = self.counted.q.val().any();
        self.of_parents.clock.next = self.clock.val();
        self.of_parents.reset.next = self.reset.val();
        self.of_parents.counts.next = self.counted.q.val().get_bit(0);
        self.of_parents.hit.next = self.found.q.val().get_bit(0);
        self.of_siblings.clock.next = self.clock.val();
        self.of_siblings.reset.next = self.reset.val();
        self.of_siblings.counts.next = self.counted.q.val().get_bit(1);
        self.of_siblings.hit.next = self.found.q.val().get_bit(1);
        self.of_own.clock.next = self.clock.val();
        self.of_own.reset.next = self.reset.val();
        self.of_own.counts.next = self.counted.q.val().get_bit(2);
        self.of_own.hit.next = self.found.q.val().get_bit(2);
        self.parents_or_siblings.clock.next = self.clock.val();
        self.parents_or_siblings.reset.next = self.reset.val();
        self.parents_or_siblings.first_hits.next = self.of_parents.hits.val();
        self.parents_or_siblings.first_misses.next = self.of_parents.misses.val();
        self.parents_or_siblings.first_hit.next = self.of_parents.more_hits.val();
        self.parents_or_siblings.first_miss.next = self.of_parents.more_misses.val();
        self.parents_or_siblings.second_hits.next = self.of_siblings.hits.val();
        self.parents_or_siblings.second_misses.next = self.of_siblings.misses.val();
        self.parents_or_siblings.second_hit.next = self.of_siblings.more_hits.val();
        self.parents_or_siblings.second_miss.next = self.of_siblings.more_misses.val();
        self.parents_or_own.clock.next = self.clock.val();
        self.parents_or_own.reset.next = self.reset.val();
        self.parents_or_own.first_hits.next = self.of_parents.hits.val();
        self.parents_or_own.first_misses.next = self.of_parents.misses.val();
        self.parents_or_own.first_hit.next = self.of_parents.more_hits.val();
        self.parents_or_own.first_miss.next = self.of_parents.more_misses.val();
        self.parents_or_own.second_hits.next = self.of_own.hits.val();
        self.parents_or_own.second_misses.next = self.of_own.misses.val();
        self.parents_or_own.second_hit.next = self.of_own.more_hits.val();
        self.parents_or_own.second_miss.next = self.of_own.more_misses.val();
        self.siblings_or_own.clock.next = self.clock.val();
        self.siblings_or_own.reset.next = self.reset.val();
        self.siblings_or_own.first_hits.next = self.of_siblings.hits.val();
        self.siblings_or_own.first_misses.next = self.of_siblings.misses.val();
        self.siblings_or_own.first_hit.next = self.of_siblings.more_hits.val();
        self.siblings_or_own.first_miss.next = self.of_siblings.more_misses.val();
        self.siblings_or_own.second_hits.next = self.of_own.hits.val();
        self.siblings_or_own.second_misses.next = self.of_own.misses.val();
        self.siblings_or_own.second_hit.next = self.of_own.more_hits.val();
        self.siblings_or_own.second_miss.next = self.of_own.more_misses.val();

        self.parent_child_hits.next = self.of_parents.hits.val();
        self.parent_child_misses.next = self.of_parents.misses.val();
        self.sibling_hits.next = self.of_siblings.hits.val();
        self.sibling_misses.next = self.of_siblings.misses.val();
        self.own_hits.next = self.of_own.hits.val();
        self.own_misses.next = self.of_own.misses.val();
        self.parents_best.next = self.of_parents.most.val()
            & (self.parents_or_siblings.first_is_greater.val() | self.of_siblings.nothing.val())
            & (self.parents_or_own.first_is_greater.val() | self.of_own.nothing.val());
        self.siblings_best.next = self.of_siblings.most.val()
            & (self.parents_or_siblings.second_is_greater.val() | self.of_parents.nothing.val())
            & (self.siblings_or_own.first_is_greater.val() | self.of_own.nothing.val());
        self.own_best.next = self.of_own.most.val()
            & (self.parents_or_own.second_is_greater.val() | self.of_parents.nothing.val())
            & (self.siblings_or_own.second_is_greater.val() | self.of_siblings.nothing.val());
        self.predicted.next = bits::<2>(0);
        if self.own_best.val() {
            self.predicted.next = bits::<2>(3);
        }
        if self.siblings_best.val() {
            self.predicted.next = bits::<2>(2);
        }
        if self.parents_best.val() {
            self.predicted.next = bits::<2>(1);
        }
        self.high_priority.next = self.parents_best.val() | self.siblings_best.val();
        self.clearing.next = self.clears.val();
        self.idle.next = !self.clears.val()
            & !self.child.q.val()
            & !self.parent.q.val()
            & !self.counted.q.val().any()
            & !self.settles.q.val();
    }
}
