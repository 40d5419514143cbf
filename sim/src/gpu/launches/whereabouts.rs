//! Where a launch is that no unit has, read after the fact for the explanation of a hang.

use super::unit::{Due, LaunchUnit};
use super::{Launches, Start};
use crate::gpu::ids::DeviceAddr;

/// What a launch waits for before the units have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gpu) enum Waiting {
    /// The launch before it in its stream.
    Stream,
    /// The end of its call, or the time until it reaches the units.
    Call,
    /// Room in the KMU's pool.
    Pool,
    /// The KMU, which is to take it.
    Kmu,
    /// The Kernel Distributor, which is to search for a kernel that its group can join.
    Match,
    /// The result of that search.
    Search,
    /// The AGT, or LaPerm's queues, which are to take its group.
    Groups,
}

impl Launches {
    /// What the launch waits for whose descriptor or record is at this address; none if units have it.
    pub fn waiting(&self, record: DeviceAddr) -> Option<Waiting> {
        if self.streams.kept().any(|start| start.has(record)) {
            return Some(Waiting::Stream);
        }
        self.unit.waiting(record)
    }
}

impl Start {
    fn has(&self, record: DeviceAddr) -> bool {
        match self {
            Self::Kernel { desc, .. } => *desc == record,
            Self::Groups { command, .. } => command.has(record),
        }
    }
}

impl super::AggregationCommand {
    fn has(&self, record: DeviceAddr) -> bool {
        self.groups.iter().any(|group| group.record == record)
    }
}

impl LaunchUnit {
    fn waiting(&self, record: DeviceAddr) -> Option<Waiting> {
        let is_due = self.due().any(|due| match due {
            Due::Command(command) => command.desc == record,
            Due::Aggregation { command, .. } => command.has(record),
        });
        if is_due {
            return Some(Waiting::Call);
        }
        if self.to_kmu.iter().any(|command| command.desc == record) {
            return Some(if self.held { Waiting::Pool } else { Waiting::Kmu });
        }
        let has = |command: &super::AggregationCommand| command.has(record);
        if self.commands.iter().flatten().chain(&self.offered).any(has) {
            return Some(Waiting::Match);
        }
        if self.searching.as_ref().is_some_and(has) {
            return Some(Waiting::Search);
        }
        let is_matched = self.matched.iter().any(|(_, group)| group.record == record);
        is_matched.then_some(Waiting::Groups)
    }
}
