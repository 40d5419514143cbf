//! The warps of a TB, compared as they execute.

use super::super::barrier::Release;
use super::super::{Effect, TbContext, Warp};
use super::path::{results, Instance, Next, Path, ALL};
use super::RedundancyCheck;
use crate::ptx::{CallTarget, Instr, Op, Program, RedundancyClass, Space};
use rustc_hash::FxHashMap;

/// The state of a warp.
#[derive(Default)]
struct State {
    path: Path,
    /// Registers whose value is the warp's own, because a load found something else.
    own: Vec<bool>,
    /// Whether a branch on such a value has been taken.
    apart: bool,
    /// The barrier at which it waits with all lanes, and its history there.
    waiting: Option<((u32, u32), u64)>,
}

/// What the first warp did at an instance.
struct First {
    warp: u32,
    /// Lanes that executed it, and hashes of its first operand and its results.
    executed: u32,
    operand: u64,
    results: u64,
    stores: u64,
}

/// The warps of a TB.
pub(in crate::exec) struct TbCheck {
    warps: Vec<State>,
    firsts: FxHashMap<Instance, First>,
}

impl TbCheck {
    /// Begins a TB.
    pub fn new(warps: usize) -> Self {
        let warps = (0..warps).map(|_| State::default()).collect();
        Self { warps, firsts: FxHashMap::default() }
    }

    /// Looks at a warp that is about to execute an instruction.
    pub fn before(&mut self, program: &Program, index: usize, warp: &Warp) {
        self.warps[index].path.before(program, warp);
    }

    /// Looks at the warp again when it has executed it.
    pub fn after(
        &mut self,
        check: &mut RedundancyCheck,
        program: &Program,
        tb: &TbContext,
        index: usize,
        warp: &Warp,
        effect: &Effect,
    ) {
        let Some(next) = self.warps[index].path.next.take() else { return };
        let function = &program.functions[next.function as usize];
        let instr = &function.instrs[next.pc as usize];
        let classes = check.classes(program, next.function);
        let found = &classes.instrs()[next.pc as usize];
        let is_equal =
            |class: RedundancyClass| class.promoted(tb.block) == RedundancyClass::Definite;
        let reads_own = self.reads_own(index, &next, instr);
        if matches!(instr.op, Op::Bra | Op::Brx(_)) {
            if reads_own {
                self.warps[index].apart = true;
            } else if is_equal(found.operands) && next.active == ALL {
                self.compare(check, program, tb, index, warp, &next, 0);
            }
        } else if !instr.writes().is_empty() {
            let compares = is_equal(found.class);
            let own = compares && {
                let is_load = found.is_load;
                let keeps = next.active != ALL || instr.guard.is_some();
                let has_own = |slot: &u16| self.is_own(index, next.slot_base, *slot);
                let old = keeps && instr.writes().iter().any(has_own);
                let skips = reads_own || old || next.active != ALL && !is_load;
                let differs = !skips && {
                    let results = results(warp, &next, instr);
                    self.compare(check, program, tb, index, warp, &next, results)
                };
                reads_own || old || differs
            };
            self.set_own(index, next.slot_base, instr.writes(), own);
        }
        if warp.executed != 0 && stores(program, next.function, instr) {
            check.stores += 1;
        }
        self.warps[index].path.follow(warp, &next, instr);
        if matches!(effect, Effect::Barrier(_)) && warp.is_at_barrier() && next.active == ALL {
            let state = &mut self.warps[index];
            state.waiting = Some(((next.function, next.pc), state.path.history.now()));
        }
    }

    /// Compares warps that continue behind a barrier.
    pub fn release(
        &mut self,
        check: &mut RedundancyCheck,
        program: &Program,
        tb: &TbContext,
        release: &Release,
    ) {
        let mut firsts: FxHashMap<(u32, u32), (u32, u64)> = FxHashMap::default();
        for (index, state) in self.warps.iter_mut().enumerate() {
            if release.warps >> index & 1 == 0 {
                continue;
            }
            let Some((at, history)) = state.waiting.take().filter(|_| !state.apart) else {
                continue;
            };
            let aligns = check.classes(program, at.0).aligns(at.1).promoted(tb.block);
            if aligns != RedundancyClass::Definite {
                continue;
            }
            let (first, expected) = *firsts.entry(at).or_insert((index as u32, history));
            check.compared += u64::from(first != index as u32);
            if history != expected {
                let warps = [first, index as u32];
                check.contradict(program, tb, at, warps, "how they came to the barrier");
            }
        }
    }

    /// Compares a warp with the first at the instance. Returns whether it found something else after a store.
    #[allow(clippy::too_many_arguments, reason = "they are what is at hand")]
    fn compare(
        &mut self,
        check: &mut RedundancyCheck,
        program: &Program,
        tb: &TbContext,
        index: usize,
        warp: &Warp,
        next: &Next,
        results: u64,
    ) -> bool {
        let state = &self.warps[index];
        if state.apart {
            return false;
        }
        let instance = state.path.instance(next);
        let (executed, operand, stores) = (warp.executed, next.first, check.stores);
        let this = First { warp: index as u32, executed, operand, results, stores };
        let first = match self.firsts.entry(instance) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(this);
                return false;
            }
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
        };
        check.compared += 1;
        let at = (next.function, next.pc);
        let is_load = check.classes(program, next.function).instrs()[next.pc as usize].is_load;
        let what = if first.executed != executed {
            "the lanes that execute it"
        } else if first.operand != operand {
            "what they read"
        } else if first.results == results {
            return false;
        } else if is_load && first.stores != stores {
            check.excused += 1;
            return true;
        } else {
            "what they write"
        };
        check.contradict(program, tb, at, [first.warp, index as u32], what);
        false
    }

    fn is_own(&self, index: usize, slot_base: usize, slot: u16) -> bool {
        self.warps[index].own.get(slot_base + usize::from(slot)).copied().unwrap_or(false)
    }

    fn reads_own(&self, index: usize, next: &Next, instr: &Instr) -> bool {
        instr.reads().iter().any(|&slot| self.is_own(index, next.slot_base, slot))
    }

    fn set_own(&mut self, index: usize, slot_base: usize, slots: &[u16], own: bool) {
        let known = &mut self.warps[index].own;
        for slot in slots.iter().map(|&slot| slot_base + usize::from(slot)) {
            if known.len() <= slot {
                known.resize(slot + 1, false);
            }
            known[slot] = own;
        }
    }
}

/// Whether an instruction may change memory that other warps load from.
fn stores(program: &Program, function: u32, instr: &Instr) -> bool {
    match instr.op {
        Op::St(space) => space != Space::Local,
        Op::Atom(..) | Op::CopyAsync(_) => true,
        Op::Call(site) => {
            let site = &program.functions[function as usize].calls[usize::from(site)];
            matches!(site.target, CallTarget::Runtime(_) | CallTarget::Library(_))
        }
        _ => false,
    }
}
