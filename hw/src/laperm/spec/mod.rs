//! Specification of the LaPerm TB source: kernels enter and SMXs launch groups at every moment the stimulus can think
//! of, grants and memory come late, in a row or hardly ever, and every TB must be sent once, in the order of its queue.
//!
//! `neighbours` plays Kernel Distributor, SMXs, residency, memory and who grants; `scoreboard` says what is on every
//! pin in every cycle, and `overflow` what is in memory.

mod coverage;
mod neighbours;
mod overflow;
mod scoreboard;
#[cfg(test)]
mod tests;

use super::pins::{In, Out, Params};
use super::Laperm;
use crate::kit::stall::{stall, StallPattern};
use crate::kit::{Coverage, Environment, Spec, Violation};
use neighbours::Neighbours;
use proptest::prelude::*;
use scoreboard::Scoreboard;

/// A kernel of the stimulus.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Cycles after the kernel before it.
    gap: u64,
    /// PC, Param and shape.
    words: [u32; 3],
    demand: u32,
    grid: [u32; 3],
    /// Cluster and level, which is 0 for a kernel of the host.
    cluster: u32,
    level: u32,
}

/// A group of the stimulus.
#[derive(Clone, Debug)]
pub struct Group {
    /// Cycles after the group before it.
    gap: u64,
    /// Its kernel, counted from the first.
    kernel: usize,
    cluster: u32,
    level: u32,
    grid: [u32; 3],
    param: u32,
}

/// The kernels, the groups, how long TBs run, when grants and memory come, and the last cycle.
#[derive(Clone, Debug)]
pub struct Stimulus {
    kernels: Vec<Kernel>,
    groups: Vec<Group>,
    /// Cycles TBs run, in order of their grants, played over and over.
    durations: Vec<u64>,
    grant: StallPattern,
    /// When memory takes requests, and when it answers.
    request: StallPattern,
    response: StallPattern,
    /// SMXs that are never granted.
    shut: u64,
    /// Work of the stimulus may have more TBs than can ever be granted.
    cycles: u64,
}

/// Grids of few TBs, and of so many that they do not end.
fn grid() -> impl Strategy<Value = [u32; 3]> {
    let few = (1..4u32, 1..4u32, 1..3u32).prop_map(|(x, y, z)| [x, y, z]);
    let row = (1..9u32).prop_map(|x| [x, 1, 1]);
    let many = (any::<u32>(), any::<u16>(), any::<u16>());
    let many = many.prop_map(|(x, y, z)| [x.max(1), u32::from(y).max(1), u32::from(z).max(1)]);
    let deep = (1..3u32, 1..3u32, any::<u16>()).prop_map(|(x, y, z)| [x, y, u32::from(z).max(1)]);
    let wide = (1..3u32, any::<u16>()).prop_map(|(x, y)| [x, u32::from(y).max(1), 2]);
    prop_oneof![4 => row, 4 => few, 1 => many, 1 => deep, 1 => wide]
}

/// Demands, a few of which come again.
fn demand() -> impl Strategy<Value = u32> {
    prop_oneof![3 => Just(64u32), 2 => Just(1 << 29 | 32), 1 => any::<u32>()]
        .prop_map(|demand| demand & 0x3FFF_FFFF)
}

fn gap() -> impl Strategy<Value = u64> {
    prop_oneof![3 => Just(0u64), 3 => 0..12u64, 1 => 0..150u64]
}

/// A cluster and a level from 1 on; one cluster more often than others.
fn home(params: &Params) -> impl Strategy<Value = (u32, u32)> {
    (prop_oneof![1 => Just(0u32), 2 => 0..params.clusters()], 1..=params.levels)
}

fn kernel(params: &Params) -> impl Strategy<Value = Kernel> {
    let home = prop_oneof![1 => Just((0, 0)), 1 => home(params)];
    (gap(), any::<[u32; 3]>().no_shrink(), demand(), grid(), home).prop_map(
        |(gap, [pc, param, shape], demand, grid, (cluster, level))| Kernel {
            gap,
            words: [pc, param, shape >> 3],
            demand,
            grid,
            cluster,
            level,
        },
    )
}

