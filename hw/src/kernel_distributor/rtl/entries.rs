//! The payload of kernels in SRAMs, as many copies as there are readers in one cycle.
//!
//! Every word is written when its kernel is taken and only used while the kernel is live, so what
//! the memories hold at power-up never shows.

use crate::kit::Sram;
use rust_hdl::prelude::*;

/// Payload for the TB source's look, for the search, and for retirement.
#[derive(LogicBlock, Default)]
pub struct Entries<const KDEI: usize, const KDE_COUNT: usize, const TAG: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// A kernel is taken.
    pub write: Signal<In, Bit>,
    /// Its entry.
    pub write_kdei: Signal<In, Bits<KDEI>>,
    /// Entry PC.
    pub pc: Signal<In, Bits<32>>,
    /// Grid x.
    pub grid_x: Signal<In, Bits<32>>,
    /// Grid y and z.
    pub grid_yz: Signal<In, Bits<32>>,
    /// TB shape.
    pub shape: Signal<In, Bits<32>>,
    /// Resources of one TB, and the graph bit.
    pub demand: Signal<In, Bits<32>>,
    /// Parameter address.
    pub param: Signal<In, Bits<32>>,
    /// Tag.
    pub tag: Signal<In, Bits<TAG>>,
    /// Address of the descriptor.
    pub desc: Signal<In, Bits<32>>,
    /// Entry to read for the TB source.
    pub look_kdei: Signal<In, Bits<KDEI>>,
    /// Entry to read for the search.
    pub scan_kdei: Signal<In, Bits<KDE_COUNT>>,
    /// Entry to read for retirement.
    pub retire_kdei: Signal<In, Bits<KDEI>>,
    /// Entry PC at the last `look_kdei`.
    pub look_pc: Signal<Out, Bits<32>>,
    /// Grid x at the last `look_kdei`.
    pub look_grid_x: Signal<Out, Bits<32>>,
    /// Grid y and z at the last `look_kdei`.
    pub look_grid_yz: Signal<Out, Bits<32>>,
    /// TB shape at the last `look_kdei`.
    pub look_shape: Signal<Out, Bits<29>>,
    /// Resources of one TB, and the graph bit, at the last `look_kdei`.
    pub look_demand: Signal<Out, Bits<31>>,
    /// Parameter address at the last `look_kdei`.
    pub look_param: Signal<Out, Bits<32>>,
    /// Entry PC at the last `scan_kdei`.
    pub scan_pc: Signal<Out, Bits<32>>,
    /// TB shape at the last `scan_kdei`.
    pub scan_shape: Signal<Out, Bits<32>>,
    /// Resources of one TB at the last `scan_kdei`.
    pub scan_demand: Signal<Out, Bits<32>>,
    /// Tag at the last `retire_kdei`.
    pub retire_tag: Signal<Out, Bits<TAG>>,
    /// Address of the descriptor at the last `retire_kdei`.
    pub retire_desc: Signal<Out, Bits<32>>,
    look_pc_words: Sram<32>,
    look_grid_x_words: Sram<32>,
    look_grid_yz_words: Sram<32>,
    look_shape_words: Sram<29>,
    look_demand_words: Sram<31>,
    look_param_words: Sram<32>,
    scan_pc_words: Sram<32>,
    scan_shape_words: Sram<32>,
    scan_demand_words: Sram<32>,
    retire_tag_words: Sram<TAG>,
    retire_desc_words: Sram<32>,
}

impl<const KDEI: usize, const KDE_COUNT: usize, const TAG: usize> Entries<KDEI, KDE_COUNT, TAG> {
    /// Tables of `entries` entries.
    pub fn new(entries: usize) -> Self {
        Self {
            look_pc_words: Sram::new(entries),
            look_grid_x_words: Sram::new(entries),
            look_grid_yz_words: Sram::new(entries),
            look_shape_words: Sram::new(entries),
            look_demand_words: Sram::new(entries),
            look_param_words: Sram::new(entries),
            scan_pc_words: Sram::new(entries),
            scan_shape_words: Sram::new(entries),
            scan_demand_words: Sram::new(entries),
            retire_tag_words: Sram::new(entries),
            retire_desc_words: Sram::new(entries),
            ..Default::default()
        }
    }
}

