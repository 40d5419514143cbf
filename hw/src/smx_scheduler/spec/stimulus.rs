//! Stimuli of the SMX scheduler: what arrives, and how the other sides behave.

use super::super::pins::Params;
use super::nodes::Graph;
use super::words::Words;
use super::work::MANY;
use crate::kernel_distributor::pins::GRAPH;
use proptest::prelude::*;

/// When a group is linked; at the latest a while after its kernel was unmarked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// So many cycles after its kernel came.
    AfterArrival(u64),
    /// At the edge at which the scheduler advances the kernel to none.
    WithAdvance,
    /// At the edge before that: the scheduler looks at LAGEI just before it changes.
    BeforeAdvance,
    /// At the edge at which the scheduler unmarks the kernel.
    WithUnmark,
    /// So many cycles after its kernel was unmarked.
    AfterUnmark(u64),
}

/// A group of the stimulus.
#[derive(Clone, Debug)]
pub struct Group {
    pub(super) grid: [u32; 3],
    pub(super) link: Link,
    /// It stays in its record although the table has room.
    pub(super) spill: bool,
    /// Cycles until the group before it has it as its Next.
    pub(super) next_delay: u64,
    /// Cycles the AGT needs to read it.
    pub(super) read_delay: u64,
}

/// A kernel of the stimulus.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Cycles after the kernel before it.
    pub(super) gap: u64,
    pub(super) grid: [u32; 3],
    /// With the `GRAPH` bit if it has a graph.
    pub(super) demand: u32,
    pub(super) graph: Option<Graph>,
    pub(super) groups: Vec<Group>,
}

/// What the other sides do; patterns and durations are repeated as needed.
#[derive(Clone, Debug)]
pub struct Stimulus {
    pub(super) kernels: Vec<Kernel>,
    /// The stimulus ends when so many TBs of work without an end have started.
    pub(super) enough: u64,
    pub(super) words: Words,
    /// Cycles TBs run, in order of their start.
    pub(super) durations: Vec<u64>,
    pub(super) take_ready: Vec<bool>,
    pub(super) done_ready: Vec<bool>,
    pub(super) agt_end_ready: Vec<bool>,
    pub(super) graph_ready: Vec<bool>,
    pub(super) node_end_ready: Vec<bool>,
    /// Whether SMXs report an end they have.
    pub(super) report: Vec<bool>,
}

/// A pattern that is true at least once.
fn pattern() -> impl Strategy<Value = Vec<bool>> {
    let weighted = (0.1..1.0f64)
        .prop_flat_map(|weight| prop::collection::vec(prop::bool::weighted(weight), 0..12));
    prop_oneof![Just(vec![]), weighted].prop_map(|mut pattern| {
        pattern.push(true);
        pattern
    })
}

/// Patterns of all neighbours; sometimes they answer at the same edges, so that streams meet there.
fn patterns() -> impl Strategy<Value = [Vec<bool>; 6]> {
    let apart = [pattern(), pattern(), pattern(), pattern(), pattern(), pattern()];
    let together = pattern().prop_map(|pattern| std::array::from_fn(|_| pattern.clone()));
    prop_oneof![2 => apart, 1 => together]
}

fn grid(limit: u32) -> impl Strategy<Value = [u32; 3]> {
    let volume = (1..=limit, 1..=limit.min(4), 1..=limit.min(3)).prop_map(<[u32; 3]>::from);
    let line = (1..=limit * 3, 0..3usize).prop_map(|(length, axis)| {
        let mut grid = [1; 3];
        grid[axis] = length;
        grid
    });
    prop_oneof![2 => Just([1, 1, 1]), 2 => line, 3 => volume]
}

/// Grids of which the scheduler sees a small part: the TBs of a graph kernel are its nodes.
fn any_grid() -> impl Strategy<Value = [u32; 3]> {
    (1..=u32::MAX, 1..=0xFFFFu32, 1..=0xFFFFu32).prop_map(<[u32; 3]>::from)
}

/// Grids with more TBs than [`MANY`], small but for what is above the lowest byte of a length: what a
/// circuit that does not look there takes for a small one.
fn endless_grid() -> impl Strategy<Value = [u32; 3]> {
    let low = [1..=3u32, 1..=3u32, 1..=3u32];
    let above = (1..=0xFF_FFFFu32, 1..=0xFFu32, 1..=0xFFu32).prop_map(<[u32; 3]>::from);
    (low, above, 0..3usize).prop_map(|(mut grid, above, axis)| {
        for (length, above) in grid.iter_mut().zip(above).skip(axis) {
            *length += above << 8;
        }
        grid
    })
}

