//! The circuit of the skip table: two banks, and for each who chooses what it looks up.

mod bank;
mod coalescer;

use super::pins::{skip_table_ports, In, Out, Params, BANKS};
use crate::kit::dff_setup;
use crate::kit::{Count, Param, Reg};
use bank::Bank;
use coalescer::Coalescer;
use rust_hdl::prelude::*;

skip_table_ports! {
    /// Coalescers, banks, and the warps that asked in the last cycle.
    pub struct SkipTableRtl {
        coalescers: Vec<Coalescer>,
        banks: Vec<Bank>,
        bank_count: Count,
        odd_bank: Param<Bits<2>>,
        asked: Reg<Bits<4>>,
        warp0: Reg<Bits<5>>,
        warp1: Reg<Bits<5>>,
        warp2: Reg<Bits<5>>,
        warp3: Reg<Bits<5>>,
        asks: Signal<Local, Bits<4>>,
        odd_lanes: Signal<Local, Bits<4>>,
        loads: Signal<Local, Bits<4>>,
        registers_low: Signal<Local, Bits<4>>,
        registers_high: Signal<Local, Bits<4>>,
        wb_bank: Signal<Local, Bits<2>>,
        path_bank: Signal<Local, Bits<2>>,
        store_bank: Signal<Local, Bits<2>>,
        path_bit: Signal<Local, Bits<16>>,
        store_bit: Signal<Local, Bits<16>>,
        starts: Signal<Local, Bits<16>>,
        restores: Signal<Local, Bits<16>>,
        leaves: Signal<Local, Bits<16>>,
        stores: Signal<Local, Bits<16>>,
        stores_of_all: Signal<Local, Bits<16>>,
        slot: Signal<Local, Bits<5>>,
        path_row: Signal<Local, Bits<5>>,
        store_row: Signal<Local, Bits<5>>,
        busy: Signal<Local, Bit>,
        told: Signal<Local, Bits<4>>,
        leads: Signal<Local, Bits<4>>,
        skips: Signal<Local, Bits<4>>,
        executes: Signal<Local, Bits<4>>,
        others: Signal<Local, Bits<4>>,
        retries: Signal<Local, Bits<4>>,
        waits: Signal<Local, Bits<4>>,
    }
}

impl SkipTableRtl {
    /// A table of the given sizes.
    pub fn new(params: &Params) -> Self {
        Self {
            coalescers: (0..BANKS).map(|_| Coalescer::default()).collect(),
            banks: (0..BANKS).map(|_| Bank::new(params)).collect(),
            bank_count: Count::new(BANKS as u32),
            odd_bank: Param::new(bits(2)),
            warp0: Reg::without_reset(),
            warp1: Reg::without_reset(),
            warp2: Reg::without_reset(),
            warp3: Reg::without_reset(),
            ..Default::default()
        }
    }
}

