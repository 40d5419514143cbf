//! Placement that fills an SMX before it turns to the next.

pub mod pins;

use self::pins::{In, Out, Params};
use heddle_hw::kit::unit::{Allowed, Storage, Unit};
use heddle_hw::kit::Clocked;

/// The unit: pins and a model, and no circuit.
pub struct Packed;

impl Unit for Packed {
    const NAME: &'static str = "packed";
    const PURPOSE: &'static str = "gives the lowest SMX with room its turn";
    type Params = Params;
    const LIMITS: &'static [(&'static str, Allowed)] = &[];
    type In = In;
    type Out = Out;
    type Model = Model;

    fn tiny() -> Params {
        Params {}
    }
    fn paper() -> Params {
        Params {}
    }
    fn model(_params: &Params) -> Model {
        Model::default()
    }
    fn storage(_params: &Params) -> Vec<Storage> {
        vec![Storage { field: "SMX in turn", bits: 32, entries: 1, figure: None }]
    }
}

/// The model.
#[derive(Clone, Debug, Default)]
pub struct Model {
    turn: u32,
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::default();
    }
    fn out(&self) -> Out {
        Out { turn_smxs: self.turn, idle: self.idle() }
    }
    fn step(&mut self, i: &In) {
        // Room is told one cycle late, and a turn is a hint: residency's room is part of every grant.
        self.turn = i.room_smxs & i.room_smxs.wrapping_neg();
    }
    fn idle(&self) -> bool {
        true
    }
}
