//! A bank: masks and entries of every other TB slot, and what is done with those of one slot in a cycle.
//!
//! What happens to a whole slot is only noted, in a bit for each, and done with its entries when they are read for
//! something else. Entries that all have passed are freed then too.

use super::super::pins::Params;
use crate::kit::dff_setup;
use crate::kit::{Count, Param, Reg, Sram};
use rust_hdl::prelude::*;

/// The two bits of an entry's kind: 0 over, 1 gathers, 2 is followed, 3 is executed privately. An entry that is over and
/// written back is free.
#[derive(LogicBlock, Default)]
pub struct Bank {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Lanes whose asks are looked up in the next cycle.
    pub served: Signal<In, Bits<4>>,
    /// A writeback is done in the next cycle.
    pub writes_back: Signal<In, Bit>,
    /// Slot of either, without the bit that says the bank.
    pub row: Signal<In, Bits<4>>,
    /// PC of either.
    pub pc: Signal<In, Bits<32>>,
    /// The instruction there is a load.
    pub load: Signal<In, Bit>,
    /// Low bit of the register for its result.
    pub register_low: Signal<In, Bit>,
    /// High bit of the register for its result.
    pub register_high: Signal<In, Bit>,
    /// Warp that asked in lane 0 in the last cycle, one-hot.
    pub warp0: Signal<In, Bits<32>>,
    /// Warp that asked in lane 1 in the last cycle.
    pub warp1: Signal<In, Bits<32>>,
    /// Warp that asked in lane 2 in the last cycle.
    pub warp2: Signal<In, Bits<32>>,
    /// Warp that asked in lane 3 in the last cycle.
    pub warp3: Signal<In, Bits<32>>,
    /// Slots of which a TB starts.
    pub starts: Signal<In, Bits<16>>,
    /// Slots of which all warps meet.
    pub restores: Signal<In, Bits<16>>,
    /// Slots of which warps leave the mask.
    pub leaves: Signal<In, Bits<16>>,
    /// The new mask, or the warps that leave it.
    pub path_warps: Signal<In, Bits<32>>,
    /// Slots of which the TB stores.
    pub stores: Signal<In, Bits<16>>,
    /// Lanes that were looked up.
    pub told: Signal<Out, Bits<4>>,
    /// Lanes that lead.
    pub leads: Signal<Out, Bits<4>>,
    /// Lanes that skip.
    pub skips: Signal<Out, Bits<4>>,
    /// Lanes that execute.
    pub executes: Signal<Out, Bits<4>>,
    /// An ask or a writeback is carried out.
    pub busy: Signal<Out, Bit>,
    majorities: Vec<Reg<Bits<32>>>,
    known: Reg<Bits<16>>,
    restored: Reg<Bits<16>>,
    stored: Reg<Bits<16>>,
    pcs: Vec<Sram<32>>,
    passed: Vec<Sram<32>>,
    kinds_low: Sram<8>,
    kinds_high: Sram<8>,
    loads: Sram<8>,
    written: Sram<8>,
    // What is carried out.
    lanes: Reg<Bits<4>>,
    wrote: Reg<Bit>,
    at_row: Reg<Bits<4>>,
    at_pc: Reg<Bits<32>>,
    is_load: Reg<Bit>,
    overwrites: Reg<Bit>,
    without: Reg<Bit>,
    // What was written at the last edge, which the memories do not have on their read ports yet.
    again: Reg<Bit>,
    last_low: Reg<Bits<8>>,
    last_high: Reg<Bits<8>>,
    last_loads: Reg<Bits<8>>,
    last_written: Reg<Bits<8>>,
    last_pc: Reg<Bits<32>>,
    last_passed: Reg<Bits<32>>,
    last_made: Reg<Bits<8>>,
    last_changed: Reg<Bits<8>>,
    rows: Count,
    ways: Count,
    all_rows: Param<Bits<16>>,
    all_ways: Param<Bits<8>>,
    all_warps: Param<Bits<32>>,
    row_bit: Signal<Local, Bits<16>>,
    done: Signal<Local, Bits<16>>,
    next_row: Signal<Local, Bits<16>>,
    this_row: Signal<Local, Bits<16>>,
    majority: Signal<Local, Bits<32>>,
    is_known: Signal<Local, Bit>,
    is_restored: Signal<Local, Bit>,
    is_stored: Signal<Local, Bit>,
    way_pc: Signal<Local, Bits<32>>,
    way_passed: Signal<Local, Bits<32>>,
    same: Signal<Local, Bits<8>>,
    covered: Signal<Local, Bits<8>>,
    was_low: Signal<Local, Bits<8>>,
    was_high: Signal<Local, Bits<8>>,
    was_load: Signal<Local, Bits<8>>,
    was_written: Signal<Local, Bits<8>>,
    over: Signal<Local, Bits<8>>,
    left_low: Signal<Local, Bits<8>>,
    left_high: Signal<Local, Bits<8>>,
    low: Signal<Local, Bits<8>>,
    is_written: Signal<Local, Bits<8>>,
    free: Signal<Local, Bits<8>>,
    below_free: Signal<Local, Bits<8>>,
    hit: Signal<Local, Bits<8>>,
    found: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
    hit_passed: Signal<Local, Bits<32>>,
    found_passed: Signal<Local, Bits<32>>,
    on_path: Signal<Local, Bits<4>>,
    to_pass: Signal<Local, Bits<4>>,
    first: Signal<Local, Bits<4>>,
    below_first: Signal<Local, Bits<4>>,
    comes: Signal<Local, Bits<32>>,
    leader: Signal<Local, Bits<32>>,
    arrived: Signal<Local, Bits<32>>,
    any_on_path: Signal<Local, Bit>,
    makes: Signal<Local, Bit>,
    gathers: Signal<Local, Bit>,
    follows: Signal<Local, Bit>,
    is_private: Signal<Local, Bit>,
    has_led: Signal<Local, Bit>,
    all_here: Signal<Local, Bit>,
    lead: Signal<Local, Bit>,
    changes: Signal<Local, Bit>,
    target: Signal<Local, Bits<8>>,
    made: Signal<Local, Bits<8>>,
    changed: Signal<Local, Bits<8>>,
    new_low: Signal<Local, Bits<8>>,
    new_high: Signal<Local, Bits<8>>,
    new_loads: Signal<Local, Bits<8>>,
    new_written: Signal<Local, Bits<8>>,
    new_passed: Signal<Local, Bits<32>>,
    works: Signal<Local, Bit>,
}

