//! Tests of units in every backend, of the harness that tests them, and of the book's pages about both.

mod contract;
mod corpus;
mod coverage;
mod differential;
mod docs;
mod fail;
mod filters;
mod formal;
mod formal_changes;
mod injected_bugs;
mod lockstep;
mod mutation;
mod own_scheduler;
mod redundancy;
mod reference;
mod regressions;
mod sizes;
mod spec;
mod theorem;
mod waiting;