fn group(params: &Params) -> impl Strategy<Value = Group> {
    (gap(), 0..8usize, home(params), grid(), any::<u32>()).prop_map(
        |(gap, kernel, (cluster, level), grid, param)| Group {
            gap,
            kernel,
            cluster,
            level,
            grid,
            param,
        },
    )
}

/// Most entries of a cluster that a stimulus fills.
const FILLED: u32 = 128;

/// Kernels of which the groups of a burst are.
const BURST_KERNELS: usize = 3;

/// Pins that do not move, and points that are not reached, while all groups have entries.
const MEMORY_PINS: [&str; 6] = [
    "mem_req_valid",
    "mem_req_write",
    "mem_req_addr",
    "mem_req_data",
    "mem_resp_valid",
    "mem_resp_data",
];
const MEMORY_POINTS: [&str; 6] = [
    "mem_req transfers",
    "mem_req waits",
    "mem_req twice in a row",
    "mem_resp comes",
    "enter + mem_req",
    "alloc + mem_req",
];

/// Cycles that the unit has for each group of a stimulus.
const CYCLES_PER_GROUP: u64 = 10;

/// Groups that fill a cluster; none if it is very large.
fn filling(params: &Params) -> usize {
    let entries = params.cluster_entries();
    if entries <= FILLED {
        entries as usize
    } else {
        0
    }
}

/// Groups of one cluster, or of two, as many as each has entries and a few more at once; then others, most of them of the
/// last, while those leave. Of a very large cluster, a few.
fn burst(params: &Params) -> BoxedStrategy<Vec<Group>> {
    let entries = filling(params);
    // Some wait until entries are free again beside what is in memory.
    let gap = prop_oneof![4 => 0..4u64, 6 => 0..40u64, 1 => 50..400u64];
    let short = (1..4u32, prop_oneof![4 => Just(1u32), 1 => 1..3u32]);
    let group = (group(params), gap, short, 0..8u32);
    let groups = prop::collection::vec(group, entries + 4..entries + 40);
    // Most may be of one level, so that there is another that has none in memory.
    let level = prop_oneof![1 => Just(None), 1 => (1..=params.levels).prop_map(Some)];
    let clusters = params.clusters();
    (groups, 0..clusters, 0..BURST_KERNELS, 1..4usize, level, any::<bool>())
        .prop_map(move |(groups, cluster, kernel, more, level, next_too)| {
            let groups = groups.into_iter().enumerate();
            let groups = groups.map(|(number, (mut group, gap, (x, y), chance))| {
                let filled = entries + more;
                let first = number < filled || (next_too && number < 2 * filled);
                let cluster = (cluster + u32::from(number >= filled && next_too)) % clusters;
                if first || chance % 4 > 0 {
                    group.level = level.unwrap_or(group.level);
                }
                group.gap = if first { 0 } else { gap };
                group.kernel = kernel;
                if first || chance < 6 {
                    (group.cluster, group.grid) = (cluster, [x, y, 1]);
                }
                group
            });
            groups.collect()
        })
        .boxed()
}

/// Groups of one TB, a few at once, which come to one cluster about as fast as they leave it.
fn trickle(params: &Params) -> BoxedStrategy<Vec<Group>> {
    let entries = filling(params);
    let gap = prop_oneof![1 => 0..20u64, 1 => 50..150u64];
    let group = (group(params), gap);
    let groups = prop::collection::vec(group, entries + 4..entries + 60);
    (groups, 0..params.clusters(), 0..BURST_KERNELS)
        .prop_map(move |(groups, cluster, kernel)| {
            let groups = groups.into_iter().enumerate().map(|(number, (group, gap))| {
                let gap = if number < entries { 0 } else { gap };
                Group { gap, cluster, kernel, grid: [1; 3], ..group }
            });
            groups.collect()
        })
        .boxed()
}

