//! What the entries hold: seven memories that share their addresses.

use crate::kit::Sram;
use rust_hdl::prelude::*;

/// Stores a kernel or group in each entry: 24 bytes, with entries of the Kernel Distributor of five bits.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct Items<const KDEI: usize> {
    /// Clock of all ports; they act on the rising edge.
    pub clock: Signal<In, Clock>,
    /// Address of the entry to read at this edge.
    pub read_entry: Signal<In, Bits<16>>,
    /// Address of the entry to write at this edge.
    pub write_entry: Signal<In, Bits<16>>,
    /// The entry is written.
    pub write: Signal<In, Bit>,
    /// Entry of the kernel, to write.
    pub new_kdei: Signal<In, Bits<KDEI>>,
    /// Entry PC to write.
    pub new_pc: Signal<In, Bits<32>>,
    /// Parameter address to write.
    pub new_param: Signal<In, Bits<32>>,
    /// TB shape to write.
    pub new_shape: Signal<In, Bits<29>>,
    /// Resources of one TB, to write.
    pub new_demand: Signal<In, Bits<30>>,
    /// Grid x to write.
    pub new_x: Signal<In, Bits<32>>,
    /// Grid y and z to write.
    pub new_yz: Signal<In, Bits<32>>,
    /// Entry of the kernel, of what was read at the last edge.
    pub kdei: Signal<Out, Bits<KDEI>>,
    /// Entry PC of what was read at the last edge.
    pub pc: Signal<Out, Bits<32>>,
    /// Parameter address of what was read at the last edge.
    pub param: Signal<Out, Bits<32>>,
    /// TB shape of what was read at the last edge.
    pub shape: Signal<Out, Bits<29>>,
    /// Resources of one TB of what was read at the last edge.
    pub demand: Signal<Out, Bits<30>>,
    /// Grid x of what was read at the last edge.
    pub x: Signal<Out, Bits<32>>,
    /// Grid y and z of what was read at the last edge.
    pub yz: Signal<Out, Bits<32>>,
    item_kdei: Sram<KDEI>,
    item_pc: Sram<32>,
    item_param: Sram<32>,
    item_shape: Sram<29>,
    item_demand: Sram<30>,
    item_x: Sram<32>,
    item_yz: Sram<32>,
}

impl<const KDEI: usize> Items<KDEI> {
    /// The given number of entries.
    pub fn new(entries: usize) -> Self {
        Self {
            item_kdei: Sram::new(entries),
            item_pc: Sram::new(entries),
            item_param: Sram::new(entries),
            item_shape: Sram::new(entries),
            item_demand: Sram::new(entries),
            item_x: Sram::new(entries),
            item_yz: Sram::new(entries),
            ..Default::default()
        }
    }
}

impl<const KDEI: usize> Logic for Items<KDEI> {
    #[hdl_gen]
    fn update(&mut self) {
        self.item_kdei.clock.next = self.clock.val();
        self.item_kdei.read_addr.next = self.read_entry.val();
        self.item_kdei.write_addr.next = self.write_entry.val();
        self.item_kdei.write_enable.next = self.write.val();
        self.item_kdei.write_data.next = self.new_kdei.val();
        self.kdei.next = self.item_kdei.read_data.val();
        self.item_pc.clock.next = self.clock.val();
        self.item_pc.read_addr.next = self.read_entry.val();
        self.item_pc.write_addr.next = self.write_entry.val();
        self.item_pc.write_enable.next = self.write.val();
        self.item_pc.write_data.next = self.new_pc.val();
        self.pc.next = self.item_pc.read_data.val();
        self.item_param.clock.next = self.clock.val();
        self.item_param.read_addr.next = self.read_entry.val();
        self.item_param.write_addr.next = self.write_entry.val();
        self.item_param.write_enable.next = self.write.val();
        self.item_param.write_data.next = self.new_param.val();
        self.param.next = self.item_param.read_data.val();
        self.item_shape.clock.next = self.clock.val();
        self.item_shape.read_addr.next = self.read_entry.val();
        self.item_shape.write_addr.next = self.write_entry.val();
        self.item_shape.write_enable.next = self.write.val();
        self.item_shape.write_data.next = self.new_shape.val();
        self.shape.next = self.item_shape.read_data.val();
        self.item_demand.clock.next = self.clock.val();
        self.item_demand.read_addr.next = self.read_entry.val();
        self.item_demand.write_addr.next = self.write_entry.val();
        self.item_demand.write_enable.next = self.write.val();
        self.item_demand.write_data.next = self.new_demand.val();
        self.demand.next = self.item_demand.read_data.val();
        self.item_x.clock.next = self.clock.val();
        self.item_x.read_addr.next = self.read_entry.val();
        self.item_x.write_addr.next = self.write_entry.val();
        self.item_x.write_enable.next = self.write.val();
        self.item_x.write_data.next = self.new_x.val();
        self.x.next = self.item_x.read_data.val();
        self.item_yz.clock.next = self.clock.val();
        self.item_yz.read_addr.next = self.read_entry.val();
        self.item_yz.write_addr.next = self.write_entry.val();
        self.item_yz.write_enable.next = self.write.val();
        self.item_yz.write_data.next = self.new_yz.val();
        self.yz.next = self.item_yz.read_data.val();
    }
}
