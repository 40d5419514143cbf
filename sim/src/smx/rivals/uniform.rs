//! Uniform vectors: a reuse buffer at the issue stage.
//!
//! An instruction that reads one value in all lanes, and has been executed with the same values in its TB, is not executed
//! again: its result is in the buffer. It has been fetched and takes its turn to issue. Memory operations are always
//! executed. The thesis gives no size of the buffer; here every instruction has an entry in each TB.

use super::computes;
use crate::exec::vectors::uniform;
use crate::exec::Warp;
use crate::ptx::Instr;
use crate::smx::skipping::FULL;
use crate::smx::SkipCounts;
use rustc_hash::FxHashMap;

/// What an instruction read and wrote when it was executed last, one value for all lanes of each register.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    reads: Vec<u64>,
    writes: Vec<u64>,
}

/// The reuse buffer of an SMX.
#[derive(Clone, Debug)]
pub(in crate::smx) struct ReuseBuffer {
    /// By TB slot, the instructions by function and index.
    tbs: Vec<FxHashMap<(u32, u32), Entry>>,
    /// What the instruction that is issued reads, if it is looked up.
    reads: Option<Vec<u64>>,
    pub counts: SkipCounts,
}

impl ReuseBuffer {
    pub fn new(tbs: usize) -> Self {
        Self { tbs: vec![FxHashMap::default(); tbs], reads: None, counts: SkipCounts::default() }
    }

    /// A TB starts.
    pub fn start(&mut self, slot: usize) {
        self.tbs[slot].clear();
    }

    /// A warp is about to compute an instruction.
    pub fn note_reads(&mut self, warp: &Warp, instr: &Instr) {
        let may = warp.active_mask() == FULL && computes(instr.op) && !instr.writes().is_empty();
        let reads = may.then(|| warp.registers(instr.reads()).map(uniform).collect());
        self.reads = reads.flatten();
    }

    /// Whether the instruction of a TB that a warp has computed need not be executed.
    pub fn holds(&mut self, slot: usize, at: (u32, u32), warp: &Warp, instr: &Instr) -> bool {
        let Some(reads) = self.reads.take() else { return false };
        self.counts.looked_up += 1;
        let writes: Option<_> = warp.registers(instr.writes()).map(uniform).collect();
        let Some(writes) = writes else { return false };
        let entry = Entry { reads, writes };
        let held = self.tbs[slot].get(&at) == Some(&entry);
        if held {
            self.counts.note_skip(instr.op);
        } else {
            self.counts.led += 1;
            self.tbs[slot].insert(at, entry);
        }
        held
    }
}
