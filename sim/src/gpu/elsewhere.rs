//! Everything outside the SMXs and the chip that may act by itself.

use super::awaited::Acts;
use super::completions::Completions;
use super::host::HostQueues;
use super::launches::Launches;
use super::ports::Ports;
use super::suspended::SuspendedTbs;
use heddle_hw::chip::Chip;

/// The owners that act between the SMXs and the chip.
pub(super) struct Elsewhere {
    pub host: HostQueues,
    pub launches: Launches,
    pub suspended: SuspendedTbs,
    pub ports: Ports,
    pub completions: Completions,
}

impl Acts for Elsewhere {
    fn next_event(&self, now: u64, chip: &Chip) -> Option<u64> {
        // Without `..`: an owner that is added has to be asked here.
        let Self { host, launches, suspended, ports, completions } = self;
        let owners: [&dyn Acts; 5] = [host, launches, suspended, ports, completions];
        owners.iter().filter_map(|owner| owner.next_event(now, chip)).min()
    }
}

impl Elsewhere {
    /// Whether every launch has ended and nothing is under way.
    pub fn is_empty(&self) -> bool {
        self.host.is_empty() && self.launches.is_empty() && self.completions.is_empty()
    }
}
