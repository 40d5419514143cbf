//! From the index of a TB to that of the next.

use rust_hdl::prelude::*;

/// The TB after one in a grid, x fastest.
#[derive(LogicBlock, Default)]
pub struct Step {
    /// Grid x.
    pub grid_x: Signal<In, Bits<32>>,
    /// Grid y (low half) and z.
    pub grid_yz: Signal<In, Bits<32>>,
    /// Index x of the TB.
    pub x: Signal<In, Bits<32>>,
    /// Index y (low half) and z of the TB.
    pub yz: Signal<In, Bits<32>>,
    /// Index x of the TB after it.
    pub x_next: Signal<Out, Bits<32>>,
    /// Index y and z of the TB after it.
    pub yz_next: Signal<Out, Bits<32>>,
    /// The TB is the last.
    pub last: Signal<Out, Bit>,
    x_after: Signal<Local, Bits<32>>,
    yz_after: Signal<Local, Bits<32>>,
    plane_after: Signal<Local, Bits<32>>,
    rows_left: Signal<Local, Bits<32>>,
    planes_left: Signal<Local, Bits<32>>,
    row_ends: Signal<Local, Bit>,
    plane_ends: Signal<Local, Bit>,
}

impl Logic for Step {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_after.next = self.x.val() + 1;
        self.yz_after.next = self.yz.val() + 1;
        self.plane_after.next = (self.yz.val() & bits::<32>(0xFFFF_0000_u64)) + 0x1_0000;
        self.rows_left.next = (self.yz_after.val() ^ self.grid_yz.val()) & bits::<32>(0xFFFF);
        self.planes_left.next =
            (self.plane_after.val() ^ self.grid_yz.val()) & bits::<32>(0xFFFF_0000_u64);
        self.row_ends.next = self.x_after.val() == self.grid_x.val();
        self.plane_ends.next = self.row_ends.val() & !self.rows_left.val().any();
        self.last.next = self.plane_ends.val() & !self.planes_left.val().any();
        self.x_next.next = self.x_after.val();
        self.yz_next.next = self.yz.val();
        if self.row_ends.val() {
            self.x_next.next = bits::<32>(0);
            self.yz_next.next = self.yz_after.val();
        }
        if self.plane_ends.val() {
            self.yz_next.next = self.plane_after.val();
        }
    }
}
