//! The timing table, cycle by cycle, on model and circuit.
