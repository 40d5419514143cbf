//! Where launches are that no unit has, read after the fact for the explanation of a hang.

use super::unit::{Due, LaunchUnit};
use super::{AggregationCommand, Launches, Start};
use crate::gpu::ids::DeviceAddr;
use std::collections::HashMap;

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

/// Launches by the address of their descriptor or record.
type ByRecord = HashMap<DeviceAddr, Waiting>;

impl Launches {
    /// What each launch and each TB that is to be resumed waits for that no unit has, by the address of its descriptor or
    /// record.
    pub fn waiting(&self) -> ByRecord {
        let mut found = ByRecord::new();
        for start in self.streams.kept() {
            match start {
                Start::Kernel { desc, .. } => {
                    found.insert(*desc, Waiting::Stream);
                }
                Start::Groups { command, .. } => note(&mut found, command, Waiting::Stream),
            }
        }
        self.unit.note_waiting(&mut found);
        found
    }
}

impl LaunchUnit {
    fn note_waiting(&self, found: &mut ByRecord) {
        for due in self.due() {
            match due {
                Due::Command(command) => {
                    found.insert(command.desc, Waiting::Call);
                }
                Due::Aggregation { command, .. } => note(found, command, Waiting::Call),
            }
        }
        let to_kmu = if self.held { Waiting::Pool } else { Waiting::Kmu };
        found.extend(self.to_kmu.iter().map(|command| (command.desc, to_kmu)));
        let offered = self.commands.iter().flatten().chain(&self.offered);
        offered.for_each(|command| note(found, command, Waiting::Match));
        self.searching.iter().for_each(|command| note(found, command, Waiting::Search));
        found.extend(self.matched.iter().map(|(_, group)| (group.record, Waiting::Groups)));
    }
}

fn note(found: &mut ByRecord, command: &AggregationCommand, waiting: Waiting) {
    found.extend(command.groups.iter().map(|group| (group.record, waiting)));
}
