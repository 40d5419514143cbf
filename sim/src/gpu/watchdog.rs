//! Ends runs of programs that loop forever, such as one that waits for a flag that no thread sets. After a while in
//! which nothing changed, every warp is watched; only when each that runs has come back to exactly the
//! same state, and nothing is on its way from elsewhere, is the verdict given. A loop that counts or reads the
//! clock is given up only when it has gone on for very long without any effect.

use super::error::RunError;
use super::machine::Machine;
use crate::exec::{endless, Verdict};

/// Since when nothing has changed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Watchdog {
    quiet_since: u64,
    watching: bool,
}

impl Machine {
    /// To be called once a processed cycle; `advanced` says whether a unit did something. One that only holds what
    /// has no place yet, such as a TB that fits no SMX, does not.
    pub(super) fn watch(&mut self, advanced: bool) -> Result<(), RunError> {
        let patience = self.config.smx.watchdog_cycles;
        if std::mem::take(&mut self.progressed) || advanced {
            self.watchdog.quiet_since = self.now;
            self.set_watching(false);
            return Ok(());
        }
        let quiet = self.now - self.watchdog.quiet_since;
        let limit = self.config.smx.no_progress_cycles;
        if limit != 0 && quiet >= limit {
            return self.give_up(Verdict::NoProgress(&format!("{quiet} cycles")));
        }
        if patience == 0 || quiet < patience {
            return Ok(());
        }
        self.set_watching(true);
        // The first warp that does not repeat itself ends the search, every cycle of a loop that counts.
        let mut spinning = self.smxs.all().filter_map(|desk| desk.smx.repeats()).peekable();
        let all_spin = spinning.peek().is_some() && spinning.all(|repeats| repeats);
        if !all_spin || self.next_elsewhere().is_some() {
            return Ok(());
        }
        self.give_up(Verdict::Endless(&format!("{quiet} cycles")))
    }

    /// The fault of the resident warps; without any, the units are at work and all is well.
    fn give_up(&self, verdict: Verdict) -> Result<(), RunError> {
        let desks: Vec<_> = self.smxs.all().collect();
        let warps = desks.iter().flat_map(|desk| desk.smx.residents());
        endless(warps, &self.program, verdict).map_or(Ok(()), |fault| Err(fault.into()))
    }

    fn set_watching(&mut self, watching: bool) {
        if self.watchdog.watching != watching {
            self.watchdog.watching = watching;
            self.smxs.all().for_each(|mut desk| desk.smx.watch(watching));
        }
    }
}
