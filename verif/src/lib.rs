//! Verification: backends chosen by name, lockstep of whole runs, replay of recorded pins, reports
//! of failures, and how much of a unit's Verilog its specification covers.

pub mod backends;
pub mod coverage;
pub mod formal;
pub mod lockstep;
pub mod mutation;
pub mod neighbours;
pub mod oracle;
pub mod page;
pub mod regressions;
pub mod replay;
pub mod report;
pub mod tools;
pub mod watch;
