//! What is left of every SMX, whether one more TB fits, and where a granted TB goes.

use super::super::pins::Params;
use crate::kit::arbiter::rtl::encode::Encode;
use crate::kit::dff_setup;
use crate::kit::rtl::bits_of_mask;
use crate::kit::{Count, Mask, Param, Reg};
use rust_hdl::prelude::*;

/// Free slots, threads, registers and shared memory of each SMX, compared with the demand asked. A
/// grant and a release at the same edge both count, on the same SMX too.
#[derive(LogicBlock, Default)]
pub struct Counts<
    const SMXS: usize,
    const SMX: usize,
    const SLOTS: usize,
    const SLOT: usize,
    const RESIDENT: usize,
> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high: all SMXs are empty.
    pub reset: Signal<In, bool>,
    /// A demand is asked.
    pub ask: Signal<In, Bit>,
    /// SMXs it is asked for.
    pub ask_smxs: Signal<In, Bits<SMXS>>,
    /// Resources of one TB, as in the pins.
    pub ask_demand: Signal<In, Bits<30>>,
    /// SMX that gets a TB, one-hot or zero.
    pub grant: Signal<In, Bits<SMXS>>,
    /// A slot and resources are released.
    pub release_valid: Signal<In, Bit>,
    /// SMX of the release.
    pub release_smx: Signal<In, Bits<SMX>>,
    /// Slot that is released.
    pub release_slot: Signal<In, Bits<SLOT>>,
    /// Resources that are released.
    pub release_demand: Signal<In, Bits<30>>,
    /// The demand asked last.
    pub demand: Signal<Out, Bits<30>>,
    /// SMXs with room for it.
    pub room: Signal<Out, Bits<SMXS>>,
    /// A TB was granted in the last cycle.
    pub start: Signal<Out, Bit>,
    /// SMX of that TB; zero while `start` is low.
    pub start_smx: Signal<Out, Bits<SMX>>,
    /// Slot of that TB; zero while `start` is low.
    pub start_slot: Signal<Out, Bits<SLOT>>,
    /// TBs that hold a slot.
    pub resident: Signal<Out, Bits<RESIDENT>>,
    free: Vec<Reg<Bits<SLOTS>>>,
    threads: Vec<Reg<Bits<12>>>,
    registers: Vec<Reg<Bits<9>>>,
    shared: Vec<Reg<Bits<9>>>,
    asked: Reg<Bits<SMXS>>,
    asked_demand: Reg<Bits<30>>,
    has_room: Reg<Bits<SMXS>>,
    started: Reg<Bit>,
    started_smx: Reg<Bits<SMX>>,
    started_slot: Reg<Bits<SLOT>>,
    resident_count: Reg<Bits<RESIDENT>>,
    smx_number: Encode<SMXS, SMX>,
    slot_number: Encode<SLOTS, SLOT>,
    demand_threads: Signal<Local, Bits<12>>,
    demand_registers: Signal<Local, Bits<9>>,
    demand_shared: Signal<Local, Bits<9>>,
    released_threads: Signal<Local, Bits<12>>,
    released_registers: Signal<Local, Bits<9>>,
    released_shared: Signal<Local, Bits<9>>,
    next_asked: Signal<Local, Bits<SMXS>>,
    next_demand: Signal<Local, Bits<30>>,
    next_threads: Signal<Local, Bits<12>>,
    next_registers: Signal<Local, Bits<9>>,
    next_shared: Signal<Local, Bits<9>>,
    fits: Signal<Local, Bits<SMXS>>,
    slots_left: Signal<Local, Bits<SLOTS>>,
    granted: Signal<Local, Bit>,
    now_resident: Signal<Local, Bits<RESIDENT>>,
    granted_slot: Signal<Local, Bits<SLOTS>>,
    released: Signal<Local, Bits<SMXS>>,
    released_slot: Signal<Local, Bits<SLOTS>>,
    without_lowest: Signal<Local, Bits<SLOTS>>,
    left_free: Signal<Local, Bits<SLOTS>>,
    left_threads: Signal<Local, Bits<12>>,
    left_registers: Signal<Local, Bits<9>>,
    left_shared: Signal<Local, Bits<9>>,
    smxs: Count,
    all_smxs: Param<Bits<SMXS>>,
    all_slots: Param<Bits<SLOTS>>,
}

impl<
        const SMXS: usize,
        const SMX: usize,
        const SLOTS: usize,
        const SLOT: usize,
        const RESIDENT: usize,
    > Counts<SMXS, SMX, SLOTS, SLOT, RESIDENT>
{
    /// SMXs of the given sizes, empty after reset.
    pub fn new(params: &Params) -> Self {
        let smxs = params.smxs as usize;
        let all_slots = bits_of_mask(Mask::first(params.slots));
        Self {
            free: (0..smxs).map(|_| Reg::new(all_slots)).collect(),
            threads: (0..smxs).map(|_| Reg::new(bits(params.threads.into()))).collect(),
            registers: (0..smxs).map(|_| Reg::new(bits(params.registers.into()))).collect(),
            shared: (0..smxs).map(|_| Reg::new(bits(params.shared.into()))).collect(),
            smxs: Count::new(params.smxs),
            all_smxs: Param::new(bits_of_mask(Mask::first(params.smxs))),
            all_slots: Param::new(all_slots),
            ..Default::default()
        }
    }
}

