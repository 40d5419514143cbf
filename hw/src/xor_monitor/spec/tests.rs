//! The timing table, cycle by cycle, on model and circuit, and how often the filters are wrong.
