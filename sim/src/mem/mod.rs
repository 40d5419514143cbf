//! Memory: the flat simulated device memory, and the timing of the caches and DRAM in front of it.

mod global;

pub use global::{GlobalMemory, MemoryFault};
