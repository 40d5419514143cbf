//! What is proved: backends chosen by name, lockstep of whole runs, replay of recorded pins, and
//! what a failure leaves behind.

pub mod backends;
pub mod formal;
pub mod lockstep;
pub mod oracle;
pub mod replay;
pub mod report;
pub mod watch;
