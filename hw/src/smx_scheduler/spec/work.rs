//! What the specification remember of a kernel and of a group.

use super::words::Words;
use super::{Group, Kernel, Link};
use crate::kernel_distributor::pins::NO_GROUP;
use std::collections::VecDeque;

/// Cycles after its kernel's unmark at which a group is linked whose moment has not come.
const LATEST_LINK: u64 = 30;

/// Work with more TBs than this is not waited for.
pub const MANY: u64 = 255;

/// A kernel of the stimulus and how far it is.
pub struct KernelState {
    /// Its entry.
    pub kdei: u32,
    pub plan: Kernel,
    /// Entry PC, shape, parameter address: words that no other kernel has.
    pub words: [u32; 3],
    /// Cycle at whose edge it is marked.
    pub arrives: u64,
    /// Native TBs have not been reported done.
    pub first: bool,
    /// DATS has taken its graph.
    pub graph_taken: bool,
    /// Native TBs that have started.
    pub started: u32,
    /// Groups linked and not advanced past, the first is NAGEI.
    pub chain: VecDeque<u32>,
    pub lagei: u32,
    /// Cycle at whose edge a group was last linked.
    pub linked: Option<u64>,
    pub marked: bool,
    /// Cycle at whose edge it was last unmarked.
    pub unmarked: Option<u64>,
    /// Groups not yet linked.
    pub pending: Vec<Group>,
}

/// A linked group and how far it is.
pub struct GroupState {
    pub plan: Group,
    pub param: u32,
    pub started: u32,
    pub ended: u32,
    /// Its Next field.
    pub next: u32,
    /// The Next field when it was last read.
    pub read: Option<u32>,
    /// Its kernel has advanced past it.
    pub left: bool,
    /// The AGT has been told so.
    pub done: bool,
}

/// What happens to the head in one cycle, for groups that wait for it.
#[derive(Clone, Copy, Default)]
pub struct Events {
    /// The last TB of the last group starts.
    pub last_tb: bool,
    pub advance_to_none: bool,
    pub unmark: bool,
}

/// What an edge brought that must be dealt with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Brought {
    /// A group was linked at the edge of an advance to none.
    pub link_with_advance: bool,
    /// A group was linked just before an advance to none.
    pub late_link: bool,
    /// A group was linked at the edge of an unmark, or just before.
    pub link_with_unmark: bool,
    /// A group was linked to a kernel that had been unmarked.
    pub marked_again: bool,
    /// The group linked is in its record.
    pub spilled: bool,
}

/// TBs of a grid.
pub fn volume(grid: [u32; 3]) -> u64 {
    grid.iter().fold(1, |volume: u64, length| volume.saturating_mul((*length).into()))
}

/// Position of TB `index`, x fastest, as the two block pins.
pub fn position([x, y, _]: [u32; 3], index: u32) -> [u32; 2] {
    let (row, plane) = (index / x % y, index / x / y);
    [index % x, yz([0, row, plane])]
}

/// y and z as one pin word.
pub fn yz([_, y, z]: [u32; 3]) -> u32 {
    y | z << 16
}

impl GroupState {
    /// Whether `count` is that of all its TBs.
    pub fn all(&self, count: u32) -> bool {
        u64::from(count) == volume(self.plan.grid)
    }
}

impl KernelState {
    pub fn new(index: usize, arrives: u64, plan: &Kernel, words: Words) -> Self {
        let kdei = (index as u32 * 5 + 3) % 32;
        Self {
            kdei,
            plan: plan.clone(),
            words: words.of_kernel(kdei),
            arrives,
            first: true,
            graph_taken: false,
            started: 0,
            chain: VecDeque::new(),
            lagei: 0,
            linked: None,
            marked: false,
            unmarked: None,
            pending: plan.groups.clone(),
        }
    }
    pub fn nagei(&self) -> u32 {
        self.chain.front().copied().unwrap_or(NO_GROUP)
    }
    /// Its native TBs.
    pub fn tbs(&self) -> u64 {
        self.plan.graph.as_ref().map_or(volume(self.plan.grid), |graph| graph.nodes.into())
    }
    /// The first waiting group whose moment has come.
    pub fn due(&self, now: u64, events: Events) -> Option<usize> {
        let since = |start: Option<u64>, wait: u64| start.is_some_and(|s| now >= s + wait);
        let arrived = (self.arrives < now).then_some(self.arrives);
        self.pending.iter().position(|group| {
            let come = match group.link {
                Link::AfterArrival(wait) => since(arrived, wait),
                Link::BeforeAdvance => events.last_tb,
                Link::WithAdvance => events.advance_to_none,
                Link::WithUnmark => events.unmark,
                Link::AfterUnmark(wait) => since(self.unmarked, wait),
            };
            come || !self.marked && since(self.unmarked, LATEST_LINK)
        })
    }
}
