//! Loads, stores and atomics: values move at once; the addresses are left in `Warp::access` for the timing model.

use super::lanes::{bits_of, extend, f32_of, ones, sign};
use super::warp::{Lanes, Site, TbContext, Warp};
use super::{AccessKind, LOCAL_WINDOW, SHARED_WINDOW, WARP_SIZE};
use crate::mem::GlobalMemory;
use crate::ptx::{AtomOp, Op, Space, Ty};

/// A lane and what went wrong in it.
pub(super) type LaneFault = (u32, String);

/// Lanes set in a mask, ascending.
pub(super) fn lanes_of(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (lane < 32).then_some(lane as usize)
    })
}

/// Space and address within it, of an address as written in an instruction for `space`.
fn resolve(space: Space, addr: u64, param_base: u64) -> (Space, u64) {
    match space {
        Space::Generic if addr >= SHARED_WINDOW => (Space::Shared, addr - SHARED_WINDOW),
        Space::Generic if addr >= LOCAL_WINDOW => (Space::Local, addr - LOCAL_WINDOW),
        Space::Generic => (Space::Global, addr),
        Space::Param => (Space::Param, param_base.wrapping_add(addr)),
        space => (space, addr),
    }
}

impl Warp {
    pub(super) fn access_memory(
        &mut self,
        at: &Site,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
    ) -> Result<(), LaneFault> {
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
        let first = at.mask.trailing_zeros().min(31) as usize;
        let reported =
            resolve(space, base[first].wrapping_add_signed(instr.offset), tb.param_base).0;
        let mut mask = 0;
        for lane in lanes_of(at.mask) {
            let (space, addr) =
                resolve(space, base[lane].wrapping_add_signed(instr.offset), tb.param_base);
            let fail = |message: String| (lane as u32, message);
            if addr % bytes != 0 {
                return Err(fail(format!(
                    "address {addr:#x} of {space:?} memory is not aligned to {bytes} bytes"
                )));
            }
            if let Op::Atom(_, op) = instr.op {
                let mut old = [0; 1];
                self.transfer(space, addr, element, lane, &mut old, false, tb, memory)
                    .map_err(fail)?;
                let mut new = [atomic(op, instr.ty, old[0], values[0][lane], values[1][lane])];
                self.transfer(space, addr, element, lane, &mut new, true, tb, memory)
                    .map_err(fail)?;
                results[0][lane] = old[0];
            } else {
                let mut line = [0; 4];
                let store = kind == AccessKind::Store;
                if store {
                    (0..count).for_each(|index| line[index] = values[index][lane]);
                }
                self.transfer(space, addr, element, lane, &mut line[..count], store, tb, memory)
                    .map_err(fail)?;
                (0..count).for_each(|index| results[index][lane] = line[index]);
            }
            if space == reported {
                mask |= 1 << lane;
                self.access.addr[lane] =
                    if space == Space::Local { self.local_address(addr, lane) } else { addr };
            }
        }
        self.access.space = reported;
        self.access.kind = kind;
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

    /// Where the timing model sees a local access: words of the lanes side by side.
    fn local_address(&self, addr: u64, lane: usize) -> u64 {
        self.local_window + ((addr >> 2) * WARP_SIZE as u64 + lane as u64) * 4 + (addr & 3)
    }

    /// Moves consecutive elements between `values` and memory.
    #[allow(clippy::too_many_arguments, reason = "an access is these values, used once")]
    #[inline(always)]
    fn transfer(
        &mut self,
        space: Space,
        addr: u64,
        element: u64,
        lane: usize,
        values: &mut [u64],
        store: bool,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
    ) -> Result<(), String> {
        let bytes = element * values.len() as u64;
        let area: &mut [u8] = match space {
            Space::Local => return self.transfer_local(addr, element, lane, values, store),
            Space::Shared => {
                let size = tb.shared.len();
                let end = addr.checked_add(bytes).filter(|&end| end <= size as u64);
                let end = end.ok_or_else(|| {
                    format!(
                        "shared address {addr:#x} ({bytes} bytes) is outside the {size} bytes \
                    of shared memory of the block"
                    )
                })?;
                &mut tb.shared[addr as usize..end as usize]
            }
            _ if store => memory.slice_mut(addr, bytes).map_err(|fault| fault.to_string())?,
            _ => {
                let area = memory.slice(addr, bytes).map_err(|fault| fault.to_string())?;
                for (value, part) in values.iter_mut().zip(area.chunks_exact(element as usize)) {
                    *value = read(part);
                }
                return Ok(());
            }
        };
        for (value, part) in values.iter_mut().zip(area.chunks_exact_mut(element as usize)) {
            if store {
                part.copy_from_slice(&value.to_le_bytes()[..element as usize]);
            } else {
                *value = read(part);
            }
        }
        Ok(())
    }

    fn transfer_local(
        &mut self,
        addr: u64,
        element: u64,
        lane: usize,
        values: &mut [u64],
        store: bool,
    ) -> Result<(), String> {
        let size = (self.local.len() / WARP_SIZE) as u64;
        let bytes = element * values.len() as u64;
        if addr.checked_add(bytes).is_none_or(|end| end > size) {
            return Err(format!("local address {addr:#x} ({bytes} bytes) is outside the thread's {size} bytes of local memory"));
        }
        for (index, value) in values.iter_mut().enumerate() {
            let start = addr + element * index as u64;
            // Accesses are aligned, so an element is part of a word, or two words.
            let mut image = value.to_le_bytes();
            for (word, part) in image[..element as usize].chunks_mut(4).enumerate() {
                let at = start + 4 * word as u64;
                let position = ((at >> 2) as usize * WARP_SIZE + lane) * 4 + (at & 3) as usize;
                let held = &mut self.local[position..position + part.len()];
                if store {
                    held.copy_from_slice(part)
                } else {
                    part.copy_from_slice(held)
                }
            }
            if !store {
                *value = read(&image[..element as usize]);
            }
        }
        Ok(())
    }

    /// Arguments and results of device functions: registers on a real device, so not a memory access.
    pub(super) fn access_frame(&mut self, at: &Site) -> Result<(), LaneFault> {
        let instr = at.instr;
        let element = u64::from(instr.ty.bytes());
        let addr = u64::from(at.frame.local_base).wrapping_add_signed(instr.offset);
        let store = instr.op == Op::FrameSt;
        let count =
            if store { usize::from(instr.num_srcs) - 1 } else { usize::from(instr.num_dsts) };
        if addr % element != 0 {
            return Err((
                at.mask.trailing_zeros().min(31),
                format!("argument offset {addr:#x} is not aligned to {element} bytes"),
            ));
        }
        for index in 0..count {
            let mut values = if store { self.operand(at, index + 1) } else { [0; WARP_SIZE] };
            for lane in lanes_of(at.mask) {
                let value = std::slice::from_mut(&mut values[lane]);
                self.transfer_local(addr + element * index as u64, element, lane, value, store)
                    .map_err(|message| (lane as u32, message))?;
            }
            if !store {
                let (bits, signed, register) =
                    (instr.ty.bits(), instr.ty.is_signed(), ones(u32::from(instr.dst_bits)));
                self.write(at, index, &values.map(|value| extend(value, bits, signed) & register));
            }
        }
        Ok(())
    }

    /// Reads an argument of a runtime call from the frame.
    pub(super) fn frame_value(
        &mut self,
        addr: u32,
        bytes: u32,
        lane: usize,
    ) -> Result<u64, String> {
        let mut value = [0];
        self.transfer_local(addr.into(), bytes.into(), lane, &mut value, false)?;
        Ok(value[0])
    }

    /// Writes a result of a runtime call to the frame.
    pub(super) fn set_frame_value(
        &mut self,
        addr: u32,
        bytes: u32,
        lane: usize,
        value: u64,
    ) -> Result<(), String> {
        self.transfer_local(addr.into(), bytes.into(), lane, &mut [value], true)
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
        self.transfer(space, addr, bytes, lane, &mut value, false, tb, memory)?;
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
        self.transfer(space, addr, bytes, lane, &mut [value], true, tb, memory)
    }
}

#[inline(always)]
fn read(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}

/// New value of an atomic's location.
fn atomic(op: AtomOp, ty: Ty, old: u64, b: u64, c: u64) -> u64 {
    let bits = ty.bits();
    let less = if ty.is_signed() { sign(old, bits) < sign(b, bits) } else { old < b & ones(bits) };
    let new = match op {
        AtomOp::Add if ty == Ty::F32 => bits_of(f32_of(old) + f32_of(b)),
        AtomOp::Add if ty == Ty::F64 => (f64::from_bits(old) + f64::from_bits(b)).to_bits(),
        AtomOp::Add => old.wrapping_add(b),
        AtomOp::Min => {
            if less {
                old
            } else {
                b
            }
        }
        AtomOp::Max => {
            if less {
                b
            } else {
                old
            }
        }
        AtomOp::And => old & b,
        AtomOp::Or => old | b,
        AtomOp::Xor => old ^ b,
        AtomOp::Exch => b,
        AtomOp::Cas => {
            if old == b & ones(bits) {
                c
            } else {
                old
            }
        }
        AtomOp::Inc => {
            if old >= b & ones(bits) {
                0
            } else {
                old + 1
            }
        }
        AtomOp::Dec => {
            if old == 0 || old > b & ones(bits) {
                b
            } else {
                old - 1
            }
        }
    };
    new & ones(bits)
}
