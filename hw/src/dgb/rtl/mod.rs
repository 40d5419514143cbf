//! The Dependency Graph Buffer circuit: the window, the memories, and the machines that use them.

mod completion_engine;
mod loader;
mod ready_finder;
mod ring;
mod states;

use super::pins::{dgb_ports, In, Out, Params};
use crate::kit::dff_setup;
use crate::kit::{Param, Reg, Sram};
use completion_engine::CompletionEngine;
use loader::Loader;
use ready_finder::ReadyFinder;
use ring::Ring;
use rust_hdl::prelude::*;
use states::States;

dgb_ports! {
    /// The graph, the bounds of the window, LNA and LEA, and the machines.
    pub struct DgbRtl {
        states: States,
        ring: Ring,
        loader: Loader,
        seeker: ReadyFinder,
        walker: CompletionEngine,
        lna_start: Sram<16>,
        lna_parents: Sram<16>,
        lna_level: Sram<16>,
        lna_tb: Sram<32>,
        lea: Sram<32>,
        live: Reg<Bit>,
        nodes: Reg<Bits<32>>,
        edges: Reg<Bits<32>>,
        node_base: Reg<Bits<32>>,
        edge_base: Reg<Bits<32>>,
        tail: Reg<Bits<32>>,
        head: Reg<Bits<32>>,
        edge_tail: Reg<Bits<32>>,
        edge_head: Reg<Bits<32>>,
        level: Reg<Bits<16>>,
        stale: Reg<Bit>,
        reading: Reg<Bit>,
        read: Reg<Bit>,
        streams: Reg<Bit>,
        stream_end: Reg<Bits<32>>,
        youngest_ready: Reg<Bit>,
        node_mask: Param<Bits<16>>,
        edge_mask: Param<Bits<32>>,
        node_places: Param<Bits<32>>,
        edge_places: Param<Bits<32>>,
        chunk_words: Param<Bits<32>>,
        begins: Signal<Local, Bit>,
        count: Signal<Local, Bits<32>>,
        span: Signal<Local, Bits<32>>,
        loaded: Signal<Local, Bits<32>>,
        would_load: Signal<Local, Bits<32>>,
        room: Signal<Local, Bit>,
        fits: Signal<Local, Bit>,
        enters: Signal<Local, Bit>,
        turned: Signal<Local, Bit>,
        insertable: Signal<Local, Bit>,
        insert: Signal<Local, Bit>,
        want_edges: Signal<Local, Bit>,
        read_tail: Signal<Local, Bit>,
        following: Signal<Local, Bits<32>>,
        all_in: Signal<Local, Bit>,
        wake_youngest: Signal<Local, Bit>,
        wake_child: Signal<Local, Bit>,
        counted_out: Signal<Local, Bit>,
        youngest: Signal<Local, Bits<32>>,
        passed: Signal<Local, Bits<32>>,
        over: Signal<Local, Bit>,
        tail_place: Signal<Local, Bits<16>>,
        head_place: Signal<Local, Bits<16>>,
        child_place: Signal<Local, Bits<16>>,
        edge_place: Signal<Local, Bits<32>>,
    }
}

impl DgbRtl {
    /// A buffer of the given size.
    pub fn new(params: &Params) -> Self {
        let (nodes, edges) = (params.nodes as usize, params.edges as usize);
        let id_bits = params.id_bits as usize;
        Self {
            states: States::new(nodes),
            ring: Ring::new(params),
            loader: Loader::new(params),
            seeker: ReadyFinder::new(params),
            walker: CompletionEngine::new(params),
            lna_start: Sram::narrow(nodes, edges.ilog2() as usize),
            lna_parents: Sram::new(nodes),
            lna_level: Sram::new(nodes),
            lna_tb: Sram::narrow(nodes, id_bits),
            lea: Sram::narrow(edges, id_bits),
            node_mask: Param::new(bits(nodes as u64 - 1)),
            edge_mask: Param::new(bits(edges as u64 - 1)),
            node_places: Param::new(bits(nodes as u64)),
            edge_places: Param::new(bits(edges as u64)),
            chunk_words: Param::new(bits(params.chunk_words().into())),
            ..Default::default()
        }
    }
}

