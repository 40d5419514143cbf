//! The circuit of the rename unit: the physical registers with what they hold, and what a change does to all of a TB at once.

mod entry;
mod index;

use super::pins::{rename_ports, In, Out, Params, LOOKS};
use crate::kit::dff_setup;
use crate::kit::{Count, Param, Reg};
use entry::Entry;
use index::Index;
use rust_hdl::prelude::*;

rename_ports! {
    /// Entries, and the change and the look that are answered.
    pub struct RenameRtl {
        entries: Vec<Entry>,
        entry_count: Count,
        all_entries: Param<Bits<32>>,
        all_slots: Param<Bits<32>>,
        // Of the change, the low and the high half, and the same of each register of the look.
        places: Vec<Index>,
        // TB slots that have had a change since the reset.
        known: Reg<Bits<32>>,
        // The change that is made.
        works: Reg<Bit>,
        what: Reg<Bits<3>>,
        slot: Reg<Bits<5>>,
        register: Reg<Bits<8>>,
        wide: Reg<Bit>,
        warps: Reg<Bits<32>>,
        filled: Reg<Bit>,
        again: Reg<Bit>,
        // The one before.
        last_register: Reg<Bits<8>>,
        last_warps: Reg<Bits<32>>,
        // The look that is answered.
        looks: Reg<Bit>,
        looker: Reg<Bits<5>>,
        look_filled: Reg<Bit>,
        look_again: Reg<Bit>,
        look_register0_of: Reg<Bits<8>>,
        look_register1_of: Reg<Bits<8>>,
        look_register2_of: Reg<Bits<8>>,
        look_register3_of: Reg<Bits<8>>,
        clears_next: Signal<Local, Bit>,
        same_slot: Signal<Local, Bit>,
        look_same_slot: Signal<Local, Bit>,
        slot_bit: Signal<Local, Bits<32>>,
        next_bit: Signal<Local, Bits<32>>,
        look_bit: Signal<Local, Bits<32>>,
        clears: Signal<Local, Bit>,
        allocs: Signal<Local, Bit>,
        overwrites: Signal<Local, Bit>,
        takes: Signal<Local, Bit>,
        passes: Signal<Local, Bit>,
        writes: Signal<Local, Bit>,
        leaves: Signal<Local, Bit>,
        copies: Signal<Local, Bit>,
        live: Signal<Local, Bits<32>>,
        same: Signal<Local, Bits<32>>,
        comes: Signal<Local, Bits<32>>,
        is_read: Signal<Local, Bits<32>>,
        is_kept: Signal<Local, Bits<32>>,
        has_high: Signal<Local, Bits<32>>,
        ages: Signal<Local, Bits<32>>,
        ages2: Signal<Local, Bits<32>>,
        ages4: Signal<Local, Bits<32>>,
        ages8: Signal<Local, Bits<32>>,
        ages16: Signal<Local, Bits<32>>,
        ages32: Signal<Local, Bits<32>>,
        greatest: Signal<Local, Bits<32>>,
        age_bit: Signal<Local, Bits<32>>,
        oldest: Signal<Local, Bits<32>>,
        unused: Signal<Local, Bits<32>>,
        below_free: Signal<Local, Bits<32>>,
        first_free: Signal<Local, Bits<32>>,
        other_free: Signal<Local, Bits<32>>,
        below_other: Signal<Local, Bits<32>>,
        second_free: Signal<Local, Bits<32>>,
        made: Signal<Local, Bits<32>>,
        made_high: Signal<Local, Bits<32>>,
        overwritten: Signal<Local, Bits<32>>,
        below_read: Signal<Local, Bits<32>>,
        copied: Signal<Local, Bits<32>>,
        told: Signal<Local, Bits<32>>,
        unread: Signal<Local, Bits<32>>,
        read: Signal<Local, Bits<32>>,
        dropped: Signal<Local, Bits<32>>,
        copied_name: Signal<Local, Bits<8>>,
        empty: Signal<Local, Bits<32>>,
        sum2: Signal<Local, Bits<32>>,
        sum4: Signal<Local, Bits<32>>,
        sum8: Signal<Local, Bits<32>>,
        sum16: Signal<Local, Bits<32>>,
        sum32: Signal<Local, Bits<32>>,
        any_reads: Signal<Local, Bits<4>>,
        shared: Signal<Local, Bits<4>>,
        lows0: Signal<Local, Bits<32>>,
        highs0: Signal<Local, Bits<32>>,
        lows1: Signal<Local, Bits<32>>,
        highs1: Signal<Local, Bits<32>>,
        lows2: Signal<Local, Bits<32>>,
        highs2: Signal<Local, Bits<32>>,
        lows3: Signal<Local, Bits<32>>,
        highs3: Signal<Local, Bits<32>>,
    }
}

