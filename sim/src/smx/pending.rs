//! What the scoreboard knows of a register.

use super::account::Reason;

/// Stands for the cycle of what depends on a memory access that is under way.
pub(super) const PENDING: u64 = 1 << 56;

/// Bits of the reason.
const REASON_BITS: u32 = 5;
const _: () = assert!(Reason::ALL.len() <= 1 << REASON_BITS);

/// When a register may be used, and what produces it. Of several registers the greatest is ready last. Among those
/// of one cycle, one that off-SMX memory produces is greatest, then the reason decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pending(u64);

impl Pending {
    /// A register that may be read or written from cycle `at` on. `far` says that off-SMX memory produces it,
    /// `producer` what a warp that needs it earlier is held back by.
    #[inline]
    pub fn new(at: u64, far: bool, producer: Reason) -> Self {
        Self((at << 1 | u64::from(far)) << REASON_BITS | producer as u64)
    }

    /// Returns the cycle from which the register may be used.
    #[inline]
    pub fn at(self) -> u64 {
        self.0 >> (REASON_BITS + 1)
    }

    /// Returns whether it depends on a memory access that is under way.
    #[inline]
    pub fn is_under_way(self) -> bool {
        self.at() >= PENDING
    }

    /// Returns whether off-SMX memory produces it.
    #[inline]
    pub fn is_far(self) -> bool {
        self.0 >> REASON_BITS & 1 == 1
    }

    /// Returns what produces it.
    #[inline]
    pub fn producer(self) -> Reason {
        Reason::ALL[(self.0 & ((1 << REASON_BITS) - 1)) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_register_keeps_its_cycle_its_distance_and_its_producer() {
        for &producer in Reason::ALL {
            for far in [false, true] {
                let pending = Pending::new(1 << 50, far, producer);
                assert_eq!(
                    (pending.at(), pending.is_far(), pending.producer()),
                    (1 << 50, far, producer)
                );
            }
        }
    }

    #[test]
    fn the_register_that_is_ready_last_is_the_greatest_and_a_far_one_among_equals() {
        let near = |at| Pending::new(at, false, Reason::ScoreboardAtomic);
        let far = |at| Pending::new(at, true, Reason::ScoreboardAlu);
        assert!(near(7) > far(6) && far(6) > near(6));
    }
}
