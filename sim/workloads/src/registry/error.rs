//! What can be wrong with a workload that a user asks for.

use super::super::{AppOption, Join};
use super::names;
use crate::inputs::InputError;
use heddle_sim::config::LaunchMode;
use thiserror::Error;

/// A workload that cannot be built.
#[derive(Debug, Error)]
pub enum WorkloadError {
    /// No workload has this name.
    #[error("no app is called `{name}`; known: {}", names().collect::<Vec<_>>().join(", "))]
    UnknownApp {
        /// The name as given.
        name: String,
    },
    /// The input of a workload that takes a size is not one.
    #[error("{app} takes a size as its input, {what} from 1 to {most}; `{input}` is none")]
    BadSize {
        /// The workload.
        app: &'static str,
        /// What the size counts.
        what: &'static str,
        /// The largest size.
        most: u32,
        /// The input as given.
        input: String,
    },
    /// The input cannot be had.
    #[error("the input of {app}: {reason}")]
    BadInput {
        /// The workload.
        app: &'static str,
        /// Why.
        reason: InputError,
    },
    /// The application cannot work on the input graph.
    #[error("the input of {app}: the graph `{input}` {reason}")]
    UnfitGraph {
        /// The workload.
        app: &'static str,
        /// The input as given.
        input: String,
        /// What is wrong with it and what to do.
        reason: String,
    },
    /// The two relations have more matches than a device memory can hold.
    #[error(
        "{app}: the relations `{input}` have {matches} matches; the limit is {}",
        Join::MAX_MATCHES
    )]
    TooManyMatches {
        /// The workload.
        app: &'static str,
        /// The input as given.
        input: String,
        /// Tuples of the result.
        matches: u64,
    },
    /// A rule of the input cannot be looked for.
    #[error("the input of {app}: {what}")]
    BadRule {
        /// The workload.
        app: &'static str,
        /// The rule, and why.
        what: String,
    },
    /// An option that is not of the form `KEY=VALUE`.
    #[error("option `{option}` is not of the form KEY=VALUE")]
    NoOption {
        /// The option as given.
        option: String,
    },
    /// The workload does not know an option.
    #[error("{app} has no option `{name}`; {}", known_options(known))]
    UnknownOption {
        /// The workload.
        app: &'static str,
        /// The option as given.
        name: String,
        /// Those it knows.
        known: &'static [AppOption],
    },
    /// An option cannot have this value.
    #[error("option {} of {app} cannot be `{value}`: allowed are {}", option.name, option.values.describe())]
    BadOption {
        /// The workload.
        app: &'static str,
        /// The option.
        option: &'static AppOption,
        /// The value as given.
        value: String,
    },
    /// An option means nothing on this machine, or beside the other options.
    #[error("option {option} of {app} means nothing here: {needs}")]
    IdleOption {
        /// The workload.
        app: &'static str,
        /// The option.
        option: &'static str,
        /// What it needs.
        needs: &'static str,
    },
    /// The workload does nothing but launch from the device.
    #[error("{app} measures launches from the device, which kernel.launch={mode} has not; choose kernel.launch=cdp or dtbl")]
    NeedsDeviceLaunches {
        /// The workload.
        app: &'static str,
        /// The mode asked for.
        mode: LaunchMode,
    },
    /// The workload has no nested parallelism to launch.
    #[error("{app} launches nothing from the device, so launch mode {mode} means nothing to it; use flat")]
    NoDeviceLaunches {
        /// The workload.
        app: &'static str,
        /// The mode asked for.
        mode: LaunchMode,
    },
    /// The workload launches one grid after another and no children.
    #[error("{app} launches level after level, from the host (kernel.launch=flat) or from the device (cdp), or all at \
        once (tb.source=dats and kernel.launch=flat); {mode} means nothing to it")]
    NoChildren {
        /// The workload.
        app: &'static str,
        /// The mode asked for.
        mode: LaunchMode,
    },
}

/// Names the options of a workload.
fn known_options(known: &[AppOption]) -> String {
    match known {
        [] => "it has none".to_owned(),
        known => {
            let names: Vec<&str> = known.iter().map(|option| option.name).collect();
            format!("its options are: {}", names.join(", "))
        }
    }
}
