//! What the SMX knows of the registers of a TB's warps, as a scoreboard does: which a warp reads from a version, and which
//! hold a value that it has found in memory by itself. Where versions are, and which there are, the unit `rename` knows.

use crate::exec::WARP_SIZE;

#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    /// Vector registers of the version that the warp reads; 0 if it has a register of its own.
    shared: u32,
    /// The number of the instruction that made it.
    instance: u64,
    /// The warp has found another value in memory than the others may have.
    own: bool,
}

/// Marks of each warp, by slot.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    marks: Vec<Vec<Mark>>,
}

impl Registers {
    pub fn new() -> Self {
        Self { marks: vec![Vec::new(); WARP_SIZE] }
    }

    fn of(&self, warp: u32, slot: u16) -> Mark {
        let marks = &self.marks[warp as usize];
        marks.get(usize::from(slot)).copied().unwrap_or_default()
    }

    fn at(&mut self, warp: u32, slot: u16) -> &mut Mark {
        let (marks, slot) = (&mut self.marks[warp as usize], usize::from(slot));
        if marks.len() <= slot {
            marks.resize(slot + 1, Mark::default());
        }
        &mut marks[slot]
    }

    /// Vector registers of the version that a warp reads as this register; 0 if it reads none.
    pub fn shared(&self, warp: u32, slot: u16) -> u32 {
        self.of(warp, slot).shared
    }

    /// Whether a warp reads, as this register, the version that the instruction with this number has made.
    pub fn reads(&self, warp: u32, slot: u16, instance: u64) -> bool {
        let mark = self.of(warp, slot);
        mark.shared > 0 && mark.instance == instance
    }

    /// A warp reads a version of so many vector registers from now on, which this instruction has made; of none, a register of
    /// its own.
    pub fn share(&mut self, warp: u32, slot: u16, registers: u32, instance: u64) {
        if registers > 0 || self.shared(warp, slot) > 0 {
            let mark = self.at(warp, slot);
            (mark.shared, mark.instance) = (registers, instance);
        }
    }

    /// A warp shares nothing any more. Returns the vector registers that it shared.
    pub fn unshare_all(&mut self, warp: u32) -> u32 {
        self.marks[warp as usize].iter_mut().map(|mark| std::mem::take(&mut mark.shared)).sum()
    }

    /// Whether a warp has found its own value of a register.
    pub fn is_own(&self, warp: u32, slot: u16) -> bool {
        self.of(warp, slot).own
    }

    pub fn set_own(&mut self, warp: u32, slot: u16, own: bool) {
        if own || self.is_own(warp, slot) {
            self.at(warp, slot).own = own;
        }
    }
}
