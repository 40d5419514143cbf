//! Launches by threads.

use super::streams::StreamKey;
use super::{AggregationCommand, Group, Launches, Origin, PendingLaunch, Start};
use crate::config::{AgtIndex, LaunchMode};
use crate::exec::{DeviceCall, LaunchGroup, LaunchKind};
use crate::gpu::device::Device;
use crate::gpu::error::{refused, RunError};
use crate::gpu::events::Launcher;
use crate::gpu::ids::{DeviceAddr, LaunchId, TbNumber};
use crate::gpu::limit::Work;
use crate::gpu::monitors::Prediction;
use crate::gpu::recorders::Recorders;
use crate::gpu::smxs::{launch_of, slot_of};
use crate::log;
use crate::mem::MemoryFault;
use crate::ptx::Function;
use crate::runtime::{DeviceRuntime, Shape};
use crate::smx::{DeviceCallEvent, WarpHandle};
use heddle_hw::agt::agei::Agei;
use heddle_hw::agt::pins::with_smx;
use heddle_hw::agt::record::Record;
use heddle_hw::kernel_distributor::pins::{encode_demand, encode_shape};
use heddle_hw::kmu::descriptor::Descriptor;

/// The launches of a warp, made by one call.
pub(in crate::gpu) struct WarpLaunch<'a> {
    /// The call.
    pub event: &'a DeviceCallEvent,
    /// What it launches.
    pub kind: LaunchKind,
    /// The launches, by lane.
    pub groups: &'a [LaunchGroup],
    /// The launching TB.
    pub tb: TbNumber,
    /// The cycle in which the call is over.
    pub at: u64,
    /// What the monitor of the SMX says of the launches.
    pub prediction: Prediction,
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
            DeviceCall::StreamDestroy { .. } | DeviceCall::Immediate { .. } => 0,
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
        log::note(|| log::Event::Launches { groups: launch.groups.to_vec(), called_at: launch.at });
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
            let smx = slot_of(launch.event).smx;
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
        let &WarpLaunch { event, kind, tb, at, prediction, .. } = launch;
        let slot = slot_of(event);
        let LaunchGroup { entry_pc: pc, grid, block, shared_bytes, .. } = *group;
        let program = device.program.clone();
        let Some((_, function)) = program.function_by_pc(pc) else {
            let reason = "the address handed to the device runtime is not that of a kernel";
            return Err(refused(&format!("{pc:#x}"), reason.into()));
        };
        let shape = Shape { grid, block, shared_bytes };
        let demand = device.heap.limits().demand(&program, function, &shape);
        let demand = demand.map_err(|refusal| refused(&function.name, refusal.reason))?;
        device.note_kernel(function);
        let demand_word = encode_demand(demand.threads, demand.registers, demand.shared_bytes);
        let (id, buffer) = self.own_parameters(group, function.param_bytes, device)?;
        let param = id.params().word();
        let is_first = self.table.launches < self.first_children;
        let home = self.homes.of_launch(slot, is_first || prediction.high_priority);
        let grouped = !self.homes.by_priority() || is_first || prediction.is_parent_child();
        let (record, start);
        if kind == LaunchKind::Kernel && !self.aggregates() {
            let (shape, demand) = (encode_shape(block), demand_word);
            let (tag, next) = (0, 0);
            let descriptor = Descriptor { pc, grid, shape, demand, param, tag, home, next };
            record = device.new_descriptor(now, &descriptor)?;
            start = Start::Kernel { at, desc: record, home };
        } else {
            record = device.new_record(now, &Record { grid, param, next: Agei::NONE })?;
            let hw_tid = self.agt_index(event.warp, group.lane);
            let groups = vec![Group { hw_tid, home, grid, id, record }];
            let command = AggregationCommand { pc, block, demand: demand_word, groups };
            start = Start::Groups { at, smx: slot.smx, command };
        }
        let counted = kind == LaunchKind::Kernel;
        let pending = PendingLaunch {
            id,
            pc,
            launched_at: now,
            called_at: at,
            origin: Origin::Device {
                parent: launch_of(event.tag),
                tb,
                smx: slot.smx,
                counted,
                family: grouped.then_some(event.family),
            },
            tbs: shape.tbs(),
            shared_bytes,
            demand,
            stream,
            owned: vec![record, buffer],
        };
        let by = match &start {
            Start::Kernel { .. } => Launcher::Kernel(slot),
            Start::Groups { .. } => Launcher::Group(slot),
        };
        recorders.launched(&pending, &function.name, pc, by);
        recorders.predicted(id, prediction);
        if let Some(limit) = &mut self.limit {
            let parameters = parameters(function, param, device)?;
            let work = Work { pc, grid, parameters };
            let thread = 32 * event.index + u32::from(group.lane);
            limit.launched_by_tb(&pending, record, work, thread);
        }
        self.table.launch(pending, by.way());
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

    /// A launch, known by the address of its parameters, and their buffer. Both belong to the launch from now on:
    /// a copy if the buffer is already another launch's, or did not come from the device runtime.
    fn own_parameters(
        &self,
        group: &LaunchGroup,
        bytes: u32,
        device: &mut Device,
    ) -> Result<(LaunchId, DeviceAddr), MemoryFault> {
        if device.heap.holds(group.buffer) {
            let id = LaunchId::new(DeviceAddr::new(group.param));
            if !self.table.contains(id) {
                return Ok((id, DeviceAddr::new(group.buffer)));
            }
        }
        let copy = device.allocate(u64::from(bytes))?;
        if bytes > 0 {
            let image = device.memory.slice(group.param, u64::from(bytes))?.to_vec();
            device.memory.slice_mut(copy.bytes(), u64::from(bytes))?.copy_from_slice(&image);
        }
        Ok((LaunchId::new(copy), copy))
    }
}

/// The values of the parameters at an address, without what lies between them.
fn parameters(function: &Function, at: u32, device: &Device) -> Result<Vec<u8>, MemoryFault> {
    let mut values = Vec::with_capacity(function.param_bytes as usize);
    for param in &function.params {
        let address = u64::from(at) + u64::from(param.offset);
        values.extend_from_slice(device.memory.slice(address, u64::from(param.bytes))?);
    }
    Ok(values)
}
