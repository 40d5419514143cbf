//! Device memory as the program sees it: one flat, zero-filled byte array behind a bump allocator. It holds values
//! only; the timing model decides when an access completes.

use super::outside::OutsideReads;
use super::regions::{Regions, GRANULE};
use std::borrow::Cow;
use std::ops::Range;
use thiserror::Error;

/// The lowest address an allocation may have. Every access below it faults, so a null pointer is caught.
pub const FIRST_ADDRESS: u64 = 0x1_0000;

/// An access that device memory cannot serve.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MemoryFault {
    /// The access begins so low that the pointer must have been null.
    #[error("address {addr:#x} ({bytes} bytes) is a null pointer")]
    Null {
        /// First byte of the access.
        addr: u64,
        /// Length of the access in bytes.
        bytes: u64,
    },
    /// The access touches bytes outside every allocation.
    #[error("address {addr:#x} ({bytes} bytes) is out of bounds: {near}")]
    OutOfBounds {
        /// First byte of the access.
        addr: u64,
        /// Length of the access in bytes.
        bytes: u64,
        /// Position of the access relative to the nearest allocation.
        near: String,
    },
    /// The access touches memory that was freed.
    #[error("address {addr:#x} ({bytes} bytes) was freed: it was in {near}")]
    Freed {
        /// First byte of the access.
        addr: u64,
        /// Length of the access in bytes.
        bytes: u64,
        /// The allocation that was freed.
        near: String,
    },
    /// The access stores to memory that kernels may only read.
    #[error("address {addr:#x} ({bytes} bytes) cannot be written: {near} is read-only")]
    ReadOnly {
        /// First byte of the access.
        addr: u64,
        /// Length of the access in bytes.
        bytes: u64,
        /// The read-only allocation.
        near: String,
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
    #[error("{bytes} bytes do not fit: {used} of {capacity} bytes of device memory are in use; raise memory_bytes, use a smaller input, or have fewer launches pending at a time")]
    Exhausted {
        /// Requested bytes.
        bytes: u64,
        /// Bytes in use.
        used: u64,
        /// Capacity in bytes.
        capacity: u64,
    },
}

/// Flat device memory. It grows as allocations are made, up to `capacity` bytes. Every allocation has unused bytes
/// behind it, and an access must lie inside one allocation.
#[derive(Clone, Debug)]
pub struct GlobalMemory {
    bytes: Vec<u8>,
    capacity: u64,
    regions: Regions,
    /// Address and length of each write since [`GlobalMemory::log_writes`].
    log: Option<Vec<(u64, u64)>>,
    /// Loads outside every allocation, if they return zeros.
    outside: Option<OutsideReads>,
}

impl GlobalMemory {
    /// Creates an empty device memory of at most `capacity` bytes (addresses stay below 4 GiB).
    pub fn new(capacity: u64) -> Self {
        Self {
            bytes: vec![0; FIRST_ADDRESS as usize],
            capacity: capacity.min(u64::from(u32::MAX)),
            regions: Regions::new(FIRST_ADDRESS),
            log: None,
            outside: None,
        }
    }

    /// Reserves `bytes` zeroed bytes at a multiple of `align` (a power of two) and returns the address.
    pub fn alloc(&mut self, bytes: u64, align: u64) -> Result<u64, MemoryFault> {
        self.alloc_named("an allocation", bytes, align)
    }

    /// Allocates like [`GlobalMemory::alloc`]; faults call the memory `name`, such as "buffer `x`".
    pub fn alloc_named(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        bytes: u64,
        align: u64,
    ) -> Result<u64, MemoryFault> {
        self.add(name.into(), bytes, align, false)
    }

    /// Allocates like [`GlobalMemory::alloc_named`] what the machine needs and the program does not know of.
    pub fn alloc_internal(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        bytes: u64,
        align: u64,
    ) -> Result<u64, MemoryFault> {
        self.add(name.into(), bytes, align, true)
    }

    fn add(
        &mut self,
        name: Cow<'static, str>,
        bytes: u64,
        align: u64,
        internal: bool,
    ) -> Result<u64, MemoryFault> {
        let exhausted =
            MemoryFault::Exhausted { bytes, used: self.used(), capacity: self.capacity };
        let Some(addr) = self.regions.start(align) else { return Err(exhausted) };
        // An empty allocation has a granule too, to which it can grow when it is reused.
        let end = addr.checked_add(bytes.max(1));
        let end = end.and_then(|end| end.checked_next_multiple_of(GRANULE));
        let end = end.filter(|&end| end <= self.capacity);
        let Some(end) = end else { return Err(exhausted) };
        self.bytes.resize(end as usize, 0);
        self.regions.push(addr, bytes, name, internal);
        Ok(addr)
    }

