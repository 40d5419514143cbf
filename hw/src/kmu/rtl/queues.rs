//! The lists of the pool that are of clusters: their ends, and which have a kernel.

use super::super::pins::Params;
use crate::kit::arbiter::rtl::RoundRobin;
use crate::kit::dff_setup;
use crate::kit::rtl::bits_of_mask;
use crate::kit::rtl::highest::Highest;
use crate::kit::{Mask, Param, Reg, Sram};
use rust_hdl::prelude::*;

/// Ends of a list of each level of each cluster. One list at a time is looked at, and changed in a
/// later cycle.
#[derive(LogicBlock, Default)]
pub struct Queues<const SMXS: usize, const SMX: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, bool>,
    /// Cluster looked at.
    pub cluster: Signal<In, Bits<SMX>>,
    /// Level looked at, counted from 0.
    pub rank: Signal<In, Bits<3>>,
    /// A kernel joins the list, which was looked at in the cycle before too.
    pub joins: Signal<In, Bit>,
    /// Address of its descriptor.
    pub new_desc: Signal<In, Bits<32>>,
    /// The cluster `next_cluster` is taken.
    pub take: Signal<In, Bit>,
    /// The first kernel of the list leaves, which was looked at in the cycle before too.
    pub leaves: Signal<In, Bit>,
    /// Address of its descriptor.
    pub old_desc: Signal<In, Bits<32>>,
    /// Its link.
    pub link: Signal<In, Bits<32>>,
    /// The list looked at, of the cluster looked at in the cycle before, has a kernel.
    pub listed: Signal<Out, Bit>,
    /// Highest level that has a kernel, of the cluster looked at in the cycle before.
    pub top_rank: Signal<Out, Bits<3>>,
    /// First kernel of the list looked at in the cycle before.
    pub first: Signal<Out, Bits<32>>,
    /// Last kernel of the list looked at in the cycle before.
    pub last: Signal<Out, Bits<32>>,
    /// Some list has a kernel.
    pub any: Signal<Out, Bit>,
    /// The cluster that is next in turn.
    pub next_cluster: Signal<Out, Bits<SMX>>,
    /// Kernels in the lists.
    pub count: Signal<Out, Bits<32>>,
    heads: Sram<32>,
    tails: Sram<32>,
    levels: Sram<8>,
    highest: Highest,
    turn: RoundRobin<SMXS, SMX>,
    filled: Reg<Bits<SMXS>>,
    taken: Reg<Bits<SMX>>,
    kernels: Reg<Bits<32>>,
    level_bits: Param<Bits<16>>,
    all_clusters: Param<Bits<SMXS>>,
    held: Signal<Local, Bits<SMXS>>,
    list: Signal<Local, Bits<16>>,
    cluster_bit: Signal<Local, Bits<SMXS>>,
    rank_bit: Signal<Local, Bits<8>>,
    known: Signal<Local, Bits<8>>,
    others: Signal<Local, Bits<8>>,
    ends: Signal<Local, Bit>,
}

impl<const SMXS: usize, const SMX: usize> Queues<SMXS, SMX> {
    /// The lists of a unit. One without clusters has memories too, but no kernel is ever listed.
    pub fn new(params: &Params) -> Self {
        let lists = params.lists() as usize;
        Self {
            heads: Sram::new(lists),
            tails: Sram::new(lists),
            levels: Sram::new(params.clusters.max(1) as usize),
            taken: Reg::new(bits(SMXS as u64 - 1)),
            level_bits: Param::new(bits(params.level_bits().into())),
            all_clusters: Param::new(bits_of_mask(Mask::first(params.clusters))),
            ..Default::default()
        }
    }
}

impl<const SMXS: usize, const SMX: usize> Logic for Queues<SMXS, SMX> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, filled, taken, kernels);
        self.list.next = (bit_cast::<16, SMX>(self.cluster.val()) << self.level_bits.val())
            | bit_cast::<16, 3>(self.rank.val());
        self.cluster_bit.next = bits::<SMXS>(1) << self.cluster.val();
        self.rank_bit.next = bits::<8>(1) << self.rank.val();

        // What the memory has of a cluster without kernels means nothing. The mask is for
        // synthesis, which removes all of this from a unit without clusters.
        self.held.next = self.filled.q.val() & self.all_clusters.val();
        self.known.next = bits::<8>(0);
        if (self.held.val() & self.cluster_bit.val()).any() {
            self.known.next = self.levels.read_data.val();
        }
        self.highest.levels.next = self.known.val();
        self.top_rank.next = self.highest.rank.val();
        self.listed.next = (self.known.val() & self.rank_bit.val()).any();
        self.others.next = self.known.val() & !self.rank_bit.val();
        self.ends.next = self.leaves.val() & (self.tails.read_data.val() == self.old_desc.val());
        self.first.next = self.heads.read_data.val();
        self.last.next = self.tails.read_data.val();

        self.turn.request.next = self.held.val();
        self.turn.last.next = self.taken.q.val();
        self.any.next = self.turn.any.val();
        self.next_cluster.next = self.turn.winner.val();
        self.count.next = self.kernels.q.val();
        if self.take.val() {
            self.taken.d.next = self.turn.winner.val();
        }
        if self.joins.val() {
            self.filled.d.next = self.filled.q.val() | self.cluster_bit.val();
            self.kernels.d.next = self.kernels.q.val() + 1;
        }
        if self.leaves.val() {
            self.kernels.d.next = self.kernels.q.val() - 1;
        }
        if self.ends.val() & !self.others.val().any() {
            self.filled.d.next = self.filled.q.val() & !self.cluster_bit.val();
        }

        self.levels.clock.next = self.clock.val();
        self.levels.read_addr.next = bit_cast::<16, SMX>(self.cluster.val());
        self.levels.write_addr.next = bit_cast::<16, SMX>(self.cluster.val());
        self.levels.write_enable.next = self.joins.val() | self.ends.val();
        self.levels.write_data.next = self.known.val() | self.rank_bit.val();
        if self.ends.val() {
            self.levels.write_data.next = self.others.val();
        }
        self.heads.clock.next = self.clock.val();
        self.heads.read_addr.next = self.list.val();
        self.heads.write_addr.next = self.list.val();
        self.heads.write_enable.next = (self.joins.val() & !self.listed.val()) | self.leaves.val();
        self.heads.write_data.next = self.new_desc.val();
        if self.leaves.val() {
            self.heads.write_data.next = self.link.val();
        }
        self.tails.clock.next = self.clock.val();
        self.tails.read_addr.next = self.list.val();
        self.tails.write_addr.next = self.list.val();
        self.tails.write_enable.next = self.joins.val();
        self.tails.write_data.next = self.new_desc.val();
    }
}
