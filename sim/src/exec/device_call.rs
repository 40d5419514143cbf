//! Calls into the device runtime. Arguments are read from the caller's frame, and results are written back to it.
//! Launches are reported to the timing model, which performs them.
//!
//! An error that a program may detect at run time is an error value, kept for `cudaGetLastError`. An error in the
//! text itself, such as a launch of something that is not a kernel, is a fault.

mod boxes;
mod moves;
mod services;

use super::block::TbContext;
use super::memory::{lanes_of, LaneFault};
use super::warp::{Site, Warp};
use super::{DeviceCall, Effect, LaunchGroup, LaunchKind};
use crate::mem::GlobalMemory;
use crate::ptx::{CallSite, Function, Program, RuntimeCall};
use crate::runtime::{CudaError, DeviceRuntime, Shape};

/// Bytes of the launch configuration in front of the parameters in a buffer of `cudaGetParameterBufferV2`. Entry
/// PC, grid, TB, and dynamic shared memory fill half of it in words. The parameters stay aligned like those of
/// `cudaGetParameterBuffer`.
const CONFIGURATION_BYTES: u64 = 64;
/// Words of the launch configuration.
const CONFIGURATION_WORDS: u64 = 8;
/// The only flag of streams that kernels create. It is mandatory.
const NON_BLOCKING: u64 = 1;

/// Why a lane's call failed.
enum Trouble {
    /// The program receives an error value.
    Error(CudaError),
    /// The program is wrong.
    Fault(String),
}

impl From<String> for Trouble {
    fn from(message: String) -> Self {
        Trouble::Fault(message)
    }
}

/// One call by the lanes of a warp.
struct Call<'a> {
    at: &'a Site<'a>,
    site: &'a CallSite,
    which: RuntimeCall,
}

/// The state outside the warp.
struct Around<'a> {
    tb: &'a mut TbContext,
    memory: &'a mut GlobalMemory,
    runtime: &'a mut dyn DeviceRuntime,
}

impl Warp {
    pub(super) fn call_runtime(
        &mut self,
        at: &Site,
        which: RuntimeCall,
        site: &CallSite,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
        runtime: &mut dyn DeviceRuntime,
    ) -> Result<Effect, LaneFault> {
        let mask = at.mask;
        if mask == 0 {
            return Ok(Effect::Alu);
        }
        let call = Call { at, site, which };
        let mut around = Around { tb, memory, runtime };
        let mut groups = Vec::new();
        let mut refused = 0;
        for lane in lanes_of(mask) {
            let result = match self.call_of_lane(&call, lane, &mut around, &mut groups) {
                Ok(result) => result,
                Err(Trouble::Error(error)) => {
                    refused |= 1 << lane;
                    self.last_error[lane] = error.code();
                    around.runtime.call_failed(error);
                    // The calls that return buffers report the error with a null pointer.
                    let null = matches!(
                        which,
                        RuntimeCall::GetParameterBuffer | RuntimeCall::GetParameterBufferV2
                    );
                    if null {
                        0
                    } else {
                        u64::from(error.code())
                    }
                }
                Err(Trouble::Fault(message)) => return Err((lane as u32, message)),
            };
            if let Some(target) = site.results.first() {
                let place = at.frame.local_base + target.offset;
                self.set_frame_value(place, target.bytes, lane, result)
                    .map_err(|message| (lane as u32, message))?;
            }
        }
        Ok(Effect::DeviceCall(match which {
            RuntimeCall::GetParameterBuffer | RuntimeCall::GetParameterBufferV2 => {
                DeviceCall::ParameterBuffer { mask }
            }
            RuntimeCall::StreamCreateWithFlags => DeviceCall::StreamCreate { mask },
            RuntimeCall::StreamDestroy => DeviceCall::StreamDestroy { mask },
            RuntimeCall::GetLastError
            | RuntimeCall::PeekAtLastError
            | RuntimeCall::GetErrorName
            | RuntimeCall::GetErrorString
            | RuntimeCall::Malloc
            | RuntimeCall::Free
            | RuntimeCall::GetDevice
            | RuntimeCall::GetDeviceCount
            | RuntimeCall::DeviceGetAttribute => DeviceCall::Immediate { mask },
            // All lanes have the same nesting depth, so none or all of them wait.
            RuntimeCall::DeviceSynchronize if refused != 0 => DeviceCall::Immediate { mask },
            RuntimeCall::DeviceSynchronize => DeviceCall::Synchronize { mask },
            RuntimeCall::LaunchDevice
            | RuntimeCall::LaunchDeviceV2
            | RuntimeCall::MemcpyAsync
            | RuntimeCall::MemsetAsync
            | RuntimeCall::Memcpy2DAsync
            | RuntimeCall::Memset2DAsync
            | RuntimeCall::Memcpy3DAsync
            | RuntimeCall::Memset3DAsync => {
                DeviceCall::Launch { mask, kind: LaunchKind::Kernel, groups }
            }
            RuntimeCall::LaunchAggGroup => {
                DeviceCall::Launch { mask, kind: LaunchKind::AggGroup, groups }
            }
        }))
    }

