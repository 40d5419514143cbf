//! Tests of the GPU as a whole, by the programs that it runs. What measures the memory of its process is a program of
//! its own, `corpus`.

mod account;
mod applications;
mod cdp;
mod census;
mod common;
mod compiled_kernels;
mod control;
mod darsie;
mod energy;
mod features;
mod fidelity;
mod footprints;
mod gpu;
mod graphs;
mod hangs;
mod launch_path;
mod launch_tree;
mod limit;
mod memory;
mod microbenchmarks_page;
mod monitors;
mod per_smx;
mod presets;
mod redundancy;
mod registers;
mod restless;
mod rivals;
mod skipping;
mod streams;
mod threads;
mod timeline;
mod warp_policy;
