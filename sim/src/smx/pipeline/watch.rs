//! What the watchdog and the reports of the machine read from an SMX.

use super::{Resident, Smx, NEVER};
use crate::exec::{LoopReads, Repetition, TbContext, Warp};
use crate::mem::GlobalMemory;
use crate::ptx::Program;
use crate::runtime::DeviceRuntime;

impl Smx {
    /// Describes, for reports, where the longest-resident unfinished warp is and what it waits for.
    pub fn place(&self, program: &Program) -> Option<String> {
        let unfinished = |&slot: &usize| {
            self.warps[slot].as_ref().is_some_and(|resident| !resident.warp.is_done())
        };
        let slot = (0..self.warps.len()).filter(unfinished).min_by_key(|&slot| self.age[slot])?;
        let resident = self.warps[slot].as_ref()?;
        let context = &self.tbs[resident.tb].as_ref()?.context;
        let name = &program.functions[resident.warp.position()?.0 as usize].name;
        let line = resident.warp.next_instr(program)?.line;
        let [x, y, z] = context.block_idx;
        let for_children = self.tbs[resident.tb].as_ref()?.waiting_warps >> slot & 1 == 1;
        let waits = if for_children {
            " waits for its children before"
        } else if self.fronts[slot].go_on == NEVER {
            " waits for other warps at a barrier before"
        } else {
            " is at"
        };
        Some(format!(
            "on SMX {}, warp {} of block ({x}, {y}, {z}){waits} {}:{line} in {name}",
            self.id, resident.warp.index, program.file
        ))
    }

    /// Turns the search for warps that repeat themselves on or off. Discards what was found.
    pub fn watch(&mut self, watching: bool) {
        self.watching = watching;
        for resident in self.warps.iter_mut().flatten() {
            resident.repetition = Repetition::default();
        }
    }

    /// Returns whether every warp that may issue repeats itself, or has been passed over by a warp policy since a cycle
    /// before `before`; `None` if there is no warp that may issue.
    pub fn repeats(&self, before: u64) -> Option<bool> {
        let stands = |(w, resident): (usize, &Resident)| {
            resident.repetition.is_found() || self.is_passed_over(w, before)
        };
        let mut stand = self.running().map(stands).peekable();
        stand.peek()?;
        Some(stand.all(|stands| stands))
    }

    /// Returns whether a warp policy has passed over a warp since a cycle before `before`.
    pub fn passes_over(&self, before: u64) -> bool {
        self.running().any(|(w, _)| self.is_passed_over(w, before))
    }

    /// The warps that may issue.
    fn running(&self) -> impl Iterator<Item = (usize, &Resident)> {
        let warps = self.warps.iter().enumerate();
        let residents = warps.filter_map(|(w, warp)| Some((w, warp.as_ref()?)));
        residents.filter(|(w, _)| self.fronts[*w].go_on != NEVER)
    }

    /// Returns since when a warp could have issued, and a warp policy has not picked it.
    pub(super) fn passed_since(&self, w: usize) -> Option<u64> {
        self.schedulers[usize::from(self.scheduler_of[w])].policy.own()?.passed_since(w)
    }

    fn is_passed_over(&self, w: usize, before: u64) -> bool {
        self.passed_since(w).is_some_and(|since| since < before)
    }

    /// Returns whether no warp has executed anything since warps have been watched.
    pub fn is_still(&self) -> bool {
        self.warps.iter().flatten().all(|resident| !resident.repetition.has_seen())
    }

    /// Finds out after the fact which warps repeat themselves: a copy of each that may issue is let run alone for a while.
    /// `most` warps are tried, and the number of those that are left is returned. A change of memory at which a copy ends is
    /// not undone, as the run is over.
    pub fn find_repetitions(
        &mut self,
        mut most: usize,
        program: &Program,
        memory: &mut GlobalMemory,
        runtime: &mut dyn DeviceRuntime,
    ) -> usize {
        for w in 0..self.warps.len() {
            let Some(resident) = &self.warps[w] else { continue };
            if most == 0 || self.fronts[w].go_on == NEVER || resident.repetition.is_found() {
                continue;
            }
            let Some(tb) = &self.tbs[resident.tb] else { continue };
            let found = LoopReads::repeats(&resident.warp, &tb.context, program, memory, runtime);
            if let Some(resident) = self.warps[w].as_mut() {
                resident.repetition = found;
            }
            most -= 1;
        }
        most
    }

    /// Returns the unfinished warps, each with its TB's context.
    pub fn residents(&self) -> impl Iterator<Item = (&Warp, &TbContext)> {
        let residents = self.warps.iter().flatten();
        residents
            .filter_map(|resident| Some((&resident.warp, &self.tbs[resident.tb].as_ref()?.context)))
    }
}
