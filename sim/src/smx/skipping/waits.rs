//! What a warp waits for at the skip table, for reports.

use super::Skipping;

/// What keeps a warp whose next instruction is not fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkipWait {
    /// Number in its TB of the warp that leads at the instruction, if one does.
    pub leader: Option<u32>,
    /// The rename unit has not said whether the versions of the TB before are gone.
    pub is_unclear: bool,
}

impl Skipping {
    /// What a warp of a TB that takes part waits for before the instruction at `pc`; none if it asks nothing about it.
    pub fn wait_of(&self, w: usize, pc: u32) -> Option<SkipWait> {
        let seat = &self.seats[w];
        let sharing = self.tbs[seat.tb?].as_ref()?;
        let asks = seat.held || seat.awaits || seat.wants.is_some() || self.desk.asks(w);
        let leader = sharing.leader_of(pc, seat.index);
        asks.then_some(SkipWait { leader, is_unclear: !sharing.is_clear() })
    }
}
