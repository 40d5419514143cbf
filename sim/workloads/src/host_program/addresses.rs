//! Buffers that hold the addresses of buffers, as a kernel takes an array of pointers.

use super::file::BufferEntry;
use super::Buffer;
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Returns the numbers of the buffers that `of` of an entry names.
pub(super) fn resolve(entry: &BufferEntry, buffers: &[Buffer]) -> Result<Vec<usize>, String> {
    let number = |text: &String| {
        let form = || format!("of: `{text}` is not a buffer; write \"$NAME\" with the name of one");
        let name = text.strip_prefix('$').ok_or_else(form)?;
        buffers.iter().position(|buffer| buffer.name == name).ok_or_else(|| {
            let known: Vec<&str> = buffers.iter().map(|buffer| buffer.name.as_str()).collect();
            format!("of: there is no buffer `{name}`; buffers are: {}", known.join(", "))
        })
    };
    entry.of.iter().flatten().map(number).collect()
}

/// Stores the addresses that buffers hold of others, when all are placed.
pub(super) fn store(
    buffers: &[Buffer],
    addresses: &[u64],
    memory: &mut GlobalMemory,
) -> Result<(), MemoryFault> {
    let placed = buffers.iter().zip(addresses);
    for (buffer, &target) in placed.filter(|(buffer, _)| !buffer.of.is_empty()) {
        let image: Vec<u8> =
            buffer.of.iter().flat_map(|&other| addresses[other].to_le_bytes()).collect();
        memory.host_slice_mut(target, image.len() as u64)?.copy_from_slice(&image);
    }
    Ok(())
}