impl Logic for DgbRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, live, nodes, edges, node_base, edge_base, tail, head, edge_tail);
        dff_setup!(self, clock, edge_head, level, stale, reading, streams, stream_end);
        dff_setup!(self, clock, read, youngest_ready);
        self.begins.next = self.start_valid.val() & !self.live.q.val();
        self.tail_place.next = bit_cast::<16, 32>(self.tail.q.val()) & self.node_mask.val();
        self.head_place.next = bit_cast::<16, 32>(self.head.q.val()) & self.node_mask.val();
        self.child_place.next = bit_cast::<16, 32>(self.walker.child.val()) & self.node_mask.val();
        self.edge_place.next = self.edge_head.q.val() & self.edge_mask.val();

        // Whether the node in the insertion register may be inserted, and whether a chunk of edges
        // may be loaded (rules 2, 3, 7).
        self.count.next = self.head.q.val() - self.tail.q.val();
        self.span.next = self.loader.start.val() - self.edge_tail.q.val();
        self.loaded.next = self.edge_head.q.val() - self.edge_tail.q.val();
        self.would_load.next = self.loaded.val() + self.chunk_words.val();
        self.room.next = self.count.val() < self.node_places.val();
        self.fits.next = (self.loader.start.val() <= self.edge_head.q.val())
            & (self.span.val() < self.edge_places.val());
        self.enters.next = self.fits.val() | (self.count.val() <= 1);
        self.turned.next = self.loader.at_hand.val() & self.ring.turned.val();
        self.insertable.next = self.turned.val() & self.room.val() & self.enters.val();
        self.insert.next = self.insertable.val() & !self.walker.at_child.val();
        self.want_edges.next = self.live.q.val()
            & !self.loader.edges_asked.val()
            & (self.edge_head.q.val() < self.edges.q.val())
            & (self.would_load.val() <= self.edge_places.val());
        self.walker.stuck.next = self.turned.val()
            & !self.loader.nodes_due.val()
            & !self.states.tail_done.val()
            & !self.stale.q.val()
            & !self.reading.q.val()
            & (!self.room.val()
                | (!self.enters.val() & !self.loader.edges_asked.val() & !self.want_edges.val()));

        // The tail moves, and the entry of the new one is read (rules 5 and 8).
        self.following.next = self.tail.q.val() + 1;
        self.read_tail.next =
            self.stale.q.val() & !self.states.tail_done.val() & !self.walker.reads_starts.val();
        self.passed.next =
            bit_cast::<32, 16>(self.lna_start.read_data.val()) - self.edge_tail.q.val();
        if self.walker.streamed.val() {
            self.edge_tail.d.next = self.edge_tail.q.val() + 1;
        }
        if self.reading.q.val() {
            self.edge_tail.d.next =
                self.edge_tail.q.val() + (self.passed.val() & self.edge_mask.val());
            self.level.d.next = self.lna_level.read_data.val();
        }
        self.reading.d.next = self.read_tail.val();
        self.read.d.next = self.reading.q.val();
        if self.read_tail.val() {
            self.stale.d.next = false;
        }
        if self.states.tail_done.val() {
            self.tail.d.next = self.following.val();
            self.stale.d.next = self.following.val() != self.head.q.val();
        }

        // Insertion. The youngest is ready only when the end of its edges is known (rule 4).
        self.all_in.next = self.head.q.val() == self.nodes.q.val();
        self.youngest.next = self.head.q.val() - 1;
        self.wake_youngest.next =
            self.youngest_ready.q.val() & (self.insert.val() | self.all_in.val());
        self.counted_out.next = self.walker.count_down.val() & (self.walker.fewer.val() == 0);
        self.wake_child.next =
            self.counted_out.val() & (self.walker.child.val() != self.youngest.val());
        if self.wake_youngest.val() {
            self.youngest_ready.d.next = false;
        }
        if self.counted_out.val() & (self.walker.child.val() == self.youngest.val()) {
            self.youngest_ready.d.next = true;
        }
        if self.walker.finish.val() & self.walker.streaming.val() {
            self.streams.d.next = false;
        }
        if self.insert.val() {
            self.head.d.next = self.head.q.val() + 1;
            self.youngest_ready.d.next = self.loader.parents.val() == 0;
            if self.count.val() == 0 {
                self.stale.d.next = true;
            } else if !self.fits.val() {
                self.streams.d.next = true;
                self.stream_end.d.next = self.loader.start.val();
            }
        }
        if self.loader.edge_answered.val() {
            self.edge_head.d.next = self.edge_head.q.val() + 1;
        }

        // The memories.
        self.lna_start.clock.next = self.clock.val();
        self.lna_start.read_addr.next = self.tail_place.val();
        if self.walker.reads_starts.val() {
            self.lna_start.read_addr.next =
                bit_cast::<16, 32>(self.walker.start_of.val()) & self.node_mask.val();
        }
        self.lna_start.write_enable.next = self.insert.val();
        self.lna_start.write_addr.next = self.head_place.val();
        self.lna_start.write_data.next =
            bit_cast::<16, 32>(self.loader.start.val() & self.edge_mask.val());
        self.lna_parents.clock.next = self.clock.val();
        self.lna_parents.read_addr.next =
            bit_cast::<16, 32>(self.lea.read_data.val()) & self.node_mask.val();
        self.lna_parents.write_enable.next = self.insert.val() | self.walker.count_down.val();
        self.lna_parents.write_addr.next = self.child_place.val();
        self.lna_parents.write_data.next = self.walker.fewer.val();
        if self.insert.val() {
            self.lna_parents.write_addr.next = self.head_place.val();
            self.lna_parents.write_data.next = self.loader.parents.val();
        }
        self.lna_level.clock.next = self.clock.val();
        self.lna_level.read_addr.next = self.seeker.place.val();
        if self.read_tail.val() {
            self.lna_level.read_addr.next = self.tail_place.val();
        }
        self.lna_level.write_enable.next = self.insert.val();
        self.lna_level.write_addr.next = self.head_place.val();
        self.lna_level.write_data.next = self.loader.level.val();
        self.lna_tb.clock.next = self.clock.val();
        self.lna_tb.read_addr.next = self.seeker.place.val();
        self.lna_tb.write_enable.next = self.insert.val();
        self.lna_tb.write_addr.next = self.head_place.val();
        self.lna_tb.write_data.next = self.loader.tb.val();
        self.lea.clock.next = self.clock.val();
        self.lea.read_addr.next = self.walker.place.val();
        self.lea.write_enable.next = self.loader.edge_answered.val();
        self.lea.write_addr.next = bit_cast::<16, 32>(self.edge_place.val());
        self.lea.write_data.next = self.mem_resp_data.val();

        // The machines.
        self.states.clock.next = self.clock.val();
        self.states.reset.next = self.reset.val();
        self.states.tail.next = self.tail_place.val();
        self.states.pass.next = self.states.tail_done.val();
        self.states.wake_child.next = self.wake_child.val();
        self.states.child.next = self.child_place.val();
        self.states.wake_youngest.next = self.wake_youngest.val();
        self.states.youngest.next = bit_cast::<16, 32>(self.youngest.val()) & self.node_mask.val();
        self.states.take.next = self.seeker.take.val();
        self.states.taken.next = self.seeker.taken.val();
        self.states.finish.next = self.walker.finish.val();
        self.states.finished.next =
            bit_cast::<16, 32>(self.walker.node.val()) & self.node_mask.val();
        self.ring.clock.next = self.clock.val();
        self.ring.reset.next = self.reset.val();
        self.ring.at_hand.next = self.loader.at_hand.val();
        self.ring.node.next = self.head.q.val();
        self.ring.append.next = self.walker.append.val();
        self.ring.child.next = self.walker.child.val();
        self.seeker.clock.next = self.clock.val();
        self.seeker.reset.next = self.reset.val();
        self.seeker.any.next = self.states.any.val();
        self.seeker.word.next = self.states.word.val();
        self.seeker.word_bits.next = self.states.word_bits.val();
        self.seeker.wakes.next = self.wake_child.val() | self.wake_youngest.val();
        self.seeker.held.next = self.read_tail.val();
        self.seeker.tail.next = self.tail.q.val();
        self.seeker.level.next = self.lna_level.read_data.val();
        self.seeker.tb.next = self.lna_tb.read_data.val();
        self.seeker.limit.next = self.limit_level.val();
        self.seeker.node_ready.next = self.node_ready.val();
        self.walker.clock.next = self.clock.val();
        self.walker.reset.next = self.reset.val();
        self.walker.done.next = self.done_valid.val() & self.live.q.val();
        self.walker.done_node.next = self.done_node.val();
        self.walker.nodes.next = self.nodes.q.val();
        self.walker.tail.next = self.tail.q.val();
        self.walker.head.next = self.head.q.val();
        self.walker.edge_tail.next = self.edge_tail.q.val();
        self.walker.edge_head.next = self.edge_head.q.val();
        self.walker.streams.next = self.streams.q.val();
        self.walker.stream_end.next = self.stream_end.q.val();
        self.walker.tail_unread.next = self.stale.q.val() | self.reading.q.val();
        self.walker.insert.next = self.insert.val();
        self.walker.pub_full.next = self.ring.full.val();
        self.walker.next_chunk.next = self.loader.next_chunk.val();
        self.walker.requesting.next = self.loader.requesting.val();
        self.walker.answered.next = self.loader.word_answered.val();
        self.walker.answer.next = self.mem_resp_data.val();
        self.walker.start.next = self.lna_start.read_data.val();
        self.walker.edge_child.next = self.lea.read_data.val();
        self.walker.parents.next = self.lna_parents.read_data.val();
        self.loader.clock.next = self.clock.val();
        self.loader.reset.next = self.reset.val();
        self.loader.begins.next = self.begins.val();
        self.loader.live.next = self.live.q.val();
        self.loader.nodes.next = self.nodes.q.val();
        self.loader.node_base.next = self.node_base.q.val();
        self.loader.edge_base.next = self.edge_base.q.val();
        self.loader.head.next = self.head.q.val();
        self.loader.edge_head.next = self.edge_head.q.val();
        self.loader.want_edges.next = self.want_edges.val();
        self.loader.insert.next = self.insert.val();
        self.loader.count_hand.next = self.ring.found.val() | self.walker.count_hand.val();
        self.loader.child.next = self.walker.child.val();
        self.loader.patch.next = self.walker.patch.val();
        self.loader.wants_read.next = self.walker.wants_read.val();
        self.loader.wants_write.next = self.walker.wants_write.val();
        self.loader.word.next = self.walker.word.val();
        self.loader.mem_req_ready.next = self.mem_req_ready.val();
        self.loader.mem_resp_valid.next = self.mem_resp_valid.val();
        self.loader.mem_resp_data.next = self.mem_resp_data.val();

        // A graph begins or ends (rule 9).
        self.over.next = self.live.q.val()
            & (self.tail.q.val() == self.nodes.q.val())
            & !self.reading.q.val()
            & !self.loader.requesting.val()
            & !self.loader.nodes_due.val()
            & !self.loader.edges_asked.val();
        if self.over.val() {
            self.live.d.next = false;
            self.level.d.next = bits::<16>(0);
        }
        if self.begins.val() {
            self.live.d.next = true;
            self.nodes.d.next = self.start_nodes.val();
            self.edges.d.next = self.start_edges.val();
            self.node_base.d.next = self.start_node_base.val();
            self.edge_base.d.next = self.start_edge_base.val();
            self.tail.d.next = bits::<32>(0);
            self.head.d.next = bits::<32>(0);
            self.edge_tail.d.next = bits::<32>(0);
            self.edge_head.d.next = bits::<32>(0);
        }

        // The pins.
        self.start_ready.next = !self.live.q.val();
        self.node_valid.next = self.seeker.node_valid.val();
        self.node_id.next = self.seeker.node_id.val();
        self.node_tb.next = self.seeker.node_tb.val();
        self.node_level.next = self.seeker.node_level.val();
        self.done_ready.next = self.live.q.val() & self.walker.resting.val();
        self.tail_level.next = self.level.q.val();
        self.mem_req_valid.next = self.loader.mem_req_valid.val();
        self.mem_req_write.next = self.loader.mem_req_write.val();
        self.mem_req_chunk.next = self.loader.mem_req_chunk.val();
        self.mem_req_addr.next = self.loader.mem_req_addr.val();
        self.mem_req_data.next = self.loader.mem_req_data.val();
        self.pub_used.next = bit_cast::<16, 7>(self.ring.used.val());
        self.idle.next = !self.live.q.val()
            | (!self.states.tail_done.val()
                & !self.stale.q.val()
                & !self.reading.q.val()
                & !self.read.q.val()
                & !self.want_edges.val()
                & self.loader.settled.val()
                & !(self.loader.at_hand.val() & !self.ring.turned.val())
                & !self.insertable.val()
                & !(self.youngest_ready.q.val() & self.all_in.val())
                & self.walker.resting.val()
                & self.seeker.waits.val()
                & (self.tail.q.val() != self.nodes.q.val()));
    }
}
