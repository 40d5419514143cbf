//! What the warps of a TB share: their mask, and the instructions that some have passed and others have not. What becomes of
//! versions is told to the unit `rename`, which has them.

use super::branches::Paths;
use super::led::{AllLed, Led, Results, Version};
use super::registers::Registers;
use super::renames::{Change, Renames, VersionChange};
use crate::bits::set_bits;
use crate::exec::WARP_SIZE;
use crate::ptx::{promotes, Instr};
use heddle_hw::rename::pins::change;

/// Whether the rename unit has room for what an instruction makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    Free,
    /// All warps have to be there: then the versions of the same registers that they read are overwritten.
    Overwrites,
    None,
}

#[derive(Clone, Debug)]
pub(super) struct Sharing {
    slot: u32,
    pub function: u32,
    pub promotes: bool,
    /// Warps that skip.
    pub mask: u32,
    /// Warp slots by number.
    slots: [usize; WARP_SIZE],
    /// Vector registers that were free after the last change; none before the first.
    free: Option<u32>,
    /// Registers of the unit beyond those that TBs have.
    spare: u32,
    /// Those that will be taken by changes that have no answer yet.
    promised: u32,
    pub registers: Registers,
    led: AllLed,
    pub paths: Paths,
}

/// A TB that starts.
pub(in crate::smx) struct Start<'a> {
    pub slot: usize,
    pub function: u32,
    pub block: [u32; 3],
    /// Warps that are full, a bit for each.
    pub full: u32,
    /// All warps: their numbers and slots.
    pub warps: &'a [(u32, usize)],
}

impl Sharing {
    pub fn new(start: &Start, spare: u32, renames: &mut Renames) -> Self {
        let mut slots = [0; WARP_SIZE];
        start.warps.iter().for_each(|&(index, w)| slots[index as usize] = w);
        let sharing = Self {
            slot: start.slot as u32,
            function: start.function,
            promotes: promotes(start.block),
            mask: start.full,
            slots,
            free: None,
            spare,
            promised: 0,
            registers: Registers::new(),
            led: AllLed::default(),
            paths: Paths::default(),
        };
        sharing.change(change::CLEAR, 0, renames);
        sharing
    }

    /// Whether a warp is in the mask.
    pub fn has(&self, warp: u32) -> bool {
        self.mask >> warp & 1 != 0
    }

    /// The warp that leads at `pc`, where another one is yet to come.
    pub fn leader_of(&self, pc: u32, warp: u32) -> Option<u32> {
        self.led.of(pc, warp).map(|led| led.leader)
    }

    /// The slot of a warp.
    pub fn slot(&self, warp: u32) -> usize {
        self.slots[warp as usize]
    }

    /// Has versions changed that are of no instruction.
    fn change(&self, what: u32, warps: u32, renames: &mut Renames) {
        let pins = VersionChange { what, tb: self.slot, warps, ..Default::default() };
        renames.change(Change { pins, instance: 0, from: 0, copier: None });
    }

    /// Whether its versions are known: those of the TB before in its slot are gone.
    pub fn is_clear(&self) -> bool {
        self.free.is_some()
    }

    /// Vector registers that a leader may take.
    fn free(&self) -> u32 {
        self.free.unwrap_or(0).saturating_sub(self.spare + self.promised)
    }

    /// Vector registers of the version of a register that warps of the mask read; 0 if there is none.
    fn width_of(&self, slot: u16) -> u32 {
        set_bits(self.mask.into()).map(|w| self.registers.shared(w as u32, slot)).max().unwrap_or(0)
    }

    /// The room for an instruction whose results take `needs` vector registers each, beside `reserved` for others.
    pub fn room(&self, instr: &Instr, needs: u32, reserved: u32) -> Room {
        let writes = instr.writes();
        if writes.iter().any(|&slot| slot >= NAMES) {
            Room::None
        } else if self.free() >= needs * writes.len() as u32 + reserved {
            Room::Free
        } else if writes.iter().all(|&slot| self.width_of(slot) >= needs) {
            Room::Overwrites
        } else {
            Room::None
        }
    }

    /// A warp leads at `pc`, with results that need so many vector registers each. What it is to overwrite is read until
    /// cycle `read_until`. Returns the number of the instruction, and whether the leader has to wait for what the unit says,
    /// which may refuse to overwrite.
    pub fn lead(
        &mut self,
        (pc, warp): (u32, u32),
        instr: &Instr,
        (needs, reserved): (u32, u32),
        read_until: u64,
        renames: &mut Renames,
    ) -> (u64, bool) {
        let own = self.reads_own(warp, instr);
        let room = if own { Room::None } else { self.room(instr, needs, reserved) };
        let instance = renames.number();
        let mut led = Led {
            pc,
            instance,
            leader: warp,
            versions: Vec::new(),
            asked: 0,
            results: Results::new(),
            coming: self.mask,
            own,
            refused: room == Room::None && !own,
        };
        for &slot in instr.writes() {
            let (what, width, from) = match room {
                Room::Overwrites => (change::OVERWRITE, self.width_of(slot), read_until),
                Room::Free | Room::None => (change::ALLOC, needs, 0),
            };
            let made = room != Room::None;
            led.versions.push(Version { slot, width, made });
            if made {
                let wide = what == change::ALLOC && needs > 1;
                let (tb, register, warps) = (self.slot, slot.into(), self.mask);
                let pins = VersionChange { what, tb, register, wide, warps };
                renames.change(Change { pins, instance, from, copier: None });
                led.asked += 1;
                self.promised += if what == change::ALLOC { needs } else { 0 };
            }
        }
        self.led.push(led);
        (instance, room == Room::Overwrites)
    }

