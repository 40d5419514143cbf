//! The SIMT stack: on random control flow every lane goes its own way, lanes that part meet where all their ways lead,
//! the stack is no deeper than branches nest, and it is empty at the end.

use super::super::{Effect, TbContext, Warp};
use crate::host::Arg;
use crate::mem::GlobalMemory;
use crate::ptx::Program;
use crate::runtime::params::{write_params, ParameterHeap};
use proptest::prelude::*;

/// How a block ends.
#[derive(Clone, Debug)]
enum End {
    /// In the next block.
    Fall,
    /// In another block; only forward, so that the program ends.
    Jump(usize),
    /// In another block if a value of the lane is below the number, of four; otherwise in the next.
    Branch(usize, u32),
    /// In one of four blocks, all of them forward.
    Switch([usize; 4]),
    /// In the next block, but a lane exits whose value is below the number, of four.
    Exit(u32),
}

/// How often a lane may go backward.
const FUEL: u32 = 24;

/// A control-flow graph by its blocks. The number of a target is taken modulo the blocks that it may be.
fn graphs() -> impl Strategy<Value = Vec<End>> {
    let end = prop_oneof![
        1 => Just(End::Fall),
        1 => (0usize..64).prop_map(End::Jump),
        6 => (0usize..64, 1u32..4).prop_map(|(to, below)| End::Branch(to, below)),
        1 => prop::array::uniform4(0usize..64).prop_map(End::Switch),
        1 => (1u32..3).prop_map(End::Exit),
    ];
    prop::collection::vec(end, 1..12).prop_map(|mut ends| {
        let count = ends.len();
        // Block `count` is the end.
        let forward = |at: usize, to: usize| at + 1 + to % (count - at);
        for (at, end) in ends.iter_mut().enumerate() {
            match end {
                End::Jump(to) => *to = forward(at, *to),
                End::Branch(to, _) => *to %= count + 1,
                End::Switch(targets) => *targets = targets.map(|to| forward(at, to)),
                End::Fall | End::Exit(_) => {}
            }
        }
        ends
    })
}

/// The value by which a lane decides in block `at`, from the way that it has gone.
fn value(way: u32, lane: u32, at: usize) -> u32 {
    (way.wrapping_mul(0x9E37_79B1).wrapping_add(lane.wrapping_mul(40503)) >> (14 + at % 8)) & 3
}

fn text(ends: &[End]) -> String {
    let mut text =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n\
        .reg .b32 %r<9>; .reg .b64 %d<3>; .reg .pred %p<9>;\n\
        ld.param.u64 %d0, [out]; mov.u32 %r0, %tid.x; mad.wide.u32 %d0, %r0, 4, %d0;\n\
        mul.lo.u32 %r3, %r0, 40503; mov.u32 %r1, 0;\n"
            .to_string();
    text += &format!("mov.u32 %r4, {FUEL};\n");
    for (at, end) in ends.iter().enumerate() {
        text += &format!("B{at}: mad.lo.u32 %r1, %r1, 31, {};\n", at + 1);
        text += &format!("mad.lo.u32 %r2, %r1, {}, %r3;\n", 0x9E37_79B1_u32);
        text += &format!("shr.u32 %r2, %r2, {}; and.b32 %r2, %r2, 3;\n", 14 + at % 8);
        match end {
            End::Fall => {}
            End::Jump(to) => text += &format!("bra B{to};\n"),
            End::Branch(to, below) => {
                text += &format!("setp.lt.u32 %p1, %r2, {below};\n");
                if *to <= at {
                    text += "setp.gt.u32 %p2, %r4, 0; and.pred %p1, %p1, %p2; @%p1 sub.u32 %r4, %r4, 1;\n";
                }
                text += &format!("@%p1 bra B{to};\n");
            }
            End::Switch([a, b, c, d]) => {
                text += &format!(
                    "T{at}: .branchtargets B{a}, B{b}, B{c}, B{d};\nbrx.idx %r2, T{at};\n"
                );
            }
            End::Exit(below) => text += &format!("setp.lt.u32 %p3, %r2, {below}; @%p3 exit;\n"),
        }
    }
    text + &format!("B{}: st.global.u32 [%d0], %r1;\nret;\n}}\n", ends.len())
}

/// The way of a lane, if it comes to the end.
fn way_of(ends: &[End], lane: u32) -> Option<u32> {
    let (mut way, mut at, mut fuel) = (0_u32, 0, FUEL);
    while at < ends.len() {
        way = way.wrapping_mul(31).wrapping_add(at as u32 + 1);
        let value = value(way, lane, at);
        at = match ends[at] {
            End::Jump(to) => to,
            End::Branch(to, below) if value < below && (to > at || fuel > 0) => {
                fuel -= u32::from(to <= at);
                to
            }
            End::Switch(targets) => targets[value as usize],
            End::Exit(below) if value < below => return None,
            End::Fall | End::Branch(..) | End::Exit(_) => at + 1,
        };
    }
    Some(way)
}

/// The blocks that may follow block `at`. The one behind the last is the end, and the one behind that the exit.
fn successors(ends: &[End], at: usize) -> Vec<usize> {
    let exit = ends.len() + 1;
    match ends.get(at) {
        None => vec![exit],
        Some(End::Fall) => vec![at + 1],
        Some(End::Jump(to)) => vec![*to],
        Some(End::Branch(to, _)) => vec![*to, at + 1],
        Some(End::Switch(targets)) => targets.to_vec(),
        Some(End::Exit(_)) => vec![exit, at + 1],
    }
}

