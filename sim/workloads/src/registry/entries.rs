//! What entries of the table of applications have in common: families of applications, their inputs and machines.

use super::super::{Algorithm, Nesting, Wavefront};
use super::{App, AppOptions, WorkloadError};
use crate::inputs::{load, Graph, InputError, InputSpec, Tiling};
use crate::redundancy::{Run, Study};
use heddle_sim::config::{GpuConfig, LaunchMode};

/// An application of the DARSIE study.
pub(super) const fn redundancy<A: Study + 'static>() -> App {
    App {
        name: A::NAME,
        about: A::ABOUT,
        default_input: A::DEFAULT,
        options: &[],
        build: |input, config, _| {
            flat_only(A::NAME, config)?;
            Ok(Box::new(Run::<A>::new(size(A::NAME, A::UNIT, input, A::MOST)?)))
        },
    }
}

/// An application whose field is computed tile by tile.
pub(super) const fn wavefront<A: Algorithm + 'static>() -> App {
    App {
        name: A::NAME,
        about: A::ABOUT,
        default_input: "16:64",
        options: &[],
        build: |input, config, _| {
            let tiling = Tiling::load(input).map_err(bad_input(A::NAME))?;
            let wavefront = Wavefront::<A>::new(tiling, config);
            let no_children =
                WorkloadError::NoChildren { app: A::NAME, mode: config.kernel.launch };
            Ok(Box::new(wavefront.ok_or(no_children)?))
        },
    }
}

/// Loads the graph that an input names.
pub(super) fn graph(app: &'static str, input: &str) -> Result<Graph, WorkloadError> {
    InputSpec::parse(input).and_then(|spec| load(&spec)).map_err(bad_input(app))
}

/// Returns what makes an error of an input one of the application.
pub(super) fn bad_input(app: &'static str) -> impl FnOnce(InputError) -> WorkloadError {
    move |reason| WorkloadError::BadInput { app, reason }
}

/// Returns the error of a graph without vertices.
pub(super) fn empty_graph(app: &'static str, input: &str) -> WorkloadError {
    unfit_graph(app, input, "has no vertices; use one that has".to_owned())
}

/// Returns the error of a graph that the application cannot use.
pub(super) fn unfit_graph(app: &'static str, input: &str, reason: String) -> WorkloadError {
    WorkloadError::UnfitGraph { app, input: input.to_owned(), reason }
}

/// Returns how nested parallelism is launched on this machine.
pub(super) fn nesting(
    app: &'static str,
    config: &GpuConfig,
    options: &AppOptions,
) -> Result<Nesting, WorkloadError> {
    let nesting = Nesting::of(config.kernel.launch, options);
    nesting.map_err(|(option, needs)| WorkloadError::IdleOption { app, option, needs })
}

/// Refuses a machine whose kernels launch others.
pub(super) fn flat_only(app: &'static str, config: &GpuConfig) -> Result<(), WorkloadError> {
    match config.kernel.launch {
        LaunchMode::Flat => Ok(()),
        mode => Err(WorkloadError::NoDeviceLaunches { app, mode }),
    }
}

/// Returns the size that an input is, 1 to `most`; `what` is what it counts.
pub(super) fn size(
    app: &'static str,
    what: &'static str,
    input: &str,
    most: u32,
) -> Result<u32, WorkloadError> {
    let size = input.parse().ok().filter(|size| (1..=most).contains(size));
    size.ok_or_else(|| WorkloadError::BadSize { app, what, most, input: input.to_owned() })
}
