//! `cp.async`: copies from device to shared memory. The bytes move at once. An instruction that waits for them
//! waits for the warp's accesses to complete, as a fence does.

use super::block::TbContext;
use super::memory::{effective, lanes_of, LaneFault, Reach, Way};
use super::warp::{Site, Warp};
use super::{AccessKind, WarningKind};
use crate::mem::GlobalMemory;
use crate::ptx::Space;

impl Warp {
    /// Copies `bytes` bytes per lane; the timing model sees the loads.
    pub(super) fn copy_async(
        &mut self,
        at: &Site,
        bytes: u8,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
    ) -> Result<(), LaneFault> {
        let size = u64::from(bytes);
        let [to, from, offset, read] = [0, 1, 2, 3].map(|index| self.operand(at, index));
        let mut reach = Reach::new(tb, memory);
        let mut mask = 0;
        for lane in lanes_of(at.mask) {
            let fail = |message: String| (lane as u32, message);
            let target = effective(Space::Shared, to[lane], at.instr.offset);
            let source = from[lane].wrapping_add(offset[lane]);
            let count = read[lane] & 0xffff_ffff;
            if (target | source) & (size - 1) != 0 {
                return Err(fail(format!(
                    "a copy of {size} bytes from {source:#x} to shared address {target:#x}, which are not \
                    both aligned to {size} bytes"
                )));
            }
            if count > size {
                return Err(fail(format!("a copy of {size} bytes reads {count} bytes")));
            }
            let mut image = [0; 16];
            let image = &mut image[..bytes.into()];
            if count > 0 {
                let area = reach.area(Space::Global, source, count, Way::Load).map_err(fail)?;
                image[..count as usize].copy_from_slice(area);
                mask |= 1 << lane;
                self.access.addr[lane] = source;
            }
            let area = reach.area(Space::Shared, target, size, Way::Store).map_err(fail)?;
            self.changed |= area != image;
            area.copy_from_slice(image);
        }
        self.warn(WarningKind::OutsideRead, reach.outside);
        self.access.space = Space::Global;
        self.access.kind = AccessKind::Load;
        self.access.cache = at.instr.cache;
        self.access.bytes = bytes;
        self.access.mask = mask;
        Ok(())
    }
}
