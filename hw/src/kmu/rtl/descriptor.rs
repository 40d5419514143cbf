//! The descriptor of the offered kernel: it is filled word by word, and shown while it is offered.

use crate::kit::dff_setup;
use crate::kit::Reg;
use rust_hdl::prelude::*;

/// Stores seven words of a descriptor, and of the last of them only the bits that leave the KMU.
#[derive(Default, LogicBlock)]
pub struct Descriptor<const TAG: usize, const SMX: usize> {
    /// Clock of the block; it acts on the rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, bool>,
    /// A word of the descriptor arrives.
    pub write: Signal<In, Bit>,
    /// Byte offset of the word in the descriptor; words behind the tag are not stored.
    pub offset: Signal<In, Bits<6>>,
    /// Value of the word.
    pub word: Signal<In, Bits<32>>,
    /// The words are shown; all outputs are zero while low.
    pub show: Signal<In, Bit>,
    /// Entry PC (descriptor word 0).
    pub pc: Signal<Out, Bits<32>>,
    /// Grid x in TBs (descriptor word 1).
    pub grid_x: Signal<Out, Bits<32>>,
    /// Grid y (low half) and z (descriptor word 2).
    pub grid_yz: Signal<Out, Bits<32>>,
    /// TB shape (descriptor word 3).
    pub shape: Signal<Out, Bits<32>>,
    /// Resource demand of one TB (descriptor word 4).
    pub demand: Signal<Out, Bits<32>>,
    /// Parameter address (descriptor word 5).
    pub param: Signal<Out, Bits<32>>,
    /// Tag (low bits of descriptor word 6).
    pub tag: Signal<Out, Bits<TAG>>,
    /// Level (bits 18..16 of descriptor word 6).
    pub level: Signal<Out, Bits<3>>,
    /// Cluster (descriptor word 6 from bit 8 on).
    pub cluster: Signal<Out, Bits<SMX>>,
    pc_word: Reg<Bits<32>>,
    grid_x_word: Reg<Bits<32>>,
    grid_yz_word: Reg<Bits<32>>,
    shape_word: Reg<Bits<32>>,
    demand_word: Reg<Bits<32>>,
    param_word: Reg<Bits<32>>,
    tag_word: Reg<Bits<TAG>>,
    level_word: Reg<Bits<3>>,
    cluster_word: Reg<Bits<SMX>>,
}

impl<const TAG: usize, const SMX: usize> Logic for Descriptor<TAG, SMX> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, pc_word, grid_x_word, grid_yz_word, shape_word);
        dff_setup!(self, clock, demand_word, param_word, tag_word, level_word, cluster_word);
        if self.write.val() {
            if self.offset.val() == 0 {
                self.pc_word.d.next = self.word.val();
            }
            if self.offset.val() == 4 {
                self.grid_x_word.d.next = self.word.val();
            }
            if self.offset.val() == 8 {
                self.grid_yz_word.d.next = self.word.val();
            }
            if self.offset.val() == 12 {
                self.shape_word.d.next = self.word.val();
            }
            if self.offset.val() == 16 {
                self.demand_word.d.next = self.word.val();
            }
            if self.offset.val() == 20 {
                self.param_word.d.next = self.word.val();
            }
            if self.offset.val() == 24 {
                self.tag_word.d.next = self.word.val().get_bits::<TAG>(0);
                self.level_word.d.next = self.word.val().get_bits::<3>(16);
                self.cluster_word.d.next = self.word.val().get_bits::<SMX>(8);
            }
        }
        self.pc.next = bits::<32>(0);
        self.grid_x.next = bits::<32>(0);
        self.grid_yz.next = bits::<32>(0);
        self.shape.next = bits::<32>(0);
        self.demand.next = bits::<32>(0);
        self.param.next = bits::<32>(0);
        self.tag.next = bits::<TAG>(0);
        self.level.next = bits::<3>(0);
        self.cluster.next = bits::<SMX>(0);
        if self.show.val() {
            self.pc.next = self.pc_word.q.val();
            self.grid_x.next = self.grid_x_word.q.val();
            self.grid_yz.next = self.grid_yz_word.q.val();
            self.shape.next = self.shape_word.q.val();
            self.demand.next = self.demand_word.q.val();
            self.param.next = self.param_word.q.val();
            self.tag.next = self.tag_word.q.val();
            self.level.next = self.level_word.q.val();
            self.cluster.next = self.cluster_word.q.val();
        }
    }
}
