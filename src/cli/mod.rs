//! Commands, each in a file of its own.

mod account;
mod area;
mod args;
mod case;
mod characterize;
mod children;
mod chip;
mod compare;
mod config;
mod demo;
mod diff;
mod export;
pub mod hang;
mod inputs;
mod keys;
mod limit;
mod list;
mod lockstep;
mod manual;
pub mod output;
mod paths;
mod progress;
pub mod provenance;
mod ptx;
mod record;
mod replay;
mod report;
mod reproduce;
mod run;
mod sizes;
mod sweep;
mod wave;
mod wavefront;
mod workload;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

/// Parses the command line and runs the command.
pub fn run() -> anyhow::Result<ExitCode> {
    let done = |()| ExitCode::SUCCESS;
    let command = Cli::parse().command;
    command.output().map_or(Ok(()), output::choose)?;
    match command {
        Command::Demo(args) => demo::run(&args).map(done),
        Command::Run(args) => run::run(&args),
        Command::Characterize(args) => characterize::run(&args),
        Command::Limit(args) => limit::run(&args),
        Command::List(args) => list::run(&args).map(done),
        Command::Inputs(args) => inputs::run(&args).map(done),
        Command::Config(args) => config::run(&args).map(done),
        Command::Compare(args) => compare::run(&args),
        Command::Export(args) => export::run(&args).map(done),
        Command::Lockstep(args) => lockstep::run(&args),
        Command::Area(args) => area::run(&args).map(done),
        Command::Wave(args) => wave::run(&args).map(done),
        Command::Sweep(args) => sweep::run(&args),
        Command::Diff(args) => diff::run(&args).map(done),
        Command::Report(args) => report::run(&args).map(done),
        Command::Ptx(args) => ptx::run(&args).map(done),
        Command::Reproduce(args) => reproduce::run(&args).map(done),
        Command::Case(args) => case::run(&args).map(done),
        Command::Replay(args) => replay::run(&args),
        Command::Completions(args) => manual::completions(&args).map(done),
        Command::Man(args) => manual::man(&args).map(done),
    }
}
