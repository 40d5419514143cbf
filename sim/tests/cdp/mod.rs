//! Kernels that launch kernels, as NVRTC 11.8 compiles `child<<<...>>>(...)`, compared with plain Rust. They run
//! for their values alone, and on whole machines by CDP and by DTBL. The sources are in `tests/ptx/cdp`.

mod bench;
mod costs;
mod errors;
mod footprints;
mod launches;
mod services;
mod timeline;
mod trees;
mod waiting;
