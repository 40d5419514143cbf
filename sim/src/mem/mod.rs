//! Memory: the flat simulated device memory, and the timing of the caches and DRAM in front of it.

mod cache;
mod calendar;
mod coalesce;
mod constant;
mod dram;
mod global;
mod l2;
mod level;
mod network;
mod outside;
mod path;
mod regions;
mod set_index;
mod slots;
mod stats;
mod system;
mod wheel;
mod window;

#[cfg(test)]
mod tests;

pub use coalesce::{
    coalesce, count_repeats, shared_passes, Transaction, LINE_BYTES, SECTOR_BYTES, SHARED_BANKS,
};
pub(crate) use coalesce::{extent, Extent};
pub use global::{GlobalMemory, MemoryFault};
pub use level::Level;
pub use outside::OutsideReads;
pub use stats::{DramStats, L1Stats, L2Stats, MemoryStats};
pub use system::{Access, AccessKind, MemorySystem, News, Note};
