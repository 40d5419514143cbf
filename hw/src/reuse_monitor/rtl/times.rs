//! A multiplication by the constant of MurmurHash2.

use rust_hdl::prelude::*;

/// The product of a word and 0x5bd1e995, modulo 2^32: the constant has thirteen digits that are not zero, if they may be
/// minus one too.
#[derive(LogicBlock, Default)]
pub struct Times {
    /// The word.
    pub word: Signal<In, Bits<32>>,
    /// The product.
    pub product: Signal<Out, Bits<32>>,
    sum_low: Signal<Local, Bits<32>>,
    sum_middle: Signal<Local, Bits<32>>,
    sum_high: Signal<Local, Bits<32>>,
    taken: Signal<Local, Bits<32>>,
}

impl Logic for Times {
    #[hdl_gen]
    fn update(&mut self) {
        // The digits: 31 -29 -26 -22 20 17 -13 11 9 -7 4 2 0.
        self.sum_low.next = (self.word.val() + (self.word.val() << bits::<32>(2)))
            + (self.word.val() << bits::<32>(4));
        self.sum_middle.next = (self.word.val() << bits::<32>(9))
            + (self.word.val() << bits::<32>(11))
            + (self.word.val() << bits::<32>(17));
        self.sum_high.next =
            (self.word.val() << bits::<32>(20)) + (self.word.val() << bits::<32>(31));
        self.taken.next = (self.word.val() << bits::<32>(7))
            + (self.word.val() << bits::<32>(13))
            + ((self.word.val() << bits::<32>(22)) + (self.word.val() << bits::<32>(26)))
            + (self.word.val() << bits::<32>(29));
        self.product.next =
            (self.sum_low.val() + self.sum_middle.val()) + (self.sum_high.val() - self.taken.val());
    }
}
