//! Calls into the device runtime: arguments are read from the caller's frame, results written back to it.
//! Launches are reported to the timing model, which performs them.

use super::memory::{lanes_of, LaneFault};
use super::warp::{Site, TbContext, Warp};
use super::{DeviceCall, Effect, LaunchGroup, LaunchKind};
use crate::mem::GlobalMemory;
use crate::ptx::{CallSite, RuntimeCall};
use crate::runtime::DeviceRuntime;

/// Most threads of a TB.
const MAX_BLOCK_THREADS: u64 = 1024;

impl Warp {
    pub(super) fn call_runtime(
        &mut self,
        at: &Site,
        call: RuntimeCall,
        site: &CallSite,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
        runtime: &mut dyn DeviceRuntime,
    ) -> Result<Effect, LaneFault> {
        let mask = at.mask;
        if mask == 0 {
            return Ok(Effect::Alu);
        }
        let mut groups = Vec::new();
        for lane in lanes_of(mask) {
            let fail = |message: String| (lane as u32, message);
            let mut result = 0;
            match call {
                RuntimeCall::GetParameterBuffer => {
                    let bytes = self.argument(at, site, 1, 0, 8, lane).map_err(fail)?;
                    result = runtime.parameter_buffer(memory, bytes).map_err(|fault| {
                        fail(format!("cudaGetParameterBuffer of {bytes} bytes: {fault}"))
                    })?;
                }
                RuntimeCall::StreamCreateWithFlags => {
                    let pointer = self.argument(at, site, 0, 0, 8, lane).map_err(fail)?;
                    let handle = runtime.create_stream();
                    self.store_generic(pointer, 8, lane, handle, tb, memory)
                        .map_err(|message| fail(format!("cudaStreamCreateWithFlags: {message}")))?;
                }
                RuntimeCall::LaunchDevice | RuntimeCall::LaunchAggGroup => {
                    groups.push(self.launch_group(at, call, site, lane).map_err(fail)?);
                }
                RuntimeCall::StreamDestroy
                | RuntimeCall::DeviceSynchronize
                | RuntimeCall::GetLastError => {}
            }
            if let Some(target) = site.results.first() {
                self.set_frame_value(
                    at.frame.local_base + target.offset,
                    target.bytes,
                    lane,
                    result,
                )
                .map_err(fail)?;
            }
        }
        Ok(Effect::DeviceCall(match call {
            RuntimeCall::GetParameterBuffer => DeviceCall::ParameterBuffer { mask },
            RuntimeCall::StreamCreateWithFlags => DeviceCall::StreamCreate { mask },
            RuntimeCall::StreamDestroy => DeviceCall::StreamDestroy { mask },
            RuntimeCall::GetLastError => DeviceCall::GetLastError { mask },
            RuntimeCall::DeviceSynchronize => DeviceCall::Synchronize { mask },
            RuntimeCall::LaunchDevice => {
                DeviceCall::Launch { mask, kind: LaunchKind::Kernel, groups }
            }
            RuntimeCall::LaunchAggGroup => {
                DeviceCall::Launch { mask, kind: LaunchKind::AggGroup, groups }
            }
        }))
    }

    fn argument(
        &mut self,
        at: &Site,
        site: &CallSite,
        index: usize,
        offset: u32,
        bytes: u32,
        lane: usize,
    ) -> Result<u64, String> {
        let base = site.args.get(index).map_or(0, |arg| arg.offset);
        self.frame_value(at.frame.local_base + base + offset, bytes, lane)
    }

    fn launch_group(
        &mut self,
        at: &Site,
        call: RuntimeCall,
        site: &CallSite,
        lane: usize,
    ) -> Result<LaunchGroup, String> {
        let entry = self.argument(at, site, 0, 0, 8, lane)?;
        let mut dims = [[0; 3]; 2];
        for (which, dim) in dims.iter_mut().enumerate() {
            for (axis, size) in dim.iter_mut().enumerate() {
                *size = self.argument(at, site, 2 + which, 4 * axis as u32, 4, lane)? as u32;
            }
        }
        let [grid, block] = dims;
        let kernel = u32::try_from(entry).ok().and_then(|pc| at.program.function_by_pc(pc));
        let Some((_, kernel)) = kernel.filter(|(_, function)| function.is_entry) else {
            return Err(format!(
                "a device launch of {entry:#x}, which is not the address of a kernel"
            ));
        };
        let threads: u64 = block.iter().map(|&size| u64::from(size)).fold(1, u64::saturating_mul);
        if grid.contains(&0) || threads == 0 || threads > MAX_BLOCK_THREADS {
            return Err(format!("a device launch of {} with grid {grid:?} and block {block:?}: every size must be at least 1 \
                and a block at most {MAX_BLOCK_THREADS} threads", kernel.name));
        }
        Ok(LaunchGroup {
            lane: lane as u8,
            entry_pc: kernel.entry_pc,
            param: self.argument(at, site, 1, 0, 8, lane)?,
            grid,
            block,
            shared_bytes: self.argument(at, site, 4, 0, 4, lane)? as u32,
            stream: if call == RuntimeCall::LaunchDevice {
                self.argument(at, site, 5, 0, 8, lane)?
            } else {
                0
            },
        })
    }
}
