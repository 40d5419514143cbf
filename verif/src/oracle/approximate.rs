//! Instructions that the PTX ISA defines up to an error: one instruction a program, so that errors do not spread.
