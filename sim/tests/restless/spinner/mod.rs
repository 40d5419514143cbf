//! A unit that never rests, as one with a mistake may.

pub mod pins;

use self::pins::{In, Out, Params};
use heddle_hw::kit::unit::{Allowed, Storage, Unit};
use heddle_hw::kit::Clocked;

/// The unit.
pub struct Spinner;

impl Unit for Spinner {
    const NAME: &'static str = "spinner";
    const PURPOSE: &'static str = "counts cycles without end, once its SMX was full";
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
        vec![Storage { field: "cycles", bits: 32, entries: 1, figure: None }]
    }
}

/// The model.
#[derive(Clone, Debug, Default)]
pub struct Model {
    had_room: bool,
    spins: bool,
    turns: u32,
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::default();
    }
    fn out(&self) -> Out {
        Out { turns: self.turns, idle: self.idle() }
    }
    fn step(&mut self, i: &In) {
        self.had_room |= i.room_smxs;
        self.spins |= self.had_room && !i.room_smxs;
        self.turns += u32::from(self.spins);
    }
    fn idle(&self) -> bool {
        !self.spins
    }
}
