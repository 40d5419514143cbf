//! Launches: from the host and from the device, checked, written to device memory as descriptors
//! and records, and handed to the queues.

use super::error::RunError;
use super::launch::{AggregationCommand, Group};
use super::machine::Machine;
use super::rooms::FROM_HOST;
use super::work::NewWork;
use crate::config::LaunchLatency;
use crate::exec::{DeviceCall, LaunchGroup, LaunchKind};
use crate::ptx::Function;
use crate::runtime::params::write_params;
use crate::smx::{DeviceCallEvent, WarpHandle};
use crate::workloads::HostLaunch;
use heddle_hw::kernel_distributor::pins::{encode_need, encode_shape, NO_GROUP};

/// Bytes of a kernel descriptor, and of a group record.
const RECORD_BYTES: u64 = 32;

/// Dimensions and memory of one launch.
struct Shape {
    grid: [u32; 3],
    block: [u32; 3],
    shared_bytes: u32,
}

impl Machine {
    /// A launch by the host, at the present cycle plus the host's launch latency.
    pub(super) fn launch_from_host(&mut self, launch: &HostLaunch) -> Result<(), RunError> {
        let name = &launch.kernel;
        let refuse = |reason: String| RunError::Launch { kernel: name.clone(), reason };
        let kernel = self.program.function_by_name(name).filter(|(_, function)| function.is_entry);
        let Some((_, function)) = kernel else {
            let kernels = self.program.functions.iter().filter(|function| function.is_entry);
            let known: Vec<&str> = kernels.map(|function| function.name.as_str()).collect();
            let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
            return Err(refuse(format!("there is no such kernel; kernels are: {known}")));
        };
        let shape = Shape {
            grid: launch.grid,
            block: launch.block,
            shared_bytes: function.shared_bytes.saturating_add(launch.shared_bytes),
        };
        let pc = function.entry_pc;
        let need = self.need(function, &shape).map_err(refuse)?;
        let param = write_params(function, &launch.args, &mut self.heap, &mut self.memory)
            .map_err(|error| refuse(error.to_string()))?;
        let tag = FROM_HOST | self.host.hwq(launch.stream);
        let desc = self.write_descriptor(pc, &shape, need, param as u32, tag)?;
        let at = self.now + self.config.kernel.host_launch_cycles;
        self.book.launch(NewWork {
            param: param as u32,
            launched_at: at,
            device: false,
            tbs: shape.grid.iter().map(|&n| u64::from(n)).product(),
            shared_bytes: launch.shared_bytes,
            owned: vec![param, u64::from(desc)],
        });
        self.host.launch(at, launch.stream, desc);
        self.host_launches += 1;
        Ok(())
    }

    /// A device-runtime call of a warp: charges its latency, and launches when it is over.
    pub(super) fn device_call(&mut self, event: &DeviceCallEvent) -> Result<(), RunError> {
        let ideal = self.config.kernel.latency == LaunchLatency::Ideal;
        let latency = &self.config.launch_latency;
        let cycles = match &event.call {
            _ if ideal => 0,
            DeviceCall::StreamCreate { .. } => latency.stream_create,
            DeviceCall::ParameterBuffer { mask } => {
                latency.parameter_buffer_a * u64::from(mask.count_ones())
                    + latency.parameter_buffer_b
            }
            DeviceCall::Launch { kind: LaunchKind::Kernel, groups, .. } => {
                self.launch.launch_device_cycles(groups.len() as u32)
            }
            // The search runs beside the allocation and is shorter; the rooms take the time it takes.
            DeviceCall::Launch { kind: LaunchKind::AggGroup, .. } => 0,
            DeviceCall::StreamDestroy { .. } | DeviceCall::GetLastError { .. } => 0,
            DeviceCall::Synchronize { .. } => return Err(RunError::Synchronize),
        };
        let at = self.now + cycles.max(1);
        if let DeviceCall::Launch { kind, groups, .. } = &event.call {
            self.launch_from_device(event.warp, *kind, groups, at)?;
        }
        self.smxs[event.warp.smx as usize].resume(event.warp, at, &self.program);
        Ok(())
    }

