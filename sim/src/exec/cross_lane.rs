//! Instructions in which the lanes of a warp see each other: votes and shuffles.

use super::lanes::ones;
use super::warp::{Lanes, Site, Warp};
use super::WARP_SIZE;
use crate::ptx::{ShflMode, VoteMode};

impl Warp {
    /// Joins a predicate over the active lanes.
    pub(super) fn vote(&mut self, at: &Site, mode: VoteMode) {
        let yes = self.predicate(at, 0) & at.mask;
        let result = match mode {
            VoteMode::Ballot => return self.write(at, 0, &[u64::from(yes); WARP_SIZE]),
            VoteMode::All => yes == at.mask,
            VoteMode::Any => yes != 0,
            VoteMode::Uni => yes == 0 || yes == at.mask,
        };
        self.write_predicate(at, 0, if result { u32::MAX } else { 0 });
    }

    /// Moves values between lanes; a lane whose source is out of range keeps its own.
    pub(super) fn shfl(&mut self, at: &Site, a: &Lanes, b: &Lanes, mode: ShflMode) {
        let c = self.operand(at, 2);
        let mut result = [0; WARP_SIZE];
        let mut inside = 0;
        for lane in 0..WARP_SIZE as u32 {
            let (amount, control) = ((b[lane as usize] & 31) as u32, c[lane as usize] as u32);
            let (segment, clamp) = (control >> 8 & 31, control & 31);
            let most = lane & segment | clamp & !segment;
            let (from, valid) = match mode {
                ShflMode::Up => {
                    (lane.wrapping_sub(amount), lane as i32 - amount as i32 >= most as i32)
                }
                ShflMode::Down => (lane + amount, lane + amount <= most),
                ShflMode::Bfly => (lane ^ amount, lane ^ amount <= most),
                ShflMode::Idx => {
                    let from = lane & segment | amount & !segment;
                    (from, from <= most)
                }
            };
            let from = if valid { from } else { lane };
            inside |= u32::from(valid) << lane;
            result[lane as usize] = a[(from & 31) as usize] & ones(32);
        }
        self.write(at, 0, &result);
        if at.instr.num_dsts > 1 {
            self.write_predicate(at, 1, inside);
        }
    }
}
