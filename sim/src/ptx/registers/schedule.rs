//! The order in which an assembler puts the instructions of a block: what is ready first, and of that what the
//! longest chain waits for. Loads so come early and the values they wait for together are live at the same time.

use super::super::instr::{CacheOp, Instr, Op, Space, Special};
use super::code::is_pure;
use super::latency::Latencies;
use std::collections::HashMap;

/// Blocks with more instructions keep their order.
const MOST: usize = 4096;

/// What the scheduler knows about the code around a block.
pub(super) struct Around<'a> {
    /// Registers that a slot takes.
    pub width: &'a dyn Fn(u16) -> u32,
    /// Whether a slot is read behind the block.
    pub is_live_out: &'a dyn Fn(u16) -> bool,
    /// Slots that are live at the block's start.
    pub live_in: Vec<u16>,
    /// Registers at which instructions that free some go first.
    pub limit: u32,
    pub latencies: &'a Latencies,
}

/// Puts the instructions of a block in order. `is_fused` says whether an instruction belongs to the next one.
pub(super) fn schedule(block: &mut Vec<Instr>, is_fused: &dyn Fn(&Instr) -> bool, around: &Around) {
    if block.len() > MOST {
        return;
    }
    let mut nodes: Vec<Node> = Vec::new();
    let mut open = false;
    for instr in block.drain(..) {
        let fused = is_fused(&instr);
        match nodes.last_mut() {
            Some(node) if open => node.instrs.push(instr),
            _ => nodes.push(Node { instrs: vec![instr], ..Node::default() }),
        }
        open = fused;
    }
    link(&mut nodes, around.latencies);
    for index in (0..nodes.len()).rev() {
        let longest =
            nodes[index].after.iter().map(|&(next, cost)| nodes[next].height + cost).max();
        nodes[index].height = longest.unwrap_or(0);
    }
    let order = order(&mut nodes, around);
    for index in order {
        block.append(&mut nodes[index].instrs);
    }
}

/// Instructions that stay together.
#[derive(Default)]
struct Node {
    instrs: Vec<Instr>,
    /// Later nodes that wait for this one: number, cycles.
    after: Vec<(usize, u32)>,
    /// Nodes that this one still waits for.
    before: u32,
    /// Cycle from which its operands are there.
    ready: u32,
    /// Cycles of the longest chain that begins here.
    height: u32,
}

impl Node {
    fn reads(&self) -> impl Iterator<Item = u16> + '_ {
        self.instrs.iter().flat_map(|instr| instr.reads().iter().copied())
    }

    fn writes(&self) -> impl Iterator<Item = u16> + '_ {
        self.instrs.iter().flat_map(|instr| instr.writes().iter().copied())
    }
}

/// Finds which nodes wait for which.
fn link(nodes: &mut [Node], latencies: &Latencies) {
    let mut writer: HashMap<u16, usize> = HashMap::new();
    let mut readers: HashMap<u16, Vec<usize>> = HashMap::new();
    let mut memory: Vec<(usize, Access)> = Vec::new();
    let count = nodes.len();
    for index in 0..count {
        let mut waits: Vec<(usize, u32)> = Vec::new();
        for instr in &nodes[index].instrs {
            let kept = instr.writes().iter().filter(|_| instr.guard.is_some());
            for slot in instr.reads().iter().chain(kept) {
                if let Some(&from) = writer.get(slot) {
                    let cost = nodes[from].instrs.last().map_or(1, |last| latencies.get(last));
                    waits.push((from, cost));
                }
            }
            for slot in instr.writes() {
                waits.extend(writer.get(slot).map(|&from| (from, 1)));
                waits.extend(readers.get(slot).into_iter().flatten().map(|&from| (from, 0)));
            }
            let access = access(instr);
            if let Some(access) = access {
                let others = memory.iter().filter(|(_, other)| other.conflicts(access));
                waits.extend(others.map(|&(from, _)| (from, 1)));
            }
        }
        if index + 1 == count
            && nodes[index].instrs.iter().any(|instr| {
                matches!(instr.op, Op::Bra | Op::Brx(_) | Op::Ret | Op::Exit | Op::Trap)
            })
        {
            waits.extend((0..index).map(|from| (from, 0)));
        }
        waits.sort_unstable();
        waits.retain(|&(from, _)| from != index);
        for (from, cost) in waits {
            match nodes[from].after.last_mut() {
                Some((to, known)) if *to == index => *known = cost.max(*known),
                _ => {
                    nodes[from].after.push((index, cost));
                    nodes[index].before += 1;
                }
            }
        }
        let reads: Vec<u16> = nodes[index].reads().collect();
        let writes: Vec<u16> = nodes[index].writes().collect();
        reads.iter().for_each(|&slot| readers.entry(slot).or_default().push(index));
        for slot in writes {
            writer.insert(slot, index);
            readers.remove(&slot);
        }
        memory.extend(nodes[index].instrs.iter().filter_map(access).map(|access| (index, access)));
    }
}

