//! Loads, stores and atomics. Values move at once; the addresses are left in `Warp::access` for the timing model.

use super::atomics::atomic;
use super::block::TbContext;
use super::lanes::{extend, ones};
use super::warp::{Lanes, Site, Warp};
use super::{AccessKind, WarningKind, LOCAL_WINDOW, SHARED_WINDOW, WARP_SIZE};
use crate::bits::set_bits;
use crate::mem::GlobalMemory;
use crate::ptx::{Op, Space};
use std::ops::Range;

/// A lane and its error.
pub(super) type LaneFault = (u32, String);

/// Returns the lanes set in a mask, in ascending order.
pub(super) fn lanes_of(mask: u32) -> impl Iterator<Item = usize> {
    set_bits(u64::from(mask))
}

/// Resolves an address as written in an instruction for `space` to a space and the address within it.
pub(super) fn resolve(space: Space, addr: u64, param_base: u64) -> (Space, u64) {
    match space {
        Space::Generic if addr >= SHARED_WINDOW => (Space::Shared, addr - SHARED_WINDOW),
        Space::Generic if addr >= LOCAL_WINDOW => (Space::Local, addr - LOCAL_WINDOW),
        Space::Generic => (Space::Global, addr),
        Space::Param => (Space::Param, param_base.wrapping_add(addr)),
        space => (space, addr),
    }
}

/// Returns the effective address of an instruction for `space`. 32-bit addresses of shared and local memory wrap
/// around, so a base below the variable plus an offset finds it.
pub(super) fn effective(space: Space, base: u64, offset: i64) -> u64 {
    let address = base.wrapping_add_signed(offset);
    let is_short = matches!(space, Space::Shared | Space::Local) && base <= u64::from(u32::MAX);
    if is_short {
        address & u64::from(u32::MAX)
    } else {
        address
    }
}

/// The memory that an instruction can access besides the thread's own, while its lanes access it one by one.
pub(super) struct Reach<'a> {
    tb: &'a mut TbContext,
    memory: &'a mut GlobalMemory,
    /// The allocation accessed last, because the next lane usually accesses the same one.
    region: Range<u64>,
    /// Whether `region` may be written, if a write was requested.
    written: bool,
    /// What a load outside every allocation finds, where that is allowed, and how many did.
    zeros: [u8; 32],
    pub outside: u32,
}

impl<'a> Reach<'a> {
    pub fn new(tb: &'a mut TbContext, memory: &'a mut GlobalMemory) -> Self {
        Self { tb, memory, region: 0..0, written: false, zeros: [0; 32], outside: 0 }
    }

    /// Returns the bytes at an address of shared or device memory.
    #[inline(always)]
    pub fn area(
        &mut self,
        space: Space,
        addr: u64,
        bytes: u64,
        way: Way,
    ) -> Result<&mut [u8], String> {
        let write = way != Way::Load;
        if space == Space::Shared {
            let size = self.tb.shared.len();
            let end = addr.checked_add(bytes).filter(|&end| end <= size as u64);
            let end = end.ok_or_else(|| {
                format!(
                    "shared address {addr:#x} ({bytes} bytes) is outside the {size} bytes \
                    of shared memory of the block"
                )
            })?;
            return Ok(&mut self.tb.shared[addr as usize..end as usize]);
        }
        let known = self.region.contains(&addr) && bytes <= self.region.end - addr;
        if !known || write && !self.written {
            let region = match self.memory.region(addr, bytes, write) {
                Ok(region) => region,
                Err(fault) if way == Way::Load && self.memory.excuses(&fault) => {
                    self.outside += 1;
                    return Ok(&mut self.zeros[..bytes as usize]);
                }
                Err(fault) => return Err(fault.to_string()),
            };
            (self.region, self.written) = (region, write);
        }
        Ok(self.memory.inside(addr, bytes))
    }
}

