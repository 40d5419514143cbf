//! One lane of the three filters: the place of a line, and whether it is set.

use crate::kit::dff_setup;
use crate::kit::{Param, Reg, Sram};
use rust_hdl::prelude::*;

/// Words of the three filters, which are looked up at one place.
#[derive(LogicBlock, Default)]
pub struct Lane {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Half of the hash of the line that is looked up in the next cycle.
    pub half: Signal<In, Bits<16>>,
    /// The line looked up enters the parent-child filter.
    pub enter_parents: Signal<In, Bit>,
    /// It enters the sibling filter.
    pub enter_siblings: Signal<In, Bit>,
    /// It enters the own filter.
    pub enter_own: Signal<In, Bit>,
    /// A word of each filter is emptied; nothing enters.
    pub sweep: Signal<In, Bit>,
    /// Its address.
    pub sweep_word: Signal<In, Bits<7>>,
    /// The place of the line looked up is set in the parent-child filter.
    pub in_parents: Signal<Out, Bit>,
    /// It is set in the sibling filter.
    pub in_siblings: Signal<Out, Bit>,
    /// It is set in the own filter.
    pub in_own: Signal<Out, Bit>,
    parents: Sram<22>,
    siblings: Sram<22>,
    own: Sram<22>,
    word: Reg<Bits<6>>,
    place: Reg<Bits<22>>,
    // What was written at the last edge, which the memories do not have on their read ports yet.
    last_word: Reg<Bits<6>>,
    parents_entered: Reg<Bit>,
    siblings_entered: Reg<Bit>,
    own_entered: Reg<Bit>,
    parents_last: Reg<Bits<22>>,
    siblings_last: Reg<Bits<22>>,
    own_last: Reg<Bits<22>>,
    words: Param<Bits<7>>,
    choice: Signal<Local, Bits<17>>,
    product: Signal<Local, Bits<17>>,
    bit_choice: Signal<Local, Bits<11>>,
    bit_product: Signal<Local, Bits<11>>,
    chosen: Signal<Local, Bits<17>>,
    again: Signal<Local, Bit>,
    parents_now: Signal<Local, Bits<22>>,
    siblings_now: Signal<Local, Bits<22>>,
    own_now: Signal<Local, Bits<22>>,
    parents_new: Signal<Local, Bits<22>>,
    siblings_new: Signal<Local, Bits<22>>,
    own_new: Signal<Local, Bits<22>>,
    written: Signal<Local, Bits<16>>,
}

impl Lane {
    /// A lane of as many words.
    pub fn new(words: u32) -> Self {
        let count = words as usize;
        Self {
            parents: Sram::new(count),
            siblings: Sram::new(count),
            own: Sram::new(count),
            word: Reg::without_reset(),
            place: Reg::without_reset(),
            last_word: Reg::without_reset(),
            parents_last: Reg::without_reset(),
            siblings_last: Reg::without_reset(),
            own_last: Reg::without_reset(),
            words: Param::new(bits(words.into())),
            ..Default::default()
        }
    }
}

impl Logic for Lane {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, word, place, last_word, parents_entered, siblings_entered);
        dff_setup!(self, clock, own_entered, parents_last, siblings_last, own_last);

        // The word is a product with a constant (rule 5).
        self.choice.next = bit_cast::<17, 16>(self.half.val() >> bits::<16>(6));
        self.product.next = bits::<17>(0);
        if self.words.val().get_bit(0) {
            self.product.next = self.choice.val();
        }
        if self.words.val().get_bit(1) {
            self.product.next = self.product.val() + (self.choice.val() << bits::<17>(1));
        }
        if self.words.val().get_bit(2) {
            self.product.next = self.product.val() + (self.choice.val() << bits::<17>(2));
        }
        if self.words.val().get_bit(3) {
            self.product.next = self.product.val() + (self.choice.val() << bits::<17>(3));
        }
        if self.words.val().get_bit(4) {
            self.product.next = self.product.val() + (self.choice.val() << bits::<17>(4));
        }
        if self.words.val().get_bit(5) {
            self.product.next = self.product.val() + (self.choice.val() << bits::<17>(5));
        }
        if self.words.val().get_bit(6) {
            self.product.next = self.product.val() + (self.choice.val() << bits::<17>(6));
        }
        self.chosen.next = self.product.val() >> bits::<17>(10);
        self.word.d.next = bit_cast::<6, 17>(self.chosen.val());
        self.bit_choice.next = bit_cast::<11, 16>(self.half.val() & bits::<16>(0x3F));
        self.bit_product.next = (self.bit_choice.val() << bits::<11>(1))
            + (self.bit_choice.val() << bits::<11>(2))
            + (self.bit_choice.val() << bits::<11>(4));
        self.place.d.next = bits::<22>(1) << (self.bit_product.val() >> bits::<11>(6));

        self.again.next = self.last_word.q.val() == self.word.q.val();
        self.parents_now.next = self.parents.read_data.val();
        if self.again.val() & self.parents_entered.q.val() {
            self.parents_now.next = self.parents_last.q.val();
        }
        self.siblings_now.next = self.siblings.read_data.val();
        if self.again.val() & self.siblings_entered.q.val() {
            self.siblings_now.next = self.siblings_last.q.val();
        }
        self.own_now.next = self.own.read_data.val();
        if self.again.val() & self.own_entered.q.val() {
            self.own_now.next = self.own_last.q.val();
        }
        self.in_parents.next = (self.parents_now.val() & self.place.q.val()).any();
        self.in_siblings.next = (self.siblings_now.val() & self.place.q.val()).any();
        self.in_own.next = (self.own_now.val() & self.place.q.val()).any();

        self.parents_new.next = self.parents_now.val() | self.place.q.val();
        self.siblings_new.next = self.siblings_now.val() | self.place.q.val();
        self.own_new.next = self.own_now.val() | self.place.q.val();
        self.written.next = bit_cast::<16, 6>(self.word.q.val());
        if self.sweep.val() {
            self.parents_new.next = bits::<22>(0);
            self.siblings_new.next = bits::<22>(0);
            self.own_new.next = bits::<22>(0);
            self.written.next = bit_cast::<16, 7>(self.sweep_word.val());
        }
        self.last_word.d.next = self.word.q.val();
        self.parents_entered.d.next = self.enter_parents.val();
        self.siblings_entered.d.next = self.enter_siblings.val();
        self.own_entered.d.next = self.enter_own.val();
        self.parents_last.d.next = self.parents_new.val();
        self.siblings_last.d.next = self.siblings_new.val();
        self.own_last.d.next = self.own_new.val();

        self.parents.clock.next = self.clock.val();
        self.parents.read_addr.next = bit_cast::<16, 17>(self.chosen.val());
        self.parents.write_addr.next = self.written.val();
        self.parents.write_data.next = self.parents_new.val();
        self.parents.write_enable.next = self.sweep.val() | self.enter_parents.val();
        self.siblings.clock.next = self.clock.val();
        self.siblings.read_addr.next = bit_cast::<16, 17>(self.chosen.val());
        self.siblings.write_addr.next = self.written.val();
        self.siblings.write_data.next = self.siblings_new.val();
        self.siblings.write_enable.next = self.sweep.val() | self.enter_siblings.val();
        self.own.clock.next = self.clock.val();
        self.own.read_addr.next = bit_cast::<16, 17>(self.chosen.val());
        self.own.write_addr.next = self.written.val();
        self.own.write_data.next = self.own_new.val();
        self.own.write_enable.next = self.sweep.val() | self.enter_own.val();
    }
}
