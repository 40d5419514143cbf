//! Execution, instruction by instruction and in whole kernels.

mod approximate;
mod bits;
mod conversions;
mod floats;
mod half;
mod integers;
mod kernels;
mod local;
mod modules;
mod moves;
mod probe;
mod refusals;
mod simd;
mod simt_stack;
mod video;
