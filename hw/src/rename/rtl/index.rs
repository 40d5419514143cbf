//! The number of the entry that is marked.

use rust_hdl::prelude::*;

/// The number of the bit that is set; zero if none is.
#[derive(LogicBlock, Default)]
pub struct Index {
    /// A bit for each entry, of which at most one is set.
    pub marks: Signal<In, Bits<32>>,
    /// The number of that bit.
    pub index: Signal<Out, Bits<5>>,
}

impl Logic for Index {
    #[hdl_gen]
    fn update(&mut self) {
        self.index.next = bits::<5>(0);
        if (self.marks.val() & !bits::<32>(0x5555_5555)).any() {
            self.index.next = self.index.val().replace_bit(0, true);
        }
        if (self.marks.val() & !bits::<32>(0x3333_3333)).any() {
            self.index.next = self.index.val().replace_bit(1, true);
        }
        if (self.marks.val() & !bits::<32>(0x0F0F_0F0F)).any() {
            self.index.next = self.index.val().replace_bit(2, true);
        }
        if (self.marks.val() & !bits::<32>(0x00FF_00FF)).any() {
            self.index.next = self.index.val().replace_bit(3, true);
        }
        if (self.marks.val() & !bits::<32>(0xFFFF)).any() {
            self.index.next = self.index.val().replace_bit(4, true);
        }
    }
}
