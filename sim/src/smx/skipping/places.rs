//! Where warps read the registers that they share: what they look up, and what they hear of it and of their copies.

use super::renames::{Look, LookFor, Renamed};
use super::{Seat, Skipping};
use crate::bits::set_bits;
use crate::ptx::Program;
use heddle_hw::rename::pins::{change, LOOKS};

/// Places that a warp keeps in mind, the last that it has been told.
const MOST_PLACES: usize = 16;

/// What a warp does that has heard from the rename unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::smx) enum GoesOn {
    /// The one in this slot fetches the instruction of which it is the leader.
    Fetches(usize),
    /// It has copied all, and goes on from this cycle on.
    HasCopied(usize, u64),
}

impl Seat {
    /// The warp has been told where a register is that it shares.
    fn know(&mut self, slot: u16, place: u16) {
        self.places.retain(|(of, _)| *of != slot);
        if self.places.len() == MOST_PLACES {
            self.places.remove(0);
        }
        self.places.push((slot, place));
    }

    /// The warp has other values in these registers.
    pub(super) fn forget_places(&mut self, slots: &[u16]) {
        self.places.retain(|(of, _)| !slots.contains(of));
    }
}

impl Skipping {
    /// A warp has fetched some instructions, which are decoded from cycle `from` on. Returns whether it has to look first where
    /// their operands are.
    pub fn look(
        &mut self,
        w: usize,
        at: (u32, u32),
        count: u32,
        from: u64,
        program: &Program,
    ) -> bool {
        self.renames.forget_looks(w);
        let Seat { tb, index, .. } = self.seats[w];
        let Some(slot) = tb.filter(|_| self.is_of_kernel(w, at.0)) else { return false };
        let Some(sharing) = &self.tbs[slot] else { return false };
        let instrs = program.functions[at.0 as usize].instrs.iter().skip(at.1 as usize);
        let (mut reads, mut written) = (Vec::new(), Vec::new());
        for instr in instrs.take(count as usize) {
            for &register in instr.operands() {
                let is_new = !reads.contains(&register) && !written.contains(&register);
                let is_known = self.seats[w].places.iter().any(|(of, _)| *of == register);
                if is_new && !is_known && sharing.registers.shared(index, register) > 0 {
                    reads.push(register);
                }
            }
            written.extend(instr.writes());
        }
        let fetch = self.renames.number();
        let seat = &mut self.seats[w];
        seat.fetch = fetch;
        let mut chunks = reads.chunks(LOOKS).peekable();
        while let Some(chunk) = chunks.next() {
            let mut registers = [0; LOOKS];
            registers.iter_mut().zip(chunk).for_each(|(to, &register)| *to = register.into());
            let pins = Look { tb: slot as u32, warp: index, registers };
            let (count, last) = (chunk.len(), chunks.peek().is_none());
            self.renames.look(LookFor { w, fetch, from, pins, count, last });
        }
        !reads.is_empty()
    }

    /// What a warp has fetched is dropped.
    pub fn forget_looks(&mut self, w: usize) {
        self.renames.forget_looks(w);
    }

    /// Decides what stands at the pins of the rename unit in the next cycle. Returns the warp that has looked all up then, and
    /// from when its instruction may issue.
    pub fn choose_changes(&mut self, now: u64) -> Option<(usize, u64)> {
        let LookFor { w, from, count, last, .. } = self.renames.choose(now)?;
        self.counts.renamed += count as u64;
        // It is heard two cycles from now.
        last.then(|| (w, from.max(now + 2)))
    }

    /// Hears what the rename unit says in cycle `now`. Returns what a warp does then.
    pub fn hear_renamed(&mut self, now: u64, said: &Renamed) -> Option<GoesOn> {
        let flight = self.renames.answered(now)?;
        if let Some(look) = flight.look {
            let seat = &mut self.seats[look.w];
            if seat.fetch == look.fetch {
                let shared = (0..look.count).filter(|n| said.shared >> n & 1 != 0);
                let place = |n: usize| (look.pins.registers[n] as u16, said.places[n] as u16);
                shared.map(place).for_each(|(slot, place)| seat.know(slot, place));
            }
        }
        let told = flight.change?;
        let sharing = self.tbs[told.pins.tb as usize].as_mut()?;
        let leader = sharing.hear(&told, said.done, said.free);
        if told.pins.what == change::TAKE {
            let slot = told.pins.register as u16;
            let takes = set_bits(told.pins.warps.into()).map(|warp| warp as u32);
            for warp in takes.filter(|&it| sharing.registers.reads(it, slot, told.instance)) {
                self.seats[sharing.slot(warp)].know(slot, said.low as u16);
            }
        }
        if told.pins.what == change::COPY {
            let w = told.copier?;
            let seat = &mut self.seats[w];
            seat.copies -= 1;
            return (seat.copies == 0).then_some(GoesOn::HasCopied(w, seat.goes_on));
        }
        let w = sharing.slot(leader?);
        std::mem::take(&mut self.seats[w].awaits).then_some(GoesOn::Fetches(w))
    }

    /// The place in the register file of what a warp reads in its kernel, for its bank: a version's is the TB's.
    pub fn place(&self, w: usize, slot: u16) -> u16 {
        let Seat { tb, index, places, .. } = &self.seats[w];
        let sharing = tb.and_then(|tb| Some((tb, self.tbs[tb].as_ref()?)));
        let shared = sharing.filter(|(_, tb)| tb.registers.shared(*index, slot) > 0);
        let place = shared.and_then(|(tb, _)| {
            let (_, place) = places.iter().find(|(of, _)| *of == slot)?;
            // Far from the registers of warps, and in the bank after that of the register before.
            Some((SHARED_REGISTERS + tb + usize::from(*place) - w) as u16)
        });
        place.unwrap_or(slot)
    }
}

/// Where the register file has what TBs share; a multiple of any number of banks, beyond all warps' registers.
const SHARED_REGISTERS: usize = 1 << 14;
