//! Launches from the call to their end: checked, written to device memory as descriptors and records, kept in the
//! launch table, and handed to the units when it is their turn.

mod command;
mod from_device;
mod from_host;
mod homes;
mod insertions;
mod streams;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod unit;
mod whereabouts;

pub(super) use command::{AggregationCommand, Group, Start};
pub(super) use from_device::WarpLaunch;
pub(super) use from_host::HostKernel;
pub(super) use homes::Homes;
pub(super) use streams::StreamKey;
pub(super) use table::{EndedLaunch, LaunchTable, Origin, PendingLaunch, Started};
pub use tree::{LaunchNode, LaunchWay};
pub(super) use unit::HeldTb;
pub use unit::LaunchCounts;
pub(super) use whereabouts::Waiting;

use super::awaited::Acts;
use super::boundary::{BoundaryPins, StartingTb};
use super::device::Device;
use super::error::RunError;
use super::ids::{LaunchId, SmxId, TbNumber, TbSlot};
use super::limit::Limit;
use crate::config::{AgtIndex, EffectiveLatencies, GpuConfig, LaunchMode};
use crate::runtime::DeviceRuntime;
use crate::smx::Touched;
use heddle_hw::chip::Chip;
use heddle_hw::kernel_distributor::pins::encode_shape;
use heddle_hw::kit::Class;
use heddle_hw::kmu::descriptor::Descriptor;
use insertions::Insertions;
use streams::Streams;
use unit::LaunchUnit;

/// All launches that have not ended.
pub(super) struct Launches {
    /// The class of the machine, which decides what a tag looks like.
    class: Class,
    table: LaunchTable,
    streams: Streams,
    unit: LaunchUnit,
    mode: LaunchMode,
    latencies: EffectiveLatencies,
    host_launch_cycles: u64,
    agt_index: AgtIndex,
    agt_entries: u32,
    smxs: u32,
    /// Launches from the device that have priority before anything is known of reuse.
    first_children: u64,
    /// Levels and clusters of TBs and what they launch.
    pub homes: Homes,
    /// What a limit study records or knows.
    pub limit: Option<Limit>,
}

impl Launches {
    /// No launch yet.
    pub fn new(config: &GpuConfig, class: Class, limit: Option<Limit>) -> Self {
        Self {
            class,
            table: LaunchTable::default(),
            streams: Streams::default(),
            unit: LaunchUnit::new(config),
            mode: config.kernel.launch,
            latencies: config.effective_latencies(),
            host_launch_cycles: config.kernel.host_launch_cycles,
            agt_index: config.units.agt_index,
            agt_entries: config.units.agt_entries,
            smxs: config.smx.count,
            first_children: config.laser.first_children,
            homes: Homes::new(config),
            limit,
        }
    }

    /// Every launch of the run, and those that have not ended.
    pub fn table(&self) -> &LaunchTable {
        &self.table
    }

    /// Counters of the path to the units.
    pub fn counts(&self) -> LaunchCounts {
        self.unit.counts
    }

    /// What LaPerm's queues took to append groups.
    pub fn insertions(&self) -> &Insertions {
        &self.unit.insertions
    }

    /// Whether every launch has ended and nothing is on its way to the units.
    pub fn is_empty(&self) -> bool {
        let pools = self.limit.as_ref().is_some_and(|limit| !limit.is_empty());
        self.table.is_empty() && self.unit.is_empty() && !pools
    }

    /// A TB of a launch starts in cycle `now`; none if there is no such launch.
    pub fn tb_started(
        &mut self,
        now: u64,
        id: LaunchId,
        smx: SmxId,
        device: &mut Device,
    ) -> Option<Started> {
        let started = self.table.start(id, smx, now)?;
        if started.frees_a_place {
            device.heap.launch_starts();
        }
        Some(started)
    }

