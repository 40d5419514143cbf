//! What the warps of a TB share: their mask, the instructions that some have passed and others have not, and versions.

use super::branches::Paths;
use super::versions::{Results, Versions};
use crate::exec::WARP_SIZE;
use crate::ptx::{promotes, Instr};

/// An instruction that has a leader.
#[derive(Clone, Debug)]
struct Led {
    pc: u32,
    versions: Vec<usize>,
    /// What the leader has written, once it has executed.
    results: Results,
    passed: u32,
    /// The leader has found its own values in memory, so the others execute the instruction themselves.
    own: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Sharing {
    pub function: u32,
    pub promotes: bool,
    /// Warps that skip.
    pub mask: u32,
    /// Warp slots by number.
    slots: [usize; WARP_SIZE],
    pub versions: Versions,
    led: Vec<Led>,
    /// Instructions at which all warps gather before one overwrites versions, with these.
    gathering: Vec<(u32, Vec<usize>)>,
    pub paths: Paths,
}

impl Sharing {
    pub fn new(
        function: u32,
        block: [u32; 3],
        mask: u32,
        all: &[(u32, usize)],
        registers: u32,
    ) -> Self {
        let mut slots = [0; WARP_SIZE];
        all.iter().for_each(|&(index, w)| slots[index as usize] = w);
        Self {
            function,
            promotes: promotes(block),
            mask,
            slots,
            versions: Versions::new(registers),
            led: Vec::new(),
            gathering: Vec::new(),
            paths: Paths::default(),
        }
    }

    /// Whether a warp is in the mask.
    pub fn has(&self, warp: u32) -> bool {
        self.mask >> warp & 1 != 0
    }

    /// The slot of a warp.
    pub fn slot(&self, warp: u32) -> usize {
        self.slots[warp as usize]
    }

    /// A warp leads at `pc`, with these results: their slots, and the vector registers that each needs.
    pub fn lead(&mut self, pc: u32, warp: u32, instr: &Instr, needs: u32) {
        let (writes, own) = (instr.writes(), self.reads_own(warp, instr));
        self.forget(|led| led.pc == pc);
        let versions = writes.iter().map(|&slot| self.versions.take(slot, needs)).collect();
        self.has_gathered(pc);
        self.led.push(Led { pc, versions, results: Vec::new(), passed: 1 << warp, own });
    }

    /// Warps gather at `pc` to overwrite the versions of its results.
    pub fn gather(&mut self, pc: u32, writes: &[u16]) {
        let is_led = self.led.iter().any(|led| led.pc == pc);
        if !is_led && !self.gathering.iter().any(|(at, _)| *at == pc) {
            let held = self.versions.hold_all_of(writes);
            self.gathering.push((pc, held));
        }
    }

    /// A warp has been told what to do at `pc`.
    pub fn has_gathered(&mut self, pc: u32) {
        for (_, held) in self.gathering.extract_if(.., |(at, _)| *at == pc).collect::<Vec<_>>() {
            self.versions.give_up(&held);
        }
    }

    /// The leader at `pc` has executed.
    pub fn has_executed(&mut self, pc: u32, warp: u32, results: Results) {
        let Some(led) = self.led.iter_mut().find(|led| led.pc == pc) else { return };
        led.results = results;
        led.versions.clone().iter().for_each(|&id| self.versions.map(id, warp));
        self.close();
    }

    /// Whether a warp that is told to skip at `pc` has to execute the instruction nevertheless.
    pub fn has_own(&self, pc: u32, warp: u32, instr: &Instr) -> bool {
        self.reads_own(warp, instr) || self.led.iter().any(|led| led.pc == pc && led.own)
    }

    /// The results at `pc`, which a warp that skips has from now on.
    pub fn skip(&mut self, pc: u32, warp: u32) -> Option<Results> {
        let led = self.led.iter_mut().find(|led| led.pc == pc)?;
        led.passed |= 1 << warp;
        let results = led.results.clone();
        led.versions.clone().iter().for_each(|&id| self.versions.map(id, warp));
        self.close();
        Some(results)
    }

    /// Whether an instruction reads what a warp has found in memory by itself.
    pub fn reads_own(&self, warp: u32, instr: &Instr) -> bool {
        instr.reads().iter().any(|&slot| self.versions.is_own(warp, slot))
    }

    /// A warp has executed by itself what others skip.
    pub fn pass(&mut self, pc: u32, warp: u32) {
        if let Some(led) = self.led.iter_mut().find(|led| led.pc == pc) {
            led.passed |= 1 << warp;
        }
        self.close();
    }

    /// Warps leave the mask. Returns the vector registers that each has to copy.
    pub fn leave(&mut self, warps: u32) -> Vec<(u32, u32)> {
        self.mask &= !warps;
        let left = (0..WARP_SIZE as u32).filter(|warp| warps >> warp & 1 != 0);
        let copies = left.map(|warp| (warp, self.versions.unmap_all(warp))).collect();
        self.close();
        copies
    }

    /// All full warps are together.
    pub fn restore(&mut self, mask: u32) {
        self.mask = mask;
        self.paths.restore();
        self.forget(|_| true);
    }

    /// Forgets the instructions that all warps of the mask have passed.
    fn close(&mut self) {
        let mask = self.mask;
        self.forget(|led| mask & !led.passed == 0 && !led.results.is_empty());
    }

    fn forget(&mut self, which: impl Fn(&Led) -> bool) {
        let gone: Vec<Led> = self.led.extract_if(.., |led| which(led)).collect();
        gone.iter().for_each(|led| self.versions.give_up(&led.versions));
    }
}
