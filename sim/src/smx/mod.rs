//! An SMX: resident TBs, their warps, the schedulers that issue from them, and the execution units.
//!
//! An instruction executes when it issues. Its timing is known at once, because every execution unit and the
//! memory system say when they will be done. The scoreboard therefore holds, for each register slot, the cycle
//! from which it may be used. The next cycle in which anything can happen is always known.
//!
//! Instructions are fetched when a warp's i-buffer is empty (`fetch`). Operands are gathered in collector units
//! before the execution units (`units`), from register banks whose ports are booked ahead (`registers`).
//!
//! Not modelled: fetches of a wrong path beyond its first, and the delay of an outgoing memory access by bank
//! conflicts. The result of such an access arrives later by that delay instead.

mod account;
mod activity;
mod fetch;
mod icache;
mod lines;
mod memory;
mod pending;
mod pipeline;
mod queue;
mod registers;
mod rivals;
mod skipping;
mod slots;
mod stats;
mod units;

#[cfg(test)]
mod tests;

pub use account::{Counts, IntervalSlots, Lanes, Place, Reason, Slots, SmxAccount};
pub use activity::{Activity, Operation};
pub use lines::{Accesses, LineAccess, Touched};
pub use pipeline::{
    Alone, Doing, Misnamed, SchedulerId, Smx, SwappedTb, TbWait, WarpPolicy, WarpSlots, WarpWait,
    Warps,
};
pub(crate) use skipping::registers_of_unit;
pub(crate) use skipping::{Look, MaskChange, RenamePins, Renamed, SkipPins, VersionChange};
pub use skipping::{Marks, SkipCounts, SkipWait};
pub use stats::SmxStats;

use crate::exec::{DeviceCall, RedundancyCounts};

/// Number of the SMX, of `count`, whose turn comes first in cycle `now`: another one in each cycle, since the first is
/// also first at the ports of the memory system.
#[inline]
pub fn first_in_turn(now: u64, count: u32) -> u32 {
    (now % u64::from(count)) as u32
}

/// Describes a TB to be started.
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
    /// Whether its kernel's code launches others.
    pub launches: bool,
    /// Number of its family, in the order in which families started: the TB of the host's from which it descends, and
    /// all that this TB and its descendants launch.
    pub family: u64,
    /// Value of the caller's choice, returned in events.
    pub tag: u64,
}

/// Identifies a resident warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WarpHandle {
    /// SMX number.
    pub smx: u32,
    /// Warp slot of the SMX.
    pub warp: u32,
}

impl WarpHandle {
    /// Returns the hardware thread number of a lane within the SMX.
    pub fn hw_tid(self, lane: u32) -> u32 {
        self.warp * 32 + lane
    }
}

/// Reports a completed TB: all its threads have exited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TbEnded {
    /// SMX number.
    pub smx: u32,
    /// TB slot, free from now on.
    pub slot: u32,
    /// The tag it was started with.
    pub tag: u64,
    /// The lines of global memory that its warps accessed, in ascending order, and how many accesses there were, if they
    /// are recorded.
    pub lines: Option<Vec<(Touched, u32)>>,
    /// What its warps repeated of each other, if that is recorded.
    pub redundancy: Option<TbRedundancy>,
}

/// What the warps of a TB repeated of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TbRedundancy {
    /// Index of its kernel in `Program::functions`.
    pub function: u32,
    /// Dimensions in threads.
    pub block: [u32; 3],
    /// Its instructions.
    pub counts: RedundancyCounts,
}

/// Reports a warp that called the device runtime. The warp waits until `Smx::resume`, whatever it called.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceCallEvent {
    /// The calling warp.
    pub warp: WarpHandle,
    /// Its number in its TB.
    pub index: u32,
    /// Its TB's slot.
    pub slot: u32,
    /// Its TB's tag.
    pub tag: u64,
    /// Its TB's family.
    pub family: u64,
    /// The call.
    pub call: DeviceCall,
    /// Number of lanes that called.
    pub lanes: u32,
}

/// A line of global memory that a warp's load looks up in the L1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Number of the line: its address divided by 128.
    pub line: u32,
    /// A thread launched the reader's kernel or group.
    pub child: bool,
    /// The code of the reader's kernel launches others.
    pub parent: bool,
}

/// Events of the SMXs in one cycle, in order. The caller empties it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SmxEvents {
    /// Whether memory changed, a thread exited, a barrier opened or the device runtime was called.
    pub progressed: bool,
    /// TBs that completed.
    pub tb_ended: Vec<TbEnded>,
    /// Calls into the device runtime.
    pub device_calls: Vec<DeviceCallEvent>,
    /// Lines that loads brought to the L1, in their order, if they are reported.
    pub reads: Vec<Read>,
    /// Accesses to lines of global memory, in their order, if they are reported.
    pub accesses: Vec<LineAccess>,
    /// A warp policy of a user's has named a warp that cannot issue; of several the first.
    pub misnamed: Option<Misnamed>,
}

impl SmxEvents {
    /// Whether there is anything to act on besides lines.
    #[inline]
    pub fn are_to_act_on(&self) -> bool {
        !(self.device_calls.is_empty() && self.tb_ended.is_empty()) || self.misnamed.is_some()
    }
}
