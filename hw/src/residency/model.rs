//! Fast model of residency.

use super::pins::{In, Out, Params};
use crate::kit::{Clocked, Mask};
use std::collections::VecDeque;

/// What is left of one SMX.
#[derive(Clone, Copy, Debug)]
struct Smx {
    /// One bit per free slot.
    free: u64,
    threads: u32,
    registers: u32,
    shared: u32,
}

/// What a TBCR holds of a resident TB.
#[derive(Clone, Copy, Debug, Default)]
struct Tbcr {
    kdei: u32,
    group: u32,
    item: u32,
    demand: u32,
    tell_agt: bool,
    tell_dats: bool,
}

/// An ended TB, and who has not been told yet.
#[derive(Clone, Copy, Debug)]
struct Ended {
    smx: u32,
    slot: u32,
    tbcr: Tbcr,
}

/// Free resources of the SMXs, TBCRs, and the ends on their way.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    smxs: Vec<Smx>,
    asked: Mask,
    demand: u32,
    /// SMXs with room. It follows every change, so that an output costs nothing.
    room: Mask,
    resident: u32,
    start: Option<(u32, u32)>,
    tbcrs: Vec<Tbcr>,
    /// The first is being told, the second waits.
    ends: VecDeque<Ended>,
    /// The first end has been told to the KD.
    reported: bool,
}

/// Threads, registers and shared memory of a demand.
#[inline]
fn fields(demand: u32) -> (u32, u32, u32) {
    (demand & 0xFFF, (demand >> 12) & 0x1FF, (demand >> 21) & 0x1FF)
}

impl Model {
    /// Empty SMXs of the given sizes.
    pub fn new(params: &Params) -> Self {
        let Params { slots, threads, registers, shared, .. } = *params;
        let empty = Smx { free: u64::MAX >> (64 - slots), threads, registers, shared };
        Self {
            params: params.clone(),
            smxs: vec![empty; params.smxs as usize],
            asked: Mask::NONE,
            demand: 0,
            room: Mask::NONE,
            resident: 0,
            start: None,
            tbcrs: vec![Tbcr::default(); (params.smxs * params.slots) as usize],
            ends: VecDeque::with_capacity(2),
            reported: false,
        }
    }

    fn tbcr(&mut self, smx: u32, slot: u32) -> &mut Tbcr {
        &mut self.tbcrs[(smx * self.params.slots + slot) as usize]
    }

    /// Brings `room` up to date for one SMX.
    fn refit(&mut self, smx: u32) {
        let (threads, registers, shared) = fields(self.demand);
        let s = &self.smxs[smx as usize];
        let fits = s.threads >= threads && s.registers >= registers && s.shared >= shared;
        let room = self.asked.has(smx) && s.free != 0 && fits;
        self.room.set(smx, room);
    }

    fn commit(&mut self, smx: u32) {
        let (threads, registers, shared) = fields(self.demand);
        let s = &mut self.smxs[smx as usize];
        let slot = s.free.trailing_zeros();
        s.free &= !(1 << slot);
        s.threads -= threads;
        s.registers -= registers;
        s.shared -= shared;
        self.start = Some((smx, slot));
        self.resident += 1;
        self.refit(smx);
    }

    fn release(&mut self, ended: Ended) {
        let (threads, registers, shared) = fields(ended.tbcr.demand);
        let s = &mut self.smxs[ended.smx as usize];
        s.free |= 1 << ended.slot;
        s.threads += threads;
        s.registers += registers;
        s.shared += shared;
        self.resident -= 1;
        self.refit(ended.smx);
    }

    /// The edge for ended TBs: the first is told, and one may come.
    fn step_ends(&mut self, i: &In) {
        let takes = self.ends.len() < 2 && i.end_valid;
        if let Some(&first) = self.ends.front() {
            if !self.reported {
                self.release(first);
                self.reported = true;
            }
            let waiting = &mut self.ends[0].tbcr;
            waiting.tell_agt &= !i.told_agt_ready;
            waiting.tell_dats &= !i.told_dats_ready;
            if !waiting.tell_agt && !waiting.tell_dats {
                self.ends.pop_front();
                self.reported = false;
            }
        }
        if takes {
            let (smx, slot) = (i.end_smx, i.end_slot);
            let tbcr = *self.tbcr(smx, slot);
            self.ends.push_back(Ended { smx, slot, tbcr });
        }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::new(&self.params);
    }

    fn out(&self) -> Out {
        let mut out = Out {
            room_smxs: self.room,
            end_ready: self.ends.len() < 2,
            resident: self.resident,
            idle: self.idle(),
            ..Out::default()
        };
        if let Some((smx, slot)) = self.start {
            (out.start_valid, out.start_smx, out.start_slot) = (true, smx, slot);
        }
        if let Some(Ended { tbcr, .. }) = self.ends.front() {
            if !self.reported {
                (out.kd_end_valid, out.kd_end_kdei) = (true, tbcr.kdei);
            }
            if tbcr.tell_agt {
                (out.told_agt_valid, out.told_agt_agei) = (true, tbcr.group);
            }
            if tbcr.tell_dats {
                (out.told_dats_valid, out.told_dats_item) = (true, tbcr.item);
            }
        }
        out
    }

    fn step(&mut self, i: &In) {
        // A TB is written before an end is read: the end of one that starts now comes later.
        if let Some((smx, slot)) = self.start.take().filter(|_| i.tb_valid) {
            *self.tbcr(smx, slot) = Tbcr {
                kdei: i.tb_kdei,
                group: i.tb_group,
                item: i.tb_item,
                demand: self.demand,
                tell_agt: i.tb_tell_agt,
                tell_dats: i.tb_tell_dats,
            };
        }
        // A slot released at this edge is free from the next one on: so the grant first.
        if let Some(smx) = i.grant_smxs.lowest() {
            self.commit(smx);
        }
        self.step_ends(i);
        if i.ask_valid {
            (self.asked, self.demand) = (i.ask_smxs, i.ask_demand);
            (0..self.params.smxs).for_each(|smx| self.refit(smx));
        }
    }

    fn idle(&self) -> bool {
        let end_moves = !self.ends.is_empty() && !self.reported;
        self.start.is_none() && !end_moves
    }
}
