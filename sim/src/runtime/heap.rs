//! The heap of `malloc` and `free` in device code.

use crate::mem::{GlobalMemory, MemoryFault};
use std::collections::BTreeMap;

/// Most bytes in use at once, as in CUDA unless the host sets `cudaLimitMallocHeapSize`.
const HEAP_BYTES: u64 = 8 << 20;
/// Alignment of all returned addresses.
const HEAP_ALIGN: u64 = 16;

/// Allocations of a device's kernels. Freed memory is reused for allocations of the same size, the last freed
/// first. Any other access to it is a fault.
#[derive(Clone, Debug, Default)]
pub(super) struct DeviceHeap {
    /// Sizes of the allocations in use by address.
    used: BTreeMap<u64, u64>,
    /// Addresses that were freed, by size.
    free: BTreeMap<u64, Vec<u64>>,
    bytes_in_use: u64,
}

impl DeviceHeap {
    /// Returns the address of an allocation whose contents are undefined; 0 if the heap is full.
    pub fn allocate(&mut self, memory: &mut GlobalMemory, bytes: u64) -> Result<u64, MemoryFault> {
        let name = "memory from malloc";
        let size = bytes.max(1).checked_next_multiple_of(HEAP_ALIGN);
        let Some(size) = size.filter(|&size| size <= HEAP_BYTES - self.bytes_in_use) else {
            return Ok(0);
        };
        let address = match self.free.get_mut(&size).and_then(Vec::pop) {
            Some(address) => {
                memory.reopen(address, size, name);
                address
            }
            None => memory.alloc_named(name, size, HEAP_ALIGN)?,
        };
        self.used.insert(address, size);
        self.bytes_in_use += size;
        Ok(address)
    }

    /// Frees an allocation. Returns false if no allocation in use begins there.
    pub fn free(&mut self, memory: &mut GlobalMemory, address: u64) -> bool {
        let Some(size) = self.used.remove(&address) else { return false };
        memory.close(address);
        self.bytes_in_use -= size;
        self.free.entry(size).or_default().push(address);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// An allocation is refused exactly if it and those in use exceed the heap, whatever was freed before, and
        /// those in use do not overlap.
        #[test]
        fn what_is_freed_may_be_allocated_again(
            calls in prop::collection::vec((prop::bool::ANY, 0..6u64, any::<prop::sample::Index>()), 0..80)
        ) {
            let (mut memory, mut heap) = (GlobalMemory::new(1 << 28), DeviceHeap::default());
            let mut used: Vec<(u64, u64)> = Vec::new();
            for (allocates, size, which) in calls {
                let in_use: u64 = used.iter().map(|(_, size)| size).sum();
                let size = (size << 20) + 16;
                if !allocates && !used.is_empty() {
                    let (address, _) = used.swap_remove(which.index(used.len()));
                    prop_assert!(heap.free(&mut memory, address));
                    prop_assert!(!heap.free(&mut memory, address), "it is free already");
                    continue;
                }
                let address = heap.allocate(&mut memory, size).unwrap();
                let fits = in_use + size <= HEAP_BYTES;
                let rule = format!("{size} bytes are given exactly if they fit beside {in_use} in use");
                prop_assert_eq!(address != 0, fits, "{}", rule);
                if address != 0 {
                    let apart = |&(other, bytes): &(u64, u64)| address + size <= other || other + bytes <= address;
                    prop_assert!(used.iter().all(apart));
                    used.push((address, size));
                }
            }
        }
    }
}
