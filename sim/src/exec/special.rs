//! Reads special registers.

use super::block::TbContext;
use super::warp::{Lanes, Warp};
use super::WARP_SIZE;
use crate::ptx::Special;

impl Warp {
    /// Returns a special register's value in every lane, 64 bits wide.
    pub(super) fn special(&self, special: Special, tb: &TbContext) -> Lanes {
        let each = |value: u64| [value; WARP_SIZE];
        let per_lane =
            |f: &dyn Fn(u32) -> u32| std::array::from_fn(|lane| u64::from(f(lane as u32)));
        let below = |lane: u32| (1u32 << lane) - 1;
        match special {
            Special::Tid(axis) => self.tid[usize::from(axis)].map(u64::from),
            Special::Ntid(axis) => each(tb.block[usize::from(axis)].into()),
            Special::Ctaid(axis) => each(tb.block_idx[usize::from(axis)].into()),
            Special::Nctaid(axis) => each(tb.grid[usize::from(axis)].into()),
            Special::LaneId => per_lane(&|lane| lane),
            Special::WarpId => each(self.index.into()),
            Special::NumWarps => each(tb.warps().into()),
            Special::SmId => each(tb.smx_id.into()),
            Special::NumSm => each(tb.num_smx.into()),
            Special::GridId => each(tb.grid_id),
            Special::Clock => each(tb.clock),
            Special::ClockHigh => each(tb.clock >> 32),
            Special::Fixed(number) => each(number.into()),
            Special::LaneMaskEq => per_lane(&|lane| 1 << lane),
            Special::LaneMaskLt => per_lane(&below),
            Special::LaneMaskLe => per_lane(&|lane| below(lane) | 1 << lane),
            Special::LaneMaskGt => per_lane(&|lane| !(below(lane) | 1 << lane)),
            Special::LaneMaskGe => per_lane(&|lane| !below(lane)),
            Special::ParamBase => each(tb.param_base),
            Special::DynamicSharedBytes => each(
                tb.shared.len() as u64 - u64::from(tb.dynamic_base).min(tb.shared.len() as u64),
            ),
            Special::TotalSharedBytes => each(tb.shared.len() as u64),
            Special::GridWorkspace { upper } => {
                let address = tb.workspace();
                each(if upper { address >> 32 } else { address & 0xFFFF_FFFF })
            }
        }
    }
}
