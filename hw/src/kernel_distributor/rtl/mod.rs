//! The Kernel Distributor circuit.
//!
//! Payload lives in SRAMs ([`tables`]), the order of kernels in [`fcfs`], the search in [`search`];
//! here are the registers that change in place: bit vectors, ExeBL, holds, NAGEI and LAGEI.

pub mod fcfs;
pub mod search;
pub mod tables;

use self::fcfs::Fcfs;
use self::search::Search;
use self::tables::Tables;
use super::pins::{kernel_distributor_ports, In, Out, Params, NO_GROUP};
use crate::kit::arbiter::rtl::RoundRobin;
use crate::kit::dff_setup;
use crate::kit::{Count, Param, Reg};
use rust_hdl::prelude::*;

kernel_distributor_ports! {
    /// Tables, search and FCFS controller around bit vectors, counters and chain registers.
    pub struct KernelDistributorRtl {
        tables: Tables,
        search: Search,
        fcfs: Fcfs,
        free: RoundRobin,
        retiring: RoundRobin,
        lives: Reg<Bits<32>>,
        marks: Reg<Bits<32>>,
        firsts: Reg<Bits<32>>,
        nagei: Vec<Reg<Bits<32>>>,
        lagei: Vec<Reg<Bits<32>>>,
        exebl: Vec<Reg<Bits<16>>>,
        hold: Vec<Reg<Bits<16>>>,
        chained: Reg<Bit>,
        chained_prev: Reg<Bits<32>>,
        chained_agei: Reg<Bits<32>>,
        retired: Reg<Bit>,
        all: Param<Bits<32>>,
        none: Param<Bits<32>>,
        room: Signal<Local, Bit>,
        take: Signal<Local, Bit>,
        take_select: Signal<Local, Bits<32>>,
        head_select: Signal<Local, Bits<32>>,
        nagei_of_head: Signal<Local, Bits<32>>,
        lagei_of_head: Signal<Local, Bits<32>>,
        link: Signal<Local, Bit>,
        link_select: Signal<Local, Bits<32>>,
        nagei_of_linked: Signal<Local, Bits<32>>,
        lagei_of_linked: Signal<Local, Bits<32>>,
        chain_empty: Signal<Local, Bit>,
        head_linked: Signal<Local, Bit>,
        advance: Signal<Local, Bit>,
        released: Signal<Local, Bit>,
        mark_select: Signal<Local, Bits<32>>,
        unmark_select: Signal<Local, Bits<32>>,
        unfirst_select: Signal<Local, Bits<32>>,
        start_select: Signal<Local, Bits<32>>,
        end_select: Signal<Local, Bits<32>>,
        hit_select: Signal<Local, Bits<32>>,
        busy: Signal<Local, Bits<32>>,
        retire_select: Signal<Local, Bits<32>>,
        groups_but_one: Signal<Local, Bits<16>>,
        entries: Count,
    }
}

impl KernelDistributorRtl {
    /// A distributor of the given size.
    pub fn new(params: &Params) -> Self {
        let entries = params.entries as usize;
        Self {
            tables: Tables::new(entries),
            search: Search::new(entries),
            fcfs: Fcfs::new(entries),
            nagei: Reg::bank(entries),
            lagei: Reg::bank(entries),
            exebl: Reg::bank(entries),
            hold: Reg::bank(entries),
            all: Param::new(bits((1 << entries) - 1)),
            none: Param::new(bits(NO_GROUP.into())),
            entries: Count::new(params.entries),
            ..Default::default()
        }
    }
}

