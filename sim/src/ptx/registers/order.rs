//! The order of the instructions of a whole function, block by block.

use super::super::flow::{liveness, members};
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
    let next: Vec<Vec<usize>> = (0..code.blocks.len()).map(|block| code.next(block)).collect();
    let blocks: Vec<_> =
        code.blocks.iter().zip(&next).map(|(block, next)| (&**block, &**next)).collect();
    let (live_in, live_out) = liveness(code.function.slot_types.len(), &blocks);
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
