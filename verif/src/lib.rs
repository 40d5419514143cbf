//! What is proved: backends chosen by name, lockstep of whole runs, replay of recorded pins, what a
//! failure leaves behind, and how much the specification of a unit see of its Verilog.

pub mod backends;
pub mod coverage;
pub mod formal;
pub mod lockstep;
pub mod mutation;
pub mod oracle;
pub mod page;
pub mod regressions;
pub mod replay;
pub mod report;
pub mod tools;
pub mod watch;
