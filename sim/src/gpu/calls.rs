//! Launches: from the host and from the device, checked, written to device memory as descriptors
//! and records, and handed to the queues.

use super::boundary::from_host;
use super::error::RunError;
use super::events::{Event, Launcher};
use super::launch::{AggregationCommand, Group, Start};
use super::launch_table::{Origin, PendingLaunch};
use super::machine::Machine;
use super::streams::StreamKey;
use crate::config::{AgtIndex, LaunchMode};
use crate::exec::{DeviceCall, LaunchGroup, LaunchKind};
use crate::graph::HEADER_BYTES;
use crate::host::HostLaunch;
use crate::runtime::params::write_params_behind;
use crate::runtime::{DeviceRuntime, Shape};
use crate::smx::{DeviceCallEvent, WarpHandle};
use heddle_hw::agt::pins::with_smx;
use heddle_hw::kernel_distributor::pins::{encode_demand, encode_shape, GRAPH, NO_GROUP};

/// Bytes of a kernel descriptor, and of a group record.
pub(super) const RECORD_BYTES: u64 = 32;

/// A launch that cannot be carried out.
pub(super) fn refused(kernel: &str, reason: String) -> RunError {
    RunError::Launch { kernel: kernel.to_owned(), reason }
}

impl Machine {
    /// A launch by the host: its launch latency after what it has copied is there.
    pub(super) fn launch_from_host(&mut self, launch: &HostLaunch) -> Result<(), RunError> {
        let name = &launch.kernel;
        let refuse = |reason: String| refused(name, reason);
        let kernel = self.program.function_by_name(name).filter(|(_, function)| function.is_entry);
        let Some((_, function)) = kernel else {
            let kernels = self.program.functions.iter().filter(|function| function.is_entry);
            let known: Vec<&str> = kernels.map(|function| function.name.as_str()).collect();
            let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
            return Err(refuse(format!("there is no such kernel; kernels are: {known}")));
        };
        let launching = self.program.launching_function(name);
        if let Some(by) = launching.filter(|_| self.config.kernel.launch == LaunchMode::Flat) {
            let by = if by.name == *name { "it".to_owned() } else { format!("its `{}`", by.name) };
            return Err(refuse(format!(
                "{by} launches from the device, which kernel.launch=flat has no way for; choose kernel.launch=cdp or dtbl"
            )));
        }
        let HostLaunch { grid, block, shared_bytes, .. } = *launch;
        let shape = Shape { grid, block, shared_bytes };
        let pc = function.entry_pc;
        let limits = self.heap.limits();
        let demand = limits.demand(function, &shape).map_err(|refusal| refuse(refusal.reason))?;
        let lead = if launch.mapping.is_some() { HEADER_BYTES } else { 0 };
        let (heap, memory) = (&mut self.heap, &mut self.memory);
        let param = write_params_behind(function, &launch.args, lead, heap, memory)
            .map_err(|error| refuse(error.to_string()))?;
        if self.config.l2.host_preload {
            self.timing.host_copy(self.now, param, u64::from(function.param_bytes));
        }
        let hwq = self.host.hwq(launch.stream);
        let mut demand_word = encode_demand(demand.threads, demand.registers, demand.shared_bytes);
        if let Some(mapping) = &launch.mapping {
            self.place_graph(launch, mapping, param)?;
            demand_word |= GRAPH;
        }
        let tag = from_host(&self.chip) | hwq;
        let desc = self.write_descriptor(pc, &shape, demand_word, param as u32, tag)?;
        let at = self.now.max(self.copied_at) + self.config.kernel.host_launch_cycles;
        self.launches.launch(PendingLaunch {
            param: param as u32,
            launched_at: at,
            origin: Origin::Host { hwq },
            tbs: shape.tbs(),
            shared_bytes,
            demand,
            stream: None,
            owned: vec![param - lead, u64::from(desc)],
        });
        let tbs = shape.tbs();
        self.record(Event::Launched { param: param as u32, pc, tbs, by: Launcher::Host });
        self.host.launch(at, launch.stream, desc);
        self.host_launches += 1;
        Ok(())
    }

