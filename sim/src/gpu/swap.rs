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
use super::happenings::Happening;
use super::machine::Machine;
use super::parents::Wakes;
use crate::config::LaunchLatency;
use crate::runtime::TbNeed;
use crate::smx::DeviceCallEvent;
use heddle_hw::kernel_distributor::pins::encode_need;

impl Machine {
    /// A warp waits for the children of its TB.
    pub(super) fn synchronize(&mut self, event: &DeviceCallEvent) {
        let smx = &mut self.smxs[event.warp.smx as usize];
        if self.parents.waits(event.warp.smx, event.slot, self.now) {
            smx.wait_for_children(event.warp);
        } else {
            smx.resume(event.warp, self.now + 1, &self.program);
        }
    }

    /// Lets the TBs of an SMX leave that cannot go on before their children have ended, or have waited long.
    pub(super) fn look_for_stalled(&mut self, smx: u32) {
        let unit = &self.smxs[smx as usize];
        let (now, patience) = (self.now, self.config.launch_latency.swap_patience);
        let leaves = |&(slot, since): &(u32, u64)| now - since >= patience || unit.is_stalled(slot);
        let leaving: Vec<(u32, u64)> = self.parents.waiting(smx).filter(leaves).collect();
        for (slot, _) in leaving {
            self.smxs[smx as usize].stop(slot);
            let need = self.parents.need(smx, slot);
            let at = self.now + need.map_or(0, |need| self.swap_cycles(need)).max(1);
            self.parents.leaves(smx, slot, at);
        }
    }

    /// Cycles to move a TB's state to memory or back.
    fn swap_cycles(&self, need: TbNeed) -> u64 {
        if self.config.kernel.latency == LaunchLatency::Ideal {
            return 0;
        }
        let latency = &self.config.launch_latency;
        latency.swap_base + need.state_bytes().div_ceil(latency.swap_bytes_per_cycle)
    }

    /// Takes TBs off their SMXs whose state is in memory now.
    pub(super) fn swap_out(&mut self) -> Result<(), RunError> {
        while let Some((smx, slot, number)) = self.parents.left(self.now) {
            let swapped = self.smxs[smx as usize].swap_out(self.now, slot);
            let (Some(swapped), Some(code)) = (swapped, self.parents.code(number)) else {
                continue;
            };
            let need = code.need;
            // The descriptor, and behind it the TB's state.
            let bytes = RECORD_BYTES + need.state_bytes();
            let desc = self.heap.allocate(&mut self.memory, bytes)? as u32;
            let need_word = encode_need(need.threads, need.registers, need.shared_bytes);
            // Its own address stands for the parameters: that is how the TB is known when it starts.
            let words = [code.pc, 1, 1 | 1 << 16, code.shape, need_word, desc, 0, 0];
            self.store_words(u64::from(desc), &words)?;
            self.trace.tb(self.now, smx, slot, true);
            self.note(Happening::TbLeft { smx, slot });
            self.ended.push_back((smx, slot));
            self.launch.suspend(self.now, desc);
            if self.parents.is_away(number, desc, swapped) {
                self.launch.resume(self.now, desc);
            }
        }
        Ok(())
    }

    /// If the TB that the SMX scheduler starts is one that left, puts it back; whether it was.
    pub(super) fn comes_back(&mut self, desc: u32, smx: u32, slot: u32) -> bool {
        let Some((swapped, need)) = self.parents.comes_back(desc, smx, slot) else { return false };
        let at = self.now + self.swap_cycles(need) + 1;
        self.smxs[smx as usize].swap_in(self.now, at, &self.program, slot, swapped);
        self.release(u64::from(desc));
        true
    }

    /// A child of TB `number` has ended.
    pub(super) fn child_ended(&mut self, number: u64) {
        match self.parents.child_ended(number) {
            Some(Wakes::Resident(smx, slot)) => {
                self.smxs[smx as usize].children_ended(slot, self.now + 1, &self.program);
                self.wake[smx as usize] = self.wake[smx as usize].min(self.now + 1);
            }
            Some(Wakes::Away(desc)) => self.launch.resume(self.now + 1, desc),
            None => {}
        }
    }
}
