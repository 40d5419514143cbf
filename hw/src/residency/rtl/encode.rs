//! The number of the one bit that is set.

use rust_hdl::prelude::*;

/// The number of a one-hot word's bit, or zero if none is set.
#[derive(LogicBlock, Default)]
pub struct Encode {
    /// At most one bit.
    pub one_hot: Signal<In, Bits<32>>,
    /// Its number.
    pub number: Signal<Out, Bits<5>>,
}

impl Logic for Encode {
    #[hdl_gen]
    fn update(&mut self) {
        self.number.next = bits::<5>(0);
        if (self.one_hot.val() & bits::<32>(0xAAAA_AAAA_u64)).any() {
            self.number.next = self.number.val() | 1;
        }
        if (self.one_hot.val() & bits::<32>(0xCCCC_CCCC_u64)).any() {
            self.number.next = self.number.val() | 2;
        }
        if (self.one_hot.val() & bits::<32>(0xF0F0_F0F0_u64)).any() {
            self.number.next = self.number.val() | 4;
        }
        if (self.one_hot.val() & bits::<32>(0xFF00_FF00_u64)).any() {
            self.number.next = self.number.val() | 8;
        }
        if (self.one_hot.val() & bits::<32>(0xFFFF_0000_u64)).any() {
            self.number.next = self.number.val() | 16;
        }
    }
}