    fn launch_from_device(
        &mut self,
        warp: WarpHandle,
        kind: LaunchKind,
        groups: &[LaunchGroup],
        at: u64,
    ) -> Result<(), RunError> {
        let mut commands: Vec<AggregationCommand> = Vec::new();
        for group in groups {
            let unknown = || RunError::Launch {
                kernel: format!("{:#x}", group.entry_pc),
                reason: "the address handed to the device runtime is not that of a kernel".into(),
            };
            let (_, function) = self.program.function_by_pc(group.entry_pc).ok_or_else(unknown)?;
            let shape = Shape {
                grid: group.grid,
                block: group.block,
                shared_bytes: function.shared_bytes.saturating_add(group.shared_bytes),
            };
            let name = function.name.clone();
            let need = self
                .need(function, &shape)
                .map_err(|reason| RunError::Launch { kernel: name, reason })?;
            let param = group.param as u32;
            let record = if kind == LaunchKind::Kernel {
                let desc = self.write_descriptor(group.entry_pc, &shape, need, param, 0)?;
                self.launch.launch_kernel(at, desc);
                desc
            } else {
                let record = self.write_record(&shape, param)?;
                let entry = Group {
                    hw_tid: warp.hw_tid(u32::from(group.lane)),
                    grid: group.grid,
                    param,
                    record,
                };
                let same = |c: &&mut AggregationCommand| {
                    (c.pc, c.block, c.need) == (group.entry_pc, group.block, need)
                };
                match commands.iter_mut().find(same) {
                    Some(command) => command.groups.push(entry),
                    None => commands.push(AggregationCommand {
                        pc: group.entry_pc,
                        block: group.block,
                        need,
                        groups: vec![entry],
                    }),
                }
                record
            };
            self.book.launch(NewWork {
                param,
                launched_at: self.now,
                device: true,
                tbs: shape.grid.iter().map(|&n| u64::from(n)).product(),
                shared_bytes: group.shared_bytes,
                owned: vec![u64::from(record), group.param],
            });
        }
        for command in commands {
            self.launch.launch_groups(at, warp.smx as usize, command);
        }
        Ok(())
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
            let words = [missed.pc, x, y | z << 16, shape, missed.need, group.param, 0, 0];
            self.store_words(u64::from(group.record), &words)?;
            self.launch.launch_kernel(self.now + 1, group.record);
        }
        Ok(())
    }

    /// The resource word of one TB; the error says what does not fit.
    fn need(&self, function: &Function, shape: &Shape) -> Result<u32, String> {
        let Shape { grid, block, shared_bytes } = shape;
        let smx = &self.config.smx;
        if grid.contains(&0) || block.contains(&0) {
            return Err(format!("grid {grid:?} and TB {block:?} must be at least 1 everywhere"));
        }
        if grid[1] > 0xFFFF || grid[2] > 0xFFFF || grid[0] > i32::MAX as u32 {
            let most = "2147483647 x 65535 x 65535";
            return Err(format!("grid {grid:?} is larger than {most}"));
        }
        let threads = block.iter().try_fold(1_u32, |product, &n| product.checked_mul(n));
        let threads = threads.filter(|&n| n <= 1024 && block[2] <= 64);
        let Some(threads) = threads else {
            return Err(format!("a TB of {block:?} threads exceeds 1024 threads (z at most 64)"));
        };
        let threads = threads.next_multiple_of(32);
        let registers = threads.saturating_mul(function.regs_per_thread);
        for (what, needed, limit) in [
            ("threads", threads, smx.threads),
            ("registers", registers, smx.registers),
            ("bytes of shared memory", *shared_bytes, smx.shared_bytes),
        ] {
            if needed > limit {
                return Err(format!("a TB needs {needed} {what}, an SMX has {limit}"));
            }
        }
        Ok(encode_need(threads, registers, *shared_bytes))
    }

    fn write_descriptor(
        &mut self,
        pc: u32,
        shape: &Shape,
        need: u32,
        param: u32,
        tag: u32,
    ) -> Result<u32, RunError> {
        let [x, y, z] = shape.grid;
        let words = [pc, x, y | z << 16, encode_shape(shape.block), need, param, tag, 0];
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

    fn store_words(&mut self, addr: u64, words: &[u32; 8]) -> Result<(), RunError> {
        self.memory.write_u32s(addr, words)?;
        self.timing.access_direct(self.now, addr, true);
        Ok(())
    }
}
