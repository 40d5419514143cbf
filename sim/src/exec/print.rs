//! Functions of the device library: `vprintf`, `__assertfail`, `malloc` and `free`, and those of mapping
//! functions.

use super::block::TbContext;
use super::format::{format, Arguments};
use super::memory::{lanes_of, LaneFault};
use super::warp::{Site, Warp};
use crate::graph::Mapping;
use crate::mem::GlobalMemory;
use crate::ptx::{CallSite, FrameVar, LibraryCall};
use crate::runtime::DeviceRuntime;

/// Longest text that is read. A longer one is taken to lack its final zero.
const MAX_TEXT: usize = 1 << 20;
/// Return value of `vprintf` without a format.
const NO_FORMAT: u32 = -1_i32 as u32;

/// The arguments that a lane passes to `vprintf`. Each is stored at the next multiple of its own size.
struct Buffer<'a> {
    warp: &'a mut Warp,
    tb: &'a mut TbContext,
    memory: &'a mut GlobalMemory,
    lane: usize,
    at: u64,
}

impl Arguments for Buffer<'_> {
    fn next(&mut self, bytes: u64) -> Result<u64, String> {
        let address = self.at.next_multiple_of(bytes);
        self.at = address + bytes;
        self.warp.load_generic(address, bytes, self.lane, self.tb, self.memory)
    }

    fn text(&mut self, address: u64) -> Result<Vec<u8>, String> {
        self.warp.text(address, self.lane, self.tb, self.memory)
    }
}

/// Splits an argument, or a structure passed by value, into 32-bit words.
fn words(arg: &FrameVar) -> impl Iterator<Item = FrameVar> {
    let FrameVar { offset, bytes } = *arg;
    let word = if bytes > 8 { 4 } else { bytes };
    (0..bytes / word.max(1))
        .map(move |index| FrameVar { offset: offset + word * index, bytes: word })
}

/// Returns the record of a mapping function, and refuses kernels.
fn mapping(runtime: &mut dyn DeviceRuntime) -> Result<&mut Mapping, String> {
    let only = "WF::AddDependency and WF::SetPolicy belong into a mapping function, which the host runs before the kernel";
    runtime.mapping().ok_or_else(|| only.to_string())
}

impl Warp {
    /// Calls a library function in each lane, in order.
    pub(super) fn call_library(
        &mut self,
        at: &Site,
        call: LibraryCall,
        site: &CallSite,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
        runtime: &mut dyn DeviceRuntime,
    ) -> Result<(), LaneFault> {
        for lane in lanes_of(at.mask) {
            let fail = |message: String| (lane as u32, message);
            let mut values = [0; 5];
            let words = site.args.iter().flat_map(words);
            for (value, arg) in values.iter_mut().zip(words) {
                let place = at.frame.local_base + arg.offset;
                *value = self.frame_value(place, arg.bytes, lane).map_err(fail)?;
            }
            let result = match call {
                LibraryCall::Printf => {
                    let [format, arguments, ..] = values;
                    let (text, count) = self
                        .printed(format, arguments, lane, tb, memory)
                        .map_err(|message| fail(format!("printf: {message}")))?;
                    runtime.print(text);
                    u64::from(count)
                }
                LibraryCall::Malloc => runtime
                    .heap_allocate(memory, values[0])
                    .map_err(|fault| fail(format!("malloc: {fault}")))?,
                LibraryCall::Free => {
                    let address = values[0];
                    // As in C, freeing a null pointer does nothing.
                    if address != 0 && !runtime.heap_free(memory, address) {
                        let message = format!(
                            "free: no memory from malloc that is in use begins at {address:#x}"
                        );
                        return Err(fail(message));
                    }
                    0
                }
                LibraryCall::AssertFail => {
                    let message = self
                        .assertion(values, lane, tb, memory)
                        .map_err(|message| fail(format!("__assertfail: {message}")))?;
                    return Err(fail(message));
                }
                LibraryCall::AddDependency => {
                    let [x, y, z, ..] = values.map(|value| value as u32);
                    let mapping = mapping(runtime).map_err(fail)?;
                    mapping.add_dependency(tb, [x, y, z]).map_err(fail)?;
                    continue;
                }
                LibraryCall::SetPolicy => {
                    let [policy, bound, ..] = values.map(|value| value as u32);
                    mapping(runtime).map_err(fail)?.set_policy(policy, bound).map_err(fail)?;
                    continue;
                }
            };
            self.changed = true;
            if let Some(target) = site.results.first() {
                let place = at.frame.local_base + target.offset;
                self.set_frame_value(place, target.bytes, lane, result).map_err(fail)?;
            }
        }
        Ok(())
    }

    /// Formats what a lane prints, and counts the arguments used.
    fn printed(
        &mut self,
        text: u64,
        arguments: u64,
        lane: usize,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
    ) -> Result<(String, u32), String> {
        if text == 0 {
            return Ok((String::new(), NO_FORMAT));
        }
        let text = self.text(text, lane, tb, memory)?;
        let mut buffer = Buffer { warp: self, tb, memory, lane, at: arguments };
        let (bytes, count) = format(&text, &mut buffer)?;
        Ok((String::from_utf8_lossy(&bytes).into_owned(), count))
    }

    /// Formats a failed assertion with CUDA's words.
    fn assertion(
        &mut self,
        [message, file, line, function, _]: [u64; 5],
        lane: usize,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
    ) -> Result<String, String> {
        let mut text = |address: u64| -> Result<String, String> {
            let bytes = self.text(address, lane, tb, memory)?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        };
        let (message, file, function) = (text(message)?, text(file)?, text(function)?);
        let [x, y, z] = tb.block_idx;
        let tid = self.tid.map(|axis| axis[lane]);
        Ok(format!(
            "{file}:{line}: {function}: block: [{x},{y},{z}], thread: [{},{},{}] Assertion `{message}` failed.",
            tid[0], tid[1], tid[2]
        ))
    }

    /// Reads the bytes at a generic address up to a zero.
    fn text(
        &mut self,
        address: u64,
        lane: usize,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
    ) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        loop {
            let address = address.wrapping_add(bytes.len() as u64);
            match self.load_generic(address, 1, lane, tb, memory)? as u8 {
                0 => return Ok(bytes),
                _ if bytes.len() == MAX_TEXT => {
                    return Err(format!(
                        "the text before {address:#x} does not end within {MAX_TEXT} bytes"
                    ));
                }
                byte => bytes.push(byte),
            }
        }
    }
}
