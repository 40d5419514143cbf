//! An ideal form of decoupled affine computation: affine instructions are executed once per TB.
//!
//! A register is *affine* in a warp if its lanes have a base and a stride, and if it was computed from indices, parameters
//! and constants. What was loaded is data, and so is what is computed from it, unless all lanes of all warps load the same.
//! An instruction that reads and writes affine registers is affine. The first warp that comes to it executes it like any
//! other. For the others it is not in their stream: they pass it as soon as they have issued the one before, without
//! fetching it, and wait for nobody. The nth time that a warp comes to an instruction counts as its nth instance.

use super::computes;
use crate::exec::vectors::{is_affine, uniform};
use crate::exec::{AccessKind, MemAccess, Warp};
use crate::ptx::{CacheOp, Instr, Op, Space};
use crate::smx::skipping::FULL;
use crate::smx::SkipCounts;

/// A load that one warp executes for all.
#[derive(Clone, Debug)]
struct Load {
    address: u64,
    values: Vec<u64>,
    /// Cycle from which its registers may be used, once that is known.
    done: Option<u64>,
}

/// What the warps of a TB have executed of an instruction.
#[derive(Clone, Debug, Default)]
struct Once {
    /// Instances that some warp executes, or has executed.
    claimed: usize,
    /// Of a load: each instance that was executed for all.
    loads: Vec<Option<Load>>,
}

/// What is known of a warp.
#[derive(Clone, Debug)]
struct Track {
    tb: usize,
    function: u32,
    /// By instruction: how often the warp has passed it.
    visits: Vec<usize>,
    /// By register: whether it holds data.
    data: Vec<bool>,
    /// Loads for all that are under way: their address in the code, and which they are.
    loading: Vec<(u32, usize, usize)>,
}

/// What a warp does about its next instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::smx) enum Turn {
    /// It executes it for all if it is affine.
    First,
    /// It passes it if it is affine.
    Later,
}

/// The affine stream of an SMX.
#[derive(Clone, Debug)]
pub(in crate::smx) struct Affine {
    /// By TB slot, and by the index of an instruction of the kernel.
    tbs: Vec<Vec<Once>>,
    /// By warp slot.
    warps: Vec<Option<Track>>,
    /// Whether the instruction that is issued reads affine registers only.
    reads_affine: bool,
    pub counts: SkipCounts,
}

impl Affine {
    pub fn new(tbs: usize, warps: usize) -> Self {
        let counts = SkipCounts::default();
        Self { tbs: vec![Vec::new(); tbs], warps: vec![None; warps], reads_affine: false, counts }
    }

    /// A TB of a kernel with so many instructions starts.
    pub fn start(&mut self, slot: usize, instrs: usize) {
        self.tbs[slot] = vec![Once::default(); instrs];
    }

    /// A warp of this TB starts; its kernel has so many registers.
    pub fn start_warp(&mut self, w: usize, tb: usize, function: u32, registers: usize) {
        let visits = vec![0; self.tbs[tb].len()];
        let data = vec![false; registers];
        self.warps[w] = Some(Track { tb, function, visits, data, loading: Vec::new() });
    }

    /// A warp has ended.
    pub fn end_warp(&mut self, w: usize) {
        self.warps[w] = None;
    }

    /// A warp is about to compute an instruction.
    pub fn note_reads(&mut self, w: usize, at: (u32, u32), instr: &Instr, warp: &Warp) {
        self.reads_affine = self.reads_affine(w, at, instr, warp);
    }

    /// Whether an instruction of the kernel reads nothing but affine registers, in all lanes of a warp.
    fn reads_affine(&self, w: usize, at: (u32, u32), instr: &Instr, warp: &Warp) -> bool {
        let Some(track) = self.warps[w].as_ref().filter(|track| track.function == at.0) else {
            return false;
        };
        warp.active_mask() == FULL
            && (computes(instr.op) || is_load(instr))
            && !instr.writes().is_empty()
            && !instr.reads().iter().any(|&slot| track.data[usize::from(slot)])
            && warp.registers(instr.reads()).all(is_affine)
    }

    /// What a warp does about its next instruction, if that reads affine registers. A load is claimed when it is executed.
    pub fn turn(&self, w: usize, at: (u32, u32), instr: &Instr, warp: &Warp) -> Option<Turn> {
        let track = self.warps[w].as_ref()?;
        if !self.reads_affine(w, at, instr, warp) {
            return None;
        }
        let index = at.1 as usize;
        match track.visits[index] < self.tbs[track.tb][index].claimed {
            true => Some(Turn::Later),
            false => (!loads_data(instr)).then_some(Turn::First),
        }
    }

    /// Whether what a warp has computed at `at`, as it would write it, is affine; of a load, whether it is there already.
    pub fn is_affine(&self, w: usize, at: (u32, u32), instr: &Instr, warp: &Warp) -> bool {
        match loads_data(instr) {
            false => warp.registers(instr.writes()).all(is_affine),
            true => self.load(w, at).is_some_and(|load| {
                load.done.is_some() && is_same(load, &warp.access, instr, warp)
            }),
        }
    }

