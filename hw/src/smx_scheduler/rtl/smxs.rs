//! What is left of every SMX, and which of them gets the next TB.

use super::super::pins::Params;
use crate::kit::arbiter::rtl::RoundRobin;
use crate::kit::dff_setup;
use crate::kit::{Count, Reg};
use rust_hdl::prelude::*;

/// Free TB slots, threads, registers and shared memory of each SMX. A start and an end at the same
/// edge both count, on the same SMX too.
#[derive(LogicBlock, Default)]
pub struct Smxs {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high: all SMXs empty.
    pub reset: Signal<In, bool>,
    /// Resources of the TB to place, as in the pins.
    pub need: Signal<In, Bits<32>>,
    /// Place it, if any SMX fits.
    pub place: Signal<In, Bit>,
    /// Give back a slot and resources.
    pub give: Signal<In, Bit>,
    /// On this SMX.
    pub give_smx: Signal<In, Bits<5>>,
    /// This slot.
    pub give_slot: Signal<In, Bits<5>>,
    /// These resources.
    pub give_need: Signal<In, Bits<32>>,
    /// Some SMX has room for `demand`.
    pub any: Signal<Out, Bit>,
    /// The next such SMX after the last one placed on.
    pub smx: Signal<Out, Bits<5>>,
    /// Its lowest free slot.
    pub slot: Signal<Out, Bits<5>>,
    free: Vec<Reg<Bits<32>>>,
    threads: Vec<Reg<Bits<12>>>,
    registers: Vec<Reg<Bits<9>>>,
    shared: Vec<Reg<Bits<9>>>,
    last: Reg<Bits<5>>,
    smx_choice: RoundRobin,
    slot_choice: RoundRobin,
    need_threads: Signal<Local, Bits<12>>,
    need_registers: Signal<Local, Bits<9>>,
    need_shared: Signal<Local, Bits<9>>,
    give_threads: Signal<Local, Bits<12>>,
    give_registers: Signal<Local, Bits<9>>,
    give_shared: Signal<Local, Bits<9>>,
    fits: Signal<Local, Bits<32>>,
    chosen: Signal<Local, Bits<32>>,
    chosen_free: Signal<Local, Bits<32>>,
    chosen_slot: Signal<Local, Bits<32>>,
    given: Signal<Local, Bits<32>>,
    given_slot: Signal<Local, Bits<32>>,
    taken: Signal<Local, Bit>,
    left_free: Signal<Local, Bits<32>>,
    left_threads: Signal<Local, Bits<12>>,
    left_registers: Signal<Local, Bits<9>>,
    left_shared: Signal<Local, Bits<9>>,
    smxs: Count,
}

impl Smxs {
    /// SMXs of the given sizes, empty after reset.
    pub fn new(params: &Params) -> Self {
        let smxs = params.smxs as usize;
        let all_slots = u64::from(u32::MAX >> (32 - params.slots));
        Self {
            free: (0..smxs).map(|_| Reg::new(bits(all_slots))).collect(),
            threads: (0..smxs).map(|_| Reg::new(bits(params.threads.into()))).collect(),
            registers: (0..smxs).map(|_| Reg::new(bits(params.registers.into()))).collect(),
            shared: (0..smxs).map(|_| Reg::new(bits(params.shared.into()))).collect(),
            // The first TB after reset goes to SMX 0.
            last: Reg::new(bits(31)),
            smxs: Count::new(params.smxs),
            ..Default::default()
        }
    }
}

impl Logic for Smxs {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last);
        self.need_threads.next = self.need.val().get_bits::<12>(0);
        self.need_registers.next = self.need.val().get_bits::<9>(12);
        self.need_shared.next = self.need.val().get_bits::<9>(21);
        self.give_threads.next = self.give_need.val().get_bits::<12>(0);
        self.give_registers.next = self.give_need.val().get_bits::<9>(12);
        self.give_shared.next = self.give_need.val().get_bits::<9>(21);

        self.fits.next = bits::<32>(0);
        for i in 0..self.smxs.get() {
            if self.free[i].q.val().any()
                & (self.threads[i].q.val() >= self.need_threads.val())
                & (self.registers[i].q.val() >= self.need_registers.val())
                & (self.shared[i].q.val() >= self.need_shared.val())
            {
                self.fits.next = self.fits.val().replace_bit(i, true);
            }
        }
        self.smx_choice.request.next = self.fits.val();
        self.smx_choice.last.next = self.last.q.val();
        self.any.next = self.smx_choice.any.val();
        self.smx.next = self.smx_choice.winner.val();
        self.taken.next = self.place.val() & self.smx_choice.any.val();
        if self.taken.val() {
            self.last.d.next = self.smx_choice.winner.val();
        }

        self.chosen.next = bits::<32>(1) << self.smx_choice.winner.val();
        self.chosen_free.next = bits::<32>(0);
        for i in 0..self.smxs.get() {
            if self.chosen.val().get_bit(i) {
                self.chosen_free.next = self.free[i].q.val();
            }
        }
        self.slot_choice.request.next = self.chosen_free.val();
        // After 31 comes 0: the lowest.
        self.slot_choice.last.next = bits::<5>(31);
        self.slot.next = self.slot_choice.winner.val();
        self.chosen_slot.next = bits::<32>(1) << self.slot_choice.winner.val();
        self.given.next = bits::<32>(1) << self.give_smx.val();
        self.given_slot.next = bits::<32>(1) << self.give_slot.val();

        for i in 0..self.smxs.get() {
            self.free[i].clock.next = self.clock.val();
            self.free[i].reset.next = self.reset.val();
            self.threads[i].clock.next = self.clock.val();
            self.threads[i].reset.next = self.reset.val();
            self.registers[i].clock.next = self.clock.val();
            self.registers[i].reset.next = self.reset.val();
            self.shared[i].clock.next = self.clock.val();
            self.shared[i].reset.next = self.reset.val();
            self.left_free.next = self.free[i].q.val();
            self.left_threads.next = self.threads[i].q.val();
            self.left_registers.next = self.registers[i].q.val();
            self.left_shared.next = self.shared[i].q.val();
            if self.taken.val() & self.chosen.val().get_bit(i) {
                self.left_free.next = self.left_free.val() & !self.chosen_slot.val();
                self.left_threads.next = self.left_threads.val() - self.need_threads.val();
                self.left_registers.next = self.left_registers.val() - self.need_registers.val();
                self.left_shared.next = self.left_shared.val() - self.need_shared.val();
            }
            if self.give.val() & self.given.val().get_bit(i) {
                self.left_free.next = self.left_free.val() | self.given_slot.val();
                self.left_threads.next = self.left_threads.val() + self.give_threads.val();
                self.left_registers.next = self.left_registers.val() + self.give_registers.val();
                self.left_shared.next = self.left_shared.val() + self.give_shared.val();
            }
            self.free[i].d.next = self.left_free.val();
            self.threads[i].d.next = self.left_threads.val();
            self.registers[i].d.next = self.left_registers.val();
            self.shared[i].d.next = self.left_shared.val();
        }
    }
}
