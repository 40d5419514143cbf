//! The circuit of the shifting queue: memories for the items, a pointer for each level, and a place that moves.

use super::pins::{shifting_queue_ports, In, Out, Params};
use crate::kit::dff_setup;
use crate::kit::{Count, Param, Reg};
use crate::laperm::rtl::items::Items;
use rust_hdl::prelude::*;

/// What the queue does in this cycle.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum State {
    /// Shows its head, and takes an item.
    Rest,
    /// Moves an item, or writes the new one where it belongs.
    Shift,
    /// Reads its head.
    Read,
}

shifting_queue_ports! {
    /// Items, pointers, and the item that is inserted.
    pub struct ShiftingQueueRtl {
        items: Items<5>,
        state: Reg<State>,
        base: Reg<Bits<9>>,
        place: Reg<Bits<9>>,
        hole: Reg<Bits<9>>,
        count: Reg<Bits<9>>,
        ends: Vec<Reg<Bits<9>>>,
        new_kdei: Reg<Bits<5>>,
        new_pc: Reg<Bits<32>>,
        new_param: Reg<Bits<32>>,
        new_shape: Reg<Bits<29>>,
        new_demand: Reg<Bits<30>>,
        new_x: Reg<Bits<32>>,
        new_yz: Reg<Bits<32>>,
        mask: Param<Bits<9>>,
        all: Param<Bits<9>>,
        pointers: Count,
        rests: Signal<Local, Bit>,
        room: Signal<Local, Bit>,
        shown: Signal<Local, Bit>,
        push: Signal<Local, Bit>,
        pop: Signal<Local, Bit>,
        level_bit: Signal<Local, Bits<8>>,
        upper: Signal<Local, Bits<8>>,
        upper_or_equal: Signal<Local, Bits<8>>,
        tail: Signal<Local, Bits<9>>,
        ahead: Signal<Local, Bits<9>>,
        arrived: Signal<Local, Bit>,
        looked: Signal<Local, Bits<9>>,
    }
}

impl ShiftingQueueRtl {
    /// A queue of the given size.
    pub fn new(params: &Params) -> Self {
        let pointers = params.levels - 1;
        Self {
            items: Items::new(params.entries as usize),
            ends: Reg::bank(pointers as usize),
            pointers: Count::new(pointers),
            mask: Param::new(bits(u64::from(params.entries) - 1)),
            all: Param::new(bits(params.entries.into())),
            ..Default::default()
        }
    }
}

