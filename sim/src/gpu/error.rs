//! What can end a run early.

use super::waits::Explanation;
use crate::exec::Fault;
use crate::mem::MemoryFault;
use crate::ptx::PtxError;
use crate::smx::Misnamed;
use thiserror::Error;

/// Why a run did not reach its end.
#[derive(Debug, Error)]
pub enum RunError {
    /// The workload could not be built.
    #[error("{0}")]
    Setup(String),
    /// The PTX text is not something the machine can run.
    #[error(transparent)]
    Ptx(#[from] PtxError),
    /// The program loops forever. In a box, so that no result of a run is larger for it.
    #[error(transparent)]
    Endless(Box<Fault>),
    /// A run that came to a stop, and why.
    #[error("{error}")]
    Hang {
        /// What was found.
        error: Box<RunError>,
        /// Who waits for whom.
        explanation: Box<Explanation>,
    },
    /// A kernel did something a GPU would trap on.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Device memory could not serve the host, the device runtime or a hardware unit.
    #[error("device memory")]
    Memory(#[from] MemoryFault),
    /// A launch that cannot be carried out.
    #[error("cannot launch kernel `{kernel}`: {reason}")]
    Launch {
        /// Name of the kernel, or its address if there is none.
        kernel: String,
        /// What is wrong and what is allowed.
        reason: String,
    },
    /// Groups without an eligible kernel were more than the pool holds. Nobody is left to be told: the
    /// calls that launched them have returned.
    #[error(
        "cycle {cycle}: more than {limit} aggregated groups without a running kernel of their \
         function are pending; raise the limit with --set kernel.pending_limit=N, or launch fewer \
         groups at a time"
    )]
    PendingLimit {
        /// Cycle of the refused launch.
        cycle: u64,
        /// The limit.
        limit: u32,
    },
    /// The run took longer than the caller allows.
    #[error(
        "the run has not ended after {limit} cycles; if the kernel does not loop for ever, raise \
         --max-cycles ({state})"
    )]
    CycleLimit {
        /// The limit in core cycles.
        limit: u64,
        /// What was going on.
        state: String,
    },
    /// A unit could not be built, or two backends of it differ.
    #[error("{0}")]
    Unit(String),
    /// A warp policy has named a warp that cannot issue.
    #[error("{0}")]
    WarpPolicy(Box<Misnamed>),
    /// A part of the machine acted before the cycle that it had named as its next: a defect of this simulator, which
    /// a run that skips cycles might not show.
    #[error(
        "cycle {cycle}: {who} acted, although nothing was to happen there before cycle {promised}; its `next_event` \
         is wrong"
    )]
    Early {
        /// The part.
        who: String,
        /// The cycle.
        cycle: u64,
        /// The first cycle in which something was to happen.
        promised: u64,
    },
    /// Nothing can happen any more, but work is left.
    #[error("cycle {cycle}: the machine is stuck: {state}")]
    Stuck {
        /// Last cycle in which something happened.
        cycle: u64,
        /// What waits for what.
        state: String,
    },
}

impl RunError {
    /// Who waits for whom, if a run came to a stop.
    pub fn explanation(&self) -> Option<&Explanation> {
        match self {
            Self::Hang { explanation, .. } => Some(explanation),
            _ => None,
        }
    }
}

/// A launch that cannot be carried out.
pub(super) fn refused(kernel: &str, reason: String) -> RunError {
    RunError::Launch { kernel: kernel.to_owned(), reason }
}