    /// A warp executes its next instruction for all.
    pub fn claim(&mut self, w: usize, at: (u32, u32)) {
        let Some(track) = &self.warps[w] else { return };
        let index = at.1 as usize;
        let once = &mut self.tbs[track.tb][index];
        once.claimed = once.claimed.max(track.visits[index] + 1);
    }

    /// A warp passes an instruction. Returns the cycle from which its registers may be used, if it is a load.
    pub fn pass(&mut self, w: usize, at: (u32, u32), instr: &Instr) -> Option<u64> {
        let done = self.load(w, at).and_then(|load| load.done);
        let track = self.warps[w].as_mut()?;
        track.visits[at.1 as usize] += 1;
        instr.writes().iter().for_each(|&slot| track.data[usize::from(slot)] = false);
        self.counts.note_skip(instr.op);
        done
    }

    /// A warp has executed the instruction that was noted. Returns whether it is a load for all.
    pub fn executed(
        &mut self,
        w: usize,
        (at, pc): ((u32, u32), u32),
        instr: &Instr,
        warp: &Warp,
    ) -> bool {
        let reads_affine = self.reads_affine;
        let known = self.load(w, at).map(|load| is_same(load, &warp.access, instr, warp));
        let Some(track) = self.warps[w].as_mut() else { return false };
        if matches!(instr.op, Op::Call(_)) {
            // What a function returns is not followed.
            track.data.fill(true);
        }
        if track.function != at.0 {
            return false;
        }
        let index = at.1 as usize;
        let visit = track.visits[index];
        track.visits[index] += 1;
        let from_data = instr.reads().iter().any(|&slot| track.data[usize::from(slot)]);
        let loads = loads_data(instr);
        let same = reads_affine && loads && is_uniform(&warp.access, instr, warp);
        let leads = same && known.is_none();
        let data = match loads {
            false => from_data || !(computes(instr.op) || is_load(instr)),
            true => !(leads || same && known == Some(true)),
        };
        let whole = warp.executed == FULL;
        for &slot in instr.writes() {
            let slot = &mut track.data[usize::from(slot)];
            *slot = data || !whole && *slot;
        }
        let once = &mut self.tbs[track.tb][index];
        let is_affine = !loads && reads_affine && warp.registers(instr.writes()).all(is_affine);
        if is_affine || leads {
            self.counts.led += 1;
            once.claimed = once.claimed.max(visit + 1);
        }
        if leads {
            let values = warp.registers(instr.writes()).map(|lanes| lanes[0]).collect();
            once.loads.resize_with(once.loads.len().max(visit + 1), || None);
            once.loads[visit] = Some(Load { address: warp.access.addr[0], values, done: None });
            track.loading.push((pc, index, visit));
        }
        leads
    }

    /// The result of a load for all may be used from cycle `at` on.
    pub fn wrote(&mut self, at: u64, w: usize, pc: u32) {
        let Some(track) = &mut self.warps[w] else { return };
        let Some(n) = track.loading.iter().position(|(loading, ..)| *loading == pc) else { return };
        let (_, index, visit) = track.loading.remove(n);
        if let Some(Some(load)) = self.tbs[track.tb][index].loads.get_mut(visit) {
            load.done = Some(at);
        }
    }

    /// The load that was executed for all as the instance to which a warp comes.
    fn load(&self, w: usize, at: (u32, u32)) -> Option<&Load> {
        let track = self.warps[w].as_ref().filter(|track| track.function == at.0)?;
        let index = at.1 as usize;
        self.tbs[track.tb][index].loads.get(track.visits[index])?.as_ref()
    }
}

/// Whether an instruction loads what no one synchronizes by.
fn is_load(instr: &Instr) -> bool {
    matches!(instr.op, Op::Ld(space) if space != Space::Local) && instr.cache != CacheOp::Volatile
}

/// Whether an instruction loads anything but kernel parameters.
fn loads_data(instr: &Instr) -> bool {
    matches!(instr.op, Op::Ld(space) if space != Space::Param)
}

/// Whether all lanes of a warp have loaded the same from one address.
fn is_uniform(access: &MemAccess, instr: &Instr, warp: &Warp) -> bool {
    let one = access.addr.iter().all(|address| *address == access.addr[0]);
    let full = access.kind == AccessKind::Load && access.mask == FULL;
    full && one && warp.registers(instr.writes()).all(|lanes| uniform(lanes).is_some())
}

/// Whether a warp has loaded what was loaded for all.
fn is_same(load: &Load, access: &MemAccess, instr: &Instr, warp: &Warp) -> bool {
    is_uniform(access, instr, warp)
        && access.addr[0] == load.address
        && warp.registers(instr.writes()).zip(&load.values).all(|(lanes, value)| lanes[0] == *value)
}
