//! Room under construction: its pins.

pub mod pins;
