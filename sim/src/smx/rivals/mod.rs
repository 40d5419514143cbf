//! What DARSIE's thesis compares it with (7.6): uniform vectors (`frontend = uv`) and an ideal form of decoupled affine
//! computation (`frontend = dac-ideal`).
//!
//! Both find out at run time what is redundant. Each warp computes its own results, so that no result of a program can
//! change; what is left out is the time and the energy that an instruction takes.

mod affine;
mod uniform;

pub(super) use affine::Turn;

use crate::config::{Frontend, GpuConfig};
use crate::exec::Warp;
use crate::ptx::{Instr, Op, Special};
use crate::smx::SkipCounts;
use affine::Affine;
use uniform::ReuseBuffer;

/// A rival of DARSIE's in an SMX.
#[derive(Clone, Debug)]
pub(super) enum Rival {
    Uniform(ReuseBuffer),
    Affine(Affine),
}

/// What has become of an instruction that a warp has issued and computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Issued {
    /// Its result is in the reuse buffer, so that it is not executed.
    pub reused: bool,
    /// It is a load that is executed for all warps.
    pub leads: bool,
}

impl Rival {
    /// The rival that a machine has, if any.
    pub fn of(config: &GpuConfig) -> Option<Box<Self>> {
        let (tbs, warps) = (config.smx.tbs as usize, config.smx.warps as usize);
        let rival = match config.frontend {
            Frontend::Uv => Self::Uniform(ReuseBuffer::new(tbs)),
            Frontend::DacIdeal => Self::Affine(Affine::new(tbs, warps)),
            Frontend::Base | Frontend::Darsie => return None,
        };
        Some(Box::new(rival))
    }

    /// What was skipped.
    pub fn counts(&self) -> SkipCounts {
        match self {
            Self::Uniform(reuse) => reuse.counts,
            Self::Affine(affine) => affine.counts,
        }
    }

    /// A warp is about to compute the instruction at `at`.
    // Not inlined, as the rest of its kind: most machines have no rival.
    #[inline(never)]
    pub fn before(&mut self, w: usize, at: (u32, u32), instr: &Instr, warp: &Warp) {
        match self {
            Self::Uniform(reuse) => reuse.note_reads(warp, instr),
            Self::Affine(affine) => affine.note_reads(w, at, instr, warp),
        }
    }

    /// The warp, of the TB in slot `tb`, has computed it.
    #[inline(never)]
    pub fn after(
        &mut self,
        (w, tb): (usize, usize),
        (at, pc): ((u32, u32), u32),
        instr: &Instr,
        warp: &Warp,
    ) -> Issued {
        match self {
            Self::Uniform(reuse) => {
                Issued { reused: reuse.holds(tb, at, warp, instr), leads: false }
            }
            Self::Affine(affine) => {
                Issued { leads: affine.executed(w, (at, pc), instr, warp), reused: false }
            }
        }
    }
}

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
