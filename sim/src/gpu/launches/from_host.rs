//! Launches by the host.

use super::{LaunchWay, Launches, Origin, PendingLaunch};
use crate::config::LaunchMode;
use crate::gpu::boundary::tag_of;
use crate::gpu::device::Device;
use crate::gpu::error::{refused, RunError};
use crate::gpu::events::Launcher;
use crate::gpu::graphs::Graphs;
use crate::gpu::ids::{DeviceAddr, Hwq, LaunchId};
use crate::gpu::recorders::Recorders;
use crate::graph::HEADER_BYTES;
use crate::host::HostLaunch;
use crate::ptx::{Function, Program};
use crate::runtime::params::{write_params_behind, Lead};
use crate::runtime::{DeviceRuntime, Shape};
use heddle_hw::kernel_distributor::pins::{encode_demand, encode_shape, GRAPH};
use heddle_hw::kmu::descriptor::{Descriptor, Home};

/// A kernel that is ready for its hardware work queue.
#[derive(Clone, Copy, Debug)]
pub(in crate::gpu) struct HostKernel {
    /// The cycle in which it reaches the device.
    pub at: u64,
    /// Address of its descriptor.
    pub desc: DeviceAddr,
}

impl Launches {
    /// Enters a launch by the host for hardware work queue `hwq`. It reaches the device its launch latency after what
    /// the host has copied is there.
    pub fn launch_from_host(
        &mut self,
        now: u64,
        launch: &HostLaunch,
        hwq: Hwq,
        device: &mut Device,
        graphs: &mut Graphs,
        recorders: &mut Recorders,
    ) -> Result<HostKernel, RunError> {
        let refuse = |reason: String| refused(&launch.kernel, reason);
        let program = device.program.clone();
        let function = self.kernel(&program, &launch.kernel)?;
        let HostLaunch { grid, block, shared_bytes, .. } = *launch;
        let shape = Shape { grid, block, shared_bytes };
        let limits = device.heap.limits();
        let demand = limits.demand(&program, function, &shape);
        let demand = demand.map_err(|refusal| refuse(refusal.reason))?;
        let resident = limits.resident(&demand);
        device.note_kernel(function);
        let lead = match (&launch.mapping, program.synchronizes_grid(function)) {
            (None, false) => Lead::None,
            (Some(_), false) => Lead::Header(HEADER_BYTES),
            (None, true) => {
                check_resident(shape.tbs(), resident).map_err(refuse)?;
                Lead::Workspace
            }
            (Some(_), true) => {
                return Err(refuse(
                    "its TBs wait for each other with grid.sync(), but a graph orders them".into(),
                ));
            }
        };
        let (heap, memory) = (&mut device.heap, &mut device.memory);
        let param = write_params_behind(function, &launch.args, lead, heap, memory)
            .map(DeviceAddr::new)
            .map_err(|error| refuse(error.to_string()))?;
        device.copy_parameters(now, param.bytes(), function.param_bytes);
        let mut demand_word = encode_demand(demand.threads, demand.registers, demand.shared_bytes);
        if let Some(mapping) = &launch.mapping {
            graphs.place(now, launch, mapping, param, device)?;
            demand_word |= GRAPH;
        }
        let pc = function.entry_pc;
        let descriptor = Descriptor {
            pc,
            grid,
            shape: encode_shape(block),
            demand: demand_word,
            param: param.word(),
            tag: tag_of(self.class, hwq),
            home: Home::default(),
            next: 0,
        };
        let desc = device.new_descriptor(now, &descriptor)?;
        let id = LaunchId::new(param);
        let at = now.max(device.copied_at()) + self.host_launch_cycles;
        let pending = PendingLaunch {
            id,
            pc,
            launched_at: at,
            called_at: at,
            origin: Origin::Host { hwq },
            tbs: shape.tbs(),
            shared_bytes,
            demand,
            stream: None,
            owned: vec![DeviceAddr::new(param.bytes() - lead.bytes()), desc],
        };
        recorders.launched(&pending, &function.name, pc, Launcher::Host);
        if let Some(limit) = &mut self.limit {
            limit.launched_by_host(&pending);
        }
        self.table.launch(pending, LaunchWay::Host);
        Ok(HostKernel { at, desc })
    }

    /// The kernel of that name, if it can be launched on this machine.
    fn kernel<'p>(&self, program: &'p Program, name: &str) -> Result<&'p Function, RunError> {
        let refuse = |reason: String| refused(name, reason);
        let function = program.kernel(name).map_err(refuse)?;
        let launching = program.launching_function(&function.name);
        if let Some(by) = launching.filter(|_| self.mode == LaunchMode::Flat) {
            let by = if by.name == function.name {
                "it".to_owned()
            } else {
                format!("its `{}`", by.name)
            };
            return Err(refuse(format!(
                "{by} launches from the device, which kernel.launch=flat has no way for; choose kernel.launch=cdp or dtbl"
            )));
        }
        Ok(function)
    }
}

/// Refuses a grid whose TBs wait for each other if they cannot all be resident.
fn check_resident(tbs: u64, most: u64) -> Result<(), String> {
    if tbs <= most {
        return Ok(());
    }
    Err(format!(
        "its TBs wait for each other with grid.sync(), so all {tbs} must be resident at once, and this machine has \
         room for {most} of them; launch at most {most}"
    ))
}
