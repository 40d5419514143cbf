//! What leaves the house: Verilog, Verilated libraries, IP packages, waveforms and storage.
//!
//! * [`verilog`]: prints a room's circuit.
//! * [`verilated`]: a room compiled from that Verilog, behind the `Unit` contract.
//! * [`rooms`]: every room, by name.

pub mod rooms;
pub mod verilated;
pub mod verilog;