    /// A device-runtime call of a warp: charges its latency, and launches when it is over.
    pub(super) fn device_call(&mut self, event: &DeviceCallEvent) -> Result<(), RunError> {
        let latencies = self.config.effective_latencies();
        let cycles = match &event.call {
            DeviceCall::Synchronize { .. } => {
                self.synchronize(event);
                return Ok(());
            }
            DeviceCall::StreamCreate { .. } => latencies.stream_create,
            DeviceCall::ParameterBuffer { mask } => latencies.parameter_buffer(mask.count_ones()),
            DeviceCall::Launch { kind: LaunchKind::Kernel, mask, .. } if !self.aggregates() => {
                latencies.launch_device(mask.count_ones())
            }
            // The search runs beside the allocation and is shorter; the units take the time it takes.
            DeviceCall::Launch { .. } => 0,
            DeviceCall::StreamDestroy { .. } | DeviceCall::LookAtError { .. } => 0,
        };
        let at = self.now + cycles.max(1);
        if let DeviceCall::Launch { kind, groups, .. } = &event.call {
            self.launch_from_device(event, *kind, groups, at)?;
        }
        let unit = &mut self.smxs.at(event.warp.smx as usize).smx;
        unit.resume(event.warp, at, &self.program);
        Ok(())
    }

    /// Whether `cudaLaunchDevice` launches aggregated groups.
    fn aggregates(&self) -> bool {
        self.config.kernel.launch == LaunchMode::Dtbl
    }

    /// The launches of a warp: those whose turn it is in their streams are under way at cycle `at`, groups
    /// of the same function, TB shape and demand in one command.
    fn launch_from_device(
        &mut self,
        event: &DeviceCallEvent,
        kind: LaunchKind,
        groups: &[LaunchGroup],
        at: u64,
    ) -> Result<(), RunError> {
        let tb = self.parents.launches(event.warp.smx, event.slot, groups.len() as u64);
        let mut commands: Vec<AggregationCommand> = Vec::new();
        for group in groups {
            let stream = match (kind, group.stream) {
                (LaunchKind::AggGroup, _) => None,
                (LaunchKind::Kernel, 0) => Some(StreamKey::Default(tb)),
                (LaunchKind::Kernel, handle) => Some(StreamKey::Created(handle)),
            };
            let start = self.prepare(event, kind, group, at, (tb, stream))?;
            let start = match stream {
                Some(stream) => self.streams.enter(stream, start),
                None => Some(start),
            };
            let Some(Start::Groups { command, .. }) = start else {
                start.into_iter().for_each(|start| self.launch.start(self.now, start));
                continue;
            };
            let alike = |c: &AggregationCommand| (c.pc, c.block, c.demand);
            match commands.iter_mut().find(|known| alike(known) == alike(&command)) {
                Some(known) => known.groups.extend(command.groups),
                None => commands.push(command),
            }
        }
        for command in commands {
            let smx = event.warp.smx as usize;
            self.launch.start(self.now, Start::Groups { at, smx, command });
        }
        Ok(())
    }

