//! Device memory as the program sees it: one flat, zero-filled byte array behind a bump allocator.
//! Values only; when an access completes is decided by the timing model.

use thiserror::Error;

/// The lowest address an allocation may have; everything below faults, so a null pointer is caught.
pub const FIRST_ADDRESS: u64 = 0x1_0000;

/// An access that device memory cannot serve.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum MemoryFault {
    /// The access touches bytes outside every allocation.
    #[error("address {addr:#x} ({bytes} bytes) is outside every allocation")]
    OutOfBounds {
        /// First byte of the access.
        addr: u64,
        /// Length of the access in bytes.
        bytes: u64,
    },
    /// The address is not a multiple of the access size.
    #[error("address {addr:#x} is not aligned to {bytes} bytes")]
    Misaligned {
        /// First byte of the access.
        addr: u64,
        /// Length of the access in bytes.
        bytes: u64,
    },
    /// An allocation would exceed the capacity of the device.
    #[error("{bytes} bytes do not fit: {used} of {capacity} bytes of device memory are in use")]
    Exhausted {
        /// Requested bytes.
        bytes: u64,
        /// Bytes in use.
        used: u64,
        /// Capacity in bytes.
        capacity: u64,
    },
}

/// Flat device memory. Grows as allocations are made, up to `capacity` bytes.
#[derive(Clone, Debug)]
pub struct GlobalMemory {
    bytes: Vec<u8>,
    capacity: u64,
}

impl GlobalMemory {
    /// An empty device memory of at most `capacity` bytes (addresses stay below 4 GiB).
    pub fn new(capacity: u64) -> Self {
        Self { bytes: vec![0; FIRST_ADDRESS as usize], capacity: capacity.min(u64::from(u32::MAX)) }
    }

    /// Reserves `bytes` zeroed bytes at a multiple of `align` (a power of two) and returns the address.
    pub fn alloc(&mut self, bytes: u64, align: u64) -> Result<u64, MemoryFault> {
        let used = self.bytes.len() as u64;
        let addr = used.next_multiple_of(align.max(1));
        let end = addr.checked_add(bytes).filter(|&end| end <= self.capacity);
        let end = end.ok_or(MemoryFault::Exhausted { bytes, used, capacity: self.capacity })?;
        self.bytes.resize(end as usize, 0);
        Ok(addr)
    }

    /// Bytes reserved so far, the unusable first page included.
    pub fn used(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The bytes `addr .. addr + len`.
    #[inline]
    pub fn slice(&self, addr: u64, len: u64) -> Result<&[u8], MemoryFault> {
        let fault = MemoryFault::OutOfBounds { addr, bytes: len };
        if addr < FIRST_ADDRESS {
            return Err(fault);
        }
        let end = addr.checked_add(len).ok_or(fault)?;
        self.bytes.get(addr as usize..end as usize).ok_or(fault)
    }

    /// The bytes `addr .. addr + len`, to be written.
    #[inline]
    pub fn slice_mut(&mut self, addr: u64, len: u64) -> Result<&mut [u8], MemoryFault> {
        let fault = MemoryFault::OutOfBounds { addr, bytes: len };
        if addr < FIRST_ADDRESS {
            return Err(fault);
        }
        let end = addr.checked_add(len).ok_or(fault)?;
        self.bytes.get_mut(addr as usize..end as usize).ok_or(fault)
    }

    /// Reads a little-endian word; `addr` must be a multiple of 4.
    #[inline]
    pub fn read_u32(&self, addr: u64) -> Result<u32, MemoryFault> {
        if !addr.is_multiple_of(4) {
            return Err(MemoryFault::Misaligned { addr, bytes: 4 });
        }
        let bytes = self.slice(addr, 4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Writes a little-endian word; `addr` must be a multiple of 4.
    #[inline]
    pub fn write_u32(&mut self, addr: u64, value: u32) -> Result<(), MemoryFault> {
        if !addr.is_multiple_of(4) {
            return Err(MemoryFault::Misaligned { addr, bytes: 4 });
        }
        self.slice_mut(addr, 4)?.copy_from_slice(&value.to_le_bytes());
        Ok(())
    }

    /// Copies words in, from `addr` on.
    pub fn write_u32s(&mut self, addr: u64, values: &[u32]) -> Result<(), MemoryFault> {
        let target = self.slice_mut(addr, 4 * values.len() as u64)?;
        for (bytes, value) in target.chunks_exact_mut(4).zip(values) {
            bytes.copy_from_slice(&value.to_le_bytes());
        }
        Ok(())
    }

    /// Copies `count` words out, from `addr` on.
    pub fn read_u32s(&self, addr: u64, count: u64) -> Result<Vec<u32>, MemoryFault> {
        let words = self.slice(addr, 4 * count)?.chunks_exact(4);
        Ok(words.map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
    }
}
