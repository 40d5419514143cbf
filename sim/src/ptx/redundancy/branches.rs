//! Branches that can part warps: the blocks between each and the point where its paths meet.

use super::super::flow::{Block, Slots};
use super::super::instr::{Op, NO_PC};
use super::super::program::Function;

/// A branch with several targets.
pub(super) struct Branch {
    /// The block that it ends.
    pub block: usize,
    /// Where its paths meet; `None` if that is the end of the function.
    pub meet: Option<usize>,
    /// Its targets, each once.
    pub targets: Vec<usize>,
    /// Blocks that a warp may pass on the way to the meeting point, by number. The branch's own is one of them if a path
    /// comes back to it.
    pub region: Vec<bool>,
    /// Registers that are written there.
    pub written: Slots,
}

/// Returns the branches of a function.
pub(super) fn branches(function: &Function, blocks: &[Block]) -> Vec<Branch> {
    let words = (function.num_slots as usize).div_ceil(64);
    let writes: Vec<Slots> = blocks.iter().map(|block| writes(function, block, words)).collect();
    let mut found = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let instr = &function.instrs[block.last];
        let mut targets = block.next.clone();
        targets.sort_unstable();
        targets.dedup();
        if !matches!(instr.op, Op::Bra | Op::Brx(_)) || targets.len() < 2 {
            continue;
        }
        let meet = (instr.reconvergence != NO_PC)
            .then(|| blocks.partition_point(|block| block.first as u32 <= instr.reconvergence) - 1);
        let region = reached(blocks, &targets, meet);
        let mut written = vec![0; words];
        for (_, writes) in region.iter().zip(&writes).filter(|(inside, _)| **inside) {
            written.iter_mut().zip(writes).for_each(|(word, other)| *word |= other);
        }
        found.push(Branch { block: index, meet, targets, region, written });
    }
    found
}

/// Returns the blocks that are reached from some, without passing `end`.
fn reached(blocks: &[Block], from: &[usize], end: Option<usize>) -> Vec<bool> {
    let mut region = vec![false; blocks.len()];
    let mut stack = from.to_vec();
    while let Some(block) = stack.pop() {
        // The one beyond the last is the end of the function.
        if block == blocks.len() || Some(block) == end || region[block] {
            continue;
        }
        region[block] = true;
        stack.extend(&blocks[block].next);
    }
    region
}

fn writes(function: &Function, block: &Block, words: usize) -> Slots {
    let mut slots = vec![0; words];
    for slot in function.instrs[block.first..=block.last].iter().flat_map(|instr| instr.writes()) {
        slots[usize::from(slot / 64)] |= 1 << (slot % 64);
    }
    slots
}
