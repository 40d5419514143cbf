//! What leaves the project: Verilog, Verilated libraries, IP packages, waveforms and storage.
//!
//! * [`verilog`]: prints a unit's circuit.
//! * [`verilated`]: a unit compiled from that Verilog, as a `Clocked` unit.
//! * [`units`]: every unit, by name.
//! * [`chip`]: the whole chip as Verilog, and as a picture.
//! * [`export`]: a unit as an IP package, with a testbench.
//! * [`wave`]: waveforms over units' pins.
//! * [`storage`]: the bits that units store, beside published figures.
//! * [`synth`]: the cost of units in gates and on FPGAs, and their clock.

pub mod chip;
pub mod export;
pub mod sizing;
pub mod storage;
pub mod synth;
pub mod units;
pub mod verilated;
pub mod verilog;
pub mod wave;
