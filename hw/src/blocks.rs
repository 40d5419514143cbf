//! Sources of the circuits: what they say of a block and its ports goes into its Verilog.

/// The text of every file that may declare a block, in the order of their paths.
pub const SOURCES: &[&str] = include!(concat!(env!("OUT_DIR"), "/circuits.rs"));
