//! Parameter blocks: laid out for host launches, and allocated from a heap for device launches.

use super::heap::DeviceHeap;
use super::{CudaError, DeviceRuntime, LaunchLimits};
use crate::graph::Mapping;
use crate::host::Arg;
use crate::log;
use crate::mem::{GlobalMemory, MemoryFault};
use crate::ptx::{Function, ValueKind};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// Alignment and granularity of descriptors, records and host parameters in bytes.
pub(crate) const BUFFER_BYTES: u64 = 32;
/// Name of a heap buffer in faults.
const BUFFER: &str = "a buffer of the device runtime";
/// Name of a buffer that a kernel requested.
const PARAMETER_BUFFER: &str = "a parameter buffer of a device launch";
/// Alignment and granularity of the buffers that kernels request, as CUDA guarantees it.
const PARAMETER_ALIGN: u64 = 64;

/// Arguments that do not fit a kernel's parameters.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ParamError {
    /// Too many or too few arguments.
    #[error("kernel {kernel} takes {expected} arguments, {found} were given")]
    Count {
        /// Kernel.
        kernel: String,
        /// Number of parameters that it declares.
        expected: usize,
        /// Number of arguments given.
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
    /// A float for an integer, or an integer for a float.
    #[error("kernel {kernel}, parameter {index} ({param}): it is {}, the argument is {}", expected.name(), found.name())]
    Kind {
        /// Kernel.
        kernel: String,
        /// Position of the parameter, from 0.
        index: usize,
        /// Its name.
        param: String,
        /// What it is declared to be.
        expected: ValueKind,
        /// What the argument is.
        found: ValueKind,
    },
    /// Device memory is exhausted.
    #[error(transparent)]
    Memory(#[from] MemoryFault),
}

/// Allocates a parameter block for `kernel`, fills it with `args`, and returns its device address.
pub fn write_params(
    kernel: &Function,
    args: &[Arg],
    heap: &mut ParameterHeap,
    memory: &mut GlobalMemory,
) -> Result<u64, ParamError> {
    write_params_behind(kernel, args, Lead::None, heap, memory)
}

/// Bytes of the workspace in which the TBs of a cooperative grid meet; CUDA's own uses the first eight.
pub(crate) const WORKSPACE_BYTES: u64 = 64;

/// What is before a parameter block, in its allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    /// Nothing.
    None,
    /// As many bytes for the hardware, a multiple of 32.
    Header(u64),
    /// The workspace of a cooperative grid, which the kernel writes to.
    Workspace,
}

impl Lead {
    /// Returns its size.
    pub fn bytes(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Header(bytes) => bytes,
            Self::Workspace => WORKSPACE_BYTES,
        }
    }
}

/// Writes parameters like [`write_params`], with something before the block.
pub(crate) fn write_params_behind(
    kernel: &Function,
    args: &[Arg],
    lead: Lead,
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
        let image = arg.image();
        if image.len() != param.bytes as usize {
            return Err(ParamError::Width {
                kernel: kernel.name.clone(),
                index,
                param: param.name.clone(),
                expected: param.bytes,
                found: image.len() as u32,
            });
        }
        if !param.kind.takes(arg.kind()) {
            return Err(ParamError::Kind {
                kernel: kernel.name.clone(),
                index,
                param: param.name.clone(),
                expected: param.kind,
                found: arg.kind(),
            });
        }
        block[param.offset as usize..][..image.len()].copy_from_slice(&image);
    }
    let begin = heap.allocate(memory, lead.bytes() + block.len() as u64)?;
    let address = begin + lead.bytes();
    memory.slice_mut(address, block.len() as u64)?.copy_from_slice(&block);
    match lead {
        Lead::Workspace => memory.slice_mut(begin, WORKSPACE_BYTES)?.fill(0),
        _ => memory.protect(address, format!("the parameters of kernel {}", kernel.name)),
    }
    Ok(address)
}

/// First handle of a created stream. CUDA keeps the small ones for its own streams.
const FIRST_STREAM: u64 = 0x100;

/// Parameter buffers in device memory, aligned to 32 or 64 bytes and reused by size after they are freed. Also
/// holds the other state of the device runtime: streams, and how many launches wait.
#[derive(Clone, Debug, Default)]
pub struct ParameterHeap {
    /// Free buffers by alignment and size; the last freed is reused first.
    free: BTreeMap<(u64, u64), Vec<u64>>,
    /// Alignments and sizes of buffers in use by address.
    used: BTreeMap<u64, (u64, u64)>,
    bytes_in_use: u64,
    peak_bytes: u64,
    /// The allocations of `malloc` in kernels.
    kernels: DeviceHeap,
    printed: Vec<String>,
    /// Addresses of the texts that programs have asked for.
    texts: BTreeMap<&'static str, u64>,
    streams_created: u64,
    streams: BTreeSet<u64>,
    limits: LaunchLimits,
    pending: u32,
    errors: u64,
    first_error: Option<CudaError>,
    mapping: Option<Mapping>,
}

