//! Stimuli of the FCFS TB source: what arrives, and how the neighbours behave.

use super::super::pins::Params;
use crate::kit::stall::{stall, StallPattern};
use proptest::prelude::*;

/// Work with more TBs than this is not waited for.
pub const MANY: u64 = 255;

/// What a group's link waits for; each happens to the group's kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The kernel enters.
    Enter,
    /// It is looked at.
    Look,
    /// A group of it is first offered by `take`.
    Take,
    /// A group of it has been read.
    Group,
    /// The last TB of its native grid or of a group is granted.
    LastGrant,
    /// Its native TBs or a group are spent.
    Spent,
    /// A group of it is `done`.
    Done,
}

/// All moments.
pub const MOMENTS: [Moment; 7] = [
    Moment::Enter,
    Moment::Look,
    Moment::Take,
    Moment::Group,
    Moment::LastGrant,
    Moment::Spent,
    Moment::Done,
];

/// A group of the stimulus.
#[derive(Clone, Debug)]
pub struct Group {
    pub(super) grid: [u32; 3],
    /// The group is offered by `link` this number of cycles after the moment, 0 for the same edge.
    pub(super) link: (Moment, u64),
    /// The group stays in its record although the table has room.
    pub(super) spill: bool,
    /// Cycles the AGT needs to read the group beyond the first.
    pub(super) read_delay: u64,
}

/// A kernel of the stimulus.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Cycles after the kernel before it has entered.
    pub(super) gap: u64,
    pub(super) grid: [u32; 3],
    /// Of a graph kernel: cycles DATS takes for the nodes beyond the first.
    pub(super) graph: Option<u64>,
    pub(super) groups: Vec<Group>,
}

/// What the neighbours do.
#[derive(Clone, Debug)]
pub struct Stimulus {
    pub(super) kernels: Vec<Kernel>,
    /// The stimulus ends when this number of TBs of work without an end are granted.
    pub(super) enough: u64,
    /// Makes words that use all their bits.
    pub(super) words: Words,
    /// When an SMX that is wanted has room and its turn.
    pub(super) grant: StallPattern,
    pub(super) next: StallPattern,
    pub(super) take: StallPattern,
    pub(super) done: StallPattern,
    pub(super) graph: StallPattern,
}

/// Words that the source passes on or compares but never looks into: no two tags give the same.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    first: u32,
    /// Odd: multiplying by it keeps tags apart, in the lower bits alone too.
    step: u32,
}

impl Words {
    /// The word of a tag.
    pub fn of(self, tag: u32) -> u32 {
        self.first.wrapping_add(tag.wrapping_mul(self.step))
    }
}

fn words() -> impl Strategy<Value = Words> {
    (any::<u32>(), any::<u32>()).prop_map(|(first, step)| Words { first, step: step | 1 })
}

fn grid(limit: u32) -> impl Strategy<Value = [u32; 3]> {
    let volume = (1..=limit, 1..=limit.min(4), 1..=limit.min(3)).prop_map(<[u32; 3]>::from);
    let line = (1..=limit * 3, 0..3usize).prop_map(|(length, axis)| {
        let mut grid = [1; 3];
        grid[axis] = length;
        grid
    });
    // One for each bit of the lowest byte, above which [`endless_grid`] goes on.
    let power = (3..8u32, 0..3usize).prop_map(|(bit, axis)| {
        let mut grid = [1; 3];
        grid[axis] = 1 << bit;
        grid
    });
    prop_oneof![6 => Just([1, 1, 1]), 4 => line, 4 => volume, 1 => power]
}

/// Grids with more TBs than [`MANY`], small but for what is above the lowest byte of a length: any bits, or one,
/// which must not be missed.
fn endless_grid() -> impl Strategy<Value = [u32; 3]> {
    let low = [1..=3u32, 1..=3u32, 1..=3u32];
    let any = (1..=0xFF_FFFFu32, 1..=0xFFu32, 1..=0xFFu32).prop_map(<[u32; 3]>::from);
    let one = (0..24u32, 0..8u32, 0..8u32).prop_map(|(x, y, z)| [1 << x, 1 << y, 1 << z]);
    let above = prop_oneof![any, one];
    (low, above, 0..3usize).prop_map(|(mut grid, above, axis)| {
        for (length, above) in grid.iter_mut().zip(above).skip(axis) {
            *length += above << 8;
        }
        grid
    })
}

/// A kernel or a group without an end.
fn endless() -> impl Strategy<Value = Kernel> {
    (endless_grid(), prop::bool::ANY).prop_map(|(endless, in_group)| {
        let link = (Moment::Enter, 1);
        let group = Group { grid: endless, link, spill: false, read_delay: 0 };
        let (grid, groups) = if in_group { ([1; 3], vec![group]) } else { (endless, vec![]) };
        Kernel { gap: 0, grid, graph: None, groups }
    })
}

fn group() -> impl Strategy<Value = Group> {
    let moment = (0..MOMENTS.len()).prop_map(|index| MOMENTS[index]);
    let delay = prop_oneof![4 => 0..3u64, 2 => 0..12u64, 1 => 0..200u64];
    let read_delay = prop_oneof![2 => Just(0u64), 2 => 0..4u64, 1 => 0..40u64];
    (grid(3), (moment, delay), prop::bool::weighted(0.3), read_delay)
        .prop_map(|(grid, link, spill, read_delay)| Group { grid, link, spill, read_delay })
}

/// Grids that are only passed on: every bit of every length.
fn any_grid() -> impl Strategy<Value = [u32; 3]> {
    (1..=u32::MAX, 1..=0xFFFFu32, 1..=0xFFFFu32).prop_map(<[u32; 3]>::from)
}

/// Numbers of TBs, as often below each power of two up to 2048: a walk that is wrong in an upper bit is right for long.
fn enough() -> impl Strategy<Value = u64> {
    (0..12u32).prop_flat_map(|bits| 1..=1u64 << bits)
}

/// Stimuli for a source of this size; some end in [`endless`] work.
pub(super) fn strategy(params: &Params) -> impl Strategy<Value = Stimulus> {
    let gap = prop_oneof![3 => Just(0u64), 1 => 0..60u64];
    let graph = prop::option::weighted(0.3, prop_oneof![Just(0u64), 0..30u64]);
    let groups = prop::collection::vec(group(), 0..5);
    // The grid of a graph kernel is only passed on.
    let kernel =
        (gap, grid(3), any_grid(), graph, groups).prop_map(|(gap, grid, wide, graph, groups)| {
            let grid = if graph.is_some() { wide } else { grid };
            Kernel { gap, grid, graph, groups }
        });
    // Enough to wrap the queue.
    let kernels = prop::collection::vec(kernel, 0..(params.kdes as usize + 6));
    let stalls = [stall(), stall(), stall(), stall(), stall()];
    (kernels, prop::option::weighted(0.75, endless()), enough(), words(), stalls).prop_map(
        |(mut kernels, endless, enough, words, stalls)| {
            kernels.extend(endless);
            let [grant, next, take, done, graph] = stalls;
            Stimulus { kernels, enough, words, grant, next, take, done, graph }
        },
    )
}