impl Warp {
    pub(super) fn access_memory(
        &mut self,
        at: &Site,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
    ) -> Result<(), LaneFault> {
        if self.access_together(at, tb, memory) {
            return Ok(());
        }
        let instr = at.instr;
        let element = u64::from(instr.ty.bytes());
        let (space, kind, count) = match instr.op {
            Op::Ld(space) => (space, AccessKind::Load, usize::from(instr.num_dsts)),
            Op::St(space) => (space, AccessKind::Store, usize::from(instr.num_srcs) - 1),
            Op::Atom(space, _) => (space, AccessKind::Atomic, 1),
            _ => return Ok(()),
        };
        let bytes = element * count as u64;
        let base = self.operand(at, 0);
        let mut results = [[0; WARP_SIZE]; 4];
        let mut values = [[0; WARP_SIZE]; 4];
        for index in 1..usize::from(instr.num_srcs) {
            values[index - 1] = self.operand(at, index);
        }
        let param_base = tb.param_base;
        let address =
            |lane: usize| resolve(space, effective(space, base[lane], instr.offset), param_base);
        let reported = address(at.mask.trailing_zeros().min(31) as usize).0;
        let mut reach = Reach::new(tb, memory);
        let mut mask = 0;
        for lane in lanes_of(at.mask) {
            let (space, addr) = address(lane);
            let fail = |message: String| (lane as u32, message);
            // Sizes are powers of two.
            if addr & (bytes - 1) != 0 {
                let space = format!("{space:?}").to_lowercase();
                return Err(fail(format!(
                    "address {addr:#x} of {space} memory is not aligned to {bytes} bytes"
                )));
            }
            let mut line = [0; 4];
            if let Op::Atom(_, op) = instr.op {
                // The write permission is checked first, so that a store to read-only memory faults before
                // anything is done.
                self.transfer(&mut reach, space, addr, element, lane, &mut line[..1], Way::Update)
                    .map_err(fail)?;
                results[0][lane] = line[0];
                line[0] = atomic(op, instr.ty, space, line[0], values[0][lane], values[1][lane]);
                self.transfer(&mut reach, space, addr, element, lane, &mut line[..1], Way::Store)
                    .map_err(fail)?;
            } else {
                let way = if kind == AccessKind::Store { Way::Store } else { Way::Load };
                if way == Way::Store {
                    (0..count).for_each(|index| line[index] = values[index][lane]);
                }
                self.transfer(&mut reach, space, addr, element, lane, &mut line[..count], way)
                    .map_err(fail)?;
                (0..count).for_each(|index| results[index][lane] = line[index]);
            }
            if space == reported {
                mask |= 1 << lane;
                self.access.addr[lane] =
                    if space == Space::Local { self.local_address(addr, lane) } else { addr };
            }
        }
        self.warn(WarningKind::OutsideRead, reach.outside);
        self.access.space = reported;
        self.access.kind = kind;
        self.access.cache = instr.cache;
        self.access.bytes = bytes as u8;
        self.access.mask = mask;
        let (bits, signed, register) =
            (instr.ty.bits(), instr.ty.is_signed(), ones(u32::from(instr.dst_bits)));
        for (index, result) in results.iter().enumerate().take(usize::from(instr.num_dsts)) {
            let extended: Lanes = result.map(|value| extend(value, bits, signed) & register);
            self.write(at, index, &extended);
        }
        Ok(())
    }

    /// Moves consecutive elements between `values` and memory.
    #[allow(clippy::too_many_arguments, reason = "an access is these values, used once")]
    #[inline(always)]
    pub(super) fn transfer(
        &mut self,
        reach: &mut Reach,
        space: Space,
        addr: u64,
        element: u64,
        lane: usize,
        values: &mut [u64],
        way: Way,
    ) -> Result<(), String> {
        if space == Space::Local {
            return self.transfer_local(addr, element, lane, values, way == Way::Store);
        }
        let area = reach.area(space, addr, element * values.len() as u64, way)?;
        for (value, part) in values.iter_mut().zip(area.chunks_exact_mut(element as usize)) {
            if way == Way::Store {
                let bytes = &value.to_le_bytes()[..element as usize];
                self.changed |= part != bytes;
                part.copy_from_slice(bytes);
            } else {
                *value = read(part);
            }
        }
        Ok(())
    }

    /// Loads one value through a generic pointer, as the device library does.
    pub(super) fn load_generic(
        &mut self,
        addr: u64,
        bytes: u64,
        lane: usize,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
    ) -> Result<u64, String> {
        let (space, addr) = resolve(Space::Generic, addr, 0);
        if addr % bytes != 0 {
            return Err(format!("address {addr:#x} is not aligned to {bytes} bytes"));
        }
        let mut value = [0];
        let mut reach = Reach::new(tb, memory);
        self.transfer(&mut reach, space, addr, bytes, lane, &mut value, Way::Load)?;
        self.warn(WarningKind::OutsideRead, reach.outside);
        Ok(value[0])
    }

    /// Stores one value through a generic pointer, as the device runtime does.
    pub(super) fn store_generic(
        &mut self,
        addr: u64,
        bytes: u64,
        lane: usize,
        value: u64,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
    ) -> Result<(), String> {
        let (space, addr) = resolve(Space::Generic, addr, 0);
        if addr % bytes != 0 {
            return Err(format!("address {addr:#x} is not aligned to {bytes} bytes"));
        }
        let mut reach = Reach::new(tb, memory);
        self.transfer(&mut reach, space, addr, bytes, lane, &mut [value], Way::Store)
    }
}

/// What an access does to its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Reads them.
    Load,
    /// Reads them, and writes them later.
    Update,
    /// Writes them.
    Store,
}

#[inline(always)]
pub(super) fn read(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}
