//! `cudaMemcpyAsync` and `cudaMemsetAsync`: launches of the device runtime's own kernels.

use super::{Around, Call, Trouble};
use crate::exec::memory::resolve;
use crate::exec::warp::Warp;
use crate::exec::LaunchGroup;
use crate::ptx::{Function, RuntimeCall, RuntimeKernel, Space};
use crate::runtime::CudaError;

/// Threads of a TB that copies or sets, if an SMX has as many.
const THREADS: u32 = 256;
/// Bytes that a thread may move, the most first. The last divides everything.
const WIDTHS: [u32; 3] = [16, 4, 1];
/// `cudaMemcpyDeviceToDevice`.
const DEVICE_TO_DEVICE: u64 = 3;
/// `cudaMemcpyDefault`: the addresses say which memory they are in.
const DEFAULT: u64 = 4;

impl Warp {
    /// Returns the launch that a lane's call stands for; none for a call that moves nothing.
    pub(super) fn move_group(
        &mut self,
        call: &Call,
        lane: usize,
        around: &mut Around,
    ) -> Result<Option<LaunchGroup>, Trouble> {
        let to = self.argument(call, 0, 0, 8, lane)?;
        let bytes = self.argument(call, 2, 0, 8, lane)?;
        let copies = call.which == RuntimeCall::MemcpyAsync;
        let (kernel, other, stream) = if copies {
            let kind = self.argument(call, 3, 0, 4, lane)?;
            checked_kind(kind)?;
            let from = self.argument(call, 1, 0, 8, lane)?;
            (RuntimeKernel::Copy, from, self.argument(call, 4, 0, 8, lane)?)
        } else {
            let value = self.argument(call, 1, 0, 4, lane)? & 0xff;
            (RuntimeKernel::Set, value, self.argument(call, 3, 0, 8, lane)?)
        };
        if bytes == 0 {
            return Ok(None);
        }
        if !is_global(to) || copies && !is_global(other) {
            return Err(Trouble::Error(CudaError::InvalidValue));
        }
        let positions = if copies { to | other | bytes } else { to | bytes };
        let width = width_of(positions);
        let words = if copies {
            [to, other, bytes, width.into()]
        } else {
            // The width and the value are parameters of 32 bits each.
            [to, bytes, u64::from(width) | (other * 0x0101_0101) << 32, 0]
        };
        let function = kernel.find(call.at.program);
        let function = function.ok_or_else(|| "the file does not declare it".to_owned())?;
        around.moves(lane, function, &words, width, bytes, stream).map(Some)
    }
}

/// Refuses a copy that names host memory.
pub(super) fn checked_kind(kind: u64) -> Result<(), Trouble> {
    match [DEVICE_TO_DEVICE, DEFAULT].contains(&kind) {
        true => Ok(()),
        false => Err(Trouble::Error(CudaError::InvalidMemcpyDirection)),
    }
}

/// Whether an address is in global memory.
pub(super) fn is_global(address: u64) -> bool {
    resolve(Space::Generic, address, 0).0 == Space::Global
}

/// Returns the bytes that a thread may move if all these addresses and lengths, joined by `|`, are multiples of it.
pub(super) fn width_of(positions: u64) -> u32 {
    WIDTHS.into_iter().find(|&width| positions.is_multiple_of(width.into())).unwrap_or(1)
}

impl Around<'_> {
    /// Writes the parameters of a kernel, as many as it has, and returns its launch.
    pub(super) fn moves(
        &mut self,
        lane: usize,
        function: &Function,
        words: &[u64],
        width: u32,
        bytes: u64,
        stream: u64,
    ) -> Result<LaunchGroup, Trouble> {
        let threads = THREADS.min(self.runtime.limits().threads).max(1);
        let tbs = bytes.div_ceil(u64::from(width) * u64::from(threads));
        let tbs = u32::try_from(tbs).map_err(|_| Trouble::Error(CudaError::InvalidValue))?;
        let buffer = self.buffer(function.param_bytes.into())?;
        let image: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let block = self.memory.slice_mut(buffer, function.param_bytes.into());
        let block = block.map_err(|fault| format!("the parameters of a copy: {fault}"))?;
        block.copy_from_slice(&image[..block.len()]);
        Ok(LaunchGroup {
            lane: lane as u8,
            entry_pc: function.entry_pc,
            param: buffer,
            buffer,
            grid: [tbs, 1, 1],
            block: [threads, 1, 1],
            shared_bytes: 0,
            stream,
        })
    }
}
