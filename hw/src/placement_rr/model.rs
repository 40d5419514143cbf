//! Fast model of placement by round robin.

use super::pins::{In, Out, Params};
use crate::kit::arbiter::model::round_robin;
use crate::kit::Clocked;

/// The SMX last in turn, and whether it still is.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    last: u32,
    in_turn: bool,
}

impl Model {
    /// Placement on the SMXs of `params`.
    pub fn new(params: &Params) -> Self {
        Self { params: params.clone(), last: params.smxs - 1, in_turn: false }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::new(&self.params);
    }

    fn out(&self) -> Out {
        Out { turn_smxs: u32::from(self.in_turn) << self.last, idle: self.idle() }
    }

    fn step(&mut self, i: &In) {
        let candidates = i.room_smxs & i.mask_smxs & (u32::MAX >> (32 - self.params.smxs));
        let stays = self.in_turn && candidates >> self.last & 1 == 1 && i.grant_smxs == 0;
        if !stays {
            let next = round_robin(candidates, self.last);
            self.in_turn = next.is_some();
            self.last = next.unwrap_or(self.last);
        }
    }

    fn idle(&self) -> bool {
        true
    }
}