    /// A TB that has started has this number. Returns the chain among whose warps its warps take turns, if a limit study
    /// says so.
    pub fn tb_numbered(&mut self, id: LaunchId, number: TbNumber, tb: &StartingTb) -> Option<u64> {
        let ([x, y, z], [size_x, size_y, _]) = (tb.block_idx, tb.grid);
        self.limit.as_mut()?.tb_started(id, number, x + size_x * (y + size_y * z), tb.at)
    }

    /// A TB starts that may be back from the wait for its children.
    pub fn tb_resumed(&mut self, tb: &StartingTb) {
        if let Some(limit) = &mut self.limit {
            limit.tb_resumed(tb.param, tb.at);
        }
    }

    /// A TB of a launch has ended in its slot, which accessed these lines, if they are recorded.
    pub fn tb_recorded(
        &mut self,
        id: LaunchId,
        tb: TbNumber,
        at: TbSlot,
        lines: Option<&[(Touched, u32)]>,
    ) {
        if let Some(limit) = &mut self.limit {
            limit.tb_ended(id, tb, at, lines);
        }
    }

    /// A TB of a launch has ended. Returns the launches that have ended with it, descendants before ancestors.
    pub fn tb_ended(&mut self, id: LaunchId) -> Vec<EndedLaunch> {
        self.table.end(id)
    }

    /// Frees what a launch that has ended holds in device memory, and starts the next of its stream.
    pub fn release(&mut self, now: u64, ended: &PendingLaunch, device: &mut Device) {
        for &address in &ended.owned {
            device.free(address);
        }
        let next = ended.stream.and_then(|stream| self.streams.ended(stream));
        if let Some(start) = next {
            self.unit.start(now + 1, start);
        }
    }

    /// The KMU is to hold a TB that has left its slot in cycle `now`.
    pub fn suspend(&mut self, now: u64, from: TbSlot, tb: HeldTb) {
        if let Some(limit) = &mut self.limit {
            limit.tb_suspended(tb.desc, from);
        }
        self.unit.suspend(now, tb);
    }

    /// The KMU may let a TB that it holds come back from cycle `at` on.
    pub fn resume(&mut self, at: u64, tb: HeldTb) {
        self.unit.resume(at, tb);
    }

    /// Drives the pins of the launch path in cycle `now`.
    #[inline]
    pub fn drive(&mut self, now: u64, chip: &mut Chip, pins: &BoundaryPins) {
        self.unit.drive(now, chip, pins, self.limit.as_mut());
        if let (Some(limit), Some(pins)) = (&mut self.limit, &pins.homes) {
            limit.drive(chip, pins);
        }
    }

    /// Acts on the transfers of cycle `now`.
    #[inline]
    pub fn observe(
        &mut self,
        now: u64,
        chip: &Chip,
        pins: &BoundaryPins,
        device: &mut Device,
    ) -> Result<(), RunError> {
        match self.unit.observe(now, chip, pins) {
            Some(missed) => self.launch_as_kernels(now, &missed, device),
            None => Ok(()),
        }
    }

    /// Groups without an eligible kernel take the hardware path of device kernels through the KMU: each
    /// record becomes a descriptor. The command already carries what `cudaLaunchDevice` would have
    /// prepared, so nothing is charged but what the KMU takes.
    fn launch_as_kernels(
        &mut self,
        now: u64,
        missed: &AggregationCommand,
        device: &mut Device,
    ) -> Result<(), RunError> {
        for group in &missed.groups {
            self.table.missed(group.id);
            let descriptor = Descriptor {
                pc: missed.pc,
                grid: group.grid,
                shape: encode_shape(missed.block),
                demand: missed.demand,
                param: group.id.params().word(),
                tag: 0,
                home: group.home,
                next: 0,
            };
            device.write_descriptor(now, group.record, &descriptor)?;
            self.unit.launch_missed(now + 1, group.record, group.home);
        }
        Ok(())
    }
}

impl Acts for Launches {
    fn next_event(&self, now: u64, _chip: &Chip) -> Option<u64> {
        self.unit.next_event(now)
    }
}
