//! The group that comes back from memory: its record is read while the source goes on.

use crate::kit::dff_setup;
use crate::kit::Reg;
use rust_hdl::prelude::*;

/// Reads the five words of a record, and keeps them until the group is appended.
#[derive(LogicBlock, Default)]
pub struct Back<const KDEI: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, bool>,
    /// A group comes back.
    pub starts: Signal<In, Bit>,
    /// Queue of that group.
    pub new_queue: Signal<In, Bits<16>>,
    /// Number of its record.
    pub new_record: Signal<In, Bits<27>>,
    /// Others of its queue are in memory behind it.
    pub new_more: Signal<In, Bit>,
    /// The group is appended.
    pub placed: Signal<In, Bit>,
    /// Memory takes a request.
    pub req_ready: Signal<In, Bit>,
    /// Memory answers.
    pub resp_valid: Signal<In, Bit>,
    /// Word that it answers.
    pub resp_data: Signal<In, Bits<32>>,
    /// A group comes back.
    pub busy: Signal<Out, Bit>,
    /// A word is to be requested.
    pub reads: Signal<Out, Bit>,
    /// Its address.
    pub address: Signal<Out, Bits<32>>,
    /// All words have been answered.
    pub done: Signal<Out, Bit>,
    /// Queue of the group.
    pub queue: Signal<Out, Bits<16>>,
    /// Others of its queue are in memory behind it.
    pub more: Signal<Out, Bit>,
    /// Grid x of the group.
    pub x: Signal<Out, Bits<32>>,
    /// Grid y and z of the group.
    pub yz: Signal<Out, Bits<32>>,
    /// Parameter address of the group.
    pub param: Signal<Out, Bits<32>>,
    /// Number of the record of the group behind it.
    pub follower: Signal<Out, Bits<27>>,
    /// That record is in the same line as its own.
    pub same_line: Signal<Out, Bit>,
    /// Entry of its kernel.
    pub kdei: Signal<Out, Bits<KDEI>>,
    active: Reg<Bit>,
    requested: Reg<Bits<3>>,
    received: Reg<Bits<3>>,
    home_queue: Reg<Bits<16>>,
    record: Reg<Bits<27>>,
    others: Reg<Bit>,
    grid_x: Reg<Bits<32>>,
    grid_yz: Reg<Bits<32>>,
    parameters: Reg<Bits<32>>,
    next_record: Reg<Bits<27>>,
    kernel: Reg<Bits<KDEI>>,
    base: Signal<Local, Bits<32>>,
    offset: Signal<Local, Bits<32>>,
}

impl<const KDEI: usize> Logic for Back<KDEI> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, active, requested, received, home_queue, record, others);
        dff_setup!(self, clock, grid_x, grid_yz, parameters, next_record, kernel);
        self.reads.next = self.active.q.val() & (self.requested.q.val() != 5);
        self.base.next = bit_cast::<32, 27>(self.record.q.val()) << bits::<32>(5);
        self.offset.next = bit_cast::<32, 3>(self.requested.q.val()) << bits::<32>(2);
        self.address.next = self.base.val() | self.offset.val();
        if self.reads.val() & self.req_ready.val() {
            self.requested.d.next = self.requested.q.val() + 1;
        }
        if self.resp_valid.val() {
            self.received.d.next = self.received.q.val() + 1;
            if self.received.q.val() == 0 {
                self.grid_x.d.next = self.resp_data.val();
            }
            if self.received.q.val() == 1 {
                self.grid_yz.d.next = self.resp_data.val();
            }
            if self.received.q.val() == 2 {
                self.parameters.d.next = self.resp_data.val();
            }
            if self.received.q.val() == 3 {
                self.next_record.d.next = self.resp_data.val().get_bits::<27>(0);
            }
            if self.received.q.val() == 4 {
                self.kernel.d.next = self.resp_data.val().get_bits::<KDEI>(0);
            }
        }
        if self.placed.val() {
            self.active.d.next = false;
        }
        if self.starts.val() {
            self.active.d.next = true;
            self.requested.d.next = bits::<3>(0);
            self.received.d.next = bits::<3>(0);
            self.home_queue.d.next = self.new_queue.val();
            self.record.d.next = self.new_record.val();
            self.others.d.next = self.new_more.val();
        }
        self.busy.next = self.active.q.val();
        self.done.next = self.active.q.val() & (self.received.q.val() == 5);
        self.queue.next = self.home_queue.q.val();
        self.more.next = self.others.q.val();
        self.x.next = self.grid_x.q.val();
        self.yz.next = self.grid_yz.q.val();
        self.param.next = self.parameters.q.val();
        self.follower.next = self.next_record.q.val();
        self.same_line.next = self.others.q.val()
            & (self.record.q.val().get_bits::<25>(2) == self.next_record.q.val().get_bits::<25>(2));
        self.kdei.next = self.kernel.q.val();
    }
}