    /// Enters a lane's launch in the books and in device memory.
    fn prepare(
        &mut self,
        event: &DeviceCallEvent,
        kind: LaunchKind,
        group: &LaunchGroup,
        at: u64,
        (tb, stream): (u64, Option<StreamKey>),
    ) -> Result<Start, RunError> {
        let LaunchGroup { entry_pc: pc, grid, block, shared_bytes, .. } = *group;
        let refuse = |kernel: String, reason: String| RunError::Launch { kernel, reason };
        let Some((_, function)) = self.program.function_by_pc(pc) else {
            let reason = "the address handed to the device runtime is not that of a kernel";
            return Err(refuse(format!("{pc:#x}"), reason.into()));
        };
        let shape = Shape { grid, block, shared_bytes };
        let demand = self.heap.limits().demand(function, &shape);
        let demand = demand.map_err(|refusal| refuse(function.name.clone(), refusal.reason))?;
        let demand_word = encode_demand(demand.threads, demand.registers, demand.shared_bytes);
        let (param, buffer) = self.own_parameters(group, function.param_bytes)?;
        let (record, start);
        if kind == LaunchKind::Kernel && !self.aggregates() {
            record = self.write_descriptor(pc, &shape, demand_word, param, 0)?;
            start = Start::Kernel { at, desc: record };
        } else {
            record = self.write_record(&shape, param)?;
            let hw_tid = self.agt_index(event.warp, group.lane);
            let groups = vec![Group { hw_tid, grid, param, record }];
            let command = AggregationCommand { pc, block, demand: demand_word, groups };
            start = Start::Groups { at, smx: event.warp.smx as usize, command };
        }
        let counted = kind == LaunchKind::Kernel;
        self.launches.launch(PendingLaunch {
            param,
            launched_at: self.now,
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
        self.record(Event::Launched { param, pc, tbs: shape.tbs(), by });
        Ok(start)
    }

    /// What the AGT makes a group's home from (its rule 8).
    fn agt_index(&self, warp: WarpHandle, lane: u8) -> u32 {
        let hw_tid = warp.hw_tid(u32::from(lane));
        let units = &self.config.units;
        match units.agt_index {
            AgtIndex::Thread => hw_tid,
            AgtIndex::ThreadAndSmx => {
                with_smx(hw_tid, warp.smx, self.config.smx.count, units.agt_entries)
            }
        }
    }

    /// The address of a launch's parameters and of their buffer, which from now on belong to the launch:
    /// a copy if the buffer is already another launch's, or did not come from the device runtime.
    fn own_parameters(&mut self, group: &LaunchGroup, bytes: u32) -> Result<(u32, u64), RunError> {
        let param = group.param as u32;
        if self.heap.holds(group.buffer) && !self.launches.contains(param) {
            return Ok((param, group.buffer));
        }
        let copy = self.heap.allocate(&mut self.memory, u64::from(bytes))?;
        if bytes > 0 {
            let image = self.memory.slice(group.param, u64::from(bytes))?.to_vec();
            self.memory.slice_mut(copy, u64::from(bytes))?.copy_from_slice(&image);
        }
        Ok((copy as u32, copy))
    }

    /// Groups without an eligible kernel take the hardware path of device kernels through the KMU: each
    /// record becomes a descriptor. The command already carries what `cudaLaunchDevice` would have
    /// prepared, so nothing is charged but what the KMU takes.
    pub(super) fn launch_as_kernels(
        &mut self,
        missed: &AggregationCommand,
    ) -> Result<(), RunError> {
        for group in &missed.groups {
            let [x, y, z] = group.grid;
            let shape = encode_shape(missed.block);
            let words = [missed.pc, x, y | z << 16, shape, missed.demand, group.param, 0, 0];
            self.store_words(u64::from(group.record), &words)?;
            self.launch.launch_missed(self.now + 1, group.record);
        }
        Ok(())
    }

    fn write_descriptor(
        &mut self,
        pc: u32,
        shape: &Shape,
        demand: u32,
        param: u32,
        tag: u32,
    ) -> Result<u32, RunError> {
        let [x, y, z] = shape.grid;
        let words = [pc, x, y | z << 16, encode_shape(shape.block), demand, param, tag, 0];
        self.write_words(&words)
    }

    fn write_record(&mut self, shape: &Shape, param: u32) -> Result<u32, RunError> {
        let [x, y, z] = shape.grid;
        let words = [x, y | z << 16, param, NO_GROUP, 0, 0, 0, 0];
        self.write_words(&words)
    }

    /// Writes eight words to a fresh record, through the L2 like any other write.
    fn write_words(&mut self, words: &[u32; 8]) -> Result<u32, RunError> {
        let addr = self.heap.allocate(&mut self.memory, RECORD_BYTES)?;
        self.store_words(addr, words)?;
        Ok(addr as u32)
    }

    pub(super) fn store_words(&mut self, addr: u64, words: &[u32; 8]) -> Result<(), RunError> {
        self.memory.write_u32s(addr, words)?;
        self.timing.access_direct(self.now, addr, true);
        Ok(())
    }
}
