//! The counters of an SMX.

use crate::exec::{AccessKind, MemAccess};
use crate::log::Event;
use crate::ptx::{CallTarget, Op, Program, Space};
use crate::smx::{Activity, Operation, SmxStats};
use std::collections::{BTreeMap, BTreeSet};

/// The lanes of an access with their addresses.
fn lanes(access: &MemAccess) -> impl Iterator<Item = (usize, u64)> + '_ {
    (0..32).filter(|lane| access.mask >> lane & 1 == 1).map(|lane| (lane, access.addr[lane]))
}

/// The lines that an access touches. Local memory interleaves the lanes, so the next word of a lane is a line further.
fn lines(access: &MemAccess) -> usize {
    let bytes = u64::from(access.bytes);
    let mut lines = BTreeSet::new();
    for (_, at) in lanes(access) {
        match access.space {
            Space::Local => lines.extend((0..bytes.div_ceil(4)).map(|word| at / 128 + word)),
            _ => lines.extend(at / 128..=(at + bytes - 1) / 128),
        }
    }
    lines.len()
}

/// The passes of an access over the banks of shared memory. A pass serves 128 bytes of lanes, one word of each bank.
fn passes(access: &MemAccess) -> usize {
    let words = u64::from(access.bytes).div_ceil(4);
    let group = 32 / words as usize;
    let mut banks: BTreeMap<(usize, u64), BTreeSet<u64>> = BTreeMap::new();
    for (lane, at) in lanes(access) {
        for word in at / 4..at / 4 + words {
            banks.entry((lane / group, word % 32)).or_default().insert(word);
        }
    }
    let worst = |g| banks.iter().filter(|((group, _), _)| *group == g).map(|(_, w)| w.len()).max();
    let passes: usize = (0..32 / group).filter_map(worst).sum();
    let mut same: BTreeMap<u64, usize> = BTreeMap::new();
    if access.kind == AccessKind::Atomic {
        lanes(access).for_each(|(_, at)| *same.entry(at).or_default() += 1);
    }
    passes + same.values().max().map_or(0, |most| most - 1)
}

/// Whether an instruction calls the device runtime.
fn calls_runtime(program: &Program, (function, index): (u32, u32)) -> bool {
    let function = &program.functions[function as usize];
    let Op::Call(call) = function.instrs[index as usize].op else { return false };
    matches!(function.calls[usize::from(call)].target, CallTarget::Runtime(_))
}

/// The counters of SMX `smx` after `end` cycles.
pub(crate) fn smx(log: &[Event], program: &Program, smx: u32, end: u64) -> SmxStats {
    let (mut instructions, mut threads, mut active_lanes) = (0, 0, 0);
    let (mut calls, mut call_lanes, mut accesses, mut replays) = (0, 0, 0, 0);
    let mut issues = BTreeSet::new();
    // By cycle: warps that are there from then on, less those that are not.
    let mut residency: BTreeMap<u64, i64> = BTreeMap::new();
    let (mut own, mut issued) = (false, (0, 0));
    let instr = |(function, index): (u32, u32)| {
        &program.functions[function as usize].instrs[index as usize]
    };
    let mut activity = Activity::default();
    for event in log {
        match *event {
            Event::Entered { smx: at_smx, at, warps, .. } if at_smx == smx => {
                *residency.entry(at).or_default() += i64::from(warps);
            }
            Event::Left { smx: at_smx, at, .. } if at_smx == smx => {
                // It is still there in the cycle in which it exits.
                *residency.entry(at + 1).or_default() -= 1;
            }
            Event::Issued { smx: at_smx, at, place, active, .. } => {
                own = at_smx == smx;
                issued = place;
                if own {
                    issues.insert(at);
                    instructions += 1;
                    active_lanes += u64::from(active.count_ones());
                    if calls_runtime(program, place) {
                        calls += 1;
                        call_lanes += u64::from(active.count_ones());
                    }
                }
            }
            Event::Executed { lanes } if own => {
                let lanes = u64::from(lanes.count_ones());
                threads += lanes;
                activity.operations[Operation::of(instr(issued).class) as usize] += lanes;
            }
            Event::Fetched { smx: at_smx, count } if at_smx == smx => {
                activity.fetched += u64::from(count);
            }
            Event::Written { smx: at_smx, ref registers, .. } if at_smx == smx => {
                activity.register_writes += registers.len() as u64;
            }
            Event::Gathered { .. } if own => {
                let instr = instr(issued);
                let guards = usize::from(instr.guard.is_some());
                let operands = &instr.reads()[..instr.reads().len() - guards];
                activity.register_reads += operands.iter().collect::<BTreeSet<_>>().len() as u64;
            }
            Event::Accessed { ref access } if own && access.mask != 0 => {
                let turns = match access.space {
                    Space::Param | Space::Const => continue,
                    Space::Shared => passes(access),
                    _ => lines(access),
                };
                if access.space == Space::Shared {
                    let words = u64::from(access.bytes).div_ceil(4);
                    activity.shared_words += words * u64::from(access.mask.count_ones());
                }
                accesses += 1;
                replays += turns as u64 - 1;
            }
            _ => {}
        }
    }
    let (mut resident_warp_cycles, mut resident_cycles) = (0, 0);
    let (mut warps, mut since) = (0, 0);
    for (at, change) in residency.into_iter().chain([(end, 0)]) {
        resident_warp_cycles += warps as u64 * (at - since);
        resident_cycles += if warps > 0 { at - since } else { 0 };
        (warps, since) = (warps + change, at);
    }
    SmxStats {
        warp_instructions: instructions,
        thread_instructions: threads,
        active_lanes,
        runtime_calls: calls,
        runtime_lanes: call_lanes,
        accesses,
        replays,
        resident_warp_cycles,
        resident_cycles,
        issue_cycles: issues.len() as u64,
        cycles: end,
        activity,
    }
}
