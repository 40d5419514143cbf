//! A thread's private memory: local variables, and the arguments and results of device functions.

use super::lanes::{extend, ones};
use super::memory::{lanes_of, read, LaneFault};
use super::warp::{Site, Warp};
use super::WARP_SIZE;
use crate::ptx::Op;

impl Warp {
    /// Returns the address of a local access in the timing model, in which the words of the lanes are interleaved.
    pub(super) fn local_address(&self, addr: u64, lane: usize) -> u64 {
        self.local_window + ((addr >> 2) * WARP_SIZE as u64 + lane as u64) * 4 + (addr & 3)
    }

    /// Moves consecutive elements between `values` and the thread's memory.
    pub(super) fn transfer_local(
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
            // Accesses are aligned, so an element is part of one word, or two words.
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

    /// Accesses arguments and results of device functions. They are registers on a real device, so this is not a
    /// memory access.
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
}
