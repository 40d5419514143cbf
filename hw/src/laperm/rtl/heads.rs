//! What is known of each queue: its head, its tail, the next TB of its head, and its first and last record in memory.

use crate::kit::Sram;
use rust_hdl::prelude::*;

/// Seven memories that share their addresses.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct Heads {
    /// Clock of all ports; they act on the rising edge.
    pub clock: Signal<In, Clock>,
    /// Number of the queue to read at this edge.
    pub read_queue: Signal<In, Bits<16>>,
    /// Number of the queue to write at this edge.
    pub write_queue: Signal<In, Bits<16>>,
    /// The head is written.
    pub write_head: Signal<In, Bit>,
    /// The tail is written.
    pub write_tail: Signal<In, Bit>,
    /// The next TB is written.
    pub write_next: Signal<In, Bit>,
    /// The first record is written.
    pub write_first: Signal<In, Bit>,
    /// The last record is written.
    pub write_last: Signal<In, Bit>,
    /// Address of the head, to write.
    pub new_head: Signal<In, Bits<16>>,
    /// Address of the tail, to write.
    pub new_tail: Signal<In, Bits<16>>,
    /// Index x of the next TB, to write.
    pub new_x: Signal<In, Bits<32>>,
    /// Index y and z of the next TB, to write.
    pub new_yz: Signal<In, Bits<32>>,
    /// Number of the next TB, to write.
    pub new_item: Signal<In, Bits<32>>,
    /// Number of the first record in memory, to write.
    pub new_first: Signal<In, Bits<27>>,
    /// Number of the last record in memory, to write.
    pub new_last: Signal<In, Bits<27>>,
    /// Address of the head of the queue read at the last edge.
    pub head: Signal<Out, Bits<16>>,
    /// Address of its tail.
    pub tail: Signal<Out, Bits<16>>,
    /// Index x of its next TB.
    pub x: Signal<Out, Bits<32>>,
    /// Index y and z of its next TB.
    pub yz: Signal<Out, Bits<32>>,
    /// Number of its next TB.
    pub item: Signal<Out, Bits<32>>,
    /// Number of its first record in memory.
    pub first: Signal<Out, Bits<27>>,
    /// Number of its last record in memory.
    pub last: Signal<Out, Bits<27>>,
    queue_head: Sram<16>,
    queue_tail: Sram<16>,
    queue_x: Sram<32>,
    queue_yz: Sram<32>,
    queue_item: Sram<32>,
    queue_first: Sram<27>,
    queue_last: Sram<27>,
}

impl Heads {
    /// The given number of queues, whose addresses have `bits` bits.
    pub fn new(queues: usize, bits: usize) -> Self {
        Self {
            queue_head: Sram::narrow(queues, bits),
            queue_tail: Sram::narrow(queues, bits),
            queue_x: Sram::new(queues),
            queue_yz: Sram::new(queues),
            queue_item: Sram::new(queues),
            queue_first: Sram::new(queues),
            queue_last: Sram::new(queues),
            ..Default::default()
        }
    }
}

impl Logic for Heads {
    #[hdl_gen]
    fn update(&mut self) {
        self.queue_head.clock.next = self.clock.val();
        self.queue_head.read_addr.next = self.read_queue.val();
        self.queue_head.write_addr.next = self.write_queue.val();
        self.queue_head.write_enable.next = self.write_head.val();
        self.queue_head.write_data.next = self.new_head.val();
        self.head.next = self.queue_head.read_data.val();
        self.queue_tail.clock.next = self.clock.val();
        self.queue_tail.read_addr.next = self.read_queue.val();
        self.queue_tail.write_addr.next = self.write_queue.val();
        self.queue_tail.write_enable.next = self.write_tail.val();
        self.queue_tail.write_data.next = self.new_tail.val();
        self.tail.next = self.queue_tail.read_data.val();
        self.queue_x.clock.next = self.clock.val();
        self.queue_x.read_addr.next = self.read_queue.val();
        self.queue_x.write_addr.next = self.write_queue.val();
        self.queue_x.write_enable.next = self.write_next.val();
        self.queue_x.write_data.next = self.new_x.val();
        self.x.next = self.queue_x.read_data.val();
        self.queue_yz.clock.next = self.clock.val();
        self.queue_yz.read_addr.next = self.read_queue.val();
        self.queue_yz.write_addr.next = self.write_queue.val();
        self.queue_yz.write_enable.next = self.write_next.val();
        self.queue_yz.write_data.next = self.new_yz.val();
        self.yz.next = self.queue_yz.read_data.val();
        self.queue_item.clock.next = self.clock.val();
        self.queue_item.read_addr.next = self.read_queue.val();
        self.queue_item.write_addr.next = self.write_queue.val();
        self.queue_item.write_enable.next = self.write_next.val();
        self.queue_item.write_data.next = self.new_item.val();
        self.item.next = self.queue_item.read_data.val();
        self.queue_first.clock.next = self.clock.val();
        self.queue_first.read_addr.next = self.read_queue.val();
        self.queue_first.write_addr.next = self.write_queue.val();
        self.queue_first.write_enable.next = self.write_first.val();
        self.queue_first.write_data.next = self.new_first.val();
        self.first.next = self.queue_first.read_data.val();
        self.queue_last.clock.next = self.clock.val();
        self.queue_last.read_addr.next = self.read_queue.val();
        self.queue_last.write_addr.next = self.write_queue.val();
        self.queue_last.write_enable.next = self.write_last.val();
        self.queue_last.write_data.next = self.new_last.val();
        self.last.next = self.queue_last.read_data.val();
    }
}
