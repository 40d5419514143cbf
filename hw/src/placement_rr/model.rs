//! Fast model of placement by round robin.

use super::pins::{In, Out, Params};
use crate::kit::{Clocked, Mask};

/// The SMX last in turn, whether it still is, and what it got.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    all: Mask,
    last: u32,
    in_turn: bool,
    /// TBs that it got in its turn, while it has the turn.
    row: u32,
}

impl Model {
    /// Placement on the SMXs of `params`.
    pub fn new(params: &Params) -> Self {
        Self {
            params: params.clone(),
            all: Mask::first(params.smxs),
            last: params.smxs - 1,
            in_turn: false,
            row: 0,
        }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::new(&self.params);
    }

    fn out(&self) -> Out {
        let turn_smxs = if self.in_turn { Mask::bit(self.last) } else { Mask::NONE };
        Out { turn_smxs, idle: self.idle() }
    }

    fn step(&mut self, i: &In) {
        let candidates = i.room_smxs & i.mask_smxs & self.all;
        let granted = i.grant_smxs.any();
        let ends = granted && self.row + 1 == self.params.consecutive;
        if self.in_turn && candidates.has(self.last) && !ends {
            self.row += u32::from(granted);
        } else {
            self.row = 0;
            let next = candidates.lowest_after(self.last);
            self.in_turn = next.is_some();
            self.last = next.unwrap_or(self.last);
        }
    }

    fn idle(&self) -> bool {
        true
    }
}
