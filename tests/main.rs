//! Tests of the whole: the command line as its users see it, and what it leaves.

mod abuse;
mod area;
mod characterize;
mod chip;
mod cli;
mod common;
mod compare;
mod diff;
mod errors;
mod files;
mod host;
mod inputs;
mod laperm;
mod laser_limits;
mod limit;
mod manual;
mod outputs;
mod printing;
mod ptx;
mod refused;
mod report;
mod reports;
mod reproduce;
mod statistics;
mod sweep;
mod timeline;
