//! The warps of a TB, compared as they execute.

use super::super::barrier::Release;
use super::super::memory::lanes_of;
use super::super::{Effect, TbContext, Warp};
use super::history::{digest, History};
use super::RedundancyCheck;
use crate::ptx::{CallTarget, Instr, Op, Operand, Program, RedundancyClass, Space};
use rustc_hash::FxHashMap;

/// An instruction of a warp, before it is executed.
struct Next {
    function: u32,
    pc: u32,
    /// Lanes that are active, before the guard.
    active: u32,
    /// Depth of the call stack.
    depth: usize,
    slot_base: usize,
    /// Hash of the first operand's lanes: the addresses of a load, the choice of an indexed branch.
    first: u64,
}

/// The state of a warp.
#[derive(Default)]
struct State {
    history: History,
    /// Registers whose value is the warp's own, because a load found something else.
    own: Vec<bool>,
    /// Whether a branch on such a value has been taken.
    apart: bool,
    next: Option<Next>,
    /// The barrier at which it waits with all lanes, and its history there.
    waiting: Option<((u32, u32), u64)>,
}

/// An instance of an instruction: history, function, instruction, active lanes.
type Instance = (u64, u32, u32, u32);

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

const ALL: u32 = u32::MAX;

impl TbCheck {
    /// Begins a TB.
    pub fn new(warps: usize) -> Self {
        let warps = (0..warps).map(|_| State::default()).collect();
        Self { warps, firsts: FxHashMap::default() }
    }

    /// Looks at a warp that is about to execute an instruction.
    pub fn before(&mut self, program: &Program, index: usize, warp: &Warp) {
        let state = &mut self.warps[index];
        let (Some((function, pc)), Some(instr)) = (warp.position(), warp.next_instr(program))
        else {
            state.next = None;
            return;
        };
        let (active, depth, slot_base) = (warp.active_mask(), warp.frames.len(), warp.slot_base());
        if active == ALL {
            state.history.meet(depth, pc);
        }
        let first = match instr.sources().first() {
            Some(Operand::Slot(slot)) if matches!(instr.op, Op::Ld(_) | Op::Brx(_)) => {
                let lanes = &warp.slots[slot_base + usize::from(*slot)];
                digest(lanes_of(active).map(|lane| lanes[lane]))
            }
            _ => 0,
        };
        state.next = Some(Next { function, pc, active, depth, slot_base, first });
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
        let Some(next) = self.warps[index].next.take() else { return };
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
        self.follow(index, warp, &next, instr);
        if matches!(effect, Effect::Barrier(_)) && warp.is_at_barrier() && next.active == ALL {
            let state = &mut self.warps[index];
            state.waiting = Some(((next.function, next.pc), state.history.now()));
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
        let instance = (state.history.now(), next.function, next.pc, next.active);
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

    /// Records which way the warp has taken.
    fn follow(&mut self, index: usize, warp: &Warp, next: &Next, instr: &Instr) {
        let history = &mut self.warps[index].history;
        let (at, executed) = (u64::from(next.function) << 32 | u64::from(next.pc), warp.executed);
        let way = [at, executed.into(), next.first];
        match instr.op {
            Op::Bra if instr.guard.is_none() => {}
            Op::Call(_) if next.active == ALL => history.call(next.depth, &way),
            Op::Bra | Op::Brx(_) | Op::Exit | Op::Ret if next.active == ALL => {
                history.decide(next.depth, instr.reconvergence, &way);
            }
            Op::Bra | Op::Brx(_) | Op::Exit | Op::Ret | Op::Call(_) => {
                history.note(&[at, u64::from(next.active) << 32 | u64::from(executed), next.first]);
            }
            _ => {}
        }
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

/// Returns a hash of the registers that the warp has written. A register counts as a whole where all lanes are active, so
/// that the value that a guard has kept does too.
fn results(warp: &Warp, next: &Next, instr: &Instr) -> u64 {
    let lanes = if next.active == ALL { ALL } else { warp.executed };
    let registers = instr.writes().iter();
    let registers = registers.map(|&slot| &warp.slots[next.slot_base + usize::from(slot)]);
    digest(registers.flat_map(|register| lanes_of(lanes).map(|lane| register[lane])))
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
