//! The entries: five memories that share their addresses.

use crate::kit::Sram;
use rust_hdl::prelude::*;

/// Stores the fields of all AGEs. A read of an entry that is written at the same edge returns the
/// old words.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct Ages {
    /// Clock of all ports; they act on the rising edge.
    pub clock: Signal<In, Clock>,
    /// Index of the entry to read at this edge.
    pub read_entry: Signal<In, Bits<16>>,
    /// Index of the entry to write at this edge.
    pub write_entry: Signal<In, Bits<16>>,
    /// AggDim and Param of the entry are written.
    pub write_group: Signal<In, Bit>,
    /// The Next field of the entry is written.
    pub write_next: Signal<In, Bit>,
    /// The ExeBL field of the entry is written.
    pub write_exebl: Signal<In, Bit>,
    /// AggDim x to write.
    pub new_x: Signal<In, Bits<32>>,
    /// AggDim y and z to write.
    pub new_yz: Signal<In, Bits<32>>,
    /// Param to write.
    pub new_param: Signal<In, Bits<32>>,
    /// Next to write.
    pub new_next: Signal<In, Bits<32>>,
    /// ExeBL to write.
    pub new_exebl: Signal<In, Bits<32>>,
    /// AggDim x of the entry read at the last edge.
    pub x: Signal<Out, Bits<32>>,
    /// AggDim y and z of the entry read at the last edge.
    pub yz: Signal<Out, Bits<32>>,
    /// Param of the entry read at the last edge.
    pub param: Signal<Out, Bits<32>>,
    /// Next of the entry read at the last edge.
    pub following: Signal<Out, Bits<32>>,
    /// ExeBL of the entry read at the last edge.
    pub exebl: Signal<Out, Bits<32>>,
    age_x: Sram<32>,
    age_yz: Sram<32>,
    age_param: Sram<32>,
    age_next: Sram<32>,
    age_exebl: Sram<32>,
}

impl Ages {
    /// The given number of entries.
    pub fn new(entries: usize) -> Self {
        Self {
            age_x: Sram::new(entries),
            age_yz: Sram::new(entries),
            age_param: Sram::new(entries),
            age_next: Sram::new(entries),
            age_exebl: Sram::new(entries),
            ..Default::default()
        }
    }
}

impl Logic for Ages {
    #[hdl_gen]
    fn update(&mut self) {
        self.age_x.clock.next = self.clock.val();
        self.age_x.read_addr.next = self.read_entry.val();
        self.age_x.write_addr.next = self.write_entry.val();
        self.age_x.write_data.next = self.new_x.val();
        self.age_x.write_enable.next = self.write_group.val();
        self.x.next = self.age_x.read_data.val();
        self.age_yz.clock.next = self.clock.val();
        self.age_yz.read_addr.next = self.read_entry.val();
        self.age_yz.write_addr.next = self.write_entry.val();
        self.age_yz.write_data.next = self.new_yz.val();
        self.age_yz.write_enable.next = self.write_group.val();
        self.yz.next = self.age_yz.read_data.val();
        self.age_param.clock.next = self.clock.val();
        self.age_param.read_addr.next = self.read_entry.val();
        self.age_param.write_addr.next = self.write_entry.val();
        self.age_param.write_data.next = self.new_param.val();
        self.age_param.write_enable.next = self.write_group.val();
        self.param.next = self.age_param.read_data.val();
        self.age_next.clock.next = self.clock.val();
        self.age_next.read_addr.next = self.read_entry.val();
        self.age_next.write_addr.next = self.write_entry.val();
        self.age_next.write_data.next = self.new_next.val();
        self.age_next.write_enable.next = self.write_next.val();
        self.following.next = self.age_next.read_data.val();
        self.age_exebl.clock.next = self.clock.val();
        self.age_exebl.read_addr.next = self.read_entry.val();
        self.age_exebl.write_addr.next = self.write_entry.val();
        self.age_exebl.write_data.next = self.new_exebl.val();
        self.age_exebl.write_enable.next = self.write_exebl.val();
        self.exebl.next = self.age_exebl.read_data.val();
    }
}
