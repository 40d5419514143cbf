//! Branches, calls, barriers and the end of threads.

use super::super::super::error::Located;
use super::super::super::instr::Op;
use super::Words;

/// The operation, if the stem belongs to this family.
pub(super) fn decode(words: &mut Words) -> Result<Option<Op>, Located> {
    let op = match words.stem() {
        "bra" => Op::Bra,
        "ret" => Op::Ret,
        "exit" => Op::Exit,
        "trap" => Op::Trap,
        "call" => Op::Call(0),
        "bar" | "barrier" => {
            if !words.take("sync") {
                return Err(words.refuse("of barriers, only `bar.sync` is supported"));
            }
            words.ignore(&["cta", "aligned"]);
            Op::Bar
        }
        _ => return Ok(None),
    };
    words.ignore(&["uni"]);
    words.results = 0;
    words.typeless = true;
    Ok(Some(op))
}
