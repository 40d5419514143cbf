//! Tests of what leaves the project, by the programs of others that read it.

mod common;
mod export;
mod export_verilator;
mod golden;
mod per_smx;
mod recording;
mod refusals;
mod text;
mod verilog;
mod wave;
