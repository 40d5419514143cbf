//! A TB index from the word it is packed in.

use rust_hdl::prelude::*;

/// x from the lowest bits, y from the next, z from the rest.
#[derive(LogicBlock, Default)]
pub struct Unpack {
    /// The packed index.
    pub tb: Signal<In, Bits<32>>,
    /// Width of x.
    pub x_bits: Signal<In, Bits<5>>,
    /// Width of y.
    pub y_bits: Signal<In, Bits<5>>,
    /// x.
    pub x: Signal<Out, Bits<32>>,
    /// y (low half) and z.
    pub yz: Signal<Out, Bits<32>>,
    xy_bits: Signal<Local, Bits<5>>,
    above_x: Signal<Local, Bits<32>>,
    above_y: Signal<Local, Bits<32>>,
    x_mask: Signal<Local, Bits<32>>,
    y_mask: Signal<Local, Bits<32>>,
    y: Signal<Local, Bits<32>>,
    above_xy: Signal<Local, Bits<32>>,
    z: Signal<Local, Bits<32>>,
}

impl Logic for Unpack {
    #[hdl_gen]
    fn update(&mut self) {
        self.above_x.next = bits::<32>(1) << self.x_bits.val();
        self.x_mask.next = self.above_x.val() - 1;
        self.x.next = self.tb.val() & self.x_mask.val();
        self.above_y.next = bits::<32>(1) << self.y_bits.val();
        self.y_mask.next = self.above_y.val() - 1;
        self.y.next = self.tb.val() >> self.x_bits.val();
        self.xy_bits.next = self.x_bits.val() + self.y_bits.val();
        self.above_xy.next = self.tb.val() >> self.xy_bits.val();
        self.z.next = self.above_xy.val() << bits::<5>(16);
        self.yz.next = (self.y.val() & self.y_mask.val() & bits::<32>(0xFFFF)) | self.z.val();
    }
}
