//! The Kernel Distributor circuit.
//!
//! Payload lives in SRAMs ([`entries`]), [`search`] is a block of its own; here are the registers that
//! change in place: bit vectors, ExeBL and references.

pub mod entries;
pub mod search;

use self::entries::Entries;
use self::search::Search;
use super::pins::{kernel_distributor_ports, In, Out, Params};
use crate::kit::arbiter::rtl::RoundRobin;
use crate::kit::dff_setup;
use crate::kit::rtl::bits_of_mask;
use crate::kit::{Count, Mask, Param, Reg};
use rust_hdl::prelude::*;

kernel_distributor_ports! {
    /// Tables and search around the bit vectors and counters.
    pub struct KernelDistributorRtl<KDES, KDEI, KDE_COUNT, TAG, SMX> {
        kdes: Entries<KDEI, KDE_COUNT, TAG>,
        search: Search<KDES, KDEI, KDE_COUNT>,
        free: RoundRobin<KDES, KDEI>,
        retiring: RoundRobin<KDES, KDEI>,
        lives: Reg<Bits<KDES>>,
        exebl: Vec<Reg<Bits<16>>>,
        references: Vec<Reg<Bits<24>>>,
        entering: Reg<Bit>,
        entering_kdei: Reg<Bits<KDEI>>,
        entering_level: Reg<Bits<3>>,
        entering_cluster: Reg<Bits<SMX>>,
        looked: Reg<Bit>,
        looked_kdei: Reg<Bits<KDEI>>,
        retired: Reg<Bit>,
        starting: Reg<Bit>,
        starting_kdei: Reg<Bits<KDEI>>,
        ending: Reg<Bit>,
        ending_kdei: Reg<Bits<KDEI>>,
        spending: Reg<Bit>,
        spending_kdei: Reg<Bits<KDEI>>,
        all: Param<Bits<KDES>>,
        last_kdei: Param<Bits<KDEI>>,
        look_now: Signal<Local, Bits<KDEI>>,
        room: Signal<Local, Bit>,
        take: Signal<Local, Bit>,
        take_select: Signal<Local, Bits<KDES>>,
        enter_select: Signal<Local, Bits<KDES>>,
        start_select: Signal<Local, Bits<KDES>>,
        end_select: Signal<Local, Bits<KDES>>,
        hit_select: Signal<Local, Bits<KDES>>,
        spent_select: Signal<Local, Bits<KDES>>,
        more: Signal<Local, Bits<KDES>>,
        fewer: Signal<Local, Bits<KDES>>,
        busy: Signal<Local, Bits<KDES>>,
        retire_select: Signal<Local, Bits<KDES>>,
        groups: Signal<Local, Bits<24>>,
        groups_but_one: Signal<Local, Bits<24>>,
        entries: Count,
    }
}

impl<
        const KDES: usize,
        const KDEI: usize,
        const KDE_COUNT: usize,
        const TAG: usize,
        const SMX: usize,
    > KernelDistributorRtl<KDES, KDEI, KDE_COUNT, TAG, SMX>
{
    /// A distributor of the given size.
    pub fn new(params: &Params) -> Self {
        let entries = params.entries as usize;
        Self {
            kdes: Entries::new(entries),
            search: Search::new(entries),
            exebl: Reg::bank(entries),
            references: Reg::bank(entries),
            all: Param::new(bits_of_mask(Mask::first(params.entries))),
            last_kdei: Param::new(!Bits::default()),
            entries: Count::new(params.entries),
            ..Default::default()
        }
    }
}

