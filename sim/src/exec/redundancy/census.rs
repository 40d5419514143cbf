//! What part of the instructions of a TB its warps repeat, by kind (thesis, chapter 4 and Figure 4.1).
//!
//! It is found out from values: an instance of an instruction is redundant if two warps or more execute it, each with all of
//! its lanes, and all of them read the same vectors and write the same. What is read says of which kind it is.

use super::super::vectors::{is_affine, uniform};
use super::super::Warp;
use super::history::digest;
use super::path::{results, Instance, Path, ALL};
use crate::ptx::{Instr, Op, Program, Space};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::collections::hash_map::Entry;
use std::ops::AddAssign;

/// Warp instructions, by whether the warps of a TB repeat them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RedundancyCounts {
    /// All that were issued.
    pub instructions: u64,
    /// Redundant: all that they read are registers with one value in all lanes.
    pub uniform: u64,
    /// Redundant: each register that they read has a base and a stride, and not all have one value.
    pub affine: u64,
    /// Redundant: they read the same vectors, in which there is no such pattern.
    pub unstructured: u64,
    /// Not redundant since some lanes of the warp were inactive.
    pub inactive: u64,
    /// Executed with all lanes, and marked by the compiler pass.
    pub marked: u64,
    /// Marked, and another warp of the TB had executed the same instance with all lanes: no more can be skipped.
    pub repeated: u64,
    /// Those that write a register and are no loads: what is computed, atomics and calls included.
    pub computed: u64,
    /// Loads from shared memory.
    pub shared_loads: u64,
    /// Loads from global memory, generic ones included.
    pub global_loads: u64,
    /// Loads of parameters and constants, and from local memory.
    pub other_loads: u64,
}

impl RedundancyCounts {
    /// Returns those that are redundant, of all kinds.
    pub fn redundant(&self) -> u64 {
        self.uniform + self.affine + self.unstructured
    }

    /// A warp has issued an instruction.
    fn note(&mut self, instr: &Instr) {
        self.instructions += 1;
        match instr.op {
            Op::Ld(Space::Shared) => self.shared_loads += 1,
            Op::Ld(Space::Global | Space::Generic) => self.global_loads += 1,
            Op::Ld(_) => self.other_loads += 1,
            _ => self.computed += u64::from(!instr.writes().is_empty()),
        }
    }
}

impl AddAssign for RedundancyCounts {
    fn add_assign(&mut self, other: Self) {
        let Self { instructions, uniform, affine, unstructured, inactive, marked, .. } = other;
        let Self { repeated, computed, shared_loads, global_loads, other_loads, .. } = other;
        self.instructions += instructions;
        self.uniform += uniform;
        self.affine += affine;
        self.unstructured += unstructured;
        self.inactive += inactive;
        self.marked += marked;
        self.repeated += repeated;
        self.computed += computed;
        self.shared_loads += shared_loads;
        self.global_loads += global_loads;
        self.other_loads += other_loads;
    }
}

/// What the registers that an instruction reads have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Uniform,
    Affine,
    Unstructured,
}

impl Kind {
    fn of(warp: &Warp, slots: &[u16]) -> Self {
        if warp.registers(slots).all(|lanes| uniform(lanes).is_some()) {
            Self::Uniform
        } else if warp.registers(slots).all(is_affine) {
            Self::Affine
        } else {
            Self::Unstructured
        }
    }
}

/// An instance that warps have executed with all of their lanes.
#[derive(Clone, Debug)]
struct Seen {
    warps: u64,
    kind: Kind,
    /// Hashes of what was read and written, and the lanes that executed it.
    values: (u64, u64, u32),
    /// Whether they are those of all warps.
    equal: bool,
    /// Warps by which it was executed when it was marked.
    marked: u64,
}

/// What a warp is about to execute.
#[derive(Clone, Copy, Debug)]
struct Reads {
    hash: u64,
    /// `None` if it reads no register.
    kind: Option<Kind>,
}

/// The warps of a TB.
#[derive(Clone, Debug)]
pub struct TbCensus {
    paths: Vec<Path>,
    reads: Option<Reads>,
    seen: FxHashMap<Instance, Seen>,
    /// Those that do not depend on what other warps do.
    counts: RedundancyCounts,
}

impl TbCensus {
    /// Begins the census of a TB of so many warps.
    pub fn new(warps: usize) -> Self {
        let paths = vec![Path::default(); warps];
        let counts = RedundancyCounts::default();
        Self { paths, reads: None, seen: FxHashMap::default(), counts }
    }

    /// A warp is about to execute its next instruction.
    pub fn before(&mut self, program: &Program, warp: &Warp) {
        let path = &mut self.paths[warp.index as usize];
        path.before(program, warp);
        let next = path.next.as_ref().filter(|next| next.active == ALL);
        let instr = warp.next_instr(program).filter(|instr| is_counted(instr));
        self.reads = next.and(instr).map(|instr| {
            let hash = digest(warp.registers(instr.reads()).flatten().copied());
            let kind = (!instr.reads().is_empty()).then(|| Kind::of(warp, instr.reads()));
            Reads { hash, kind }
        });
    }

    /// It has executed it. `marked` says whether the compiler pass has marked it.
    pub fn after(&mut self, instr: &Instr, warp: &Warp, marked: bool) {
        self.counts.note(instr);
        let path = &mut self.paths[warp.index as usize];
        let Some(next) = path.next.take() else { return };
        if next.active != ALL {
            self.counts.inactive += 1;
        }
        if let Some(Reads { hash, kind }) = self.reads.take() {
            let values = (hash, results(warp, &next, instr), warp.executed);
            match self.seen.entry(path.instance(&next)) {
                Entry::Vacant(entry) => {
                    let kind = kind.unwrap_or_else(|| Kind::of(warp, instr.writes()));
                    let marked = u64::from(marked);
                    entry.insert(Seen { warps: 1, kind, values, equal: true, marked });
                }
                Entry::Occupied(mut entry) => {
                    let seen = entry.get_mut();
                    seen.warps += 1;
                    seen.marked += u64::from(marked);
                    seen.equal &= seen.values == values;
                }
            }
        }
        path.follow(warp, &next, instr);
    }

    /// Returns what was counted.
    pub fn counts(&self) -> RedundancyCounts {
        let mut counts = self.counts;
        for Seen { warps, kind, equal, marked, .. } in self.seen.values() {
            counts.marked += marked;
            counts.repeated += marked.saturating_sub(1);
            if *equal && *warps > 1 {
                *match kind {
                    Kind::Uniform => &mut counts.uniform,
                    Kind::Affine => &mut counts.affine,
                    Kind::Unstructured => &mut counts.unstructured,
                } += warps;
            }
        }
        counts
    }
}

/// Whether an instruction has a result that warps could share: not a store, a branch or a barrier, nor an atomic, which
/// does something to memory each time.
fn is_counted(instr: &Instr) -> bool {
    let acts = matches!(instr.op, Op::Atom(..) | Op::Call(_) | Op::Bar(_));
    !instr.writes().is_empty() && !acts
}
