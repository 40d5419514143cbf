//! The life of a TB on its SMX: its start as the pins say it, its steps and its end, and when the memory of its launch
//! may be given back.

use super::error::RunError;
use super::events::Event;
use super::launch_table::Origin;
use super::machine::Machine;
use super::parents::Code;
use super::smxs::{Desk, Settled};
use crate::exec::Fault;
use crate::runtime::DeviceRuntime;
use crate::smx::{SmxEvents, TbEnded, TbStart};
use heddle_hw::kernel_distributor::pins::decode_shape;

impl Machine {
    /// Puts the TB that starts onto its SMX.
    pub(super) fn start_tb(&mut self) {
        let Some(tb) = self.pins.starting_tb(&self.chip) else { return };
        let (smx, slot) = (tb.smx, tb.slot);
        self.trace.tb(self.now, smx, slot, false);
        self.record(Event::TbStarted { smx, slot, pc: tb.pc, param: tb.param });
        self.wake[smx as usize] = self.now;
        if self.resumed(tb.param, smx, slot) {
            return;
        }
        let Some((function, _)) = self.program.function_by_pc(tb.pc) else { return };
        let Some(work) = self.launches.start(tb.param, self.now) else { return };
        if work.frees_a_place {
            self.heap.launch_starts();
        }
        self.tbs += 1;
        self.graphs.start(self.now, tb.param, (smx, slot), tb.block_idx);
        self.parents.start(smx, slot, Code::of(&tb, work.demand));
        self.smxs.at(smx as usize).smx.launch_tb(
            self.now,
            &self.program,
            &TbStart {
                slot,
                function,
                grid: tb.grid,
                block: decode_shape(tb.shape),
                block_idx: tb.block_idx,
                param_base: u64::from(tb.param),
                shared_bytes: work.shared_bytes,
                grid_id: u64::from(tb.param),
                depth: work.depth,
                tag: u64::from(tb.param),
            },
        );
    }

    /// Steps the SMXs that have something to do and acts on what they report.
    pub(super) fn step_smxs(&mut self) -> Result<(), RunError> {
        let now = self.now;
        let count = self.smxs.len();
        // Who comes first in a cycle is first at the ports of the memory system: each in its turn.
        let first = (now % count as u64) as usize;
        self.smxs.offer(now, &self.wake);
        for smx in (first..count).chain(0..first) {
            if self.wake[smx] > now {
                continue;
            }
            let settled = self.smxs.turn(smx);
            let events = match settled {
                Some(Settled { progressed, .. }) => SmxEvents { progressed, ..Default::default() },
                None => self.end_step(smx)?,
            };
            // Nothing below concerns an SMX whose step is done and on which no TB waits.
            let waits = self.parents.waiting(smx as u32).next().is_some();
            self.progressed |= events.progressed;
            self.tell_parents(|parent| parent == smx as u32);
            for call in events.device_calls {
                self.alone_until = 0;
                self.device_call(&call)?;
            }
            for ended in events.tb_ended {
                self.alone_until = 0;
                self.end_tb(&ended);
            }
            self.look_for_stalled(smx as u32);
            self.wake[smx] = match settled {
                Some(Settled { wake, .. }) if !waits => wake,
                _ => self.smxs.at(smx).smx.next_event(now).unwrap_or(u64::MAX),
            };
        }
        self.tell_parents(|_| true);
        Ok(())
    }

    /// Ends the step of an SMX whose turn it is, unless it has been done alone.
    fn end_step(&mut self, smx: usize) -> Result<SmxEvents, Fault> {
        let Desk { smx: unit, events } = &mut *self.smxs.at(smx);
        let (program, memory, timing) = (&self.program, &mut self.memory, &mut self.timing);
        unit.step(self.now, program, memory, timing, &mut self.heap, events)?;
        Ok(std::mem::take(events))
    }

    /// A TB has ended, and with it perhaps its work, its work's parent and so on: memory is given back,
    /// streams move on, and TBs that waited for the last of their children go on.
    fn end_tb(&mut self, ended: &TbEnded) {
        self.trace.tb(self.now, ended.smx, ended.slot, true);
        self.record(Event::TbLeft { smx: ended.smx, slot: ended.slot });
        self.ended.push_back((ended.smx, ended.slot));
        self.parents.end(ended.smx, ended.slot);
        self.graphs.end(self.now, ended.tag as u32, (ended.smx, ended.slot));
        for work in self.launches.end(ended.tag as u32) {
            self.record(Event::Ended { param: work.param });
            for address in work.owned {
                self.heap.free(&mut self.memory, address);
            }
            let next = work.stream.and_then(|stream| self.streams.ended(stream));
            if let Some(start) = next {
                self.launch.start(self.now + 1, start);
            }
            match work.origin {
                Origin::Host { hwq } => self.host.complete(hwq),
                Origin::Device { tb, .. } => self.child_ended(tb),
            }
        }
    }
}
