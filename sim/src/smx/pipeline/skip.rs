//! Skips what another warp of the TB executes (`skipping`): where warps ask in place of fetching, and wait for each other.

use super::Smx;
use crate::bits::set_bits;
use crate::exec::{Fault, Release, TbContext, Warp};
use crate::mem::GlobalMemory;
use crate::ptx::{Op, Program};
use crate::runtime::DeviceRuntime;
use crate::smx::account::Reason;
use crate::smx::rivals::Rival;
use crate::smx::skipping::{Answered, Branched, Marks, SkipPins, Skipping, Start, FULL};
use crate::smx::SkipCounts;
use heddle_hw::skip_table::pins::LANES;
use std::sync::Arc;

impl Smx {
    /// Has warps skip what these marks say. With `checks` they execute it nevertheless, and compare.
    pub fn skip(&mut self, marks: Arc<Marks>, checks: bool) {
        let (warps, tbs) = (self.warps.len(), self.tbs.len());
        let mut skipping = Skipping::new(&self.config.darsie, marks, warps, tbs);
        skipping.checks = checks;
        self.skipping = Some(Box::new(skipping));
    }

    /// What has been skipped.
    pub fn skip_counts(&self) -> Option<SkipCounts> {
        let skipping = self.skipping.as_ref().map(|skipping| skipping.counts);
        skipping.or(self.rival.as_ref().map(|rival| rival.counts()))
    }

    /// What stands at the pins of the skip table in this cycle, if that is not nothing.
    pub(crate) fn take_skip_pins(&mut self) -> Option<SkipPins> {
        self.skipping.as_mut()?.take_pins()
    }

    /// Whether there is something to stand at the pins in the next cycle.
    pub(crate) fn has_skip_pins(&self) -> bool {
        self.skipping.as_ref().is_some_and(|skipping| skipping.has_pins())
    }

    /// A TB has started: those of its warps that are full may skip.
    pub(super) fn may_skip(&mut self, slot: usize) {
        let Some(skipping) = &mut self.skipping else { return };
        let Some(tb) = &self.tbs[slot] else { return };
        let own = self.warps.iter().enumerate();
        let own = own.filter_map(|(w, resident)| Some((w, resident.as_ref()?)));
        let own: Vec<_> = own.filter(|(_, resident)| resident.tb == slot).collect();
        let all: Vec<_> = own.iter().map(|(w, own)| (own.warp.index, *w)).collect();
        let full = full_warps(own.iter().map(|(_, own)| &own.warp));
        let (function, block) = (tb.context.function, tb.context.block);
        skipping.start(&Start { slot, function, block, full, warps: &all });
    }

    /// Requests the instruction that a warp's front end comes to: it asks about it, or fetches it.
    #[inline]
    pub(super) fn request(&mut self, w: usize, from: u64) {
        if self.skipping.is_none() || !self.asks(w, from) {
            self.fetch.want(w, from);
        }
    }

    /// Whether a warp asks about the instruction that its front end comes to.
    fn asks(&mut self, w: usize, from: u64) -> bool {
        let Some(skipping) = &mut self.skipping else { return false };
        let head = self.fronts[w].head;
        let next = self.warps[w].as_ref().and_then(|resident| resident.warp.position());
        // What lies behind a jump is fetched, and dropped.
        next == Some(head) && skipping.asks(w, head, from)
    }

    /// How many instructions a fetch at the head of a warp's i-buffer brings.
    #[inline]
    pub(super) fn fetches(&self, w: usize) -> u32 {
        let count = self.fetch.count();
        let Some(skipping) = &self.skipping else { return count };
        skipping.fetched(w, self.fronts[w].head, count)
    }

    /// Decides what stands at the pins of the skip table and of the rename unit in the next cycle.
    #[inline]
    pub(super) fn choose_pins(&mut self, now: u64, program: &Program) {
        let Some(skipping) = &mut self.skipping else { return };
        let fronts = &self.fronts;
        skipping.choose(now, program, |w| fronts[w].head);
        if let Some((w, at)) = skipping.choose_changes(now) {
            self.before_change(w);
            self.fronts[w].fetched_at = at;
            self.note_wake(w);
        }
    }

    /// Acts on what the skip table says in cycle `now`, before anything else happens in that cycle.
    pub fn hear_answers(
        &mut self,
        now: u64,
        answers: [u32; LANES],
        program: &Program,
        memory: &mut GlobalMemory,
        runtime: &mut dyn DeviceRuntime,
    ) -> Result<(), Fault> {
        let flights = self.skipping.as_mut().and_then(|skipping| skipping.answered(now));
        let Some(flights) = flights else { return Ok(()) };
        self.enter_cycle(now);
        for (lane, flight) in flights.iter().enumerate() {
            let Some(flight) = flight else { continue };
            let w = flight.w;
            let (Some(skipping), Some(resident)) = (&mut self.skipping, &mut self.warps[w]) else {
                continue;
            };
            let Some(instr) = resident.warp.next_instr(program) else { continue };
            match skipping.hear(flight, answers[lane], instr) {
                Answered::AsksAgain | Answered::AwaitsRoom => {}
                // It makes room for the others, for which it waits.
                Answered::Waits => self.demote(w),
                Answered::Fetches => self.fetch.want(w, now),
                Answered::Skips => {
                    let Some(results) = skipping.skip(flight, instr) else { continue };
                    let checks = skipping.checks;
                    self.before_change(w);
                    let (Some(resident), Some(tb)) =
                        (self.warps[w].as_mut(), &mut self.tbs[flight.ask.tb as usize])
                    else {
                        continue;
                    };
                    if checks {
                        check(&resident.warp, program, &mut tb.context, memory, runtime, &results)?;
                    }
                    resident.warp.skip(instr, &results);
                    self.fronts[w].head.1 += 1;
                    self.request(w, now);
                    let at = self.fronts[w].go_on.max(now);
                    self.ready_from(w, at, program);
                }
            }
        }
        Ok(())
    }

