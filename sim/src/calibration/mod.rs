//! Side by side with a peer: the same kernels on the same machine as another simulator ran, and what
//! both counted. `sim/calibration` has the kernels and the peer's numbers.

mod cases;
mod filling;
mod kernels;
mod latency;
mod peer;
mod reference;

pub use cases::{cases, Case, CaseWorkload, Cases};
pub use kernels::Measured;
pub use latency::Chains;
pub use peer::{peer, Kernel, Latencies, Peer, PeerRun, OPERATIONS};
pub use reference::{references, Reference};

use crate::config::GpuConfig;
use crate::gpu::{run, ModelUnits, RunError, RunOptions, RunResult};
use crate::host::Workload;

/// Runs what the peer ran on `config`, from an L2 that holds the inputs if the configuration lets copies pass through
/// it.
pub fn measure(config: &GpuConfig, workload: &mut dyn Workload) -> Result<RunResult, RunError> {
    run(config, workload, &ModelUnits, RunOptions::default())
}

/// Cycles an operation on `config`, in the order of [`OPERATIONS`]. The first chase through global
/// memory is to find the caches cold, so the host's copies pass the L2 by.
pub fn measure_latencies(config: &GpuConfig) -> Result<[f64; OPERATIONS.len()], RunError> {
    let mut config = config.clone();
    config.l2.host_preload = false;
    let mut chains = Chains::default();
    run(&config, &mut chains, &ModelUnits, RunOptions::default())?;
    Ok(chains.cycles())
}