    /// Lets loads of kernels outside every allocation return zeros from now on.
    pub fn zero_outside_reads(&mut self) {
        self.outside = Some(OutsideReads::default());
    }

    /// Returns the loads that did; none without [`GlobalMemory::zero_outside_reads`].
    pub fn outside_reads(&self) -> Option<&OutsideReads> {
        self.outside.as_ref()
    }

    /// Whether a load that ended in `fault` returns zeros instead. It is counted then.
    pub(crate) fn excuses(&mut self, fault: &MemoryFault) -> bool {
        let capacity = self.capacity;
        self.outside.as_mut().is_some_and(|outside| outside.excuse(fault, capacity))
    }

    /// Makes the allocation at `addr` read-only, for the host too, and names it `name`.
    pub fn protect(&mut self, addr: u64, name: impl Into<Cow<'static, str>>) {
        self.regions.protect(addr, name.into());
    }

    /// Frees the allocation at `addr`: every later access to it is a fault.
    pub fn close(&mut self, addr: u64) {
        self.regions.close(addr);
    }

    /// Reuses a freed allocation under another name; its contents stay. It can grow to the next multiple of
    /// `GRANULE` only.
    pub fn reopen(&mut self, addr: u64, bytes: u64, name: impl Into<Cow<'static, str>>) {
        self.regions.reopen(addr, bytes, name.into());
    }

    /// Returns the bytes reserved so far, including the unusable first page and the gaps between allocations.
    pub fn used(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns the name of the allocation in which an address lies, if it is in use.
    pub fn name_of(&self, addr: u64) -> Option<&str> {
        self.regions.name_of(addr)
    }

    /// Returns the whole allocation that contains `addr .. addr + len`, to be written if `write`.
    #[inline]
    pub(crate) fn region(
        &self,
        addr: u64,
        len: u64,
        write: bool,
    ) -> Result<Range<u64>, MemoryFault> {
        self.regions.find(addr, len, write)
    }

    /// Returns whether all of `addr .. addr + len` lies in one allocation that may be read, or written if `write`.
    #[inline]
    pub(crate) fn holds(&self, addr: u64, len: u64, write: bool) -> bool {
        self.regions.hold(addr, len, write)
    }

    /// Returns bytes that [`GlobalMemory::region`] or [`GlobalMemory::holds`] has allowed to be accessed.
    #[inline]
    pub(crate) fn inside(&mut self, addr: u64, len: u64) -> &mut [u8] {
        &mut self.bytes[addr as usize..(addr + len) as usize]
    }

    /// Returns the bytes `addr .. addr + len`.
    #[inline]
    pub fn slice(&self, addr: u64, len: u64) -> Result<&[u8], MemoryFault> {
        self.regions.find(addr, len, false)?;
        Ok(&self.bytes[addr as usize..(addr + len) as usize])
    }

    /// Returns the bytes `addr .. addr + len`, to be written.
    #[inline]
    pub fn slice_mut(&mut self, addr: u64, len: u64) -> Result<&mut [u8], MemoryFault> {
        self.regions.find(addr, len, true)?;
        Ok(self.logged(addr, len))
    }

    /// Returns the bytes `addr .. addr + len`, to be written by the host: also if kernels may only read them.
    pub fn host_slice_mut(&mut self, addr: u64, len: u64) -> Result<&mut [u8], MemoryFault> {
        self.regions.find(addr, len, false)?;
        Ok(self.logged(addr, len))
    }

    #[inline]
    fn logged(&mut self, addr: u64, len: u64) -> &mut [u8] {
        if let Some(log) = &mut self.log {
            log.push((addr, len));
        }
        self.inside(addr, len)
    }

    /// Starts recording what is written through [`GlobalMemory::slice_mut`], its like for the host and the word
    /// functions. Called around the host's turn, it records what the host copies.
    pub fn log_writes(&mut self) {
        self.log = Some(Vec::new());
    }

    /// Stops recording. Returns address and length of each write, in order.
    pub fn logged_writes(&mut self) -> Vec<(u64, u64)> {
        self.log.take().unwrap_or_default()
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
