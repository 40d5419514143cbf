//! The Thread Block Control Registers, one memory per field.

use super::super::pins::Params;
use crate::kit::{Param, Sram};
use rust_hdl::prelude::*;

/// What the TB in every slot of every SMX belongs to, what it takes, and who is told of its end.
///
/// A slot is read only after a TB has started in it, so what the memories hold at power-up never
/// shows.
#[derive(LogicBlock, Default)]
pub struct Tbcrs<const SMX: usize, const SLOT: usize, const KDEI: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// A TB starts.
    pub write: Signal<In, Bit>,
    /// SMX on which it starts.
    pub smx: Signal<In, Bits<SMX>>,
    /// Slot in which it starts.
    pub slot: Signal<In, Bits<SLOT>>,
    /// Entry of its kernel.
    pub kdei: Signal<In, Bits<KDEI>>,
    /// Group of the TB, or none.
    pub group: Signal<In, Bits<32>>,
    /// Index or node of the TB.
    pub item: Signal<In, Bits<32>>,
    /// Resources of the TB.
    pub demand: Signal<In, Bits<30>>,
    /// The AGT is told of its end.
    pub tell_agt: Signal<In, Bit>,
    /// DATS is told of its end.
    pub tell_dats: Signal<In, Bit>,
    /// SMX of the slot to read.
    pub read_smx: Signal<In, Bits<SMX>>,
    /// Slot to read.
    pub read_slot: Signal<In, Bits<SLOT>>,
    /// Kernel's entry in the slot last read.
    pub ended_kdei: Signal<Out, Bits<KDEI>>,
    /// Group in the slot last read.
    pub ended_group: Signal<Out, Bits<32>>,
    /// Index or node in the slot last read.
    pub ended_item: Signal<Out, Bits<32>>,
    /// Resources in the slot last read.
    pub ended_demand: Signal<Out, Bits<30>>,
    /// The AGT is told of the end of the TB in the slot last read.
    pub ended_tell_agt: Signal<Out, Bit>,
    /// DATS is told of the end of the TB in the slot last read.
    pub ended_tell_dats: Signal<Out, Bit>,
    kdei_words: Sram<KDEI>,
    group_words: Sram<32>,
    item_words: Sram<32>,
    demand_words: Sram<32>,
    slot_bits: Param<Bits<16>>,
    wide_smx: Signal<Local, Bits<16>>,
    base: Signal<Local, Bits<16>>,
    address: Signal<Local, Bits<16>>,
    wide_read_smx: Signal<Local, Bits<16>>,
    read_base: Signal<Local, Bits<16>>,
    read_address: Signal<Local, Bits<16>>,
    demand_word: Signal<Local, Bits<32>>,
    ended_word: Signal<Local, Bits<32>>,
}

impl<const SMX: usize, const SLOT: usize, const KDEI: usize> Tbcrs<SMX, SLOT, KDEI> {
    /// Registers for SMXs of the given sizes.
    pub fn new(params: &Params) -> Self {
        let slots = params.slots.next_power_of_two();
        let entries = (params.smxs * slots) as usize;
        Self {
            kdei_words: Sram::new(entries),
            group_words: Sram::new(entries),
            item_words: Sram::new(entries),
            demand_words: Sram::new(entries),
            slot_bits: Param::new(bits(slots.trailing_zeros().into())),
            ..Default::default()
        }
    }
}

impl<const SMX: usize, const SLOT: usize, const KDEI: usize> Logic for Tbcrs<SMX, SLOT, KDEI> {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide_smx.next = bit_cast::<16, SMX>(self.smx.val());
        self.base.next = self.wide_smx.val() << self.slot_bits.val();
        self.address.next = self.base.val() | bit_cast::<16, SLOT>(self.slot.val());
        self.wide_read_smx.next = bit_cast::<16, SMX>(self.read_smx.val());
        self.read_base.next = self.wide_read_smx.val() << self.slot_bits.val();
        self.read_address.next = self.read_base.val() | bit_cast::<16, SLOT>(self.read_slot.val());
        self.demand_word.next = bit_cast::<32, 30>(self.demand.val());
        if self.tell_agt.val() {
            self.demand_word.next = self.demand_word.val() | bits::<32>(0x4000_0000_u64);
        }
        if self.tell_dats.val() {
            self.demand_word.next = self.demand_word.val() | bits::<32>(0x8000_0000_u64);
        }

        self.kdei_words.clock.next = self.clock.val();
        self.kdei_words.write_enable.next = self.write.val();
        self.kdei_words.write_addr.next = self.address.val();
        self.kdei_words.write_data.next = self.kdei.val();
        self.kdei_words.read_addr.next = self.read_address.val();
        self.ended_kdei.next = self.kdei_words.read_data.val();
        self.group_words.clock.next = self.clock.val();
        self.group_words.write_enable.next = self.write.val();
        self.group_words.write_addr.next = self.address.val();
        self.group_words.write_data.next = self.group.val();
        self.group_words.read_addr.next = self.read_address.val();
        self.ended_group.next = self.group_words.read_data.val();
        self.item_words.clock.next = self.clock.val();
        self.item_words.write_enable.next = self.write.val();
        self.item_words.write_addr.next = self.address.val();
        self.item_words.write_data.next = self.item.val();
        self.item_words.read_addr.next = self.read_address.val();
        self.ended_item.next = self.item_words.read_data.val();
        self.demand_words.clock.next = self.clock.val();
        self.demand_words.write_enable.next = self.write.val();
        self.demand_words.write_addr.next = self.address.val();
        self.demand_words.write_data.next = self.demand_word.val();
        self.demand_words.read_addr.next = self.read_address.val();
        self.ended_word.next = self.demand_words.read_data.val();
        self.ended_demand.next = self.ended_word.val().get_bits::<30>(0);
        self.ended_tell_agt.next = self.ended_word.val().get_bit(30);
        self.ended_tell_dats.next = self.ended_word.val().get_bit(31);
    }
}
