//! What a warp that repeats itself reads: the words whose change alone could end its loop. They are found by letting a
//! copy of the warp go round once more.

use super::{AccessKind, Effect, Repetition, Step, TbContext, Warp, WARP_SIZE};
use crate::mem::GlobalMemory;
use crate::ptx::{Op, Program, Space};
use crate::runtime::DeviceRuntime;

/// Most instructions of a turn that are followed.
const MOST_STEPS: usize = 4096;
/// Most words that are kept.
const MOST_WORDS: usize = 8;

/// A word that a loop reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopWord {
    /// Address: of device memory, or in the shared memory of the TB.
    pub address: u64,
    /// Whether it is in shared memory.
    pub is_shared: bool,
    /// Whether an atomic reads it.
    pub is_atomic: bool,
    /// What is there.
    pub value: u64,
}

/// A turn of a loop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopReads {
    /// The first words that it reads in shared memory and device memory, without parameters and constants.
    pub words: Vec<LoopWord>,
    /// First and last PTX line of the turn.
    pub lines: (u32, u32),
    /// Lanes that go round.
    pub lanes: u32,
    /// Threads of the warp that have not exited and are not among them.
    pub others: u32,
}

impl LoopReads {
    /// Follows a warp that repeats itself for one turn. Its loop changes nothing, and so does this.
    pub fn of(
        warp: &Warp,
        tb: &TbContext,
        program: &Program,
        memory: &mut GlobalMemory,
        runtime: &mut dyn DeviceRuntime,
    ) -> Self {
        let (mut warp, mut tb) = (warp.clone(), tb.clone());
        let start = (warp.position(), warp.simt_depth(), warp.active_mask());
        let mut turn = Self { lines: (u32::MAX, 0), ..Self::default() };
        for _ in 0..MOST_STEPS {
            let Some(instr) = warp.next_instr(program) else { break };
            turn.lines = (turn.lines.0.min(instr.line), turn.lines.1.max(instr.line));
            turn.lanes |= warp.active_mask();
            let Ok(effect) = warp.step(program, &mut tb, memory, runtime) else { break };
            match effect {
                Effect::Mem => turn.note(&warp, &tb, memory),
                Effect::Alu | Effect::Branch { .. } | Effect::Fence => {}
                Effect::Barrier(_) | Effect::Exit { .. } | Effect::DeviceCall(_) => break,
            }
            if warp.changed || (warp.position(), warp.simt_depth(), warp.active_mask()) == start {
                break;
            }
        }
        turn.others = warp.live_mask() & !turn.lanes;
        turn
    }

    /// Searches for a repetition of a warp by letting a copy of it run alone. It ends where the warp would change anything,
    /// call a function or wait, and then nothing is found.
    pub fn repeats(
        warp: &Warp,
        tb: &TbContext,
        program: &Program,
        memory: &mut GlobalMemory,
        runtime: &mut dyn DeviceRuntime,
    ) -> Repetition {
        let (mut warp, mut tb) = (warp.clone(), tb.clone());
        let mut repetition = Repetition::default();
        for _ in 0..MOST_STEPS {
            let Some(instr) = warp.next_instr(program) else { break };
            if matches!(instr.op, Op::Call(_)) {
                break;
            }
            let step = Step::next(&warp, instr);
            tb.clock += 1;
            let effect = warp.step(program, &mut tb, memory, runtime);
            let goes_on = matches!(
                effect,
                Ok(Effect::Alu | Effect::Branch { .. } | Effect::Mem | Effect::Fence)
            );
            if !goes_on || warp.changed {
                break;
            }
            repetition.observe(&warp, &step);
            if repetition.is_found() {
                return repetition;
            }
        }
        Repetition::default()
    }

    fn note(&mut self, warp: &Warp, tb: &TbContext, memory: &GlobalMemory) {
        let access = &warp.access;
        let is_shared = access.space == Space::Shared;
        if access.kind == AccessKind::Store || !(is_shared || access.space == Space::Global) {
            return;
        }
        let bytes = u64::from(access.bytes).min(8);
        for lane in (0..WARP_SIZE).filter(|lane| access.mask >> lane & 1 == 1) {
            let address = access.addr[lane];
            let known = |word: &LoopWord| (word.address, word.is_shared) == (address, is_shared);
            if self.words.len() == MOST_WORDS || self.words.iter().any(known) {
                continue;
            }
            let read = match is_shared {
                true => tb.shared.get(address as usize..(address + bytes) as usize),
                false => memory.slice(address, bytes).ok(),
            };
            let Some(read) = read else { continue };
            let value = read.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
            let is_atomic = access.kind == AccessKind::Atomic;
            self.words.push(LoopWord { address, is_shared, is_atomic, value });
        }
    }
}