impl Bank {
    /// A bank of half of the slots.
    pub fn new(params: &Params) -> Self {
        let rows = params.tbs.div_ceil(2) as usize;
        let ways = params.entries as usize;
        let words = || (0..ways).map(|_| Sram::new(rows)).collect();
        Self {
            majorities: Reg::bank(rows),
            pcs: words(),
            passed: words(),
            kinds_low: Sram::narrow(rows, ways),
            kinds_high: Sram::narrow(rows, ways),
            loads: Sram::narrow(rows, ways),
            written: Sram::narrow(rows, ways),
            rows: Count::new(rows as u32),
            ways: Count::new(params.entries),
            all_rows: Param::new(bits((1 << rows) - 1)),
            all_ways: Param::new(bits((1 << ways) - 1)),
            all_warps: Param::new(bits((1 << params.warps) - 1)),
            at_row: Reg::without_reset(),
            at_pc: Reg::without_reset(),
            is_load: Reg::without_reset(),
            overwrites: Reg::without_reset(),
            without: Reg::without_reset(),
            last_low: Reg::without_reset(),
            last_high: Reg::without_reset(),
            last_loads: Reg::without_reset(),
            last_written: Reg::without_reset(),
            last_pc: Reg::without_reset(),
            last_passed: Reg::without_reset(),
            last_made: Reg::without_reset(),
            last_changed: Reg::without_reset(),
            ..Default::default()
        }
    }
}

