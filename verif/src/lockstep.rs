//! Lockstep of whole runs: the same program on other backends must leave the same trace hash.

use crate::backends::{Backend, Backends};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, Rooms, RunError, RunOptions, RunResult};
use heddle_sim::workloads::Workload;
use serde::Serialize;

/// One run compared with the all-model run.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// Backends of the run, as typed on the command line.
    pub backend: String,
    /// Whether trace hash and cycles are those of the models.
    pub equal: bool,
    /// Core cycles of the run.
    pub cycles: u64,
    /// Trace hash of the run, in hexadecimal.
    pub trace_hash: String,
    /// Wall-clock seconds of the simulation.
    pub wall_seconds: f64,
    /// The first difference, found by a second run with models beside the rooms.
    pub difference: Option<String>,
}

/// The sets of backends a full lockstep tries: each room in turn, then all, on circuit and Verilog.
pub fn every_choice(verilator: bool) -> Vec<Backends> {
    let kinds = [Some(Backend::Rtl), verilator.then_some(Backend::Verilated)];
    let kinds = kinds.into_iter().flatten();
    kinds
        .flat_map(|kind| {
            let single = (0..Rooms::NAMES.len()).map(move |room| Backends::only(room, kind));
            single.chain([Backends::all(kind)])
        })
        .collect()
}

/// Runs `build()`'s program on the models.
pub fn reference(
    config: &GpuConfig,
    build: &dyn Fn() -> Result<Box<dyn Workload>, String>,
) -> Result<RunResult, RunError> {
    let mut workload = build().map_err(RunError::Setup)?;
    gpu::run(config, workload.as_mut(), &Backends::default(), RunOptions::default())
}

/// Runs the program on `backends` and compares with `reference`; on a difference runs it once more
/// with each room beside its model to name the first pin that differs.
pub fn compare(
    config: &GpuConfig,
    build: &dyn Fn() -> Result<Box<dyn Workload>, String>,
    backends: &Backends,
    reference: &RunResult,
) -> Result<Comparison, RunError> {
    let run = |backends: &Backends| {
        let mut workload = build().map_err(RunError::Setup)?;
        gpu::run(config, workload.as_mut(), backends, RunOptions::default())
    };
    let shadowed = || backends.clone().beside_models();
    let result = match run(backends) {
        Ok(result) => result,
        // A wrong room may drive the machine into nonsense; the shadow run says where it began.
        Err(error) => return Err(run(&shadowed()).err().unwrap_or(error)),
    };
    let equal =
        result.trace_hash == reference.trace_hash && result.cycles == reference.cycles;
    let difference = (!equal).then(|| match run(&shadowed()) {
        Err(error) => error.to_string(),
        Ok(_) => "the rooms agree when stepped beside their models; the runs differ elsewhere"
            .to_string(),
    });
    Ok(Comparison {
        backend: backends.to_string(),
        equal,
        cycles: result.cycles,
        trace_hash: result.trace_hash.clone(),
        wall_seconds: result.wall_seconds,
        difference,
    })
}
