//! Low-level binding to Verilated libraries.
