//! Memory: the flat simulated device memory, and the timing of the caches and DRAM in front of it.

mod calendar;
mod coalesce;
mod crossbar;
mod dram;
mod global;
mod l1;
mod l2;
mod level;
mod lookups;
mod outside;
mod regions;
mod set_index;
mod slots;
mod stats;
mod system;
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
pub use system::{Access, AccessKind, MemorySystem};
