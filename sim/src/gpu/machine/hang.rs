//! Explains why the machine has come to a stop.

use super::Machine;
use crate::gpu::device::Device;
use crate::gpu::error::RunError;
use crate::gpu::waits::{self, Of, View};

/// Most warps that are tried after the fact whether they repeat themselves.
const MOST_TRIED: usize = 256;

impl Machine<'_> {
    /// The error with an explanation, if it is that of a hang. `stream` is the one that the host waits for; none: it waits
    /// for everything.
    pub fn explained(&mut self, error: RunError, stream: Option<u32>) -> RunError {
        let of = match &error {
            RunError::CycleLimit { .. } => {
                self.find_repetitions();
                Of::Host
            }
            RunError::Stuck { .. } | RunError::Endless(_) => Of::Host,
            RunError::Fault(fault) => Of::StoppedTb { block: fault.block, line: fault.line },
            _ => return error,
        };
        let view = View {
            config: &self.config,
            chip: &self.chip,
            pins: &self.pins,
            elsewhere: &self.elsewhere,
            smxs: &self.smxs,
            graphs: &self.graphs,
            now: self.now,
            is_cut_off: matches!(error, RunError::CycleLimit { .. }),
            unchanged: self.watchdog.unchanged(self.now),
            stream,
        };
        match waits::explain(view, &mut self.device, of) {
            Some(explanation) => {
                RunError::Hang { error: Box::new(error), explanation: Box::new(explanation) }
            }
            None => error,
        }
    }

    fn find_repetitions(&mut self) {
        let Device { program, memory, heap, .. } = &mut self.device;
        let mut most = MOST_TRIED;
        for mut desk in self.smxs.all() {
            most = desk.smx.find_repetitions(most, program, memory, heap);
        }
    }
}