impl RenameRtl {
    /// A unit of the given sizes.
    pub fn new(params: &Params) -> Self {
        let below = |count: u32| bits((1u64 << count) - 1);
        Self {
            entries: (0..params.registers).map(|_| Entry::new(params.tbs as usize)).collect(),
            places: (0..2 + 2 * LOOKS).map(|_| Index::default()).collect(),
            entry_count: Count::new(params.registers),
            all_entries: Param::new(below(params.registers)),
            all_slots: Param::new(below(params.tbs)),
            what: Reg::without_reset(),
            slot: Reg::without_reset(),
            register: Reg::without_reset(),
            wide: Reg::without_reset(),
            warps: Reg::without_reset(),
            filled: Reg::without_reset(),
            again: Reg::without_reset(),
            last_register: Reg::without_reset(),
            last_warps: Reg::without_reset(),
            looker: Reg::without_reset(),
            look_filled: Reg::without_reset(),
            look_again: Reg::without_reset(),
            look_register0_of: Reg::without_reset(),
            look_register1_of: Reg::without_reset(),
            look_register2_of: Reg::without_reset(),
            look_register3_of: Reg::without_reset(),
            ..Default::default()
        }
    }
}

impl Logic for RenameRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, known, works, what, slot, register, wide, warps, filled, again);
        dff_setup!(self, clock, last_register, last_warps, looks, looker, look_filled, look_again);
        dff_setup!(self, clock, look_register0_of, look_register1_of, look_register2_of);
        dff_setup!(self, clock, look_register3_of);

        // The change and the look that are answered in the next cycle: their words are read at this edge. They count if the
        // TB has had a change, which is not just being cleared.
        self.clears.next = self.what.q.val() == bits::<3>(0);
        self.slot_bit.next = bits::<32>(1) << self.slot.q.val();
        self.next_bit.next = bits::<32>(1) << self.change_tb.val();
        self.look_bit.next = bits::<32>(1) << self.look_tb.val();
        self.same_slot.next = self.works.q.val() & (self.change_tb.val() == self.slot.q.val());
        self.look_same_slot.next = self.works.q.val() & (self.look_tb.val() == self.slot.q.val());
        self.clears_next.next = self.change_what.val() == bits::<3>(0);
        self.works.d.next = self.change_valid.val();
        self.what.d.next = self.change_what.val();
        self.slot.d.next = self.change_tb.val();
        self.register.d.next = self.change_register.val();
        self.wide.d.next = self.change_wide.val();
        self.warps.d.next = self.change_warps.val();
        self.again.d.next = self.same_slot.val() & !self.clears_next.val();
        self.filled.d.next = (self.known.q.val() & self.next_bit.val()).any()
            & !(self.same_slot.val() & self.clears.val())
            & !self.clears_next.val();
        self.last_register.d.next = self.register.q.val();
        self.last_warps.d.next = self.warps.q.val();
        self.looks.d.next = self.look_valid.val();
        self.looker.d.next = self.look_warp.val();
        self.look_register0_of.d.next = self.look_register0.val();
        self.look_register1_of.d.next = self.look_register1.val();
        self.look_register2_of.d.next = self.look_register2.val();
        self.look_register3_of.d.next = self.look_register3.val();
        self.look_again.d.next = self.look_same_slot.val();
        self.look_filled.d.next = (self.known.q.val() & self.look_bit.val()).any()
            & !(self.look_same_slot.val() & self.clears.val());
        if self.works.q.val() {
            // Slots that there are not are no flip-flops.
            self.known.d.next = (self.known.q.val() | self.slot_bit.val()) & self.all_slots.val();
        }

        // The change.
        self.allocs.next = self.what.q.val() == bits::<3>(1);
        self.overwrites.next = self.what.q.val() == bits::<3>(2);
        self.takes.next = self.what.q.val() == bits::<3>(3);
        self.passes.next = self.what.q.val() == bits::<3>(4);
        self.writes.next = self.what.q.val() == bits::<3>(5);
        self.leaves.next = self.what.q.val() == bits::<3>(6);
        self.copies.next = self.what.q.val() == bits::<3>(7);

        // What is in the entries.
        self.live.next = bits::<32>(0);
        self.same.next = bits::<32>(0);
        self.comes.next = bits::<32>(0);
        self.is_read.next = bits::<32>(0);
        self.is_kept.next = bits::<32>(0);
        self.has_high.next = bits::<32>(0);
        self.ages.next = bits::<32>(0);
        for i in 0..self.entry_count.get() {
            if self.entries[i].live.val() {
                self.live.next = self.live.val().replace_bit(i, true);
            }
            if self.entries[i].same.val() {
                self.same.next = self.same.val().replace_bit(i, true);
            }
            if self.entries[i].comes.val() {
                self.comes.next = self.comes.val().replace_bit(i, true);
                self.ages.next = self.ages.val() | (bits::<32>(1) << self.entries[i].age.val());
            }
            if self.entries[i].is_read.val() {
                self.is_read.next = self.is_read.val().replace_bit(i, true);
            }
            if self.entries[i].is_kept.val() {
                self.is_kept.next = self.is_kept.val().replace_bit(i, true);
            }
            if self.entries[i].high.val() {
                self.has_high.next = self.has_high.val().replace_bit(i, true);
            }
        }

        // The oldest version for which the warps are to come: all ages up to the greatest, and the last of them.
        self.ages2.next = self.ages.val() | (self.ages.val() >> bits::<32>(1));
        self.ages4.next = self.ages2.val() | (self.ages2.val() >> bits::<32>(2));
        self.ages8.next = self.ages4.val() | (self.ages4.val() >> bits::<32>(4));
        self.ages16.next = self.ages8.val() | (self.ages8.val() >> bits::<32>(8));
        self.ages32.next = self.ages16.val() | (self.ages16.val() >> bits::<32>(16));
        self.greatest.next = self.ages32.val() & !(self.ages32.val() >> bits::<32>(1));
        self.oldest.next = bits::<32>(0);
        for i in 0..self.entry_count.get() {
            self.age_bit.next = bits::<32>(1) << self.entries[i].age.val();
            if self.entries[i].comes.val() & (self.age_bit.val() & self.greatest.val()).any() {
                self.oldest.next = self.oldest.val().replace_bit(i, true);
            }
        }

        // The entries for a new version.
        self.unused.next = self.all_entries.val() & !self.live.val();
        self.below_free.next = self.unused.val() - 1;
        self.first_free.next = self.unused.val() & !self.below_free.val();
        self.other_free.next = self.unused.val() & self.below_free.val();
        self.below_other.next = self.other_free.val() - 1;
        self.second_free.next = self.other_free.val() & !self.below_other.val();
        self.made.next = bits::<32>(0);
        self.made_high.next = bits::<32>(0);
        if self.allocs.val() & !self.wide.q.val() {
            self.made.next = self.first_free.val();
        }
        if self.allocs.val() & self.wide.q.val() & self.second_free.val().any() {
            self.made.next = self.first_free.val() | self.second_free.val();
            self.made_high.next = self.second_free.val();
        }
        self.overwritten.next = bits::<32>(0);
        if self.overwrites.val()
            & !(self.same.val() & self.is_read.val() & self.is_kept.val()).any()
        {
            self.overwritten.next = self.same.val() & self.is_read.val();
        }
        self.below_read.next = self.is_read.val() - 1;
        self.copied.next = bits::<32>(0);
        if self.copies.val() {
            self.copied.next = self.is_read.val() & !self.below_read.val();
        }

        // Who reads what, and is to come for what, after the change.
        self.unread.next = self.copied.val();
        self.read.next = bits::<32>(0);
        self.dropped.next = bits::<32>(0);
        if self.takes.val() {
            self.read.next = self.oldest.val();
        }
        if self.takes.val() | self.passes.val() {
            self.dropped.next = self.oldest.val();
        }
        if self.takes.val() | self.passes.val() | self.writes.val() {
            self.unread.next = self.same.val();
        }
        if self.leaves.val() {
            self.dropped.next = self.all_entries.val();
        }

        // What it says of itself.
        self.copied_name.next = bits::<8>(0);
        for i in 0..self.entry_count.get() {
            if self.copied.val().get_bit(i) {
                self.copied_name.next = self.copied_name.val() | self.entries[i].name.val();
            }
        }
        self.told.next =
            self.made.val() | self.overwritten.val() | self.read.val() | self.copied.val();
        self.result_done.next = false;
        self.result_half.next = false;
        self.result_register.next = bits::<8>(0);
        self.places[0].marks.next = bits::<32>(0);
        self.places[1].marks.next = bits::<32>(0);
        if self.works.q.val() {
            self.result_done.next = self.told.val().any()
                | (self.passes.val() & self.oldest.val().any())
                | self.clears.val()
                | self.writes.val()
                | self.leaves.val();
            self.result_half.next = (self.copied.val() & self.has_high.val()).any();
            self.result_register.next = self.copied_name.val();
            self.places[0].marks.next = self.told.val() & !self.has_high.val();
            self.places[1].marks.next = self.told.val() & self.has_high.val();
            // An entry does not know yet which half it gets.
            if self.allocs.val() {
                self.places[0].marks.next = self.made.val() & !self.made_high.val();
                self.places[1].marks.next = self.made_high.val();
            }
            if self.copies.val() {
                self.places[0].marks.next = self.copied.val();
                self.places[1].marks.next = bits::<32>(0);
            }
        }
        self.result_valid.next = self.works.q.val();
        self.result_low.next = self.places[0].index.val();
        self.result_high.next = self.places[1].index.val();

        self.empty.next = bits::<32>(0);
        for i in 0..self.entry_count.get() {
            self.entries[i].clock.next = self.clock.val();
            self.entries[i].reset.next = self.reset.val();
            self.entries[i].next_row.next = bit_cast::<16, 5>(self.change_tb.val());
            self.entries[i].row.next = bit_cast::<16, 5>(self.slot.q.val());
            self.entries[i].look_row.next = bit_cast::<16, 5>(self.look_tb.val());
            self.entries[i].works.next = self.works.q.val();
            self.entries[i].filled.next = self.filled.q.val();
            self.entries[i].again.next = self.again.q.val();
            self.entries[i].look_filled.next = self.look_filled.q.val();
            self.entries[i].look_again.next = self.look_again.q.val();
            self.entries[i].named.next = self.register.q.val();
            self.entries[i].warps.next = self.warps.q.val();
            self.entries[i].last_named.next = self.last_register.q.val();
            self.entries[i].last_warps.next = self.last_warps.q.val();
            self.entries[i].looker.next = bits::<32>(1) << self.looker.q.val();
            self.entries[i].makes.next = self.works.q.val() & self.made.val().get_bit(i);
            self.entries[i].makes_high.next = self.made_high.val().get_bit(i);
            self.entries[i].awaits.next =
                self.made.val().get_bit(i) | self.overwritten.val().get_bit(i);
            self.entries[i].ages.next = self.made.val().any() & self.same.val().get_bit(i);
            self.entries[i].unreads.next = self.unread.val().get_bit(i);
            self.entries[i].reads.next = self.read.val().get_bit(i);
            self.entries[i].drops.next = self.dropped.val().get_bit(i);
            if !self.entries[i].left.val() {
                self.empty.next = self.empty.val().replace_bit(i, true);
            }
        }

        // How many are free then: sums of neighbouring bits, pairs, and so on.
        self.sum2.next =
            self.empty.val() - ((self.empty.val() >> bits::<32>(1)) & bits::<32>(0x5555_5555));
        self.sum4.next = (self.sum2.val() & bits::<32>(0x3333_3333))
            + ((self.sum2.val() >> bits::<32>(2)) & bits::<32>(0x3333_3333));
        self.sum8.next = (self.sum4.val() & bits::<32>(0x0F0F_0F0F))
            + ((self.sum4.val() >> bits::<32>(4)) & bits::<32>(0x0F0F_0F0F));
        self.sum16.next = self.sum8.val() + (self.sum8.val() >> bits::<32>(8));
        self.sum32.next = self.sum16.val() + (self.sum16.val() >> bits::<32>(16));
        self.result_free.next = bits::<6>(0);
        if self.works.q.val() {
            self.result_free.next = self.sum32.val().get_bits::<6>(0);
        }

        // The look.
        self.any_reads.next = bits::<4>(0);
        self.lows0.next = bits::<32>(0);
        self.highs0.next = bits::<32>(0);
        self.lows1.next = bits::<32>(0);
        self.highs1.next = bits::<32>(0);
        self.lows2.next = bits::<32>(0);
        self.highs2.next = bits::<32>(0);
        self.lows3.next = bits::<32>(0);
        self.highs3.next = bits::<32>(0);
        for i in 0..self.entry_count.get() {
            if self.entries[i].look_read.val()
                & (self.entries[i].look_name.val() == self.look_register0_of.q.val())
            {
                self.any_reads.next = self.any_reads.val().replace_bit(0, true);
                if self.entries[i].look_shared.val() & self.entries[i].look_high.val() {
                    self.highs0.next = self.highs0.val().replace_bit(i, true);
                }
                if self.entries[i].look_shared.val() & !self.entries[i].look_high.val() {
                    self.lows0.next = self.lows0.val().replace_bit(i, true);
                }
            }
            if self.entries[i].look_read.val()
                & (self.entries[i].look_name.val() == self.look_register1_of.q.val())
            {
                self.any_reads.next = self.any_reads.val().replace_bit(1, true);
                if self.entries[i].look_shared.val() & self.entries[i].look_high.val() {
                    self.highs1.next = self.highs1.val().replace_bit(i, true);
                }
                if self.entries[i].look_shared.val() & !self.entries[i].look_high.val() {
                    self.lows1.next = self.lows1.val().replace_bit(i, true);
                }
            }
            if self.entries[i].look_read.val()
                & (self.entries[i].look_name.val() == self.look_register2_of.q.val())
            {
                self.any_reads.next = self.any_reads.val().replace_bit(2, true);
                if self.entries[i].look_shared.val() & self.entries[i].look_high.val() {
                    self.highs2.next = self.highs2.val().replace_bit(i, true);
                }
                if self.entries[i].look_shared.val() & !self.entries[i].look_high.val() {
                    self.lows2.next = self.lows2.val().replace_bit(i, true);
                }
            }
            if self.entries[i].look_read.val()
                & (self.entries[i].look_name.val() == self.look_register3_of.q.val())
            {
                self.any_reads.next = self.any_reads.val().replace_bit(3, true);
                if self.entries[i].look_shared.val() & self.entries[i].look_high.val() {
                    self.highs3.next = self.highs3.val().replace_bit(i, true);
                }
                if self.entries[i].look_shared.val() & !self.entries[i].look_high.val() {
                    self.lows3.next = self.lows3.val().replace_bit(i, true);
                }
            }
        }
        self.shared.next = bits::<4>(0);
        if (self.lows0.val() | self.highs0.val()).any() {
            self.shared.next = self.shared.val().replace_bit(0, true);
        }
        if (self.lows1.val() | self.highs1.val()).any() {
            self.shared.next = self.shared.val().replace_bit(1, true);
        }
        if (self.lows2.val() | self.highs2.val()).any() {
            self.shared.next = self.shared.val().replace_bit(2, true);
        }
        if (self.lows3.val() | self.highs3.val()).any() {
            self.shared.next = self.shared.val().replace_bit(3, true);
        }
        self.place_valid.next = self.looks.q.val();
        self.place_shared.next = bits::<4>(0);
        self.place_read.next = bits::<4>(0);
        self.places[2].marks.next = bits::<32>(0);
        self.places[3].marks.next = bits::<32>(0);
        self.places[4].marks.next = bits::<32>(0);
        self.places[5].marks.next = bits::<32>(0);
        self.places[6].marks.next = bits::<32>(0);
        self.places[7].marks.next = bits::<32>(0);
        self.places[8].marks.next = bits::<32>(0);
        self.places[9].marks.next = bits::<32>(0);
        if self.looks.q.val() {
            self.place_shared.next = self.shared.val();
            self.place_read.next = self.any_reads.val();
            self.places[2].marks.next = self.lows0.val();
            self.places[3].marks.next = self.highs0.val();
            self.places[4].marks.next = self.lows1.val();
            self.places[5].marks.next = self.highs1.val();
            self.places[6].marks.next = self.lows2.val();
            self.places[7].marks.next = self.highs2.val();
            self.places[8].marks.next = self.lows3.val();
            self.places[9].marks.next = self.highs3.val();
        }
        self.place_low0.next = self.places[2].index.val();
        self.place_high0.next = self.places[3].index.val();
        self.place_low1.next = self.places[4].index.val();
        self.place_high1.next = self.places[5].index.val();
        self.place_low2.next = self.places[6].index.val();
        self.place_high2.next = self.places[7].index.val();
        self.place_low3.next = self.places[8].index.val();
        self.place_high3.next = self.places[9].index.val();

        self.idle.next = !self.works.q.val() & !self.looks.q.val();
    }
}
