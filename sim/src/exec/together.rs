//! Loads and stores of one element per lane that all lie in the TB's shared memory or in one allocation. They are
//! checked once for the warp. Every other access, and every fault, takes the lane-by-lane path.

use super::block::TbContext;
use super::lanes::{extend, ones};
use super::memory::lanes_of;
use super::warp::{source, Lanes, Site, Warp};
use super::{AccessKind, LOCAL_WINDOW, SHARED_WINDOW, WARP_SIZE};
use crate::mem::{extent, Extent, GlobalMemory};
use crate::ptx::{Op, Space};

/// Returns the number that `N` bytes hold.
#[inline(always)]
fn number<const N: usize>(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..N].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

/// Reads an element of `N` bytes for each lane in `mask`. The lanes' addresses count from `low`.
#[inline(always)]
fn load<const N: usize>(mask: u32, addr: &Lanes, low: u64, area: &[u8], into: &mut Lanes) {
    let element = |at: u64| {
        let start = (at - low) as usize;
        number::<N>(&area[start..start + N])
    };
    if mask == u32::MAX {
        for (value, &at) in into.iter_mut().zip(addr) {
            *value = element(at);
        }
    } else {
        lanes_of(mask).for_each(|lane| into[lane] = element(addr[lane]));
    }
}

/// Writes an element of `N` bytes for each lane in `mask`. Returns whether memory changed.
#[inline(always)]
fn store<const N: usize>(mask: u32, addr: &Lanes, low: u64, area: &mut [u8], from: &Lanes) -> bool {
    let mut changed = false;
    for lane in lanes_of(mask) {
        let start = (addr[lane] - low) as usize;
        let held = &mut area[start..start + N];
        let value = &from[lane].to_le_bytes()[..N];
        changed |= number::<N>(held) != number::<N>(value);
        held.copy_from_slice(value);
    }
    changed
}

impl Warp {
    /// Executes a load or store. Returns false, with nothing done, if it must take the lane-by-lane path.
    pub(super) fn access_together(
        &mut self,
        at: &Site,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
    ) -> bool {
        let instr = at.instr;
        let (space, kind, count) = match instr.op {
            Op::Ld(space) => (space, AccessKind::Load, instr.num_dsts),
            Op::St(space) => (space, AccessKind::Store, instr.num_srcs - 1),
            _ => return false,
        };
        if count != 1 || at.mask == 0 {
            return false;
        }
        let addr = &mut self.access.addr;
        let base = source(&self.slots, at, 0);
        let origin = if space == Space::Param { tb.param_base } else { 0 };
        let distance = origin.wrapping_add_signed(instr.offset);
        for lane in 0..WARP_SIZE {
            addr[lane] = base[lane].wrapping_add(distance);
        }
        let Extent { low: first, high, bits } = extent(at.mask, addr);
        let mut low = first;
        let space = match space {
            Space::Generic if high < LOCAL_WINDOW => Space::Global,
            Space::Generic if first >= SHARED_WINDOW => {
                addr.iter_mut().for_each(|addr| *addr = addr.wrapping_sub(SHARED_WINDOW));
                low -= SHARED_WINDOW;
                Space::Shared
            }
            Space::Generic | Space::Local => return false,
            space => space,
        };
        let bytes = u64::from(instr.ty.bytes());
        // Sizes are powers of two. 32-bit addresses of shared memory may wrap around, which is rare.
        if bits & (bytes - 1) != 0 || high - first >= u64::from(u32::MAX) {
            return false;
        }
        let span = high - first + bytes;
        let write = kind == AccessKind::Store;
        let area = if space == Space::Shared {
            let shared = tb.shared.len() as u64;
            if low > shared || span > shared - low {
                return false;
            }
            &mut tb.shared[low as usize..(low + span) as usize]
        } else if memory.holds(low, span, write) {
            memory.inside(low, span)
        } else {
            return false;
        };
        if write {
            let from = source(&self.slots, at, 1);
            self.changed |= match bytes {
                1 => store::<1>(at.mask, addr, low, area, from),
                2 => store::<2>(at.mask, addr, low, area, from),
                4 => store::<4>(at.mask, addr, low, area, from),
                _ => store::<8>(at.mask, addr, low, area, from),
            };
        } else {
            let into = &mut self.slots[at.frame.slot_base + usize::from(instr.dsts[0])];
            match bytes {
                1 => load::<1>(at.mask, addr, low, area, into),
                2 => load::<2>(at.mask, addr, low, area, into),
                4 => load::<4>(at.mask, addr, low, area, into),
                _ => load::<8>(at.mask, addr, low, area, into),
            }
            let register = u32::from(instr.dst_bits);
            if instr.ty.is_signed() || register < instr.ty.bits() {
                for lane in lanes_of(at.mask) {
                    into[lane] =
                        extend(into[lane], instr.ty.bits(), instr.ty.is_signed()) & ones(register);
                }
            }
        }
        self.access.space = space;
        self.access.kind = kind;
        self.access.cache = instr.cache;
        self.access.bytes = bytes as u8;
        self.access.mask = at.mask;
        true
    }
}
