//! Allocates buffers of 32-bit words and of bytes in device memory for the applications.

use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Allocates a buffer of `count` words that faults call `name`. Returns its address.
pub(super) fn words(
    memory: &mut GlobalMemory,
    name: &'static str,
    count: u64,
) -> Result<u64, MemoryFault> {
    memory.alloc_named(name, 4 * count, 256)
}

/// Allocates a buffer that faults call `name` and that holds `values`. Returns its address.
pub(super) fn place(
    memory: &mut GlobalMemory,
    name: &'static str,
    values: &[u32],
) -> Result<u64, MemoryFault> {
    let addr = words(memory, name, values.len() as u64)?;
    memory.write_u32s(addr, values)?;
    Ok(addr)
}

/// Allocates a buffer that faults call `name` and that holds bytes. Returns its address.
pub(super) fn place_bytes(
    memory: &mut GlobalMemory,
    name: &'static str,
    values: &[u8],
) -> Result<u64, MemoryFault> {
    let addr = memory.alloc_named(name, values.len() as u64, 256)?;
    memory.slice_mut(addr, values.len() as u64)?.copy_from_slice(values);
    Ok(addr)
}