/// A kernel or a group without an end.
fn endless(demand: impl Strategy<Value = u32>) -> impl Strategy<Value = Kernel> {
    (endless_grid(), demand, prop::bool::ANY).prop_map(|(endless, demand, in_group)| {
        let (gap, graph, link) = (0, None, Link::AfterArrival(0));
        let (spill, next_delay, read_delay) = (false, 0, 0);
        let group = Group { grid: endless, link, spill, next_delay, read_delay };
        let (grid, groups) = if in_group { ([1; 3], vec![group]) } else { (endless, vec![]) };
        Kernel { gap, grid, demand, graph, groups }
    })
}

/// Kernels whose TBs take a little more than half of one resource of an SMX: two on one SMX show
/// that an earlier kernel has leaked some.
fn probes(params: &Params) -> Vec<Kernel> {
    let half = |capacity| capacity / 2 + 1;
    let needs = [half(params.threads), half(params.registers) << 12, half(params.shared) << 21];
    let grid = [params.smxs * 2, 1, 1];
    needs.map(|demand| Kernel { gap: 0, grid, demand, graph: None, groups: vec![] }).to_vec()
}

fn share(capacity: u32) -> impl Strategy<Value = u32> {
    // Two TBs just fit on an SMX, or just do not.
    let half = (capacity * 3 / 8)..=(capacity * 5 / 8);
    prop_oneof![3 => 0..=capacity / 8, 1 => half, 2 => 0..=capacity, 1 => Just(capacity)]
}

fn group(limit: u32) -> impl Strategy<Value = Group> {
    let link = prop_oneof![
        3 => (0..40u64).prop_map(Link::AfterArrival),
        1 => (0..400u64).prop_map(Link::AfterArrival),
        2 => Just(Link::WithAdvance),
        2 => Just(Link::BeforeAdvance),
        2 => Just(Link::WithUnmark),
        1 => (0..20u64).prop_map(Link::AfterUnmark),
    ];
    let delay = || prop_oneof![0..3u64, 0..40u64];
    (grid(limit), link, prop::bool::weighted(0.3), delay(), delay()).prop_map(
        |(grid, link, spill, next_delay, read_delay)| Group {
            grid,
            link,
            spill,
            next_delay,
            read_delay,
        },
    )
}

fn graph(limit: u32) -> impl Strategy<Value = Graph> {
    // In order, or in one that looks like none; multiplying by an odd number keeps keys apart.
    let spread = prop_oneof![Just(1u32), any::<u32>().prop_map(|spread| spread | 1)];
    let gap = prop_oneof![4 => Just(0u64), 2 => 0..4u64, 1 => 0..60u64];
    let gaps = prop::collection::vec(gap, 1..8);
    (grid(limit), spread, gaps).prop_map(|(grid, spread, gaps)| {
        let nodes = grid.iter().product();
        Graph { nodes, spread, gaps }
    })
}

/// Stimuli for a scheduler of this size; some end in [`probes`], in [`endless`] work, or both.
pub(super) fn strategy(params: &Params) -> impl Strategy<Value = Stimulus> {
    let limit = if params.smxs * params.slots > 32 { 8 } else { 3 };
    let demand = || {
        (share(params.threads), share(params.registers), share(params.shared)).prop_map(
            |(threads, registers, shared)| threads.max(1) | registers << 12 | shared << 21,
        )
    };
    let groups = prop::collection::vec(group(limit), 0..5);
    let gap = prop_oneof![Just(0), 0..60u64];
    // Graph kernels among others, or one behind the other.
    let graph = prop_oneof![
        3 => prop::option::weighted(0.4, graph(limit)),
        1 => graph(limit).prop_map(Some),
    ];
    let grids = (grid(limit), any_grid());
    let kernel =
        (gap, grids, demand(), graph, groups).prop_map(|(gap, grids, demand, graph, groups)| {
            let (grid, demand) = match graph {
                Some(_) => (grids.1, demand | GRAPH),
                None => (grids.0, demand),
            };
            Kernel { gap, grid, demand, graph, groups }
        });
    let duration = prop_oneof![1..4u64, 1..60u64];
    (
        prop::collection::vec(kernel, 0..7),
        prop_oneof![Just(vec![]), Just(probes(params))],
        prop::option::of(endless(demand())),
        1..=MANY,
        Words::strategy(),
        prop::collection::vec(duration, 1..8),
        patterns(),
    )
        .prop_map(|(mut kernels, probes, endless, enough, words, durations, patterns)| {
            kernels.extend(probes.into_iter().chain(endless));
            let [take_ready, done_ready, agt_end_ready, graph_ready, node_end_ready, report] =
                patterns;
            Stimulus {
                kernels,
                enough,
                words,
                durations,
                take_ready,
                done_ready,
                agt_end_ready,
                graph_ready,
                node_end_ready,
                report,
            }
        })
}
