//! `cudaDeviceSynchronize`: a TB that waits for its children makes room for them.
//!
//! When every unfinished warp of a TB waits - for the TB's children, or at a barrier for a warp that does -
//! the TB's state goes to memory and its slot is given back as if it had ended. Warps that can go on may do
//! so for a while; then they are stopped too, lest they spin for one that waits. What is left of the TB is a
//! kernel descriptor of one TB, which the KMU holds suspended. When the last child has ended with all its
//! descendants, the KMU resumes the descriptor; it goes the way of every kernel, and the TB that the SMX
//! scheduler then starts is the one that left. So waiting TBs never keep an SMX or an entry of the Kernel
//! Distributor from their children, however deep they are nested.

use super::calls::RECORD_BYTES;
use super::error::RunError;
use super::events::Event;
use super::machine::Machine;
use super::parents::Wakes;
use crate::runtime::TbDemand;
use crate::smx::DeviceCallEvent;
use heddle_hw::kernel_distributor::pins::encode_demand;

impl Machine {
    /// A warp waits for the children of its TB.
    pub(super) fn synchronize(&mut self, event: &DeviceCallEvent) {
        let smx = &mut self.smxs.at(event.warp.smx as usize).smx;
        if self.parents.waits(event.warp.smx, event.slot, self.now) {
            smx.wait_for_children(event.warp);
        } else {
            smx.resume(event.warp, self.now + 1, &self.program);
        }
    }

    /// Lets the TBs of an SMX leave that cannot go on before their children have ended, or have waited long.
    pub(super) fn look_for_stalled(&mut self, smx: u32) {
        if self.parents.waiting(smx).next().is_none() {
            return;
        }
        let unit = &mut self.smxs.at(smx as usize).smx;
        let (now, patience) = (self.now, self.config.launch_latency.swap_patience);
        let leaves = |&(slot, since): &(u32, u64)| now - since >= patience || unit.is_stalled(slot);
        let leaving: Vec<(u32, u64)> = self.parents.waiting(smx).filter(leaves).collect();
        for (slot, _) in leaving {
            self.alone_until = 0;
            unit.stop(slot);
            let demand = self.parents.demand(smx, slot);
            let at = self.now + demand.map_or(0, |demand| self.swap_cycles(demand)).max(1);
            self.parents.leaves(smx, slot, at);
        }
    }

    /// Cycles to move a TB's state to memory or back.
    fn swap_cycles(&self, demand: TbDemand) -> u64 {
        self.config.effective_latencies().swap(demand.state_bytes())
    }

    /// Takes TBs off their SMXs whose state is in memory now.
    pub(super) fn preempt(&mut self) -> Result<(), RunError> {
        while let Some((smx, slot, number)) = self.parents.left(self.now) {
            let swapped = self.smxs.at(smx as usize).smx.preempt(self.now, slot);
            let (Some(swapped), Some(code)) = (swapped, self.parents.code(number)) else {
                continue;
            };
            let demand = code.demand;
            // The descriptor, and behind it the TB's state.
            let bytes = RECORD_BYTES + demand.state_bytes();
            let desc = self.heap.allocate(&mut self.memory, bytes)? as u32;
            let demand_word = encode_demand(demand.threads, demand.registers, demand.shared_bytes);
            // Its own address stands for the parameters: that is how the TB is known when it starts.
            let words = [code.pc, 1, 1 | 1 << 16, code.shape, demand_word, desc, 0, 0];
            self.store_words(u64::from(desc), &words)?;
            self.trace.tb(self.now, smx, slot, true);
            self.record(Event::TbLeft { smx, slot });
            self.ended.push_back((smx, slot));
            self.launch.suspend(self.now, desc);
            if self.parents.is_suspended(number, desc, swapped) {
                self.launch.resume(self.now, desc);
            }
        }
        Ok(())
    }

    /// If the TB that starts is one that left, puts it back; whether it was.
    pub(super) fn resumed(&mut self, desc: u32, smx: u32, slot: u32) -> bool {
        let Some((swapped, demand)) = self.parents.resumed(desc, smx, slot) else { return false };
        let at = self.now + self.swap_cycles(demand) + 1;
        let mut desk = self.smxs.at(smx as usize);
        desk.smx.restore(self.now, at, &self.program, slot, swapped);
        drop(desk);
        self.heap.free(&mut self.memory, u64::from(desc));
        true
    }

    /// A child of TB `number` has ended.
    pub(super) fn child_ended(&mut self, number: u64) {
        match self.parents.child_ended(number) {
            Some(Wakes::Resident(smx, slot)) => self.childless.push((smx, slot)),
            Some(Wakes::Suspended(desc)) => self.launch.resume(self.now + 1, desc),
            None => {}
        }
    }

    /// The warps of resident TBs whose last child has ended in this cycle go on in the next. It is told to an SMX after
    /// its step, or after all steps, but before a warp of that step begins to wait for other children.
    pub(super) fn tell_parents(&mut self, which: impl Fn(u32) -> bool) {
        for (smx, slot) in self.childless.extract_if(.., |(smx, _)| which(*smx)) {
            let smx = smx as usize;
            self.smxs.at(smx).smx.children_ended(slot, self.now + 1, &self.program);
            self.wake[smx] = self.wake[smx].min(self.now + 1);
        }
    }
}
