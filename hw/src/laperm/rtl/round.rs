//! Which SMX is looked at, with its cluster and its backup.

use crate::kit::arbiter::rtl::encode::Encode;
use crate::kit::dff_setup;
use crate::kit::{Param, Reg, Sram};
use rust_hdl::prelude::*;

/// Goes round the SMXs, and keeps the backup of each.
#[derive(LogicBlock, Default)]
pub struct Round<const SMXS: usize, const SMX: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, bool>,
    /// Goes on to the next SMX.
    pub advance: Signal<In, Bit>,
    /// Clears the backup of the SMX `sweep`.
    pub clear: Signal<In, Bit>,
    /// SMX whose backup is cleared.
    pub sweep: Signal<In, Bits<16>>,
    /// One bit per cluster that holds anything.
    pub filled: Signal<In, Bits<SMXS>>,
    /// The backup of the SMX is what `backup` says.
    pub choose: Signal<In, Bit>,
    /// The SMX, one-hot.
    pub one_hot: Signal<Out, Bits<SMXS>>,
    /// Its cluster.
    pub cluster: Signal<Out, Bits<16>>,
    /// The cluster of the SMX that is looked at in the next cycle.
    pub cluster_next: Signal<Out, Bits<16>>,
    /// The cluster that is its backup, if any holds anything.
    pub backup: Signal<Out, Bits<16>>,
    backups: Sram<16>,
    number: Encode<SMXS, SMX>,
    smx: Reg<Bits<16>>,
    smx_bit: Reg<Bits<SMXS>>,
    place: Reg<Bits<16>>,
    home: Reg<Bits<16>>,
    home_bit: Reg<Bits<SMXS>>,
    last_smx: Param<Bits<16>>,
    last_place: Param<Bits<16>>,
    smx_next: Signal<Local, Bits<16>>,
    home_next: Signal<Local, Bits<16>>,
    wraps: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    kept: Signal<Local, Bits<16>>,
    kept_bit: Signal<Local, Bits<SMXS>>,
    up_to_home: Signal<Local, Bits<SMXS>>,
    above: Signal<Local, Bits<SMXS>>,
    chosen: Signal<Local, Bits<SMXS>>,
}

impl<const SMXS: usize, const SMX: usize> Round<SMXS, SMX> {
    /// A round of `smxs` SMXs, `cluster` of which make a cluster; without backups if `backups` is 0.
    pub fn new(smxs: u32, cluster: u32, backups: usize) -> Self {
        Self {
            backups: Sram::new(backups.max(1)),
            smx_bit: Reg::new(bits(1)),
            home_bit: Reg::new(bits(1)),
            last_smx: Param::new(bits(u64::from(smxs) - 1)),
            last_place: Param::new(bits(u64::from(cluster) - 1)),
            ..Default::default()
        }
    }
}

impl<const SMXS: usize, const SMX: usize> Logic for Round<SMXS, SMX> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, smx, smx_bit, place, home, home_bit);
        self.one_hot.next = self.smx_bit.q.val();
        self.cluster.next = self.home.q.val();

        // The next SMX.
        self.wraps.next = self.smx.q.val() == self.last_smx.val();
        self.leaves.next = self.place.q.val() == self.last_place.val();
        self.smx_next.next = self.smx.q.val();
        self.home_next.next = self.home.q.val();
        if self.advance.val() {
            self.smx_next.next = self.smx.q.val() + 1;
            self.place.d.next = self.place.q.val() + 1;
            self.smx_bit.d.next = self.smx_bit.q.val() << bits::<16>(1);
            if self.leaves.val() {
                self.home_next.next = self.home.q.val() + 1;
                self.place.d.next = bits::<16>(0);
                self.home_bit.d.next = self.home_bit.q.val() << bits::<16>(1);
            }
            if self.wraps.val() {
                self.smx_next.next = bits::<16>(0);
                self.home_next.next = bits::<16>(0);
                self.smx_bit.d.next = bits::<SMXS>(1);
                self.home_bit.d.next = bits::<SMXS>(1);
            }
        }
        self.smx.d.next = self.smx_next.val();
        self.home.d.next = self.home_next.val();
        self.cluster_next.next = self.home_next.val();

        // Its backup: the cluster kept while that holds anything, else the first after its own; x & -x leaves the
        // lowest bit. Kept is the number and one, or zero.
        self.kept.next = self.backups.read_data.val() - 1;
        self.kept_bit.next = self.filled.val() >> self.kept.val();
        self.up_to_home.next = self.home_bit.q.val() | (self.home_bit.q.val() - 1);
        self.above.next = self.filled.val() & !self.up_to_home.val();
        self.chosen.next = self.filled.val() & (!self.filled.val() + 1);
        if self.above.val().any() {
            self.chosen.next = self.above.val() & (!self.above.val() + 1);
        }
        self.number.one_hot.next = self.chosen.val();
        self.backup.next = bit_cast::<16, SMX>(self.number.number.val());
        if self.backups.read_data.val().any() & self.kept_bit.val().get_bit(0) {
            self.backup.next = self.kept.val();
        }
        self.backups.clock.next = self.clock.val();
        self.backups.read_addr.next = self.smx_next.val();
        self.backups.write_enable.next = self.choose.val() | self.clear.val();
        self.backups.write_addr.next = self.smx.q.val();
        self.backups.write_data.next = self.backup.val() + 1;
        if self.clear.val() {
            self.backups.write_addr.next = self.sweep.val();
            self.backups.write_data.next = bits::<16>(0);
        }
    }
}
