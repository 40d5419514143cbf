//! Branches, calls, barriers and the end of threads.

use super::super::super::error::Located;
use super::super::super::instr::Op;
use super::super::super::sync::BarrierKind;
use super::super::super::types::Ty;
use super::Words;

const BARRIERS: &[(&str, BarrierKind)] = &[
    ("sync", BarrierKind::Sync),
    ("arrive", BarrierKind::Arrive),
    ("popc", BarrierKind::Popc),
    ("and", BarrierKind::And),
    ("or", BarrierKind::Or),
];

/// Returns the operation, if the stem belongs to this family.
pub(super) fn decode(words: &mut Words) -> Result<Option<Op>, Located> {
    let op = match words.stem() {
        "bra" => Op::Bra,
        "brx" => {
            if !words.take("idx") {
                return Err(words.refuse("of indirect branches, `brx.idx` is supported"));
            }
            Op::Brx(0)
        }
        "ret" => Op::Ret,
        "exit" => Op::Exit,
        "trap" => Op::Trap,
        // These are a breakpoint without a debugger and a hint how long to wait; both do nothing.
        "brkpt" | "nanosleep" => {
            words.types.clear();
            Op::Nop
        }
        // Every kernel starts when its dependencies have completed, and events are not counted.
        "griddepcontrol" => {
            if !words.take("wait") && !words.take("launch_dependents") {
                return Err(words.refuse("expected `.wait` or `.launch_dependents`"));
            }
            Op::Nop
        }
        "pmevent" => {
            words.take("mask");
            Op::Nop
        }
        "call" => Op::Call(0),
        "bar" if words.take("warp") => {
            if !words.take("sync") {
                return Err(words.refuse("of warp barriers, `bar.warp.sync` exists"));
            }
            Op::WarpBarrier
        }
        "bar" | "barrier" => Op::Bar(barrier(words)?),
        _ => return Ok(None),
    };
    if matches!(op, Op::Bra | Op::Brx(_) | Op::Call(_) | Op::Ret) {
        words.take("uni");
    }
    words.results = 0;
    words.typeless = true;
    Ok(Some(op))
}

fn barrier(words: &mut Words) -> Result<BarrierKind, Located> {
    if words.take("cluster") {
        return Err(words.refuse("clusters of blocks are not supported"));
    }
    let reduces = words.take("red");
    let kind = words.pick(BARRIERS);
    words.take("cta");
    if words.stem() == "barrier" {
        words.take("aligned");
    }
    let ty = match kind {
        Some(BarrierKind::Popc) => Some(Ty::U32),
        Some(BarrierKind::And | BarrierKind::Or) => Some(Ty::Pred),
        _ => None,
    };
    let kind = kind.filter(|_| reduces == ty.is_some() && words.types.iter().copied().eq(ty));
    words.types.clear();
    kind.ok_or_else(|| {
        words.refuse(
            "a barrier is `.sync`, `.arrive`, `.red.popc.u32`, `.red.and.pred` or `.red.or.pred`",
        )
    })
}
