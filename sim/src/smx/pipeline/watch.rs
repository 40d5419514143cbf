//! What the machine's watchdog sees of an SMX.

use super::{Smx, NEVER};
use crate::exec::{Repetition, TbContext, Warp};

impl Smx {
    /// Looks for warps that repeat themselves from now on, or no longer; what was found is forgotten.
    pub fn watch(&mut self, watching: bool) {
        self.watching = watching;
        for resident in self.warps.iter_mut().flatten() {
            resident.repetition = Repetition::default();
        }
    }

    /// Whether every warp that may issue repeats itself; `None` if there is no such warp.
    pub fn repeats(&self) -> Option<bool> {
        let runs = |(w, _): &(usize, &_)| self.wake[*w] != NEVER;
        let running =
            self.warps.iter().enumerate().filter_map(|(w, warp)| Some((w, warp.as_ref()?)));
        let found = running.filter(runs).map(|(_, resident)| resident.repetition.is_found());
        found.reduce(|all, this| all && this)
    }

    /// The unfinished warps, each with its TB.
    pub fn residents(&self) -> impl Iterator<Item = (&Warp, &TbContext)> {
        let residents = self.warps.iter().flatten();
        residents
            .filter_map(|resident| Some((&resident.warp, &self.tbs[resident.tb].as_ref()?.context)))
    }
}
