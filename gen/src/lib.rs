//! What leaves the house: Verilog, Verilated libraries, IP packages, waveforms and storage.
//!
//! * [`verilog`]: prints a room's circuit.
//! * [`verilated`]: a room compiled from that Verilog, behind the `Clocked` contract.
//! * [`rooms`]: every room, by name.
//! * [`export`]: a room as a package to take away, with a testbench.
//! * [`wave`]: waveforms over rooms' pins.
//! * [`storage`]: what rooms remember, against published figures.
//! * [`synth`]: what rooms cost in gates and on FPGAs, and how fast they are.

pub mod export;
mod files;
pub mod rooms;
pub mod storage;
pub mod synth;
pub mod verilated;
pub mod verilog;
pub mod wave;