/// Whether every way from block `at` to the exit comes through block `by`, found by leaving it out.
fn leads_through(ends: &[End], at: usize, by: usize) -> bool {
    let exit = ends.len() + 1;
    let (mut seen, mut open) = (vec![false; exit + 1], vec![at]);
    while let Some(block) = open.pop() {
        if block == exit {
            return false;
        }
        if block != exit && !std::mem::replace(&mut seen[block], true) {
            open.extend(successors(ends, block).into_iter().filter(|&next| next != by));
        }
    }
    true
}

/// The blocks through which every way from `at` leads, the first of them first. The end of the kernel is left out.
fn post_dominators(ends: &[End], at: usize) -> Vec<usize> {
    let by = (0..=ends.len()).filter(|&by| by != at && leads_through(ends, at, by));
    let mut by: Vec<usize> = by.collect();
    // The first leads through all others.
    by.sort_by_key(|&one| {
        std::cmp::Reverse(
            (0..=ends.len())
                .filter(|&other| other != one && leads_through(ends, one, other))
                .count(),
        )
    });
    by
}

/// Runs one warp and judges each step. Returns the words that it stores.
fn run(ends: &[End], threads: u32) -> Result<Vec<u32>, TestCaseError> {
    let program = Program::parse("k.ptx", &text(ends)).unwrap();
    let function = &program.functions[0];
    let mut memory = GlobalMemory::new(1 << 20);
    let mut heap = ParameterHeap::new();
    let out = memory.alloc(128, 256).unwrap();
    let param_base = write_params(function, &[Arg::U64(out)], &mut heap, &mut memory).unwrap();
    let mut tb = TbContext::new(&program, 0, [1; 3], [threads, 1, 1], [0; 3], param_base, 0);
    let mut warp = Warp::new(function, 0, &tb);
    let first_line = |at: usize| {
        text(ends).lines().position(|line| line.starts_with(&format!("B{at}:"))).unwrap() as u32 + 1
    };
    let block_of: Vec<u32> = (0..=ends.len()).map(first_line).collect();
    let meets: Vec<Vec<usize>> = (0..=ends.len()).map(|at| post_dominators(ends, at)).collect();
    let nesting = meets.iter().map(Vec::len).max().unwrap_or(0);
    let mut parted: Vec<(usize, u32)> = Vec::new();
    let mut block = 0;
    while !warp.is_done() {
        let (_, index) = warp.position().unwrap();
        let instr = &function.instrs[index as usize];
        let entered = block_of
            .iter()
            .position(|&line| line == instr.line)
            .filter(|_| index == 0 || function.instrs[index as usize - 1].line != instr.line);
        let active = warp.active_mask();
        if let Some(entered) = entered {
            block = entered;
            let live = warp.live_mask();
            for (_, lanes) in
                parted.iter().filter(|(meet, lanes)| *meet == block && lanes & active != 0)
            {
                prop_assert_eq!(
                    lanes & live & !active,
                    0,
                    "block {}: {:#x} of {:#x}",
                    block,
                    active,
                    lanes
                );
            }
            parted.retain(|(meet, lanes)| *meet != block || lanes & active == 0);
        }
        let effect = warp.step(&program, &mut tb, &mut memory, &mut heap).unwrap();
        if effect == (Effect::Branch { diverged: true }) {
            // The block of the lanes that run is the one that was entered last, as they run until they part or meet.
            parted.extend(meets[block].first().map(|&meet| (meet, active)));
        }
        // A lane is in one entry that runs, or waits to, and in one more for each block on its way to the exit at which
        // lanes wait for others.
        for lane in 0..threads {
            let entries = warp.simt.iter().filter(|entry| entry.mask >> lane & 1 == 1).count();
            prop_assert!(
                entries <= 1 + nesting,
                "lane {} is in {} entries, nested {}",
                lane,
                entries,
                nesting
            );
        }
        prop_assert!(
            warp.simt_depth() <= threads as usize + nesting,
            "{} entries",
            warp.simt_depth()
        );
    }
    prop_assert_eq!((warp.simt_depth(), warp.live_mask()), (0, 0));
    Ok(memory.read_u32s(out, 32).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn lanes_go_their_own_ways_meet_where_all_lead_and_leave_an_empty_stack(ends in graphs(), threads in 1u32..33) {
        let expected: Vec<u32> =
            (0..32).map(|lane| way_of(&ends, lane).filter(|_| lane < threads).unwrap_or(0)).collect();
        prop_assert_eq!(run(&ends, threads)?, expected);
    }
}

#[test]
fn a_loop_that_lanes_leave_one_by_one_keeps_two_entries() {
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n\
        .reg .b32 %r<9>; .reg .pred %p<9>;\nmov.u32 %r0, %tid.x; mov.u32 %r1, 0;\n\
        L: add.u32 %r1, %r1, 1; setp.le.u32 %p1, %r1, %r0; @%p1 bra L;\nadd.u32 %r2, %r1, 1;\nret;\n}\n";
    let program = Program::parse("k.ptx", text).unwrap();
    let mut tb = TbContext::new(&program, 0, [1; 3], [32, 1, 1], [0; 3], 0, 0);
    let mut warp = Warp::new(&program.functions[0], 0, &tb);
    let (mut memory, mut heap) = (GlobalMemory::new(1 << 16), ParameterHeap::new());
    let mut deepest = 0;
    while !warp.is_done() {
        warp.step(&program, &mut tb, &mut memory, &mut heap).unwrap();
        deepest = deepest.max(warp.simt_depth());
    }
    // The lanes that have left wait in one entry, those that stay are another.
    assert_eq!(deepest, 2);
}
