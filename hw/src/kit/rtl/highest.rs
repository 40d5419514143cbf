//! The highest of up to seven levels that are marked, as a combinational block.

use rust_hdl::prelude::*;

/// The number of the highest bit that is set, or zero.
#[derive(LogicBlock, Default)]
pub struct Highest {
    /// A bit for each level.
    pub levels: Signal<In, Bits<8>>,
    /// The highest that is set.
    pub rank: Signal<Out, Bits<3>>,
}

impl Logic for Highest {
    #[hdl_gen]
    fn update(&mut self) {
        self.rank.next = bits::<3>(0);
        if self.levels.val().get_bit(1) {
            self.rank.next = bits::<3>(1);
        }
        if self.levels.val().get_bit(2) {
            self.rank.next = bits::<3>(2);
        }
        if self.levels.val().get_bit(3) {
            self.rank.next = bits::<3>(3);
        }
        if self.levels.val().get_bit(4) {
            self.rank.next = bits::<3>(4);
        }
        if self.levels.val().get_bit(5) {
            self.rank.next = bits::<3>(5);
        }
        if self.levels.val().get_bit(6) {
            self.rank.next = bits::<3>(6);
        }
    }
}