impl Logic for KernelDistributorRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, lives, marks, firsts, chained, chained_prev, chained_agei);
        dff_setup!(self, clock, retired);

        // What is at the head, what is linked, which counters are not zero.
        self.head_select.next = bits::<32>(0);
        if self.fcfs.head_shown.val() {
            self.head_select.next = bits::<32>(1) << self.fcfs.head_kdei.val();
        }
        self.link.next = self.link_valid.val() & !self.chained.q.val();
        self.link_select.next = bits::<32>(0);
        if self.link.val() {
            self.link_select.next = bits::<32>(1) << self.link_kdei.val();
        }
        self.nagei_of_head.next = bits::<32>(0);
        self.lagei_of_head.next = bits::<32>(0);
        self.nagei_of_linked.next = bits::<32>(0);
        self.lagei_of_linked.next = bits::<32>(0);
        self.busy.next = bits::<32>(0);
        for i in 0..self.entries.get() {
            if self.head_select.val().get_bit(i) {
                self.nagei_of_head.next = self.nagei[i].q.val();
                self.lagei_of_head.next = self.lagei[i].q.val();
            }
            if self.link_select.val().get_bit(i) {
                self.nagei_of_linked.next = self.nagei[i].q.val();
                self.lagei_of_linked.next = self.lagei[i].q.val();
            }
            if (self.exebl[i].q.val() != 0) | (self.hold[i].q.val() != 0) {
                self.busy.next = self.busy.val().replace_bit(i, true);
            }
        }

        // Kernels in: the lowest free entry.
        self.free.request.next = self.all.val() & !self.lives.q.val();
        self.free.last.next = bits::<5>(31);
        self.room.next =
            self.free.any.val() & !self.search.searching.val() & !self.fcfs.waiting.val();
        self.take.next = self.disp_valid.val() & self.room.val();
        self.take_select.next = bits::<32>(0);
        if self.take.val() {
            self.take_select.next = bits::<32>(1) << self.free.winner.val();
        }

        // Kernels out: the lowest entry of which nothing is left.
        self.retiring.request.next = self.lives.q.val() & !self.marks.q.val() & !self.busy.val();
        self.retiring.last.next = bits::<5>(31);
        self.retired.d.next = self.retiring.any.val();
        self.retire_select.next = bits::<32>(0);
        if self.retiring.any.val() {
            self.retire_select.next = bits::<32>(1) << self.retiring.winner.val();
        }

        // Search.
        self.search.clock.next = self.clock.val();
        self.search.reset.next = self.reset.val();
        self.search.match_valid.next = self.match_valid.val();
        self.search.match_pc.next = self.match_pc.val();
        self.search.match_shape.next = self.match_shape.val();
        self.search.match_need.next = self.match_need.val();
        self.search.match_count.next = self.match_count.val();
        self.search.pc.next = self.tables.scan_pc.val();
        self.search.shape.next = self.tables.scan_shape.val();
        self.search.need.next = self.tables.scan_need.val();
        self.search.eligible.next = self.lives.q.val() & !self.retire_select.val();
        self.hit_select.next = self.search.hit_select.val();
        self.groups_but_one.next = self.search.groups.val() - 1;

        // Links, and what the scheduler says about the head.
        self.chain_empty.next = self.nagei_of_linked.val() == self.none.val();
        self.head_linked.next = (self.head_select.val() & self.link_select.val()).any();
        self.advance.next = self.advance_valid.val()
            & ((self.advance_next.val() != self.none.val())
                | ((self.nagei_of_head.val() == self.lagei_of_head.val())
                    & !self.head_linked.val()));
        self.released.next = self.unmark.val()
            & self.fcfs.head_shown.val()
            & (self.nagei_of_head.val() == self.none.val())
            & !self.head_linked.val();
        if self.chained.q.val() & self.next_ready.val() {
            self.chained.d.next = false;
            self.chained_prev.d.next = bits::<32>(0);
            self.chained_agei.d.next = bits::<32>(0);
        }
        if self.link.val() & !self.chain_empty.val() {
            self.chained.d.next = true;
            self.chained_prev.d.next = self.lagei_of_linked.val();
            self.chained_agei.d.next = self.link_agei.val();
        }

        // Bit vectors; `mark_select` are the unmarked kernels that a link marks again.
        self.mark_select.next = self.link_select.val() & !self.marks.q.val();
        self.unmark_select.next = bits::<32>(0);
        if self.released.val() {
            self.unmark_select.next = self.head_select.val();
        }
        self.unfirst_select.next = self.mark_select.val();
        if self.native_done.val() {
            self.unfirst_select.next = self.mark_select.val() | self.head_select.val();
        }
        self.lives.d.next =
            (self.lives.q.val() & !self.retire_select.val()) | self.take_select.val();
        self.marks.d.next = (self.marks.q.val() & !self.unmark_select.val())
            | self.mark_select.val()
            | self.take_select.val();
        self.firsts.d.next =
            (self.firsts.q.val() & !self.unfirst_select.val()) | self.take_select.val();

        // FCFS controller.
        self.fcfs.clock.next = self.clock.val();
        self.fcfs.reset.next = self.reset.val();
        self.fcfs.take.next = self.take.val();
        self.fcfs.take_kdei.next = self.free.winner.val();
        self.fcfs.mark.next = self.mark_select.val().any();
        self.fcfs.mark_kdei.next = self.link_kdei.val();
        self.fcfs.pop.next = self.released.val();

        // Payload.
        self.tables.clock.next = self.clock.val();
        self.tables.write.next = self.take.val();
        self.tables.write_kdei.next = self.free.winner.val();
        self.tables.pc.next = self.disp_pc.val();
        self.tables.grid_x.next = self.disp_grid_x.val();
        self.tables.grid_yz.next = self.disp_grid_yz.val();
        self.tables.shape.next = self.disp_shape.val();
        self.tables.need.next = self.disp_need.val();
        self.tables.param.next = self.disp_param.val();
        self.tables.tag.next = self.disp_tag.val();
        self.tables.desc.next = self.disp_desc.val();
        self.tables.head_kdei.next = self.fcfs.head_kdei.val();
        self.tables.scan_kdei.next = self.search.scan_kdei.val();
        self.tables.retire_kdei.next = self.retiring.winner.val();

        // Banks.
        self.start_select.next = bits::<32>(0);
        if self.start_valid.val() {
            self.start_select.next = self.head_select.val();
        }
        self.end_select.next = bits::<32>(0);
        if self.end_valid.val() {
            self.end_select.next = bits::<32>(1) << self.end_kdei.val();
        }
        for i in 0..self.entries.get() {
            self.nagei[i].clock.next = self.clock.val();
            self.nagei[i].reset.next = self.reset.val();
            self.nagei[i].d.next = self.nagei[i].q.val();
            self.lagei[i].clock.next = self.clock.val();
            self.lagei[i].reset.next = self.reset.val();
            self.lagei[i].d.next = self.lagei[i].q.val();
            self.exebl[i].clock.next = self.clock.val();
            self.exebl[i].reset.next = self.reset.val();
            self.exebl[i].d.next = self.exebl[i].q.val();
            self.hold[i].clock.next = self.clock.val();
            self.hold[i].reset.next = self.reset.val();
            self.hold[i].d.next = self.hold[i].q.val();
            if self.advance.val() & self.head_select.val().get_bit(i) {
                self.nagei[i].d.next = self.advance_next.val();
            }
            if self.link_select.val().get_bit(i) {
                self.lagei[i].d.next = self.link_agei.val();
                if self.chain_empty.val() {
                    self.nagei[i].d.next = self.link_agei.val();
                }
            }
            if self.take_select.val().get_bit(i) {
                self.nagei[i].d.next = self.none.val();
                self.lagei[i].d.next = self.none.val();
            }
            if self.start_select.val().get_bit(i) & !self.end_select.val().get_bit(i) {
                self.exebl[i].d.next = self.exebl[i].q.val() + 1;
            }
            if self.end_select.val().get_bit(i) & !self.start_select.val().get_bit(i) {
                self.exebl[i].d.next = self.exebl[i].q.val() - 1;
            }
            if self.hit_select.val().get_bit(i) & !self.link_select.val().get_bit(i) {
                self.hold[i].d.next = self.hold[i].q.val() + self.search.groups.val();
            }
            if self.hit_select.val().get_bit(i) & self.link_select.val().get_bit(i) {
                self.hold[i].d.next = self.hold[i].q.val() + self.groups_but_one.val();
            }
            if self.link_select.val().get_bit(i) & !self.hit_select.val().get_bit(i) {
                self.hold[i].d.next = self.hold[i].q.val() - 1;
            }
        }

        self.disp_ready.next = self.room.val();
        self.retire_valid.next = self.retired.q.val();
        self.retire_tag.next = bits::<6>(0);
        self.retire_desc.next = bits::<32>(0);
        if self.retired.q.val() {
            self.retire_tag.next = self.tables.retire_tag.val();
            self.retire_desc.next = self.tables.retire_desc.val();
        }
        self.match_ready.next = !self.search.searching.val();
        self.match_done.next = self.search.done.val();
        self.match_hit.next = self.search.done_hit.val();
        self.match_kdei.next = self.search.done_kdei.val();
        self.link_ready.next = !self.chained.q.val();
        self.next_valid.next = self.chained.q.val();
        self.next_prev.next = self.chained_prev.q.val();
        self.next_agei.next = self.chained_agei.q.val();
        self.head_valid.next = self.fcfs.head_shown.val();
        self.head_kdei.next = bits::<5>(0);
        self.head_first.next = (self.firsts.q.val() & self.head_select.val()).any();
        self.head_pc.next = bits::<32>(0);
        self.head_grid_x.next = bits::<32>(0);
        self.head_grid_yz.next = bits::<32>(0);
        self.head_shape.next = bits::<32>(0);
        self.head_need.next = bits::<32>(0);
        self.head_param.next = bits::<32>(0);
        self.head_nagei.next = self.nagei_of_head.val();
        self.head_lagei.next = self.lagei_of_head.val();
        if self.fcfs.head_shown.val() {
            self.head_kdei.next = self.fcfs.head_kdei.val();
            self.head_pc.next = self.tables.head_pc.val();
            self.head_grid_x.next = self.tables.head_grid_x.val();
            self.head_grid_yz.next = self.tables.head_grid_yz.val();
            self.head_shape.next = self.tables.head_shape.val();
            self.head_need.next = self.tables.head_need.val();
            self.head_param.next = self.tables.head_param.val();
        }
        self.live.next = self.lives.q.val();
        self.idle.next = self.fcfs.settled.val()
            & !self.search.searching.val()
            & !self.search.done.val()
            & !self.chained.q.val()
            & !self.retired.q.val()
            & !self.retiring.any.val();
    }
}
