//! Register renaming of a TB (thesis, 7.3.1): versions of registers that its warps share, and who reads which.
//!
//! A version is one or two vector registers of the TB's share: 64-bit values take two, and a predicate takes one. It is free
//! again when no warp's register is mapped to it and no warp has yet to come for it.

use crate::exec::WARP_SIZE;

/// The values of an instruction's results, in their order.
pub(in crate::smx) type Results = Vec<[u64; WARP_SIZE]>;

#[derive(Clone, Debug)]
struct Version {
    slot: u16,
    needs: u32,
    /// Warps whose register is mapped to it.
    users: u32,
    /// Who keeps it besides: an instruction that some warps have not passed, and those that are to overwrite it.
    holds: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Versions {
    all: Vec<Option<Version>>,
    free: u32,
    /// By warp and slot: the warp has found another value in memory than the others may have.
    own: Vec<Vec<bool>>,
}

impl Versions {
    pub fn new(registers: u32) -> Self {
        Self { all: Vec::new(), free: registers, own: vec![Vec::new(); WARP_SIZE] }
    }

    /// Vector registers that no version has.
    pub fn free(&self) -> u32 {
        self.free
    }

    /// Whether there is a version of a register.
    pub fn has_of(&self, slot: u16) -> bool {
        self.all.iter().flatten().any(|version| version.slot == slot)
    }

    /// Takes a new version, or the last of the same register if no register is free, and holds it.
    pub fn take(&mut self, slot: u16, needs: u32) -> usize {
        let last = self.all.iter().rposition(|v| v.as_ref().is_some_and(|v| v.slot == slot));
        if let Some(id) = last.filter(|_| self.free < needs) {
            self.hold(id);
            return id;
        }
        self.free = self.free.saturating_sub(needs);
        let version = Version { slot, needs, users: 0, holds: 1 };
        match self.all.iter().position(Option::is_none) {
            Some(id) => {
                self.all[id] = Some(version);
                id
            }
            None => {
                self.all.push(Some(version));
                self.all.len() - 1
            }
        }
    }

    /// Holds the versions of some registers, which are to be overwritten. Returns them.
    pub fn hold_all_of(&mut self, slots: &[u16]) -> Vec<usize> {
        let of = |v: &Option<Version>| v.as_ref().is_some_and(|v| slots.contains(&v.slot));
        let held: Vec<_> = (0..self.all.len()).filter(|&id| of(&self.all[id])).collect();
        held.iter().for_each(|&id| self.hold(id));
        held
    }

    fn hold(&mut self, id: usize) {
        if let Some(version) = self.all[id].as_mut() {
            version.holds += 1;
        }
    }

    /// Gives up what was held.
    pub fn give_up(&mut self, held: &[usize]) {
        for &id in held {
            if let Some(version) = self.all[id].as_mut() {
                version.holds -= 1;
            }
        }
        self.drop_unused();
    }

    /// A warp reads this version from now on.
    pub fn map(&mut self, id: usize, warp: u32) {
        let Some(slot) = self.all[id].as_ref().map(|version| version.slot) else { return };
        self.leave(warp, |version| version.slot == slot);
        if let Some(version) = self.all[id].as_mut() {
            version.users |= 1 << warp;
        }
        self.drop_unused();
    }

    /// A warp has written a register of its own.
    pub fn unmap(&mut self, warp: u32, slot: u16) {
        if self.leave(warp, |version| version.slot == slot) > 0 {
            self.drop_unused();
        }
    }

    /// A warp shares nothing any more. Returns the vector registers that it shared.
    pub fn unmap_all(&mut self, warp: u32) -> u32 {
        let count = self.leave(warp, |_| true);
        self.drop_unused();
        count
    }

    /// The version that a warp reads, if it is not a register of its own.
    pub fn read_by(&self, warp: u32, slot: u16) -> Option<usize> {
        let reads = |v: &Version| v.slot == slot && v.users >> warp & 1 != 0;
        self.all.iter().position(|version| version.as_ref().is_some_and(reads))
    }

    /// Whether a warp has found its own value of a register.
    pub fn is_own(&self, warp: u32, slot: u16) -> bool {
        self.own[warp as usize].get(usize::from(slot)) == Some(&true)
    }

    pub fn set_own(&mut self, warp: u32, slot: u16, own: bool) {
        let (known, slot) = (&mut self.own[warp as usize], usize::from(slot));
        if known.len() <= slot {
            known.resize(slot + 1, false);
        }
        known[slot] = own;
    }

    fn leave(&mut self, warp: u32, of: impl Fn(&Version) -> bool) -> u32 {
        let mut registers = 0;
        for version in self.all.iter_mut().flatten().filter(|v| v.users >> warp & 1 != 0 && of(v)) {
            version.users &= !(1 << warp);
            registers += version.needs;
        }
        registers
    }

    fn drop_unused(&mut self) {
        for version in &mut self.all {
            if version.as_ref().is_some_and(|v| v.users == 0 && v.holds == 0) {
                self.free += version.take().map_or(0, |v| v.needs);
            }
        }
    }
}
