//! What is left of every SMX, and which of them gets the next TB.

use super::super::pins::Params;
use crate::kit::arbiter::model::round_robin;

#[derive(Clone, Copy, Debug)]
struct Smx {
    /// One bit a free TB slot.
    free: u32,
    threads: u32,
    registers: u32,
    shared: u32,
}

/// Threads, registers and shared memory in a `demand` word.
#[inline]
fn fields(demand: u32) -> (u32, u32, u32) {
    (demand & 0xFFF, (demand >> 12) & 0x1FF, (demand >> 21) & 0x1FF)
}

/// The books of all SMXs. Which of them fit is brought up to date with every change, so that a
/// scheduler waiting for room costs nothing.
#[derive(Clone, Debug)]
pub struct Smxs {
    smxs: Vec<Smx>,
    demand: u32,
    /// One bit an SMX with room for `demand`.
    fits: u32,
    last: u32,
}

impl Smxs {
    /// Empty SMXs.
    pub fn new(params: &Params) -> Self {
        let Params { slots, threads, registers, shared, .. } = *params;
        let empty = Smx { free: u32::MAX >> (32 - slots), threads, registers, shared };
        let fits = u32::MAX >> (32 - params.smxs);
        // The first TB after reset goes to SMX 0.
        Self { smxs: vec![empty; params.smxs as usize], demand: 0, fits, last: 31 }
    }

    /// Whether an SMX has room for a TB.
    pub fn any(&self) -> bool {
        self.fits != 0
    }

    /// From now on TBs need this.
    pub fn set_demand(&mut self, demand: u32) {
        self.demand = demand;
        for smx in 0..self.smxs.len() {
            self.refit(smx as u32);
        }
    }

    /// Places a TB: its SMX and slot, if there is room.
    pub fn place(&mut self) -> Option<(u32, u32)> {
        let smx = round_robin(self.fits, self.last)?;
        let (threads, registers, shared) = fields(self.demand);
        let s = &mut self.smxs[smx as usize];
        let slot = s.free.trailing_zeros();
        s.free &= !(1 << slot);
        s.threads -= threads;
        s.registers -= registers;
        s.shared -= shared;
        self.last = smx;
        self.refit(smx);
        Some((smx, slot))
    }

    /// Gives back what a TB with `demand` had.
    pub fn release(&mut self, smx: u32, slot: u32, demand: u32) {
        let (threads, registers, shared) = fields(demand);
        let s = &mut self.smxs[smx as usize];
        s.free |= 1 << slot;
        s.threads += threads;
        s.registers += registers;
        s.shared += shared;
        self.refit(smx);
    }

    fn refit(&mut self, smx: u32) {
        let (threads, registers, shared) = fields(self.demand);
        let s = &self.smxs[smx as usize];
        let room = s.threads >= threads && s.registers >= registers && s.shared >= shared;
        let fits = u32::from(s.free != 0 && room);
        self.fits = (self.fits & !(1 << smx)) | (fits << smx);
    }
}
