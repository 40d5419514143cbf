//! What is true of every launch on its way from the SMXs to the units, and of its end.

mod ends;
mod queues;

use super::*;
