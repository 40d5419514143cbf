//! Fast model of the register.

use super::pins::{In, Out};
use crate::kit::Clocked;

/// The stored word.
#[derive(Clone, Debug, Default)]
pub struct Model {
    q: u32,
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::default();
    }
    fn out(&self) -> Out {
        Out { q: self.q, idle: true }
    }
    fn step(&mut self, i: &In) {
        if i.enable {
            self.q = i.d;
        }
    }
    fn idle(&self) -> bool {
        true
    }
}
