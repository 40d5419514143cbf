//! What DARSIE's thesis compares it with (7.6): uniform vectors (`frontend = uv`) and an ideal form of decoupled affine
//! computation (`frontend = dac-ideal`).
//!
//! Both find out at run time what is redundant. Each warp computes its own results, so that no result of a program can
//! change; what is left out is the time and the energy that an instruction takes.

mod affine;
mod uniform;
mod vectors;

pub(super) use affine::{Affine, Turn};
pub(super) use uniform::ReuseBuffer;

use crate::ptx::{Op, Special};

/// Whether an operation computes registers from registers and what belongs to the launch, each lane by itself.
fn computes(op: Op) -> bool {
    let is_time = matches!(op, Op::Special(Special::Clock | Special::ClockHigh));
    let is_memory = matches!(
        op,
        Op::Ld(_)
            | Op::St(_)
            | Op::Atom(..)
            | Op::CopyAsync(_)
            | Op::FrameLd
            | Op::FrameSt
            | Op::FrameAddress
    );
    let is_control = matches!(
        op,
        Op::Bra
            | Op::Brx(_)
            | Op::Call(_)
            | Op::Ret
            | Op::Exit
            | Op::Trap
            | Op::Nop
            | Op::Hint
            | Op::Bar(_)
            | Op::Membar
            | Op::WarpBarrier
    );
    let is_exchange = matches!(
        op,
        Op::Vote(_) | Op::ActiveMask | Op::Shfl(_) | Op::Match(_) | Op::Redux(_) | Op::Elect
    );
    !(is_time || is_memory || is_control || is_exchange)
}
