//! The chains of groups: NAGEI and LAGEI of every kernel, and the `next` that tells the AGT of a link.

use crate::kit::dff_setup;
use crate::kit::{Count, Param, Reg};
use rust_hdl::prelude::*;

/// NAGEI and LAGEI. The chain of a kernel ends with its LAGEI; it is empty if its NAGEI is none, which a bit
/// beside it says sooner.
///
/// A group leaves its chain when it is first offered by `take`. If it has a follower, its kernel's NAGEI
/// still names it until its Next has been read.
#[derive(LogicBlock, Default)]
pub struct Chains<const KDES: usize, const KDEI: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// A kernel enters.
    pub enter: Signal<In, Bit>,
    /// Entry of the kernel that enters.
    pub enter_kdei: Signal<In, Bits<KDEI>>,
    /// A group to link is offered.
    pub link: Signal<In, Bit>,
    /// Entry of the kernel it is linked to.
    pub link_kdei: Signal<In, Bits<KDEI>>,
    /// AGEI of the group to link.
    pub link_agei: Signal<In, Bits<32>>,
    /// The Next field to write is taken.
    pub next_ready: Signal<In, Bit>,
    /// Entry of the kernel in hand.
    pub kdei: Signal<In, Bits<KDEI>>,
    /// The same, one-hot.
    pub hand: Signal<In, Bits<KDES>>,
    /// The next group of the kernel in hand is first offered by `take` in this cycle.
    pub take: Signal<In, Bit>,
    /// The Next of the group in hand, which has one, is read.
    pub read: Signal<In, Bit>,
    /// AGEI in that Next.
    pub read_agei: Signal<In, Bits<32>>,
    /// No Next field waits to be written: a link is taken, a group may be offered.
    pub settled: Signal<Out, Bit>,
    /// Kernel that is linked to, one-hot.
    pub link_select: Signal<Out, Bits<KDES>>,
    /// Group to write to; zero while `settled`.
    pub next_prev: Signal<Out, Bits<32>>,
    /// Group it is followed by; zero while `settled`.
    pub next_agei: Signal<Out, Bits<32>>,
    /// NAGEI of the kernel in hand.
    pub nagei_in_hand: Signal<Out, Bits<32>>,
    /// The chain of the kernel in hand is empty.
    pub empty: Signal<Out, Bit>,
    /// The next group of the kernel in hand has another behind it.
    pub followed: Signal<Out, Bit>,
    nagei: Vec<Reg<Bits<32>>>,
    lagei: Vec<Reg<Bits<32>>>,
    without: Reg<Bits<KDES>>,
    chained: Reg<Bit>,
    prev: Reg<Bits<32>>,
    agei: Reg<Bits<32>>,
    none: Param<Bits<32>>,
    enter_select: Signal<Local, Bits<KDES>>,
    linked: Signal<Local, Bit>,
    select: Signal<Local, Bits<KDES>>,
    lagei_in_hand: Signal<Local, Bits<32>>,
    lagei_of_linked: Signal<Local, Bits<32>>,
    last_taken: Signal<Local, Bit>,
    emptied: Signal<Local, Bits<KDES>>,
    captured: Signal<Local, Bit>,
    starts: Signal<Local, Bit>,
    entries: Count,
}

impl<const KDES: usize, const KDEI: usize> Chains<KDES, KDEI> {
    /// The chains of `kdes` kernels.
    pub fn new(entries: usize) -> Self {
        Self {
            nagei: Reg::bank(entries),
            lagei: Reg::bank(entries),
            none: Param::new(bits(0xFFFF_FFFF)),
            entries: Count::new(entries as u32),
            ..Default::default()
        }
    }
}

impl<const KDES: usize, const KDEI: usize> Logic for Chains<KDES, KDEI> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, without, chained, prev, agei);
        self.linked.next = self.link.val() & !self.chained.q.val();
        self.select.next = bits::<KDES>(0);
        if self.linked.val() {
            self.select.next = bits::<KDES>(1) << self.link_kdei.val();
        }
        self.link_select.next = self.select.val();
        self.enter_select.next = bits::<KDES>(0);
        if self.enter.val() {
            self.enter_select.next = bits::<KDES>(1) << self.enter_kdei.val();
        }
        // One kernel is in hand, so that the words of all may be ORed.
        self.nagei_in_hand.next = bits::<32>(0);
        self.lagei_in_hand.next = bits::<32>(0);
        self.lagei_of_linked.next = bits::<32>(0);
        for i in 0..self.entries.get() {
            if self.hand.val().get_bit(i) {
                self.nagei_in_hand.next = self.nagei_in_hand.val() | self.nagei[i].q.val();
                self.lagei_in_hand.next = self.lagei_in_hand.val() | self.lagei[i].q.val();
            }
            if self.select.val().get_bit(i) {
                self.lagei_of_linked.next = self.lagei[i].q.val();
            }
        }
        self.empty.next = (self.without.q.val() & self.hand.val()).any();
        self.followed.next = self.nagei_in_hand.val() != self.lagei_in_hand.val();

        // A link starts a chain if there is none, or if the last of it is just offered.
        self.last_taken.next = self.take.val() & !self.followed.val();
        self.captured.next = self.last_taken.val() & (self.link_kdei.val() == self.kdei.val());
        self.starts.next = (self.without.q.val() & self.select.val()).any() | self.captured.val();
        self.emptied.next = bits::<KDES>(0);
        if self.last_taken.val() {
            self.emptied.next = self.hand.val();
        }
        self.without.d.next = ((self.without.q.val() | self.emptied.val()) & !self.select.val())
            | self.enter_select.val();
        if self.next_ready.val() {
            self.chained.d.next = false;
            self.prev.d.next = bits::<32>(0);
            self.agei.d.next = bits::<32>(0);
        }
        if self.linked.val() & !self.starts.val() {
            self.chained.d.next = true;
            self.prev.d.next = self.lagei_of_linked.val();
            self.agei.d.next = self.link_agei.val();
        }
        for i in 0..self.entries.get() {
            self.nagei[i].clock.next = self.clock.val();
            self.nagei[i].reset.next = self.reset.val();
            self.nagei[i].d.next = self.nagei[i].q.val();
            self.lagei[i].clock.next = self.clock.val();
            self.lagei[i].reset.next = self.reset.val();
            self.lagei[i].d.next = self.lagei[i].q.val();
            if self.last_taken.val() & self.hand.val().get_bit(i) {
                self.nagei[i].d.next = self.none.val();
            }
            if self.read.val() & self.hand.val().get_bit(i) {
                self.nagei[i].d.next = self.read_agei.val();
            }
            if self.select.val().get_bit(i) {
                self.lagei[i].d.next = self.link_agei.val();
                if self.starts.val() {
                    self.nagei[i].d.next = self.link_agei.val();
                }
            }
            if self.enter_select.val().get_bit(i) {
                self.nagei[i].d.next = self.none.val();
                self.lagei[i].d.next = self.none.val();
            }
        }
        self.settled.next = !self.chained.q.val();
        self.next_prev.next = self.prev.q.val();
        self.next_agei.next = self.agei.q.val();
    }
}
