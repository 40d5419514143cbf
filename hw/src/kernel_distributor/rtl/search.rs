//! The search for an eligible kernel: one entry a cycle, the address a cycle before the compare.

use crate::kit::dff_setup;
use crate::kit::{Param, Reg};
use rust_hdl::prelude::*;

/// The command, the position and the result.
#[derive(LogicBlock, Default)]
pub struct Search<const KDES: usize, const KDEI: usize, const KDE_COUNT: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// A command is offered; taken while not searching.
    pub match_valid: Signal<In, Bit>,
    /// Entry PC to look for.
    pub match_pc: Signal<In, Bits<32>>,
    /// Shape to look for.
    pub match_shape: Signal<In, Bits<32>>,
    /// Demand to look for.
    pub match_demand: Signal<In, Bits<32>>,
    /// Number of groups.
    pub match_count: Signal<In, Bits<6>>,
    /// Entry PC of the entry addressed in the last cycle; garbage if that was never written.
    pub pc: Signal<In, Bits<32>>,
    /// Its shape.
    pub shape: Signal<In, Bits<32>>,
    /// Its demand.
    pub demand: Signal<In, Bits<32>>,
    /// Entries that may be hit: live, and entered.
    pub eligible: Signal<In, Bits<KDES>>,
    /// An entry retires at this edge, and cannot be hit any more.
    pub retiring: Signal<In, Bit>,
    /// That entry.
    pub retiring_kdei: Signal<In, Bits<KDEI>>,
    /// A search runs.
    pub searching: Signal<Out, Bit>,
    /// Entry to read in this cycle.
    pub scan_kdei: Signal<Out, Bits<KDE_COUNT>>,
    /// Groups of the command.
    pub groups: Signal<Out, Bits<16>>,
    /// The search has ended.
    pub done: Signal<Out, Bit>,
    /// With a hit.
    pub done_hit: Signal<Out, Bit>,
    /// The entry; zero without a hit.
    pub done_kdei: Signal<Out, Bits<KDEI>>,
    running: Reg<Bit>,
    scan: Reg<Bits<KDE_COUNT>>,
    want_pc: Reg<Bits<32>>,
    want_shape: Reg<Bits<32>>,
    want_demand: Reg<Bits<32>>,
    want_count: Reg<Bits<6>>,
    found: Reg<Bit>,
    found_hit: Reg<Bit>,
    found_kdei: Reg<Bits<KDEI>>,
    entries: Param<Bits<KDE_COUNT>>,
    scan_less_one: Signal<Local, Bits<KDE_COUNT>>,
    compared: Signal<Local, Bits<KDEI>>,
    compare_select: Signal<Local, Bits<KDES>>,
    same: Signal<Local, Bit>,
    hit: Signal<Local, Bit>,
}

impl<const KDES: usize, const KDEI: usize, const KDE_COUNT: usize> Search<KDES, KDEI, KDE_COUNT> {
    /// A search over so many entries.
    pub fn new(entries: usize) -> Self {
        Self { entries: Param::new(bits(entries as u64)), ..Default::default() }
    }
}

impl<const KDES: usize, const KDEI: usize, const KDE_COUNT: usize> Logic
    for Search<KDES, KDEI, KDE_COUNT>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, running, scan, want_pc, want_shape, want_demand, want_count);
        dff_setup!(self, clock, found, found_hit, found_kdei);
        self.scan_less_one.next = self.scan.q.val() - 1;
        self.compared.next = bit_cast::<KDEI, KDE_COUNT>(self.scan_less_one.val());
        self.compare_select.next = bits::<KDES>(1) << self.compared.val();
        self.same.next = self.running.q.val()
            & (self.scan.q.val() != 0)
            & (self.pc.val() == self.want_pc.q.val())
            & (self.shape.val() == self.want_shape.q.val())
            & (self.demand.val() == self.want_demand.q.val())
            & (self.compare_select.val() & self.eligible.val()).any();
        // Which entry retires is known late, so it is compared with the one entry that matters.
        self.hit.next = self.same.val()
            & !(self.retiring.val() & (self.retiring_kdei.val() == self.compared.val()));
        self.found.d.next = false;
        self.found_hit.d.next = false;
        self.found_kdei.d.next = bits::<KDEI>(0);
        if self.running.q.val() {
            self.scan.d.next = self.scan.q.val() + 1;
            if self.hit.val() | (self.scan.q.val() == self.entries.val()) {
                self.running.d.next = false;
                self.found.d.next = true;
            }
            if self.hit.val() {
                self.found_hit.d.next = true;
                self.found_kdei.d.next = self.compared.val();
            }
        }
        if self.match_valid.val() & !self.running.q.val() {
            self.running.d.next = true;
            self.scan.d.next = bits::<KDE_COUNT>(0);
            self.want_pc.d.next = self.match_pc.val();
            self.want_shape.d.next = self.match_shape.val();
            self.want_demand.d.next = self.match_demand.val();
            self.want_count.d.next = self.match_count.val();
        }
        self.searching.next = self.running.q.val();
        self.scan_kdei.next = self.scan.q.val();
        self.groups.next = bit_cast::<16, 6>(self.want_count.q.val());
        self.done.next = self.found.q.val();
        self.done_hit.next = self.found_hit.q.val();
        self.done_kdei.next = self.found_kdei.q.val();
    }
}