impl<
        const SMXS: usize,
        const SMX: usize,
        const SLOTS: usize,
        const SLOT: usize,
        const RESIDENT: usize,
    > Logic for Counts<SMXS, SMX, SLOTS, SLOT, RESIDENT>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, asked, asked_demand, started, started_smx, started_slot);
        dff_setup!(self, clock, resident_count, has_room);
        self.next_asked.next = self.asked.q.val();
        self.next_demand.next = self.asked_demand.q.val();
        if self.ask.val() {
            self.next_asked.next = self.ask_smxs.val() & self.all_smxs.val();
            self.next_demand.next = self.ask_demand.val();
        }
        self.asked.d.next = self.next_asked.val();
        self.asked_demand.d.next = self.next_demand.val();
        self.next_threads.next = self.next_demand.val().get_bits::<12>(0);
        self.next_registers.next = self.next_demand.val().get_bits::<9>(12);
        self.next_shared.next = self.next_demand.val().get_bits::<9>(21);
        self.demand.next = self.asked_demand.q.val();
        self.demand_threads.next = self.asked_demand.q.val().get_bits::<12>(0);
        self.demand_registers.next = self.asked_demand.q.val().get_bits::<9>(12);
        self.demand_shared.next = self.asked_demand.q.val().get_bits::<9>(21);
        self.released_threads.next = self.release_demand.val().get_bits::<12>(0);
        self.released_registers.next = self.release_demand.val().get_bits::<9>(12);
        self.released_shared.next = self.release_demand.val().get_bits::<9>(21);

        self.room.next = self.has_room.q.val();

        // Each SMX knows its lowest free slot before the grant comes, which comes late in the cycle.
        self.released.next = bits::<SMXS>(0);
        if self.release_valid.val() {
            self.released.next = bits::<SMXS>(1) << self.release_smx.val();
        }
        self.released_slot.next = bits::<SLOTS>(1) << self.release_slot.val();
        self.granted_slot.next = bits::<SLOTS>(0);
        // What fits is decided at the edge before: the grant, which is made of it, goes a long way after it.
        self.fits.next = bits::<SMXS>(0);
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
            self.without_lowest.next = self.free[i].q.val() & (self.free[i].q.val() - 1);
            if self.grant.val().get_bit(i) {
                self.granted_slot.next =
                    self.granted_slot.val() | (self.free[i].q.val() & !self.without_lowest.val());
                self.left_free.next = self.without_lowest.val();
                self.left_threads.next = self.left_threads.val() - self.demand_threads.val();
                self.left_registers.next = self.left_registers.val() - self.demand_registers.val();
                self.left_shared.next = self.left_shared.val() - self.demand_shared.val();
            }
            if self.released.val().get_bit(i) {
                self.left_free.next = self.left_free.val() | self.released_slot.val();
                self.left_threads.next = self.left_threads.val() + self.released_threads.val();
                self.left_registers.next =
                    self.left_registers.val() + self.released_registers.val();
                self.left_shared.next = self.left_shared.val() + self.released_shared.val();
            }
            // Slots that the SMX does not have are no flip-flops.
            self.slots_left.next = self.left_free.val() & self.all_slots.val();
            if self.slots_left.val().any()
                & (self.left_threads.val() >= self.next_threads.val())
                & (self.left_registers.val() >= self.next_registers.val())
                & (self.left_shared.val() >= self.next_shared.val())
            {
                self.fits.next = self.fits.val().replace_bit(i, true);
            }
            self.free[i].d.next = self.slots_left.val();
            self.threads[i].d.next = self.left_threads.val();
            self.registers[i].d.next = self.left_registers.val();
            self.shared[i].d.next = self.left_shared.val();
        }

        self.has_room.d.next = self.fits.val() & self.next_asked.val();

        self.granted.next = self.grant.val().any();
        self.smx_number.one_hot.next = self.grant.val();
        self.slot_number.one_hot.next = self.granted_slot.val();
        self.started.d.next = self.granted.val();
        self.started_smx.d.next = self.smx_number.number.val();
        self.started_slot.d.next = self.slot_number.number.val();
        self.start.next = self.started.q.val();
        self.start_smx.next = self.started_smx.q.val();
        self.start_slot.next = self.started_slot.q.val();

        // The TB that starts is counted in at the edge after its grant, which comes late in the cycle.
        self.now_resident.next = self.resident_count.q.val();
        if self.started.q.val() {
            self.now_resident.next = self.resident_count.q.val() + 1;
        }
        self.resident_count.d.next = self.now_resident.val();
        if self.release_valid.val() {
            self.resident_count.d.next = self.now_resident.val() - 1;
        }
        self.resident.next = self.now_resident.val();
    }
}
