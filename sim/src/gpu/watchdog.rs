//! Ends runs of programs that loop forever, such as one that waits for a flag that no thread sets. After a while in
//! which nothing changed, every warp is watched; only when each that runs is known to repeat itself, and nothing is
//! on its way from elsewhere, is the run ended. A long computation is no such loop, however long it stores nothing.
//!
//! Units that move count as a change, as they may start a TB in the end. But no unit takes longer for that than a
//! bound, so a unit that moves on and on is found too.

use super::smxs::Smxs;
use crate::config::GpuConfig;
use crate::exec::{endless, Fault};
use crate::ptx::Program;

/// Cycles for which units may move between two changes, besides those that latencies and memory explain. The
/// largest table is cleared in a few thousand.
const MOST_MOVES: u64 = 1 << 20;

/// How often the KMU may wait for its memory or its timer between two changes: for the words of a descriptor, and for
/// the descriptors of a few kernels.
const MOST_WAITS: u64 = 64;

/// Why a run is ended.
#[derive(Debug)]
pub(super) enum Verdict {
    /// Every warp that runs repeats itself. In a box, so that a look is cheap.
    Endless(Box<Fault>),
    /// So do those that a warp policy picks; it has not picked the others for so many cycles.
    PassedOver {
        /// The least number of cycles.
        cycles: u64,
    },
}

/// Since when nothing has changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watchdog {
    /// Quiet cycles before warps are watched; 0: they never are.
    patience: u64,
    quiet_since: u64,
    watching: bool,
    /// Something other than registers has changed since the last look.
    progressed: bool,
    /// A unit has moved since the last look.
    moved: bool,
    /// Cycles in which units have moved since anything else changed, and the most that they may take.
    moves: u64,
    most_moves: u64,
    /// Cycles since then in which a unit was stepped at all, also one that only holds what it has.
    steps: u64,
    /// Cycle of the last change of anything else.
    progressed_at: u64,
}

impl Watchdog {
    /// One as patient as the configuration says.
    pub fn new(config: &GpuConfig) -> Self {
        let dispatch = u64::from(config.effective_latencies().kmu_dispatch);
        let memory = [config.interconnect.latency, config.l2.latency, config.dram.extra_latency];
        let kmu = dispatch + memory.map(u64::from).into_iter().sum::<u64>();
        Self {
            patience: config.smx.watchdog_cycles,
            quiet_since: 0,
            watching: false,
            progressed: false,
            moved: false,
            moves: 0,
            most_moves: MOST_MOVES + MOST_WAITS * kmu,
            steps: 0,
            progressed_at: 0,
        }
    }

    /// Cycles up to `now` for which nothing but registers and units has changed.
    pub fn unchanged(&self, now: u64) -> u64 {
        now - self.progressed_at
    }

    /// Takes in what an SMX has done in this cycle, or that a TB was started: whether anything other than registers
    /// has changed.
    #[inline]
    pub fn note(&mut self, progressed: bool) {
        self.progressed |= progressed;
    }

    /// Takes in whether units were stepped in this cycle, and whether they have moved.
    #[inline]
    pub fn note_units(&mut self, stepped: bool, moved: bool) {
        self.moved |= moved;
        self.steps += u64::from(stepped);
    }

    /// Whether units move, or are stepped in vain, without end, and no warp runs that could change that. A warp that has
    /// executed nothing for as long is none.
    #[inline]
    pub fn is_stuck(&self, now: u64, smxs: &Smxs, bytes: u64) -> bool {
        let long = self.most_moves + bytes;
        let is_vain = self.steps > 2 * long;
        let is_still = is_vain && self.watching && now - self.quiet_since > self.patience + long;
        (is_vain || self.is_lost(bytes))
            && smxs.all().all(|desk| {
                let smx = &desk.smx;
                smx.repeats(0).is_none() || is_still && smx.is_still()
            })
    }

    /// Whether units have moved for longer than any of them takes for its work. They may read all `bytes` of device
    /// memory for it.
    #[inline]
    fn is_lost(&self, bytes: u64) -> bool {
        self.moves > self.most_moves + bytes
    }

    /// Looks at a processed cycle. `bytes` of device memory are in use; `expects` says whether anything is on its way
    /// from outside the SMXs. The error is the verdict.
    #[inline]
    pub fn look(
        &mut self,
        now: u64,
        smxs: &Smxs,
        program: &Program,
        bytes: u64,
        expects: impl FnOnce() -> bool,
    ) -> Result<(), Verdict> {
        let (progressed, moved) =
            (std::mem::take(&mut self.progressed), std::mem::take(&mut self.moved));
        self.moves = if progressed { 0 } else { self.moves + u64::from(moved) };
        if progressed {
            (self.steps, self.progressed_at) = (0, now);
        }
        if progressed || moved && !self.is_lost(bytes) {
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
        let before = now.saturating_sub(self.patience);
        let mut spinning = smxs.all().filter_map(|desk| desk.smx.repeats(before)).peekable();
        let all_spin = spinning.peek().is_some() && spinning.all(|repeats| repeats);
        if !all_spin || expects() {
            return Ok(());
        }
        if smxs.all().any(|desk| desk.smx.passes_over(before)) {
            return Err(Verdict::PassedOver { cycles: self.patience });
        }
        let desks: Vec<_> = smxs.all().collect();
        let warps = desks.iter().flat_map(|desk| desk.smx.residents());
        let fault = endless(warps, program, &format!("{quiet} cycles"));
        fault.map_or(Ok(()), |fault| Err(Verdict::Endless(Box::new(fault))))
    }

    fn set_watching(&mut self, smxs: &Smxs, watching: bool) {
        if self.watching != watching {
            self.watching = watching;
            smxs.all().for_each(|mut desk| desk.smx.watch(watching));
        }
    }
}