    /// Executes the call of one lane and returns its result.
    fn call_of_lane(
        &mut self,
        call: &Call,
        lane: usize,
        around: &mut Around,
        groups: &mut Vec<LaunchGroup>,
    ) -> Result<u64, Trouble> {
        match call.which {
            RuntimeCall::GetParameterBuffer => {
                // As in CUDA, the requested alignment is ignored: buffers have the largest there is.
                let bytes = self.argument(call, 1, 0, 8, lane)?;
                around.buffer(bytes)
            }
            RuntimeCall::GetParameterBufferV2 => self.configured_buffer(call, lane, around),
            RuntimeCall::StreamCreateWithFlags => {
                let pointer = self.argument(call, 0, 0, 8, lane)?;
                if self.argument(call, 1, 0, 4, lane)? != NON_BLOCKING {
                    return Err(Trouble::Error(CudaError::InvalidValue));
                }
                let handle = around.runtime.create_stream();
                self.store_generic(pointer, 8, lane, handle, around.tb, around.memory)
                    .map_err(|message| format!("cudaStreamCreateWithFlags: {message}"))?;
                Ok(0)
            }
            RuntimeCall::StreamDestroy => {
                let stream = self.argument(call, 0, 0, 8, lane)?;
                let known = around.runtime.destroy_stream(stream);
                known.then_some(0).ok_or(Trouble::Error(CudaError::InvalidResourceHandle))
            }
            RuntimeCall::GetLastError => Ok(std::mem::take(&mut self.last_error[lane]).into()),
            RuntimeCall::PeekAtLastError => Ok(self.last_error[lane].into()),
            RuntimeCall::DeviceSynchronize => {
                let allowed = around.tb.depth < around.runtime.limits().sync_depth;
                allowed.then_some(0).ok_or(Trouble::Error(CudaError::SyncDepthExceeded))
            }
            RuntimeCall::LaunchDevice
            | RuntimeCall::LaunchDeviceV2
            | RuntimeCall::LaunchAggGroup => {
                let group = self.launch_group(call, lane, around)?;
                around.enter(call, group, groups)
            }
            RuntimeCall::MemcpyAsync | RuntimeCall::MemsetAsync => {
                match self.move_group(call, lane, around)? {
                    Some(group) => around.enter(call, group, groups),
                    None => Ok(0),
                }
            }
            RuntimeCall::Memcpy2DAsync
            | RuntimeCall::Memset2DAsync
            | RuntimeCall::Memcpy3DAsync
            | RuntimeCall::Memset3DAsync => match self.box_group(call, lane, around)? {
                Some(group) => around.enter(call, group, groups),
                None => Ok(0),
            },
            RuntimeCall::GetErrorName
            | RuntimeCall::GetErrorString
            | RuntimeCall::Malloc
            | RuntimeCall::Free
            | RuntimeCall::GetDevice
            | RuntimeCall::GetDeviceCount
            | RuntimeCall::DeviceGetAttribute => self.service(call, lane, around),
        }
    }

    /// Executes `cudaGetParameterBufferV2`: checks the configuration, then writes it in front of the parameters.
    fn configured_buffer(
        &mut self,
        call: &Call,
        lane: usize,
        around: &mut Around,
    ) -> Result<u64, Trouble> {
        let entry = self.argument(call, 0, 0, 8, lane)?;
        let shape = self.shape(call, 1, lane)?;
        let kernel = call.kernel(entry)?;
        around.check(call.at.program, kernel, &shape)?;
        let buffer = around.buffer(CONFIGURATION_BYTES + u64::from(kernel.param_bytes))?;
        let ([x, y, z], [u, v, w]) = (shape.grid, shape.block);
        let words = [kernel.entry_pc, x, y, z, u, v, w, shape.shared_bytes];
        let written = around.memory.write_u32s(buffer, &words);
        written.map_err(|fault| format!("the launch configuration: {fault}"))?;
        Ok(buffer + CONFIGURATION_BYTES)
    }

