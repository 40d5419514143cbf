//! `cudaDeviceSynchronize`: a TB that waits for its children makes room for them.
//!
//! When every unfinished warp of a TB waits - for the TB's children, or at a barrier for a warp that does -
//! the TB's state goes to memory and its slot is given back as if it had ended. Warps that can go on may do
//! so for a while; then they are stopped too, lest they spin for one that waits. What is left of the TB is a
//! kernel descriptor of one TB, which the KMU holds suspended. When the last child has ended with all its
//! descendants, the KMU resumes the descriptor; it goes the way of every kernel, and the TB that the SMX
//! scheduler then starts is the one that left. So waiting TBs never keep an SMX or an entry of the Kernel
//! Distributor from their children, however deep they are nested.

mod parents;

pub(super) use parents::{Code, Parent, ParentPlace, Wakes};

use super::awaited::Acts;
use super::boundary::StartingTb;
use super::device::Device;
use super::error::RunError;
use super::ids::{SmxId, TbNumber, TbSlot};
use super::launches::{HeldTb, Homes};
use super::smxs::{slot_of, Smxs};
use crate::config::{EffectiveLatencies, GpuConfig};
use crate::ptx::Program;
use crate::runtime::TbDemand;
use crate::smx::DeviceCallEvent;
use heddle_hw::chip::Chip;
use heddle_hw::kernel_distributor::pins::{encode_demand, encode_shape};
use heddle_hw::kmu::descriptor::{self, Descriptor};
use parents::Parents;

/// A TB that has left its SMX to wait in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suspended {
    /// The slot it was in.
    pub from: TbSlot,
    /// What the KMU is to hold.
    pub held: HeldTb,
    /// Its children have all ended meanwhile: the KMU may resume it at once.
    pub resumes: bool,
}

/// The TBs that have started and not ended, as parents, and those among them that wait for their children.
pub(super) struct SuspendedTbs {
    parents: Parents,
    latencies: EffectiveLatencies,
    /// Cycles for which warps that can go on keep the TB of a waiting warp on its SMX.
    patience: u64,
}

impl SuspendedTbs {
    /// No TB yet.
    pub fn new(config: &GpuConfig) -> Self {
        Self {
            parents: Parents::default(),
            latencies: config.effective_latencies(),
            patience: config.launch_latency.swap_patience,
        }
    }

    /// A TB starts. Returns its number.
    pub fn start(&mut self, tb: &StartingTb, demand: TbDemand) -> TbNumber {
        self.parents.start(tb.at, Code::of(tb, demand))
    }

    /// A TB ends. Returns its number.
    pub fn end(&mut self, at: TbSlot) -> Option<TbNumber> {
        self.parents.end(at)
    }

    /// A resident TB launches `count` kernels or groups. Returns its number.
    pub fn launches(&mut self, at: TbSlot, count: usize) -> TbNumber {
        self.parents.launches(at, count as u64)
    }

    /// A child of TB `number` has ended. Returns what is to be done if it was the last.
    pub fn child_ended(&mut self, number: TbNumber) -> Option<Wakes> {
        self.parents.child_ended(number)
    }

    /// In cycle `now` a warp waits for the children of its TB; without any it goes on.
    pub fn synchronize(
        &mut self,
        now: u64,
        event: &DeviceCallEvent,
        smxs: &mut Smxs,
        program: &Program,
    ) {
        if self.parents.waits(slot_of(event), now) {
            smxs.wait_for_children(event.warp);
        } else {
            smxs.resume(event.warp, now + 1, program);
        }
    }

    /// All TBs that have started and not ended, by number.
    pub fn all(&self) -> impl Iterator<Item = Parent> + '_ {
        self.parents.all()
    }

    /// Whether a TB of an SMX waits.
    #[inline]
    pub fn has_waiting(&self, smx: SmxId) -> bool {
        self.parents.any_waits() && self.parents.waiting(smx).next().is_some()
    }

    /// The slots of an SMX whose TBs are to leave: they cannot go on before their children have ended, or have
    /// waited long.
    pub fn stalled(&self, now: u64, smx: SmxId, smxs: &Smxs) -> Vec<TbSlot> {
        let leaves =
            |&(slot, since): &(TbSlot, u64)| now - since >= self.patience || smxs.is_stalled(slot);
        self.parents.waiting(smx).filter(leaves).map(|(slot, _)| slot).collect()
    }

    /// Stops the TB in a slot. It leaves when its state is in memory.
    pub fn leave(&mut self, now: u64, slot: TbSlot, smxs: &mut Smxs) {
        smxs.stop(slot);
        let demand = self.parents.demand(slot);
        let cycles = demand.map_or(0, |demand| self.latencies.swap(demand.state_bytes()));
        self.parents.leaves(slot, now + cycles.max(1));
    }

    /// Takes the next TB off its SMX whose state is in memory by cycle `now`; none: there is no other.
    #[inline]
    pub fn take_off(
        &mut self,
        now: u64,
        homes: &Homes,
        smxs: &mut Smxs,
        device: &mut Device,
    ) -> Result<Option<Suspended>, RunError> {
        while let Some((from, number)) = self.parents.left(now) {
            let swapped = smxs.preempt(now, from);
            let (Some(swapped), Some(code)) = (swapped, self.parents.code(number)) else {
                continue;
            };
            let demand = code.demand;
            // The descriptor, and behind it the TB's state.
            let desc = device.allocate(u64::from(descriptor::BYTES) + demand.state_bytes())?;
            let held = HeldTb { desc, home: homes.of_tb(from) };
            let descriptor = Descriptor {
                pc: code.pc,
                grid: [1; 3],
                shape: encode_shape(code.block),
                demand: encode_demand(demand.threads, demand.registers, demand.shared_bytes),
                // Its own address stands for the parameters: that is how the TB is known when it starts.
                param: desc.word(),
                tag: 0,
                home: held.home,
                next: 0,
            };
            device.write_descriptor(now, desc, &descriptor)?;
            let resumes = self.parents.is_suspended(number, held, swapped);
            return Ok(Some(Suspended { from, held, resumes }));
        }
        Ok(None)
    }

    /// Puts the TB that starts back onto its SMX, if it is one that left. Returns whether it is.
    pub fn resume(
        &mut self,
        now: u64,
        tb: &StartingTb,
        smxs: &mut Smxs,
        device: &mut Device,
    ) -> bool {
        let Some((swapped, demand)) = self.parents.resumed(tb.param, tb.at) else {
            return false;
        };
        let at = now + self.latencies.swap(demand.state_bytes()) + 1;
        smxs.restore(now, at, tb.at, &device.program, swapped);
        device.free(tb.param);
        true
    }
}

impl Acts for SuspendedTbs {
    fn next_event(&self, _now: u64, _chip: &Chip) -> Option<u64> {
        self.parents.next_event()
    }
}
