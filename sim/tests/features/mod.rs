//! Feature kernels: CUDA C written for this project, compiled by clang 14 and by NVRTC 11.8. Together they use PTX
//! as the compilers emit it. Each agrees with a reference in plain Rust, run for its values alone and on the whole
//! machine.
//!
//! `sim/features/<group>/<name>.cu` is a kernel, `scripts/kernels` compiles it, and a test in the module of its
//! group launches it. The page docs/src/features.md says which instruction occurs in which kernel.

mod assembly;
mod atomic;
mod barriers;
mod bits;
mod case;
mod choices;
mod compare;
mod control;
mod convert;
mod float;
mod functions;
mod half_headers;
mod halves;
mod inputs;
mod integer;
mod launch;
mod memory;
mod narrow_integers;
mod page;
mod reference;
mod rounding;
mod source;
mod warp;
mod wide_integers;