    /// A warp has taken the branch at `at`. Returns what it does now.
    #[inline]
    pub(super) fn note_branch(&mut self, w: usize, at: (u32, u32), program: &Program) -> Branched {
        let (Some(skipping), Some(resident)) = (&mut self.skipping, &self.warps[w]) else {
            return Branched::GoesOn;
        };
        let instr = &program.functions[at.0 as usize].instrs[at.1 as usize];
        let conditional =
            matches!(instr.op, Op::Bra if instr.guard.is_some()) || matches!(instr.op, Op::Brx(_));
        if !conditional || !skipping.is_of_kernel(w, at.0) {
            return Branched::GoesOn;
        }
        let all = resident.warp.active_mask() == FULL;
        let way = resident.warp.position().filter(|_| all).map(|(_, index)| index);
        skipping.branch(w, way)
    }

    /// Some threads of a warp have exited, or all of them.
    #[inline]
    pub(super) fn note_exit(&mut self, now: u64, w: usize, has_ended: bool, program: &Program) {
        let Some(skipping) = &mut self.skipping else { return };
        skipping.leave(w, has_ended);
        if let Some(slot) = self.warps[w].as_ref().map(|resident| resident.tb) {
            self.go_on_from_branch(now, slot, program);
        }
    }

    /// Lets the warps of a mask go on that all wait at a branch.
    pub(super) fn go_on_from_branch(&mut self, now: u64, slot: usize, program: &Program) {
        let Some(skipping) = &mut self.skipping else { return };
        for w in skipping.meet(slot) {
            let at = now + u64::from(self.config.latencies.branch);
            self.fronts[w].event = Reason::Branch;
            if !self.copies(w, at) {
                self.ready_from(w, at, program);
                self.let_go(w, now);
            }
        }
    }

    /// A warp goes on that has waited for others.
    #[inline]
    pub(super) fn let_go(&mut self, w: usize, now: u64) {
        let wanted = self.skipping.as_mut().and_then(|skipping| skipping.release(w));
        if wanted.is_some() {
            self.request(w, now);
        }
    }

    /// All warps of a TB may be together again, as these pass a barrier.
    #[inline]
    pub(super) fn restore_mask(&mut self, slot: usize, release: &Release) {
        let (Some(skipping), Some(tb)) = (&mut self.skipping, &self.tbs[slot]) else { return };
        if release.warps.count_ones() < tb.unfinished_warps {
            return;
        }
        let passes = set_bits(release.warps).filter(|&w| skipping.takes_part(w));
        let warps: Vec<_> = passes.filter_map(|w| Some(&self.warps[w].as_ref()?.warp)).collect();
        let Some(at) = warps.first().and_then(|warp| warp.position()) else { return };
        let together = warps.iter().all(|warp| warp.position() == Some(at));
        if together && at.1 > 0 {
            skipping.restore(slot, (at.0, at.1 - 1), full_warps(warps));
        }
    }

    /// The result of a warp that leads at `pc` is usable from cycle `at` on.
    pub(super) fn note_written(&mut self, at: u64, w: usize, pc: u32) {
        if let Some(skipping) = &mut self.skipping {
            skipping.wrote(at, w, pc);
        }
        if let Some(Rival::Affine(affine)) = self.rival.as_deref_mut() {
            affine.wrote(at, w, pc);
        }
    }
}

/// Those of some warps, by number, that have all their threads, and all of them on one path.
fn full_warps<'a>(warps: impl IntoIterator<Item = &'a Warp>) -> u32 {
    let is_full = |warp: &&Warp| warp.live_mask() == FULL && warp.active_mask() == FULL;
    warps.into_iter().filter(is_full).fold(0, |full, warp| full | 1 << warp.index)
}

/// A warp has executed the instruction at `at`, whose operands it reads until cycle `read_until`. Returns whether it leads.
pub(super) fn note_executed(
    skipping: &mut Skipping,
    warp: &Warp,
    w: usize,
    at: (u32, u32),
    read_until: u64,
    program: &Program,
) -> bool {
    let function = &program.functions[at.0 as usize];
    let instr = &function.instrs[at.1 as usize];
    if warp.executed != 0 {
        skipping.note_memory(w, instr.op);
    }
    skipping.is_of_kernel(w, at.0)
        && skipping.executed(w, at, instr, read_until, || warp.results(instr))
}

/// Executes what a warp skips, on a copy of it, and compares with what it has got.
fn check(
    warp: &Warp,
    program: &Program,
    tb: &mut TbContext,
    memory: &mut GlobalMemory,
    runtime: &mut dyn DeviceRuntime,
    results: &[[u64; 32]],
) -> Result<(), Fault> {
    let Some(instr) = warp.next_instr(program) else { return Ok(()) };
    let mut copy = warp.clone();
    copy.step(program, tb, memory, runtime)?;
    let own = copy.results(instr);
    let lane =
        own.iter().zip(results).find_map(|(own, shared)| (0..32).find(|&l| own[l] != shared[l]));
    let Some(lane) = lane else { return Ok(()) };
    let message = format!(
        "--check-skips: warp {} would skip this instruction, but in its lane {lane} the result differs from that of the warp \
         that has executed it: the instruction is not redundant",
        warp.index
    );
    Err(copy.fault(program, tb, message))
}