/// Kernels that come while the groups of a burst leave. Those that have no groups are short, so that others come behind.
fn spread(params: &Params) -> impl Strategy<Value = Vec<Kernel>> {
    let factor = 2 + u64::from(params.cluster_entries().min(FILLED) / 16);
    prop::collection::vec((kernel(params), 1..4u32), 2..24).prop_map(move |kernels| {
        let kernels = kernels.into_iter().enumerate();
        let kernels = kernels.map(|(number, (mut kernel, x))| {
            if number > 0 {
                kernel.gap = (kernel.gap + 10) * factor;
            }
            if number >= BURST_KERNELS {
                kernel.grid = [x, 1, 1];
            }
            kernel
        });
        kernels.collect()
    })
}

/// Acts once in as many cycles.
fn rarely(cycles: std::ops::Range<usize>) -> impl Strategy<Value = StallPattern> {
    cycles.prop_map(|cycles| StallPattern::awake_after(vec![false; cycles]))
}

/// When memory takes requests, or answers: often slowly.
fn memory() -> impl Strategy<Value = StallPattern> {
    prop_oneof![1 => stall().boxed(), 1 => rarely(10..60).boxed()]
}

impl Spec for Laperm {
    type Stimulus = Stimulus;

    fn stimuli(params: &Params) -> BoxedStrategy<Stimulus> {
        let kernels = || prop::collection::vec(kernel(params), 0..9);
        let work = prop_oneof![
            2 => (kernels(), prop::collection::vec(group(params), 0..6), stall()),
            2 => (kernels(), prop::collection::vec(group(params), 0..60), stall()),
            2 => (spread(params), burst(params), stall()),
            3 => (spread(params), trickle(params), rarely(3..20)),
        ];
        let durations = prop::collection::vec(prop_oneof![1..4u64, 1..60u64], 1..8);
        let shut = prop_oneof![4 => Just(0u64), 1 => any::<u64>()];
        (work, durations, memory(), memory(), shut, 100..1200u64)
            .prop_map(|((kernels, groups, grant), durations, request, response, shut, cycles)| {
                let cycles = cycles + CYCLES_PER_GROUP * groups.len() as u64;
                Stimulus { kernels, groups, durations, grant, request, response, shut, cycles }
            })
            .boxed()
    }

    fn excluded(params: &Params) -> Vec<(&'static str, &'static str)> {
        let one = "there is one place for it, which is free after its kernel or group is appended (rules 2 and 3)";
        let fits = "a stimulus has fewer groups than the cluster has entries (rule 3)";
        let mut excluded = vec![("enter twice in a row", one), ("alloc twice in a row", one)];
        if params.cluster_entries() > FILLED {
            let points = MEMORY_POINTS.iter();
            excluded.extend(points.map(|&point| (point, fits)));
        }
        excluded
    }

    fn constant(params: &Params) -> Vec<(&'static str, &'static str)> {
        let one = "there is one cluster (rule 3)";
        let one = ["alloc_cluster", "enter_cluster"].map(|pin| (pin, one));
        let one = one.into_iter().filter(|_| params.clusters() == 1);
        let fits = "a stimulus has fewer groups than the cluster has entries (rule 3)";
        let memory = MEMORY_PINS.iter().filter(|_| params.cluster_entries() > FILLED);
        one.chain(memory.map(|&pin| (pin, fits))).collect()
    }

    fn environment(params: &Params, stimulus: &Stimulus) -> Box<dyn Environment<In, Out>> {
        Box::new(Env {
            neighbours: Neighbours::new(params, stimulus),
            scoreboard: Scoreboard::new(params),
            cycles: stimulus.cycles,
        })
    }
}

struct Env {
    neighbours: Neighbours,
    scoreboard: Scoreboard,
    cycles: u64,
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        self.scoreboard.check(out)?;
        let over = self.neighbours.are_done() && self.scoreboard.is_empty() && out.idle;
        if over || self.neighbours.now > self.cycles {
            return Ok(None);
        }
        let input = self.neighbours.act(out);
        self.scoreboard.cover(out, &input, coverage);
        self.scoreboard.follow(&input, out);
        Ok(Some(input))
    }
}