impl Logic for SkipTableRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, asked, warp0, warp1, warp2, warp3);

        // The lanes, side by side.
        self.asks.next = bits::<4>(0);
        self.odd_lanes.next = bits::<4>(0);
        self.loads.next = bits::<4>(0);
        self.registers_low.next = bits::<4>(0);
        self.registers_high.next = bits::<4>(0);
        if self.ask0_valid.val() {
            self.asks.next = self.asks.val().replace_bit(0, true);
        }
        if self.ask0_tb.val().get_bit(0) {
            self.odd_lanes.next = self.odd_lanes.val().replace_bit(0, true);
        }
        if self.ask0_load.val() {
            self.loads.next = self.loads.val().replace_bit(0, true);
        }
        if self.ask0_register.val().get_bit(0) {
            self.registers_low.next = self.registers_low.val().replace_bit(0, true);
        }
        if self.ask0_register.val().get_bit(1) {
            self.registers_high.next = self.registers_high.val().replace_bit(0, true);
        }
        if self.ask1_valid.val() {
            self.asks.next = self.asks.val().replace_bit(1, true);
        }
        if self.ask1_tb.val().get_bit(0) {
            self.odd_lanes.next = self.odd_lanes.val().replace_bit(1, true);
        }
        if self.ask1_load.val() {
            self.loads.next = self.loads.val().replace_bit(1, true);
        }
        if self.ask1_register.val().get_bit(0) {
            self.registers_low.next = self.registers_low.val().replace_bit(1, true);
        }
        if self.ask1_register.val().get_bit(1) {
            self.registers_high.next = self.registers_high.val().replace_bit(1, true);
        }
        if self.ask2_valid.val() {
            self.asks.next = self.asks.val().replace_bit(2, true);
        }
        if self.ask2_tb.val().get_bit(0) {
            self.odd_lanes.next = self.odd_lanes.val().replace_bit(2, true);
        }
        if self.ask2_load.val() {
            self.loads.next = self.loads.val().replace_bit(2, true);
        }
        if self.ask2_register.val().get_bit(0) {
            self.registers_low.next = self.registers_low.val().replace_bit(2, true);
        }
        if self.ask2_register.val().get_bit(1) {
            self.registers_high.next = self.registers_high.val().replace_bit(2, true);
        }
        if self.ask3_valid.val() {
            self.asks.next = self.asks.val().replace_bit(3, true);
        }
        if self.ask3_tb.val().get_bit(0) {
            self.odd_lanes.next = self.odd_lanes.val().replace_bit(3, true);
        }
        if self.ask3_load.val() {
            self.loads.next = self.loads.val().replace_bit(3, true);
        }
        if self.ask3_register.val().get_bit(0) {
            self.registers_low.next = self.registers_low.val().replace_bit(3, true);
        }
        if self.ask3_register.val().get_bit(1) {
            self.registers_high.next = self.registers_high.val().replace_bit(3, true);
        }
        self.asked.d.next = self.asks.val();
        self.warp0.d.next = self.ask0_warp.val();
        self.warp1.d.next = self.ask1_warp.val();
        self.warp2.d.next = self.ask2_warp.val();
        self.warp3.d.next = self.ask3_warp.val();

        // What happens to slots, by the bits of the slots of a bank.
        self.path_row.next = self.path_tb.val() >> bits::<5>(1);
        self.path_bit.next = bits::<16>(1) << self.path_row.val();
        self.store_row.next = self.store_tb.val() >> bits::<5>(1);
        self.store_bit.next = bits::<16>(1) << self.store_row.val();
        self.starts.next = bits::<16>(0);
        self.restores.next = bits::<16>(0);
        self.leaves.next = bits::<16>(0);
        if self.path_valid.val() {
            if self.path_what.val().get_bit(1) {
                self.leaves.next = self.path_bit.val();
            } else if self.path_what.val().get_bit(0) {
                self.restores.next = self.path_bit.val();
            } else {
                self.starts.next = self.path_bit.val();
            }
        }
        self.stores.next = bits::<16>(0);
        if self.store_valid.val() {
            self.stores.next = self.store_bit.val();
        }
        self.stores_of_all.next = bits::<16>(0);
        if self.fence.val() {
            self.stores_of_all.next = bits::<16>(0xFFFF);
        }
        // Of which bank each is.
        self.wb_bank.next = bits::<2>(0);
        if self.wb_valid.val() {
            self.wb_bank.next = bits::<2>(1);
            if self.wb_tb.val().get_bit(0) {
                self.wb_bank.next = bits::<2>(2);
            }
        }
        self.path_bank.next = bits::<2>(1);
        if self.path_tb.val().get_bit(0) {
            self.path_bank.next = bits::<2>(2);
        }
        self.store_bank.next = bits::<2>(1);
        if self.store_tb.val().get_bit(0) {
            self.store_bank.next = bits::<2>(2);
        }

        self.told.next = bits::<4>(0);
        self.leads.next = bits::<4>(0);
        self.skips.next = bits::<4>(0);
        self.executes.next = bits::<4>(0);
        self.busy.next = false;
        for i in 0..self.bank_count.get() {
            self.coalescers[i].clock.next = self.clock.val();
            self.coalescers[i].reset.next = self.reset.val();
            self.coalescers[i].asks.next = self.asks.val() & !self.odd_lanes.val();
            if self.odd_bank.val().get_bit(i) {
                self.coalescers[i].asks.next = self.asks.val() & self.odd_lanes.val();
            }
            self.coalescers[i].busy.next = self.wb_bank.val().get_bit(i);
            self.coalescers[i].tb0.next = self.ask0_tb.val();
            self.coalescers[i].tb1.next = self.ask1_tb.val();
            self.coalescers[i].tb2.next = self.ask2_tb.val();
            self.coalescers[i].tb3.next = self.ask3_tb.val();
            self.coalescers[i].pc0.next = self.ask0_pc.val();
            self.coalescers[i].pc1.next = self.ask1_pc.val();
            self.coalescers[i].pc2.next = self.ask2_pc.val();
            self.coalescers[i].pc3.next = self.ask3_pc.val();
            self.coalescers[i].loads.next = self.loads.val();
            self.coalescers[i].registers_low.next = self.registers_low.val();
            self.coalescers[i].registers_high.next = self.registers_high.val();

            self.banks[i].clock.next = self.clock.val();
            self.banks[i].reset.next = self.reset.val();
            self.banks[i].served.next = self.coalescers[i].served.val();
            self.banks[i].writes_back.next = self.wb_bank.val().get_bit(i);
            self.slot.next = self.coalescers[i].tb.val();
            self.banks[i].pc.next = self.coalescers[i].pc.val();
            if self.wb_bank.val().get_bit(i) {
                self.slot.next = self.wb_tb.val();
                self.banks[i].pc.next = self.wb_pc.val();
            }
            self.banks[i].row.next = self.slot.val().get_bits::<4>(1);
            self.banks[i].load.next = self.coalescers[i].load.val();
            self.banks[i].register_low.next = self.coalescers[i].register_low.val();
            self.banks[i].register_high.next = self.coalescers[i].register_high.val();
            self.banks[i].warp0.next = bits::<32>(1) << self.warp0.q.val();
            self.banks[i].warp1.next = bits::<32>(1) << self.warp1.q.val();
            self.banks[i].warp2.next = bits::<32>(1) << self.warp2.q.val();
            self.banks[i].warp3.next = bits::<32>(1) << self.warp3.q.val();
            self.banks[i].path_warps.next = self.path_warps.val();
            self.banks[i].starts.next = bits::<16>(0);
            self.banks[i].restores.next = bits::<16>(0);
            self.banks[i].leaves.next = bits::<16>(0);
            if self.path_bank.val().get_bit(i) {
                self.banks[i].starts.next = self.starts.val();
                self.banks[i].restores.next = self.restores.val();
                self.banks[i].leaves.next = self.leaves.val();
            }
            self.banks[i].stores.next = self.stores_of_all.val();
            if self.store_bank.val().get_bit(i) {
                self.banks[i].stores.next = self.stores.val() | self.stores_of_all.val();
            }
            self.told.next = self.told.val() | self.banks[i].told.val();
            self.leads.next = self.leads.val() | self.banks[i].leads.val();
            self.skips.next = self.skips.val() | self.banks[i].skips.val();
            self.executes.next = self.executes.val() | self.banks[i].executes.val();
            if self.banks[i].busy.val() {
                self.busy.next = true;
            }
        }
        self.others.next = self.leads.val() | self.skips.val() | self.executes.val();
        self.retries.next = self.asked.q.val() & !self.told.val();
        self.waits.next = self.told.val() & !self.others.val();
        self.answer0.next = bits::<3>(0);
        if self.retries.val().get_bit(0) {
            self.answer0.next = bits::<3>(1);
        }
        if self.leads.val().get_bit(0) {
            self.answer0.next = bits::<3>(2);
        }
        if self.skips.val().get_bit(0) {
            self.answer0.next = bits::<3>(3);
        }
        if self.waits.val().get_bit(0) {
            self.answer0.next = bits::<3>(4);
        }
        if self.executes.val().get_bit(0) {
            self.answer0.next = bits::<3>(5);
        }
        self.answer1.next = bits::<3>(0);
        if self.retries.val().get_bit(1) {
            self.answer1.next = bits::<3>(1);
        }
        if self.leads.val().get_bit(1) {
            self.answer1.next = bits::<3>(2);
        }
        if self.skips.val().get_bit(1) {
            self.answer1.next = bits::<3>(3);
        }
        if self.waits.val().get_bit(1) {
            self.answer1.next = bits::<3>(4);
        }
        if self.executes.val().get_bit(1) {
            self.answer1.next = bits::<3>(5);
        }
        self.answer2.next = bits::<3>(0);
        if self.retries.val().get_bit(2) {
            self.answer2.next = bits::<3>(1);
        }
        if self.leads.val().get_bit(2) {
            self.answer2.next = bits::<3>(2);
        }
        if self.skips.val().get_bit(2) {
            self.answer2.next = bits::<3>(3);
        }
        if self.waits.val().get_bit(2) {
            self.answer2.next = bits::<3>(4);
        }
        if self.executes.val().get_bit(2) {
            self.answer2.next = bits::<3>(5);
        }
        self.answer3.next = bits::<3>(0);
        if self.retries.val().get_bit(3) {
            self.answer3.next = bits::<3>(1);
        }
        if self.leads.val().get_bit(3) {
            self.answer3.next = bits::<3>(2);
        }
        if self.skips.val().get_bit(3) {
            self.answer3.next = bits::<3>(3);
        }
        if self.waits.val().get_bit(3) {
            self.answer3.next = bits::<3>(4);
        }
        if self.executes.val().get_bit(3) {
            self.answer3.next = bits::<3>(5);
        }
        // A bank that is asked is busy, and one that is not served writes back.
        self.idle.next = !self.busy.val();
    }
}
