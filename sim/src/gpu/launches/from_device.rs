//! Launches by threads.

use super::streams::StreamKey;
use super::{refused, AggregationCommand, Group, Launches, Origin, PendingLaunch, Start};
use crate::config::{AgtIndex, LaunchMode};
use crate::exec::{DeviceCall, LaunchGroup, LaunchKind};
use crate::gpu::device::Device;
use crate::gpu::error::RunError;
use crate::gpu::events::{Event, Launcher};
use crate::gpu::recorders::Recorders;
use crate::mem::MemoryFault;
use crate::runtime::{DeviceRuntime, Shape};
use crate::smx::{DeviceCallEvent, WarpHandle};
use heddle_hw::agt::pins::with_smx;
use heddle_hw::kernel_distributor::pins::{encode_demand, encode_shape, NO_GROUP};

/// The launches of a warp, made by one call.
pub(in crate::gpu) struct WarpLaunch<'a> {
    /// The call.
    pub event: &'a DeviceCallEvent,
    /// What it launches.
    pub kind: LaunchKind,
    /// The launches, by lane.
    pub groups: &'a [LaunchGroup],
    /// Number of the launching TB.
    pub tb: u64,
    /// The cycle in which the call is over.
    pub at: u64,
}

impl Launches {
    /// Cycles that a warp spends in a call of the device runtime.
    pub fn call_cycles(&self, call: &DeviceCall) -> u64 {
        match call {
            DeviceCall::StreamCreate { .. } => self.latencies.stream_create,
            DeviceCall::ParameterBuffer { mask } => {
                self.latencies.parameter_buffer(mask.count_ones())
            }
            DeviceCall::Launch { kind: LaunchKind::Kernel, mask, .. } if !self.aggregates() => {
                self.latencies.launch_device(mask.count_ones())
            }
            // The search runs beside the allocation and is shorter; the units take the time it takes.
            DeviceCall::Launch { .. } => 0,
            DeviceCall::StreamDestroy { .. } | DeviceCall::LookAtError { .. } => 0,
            DeviceCall::Synchronize { .. } => 0,
        }
    }

    /// Whether `cudaLaunchDevice` launches aggregated groups.
    fn aggregates(&self) -> bool {
        self.mode == LaunchMode::Dtbl
    }

    /// Enters the launches of a warp: those whose turn it is in their streams are under way when the call is over,
    /// groups of the same function, TB shape and demand in one command.
    pub fn launch_from_device(
        &mut self,
        now: u64,
        launch: &WarpLaunch,
        device: &mut Device,
        recorders: &mut Recorders,
    ) -> Result<(), RunError> {
        let mut commands: Vec<AggregationCommand> = Vec::new();
        for group in launch.groups {
            let stream = match (launch.kind, group.stream) {
                (LaunchKind::AggGroup, _) => None,
                (LaunchKind::Kernel, 0) => Some(StreamKey::Default(launch.tb)),
                (LaunchKind::Kernel, handle) => Some(StreamKey::Created(handle)),
            };
            let start = self.prepare(now, launch, group, stream, device, recorders)?;
            let start = match stream {
                Some(stream) => self.streams.enter(stream, start),
                None => Some(start),
            };
            let Some(Start::Groups { command, .. }) = start else {
                start.into_iter().for_each(|start| self.unit.start(now, start));
                continue;
            };
            let alike = |c: &AggregationCommand| (c.pc, c.block, c.demand);
            match commands.iter_mut().find(|known| alike(known) == alike(&command)) {
                Some(known) => known.groups.extend(command.groups),
                None => commands.push(command),
            }
        }
        for command in commands {
            let smx = launch.event.warp.smx as usize;
            self.unit.start(now, Start::Groups { at: launch.at, smx, command });
        }
        Ok(())
    }

    /// Enters a lane's launch in the launch table and in device memory.
    fn prepare(
        &mut self,
        now: u64,
        launch: &WarpLaunch,
        group: &LaunchGroup,
        stream: Option<StreamKey>,
        device: &mut Device,
        recorders: &mut Recorders,
    ) -> Result<Start, RunError> {
        let &WarpLaunch { event, kind, tb, at, .. } = launch;
        let LaunchGroup { entry_pc: pc, grid, block, shared_bytes, .. } = *group;
        let program = device.program.clone();
        let Some((_, function)) = program.function_by_pc(pc) else {
            let reason = "the address handed to the device runtime is not that of a kernel";
            return Err(refused(&format!("{pc:#x}"), reason.into()));
        };
        let shape = Shape { grid, block, shared_bytes };
        let demand = device.heap.limits().demand(function, &shape);
        let demand = demand.map_err(|refusal| refused(&function.name, refusal.reason))?;
        let demand_word = encode_demand(demand.threads, demand.registers, demand.shared_bytes);
        let (param, buffer) = self.own_parameters(group, function.param_bytes, device)?;
        let [x, y, z] = grid;
        let (record, start);
        if kind == LaunchKind::Kernel && !self.aggregates() {
            let words = [pc, x, y | z << 16, encode_shape(block), demand_word, param, 0, 0];
            record = device.write_words(now, &words)?;
            start = Start::Kernel { at, desc: record };
        } else {
            let words = [x, y | z << 16, param, NO_GROUP, 0, 0, 0, 0];
            record = device.write_words(now, &words)?;
            let hw_tid = self.agt_index(event.warp, group.lane);
            let groups = vec![Group { hw_tid, grid, param, record }];
            let command = AggregationCommand { pc, block, demand: demand_word, groups };
            start = Start::Groups { at, smx: event.warp.smx as usize, command };
        }
        let counted = kind == LaunchKind::Kernel;
        self.table.launch(PendingLaunch {
            param,
            launched_at: now,
            origin: Origin::Device { parent: event.tag as u32, tb, counted },
            tbs: shape.tbs(),
            shared_bytes,
            demand,
            stream,
            owned: vec![u64::from(record), buffer],
        });
        let (smx, slot) = (event.warp.smx, event.slot);
        let by = match &start {
            Start::Kernel { .. } => Launcher::Kernel(smx, slot),
            Start::Groups { .. } => Launcher::Group(smx, slot),
        };
        recorders.event(Event::Launched { param, pc, tbs: shape.tbs(), by });
        Ok(start)
    }

    /// What the AGT makes a group's home from (its rule 8).
    fn agt_index(&self, warp: WarpHandle, lane: u8) -> u32 {
        let hw_tid = warp.hw_tid(u32::from(lane));
        match self.agt_index {
            AgtIndex::Thread => hw_tid,
            AgtIndex::ThreadAndSmx => with_smx(hw_tid, warp.smx, self.smxs, self.agt_entries),
        }
    }

    /// The address of a launch's parameters and of their buffer, which from now on belong to the launch:
    /// a copy if the buffer is already another launch's, or did not come from the device runtime.
    fn own_parameters(
        &self,
        group: &LaunchGroup,
        bytes: u32,
        device: &mut Device,
    ) -> Result<(u32, u64), MemoryFault> {
        let param = group.param as u32;
        if device.heap.holds(group.buffer) && !self.table.contains(param) {
            return Ok((param, group.buffer));
        }
        let copy = device.allocate(u64::from(bytes))?;
        if bytes > 0 {
            let image = device.memory.slice(group.param, u64::from(bytes))?.to_vec();
            device.memory.slice_mut(copy, u64::from(bytes))?.copy_from_slice(&image);
        }
        Ok((copy as u32, copy))
    }
}