impl Logic for ShiftingQueueRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, base, place, hole, count, new_kdei, new_pc, new_param);
        dff_setup!(self, clock, new_shape, new_demand, new_x, new_yz);
        self.rests.next = self.state.q.val() == State::Rest;
        self.room.next = self.rests.val() & (self.count.q.val() != self.all.val());
        self.shown.next = self.rests.val() & self.count.q.val().any();
        self.insert_ready.next = self.room.val();
        self.head_valid.next = self.shown.val();
        self.push.next = self.insert_valid.val() & self.room.val();
        self.pop.next = self.take.val() & self.shown.val();

        // Pointer i is of level i + 2: how many items are of it and above, which is where they end behind the head.
        self.level_bit.next = bits::<8>(1) << self.insert_level.val();
        self.upper.next = self.level_bit.val() >> bits::<8>(2);
        self.upper_or_equal.next =
            (self.level_bit.val() | (self.level_bit.val() - 1)) >> bits::<8>(2);
        self.tail.next = self.base.q.val() + self.count.q.val();
        self.ahead.next = self.count.q.val();
        for i in 0..self.pointers.get() {
            self.ends[i].clock.next = self.clock.val();
            self.ends[i].reset.next = self.reset.val();
            self.ends[i].d.next = self.ends[i].q.val();
            if self.upper.val().get_bit(i) {
                self.ahead.next = self.ends[i].q.val();
            }
            if self.pop.val()
                & self.ends[i].q.val().any()
                & !(self.push.val() & self.upper_or_equal.val().get_bit(i))
            {
                self.ends[i].d.next = self.ends[i].q.val() - 1;
            }
            if self.push.val()
                & self.upper_or_equal.val().get_bit(i)
                & !(self.pop.val() & self.ends[i].q.val().any())
            {
                self.ends[i].d.next = self.ends[i].q.val() + 1;
            }
        }
        if self.push.val() & !self.pop.val() {
            self.count.d.next = self.count.q.val() + 1;
        }
        if self.pop.val() {
            self.base.d.next = (self.base.q.val() + 1) & self.mask.val();
            if !self.push.val() {
                self.count.d.next = self.count.q.val() - 1;
            }
        }

        // Places do not change when the head leaves, unless the new item becomes the head.
        self.arrived.next = self.hole.q.val() == self.place.q.val();
        self.looked.next = self.base.q.val();
        match self.state.q.val() {
            State::Rest => {
                if self.pop.val() {
                    self.looked.next = self.base.q.val() + 1;
                }
                if self.push.val() {
                    self.looked.next = self.tail.val() - 1;
                    self.hole.d.next = self.tail.val() & self.mask.val();
                    self.place.d.next = (self.base.q.val() + self.ahead.val()) & self.mask.val();
                    if self.pop.val() & !self.ahead.val().any() {
                        self.place.d.next = (self.base.q.val() + 1) & self.mask.val();
                    }
                    self.new_kdei.d.next = self.insert_kdei.val();
                    self.new_pc.d.next = self.insert_pc.val();
                    self.new_param.d.next = self.insert_param.val();
                    self.new_shape.d.next = self.insert_shape.val();
                    self.new_demand.d.next = self.insert_demand.val();
                    self.new_x.d.next = self.insert_grid_x.val();
                    self.new_yz.d.next = self.insert_grid_yz.val();
                    self.state.d.next = State::Shift;
                }
            }
            State::Shift => {
                self.looked.next = self.hole.q.val() - 2;
                if self.arrived.val() {
                    self.state.d.next = State::Read;
                } else {
                    self.hole.d.next = (self.hole.q.val() - 1) & self.mask.val();
                }
            }
            State::Read => {
                self.state.d.next = State::Rest;
            }
        }

        self.items.clock.next = self.clock.val();
        self.items.read_entry.next = bit_cast::<16, 9>(self.looked.val() & self.mask.val());
        self.items.write_entry.next = bit_cast::<16, 9>(self.hole.q.val());
        self.items.write.next = self.state.q.val() == State::Shift;
        self.items.new_kdei.next = self.items.kdei.val();
        self.items.new_pc.next = self.items.pc.val();
        self.items.new_param.next = self.items.param.val();
        self.items.new_shape.next = self.items.shape.val();
        self.items.new_demand.next = self.items.demand.val();
        self.items.new_x.next = self.items.x.val();
        self.items.new_yz.next = self.items.yz.val();
        if self.arrived.val() {
            self.items.new_kdei.next = self.new_kdei.q.val();
            self.items.new_pc.next = self.new_pc.q.val();
            self.items.new_param.next = self.new_param.q.val();
            self.items.new_shape.next = self.new_shape.q.val();
            self.items.new_demand.next = self.new_demand.q.val();
            self.items.new_x.next = self.new_x.q.val();
            self.items.new_yz.next = self.new_yz.q.val();
        }

        self.head_kdei.next = bits::<5>(0);
        self.head_pc.next = bits::<32>(0);
        self.head_param.next = bits::<32>(0);
        self.head_shape.next = bits::<29>(0);
        self.head_demand.next = bits::<30>(0);
        self.head_grid_x.next = bits::<32>(0);
        self.head_grid_yz.next = bits::<32>(0);
        if self.shown.val() {
            self.head_kdei.next = self.items.kdei.val();
            self.head_pc.next = self.items.pc.val();
            self.head_param.next = self.items.param.val();
            self.head_shape.next = self.items.shape.val();
            self.head_demand.next = self.items.demand.val();
            self.head_grid_x.next = self.items.x.val();
            self.head_grid_yz.next = self.items.yz.val();
        }
        self.queued.next = self.count.q.val();
        self.idle.next = !self.count.q.val().any();
    }
}
