//! Lockstep of whole runs: the same program on other backends must leave the same trace hash.

use crate::backends::{Backend, Backends};
use crate::neighbours::Watched;
use crate::watch::{BesideModels, LastCycles};
use heddle_hw::chip::{Layout, UnitFactory};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, RunError, RunOptions, RunResult};
use heddle_sim::host::Workload;
use serde::Serialize;
use std::fmt::Display;
use std::path::Path;

/// A program on a machine, run as often as needed.
pub struct Program<'a> {
    /// The machine.
    pub config: &'a GpuConfig,
    /// Builds the program anew.
    pub build: &'a dyn Fn() -> Result<Box<dyn Workload>, String>,
    /// The command that repeats a comparison, up to its `--backend`.
    pub command: &'a str,
    /// Where waveforms of differences are put; made when there is one.
    pub failures: &'a Path,
    /// Whether the reference run watches the contract, and what the units' neighbours promise them: SMXs, host, memory
    /// and each other.
    pub watch: bool,
    /// Whether each run is repeated with models beside the units also if the trace hashes are equal.
    pub every_pin: bool,
}

/// One run compared with the all-model run.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// Backends of the run, as typed on the command line.
    pub backend: String,
    /// Whether trace hash and cycles are those of the models, and all pins if they were compared one by one.
    pub equal: bool,
    /// Core cycles of the run; none when a wrong unit kept it from ending.
    pub cycles: Option<u64>,
    /// Trace hash of the run, in hexadecimal; none likewise.
    pub trace_hash: Option<String>,
    /// Wall-clock seconds of the simulation; none likewise.
    pub wall_seconds: Option<f64>,
    /// The first difference, found by a second run with models beside the units, the files that
    /// show it, and the command that repeats it.
    pub difference: Option<String>,
}

/// The sets of backends a full lockstep tries on a machine: each of its units in turn, then all, on circuit
/// and Verilog, and the chip as one piece of Verilog.
pub fn every_choice(layout: &Layout, verilator: bool) -> Vec<Backends> {
    let kinds = [Some(Backend::Rtl), verilator.then_some(Backend::Verilated)];
    let kinds = kinds.into_iter().flatten();
    kinds
        .flat_map(|kind| {
            let single = layout.names().map(move |unit| Backends::only(unit, kind));
            let whole = (kind == Backend::Verilated).then(Backends::chip);
            single.chain([Backends::all(kind)]).chain(whole)
        })
        .collect()
}

impl Program<'_> {
    fn run(&self, factory: &impl UnitFactory, options: RunOptions) -> Result<RunResult, RunError> {
        let mut workload = (self.build)().map_err(RunError::Setup)?;
        gpu::run(self.config, workload.as_mut(), factory, options)
    }

    /// Runs the program on the models.
    pub fn reference(&self) -> Result<RunResult, RunError> {
        let models = Backends::default();
        match self.watch {
            true => self.run(&Watched::new(&models), RunOptions::default()),
            false => self.run(&models, RunOptions::default()),
        }
    }

    /// Runs the program on the units of `factory` and compares with `reference`; on a difference
    /// runs it once more with each unit beside its model to name the first pin that differs.
    ///
    /// A run that ends in an error of its own, with all units equal to their models, is an error.
    pub fn compare<F: UnitFactory + Display>(
        &self,
        factory: &F,
        reference: &RunResult,
    ) -> Result<Comparison, RunError> {
        let max_cycles = Some(reference.cycles * 2 + 1000);
        let result = self.run(factory, RunOptions { max_cycles, ..RunOptions::default() });
        let is_equal = |result: &RunResult| {
            result.trace_hash == reference.trace_hash && result.cycles == reference.cycles
        };
        let equal = result.as_ref().is_ok_and(is_equal);
        let agree = equal && !self.every_pin;
        let difference = if agree { None } else { self.first_difference(factory) };
        let equal = equal && difference.is_none();
        // A wrong unit may drive the machine into nonsense; the shadowed run says where it began.
        let result = match result {
            Ok(result) => Some(result),
            Err(_) if difference.is_some() => None,
            Err(error) => return Err(error),
        };
        let elsewhere = || {
            "the units agree when stepped beside their models; the runs differ elsewhere"
                .to_string()
        };
        Ok(Comparison {
            backend: factory.to_string(),
            equal,
            cycles: result.as_ref().map(|result| result.cycles),
            trace_hash: result.as_ref().map(|result| result.trace_hash.clone()),
            wall_seconds: result.as_ref().map(|result| result.wall_seconds),
            difference: difference.or_else(|| (!equal).then(elsewhere)),
        })
    }

    /// Runs the program with models beside the units of `factory`, up to the first difference.
    fn first_difference<F: UnitFactory + Display>(&self, factory: &F) -> Option<String> {
        let beside = BesideModels::new(factory);
        let mut last = LastCycles::default();
        let options = RunOptions { observer: Some(&mut last), ..RunOptions::default() };
        let error = self.run(&beside, options).err()?;
        let difference = beside.difference()?;
        let waves = match last.write(&difference, self.failures) {
            Ok(waves) => waves.join(" "),
            Err(error) => format!("none: {error}"),
        };
        Some(format!(
            "{error}\n  waveform of the cycles before: {waves}\n  repeat: {} --backend {factory}",
            self.command
        ))
    }
}
