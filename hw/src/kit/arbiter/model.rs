//! Fast model of the round-robin arbiter.

use super::pins::{In, Out};
use crate::kit::Clocked;

/// Returns the first requester above `last`, wrapping at 32.
#[inline]
pub fn round_robin(request: u32, last: u32) -> Option<u32> {
    // Bits above `last`; the double shift keeps last = 31 defined.
    let above = request & (u32::MAX << last << 1);
    let candidates = if above != 0 { above } else { request };
    (candidates != 0).then(|| candidates.trailing_zeros())
}

/// Last winner and the registered grant.
#[derive(Clone, Debug, Default)]
pub struct Model {
    last: u32,
    valid: bool,
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::default();
    }
    fn out(&self) -> Out {
        let grant = if self.valid { self.last } else { 0 };
        Out { grant_valid: self.valid, grant, idle: self.idle() }
    }
    fn step(&mut self, i: &In) {
        let winner = round_robin(i.request, self.last);
        self.valid = winner.is_some();
        self.last = winner.unwrap_or(self.last);
    }
    fn idle(&self) -> bool {
        !self.valid
    }
}
