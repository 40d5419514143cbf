//! Waiting within a warp: instructions that gather lanes (`.sync` with a member mask, barriers) while some lanes
//! are on another path of the SIMT stack.
//!
//! A path that arrives first waits. Another path of the same function runs until it arrives too. Some lanes can
//! only arrive after the waiting ones continue: they are behind the join of the paths, or in the calling function.
//! Such lanes are a fault, because on the stack they would wait for each other forever.

use super::warp::{SimtEntry, Site, Warp};
use crate::ptx::{Instr, Op, Program};

/// The lanes of a path that wait at an instruction for others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Waiting {
    /// Mask of the lanes that execute the instruction.
    lanes: u32,
    /// Mask of the lanes that the instruction names.
    named: u32,
}

/// The result of gathering lanes at an instruction.
pub(super) enum Gathered<'p> {
    /// All named lanes are on this path.
    Alone,
    /// The named lanes are on these paths together; the path of the instruction being executed is last.
    Together(Vec<Site<'p>>),
    /// Some lanes are missing; another path runs first.
    Elsewhere,
}

impl Warp {
    /// Waits until the lanes `named` are at this instruction or at the same one on another path. Lanes that have
    /// exited are left out. The error says where the lanes are if they cannot arrive.
    pub(super) fn gather<'p>(&mut self, at: &Site<'p>, named: u32) -> Result<Gathered<'p>, String> {
        let missing = named & self.live & !at.mask;
        if missing == 0 {
            return Ok(Gathered::Alone);
        }
        let top = self.simt.len() - 1;
        self.simt[top].waits = Some(Waiting { lanes: at.mask, named });
        let party = self.party(at, top);
        if self.is_complete(&party, named) {
            return Ok(Gathered::Together(
                party.iter().map(|&index| self.site(at, index)).collect(),
            ));
        }
        if self.other_path(at) {
            return Ok(Gathered::Elsewhere);
        }
        let ended = self.at_the_end(at.program);
        if ended != 0 {
            self.live &= !ended;
            self.simt.iter_mut().for_each(|entry| entry.mask &= !ended);
            return self.gather(at, named);
        }
        let present = party.iter().fold(0, |lanes, &index| lanes | self.waiting_lanes(index));
        Err(self.absentees(at.program, named & self.live & !present))
    }

    /// Moves every path of a party past its instruction.
    pub(super) fn go_on(&mut self, at: &Site) {
        let top = self.simt.len() - 1;
        for index in self.party(at, top) {
            if index != top {
                self.simt[index].pc += 1;
                self.simt[index].waits = None;
            }
        }
        self.simt[top].pc += 1;
        self.simt[top].waits = None;
        self.reconverge();
    }

    /// Returns the entries that wait at the same instruction as entry `index`, which comes last.
    fn party(&self, at: &Site, index: usize) -> Vec<usize> {
        let this = &self.simt[index];
        let Some(waits) = this.waits else { return vec![index] };
        let instr = |entry: &SimtEntry| -> &Instr { &at.function.instrs[entry.pc as usize] };
        let (op, ty) = (instr(this).op, instr(this).ty);
        let like = |other: &usize| {
            let entry = &self.simt[*other];
            let same = entry.waits.is_some_and(|other| other.named == waits.named);
            *other != index && same && instr(entry).op == op && instr(entry).ty == ty
        };
        let mut party: Vec<usize> = (at.frame.floor..self.simt.len()).filter(like).collect();
        party.push(index);
        party
    }

    fn waiting_lanes(&self, index: usize) -> u32 {
        self.simt[index].waits.map_or(0, |waits| waits.lanes)
    }

    fn is_complete(&self, party: &[usize], named: u32) -> bool {
        let present = party.iter().fold(0, |lanes, &index| lanes | self.waiting_lanes(index));
        named & self.live & !present == 0
    }

    /// Returns the instruction of a waiting entry.
    fn site<'p>(&self, at: &Site<'p>, index: usize) -> Site<'p> {
        let instr = &at.function.instrs[self.simt[index].pc as usize];
        let (program, function, frame) = (at.program, at.function, at.frame);
        Site { program, function, instr, frame, mask: self.waiting_lanes(index) }
    }

    /// Puts another path of the same function on top: one that does not wait, or one whose lanes are complete.
    /// Returns false if there is none.
    fn other_path(&mut self, at: &Site) -> bool {
        // A path can run if no entry above has lanes of it, because those would be its own branches.
        let mut above = 0;
        let (mut free, mut complete) = (None, None);
        for index in (at.frame.floor..self.simt.len()).rev() {
            let entry = &self.simt[index];
            if entry.mask & above == 0 && entry.mask != 0 {
                match entry.waits {
                    None => free = free.or(Some(index)),
                    Some(waits) if self.is_complete(&self.party(at, index), waits.named) => {
                        complete = complete.or(Some(index));
                    }
                    Some(_) => {}
                }
            }
            above |= entry.mask;
        }
        let Some(index) = free.or(complete) else { return false };
        let entry = self.simt.remove(index);
        self.simt.push(entry);
        self.reconverge();
        true
    }

    /// Returns the lanes that have only the end of the kernel before them. Compilers turn an early `return` into a
    /// branch to the last instruction, where the lanes would join the others.
    fn at_the_end(&self, program: &Program) -> u32 {
        let kernel = self.frames.first().map(|frame| &program.functions[frame.function as usize]);
        let own = self.frames.get(1).map_or(self.simt.len(), |frame| frame.floor);
        let ends = |entry: &SimtEntry| {
            let instr = kernel.and_then(|kernel| kernel.instrs.get(entry.pc as usize));
            instr.is_some_and(|instr| {
                matches!(instr.op, Op::Ret | Op::Exit) && instr.guard.is_none()
            })
        };
        let (mut above, mut ended) = (0, 0);
        for (index, entry) in self.simt.iter().enumerate().rev() {
            if index < own && ends(entry) {
                ended |= entry.mask & !above;
            }
            above |= entry.mask;
        }
        ended
    }

    /// Describes where the lanes are for which others wait in vain.
    fn absentees(&self, program: &Program, mut lanes: u32) -> String {
        let mut positions = Vec::new();
        for (index, entry) in self.simt.iter().enumerate().rev() {
            let here = lanes & entry.mask;
            if here == 0 {
                continue;
            }
            lanes &= !here;
            let frame = self.frames.iter().rev().find(|frame| frame.floor <= index);
            let function = &program.functions[frame.map_or(0, |frame| frame.function as usize)];
            let line = function.instrs.get(entry.pc as usize).map_or(0, |instr| instr.line);
            positions.push(format!(
                "lanes {here:#010x} at {}:{line} in {}",
                program.file, function.name
            ));
        }
        format!("they are {} and cannot come before the others go on", positions.join("; "))
    }
}
