//! Specification of the LaPerm TB source: kernels enter and SMXs launch groups at every moment the stimulus can think
//! of, grants come late, in a row or hardly ever, and every TB must be sent once, in the order of its queue.
//!
//! [`neighbours`] plays Kernel Distributor, SMXs, residency and who grants; [`scoreboard`] says what is on every pin
//! in every cycle.

mod coverage;
mod neighbours;
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
}

/// A group of the stimulus.
#[derive(Clone, Debug)]
pub struct Group {
    /// Cycles after the group before it.
    gap: u64,
    /// Its kernel, counted from the first.
    kernel: usize,
    cluster: u32,
    /// Level of the TB that launches it.
    level: u32,
    grid: [u32; 3],
    param: u32,
}

/// The kernels, the groups, how long TBs run, when grants come, and the last cycle.
#[derive(Clone, Debug)]
pub struct Stimulus {
    kernels: Vec<Kernel>,
    groups: Vec<Group>,
    /// Cycles TBs run, in order of their grants, played over and over.
    durations: Vec<u64>,
    grant: StallPattern,
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

fn kernel() -> impl Strategy<Value = Kernel> {
    (gap(), any::<[u32; 3]>().no_shrink(), demand(), grid()).prop_map(
        |(gap, [pc, param, shape], demand, grid)| Kernel {
            gap,
            words: [pc, param, shape >> 3],
            demand,
            grid,
        },
    )
}

fn group(params: &Params) -> impl Strategy<Value = Group> {
    let clusters = params.clusters();
    let cluster = prop_oneof![1 => Just(0u32), 2 => 0..clusters];
    let level = prop_oneof![3 => 0..params.levels, 1 => 0..8u32];
    (gap(), 0..8usize, cluster, level, grid(), any::<u32>()).prop_map(
        |(gap, kernel, cluster, level, grid, param)| Group {
            gap,
            kernel,
            cluster,
            level,
            grid,
            param,
        },
    )
}

impl Spec for Laperm {
    type Stimulus = Stimulus;

    fn stimuli(params: &Params) -> BoxedStrategy<Stimulus> {
        let groups = prop_oneof![
            2 => prop::collection::vec(group(params), 0..6),
            1 => prop::collection::vec(group(params), 0..60),
        ];
        let durations = prop::collection::vec(prop_oneof![1..4u64, 1..60u64], 1..8);
        let shut = prop_oneof![4 => Just(0u64), 1 => any::<u64>()];
        (prop::collection::vec(kernel(), 0..9), groups, durations, stall(), shut, 100..1200u64)
            .prop_map(|(kernels, groups, durations, grant, shut, cycles)| Stimulus {
                kernels,
                groups,
                durations,
                grant,
                shut,
                cycles,
            })
            .boxed()
    }

    fn excluded(_: &Params) -> Vec<(&'static str, &'static str)> {
        let one = "there is one place for it, which is free after its kernel or group is appended (rules 2 and 3)";
        vec![("enter twice in a row", one), ("alloc twice in a row", one)]
    }

    fn constant(params: &Params) -> Vec<(&'static str, &'static str)> {
        let one =
            (params.clusters() == 1).then_some(("alloc_cluster", "there is one cluster (rule 3)"));
        one.into_iter().collect()
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
