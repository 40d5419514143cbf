//! What leaves the house: Verilog, Verilated libraries, IP packages, waveforms and storage.
//!
//! * [`verilog`]: prints a unit's circuit.
//! * [`verilated`]: a unit compiled from that Verilog, behind the `Clocked` contract.
//! * [`units`]: every unit, by name.
//! * [`chip`]: the whole chip as Verilog, and as a picture.
//! * [`export`]: a unit as a package to take away, with a testbench.
//! * [`wave`]: waveforms over units' pins.
//! * [`storage`]: what units remember, against published figures.
//! * [`synth`]: what units cost in gates and on FPGAs, and how fast they are.

pub mod chip;
pub mod export;
mod files;
pub mod storage;
pub mod synth;
pub mod units;
pub mod verilated;
pub mod verilog;
pub mod wave;
