//! When something happens next. An owner that may act by itself says in which cycle, and this answer is kept only until
//! the owner may have been changed.

use heddle_hw::chip::Chip;
use std::ops::{Deref, DerefMut};

/// An owner of state that may act without being called by another.
pub(super) trait Acts {
    /// The earliest cycle after `now` in which it sets a pin differently or does anything else, provided that until
    /// then no pin of the chip changes and the owner is not changed; none: never.
    fn next_event(&self, now: u64, chip: &Chip) -> Option<u64>;
}

/// An owner together with the cycle of its next event. Every access that might change the owner discards that
/// cycle, so no caller has to remember that something may now happen earlier.
#[derive(Debug)]
pub(super) struct Awaited<T> {
    owner: T,
    /// Before this cycle the owner does not act; 0 if that is not known.
    quiet_until: u64,
}

impl<T: Acts> Awaited<T> {
    /// `owner`, whose next event is not known yet.
    pub fn new(owner: T) -> Self {
        Self { owner, quiet_until: 0 }
    }

    /// The cycle before which the owner does not act; the largest number if it never does, 0 if that is not known.
    pub fn quiet_until(&self) -> u64 {
        self.quiet_until
    }

    /// The same, found out if it is not known to lie after `now`.
    pub fn next_event(&mut self, now: u64, chip: &Chip) -> u64 {
        if self.quiet_until <= now {
            self.quiet_until = self.owner.next_event(now, chip).unwrap_or(u64::MAX);
        }
        self.quiet_until
    }
}

impl<T> Deref for Awaited<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.owner
    }
}

impl<T> DerefMut for Awaited<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.quiet_until = 0;
        &mut self.owner
    }
}

#[cfg(test)]
impl<T> Awaited<T> {
    /// Claims that the owner does not act before cycle `quiet_until`, true or not.
    pub fn claim(&mut self, quiet_until: u64) {
        self.quiet_until = quiet_until;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;
    use crate::gpu::{chip_sizes, ModelUnits};
    use heddle_hw::chip::Standard;

    /// Acts in a cycle that can be set.
    struct Alarm {
        at: Option<u64>,
    }

    impl Acts for Alarm {
        fn next_event(&self, _now: u64, _chip: &Chip) -> Option<u64> {
            self.at
        }
    }

    #[test]
    fn an_owner_that_was_changed_is_asked_again() {
        let sizes = chip_sizes(&GpuConfig::preset("tiny").unwrap());
        let chip = Chip::build::<Standard>(&sizes, &ModelUnits).unwrap();
        let mut alarm = Awaited::new(Alarm { at: Some(20) });
        assert_eq!(alarm.quiet_until(), 0, "it has not been asked yet");
        assert_eq!(alarm.next_event(3, &chip), 20);
        assert_eq!((alarm.at, alarm.quiet_until()), (Some(20), 20), "looking changes nothing");
        alarm.at = Some(5);
        assert_eq!(alarm.quiet_until(), 0);
        assert_eq!(alarm.next_event(3, &chip), 5);
        alarm.at = None;
        assert_eq!(alarm.next_event(5, &chip), u64::MAX);
    }
}
