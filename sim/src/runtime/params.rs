//! Parameter blocks: laid out for host launches, and handed out from a heap for device launches.

use super::DeviceRuntime;
use crate::mem::{GlobalMemory, MemoryFault};
use crate::ptx::Function;
use crate::workloads::Arg;
use std::collections::BTreeMap;
use thiserror::Error;

/// Alignment and granularity of parameter buffers in bytes.
const BUFFER_ALIGN: u64 = 32;
/// What faults call a buffer of the heap.
const BUFFER: &str = "a buffer of the device runtime";

/// Arguments that do not fit a kernel's parameters.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ParamError {
    /// Too many or too few arguments.
    #[error("kernel {kernel} takes {expected} arguments, {found} were given")]
    Count {
        /// Kernel.
        kernel: String,
        /// Parameters it declares.
        expected: usize,
        /// Arguments given.
        found: usize,
    },
    /// An argument of the wrong width.
    #[error("kernel {kernel}, parameter {index} ({param}): expected {expected} bytes, the argument has {found}")]
    Width {
        /// Kernel.
        kernel: String,
        /// Position of the parameter, from 0.
        index: usize,
        /// Its name.
        param: String,
        /// Its size in bytes.
        expected: u32,
        /// The argument's size in bytes.
        found: u32,
    },
    /// Device memory is exhausted.
    #[error(transparent)]
    Memory(#[from] MemoryFault),
}

impl Arg {
    fn image(self) -> ([u8; 8], u32) {
        let (bits, bytes) = match self {
            Arg::U32(value) => (u64::from(value), 4),
            Arg::F32(value) => (u64::from(value.to_bits()), 4),
            Arg::U64(value) => (value, 8),
            Arg::F64(value) => (value.to_bits(), 8),
        };
        (bits.to_le_bytes(), bytes)
    }
}

/// Allocates a parameter block for `kernel`, fills it with `args`, and returns its device address.
pub fn write_params(
    kernel: &Function,
    args: &[Arg],
    heap: &mut ParameterHeap,
    memory: &mut GlobalMemory,
) -> Result<u64, ParamError> {
    if args.len() != kernel.params.len() {
        return Err(ParamError::Count {
            kernel: kernel.name.clone(),
            expected: kernel.params.len(),
            found: args.len(),
        });
    }
    let mut block = vec![0; kernel.param_bytes as usize];
    for (index, (arg, param)) in args.iter().zip(&kernel.params).enumerate() {
        let (image, bytes) = arg.image();
        if bytes != param.bytes {
            return Err(ParamError::Width {
                kernel: kernel.name.clone(),
                index,
                param: param.name.clone(),
                expected: param.bytes,
                found: bytes,
            });
        }
        block[param.offset as usize..][..bytes as usize].copy_from_slice(&image[..bytes as usize]);
    }
    let address = heap.allocate(memory, block.len() as u64)?;
    memory.slice_mut(address, block.len() as u64)?.copy_from_slice(&block);
    memory.protect(address, format!("the parameters of kernel {}", kernel.name));
    Ok(address)
}

/// Parameter buffers in device memory: aligned to 32 bytes, reused by size after they are freed.
#[derive(Clone, Debug, Default)]
pub struct ParameterHeap {
    /// Free buffers by size; the last freed is reused first.
    free: BTreeMap<u64, Vec<u64>>,
    /// Sizes of buffers in use by address.
    used: BTreeMap<u64, u64>,
    bytes_in_use: u64,
    peak_bytes: u64,
    streams: u64,
    printed: Vec<String>,
}

impl ParameterHeap {
    /// An empty heap; it reserves device memory as it grows.
    pub fn new() -> Self {
        Self::default()
    }

    /// A zeroed buffer of at least `bytes`.
    pub fn allocate(&mut self, memory: &mut GlobalMemory, bytes: u64) -> Result<u64, MemoryFault> {
        let size = bytes.max(1).checked_next_multiple_of(BUFFER_ALIGN).unwrap_or(u64::MAX);
        let reused = self.free.get_mut(&size).and_then(Vec::pop);
        let address = match reused {
            Some(address) => {
                memory.reopen(address, bytes, BUFFER);
                memory.slice_mut(address, bytes)?.fill(0);
                address
            }
            None => memory.alloc_named(BUFFER, bytes, BUFFER_ALIGN)?,
        };
        self.used.insert(address, size);
        self.bytes_in_use += size;
        self.peak_bytes = self.peak_bytes.max(self.bytes_in_use);
        Ok(address)
    }

    /// Gives a buffer back; false if `address` is not a buffer in use.
    pub fn free(&mut self, memory: &mut GlobalMemory, address: u64) -> bool {
        let Some(size) = self.used.remove(&address) else { return false };
        memory.close(address);
        self.bytes_in_use -= size;
        self.free.entry(size).or_default().push(address);
        true
    }

    /// Bytes handed out and not yet freed.
    pub fn bytes_in_use(&self) -> u64 {
        self.bytes_in_use
    }

    /// What kernels printed so far, one text a call of `printf`, in the order of execution.
    pub fn printed(&self) -> &[String] {
        &self.printed
    }

    /// Most bytes ever in use at once.
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }
}

impl DeviceRuntime for ParameterHeap {
    fn parameter_buffer(
        &mut self,
        memory: &mut GlobalMemory,
        bytes: u64,
    ) -> Result<u64, MemoryFault> {
        self.allocate(memory, bytes)
    }

    fn create_stream(&mut self) -> u64 {
        self.streams += 1;
        self.streams
    }

    fn print(&mut self, text: String) {
        self.printed.push(text);
    }
}