impl ParameterHeap {
    /// Creates an empty heap, which reserves device memory as it grows.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty heap of a device with these limits.
    pub fn with_limits(limits: LaunchLimits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Creates an empty heap that records the calls of a mapping function.
    pub(crate) fn for_mapping() -> Self {
        Self { mapping: Some(Mapping::default()), ..Self::default() }
    }

    /// Returns whether `address` is a buffer in use.
    pub fn holds(&self, address: u64) -> bool {
        self.used.contains_key(&address)
    }

    /// Allocates a zeroed buffer of `bytes` bytes.
    pub fn allocate(&mut self, memory: &mut GlobalMemory, bytes: u64) -> Result<u64, MemoryFault> {
        self.allocate_aligned(memory, bytes, BUFFER_BYTES)
    }

    fn allocate_aligned(
        &mut self,
        memory: &mut GlobalMemory,
        bytes: u64,
        align: u64,
    ) -> Result<u64, MemoryFault> {
        let size = bytes.max(1).checked_next_multiple_of(BUFFER_BYTES).unwrap_or(u64::MAX);
        let is_requested = align == PARAMETER_ALIGN;
        let name = if is_requested { PARAMETER_BUFFER } else { BUFFER };
        let reused = self.free.get_mut(&(align, size)).and_then(Vec::pop);
        let address = match reused {
            Some(address) => {
                memory.reopen(address, bytes, name);
                memory.slice_mut(address, bytes)?.fill(0);
                address
            }
            None if is_requested => memory.alloc_named(name, bytes, align)?,
            None => memory.alloc_internal(name, bytes, align)?,
        };
        self.used.insert(address, (align, size));
        log::note(|| log::Event::Bytes(size as i64));
        self.bytes_in_use += size;
        self.peak_bytes = self.peak_bytes.max(self.bytes_in_use);
        Ok(address)
    }

    /// Frees a buffer. Returns false if `address` is not a buffer in use.
    pub fn free(&mut self, memory: &mut GlobalMemory, address: u64) -> bool {
        let Some((align, size)) = self.used.remove(&address) else { return false };
        memory.close(address);
        log::note(|| log::Event::Bytes(-(size as i64)));
        self.bytes_in_use -= size;
        self.free.entry((align, size)).or_default().push(address);
        true
    }

    /// Returns the bytes allocated and not yet freed.
    pub fn bytes_in_use(&self) -> u64 {
        self.bytes_in_use
    }

    /// Returns what kernels printed so far, one text per call of `printf`, in the order of execution.
    pub fn printed(&self) -> &[String] {
        &self.printed
    }

    /// Returns the number of calls that returned an error value.
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// Returns the first error value that a call returned.
    pub fn first_error(&self) -> Option<CudaError> {
        self.first_error
    }

    /// Returns the most bytes ever in use at once.
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
        self.allocate_aligned(memory, bytes, PARAMETER_ALIGN)
    }

    fn return_buffer(&mut self, memory: &mut GlobalMemory, address: u64) {
        self.free(memory, address);
    }

    fn holds_parameters(&self, address: u64) -> bool {
        let below = self.used.range(..=address).next_back();
        below.is_some_and(|(start, (_, size))| address - start < *size)
    }

    fn heap_allocate(&mut self, memory: &mut GlobalMemory, bytes: u64) -> Result<u64, MemoryFault> {
        self.kernels.allocate(memory, bytes)
    }

    fn heap_free(&mut self, memory: &mut GlobalMemory, address: u64) -> bool {
        self.kernels.free(memory, address)
    }

    fn create_stream(&mut self) -> u64 {
        let stream = FIRST_STREAM + self.streams_created;
        self.streams_created += 1;
        self.streams.insert(stream);
        stream
    }

    fn text(&mut self, memory: &mut GlobalMemory, text: &'static str) -> Result<u64, MemoryFault> {
        if let Some(&address) = self.texts.get(text) {
            return Ok(address);
        }
        let bytes = text.len() as u64;
        let address = memory.alloc_named("a text of the device runtime", bytes + 1, 1)?;
        memory.slice_mut(address, bytes)?.copy_from_slice(text.as_bytes());
        memory.protect(address, "a text of the device runtime");
        self.texts.insert(text, address);
        Ok(address)
    }

    fn print(&mut self, text: String) {
        self.printed.push(text);
    }

    fn destroy_stream(&mut self, stream: u64) -> bool {
        self.streams.remove(&stream)
    }

    fn has_stream(&self, stream: u64) -> bool {
        self.streams.contains(&stream)
    }

    fn limits(&self) -> &LaunchLimits {
        &self.limits
    }

    fn launch_pends(&mut self) -> bool {
        let below_limit = self.pending < self.limits.pending;
        self.pending += u32::from(below_limit);
        below_limit
    }

    fn call_failed(&mut self, error: CudaError) {
        self.errors += 1;
        self.first_error.get_or_insert(error);
    }

    fn launch_starts(&mut self) {
        self.pending = self.pending.saturating_sub(1);
    }

    fn mapping(&mut self) -> Option<&mut Mapping> {
        self.mapping.as_mut()
    }
}
