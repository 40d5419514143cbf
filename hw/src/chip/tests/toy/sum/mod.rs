//! Sees which counters are full.
pub mod pins;

use self::pins::{In, Out};

/// What was full in the last cycle.
#[derive(Default)]
pub struct Model(u32);

impl crate::kit::Clocked for Model {
    type In = In;
    type Out = Out;
    fn reset(&mut self) {
        *self = Self::default();
    }
    fn out(&self) -> Out {
        Out { limit: 3, enable: 0b1011, two: self.0.count_ones() > 1, idle: true }
    }
    fn step(&mut self, i: &In) {
        self.0 = i.full;
    }
    fn idle(&self) -> bool {
        true
    }
}
