//! What is proved: backends chosen by name, lockstep of whole runs, replay of recorded pins.

pub mod backends;
pub mod lockstep;
pub mod replay;
