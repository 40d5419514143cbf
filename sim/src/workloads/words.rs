//! Buffers of 32-bit words in device memory, as the applications set them up.

use crate::mem::{GlobalMemory, MemoryFault};

/// A buffer of `count` words that faults call `name`; returns its address.
pub(super) fn words(
    memory: &mut GlobalMemory,
    name: &'static str,
    count: u64,
) -> Result<u64, MemoryFault> {
    memory.alloc_named(name, 4 * count, 256)
}

/// A buffer that faults call `name` and that holds `values`; returns its address.
pub(super) fn place(
    memory: &mut GlobalMemory,
    name: &'static str,
    values: &[u32],
) -> Result<u64, MemoryFault> {
    let addr = words(memory, name, values.len() as u64)?;
    memory.write_u32s(addr, values)?;
    Ok(addr)
}
