//! The order of the instructions of a whole function, block by block.

use super::super::flow::{members, Slots};
use super::super::instr::Instr;
use super::super::program::Function;
use super::code::Code;
use super::latency::Latencies;
use super::schedule::{schedule, Around};
use super::widths;
use super::wishes::width;
use super::Isa;

/// Returns the function with the instructions of its blocks in the order in which an assembler puts them. From
/// `limit` live registers on, the order spares registers.
pub(super) fn order(code: &Code, outside: &[bool], isa: Isa, limit: u32) -> Function {
    let mut code = code.clone();
    let narrow = widths::narrow(code.blocks.iter().flatten(), &code.function.slot_types);
    let widths: Vec<u32> = (0..outside.len())
        .map(|slot| width(code.function.slot_types[slot], outside[slot], narrow[slot]) as u32)
        .collect();
    let latencies = Latencies::of(isa);
    let is_fused = |instr: &Instr| match *instr.writes() {
        [slot] => code.is_fused[usize::from(slot)],
        _ => false,
    };
    let (live_in, live_out) = liveness(&code);
    let mut blocks = std::mem::take(&mut code.blocks);
    for (index, block) in blocks.iter_mut().enumerate() {
        let out = &live_out[index];
        let around = Around {
            width: &|slot| widths[usize::from(slot)],
            is_live_out: &|slot| out[usize::from(slot / 64)] >> (slot % 64) & 1 == 1,
            live_in: members(&live_in[index]).collect(),
            limit,
            latencies: &latencies,
        };
        schedule(block, &is_fused, &around);
    }
    code.blocks = blocks;
    code.into_function()
}

/// Returns the slots that are live at the start and behind the end of each block.
fn liveness(code: &Code) -> (Vec<Slots>, Vec<Slots>) {
    let words = code.function.slot_types.len().div_ceil(64);
    let mut live_in: Vec<Slots> = vec![vec![0; words]; code.blocks.len()];
    let mut live_out = live_in.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for index in (0..code.blocks.len()).rev() {
            let out = &mut live_out[index];
            for next in code.next(index) {
                out.iter_mut().zip(&live_in[next]).for_each(|(word, other)| *word |= other);
            }
            let mut live = out.clone();
            for instr in code.blocks[index].iter().rev() {
                // A guarded write keeps the old value in the other lanes.
                for &slot in instr.writes().iter().filter(|_| instr.guard.is_none()) {
                    live[usize::from(slot / 64)] &= !(1 << (slot % 64));
                }
                for &slot in instr.reads() {
                    live[usize::from(slot / 64)] |= 1 << (slot % 64);
                }
            }
            if live_in[index] != live {
                live_in[index] = live;
                changed = true;
            }
        }
    }
    (live_in, live_out)
}