    fn launch_group(
        &mut self,
        call: &Call,
        lane: usize,
        around: &mut Around,
    ) -> Result<LaunchGroup, Trouble> {
        let (entry, param, buffer, shape, stream);
        if call.which == RuntimeCall::LaunchDeviceV2 {
            param = self.argument(call, 0, 0, 8, lane)?;
            stream = self.argument(call, 1, 0, 8, lane)?;
            buffer = param.wrapping_sub(CONFIGURATION_BYTES);
            let read = around.memory.read_u32s(buffer, CONFIGURATION_WORDS);
            let words = read.map_err(|fault| {
                format!("cudaLaunchDeviceV2 of a buffer that cudaGetParameterBufferV2 did not return: {fault}")
            })?;
            entry = u64::from(words[0]);
            shape = Shape {
                grid: [words[1], words[2], words[3]],
                block: [words[4], words[5], words[6]],
                shared_bytes: words[7],
            };
        } else {
            entry = self.argument(call, 0, 0, 8, lane)?;
            param = self.argument(call, 1, 0, 8, lane)?;
            buffer = param;
            shape = self.shape(call, 2, lane)?;
            // Aggregated groups are independent of each other, so their call names no stream.
            let streams = call.which == RuntimeCall::LaunchDevice;
            stream = if streams { self.argument(call, 5, 0, 8, lane)? } else { 0 };
        }
        let kernel = call.kernel(entry)?;
        Ok(LaunchGroup {
            lane: lane as u8,
            entry_pc: kernel.entry_pc,
            param,
            buffer,
            grid: shape.grid,
            block: shape.block,
            shared_bytes: shape.shared_bytes,
            stream,
        })
    }

    /// Reads grid, TB and dynamic shared memory, which follow each other in every call.
    fn shape(&mut self, call: &Call, first: usize, lane: usize) -> Result<Shape, String> {
        let mut dims = [[0; 3]; 2];
        for (which, dim) in dims.iter_mut().enumerate() {
            for (axis, size) in dim.iter_mut().enumerate() {
                *size = self.argument(call, first + which, 4 * axis as u32, 4, lane)? as u32;
            }
        }
        let shared_bytes = self.argument(call, first + 2, 0, 4, lane)? as u32;
        Ok(Shape { grid: dims[0], block: dims[1], shared_bytes })
    }

    fn argument(
        &mut self,
        call: &Call,
        index: usize,
        offset: u32,
        bytes: u32,
        lane: usize,
    ) -> Result<u64, String> {
        let base = call.site.args.get(index).map_or(0, |arg| arg.offset);
        self.frame_value(call.at.frame.local_base + base + offset, bytes, lane)
    }
}

impl<'a> Call<'a> {
    fn kernel(&self, entry: u64) -> Result<&'a Function, String> {
        let kernel = u32::try_from(entry).ok().and_then(|pc| self.at.program.function_by_pc(pc));
        let kernel = kernel.map(|(_, function)| function).filter(|function| function.is_entry);
        kernel.ok_or_else(|| {
            format!("a device launch of {entry:#x}, which is not the address of a kernel")
        })
    }
}

impl Around<'_> {
    fn buffer(&mut self, bytes: u64) -> Result<u64, Trouble> {
        let buffer = self.runtime.parameter_buffer(self.memory, bytes);
        buffer.map_err(|_| Trouble::Error(CudaError::MemoryAllocation))
    }

    fn check(&self, program: &Program, kernel: &Function, shape: &Shape) -> Result<(), Trouble> {
        let demand = self.runtime.limits().demand(program, kernel, shape);
        demand.map(|_| ()).map_err(|refusal| Trouble::Error(refusal.error))
    }

    /// Adds a launch to those of the warp if it may be made, and otherwise frees its buffer.
    fn enter(
        &mut self,
        call: &Call,
        group: LaunchGroup,
        groups: &mut Vec<LaunchGroup>,
    ) -> Result<u64, Trouble> {
        if let Err(error) = self.admit(call, &group) {
            self.runtime.return_buffer(self.memory, group.buffer);
            return Err(error);
        }
        groups.push(group);
        Ok(0)
    }

    /// Checks whether the launch may be made. Errors of the text take precedence over run-time errors.
    fn admit(&mut self, call: &Call, group: &LaunchGroup) -> Result<(), Trouble> {
        let kernel = call.kernel(group.entry_pc.into())?;
        let LaunchGroup { grid, block, shared_bytes, .. } = *group;
        self.check(call.at.program, kernel, &Shape { grid, block, shared_bytes })?;
        if self.tb.depth >= self.runtime.limits().nesting {
            return Err(Trouble::Error(CudaError::LaunchMaxDepthExceeded));
        }
        if group.stream != 0 && !self.runtime.has_stream(group.stream) {
            return Err(Trouble::Error(CudaError::InvalidResourceHandle));
        }
        // Aggregated groups wait in the AGT, not in the pool that has the limit.
        let pends = call.which != RuntimeCall::LaunchAggGroup;
        if pends && !self.runtime.launch_pends() {
            return Err(Trouble::Error(CudaError::LaunchPendingCountExceeded));
        }
        Ok(())
    }
}
