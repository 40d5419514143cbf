//! What warps ask about marked instructions, and what they do with the answers.

use super::desk::{Answered, Ask, Flight, Told};
use super::versions::Results;
use super::{Seat, Skipping};
use crate::ptx::{Instr, Op, Program, Ty};
use heddle_hw::skip_table::pins::{answer, register, LANES};

impl Skipping {
    /// What a warp asks about its next instruction.
    pub(super) fn question(
        &mut self,
        w: usize,
        at: (u32, u32),
        pc: u32,
        program: &Program,
    ) -> Option<Flight> {
        let Seat { tb, index, .. } = self.seats[w];
        let slot = tb?;
        let mark = self.mark(slot, at)?;
        let instr = &program.functions[at.0 as usize].instrs[at.1 as usize];
        let (needs, tb) = (needs(instr), slot as u32);
        let reserved = self.desk.reserved(tb, pc);
        let sharing = self.tbs[slot].as_mut()?;
        let all = needs * instr.writes().len() as u32;
        let is_own = mark.from_memory && sharing.reads_own(index, instr);
        let register = if is_own {
            register::NONE
        } else if sharing.versions.free() >= all + reserved {
            register::FREE
        } else if instr.writes().iter().all(|&slot| sharing.versions.has_of(slot)) {
            sharing.gather(pc, instr.writes());
            register::OVERWRITE
        } else {
            register::NONE
        };
        let ask = Ask { tb, warp: index, pc, load: mark.load, register };
        Some(Flight { w, ask, needs: all })
    }

    /// The questions that are answered in cycle `now`.
    pub fn answered(&mut self, now: u64) -> Option<[Option<Flight>; LANES]> {
        self.desk.answered(now)
    }

    /// A warp, whose next instruction is this one, hears the answer to its question.
    pub fn hear(&mut self, flight: &Flight, told: u32, instr: &Instr) -> Answered {
        if self.desk.hear(flight, told) {
            return if told == answer::WAIT { Answered::Waits } else { Answered::AsksAgain };
        }
        let Ask { tb, warp, pc, .. } = flight.ask;
        let Some(sharing) = self.tbs[tb as usize].as_mut() else { return Answered::AsksAgain };
        let by_itself = sharing.has_own(pc, warp, instr);
        self.seats[flight.w].told = Some(match told {
            answer::LEAD => {
                sharing.lead(pc, warp, instr, needs(instr));
                self.counts.led += 1;
                Told::Lead
            }
            answer::SKIP if !by_itself => return Answered::Skips,
            _ => {
                sharing.has_gathered(pc);
                Told::Private
            }
        });
        Answered::Fetches
    }

    /// A warp skips an instruction. Returns its results.
    pub fn skip(&mut self, flight: &Flight, instr: &Instr) -> Option<Results> {
        let Ask { tb, warp, pc, .. } = flight.ask;
        let sharing = self.tbs[tb as usize].as_mut()?;
        let results = sharing.skip(pc, warp)?;
        instr.writes().iter().for_each(|&slot| sharing.versions.set_own(warp, slot, false));
        self.counts.note_skip(instr.op);
        Some(results)
    }

    /// A warp has executed an instruction of the kernel itself; `results` are what it has written. Returns whether it leads.
    pub fn executed(
        &mut self,
        w: usize,
        at: (u32, u32),
        pc: u32,
        instr: &Instr,
        results: impl FnOnce() -> Results,
    ) -> bool {
        let Seat { tb, index, .. } = self.seats[w];
        let Some(slot) = tb else { return false };
        let told = self.seats[w].told.take();
        let mark = self.mark(slot, at);
        let Some(sharing) = self.tbs[slot].as_mut() else { return false };
        let leads = told == Some(Told::Lead);
        let own = match leads {
            true => sharing.has_own(pc, index, instr),
            false => mark.is_some_and(|mark| mark.from_memory),
        };
        for &slot in instr.writes() {
            sharing.versions.set_own(index, slot, own);
            if !leads {
                sharing.versions.unmap(index, slot);
            }
        }
        match told {
            Some(Told::Lead) => sharing.has_executed(pc, index, results()),
            Some(Told::Private) => {
                self.counts.private += 1;
                sharing.pass(pc, index);
            }
            None => {}
        }
        leads
    }

    /// The result of a warp that leads is usable from cycle `at` on.
    pub fn wrote(&mut self, at: u64, w: usize, pc: u32) {
        if let Some(slot) = self.seats[w].tb {
            self.desk.wrote(at, slot, pc);
        }
    }
}

/// The vector registers that each result of an instruction takes.
fn needs(instr: &Instr) -> u32 {
    let is_predicate = matches!(instr.op, Op::Setp(..) | Op::Testp(_));
    if !is_predicate && (instr.ty.bits() == 64 || instr.dst_bits == 64) && instr.ty != Ty::Pred {
        2
    } else {
        1
    }
}
