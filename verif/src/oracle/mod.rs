//! A second opinion on PTX: an interpreter written from the PTX ISA document alone, which executes random
//! programs one thread at a time, and a comparison with the functional executor of `heddle-sim`.
//! It shares no semantics with that executor: floating point is done in integers, and threads meet only at
//! barriers and at the instructions across lanes.

pub mod approximate;
pub mod arithmetic;
pub mod code;
pub mod compare;
pub mod failure;
pub mod generate;
mod image;
pub mod interpret;
pub mod lanes;
pub mod memory;
pub mod ops;
pub mod print;
mod print_memory;
pub mod program;
pub mod shrink;
pub mod softfloat;
mod state;
#[cfg(test)]
mod tests;
pub mod types;
mod values;
