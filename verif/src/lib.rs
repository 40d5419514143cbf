//! What is proved: backends chosen by name, lockstep of whole runs, replay of recorded pins, and
//! what a failure leaves behind.

pub mod backends;
pub mod coverage;
pub mod formal;
pub mod lockstep;
pub mod oracle;
pub mod page;
pub mod regressions;
pub mod replay;
pub mod report;
pub mod watch;