impl<
        const KDES: usize,
        const KDEI: usize,
        const KDE_COUNT: usize,
        const TAG: usize,
        const SMX: usize,
    > Logic for KernelDistributorRtl<KDES, KDEI, KDE_COUNT, TAG, SMX>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, lives, entering, entering_kdei, looked, looked_kdei, retired);
        dff_setup!(self, clock, entering_level, entering_cluster);
        dff_setup!(self, clock, starting, starting_kdei, ending, ending_kdei);
        dff_setup!(self, clock, spending, spending_kdei);

        // What the source and residency tell comes late in the cycle. It is counted in the next, and meanwhile
        // what an entry has is judged with what is still to be counted.
        self.starting.d.next = self.start_valid.val();
        self.starting_kdei.d.next = self.start_kdei.val();
        self.ending.d.next = self.end_valid.val();
        self.ending_kdei.d.next = self.end_kdei.val();
        self.spending.d.next = self.spent_valid.val();
        self.spending_kdei.d.next = self.spent_kdei.val();
        self.start_select.next = bits::<KDES>(0);
        if self.starting.q.val() {
            self.start_select.next = bits::<KDES>(1) << self.starting_kdei.q.val();
        }
        self.end_select.next = bits::<KDES>(0);
        if self.ending.q.val() {
            self.end_select.next = bits::<KDES>(1) << self.ending_kdei.q.val();
        }
        self.spent_select.next = bits::<KDES>(0);
        if self.spending.q.val() {
            self.spent_select.next = bits::<KDES>(1) << self.spending_kdei.q.val();
        }
        // So are the groups of a hit: `done` says in the next cycle which entry it was.
        self.hit_select.next = bits::<KDES>(0);
        if self.search.done_hit.val() {
            self.hit_select.next = bits::<KDES>(1) << self.search.done_kdei.val();
        }
        self.more.next = self.start_select.val() & !self.end_select.val();
        self.fewer.next = self.end_select.val() & !self.start_select.val();
        self.busy.next = self.more.val() | self.hit_select.val();
        for i in 0..self.entries.get() {
            if (self.exebl[i].q.val() != 0)
                & !(self.fewer.val().get_bit(i) & (self.exebl[i].q.val() == 1))
            {
                self.busy.next = self.busy.val().replace_bit(i, true);
            }
            if (self.references[i].q.val() != 0)
                & !(self.spent_select.val().get_bit(i) & (self.references[i].q.val() == 1))
            {
                self.busy.next = self.busy.val().replace_bit(i, true);
            }
        }

        // Kernels in: the lowest free entry.
        self.free.request.next = self.all.val() & !self.lives.q.val();
        self.free.last.next = self.last_kdei.val();
        self.room.next =
            self.free.any.val() & !self.search.searching.val() & !self.entering.q.val();
        self.take.next = self.disp_valid.val() & self.room.val();
        self.take_select.next = bits::<KDES>(0);
        if self.enter_ready.val() {
            self.entering.d.next = false;
            self.entering_kdei.d.next = bits::<KDEI>(0);
            self.entering_level.d.next = bits::<3>(0);
            self.entering_cluster.d.next = bits::<SMX>(0);
        }
        if self.take.val() {
            self.take_select.next = bits::<KDES>(1) << self.free.winner.val();
            self.entering.d.next = true;
            self.entering_kdei.d.next = self.free.winner.val();
            self.entering_level.d.next = self.disp_level.val();
            self.entering_cluster.d.next = self.disp_cluster.val();
        }
        self.enter_select.next = bits::<KDES>(0);
        if self.entering.q.val() {
            self.enter_select.next = bits::<KDES>(1) << self.entering_kdei.q.val();
        }

        // Kernels out: the lowest entry of which nothing is left.
        self.retiring.request.next = self.lives.q.val() & !self.busy.val();
        self.retiring.last.next = self.last_kdei.val();
        self.retired.d.next = self.retiring.any.val();
        self.retire_select.next = bits::<KDES>(0);
        if self.retiring.any.val() {
            self.retire_select.next = bits::<KDES>(1) << self.retiring.winner.val();
        }
        self.lives.d.next =
            (self.lives.q.val() & !self.retire_select.val()) | self.take_select.val();

        // Search.
        self.search.clock.next = self.clock.val();
        self.search.reset.next = self.reset.val();
        self.search.match_valid.next = self.match_valid.val();
        self.search.match_pc.next = self.match_pc.val();
        self.search.match_shape.next = self.match_shape.val();
        self.search.match_demand.next = self.match_demand.val();
        self.search.match_count.next = self.match_count.val();
        self.search.pc.next = self.kdes.scan_pc.val();
        self.search.shape.next = self.kdes.scan_shape.val();
        self.search.demand.next = self.kdes.scan_demand.val();
        self.search.eligible.next = self.lives.q.val() & !self.enter_select.val();
        self.search.retiring.next = self.retiring.any.val();
        self.search.retiring_kdei.next = self.retiring.winner.val();
        self.groups.next = bit_cast::<24, 16>(self.search.groups.val());
        self.groups_but_one.next = self.groups.val() - 1;

        // The KDE looked at is read in every cycle.
        self.look_now.next = self.looked_kdei.q.val();
        if self.look_valid.val() {
            self.look_now.next = self.look_kdei.val();
            self.looked.d.next = true;
        }
        self.looked_kdei.d.next = self.look_now.val();

        // Payload.
        self.kdes.clock.next = self.clock.val();
        self.kdes.write.next = self.take.val();
        self.kdes.write_kdei.next = self.free.winner.val();
        self.kdes.pc.next = self.disp_pc.val();
        self.kdes.grid_x.next = self.disp_grid_x.val();
        self.kdes.grid_yz.next = self.disp_grid_yz.val();
        self.kdes.shape.next = self.disp_shape.val();
        self.kdes.demand.next = self.disp_demand.val();
        self.kdes.param.next = self.disp_param.val();
        self.kdes.tag.next = self.disp_tag.val();
        self.kdes.desc.next = self.disp_desc.val();
        self.kdes.look_kdei.next = self.look_now.val();
        self.kdes.scan_kdei.next = self.search.scan_kdei.val();
        self.kdes.retire_kdei.next = self.retiring.winner.val();

        // Counts.
        for i in 0..self.entries.get() {
            self.exebl[i].clock.next = self.clock.val();
            self.exebl[i].reset.next = self.reset.val();
            self.exebl[i].d.next = self.exebl[i].q.val();
            self.references[i].clock.next = self.clock.val();
            self.references[i].reset.next = self.reset.val();
            self.references[i].d.next = self.references[i].q.val();
            if self.more.val().get_bit(i) {
                self.exebl[i].d.next = self.exebl[i].q.val() + 1;
            }
            if self.fewer.val().get_bit(i) {
                self.exebl[i].d.next = self.exebl[i].q.val() - 1;
            }
            if self.hit_select.val().get_bit(i) & !self.spent_select.val().get_bit(i) {
                self.references[i].d.next = self.references[i].q.val() + self.groups.val();
            }
            if self.hit_select.val().get_bit(i) & self.spent_select.val().get_bit(i) {
                self.references[i].d.next = self.references[i].q.val() + self.groups_but_one.val();
            }
            if self.spent_select.val().get_bit(i) & !self.hit_select.val().get_bit(i) {
                self.references[i].d.next = self.references[i].q.val() - 1;
            }
            if self.take_select.val().get_bit(i) {
                self.references[i].d.next = bits::<24>(1);
            }
        }

        self.disp_ready.next = self.room.val();
        self.retire_valid.next = self.retired.q.val();
        self.retire_tag.next = bits::<TAG>(0);
        self.retire_desc.next = bits::<32>(0);
        if self.retired.q.val() {
            self.retire_tag.next = self.kdes.retire_tag.val();
            self.retire_desc.next = self.kdes.retire_desc.val();
        }
        self.match_ready.next = !self.search.searching.val();
        self.match_done.next = self.search.done.val();
        self.match_hit.next = self.search.done_hit.val();
        self.match_kdei.next = self.search.done_kdei.val();
        self.enter_valid.next = self.entering.q.val();
        self.enter_kdei.next = self.entering_kdei.q.val();
        self.enter_level.next = self.entering_level.q.val();
        self.enter_cluster.next = self.entering_cluster.q.val();
        self.kde_pc.next = bits::<32>(0);
        self.kde_param.next = bits::<32>(0);
        self.kde_shape.next = bits::<29>(0);
        self.kde_demand.next = bits::<30>(0);
        self.kde_graph.next = false;
        self.kde_grid_x.next = bits::<32>(0);
        self.kde_grid_yz.next = bits::<32>(0);
        if self.looked.q.val() {
            self.kde_pc.next = self.kdes.look_pc.val();
            self.kde_param.next = self.kdes.look_param.val();
            self.kde_shape.next = self.kdes.look_shape.val();
            self.kde_demand.next = self.kdes.look_demand.val().get_bits::<30>(0);
            self.kde_graph.next = self.kdes.look_demand.val().get_bit(30);
            self.kde_grid_x.next = self.kdes.look_grid_x.val();
            self.kde_grid_yz.next = self.kdes.look_grid_yz.val();
        }
        self.live.next = self.lives.q.val();
        self.idle.next = !self.search.searching.val()
            & !self.search.done.val()
            & !self.entering.q.val()
            & !self.retired.q.val()
            & !self.retiring.any.val();
    }
}
