//! An independent interpreter of PTX, written from the PTX ISA document alone. It executes random
//! programs one thread at a time, and is compared with the functional executor of `heddle-sim`. It
//! shares no code with that executor: floating point is computed in integers, and threads
//! synchronize only at barriers and at the instructions across lanes.

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
