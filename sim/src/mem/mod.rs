//! Memory: the flat simulated device memory, and the timing of the caches and DRAM in front of it.

mod arrivals;
mod cache;
mod coalesce;
mod dram;
mod global;
mod interleaving;
mod inward;
mod l1s;
mod level;
mod network;
mod outside;
mod outward;
mod path;
mod regions;
mod replay;
mod replies;
mod set_index;
mod slice;
mod stats;
mod system;
mod wheel;
mod whereabouts;

#[cfg(test)]
mod tests;

pub use coalesce::{
    coalesce, count_repeats, shared_passes, Transaction, LINE_BYTES, SECTOR_BYTES, SHARED_BANKS,
};
pub(crate) use coalesce::{extent, Extent};
pub use global::{GlobalMemory, MemoryFault};
pub use level::Level;
pub use outside::OutsideReads;
pub use replay::L1Replay;
pub use stats::{DramStats, L1Stats, L2Stats, MemoryStats};
pub use system::{AccessKind, MemorySystem, News, Note, UnitNote};
pub use whereabouts::{Unanswered, Whereabouts};
