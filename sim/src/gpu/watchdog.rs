//! Ends runs of programs that loop forever, such as one that waits for a flag that no thread sets. After a while in
//! which nothing changed, every warp is watched; only when each that runs is known to repeat itself, and nothing is
//! on its way from elsewhere, is the run ended. A long computation is no such loop, however long it stores nothing.

use super::smxs::Smxs;
use crate::config::GpuConfig;
use crate::exec::{endless, Fault};
use crate::ptx::Program;

/// Since when nothing has changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watchdog {
    /// Quiet cycles before warps are watched; 0: they never are.
    patience: u64,
    quiet_since: u64,
    watching: bool,
    /// Something other than registers has changed since the last look.
    progressed: bool,
}

impl Watchdog {
    /// One as patient as the configuration says.
    pub fn new(config: &GpuConfig) -> Self {
        Self {
            patience: config.smx.watchdog_cycles,
            quiet_since: 0,
            watching: false,
            progressed: false,
        }
    }

    /// Takes in what an SMX or the units have done in this cycle: whether anything other than registers has changed.
    #[inline]
    pub fn note(&mut self, progressed: bool) {
        self.progressed |= progressed;
    }

    /// Looks at a processed cycle. `expects` says whether anything is on its way from outside the SMXs. The error is
    /// the verdict.
    #[inline]
    pub fn look(
        &mut self,
        now: u64,
        smxs: &Smxs,
        program: &Program,
        expects: impl FnOnce() -> bool,
    ) -> Result<(), Fault> {
        if std::mem::take(&mut self.progressed) {
            self.quiet_since = now;
            self.set_watching(smxs, false);
            return Ok(());
        }
        let quiet = now - self.quiet_since;
        if self.patience == 0 || quiet < self.patience {
            return Ok(());
        }
        self.set_watching(smxs, true);
        // The first warp that does not repeat itself ends the search, every cycle of a loop that counts.
        let mut spinning = smxs.all().filter_map(|desk| desk.smx.repeats()).peekable();
        let all_spin = spinning.peek().is_some() && spinning.all(|repeats| repeats);
        if !all_spin || expects() {
            return Ok(());
        }
        let desks: Vec<_> = smxs.all().collect();
        let warps = desks.iter().flat_map(|desk| desk.smx.residents());
        endless(warps, program, &format!("{quiet} cycles")).map_or(Ok(()), Err)
    }

    fn set_watching(&mut self, smxs: &Smxs, watching: bool) {
        if self.watching != watching {
            self.watching = watching;
            smxs.all().for_each(|mut desk| desk.smx.watch(watching));
        }
    }
}
