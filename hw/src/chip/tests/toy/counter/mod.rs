//! Counts pulses up to a limit that it is told.
pub mod pins;

use self::pins::{In, Out};

/// The count.
#[derive(Default)]
pub struct Model(u32, bool);

impl crate::kit::Clocked for Model {
    type In = In;
    type Out = Out;
    fn reset(&mut self) {
        *self = Self::default();
    }
    fn out(&self) -> Out {
        Out { full: self.1, idle: true }
    }
    fn step(&mut self, i: &In) {
        self.0 += u32::from(i.pulse && i.enable);
        self.1 = self.0 >= i.limit;
    }
    fn idle(&self) -> bool {
        true
    }
}
