//! What warps ask about marked instructions, and what they do with the answers.

use super::desk::{Answered, Ask, Flight, Told};
use super::led::Results;
use super::tb::Room;
use super::{Seat, Skipping};
use crate::bits::set_bits;
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
        let sharing = self.tbs[slot].as_ref()?;
        let is_own = mark.from_memory && sharing.reads_own(index, instr);
        let register = match sharing.room(instr, needs, reserved) {
            _ if is_own || self.renames.is_full() => register::NONE,
            Room::Free => register::FREE,
            Room::Overwrites => register::OVERWRITE,
            Room::None => register::NONE,
        };
        let ask = Ask { tb, warp: index, pc, load: mark.load, register };
        Some(Flight { w, ask, needs: needs * instr.writes().len() as u32 })
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
        let led = sharing.next(pc, warp);
        match told {
            answer::LEAD => {
                let all = set_bits(sharing.mask.into()).map(|warp| sharing.slot(warp as u32));
                let read_until = all.map(|w| self.seats[w].read_until).max().unwrap_or(0);
                let room = (needs(instr), self.desk.reserved(tb, pc));
                let (led, waits) =
                    sharing.lead((pc, warp), instr, room, read_until, &mut self.renames);
                self.counts.led += 1;
                let seat = &mut self.seats[flight.w];
                (seat.told, seat.awaits) = (Some(Told::Lead(led)), waits);
                if waits {
                    Answered::AwaitsRoom
                } else {
                    Answered::Fetches
                }
            }
            answer::SKIP if !sharing.has_own(led, warp, instr) => Answered::Skips,
            _ => {
                self.seats[flight.w].told = Some(Told::Private(led));
                Answered::Fetches
            }
        }
    }

    /// A warp skips an instruction. Returns its results.
    pub fn skip(&mut self, flight: &Flight, instr: &Instr) -> Option<Results> {
        let Ask { tb, warp, pc, .. } = flight.ask;
        let read_until = self.seats[flight.w].read_until;
        let sharing = self.tbs[tb as usize].as_mut()?;
        let led = sharing.next(pc, warp)?;
        let results = sharing.results(led)?;
        let writes = instr.writes();
        self.seats[flight.w].forget_places(writes);
        sharing.pass((Some(led), warp), writes, true, read_until, &mut self.renames);
        writes.iter().for_each(|&slot| sharing.registers.set_own(warp, slot, false));
        self.counts.note_skip(instr.op);
        Some(results)
    }

    /// A warp has executed an instruction of the kernel itself; `results` are what it has written, and it reads its operands
    /// until cycle `read_until`. Returns whether it leads.
    pub fn executed(
        &mut self,
        w: usize,
        at: (u32, u32),
        instr: &Instr,
        read_until: u64,
        results: impl FnOnce() -> Results,
    ) -> bool {
        let Seat { tb, index, .. } = self.seats[w];
        let Some(slot) = tb else { return false };
        let seat = &mut self.seats[w];
        let told = seat.told.take();
        seat.read_until = seat.read_until.max(read_until);
        let read_until = seat.read_until;
        let from_memory = self.mark(slot, at).is_some_and(|mark| mark.from_memory);
        let Some(sharing) = self.tbs[slot].as_mut() else { return false };
        let led = match told {
            Some(Told::Lead(led)) => Some(led),
            Some(Told::Private(led)) => led,
            None => None,
        };
        let leads = matches!(told, Some(Told::Lead(_)));
        let takes = leads && !led.is_some_and(|led| sharing.is_refused(led));
        let own = if takes { sharing.has_own(led, index, instr) } else { from_memory };
        let writes = instr.writes();
        writes.iter().for_each(|&slot| sharing.registers.set_own(index, slot, own));
        if let Some(Told::Lead(led)) = told {
            sharing.has_executed(led, results());
        }
        self.counts.private += u64::from(matches!(told, Some(Told::Private(_))));
        self.seats[w].forget_places(writes);
        sharing.pass((led, index), writes, takes, read_until, &mut self.renames);
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