    /// The unit has made a change, or refused it, and says how many registers are free. Returns the leader whose last change
    /// this was.
    pub fn hear(&mut self, told: &Change, done: bool, free: u32) -> Option<u32> {
        let what = told.pins.what;
        // What was still asked for the TB before in this slot says nothing of this one.
        if !self.is_clear() && what != change::CLEAR {
            return None;
        }
        self.free = Some(free);
        if !matches!(what, change::ALLOC | change::OVERWRITE) {
            return None;
        }
        if what == change::ALLOC {
            self.promised -= 1 + u32::from(told.pins.wide);
        }
        let led = self.led.numbered_mut(told.instance)?;
        led.asked -= 1;
        if !done {
            led.refused = true;
            let version = |v: &&mut Version| u32::from(v.slot) == told.pins.register;
            led.versions.iter_mut().filter(version).for_each(|version| version.made = false);
        }
        (led.asked == 0).then_some(led.leader)
    }

    /// The number of the instruction at `pc` that a warp is to pass, if it has a leader.
    pub fn next(&self, pc: u32, warp: u32) -> Option<u64> {
        self.led.of(pc, warp).map(|led| led.instance)
    }

    /// Whether a warp has to execute an instruction nevertheless that others skip.
    pub fn has_own(&self, led: Option<u64>, warp: u32, instr: &Instr) -> bool {
        let led = led.and_then(|instance| self.led.numbered(instance));
        self.reads_own(warp, instr) || led.is_some_and(|led| led.own || led.refused)
    }

    /// Whether there are no versions for what a leader computes.
    pub fn is_refused(&self, led: u64) -> bool {
        self.led.numbered(led).is_some_and(|led| led.refused)
    }

    /// Whether an instruction reads what a warp has found in memory by itself.
    pub fn reads_own(&self, warp: u32, instr: &Instr) -> bool {
        instr.reads().iter().any(|&slot| self.registers.is_own(warp, slot))
    }

    /// A leader has executed.
    pub fn has_executed(&mut self, led: u64, results: Results) {
        if let Some(led) = self.led.numbered_mut(led) {
            led.results = results;
        }
    }

    /// What a leader has written.
    pub fn results(&self, led: u64) -> Option<Results> {
        self.led.numbered(led).map(|led| led.results.clone())
    }

    /// A warp passes an instruction that writes these registers, and may have a leader: it `takes` the versions of those that
    /// are made, or does without. It reads what they replace until cycle `from`.
    pub fn pass(
        &mut self,
        (led, warp): (Option<u64>, u32),
        writes: &[u16],
        takes: bool,
        from: u64,
        renames: &mut Renames,
    ) {
        let known = led.and_then(|instance| self.led.numbered(instance));
        let versions = known.map_or(Vec::new(), |led| led.versions.clone());
        for (n, &slot) in writes.iter().enumerate() {
            let version = versions.get(n).filter(|version| version.made);
            let (what, width) = match version {
                Some(version) if takes => (change::TAKE, version.width),
                Some(_) => (change::PASS, 0),
                None if self.registers.shared(warp, slot) > 0 => (change::WRITE, 0),
                None => continue,
            };
            let instance = led.filter(|_| version.is_some()).unwrap_or(0);
            self.registers.share(warp, slot, width, instance);
            let (tb, register) = (self.slot, slot.into());
            let pins = VersionChange { what, tb, register, wide: false, warps: 1 << warp };
            renames.change(Change { pins, instance, from, copier: None });
        }
        if let Some(led) = led {
            self.led.pass(led, warp);
        }
    }

    /// Warps leave the mask. Returns the vector registers that each has to copy.
    pub fn leave(&mut self, warps: u32, renames: &mut Renames) -> Vec<(u32, u32)> {
        self.mask &= !warps;
        if self.led.leave(warps) {
            self.change(change::LEAVE, warps, renames);
        }
        let left = set_bits(warps.into()).map(|warp| warp as u32);
        left.map(|warp| (warp, self.registers.unshare_all(warp))).collect()
    }

    /// The change with which a warp copies a register.
    pub fn copy(&self, warp: u32, from: u64, copier: Option<usize>) -> Change {
        let (what, tb, warps) = (change::COPY, self.slot, 1 << warp);
        let pins = VersionChange { what, tb, warps, ..Default::default() };
        Change { pins, instance: 0, from, copier }
    }

    /// All full warps are together.
    pub fn restore(&mut self, mask: u32) {
        self.mask = mask;
        self.paths.restore();
    }
}

/// Registers that have names in the unit.
const NAMES: u16 = 256;
