//! The Thread Block Control Registers, one memory a field.

use super::super::pins::Params;
use crate::kit::{Param, Sram};
use rust_hdl::prelude::*;

/// KDEI, AGEI, BLKID and demand of the TB in every slot of every SMX.
///
/// A slot is read only after a TB has started in it, so what the memories hold at power-up never
/// shows.
#[derive(LogicBlock, Default)]
pub struct Tbcrs {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// A TB starts.
    pub write: Signal<In, Bit>,
    /// On this SMX.
    pub smx: Signal<In, Bits<5>>,
    /// In this slot.
    pub slot: Signal<In, Bits<5>>,
    /// Its kernel's entry.
    pub kdei: Signal<In, Bits<5>>,
    /// Its group, or none.
    pub agei: Signal<In, Bits<32>>,
    /// Its index in kernel or group, counted x fastest, or its node.
    pub blkid: Signal<In, Bits<32>>,
    /// Its resources.
    pub need: Signal<In, Bits<32>>,
    /// SMX of the slot to read.
    pub read_smx: Signal<In, Bits<5>>,
    /// Slot to read.
    pub read_slot: Signal<In, Bits<5>>,
    /// Kernel's entry in the slot last read.
    pub ended_kdei: Signal<Out, Bits<5>>,
    /// Group in the slot last read.
    pub ended_agei: Signal<Out, Bits<32>>,
    /// BLKID in the slot last read.
    pub ended_blkid: Signal<Out, Bits<32>>,
    /// Resources in the slot last read.
    pub ended_need: Signal<Out, Bits<32>>,
    kdei_words: Sram<5>,
    agei_words: Sram<32>,
    blkid_words: Sram<32>,
    need_words: Sram<32>,
    slot_bits: Param<Bits<16>>,
    wide_smx: Signal<Local, Bits<16>>,
    base: Signal<Local, Bits<16>>,
    address: Signal<Local, Bits<16>>,
    wide_read_smx: Signal<Local, Bits<16>>,
    read_base: Signal<Local, Bits<16>>,
    read_address: Signal<Local, Bits<16>>,
}

impl Tbcrs {
    /// Registers for SMXs of the given sizes.
    pub fn new(params: &Params) -> Self {
        let slots = params.slots.next_power_of_two();
        let entries = (params.smxs * slots) as usize;
        Self {
            kdei_words: Sram::new(entries),
            agei_words: Sram::new(entries),
            blkid_words: Sram::new(entries),
            need_words: Sram::new(entries),
            slot_bits: Param::new(bits(slots.trailing_zeros().into())),
            ..Default::default()
        }
    }
}

impl Logic for Tbcrs {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide_smx.next = bit_cast::<16, 5>(self.smx.val());
        self.base.next = self.wide_smx.val() << self.slot_bits.val();
        self.address.next = self.base.val() | bit_cast::<16, 5>(self.slot.val());
        self.wide_read_smx.next = bit_cast::<16, 5>(self.read_smx.val());
        self.read_base.next = self.wide_read_smx.val() << self.slot_bits.val();
        self.read_address.next = self.read_base.val() | bit_cast::<16, 5>(self.read_slot.val());

        self.kdei_words.clock.next = self.clock.val();
        self.kdei_words.write_enable.next = self.write.val();
        self.kdei_words.write_addr.next = self.address.val();
        self.kdei_words.write_data.next = self.kdei.val();
        self.kdei_words.read_addr.next = self.read_address.val();
        self.ended_kdei.next = self.kdei_words.read_data.val();
        self.agei_words.clock.next = self.clock.val();
        self.agei_words.write_enable.next = self.write.val();
        self.agei_words.write_addr.next = self.address.val();
        self.agei_words.write_data.next = self.agei.val();
        self.agei_words.read_addr.next = self.read_address.val();
        self.ended_agei.next = self.agei_words.read_data.val();
        self.blkid_words.clock.next = self.clock.val();
        self.blkid_words.write_enable.next = self.write.val();
        self.blkid_words.write_addr.next = self.address.val();
        self.blkid_words.write_data.next = self.blkid.val();
        self.blkid_words.read_addr.next = self.read_address.val();
        self.ended_blkid.next = self.blkid_words.read_data.val();
        self.need_words.clock.next = self.clock.val();
        self.need_words.write_enable.next = self.write.val();
        self.need_words.write_addr.next = self.address.val();
        self.need_words.write_data.next = self.need.val();
        self.need_words.read_addr.next = self.read_address.val();
        self.ended_need.next = self.need_words.read_data.val();
    }
}