impl Logic for Bank {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, known, restored, stored, lanes, wrote, at_row, at_pc);
        dff_setup!(self, clock, is_load, overwrites, without, again, last_low, last_high);
        dff_setup!(self, clock, last_loads, last_written, last_pc, last_passed, last_made);
        dff_setup!(self, clock, last_changed);

        // What is carried out in the next cycle: its entries are read at this edge.
        self.lanes.d.next = self.served.val();
        self.wrote.d.next = self.writes_back.val();
        self.at_row.d.next = self.row.val();
        self.at_pc.d.next = self.pc.val();
        self.is_load.d.next = self.load.val();
        self.overwrites.d.next = self.register_low.val() & !self.register_high.val();
        self.without.d.next = self.register_high.val();
        self.works.next = self.lanes.q.val().any() | self.wrote.q.val();
        self.again.d.next = self.works.val() & (self.row.val() == self.at_row.q.val());

        // The slot, its mask, and what has been noted of it.
        self.row_bit.next = bits::<16>(1) << self.at_row.q.val();
        self.done.next = bits::<16>(0);
        if self.works.val() {
            self.done.next = self.row_bit.val();
        }
        self.is_known.next = (self.known.q.val() & self.row_bit.val()).any();
        self.is_restored.next = (self.restored.q.val() & self.row_bit.val()).any();
        self.is_stored.next = (self.stored.q.val() & self.row_bit.val()).any();
        // Slots that the bank does not have are no flip-flops.
        self.known.d.next =
            (self.known.q.val() | self.done.val()) & !self.starts.val() & self.all_rows.val();
        self.restored.d.next = ((self.restored.q.val() & !self.done.val()) | self.restores.val())
            & self.all_rows.val();
        self.stored.d.next =
            ((self.stored.q.val() & !self.done.val()) | self.stores.val()) & self.all_rows.val();
        self.majority.next = bits::<32>(0);
        for i in 0..self.rows.get() {
            self.majorities[i].clock.next = self.clock.val();
            self.majorities[i].reset.next = self.reset.val();
            self.majorities[i].d.next = self.majorities[i].q.val();
            if self.row_bit.val().get_bit(i) {
                self.majority.next = self.majorities[i].q.val();
            }
            if self.starts.val().get_bit(i) | self.restores.val().get_bit(i) {
                self.majorities[i].d.next = self.path_warps.val() & self.all_warps.val();
            }
            if self.leaves.val().get_bit(i) {
                self.majorities[i].d.next = self.majorities[i].q.val() & !self.path_warps.val();
            }
        }

        // The entries as they were read or have just been written.
        self.was_low.next = self.kinds_low.read_data.val();
        self.was_high.next = self.kinds_high.read_data.val();
        self.was_load.next = self.loads.read_data.val();
        self.was_written.next = self.written.read_data.val();
        if self.again.q.val() {
            self.was_low.next = self.last_low.q.val();
            self.was_high.next = self.last_high.q.val();
            self.was_load.next = self.last_loads.q.val();
            self.was_written.next = self.last_written.q.val();
        }
        self.same.next = bits::<8>(0);
        self.covered.next = bits::<8>(0);
        for i in 0..self.ways.get() {
            self.way_pc.next = self.pcs[i].read_data.val();
            if self.again.q.val() & self.last_made.q.val().get_bit(i) {
                self.way_pc.next = self.last_pc.q.val();
            }
            if self.way_pc.val() == self.at_pc.q.val() {
                self.same.next = self.same.val().replace_bit(i, true);
            }
            self.way_passed.next = self.passed[i].read_data.val();
            if self.again.q.val() & self.last_changed.q.val().get_bit(i) {
                self.way_passed.next = self.last_passed.q.val();
            }
            if !(self.majority.val() & !self.way_passed.val()).any() {
                self.covered.next = self.covered.val().replace_bit(i, true);
            }
        }

        // What has happened to the slot since they were written.
        self.over.next = self.was_high.val() & self.covered.val();
        if self.is_restored.val() {
            self.over.next = self.all_ways.val();
        }
        self.left_low.next = self.was_low.val() & !self.over.val();
        self.left_high.next = self.was_high.val() & !self.over.val();
        self.is_written.next = self.was_written.val();
        if !self.is_known.val() {
            self.left_low.next = bits::<8>(0);
            self.left_high.next = bits::<8>(0);
            self.is_written.next = self.all_ways.val();
        }
        self.low.next = self.left_low.val();
        if self.is_stored.val() {
            self.low.next = self.left_low.val() | (self.left_high.val() & self.was_load.val());
        }
        self.free.next = self.is_written.val()
            & !(self.left_low.val() | self.left_high.val())
            & self.all_ways.val();

        // The entry that is asked for, or a free one.
        self.hit.next = self.same.val() & !self.free.val() & self.all_ways.val();
        self.found.next = self.hit.val().any();
        self.below_free.next = self.free.val() - 1;
        self.room.next = self.free.val().any();
        self.target.next = self.free.val() & !self.below_free.val();
        if self.found.val() {
            self.target.next = self.hit.val();
        }
        self.hit_passed.next = bits::<32>(0);
        for i in 0..self.ways.get() {
            self.found_passed.next = self.passed[i].read_data.val();
            if self.again.q.val() & self.last_changed.q.val().get_bit(i) {
                self.found_passed.next = self.last_passed.q.val();
            }
            if self.hit.val().get_bit(i) {
                self.hit_passed.next = self.hit_passed.val() | self.found_passed.val();
            }
        }

        // The warps that have come.
        self.on_path.next = bits::<4>(0);
        self.to_pass.next = bits::<4>(0);
        self.comes.next = bits::<32>(0);
        if self.lanes.q.val().get_bit(0) & (self.warp0.val() & self.majority.val()).any() {
            self.on_path.next = self.on_path.val().replace_bit(0, true);
            self.comes.next = self.comes.val() | self.warp0.val();
            if !(self.warp0.val() & self.hit_passed.val()).any() {
                self.to_pass.next = self.to_pass.val().replace_bit(0, true);
            }
        }
        if self.lanes.q.val().get_bit(1) & (self.warp1.val() & self.majority.val()).any() {
            self.on_path.next = self.on_path.val().replace_bit(1, true);
            self.comes.next = self.comes.val() | self.warp1.val();
            if !(self.warp1.val() & self.hit_passed.val()).any() {
                self.to_pass.next = self.to_pass.val().replace_bit(1, true);
            }
        }
        if self.lanes.q.val().get_bit(2) & (self.warp2.val() & self.majority.val()).any() {
            self.on_path.next = self.on_path.val().replace_bit(2, true);
            self.comes.next = self.comes.val() | self.warp2.val();
            if !(self.warp2.val() & self.hit_passed.val()).any() {
                self.to_pass.next = self.to_pass.val().replace_bit(2, true);
            }
        }
        if self.lanes.q.val().get_bit(3) & (self.warp3.val() & self.majority.val()).any() {
            self.on_path.next = self.on_path.val().replace_bit(3, true);
            self.comes.next = self.comes.val() | self.warp3.val();
            if !(self.warp3.val() & self.hit_passed.val()).any() {
                self.to_pass.next = self.to_pass.val().replace_bit(3, true);
            }
        }
        self.any_on_path.next = self.on_path.val().any();
        self.below_first.next = self.on_path.val() - 1;
        self.first.next = self.on_path.val() & !self.below_first.val();
        self.leader.next = bits::<32>(0);
        if self.first.val().get_bit(0) {
            self.leader.next = self.warp0.val();
        }
        if self.first.val().get_bit(1) {
            self.leader.next = self.warp1.val();
        }
        if self.first.val().get_bit(2) {
            self.leader.next = self.warp2.val();
        }
        if self.first.val().get_bit(3) {
            self.leader.next = self.warp3.val();
        }
        self.arrived.next = self.hit_passed.val() | self.comes.val();
        self.all_here.next = !(self.majority.val() & !self.arrived.val()).any();

        // What they are told.
        self.makes.next = self.any_on_path.val() & self.room.val() & !self.found.val();
        self.gathers.next = (self.hit.val() & self.low.val() & !self.left_high.val()).any();
        self.follows.next = (self.hit.val() & self.left_high.val() & !self.low.val()).any();
        self.is_private.next = (self.hit.val() & self.left_high.val() & self.low.val()).any();
        self.has_led.next = (self.hit.val() & self.is_written.val()).any();
        self.lead.next = false;
        if self.makes.val() {
            self.gathers.next = self.overwrites.q.val();
            self.is_private.next = self.without.q.val();
            self.lead.next = !self.overwrites.q.val() & !self.without.q.val();
        }
        if self.any_on_path.val() & self.gathers.val() & self.all_here.val() {
            self.lead.next = true;
        }
        self.told.next = self.lanes.q.val();
        self.leads.next = bits::<4>(0);
        if self.lead.val() {
            self.leads.next = self.first.val();
        }
        self.skips.next = bits::<4>(0);
        if self.follows.val() & self.has_led.val() {
            self.skips.next = self.to_pass.val();
        }
        self.executes.next = self.lanes.q.val() & !self.on_path.val();
        if self.is_private.val() {
            self.executes.next = self.executes.val() | self.to_pass.val();
        }
        self.busy.next = self.works.val();

        // The entries from now on.
        self.changes.next = self.any_on_path.val()
            & (self.makes.val()
                | self.gathers.val()
                | self.is_private.val()
                | (self.follows.val() & self.has_led.val()));
        self.made.next = bits::<8>(0);
        if self.makes.val() {
            self.made.next = self.target.val();
        }
        self.changed.next = bits::<8>(0);
        self.new_low.next = self.low.val();
        self.new_high.next = self.left_high.val();
        self.new_loads.next = self.was_load.val() & !self.made.val();
        self.new_written.next = self.is_written.val();
        self.new_passed.next = self.arrived.val();
        if self.makes.val() & self.is_load.q.val() {
            self.new_loads.next = self.was_load.val() | self.made.val();
        }
        if self.changes.val() {
            self.changed.next = self.target.val();
            self.new_low.next = self.low.val() & !self.target.val();
            self.new_high.next = self.left_high.val() & !self.target.val();
            if (self.gathers.val() & !self.lead.val()) | self.is_private.val() {
                self.new_low.next = self.low.val() | self.target.val();
            }
            if self.lead.val() | self.follows.val() | self.is_private.val() {
                self.new_high.next = self.left_high.val() | self.target.val();
            }
        }
        if self.lead.val() {
            self.new_passed.next = self.leader.val();
            self.new_written.next = self.is_written.val() & !self.target.val();
        }
        if self.wrote.q.val() {
            self.new_written.next = self.is_written.val() | self.hit.val();
        }

        self.last_low.d.next = self.new_low.val();
        self.last_high.d.next = self.new_high.val();
        self.last_loads.d.next = self.new_loads.val();
        self.last_written.d.next = self.new_written.val();
        self.last_pc.d.next = self.at_pc.q.val();
        self.last_passed.d.next = self.new_passed.val();
        self.last_made.d.next = self.made.val();
        self.last_changed.d.next = self.changed.val();

        self.next_row.next = bit_cast::<16, 4>(self.row.val());
        self.this_row.next = bit_cast::<16, 4>(self.at_row.q.val());
        for i in 0..self.ways.get() {
            self.pcs[i].clock.next = self.clock.val();
            self.pcs[i].read_addr.next = self.next_row.val();
            self.pcs[i].write_addr.next = self.this_row.val();
            self.pcs[i].write_data.next = self.at_pc.q.val();
            self.pcs[i].write_enable.next = self.made.val().get_bit(i);
            self.passed[i].clock.next = self.clock.val();
            self.passed[i].read_addr.next = self.next_row.val();
            self.passed[i].write_addr.next = self.this_row.val();
            self.passed[i].write_data.next = self.new_passed.val();
            self.passed[i].write_enable.next = self.changed.val().get_bit(i);
        }
        self.kinds_low.clock.next = self.clock.val();
        self.kinds_low.read_addr.next = self.next_row.val();
        self.kinds_low.write_addr.next = self.this_row.val();
        self.kinds_low.write_data.next = self.new_low.val();
        self.kinds_low.write_enable.next = self.works.val();
        self.kinds_high.clock.next = self.clock.val();
        self.kinds_high.read_addr.next = self.next_row.val();
        self.kinds_high.write_addr.next = self.this_row.val();
        self.kinds_high.write_data.next = self.new_high.val();
        self.kinds_high.write_enable.next = self.works.val();
        self.loads.clock.next = self.clock.val();
        self.loads.read_addr.next = self.next_row.val();
        self.loads.write_addr.next = self.this_row.val();
        self.loads.write_data.next = self.new_loads.val();
        self.loads.write_enable.next = self.works.val();
        self.written.clock.next = self.clock.val();
        self.written.read_addr.next = self.next_row.val();
        self.written.write_addr.next = self.this_row.val();
        self.written.write_data.next = self.new_written.val();
        self.written.write_enable.next = self.works.val();
    }
}