impl<const KDEI: usize, const KDE_COUNT: usize, const TAG: usize> Logic
    for Entries<KDEI, KDE_COUNT, TAG>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.look_pc_words.clock.next = self.clock.val();
        self.look_pc_words.write_enable.next = self.write.val();
        self.look_pc_words.write_addr.next = bit_cast::<16, KDEI>(self.write_kdei.val());
        self.look_pc_words.write_data.next = self.pc.val();
        self.look_pc_words.read_addr.next = bit_cast::<16, KDEI>(self.look_kdei.val());
        self.look_pc.next = self.look_pc_words.read_data.val();
        self.look_grid_x_words.clock.next = self.clock.val();
        self.look_grid_x_words.write_enable.next = self.write.val();
        self.look_grid_x_words.write_addr.next = bit_cast::<16, KDEI>(self.write_kdei.val());
        self.look_grid_x_words.write_data.next = self.grid_x.val();
        self.look_grid_x_words.read_addr.next = bit_cast::<16, KDEI>(self.look_kdei.val());
        self.look_grid_x.next = self.look_grid_x_words.read_data.val();
        self.look_grid_yz_words.clock.next = self.clock.val();
        self.look_grid_yz_words.write_enable.next = self.write.val();
        self.look_grid_yz_words.write_addr.next = bit_cast::<16, KDEI>(self.write_kdei.val());
        self.look_grid_yz_words.write_data.next = self.grid_yz.val();
        self.look_grid_yz_words.read_addr.next = bit_cast::<16, KDEI>(self.look_kdei.val());
        self.look_grid_yz.next = self.look_grid_yz_words.read_data.val();
        self.look_shape_words.clock.next = self.clock.val();
        self.look_shape_words.write_enable.next = self.write.val();
        self.look_shape_words.write_addr.next = bit_cast::<16, KDEI>(self.write_kdei.val());
        self.look_shape_words.write_data.next = self.shape.val().get_bits::<29>(0);
        self.look_shape_words.read_addr.next = bit_cast::<16, KDEI>(self.look_kdei.val());
        self.look_shape.next = self.look_shape_words.read_data.val();
        self.look_demand_words.clock.next = self.clock.val();
        self.look_demand_words.write_enable.next = self.write.val();
        self.look_demand_words.write_addr.next = bit_cast::<16, KDEI>(self.write_kdei.val());
        self.look_demand_words.write_data.next = self.demand.val().get_bits::<31>(0);
        self.look_demand_words.read_addr.next = bit_cast::<16, KDEI>(self.look_kdei.val());
        self.look_demand.next = self.look_demand_words.read_data.val();
        self.look_param_words.clock.next = self.clock.val();
        self.look_param_words.write_enable.next = self.write.val();
        self.look_param_words.write_addr.next = bit_cast::<16, KDEI>(self.write_kdei.val());
        self.look_param_words.write_data.next = self.param.val();
        self.look_param_words.read_addr.next = bit_cast::<16, KDEI>(self.look_kdei.val());
        self.look_param.next = self.look_param_words.read_data.val();
        self.scan_pc_words.clock.next = self.clock.val();
        self.scan_pc_words.write_enable.next = self.write.val();
        self.scan_pc_words.write_addr.next = bit_cast::<16, KDEI>(self.write_kdei.val());
        self.scan_pc_words.write_data.next = self.pc.val();
        self.scan_pc_words.read_addr.next = bit_cast::<16, KDE_COUNT>(self.scan_kdei.val());
        self.scan_pc.next = self.scan_pc_words.read_data.val();
        self.scan_shape_words.clock.next = self.clock.val();
        self.scan_shape_words.write_enable.next = self.write.val();
        self.scan_shape_words.write_addr.next = bit_cast::<16, KDEI>(self.write_kdei.val());
        self.scan_shape_words.write_data.next = self.shape.val();
        self.scan_shape_words.read_addr.next = bit_cast::<16, KDE_COUNT>(self.scan_kdei.val());
        self.scan_shape.next = self.scan_shape_words.read_data.val();
        self.scan_demand_words.clock.next = self.clock.val();
        self.scan_demand_words.write_enable.next = self.write.val();
        self.scan_demand_words.write_addr.next = bit_cast::<16, KDEI>(self.write_kdei.val());
        self.scan_demand_words.write_data.next = self.demand.val();
        self.scan_demand_words.read_addr.next = bit_cast::<16, KDE_COUNT>(self.scan_kdei.val());
        self.scan_demand.next = self.scan_demand_words.read_data.val();
        self.retire_tag_words.clock.next = self.clock.val();
        self.retire_tag_words.write_enable.next = self.write.val();
        self.retire_tag_words.write_addr.next = bit_cast::<16, KDEI>(self.write_kdei.val());
        self.retire_tag_words.write_data.next = self.tag.val();
        self.retire_tag_words.read_addr.next = bit_cast::<16, KDEI>(self.retire_kdei.val());
        self.retire_tag.next = self.retire_tag_words.read_data.val();
        self.retire_desc_words.clock.next = self.clock.val();
        self.retire_desc_words.write_enable.next = self.write.val();
        self.retire_desc_words.write_addr.next = bit_cast::<16, KDEI>(self.write_kdei.val());
        self.retire_desc_words.write_data.next = self.desc.val();
        self.retire_desc_words.read_addr.next = bit_cast::<16, KDEI>(self.retire_kdei.val());
        self.retire_desc.next = self.retire_desc_words.read_data.val();
    }
}