/// What an instruction does with memory.
#[derive(Clone, Copy, PartialEq)]
enum Access {
    Reads(Space),
    Writes(Space),
    /// It orders all others.
    Orders,
}

impl Access {
    fn conflicts(self, other: Access) -> bool {
        let meet = |a: Space, b: Space| a == b || a == Space::Generic || b == Space::Generic;
        match (self, other) {
            (Access::Orders, _) | (_, Access::Orders) => true,
            (Access::Reads(_), Access::Reads(_)) => false,
            (Access::Reads(a) | Access::Writes(a), Access::Reads(b) | Access::Writes(b)) => {
                meet(a, b)
            }
        }
    }
}

fn access(instr: &Instr) -> Option<Access> {
    Some(match instr.op {
        Op::Ld(_) if instr.cache == CacheOp::Volatile => Access::Orders,
        Op::Ld(Space::Param | Space::Const) => return None,
        Op::Ld(space) => Access::Reads(space),
        Op::FrameLd => Access::Reads(Space::Local),
        Op::FrameSt => Access::Writes(Space::Local),
        Op::St(_) if instr.cache == CacheOp::Volatile => Access::Orders,
        Op::St(space) | Op::Atom(space, _) => Access::Writes(space),
        Op::Special(Special::Clock | Special::ClockHigh) => Access::Orders,
        _ if is_pure(instr) => return None,
        _ => Access::Orders,
    })
}

/// Returns the nodes in the order in which they are issued, one per cycle.
fn order(nodes: &mut [Node], around: &Around) -> Vec<usize> {
    let mut left: HashMap<u16, u32> = HashMap::new();
    for slot in nodes.iter().flat_map(Node::reads) {
        *left.entry(slot).or_default() += 1;
    }
    let mut live: HashMap<u16, ()> = around.live_in.iter().map(|&slot| (slot, ())).collect();
    let mut pressure: u32 = live.keys().map(|&slot| (around.width)(slot)).sum();
    let mut ready: Vec<usize> =
        (0..nodes.len()).filter(|&index| nodes[index].before == 0).collect();
    let mut found = Vec::with_capacity(nodes.len());
    let mut now = 0;
    while !ready.is_empty() {
        let delta = |index: usize| {
            let node: &Node = &nodes[index];
            let mut change = 0_i64;
            let mut reads: Vec<u16> = node.reads().collect();
            reads.sort_unstable();
            let own: Vec<u16> = node.writes().collect();
            for group in reads.chunk_by(|a, b| a == b) {
                let slot = group[0];
                let last = left.get(&slot).copied().unwrap_or(0) as usize == group.len();
                if last && !(around.is_live_out)(slot) && live.contains_key(&slot) {
                    change -= i64::from((around.width)(slot));
                }
            }
            for slot in own {
                let inner = !(around.is_live_out)(slot) && reads.contains(&slot);
                if !live.contains_key(&slot) && !inner {
                    change += i64::from((around.width)(slot));
                }
            }
            change
        };
        let tight = pressure >= around.limit;
        let key = |index: usize| {
            let node = &nodes[index];
            let waits = node.ready.saturating_sub(now);
            if tight {
                (delta(index), u32::from(waits > 0), std::cmp::Reverse(node.height), index)
            } else {
                (0, waits, std::cmp::Reverse(node.height), index)
            }
        };
        let best = (0..ready.len()).min_by_key(|&at| key(ready[at])).unwrap_or(0);
        let index = ready.swap_remove(best);
        now = now.max(nodes[index].ready);
        for slot in nodes[index].reads() {
            if let Some(count) = left.get_mut(&slot) {
                *count -= 1;
                if *count == 0 && !(around.is_live_out)(slot) && live.remove(&slot).is_some() {
                    pressure -= (around.width)(slot);
                }
            }
        }
        for slot in nodes[index].writes() {
            let read = left.get(&slot).copied().unwrap_or(0) > 0 || (around.is_live_out)(slot);
            if read && live.insert(slot, ()).is_none() {
                pressure += (around.width)(slot);
            }
        }
        for at in 0..nodes[index].after.len() {
            let (next, cost) = nodes[index].after[at];
            nodes[next].ready = nodes[next].ready.max(now + cost);
            nodes[next].before -= 1;
            if nodes[next].before == 0 {
                ready.push(next);
            }
        }
        now += 1;
        found.push(index);
    }
    found
}
