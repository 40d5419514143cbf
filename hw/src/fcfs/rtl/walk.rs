//! The index of the next TB: NextBL, and the same as x, y and z.

use crate::kit::dff_setup;
use crate::kit::Reg;
use rust_hdl::prelude::*;

/// Walks through a grid, x fastest.
#[derive(LogicBlock, Default)]
pub struct Walk {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, bool>,
    /// Grid x.
    pub grid_x: Signal<In, Bits<32>>,
    /// Grid y (low half) and z.
    pub grid_yz: Signal<In, Bits<32>>,
    /// Go to the first TB.
    pub restart: Signal<In, Bit>,
    /// Go to the next TB.
    pub advance: Signal<In, Bit>,
    /// TBs walked past.
    pub next_bl: Signal<Out, Bits<32>>,
    /// Index x of the next TB.
    pub x: Signal<Out, Bits<32>>,
    /// Index y (low half) and z of the next TB.
    pub yz: Signal<Out, Bits<32>>,
    /// The next TB is the last.
    pub last: Signal<Out, Bit>,
    next_bl_count: Reg<Bits<32>>,
    block_x: Reg<Bits<32>>,
    block_yz: Reg<Bits<32>>,
    x_after: Signal<Local, Bits<32>>,
    yz_after: Signal<Local, Bits<32>>,
    plane_after: Signal<Local, Bits<32>>,
    rows_left: Signal<Local, Bits<32>>,
    planes_left: Signal<Local, Bits<32>>,
    row_ends: Signal<Local, Bit>,
    plane_ends: Signal<Local, Bit>,
}

impl Logic for Walk {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, next_bl_count, block_x, block_yz);
        self.next_bl.next = self.next_bl_count.q.val();
        self.x.next = self.block_x.q.val();
        self.yz.next = self.block_yz.q.val();
        self.x_after.next = self.block_x.q.val() + 1;
        self.yz_after.next = self.block_yz.q.val() + 1;
        self.plane_after.next = (self.block_yz.q.val() & bits::<32>(0xFFFF_0000_u64)) + 0x1_0000;
        self.rows_left.next = (self.yz_after.val() ^ self.grid_yz.val()) & bits::<32>(0xFFFF);
        self.planes_left.next =
            (self.plane_after.val() ^ self.grid_yz.val()) & bits::<32>(0xFFFF_0000_u64);
        self.row_ends.next = self.x_after.val() == self.grid_x.val();
        self.plane_ends.next = self.row_ends.val() & !self.rows_left.val().any();
        self.last.next = self.plane_ends.val() & !self.planes_left.val().any();
        if self.advance.val() {
            self.next_bl_count.d.next = self.next_bl_count.q.val() + 1;
            self.block_x.d.next = self.x_after.val();
            if self.row_ends.val() {
                self.block_x.d.next = bits::<32>(0);
                self.block_yz.d.next = self.yz_after.val();
            }
            if self.plane_ends.val() {
                self.block_yz.d.next = self.plane_after.val();
            }
        }
        if self.restart.val() {
            self.next_bl_count.d.next = bits::<32>(0);
            self.block_x.d.next = bits::<32>(0);
            self.block_yz.d.next = bits::<32>(0);
        }
    }
}
