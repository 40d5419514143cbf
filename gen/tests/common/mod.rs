//! Helpers of several tests.

pub mod dump;
pub mod package;
