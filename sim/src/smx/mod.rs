//! An SMX: resident TBs, their warps, the schedulers that issue from them, and the execution units.
//!
//! An instruction executes when it issues; its timing is known at once, because every unit and the
//! memory system say when they will be done. So the scoreboard holds, for each register slot, the
//! cycle from which it may be used, and the next cycle in which anything can happen is always known.
//!
//! Instructions are fetched when a warp's i-buffer is empty (`fetch`), operands gathered in collector units before the
//! execution units (`units`), from banks whose ports are booked ahead (`registers`).
//!
//! Not modelled: fetches of a wrong path beyond its first, and the delay that bank conflicts cause to a memory
//! access on its way out (its result comes later by as much).

mod fetch;
mod icache;
mod memory;
mod pipeline;
mod registers;
mod stats;
mod units;

#[cfg(test)]
mod tests;

pub use pipeline::{Alone, Smx, SwappedTb};
pub use stats::SmxStats;

use crate::exec::DeviceCall;

/// A TB to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TbStart {
    /// TB slot of the SMX, free until now.
    pub slot: u32,
    /// Index of the kernel in `Program::functions`.
    pub function: u32,
    /// Grid dimensions in TBs, as the program sees them.
    pub grid: [u32; 3],
    /// TB dimensions in threads.
    pub block: [u32; 3],
    /// Index of the TB in the grid.
    pub block_idx: [u32; 3],
    /// Device address of the parameter block.
    pub param_base: u64,
    /// Dynamic shared memory in bytes.
    pub shared_bytes: u32,
    /// Grid identifier, as `%gridid`.
    pub grid_id: u64,
    /// Nesting of the grid's launch: 0 for the host's.
    pub depth: u32,
    /// Whatever the caller wants back in events.
    pub tag: u64,
}

/// A resident warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WarpHandle {
    /// SMX number.
    pub smx: u32,
    /// Warp slot of the SMX.
    pub warp: u32,
}

impl WarpHandle {
    /// Hardware thread number, within the SMX, of a lane.
    pub fn hw_tid(self, lane: u32) -> u32 {
        self.warp * 32 + lane
    }
}

/// A TB all of whose threads have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TbEnded {
    /// SMX number.
    pub smx: u32,
    /// TB slot, free from now on.
    pub slot: u32,
    /// The tag it was started with.
    pub tag: u64,
}

/// A warp that called the device runtime. It is suspended until `Smx::resume`, whatever it called.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceCallEvent {
    /// The calling warp.
    pub warp: WarpHandle,
    /// Its TB's slot.
    pub slot: u32,
    /// Its TB's tag.
    pub tag: u64,
    /// What was called.
    pub call: DeviceCall,
    /// Lanes that called.
    pub lanes: u32,
}

/// What happened in the SMXs in a cycle, in order. The caller empties it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SmxEvents {
    /// Memory changed, a thread ended, a barrier opened or the device runtime was called.
    pub progressed: bool,
    /// TBs that ended.
    pub tb_ended: Vec<TbEnded>,
    /// Calls into the device runtime.
    pub device_calls: Vec<DeviceCallEvent>,
}
