//! Laws of the SMX scheduler: kernels and groups arrive, link and end in every overlap the script can
//! think of, and every TB must start once, in order, where there is room.
//!
//! The environment is four players: [`chains`] is Kernel Distributor and AGT (the order of work,
//! honoured and ignored advances), [`nodes`] DATS (graphs, in any order and at any pace), [`smxs`] the
//! SMXs (room, ends), [`stream`] the stream rules.

mod chains;
mod cover;
mod nodes;
mod smxs;
mod stream;
#[cfg(test)]
mod tests;
mod work;

use super::pins::{In, Out, Params};
use super::SmxScheduler;
use crate::kernel_distributor::pins::{GRAPH, SPILLED};
use crate::kit::{Coverage, Laws, Scenario, Violation};
use chains::Chains;
use nodes::Graph;
use proptest::prelude::*;
use smxs::{Smxs, Work};
use stream::Stream;

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

/// A group of the script.
#[derive(Clone, Debug)]
pub struct Group {
    grid: [u32; 3],
    link: Link,
    /// It stays in its record although the table has room.
    spill: bool,
    /// Cycles until the group before it has it as its Next.
    next_delay: u64,
    /// Cycles the AGT needs to read it.
    read_delay: u64,
}

/// A kernel of the script.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Cycles after the kernel before it.
    gap: u64,
    grid: [u32; 3],
    /// With the `GRAPH` bit if it has a graph.
    need: u32,
    graph: Option<Graph>,
    groups: Vec<Group>,
}

/// What the other sides do; patterns and durations are repeated as needed.
#[derive(Clone, Debug)]
pub struct Script {
    kernels: Vec<Kernel>,
    /// Cycles TBs run, in order of their start.
    durations: Vec<u64>,
    take_ready: Vec<bool>,
    done_ready: Vec<bool>,
    agt_end_ready: Vec<bool>,
    graph_ready: Vec<bool>,
    node_end_ready: Vec<bool>,
    /// Whether SMXs report an end they have.
    report: Vec<bool>,
}

/// Entries of the AGT that the environment plays: few, so that AGEIs are used again soon.
const AGT_ENTRIES: u32 = 4;

/// A pattern that is true at least once.
fn pattern() -> impl Strategy<Value = Vec<bool>> {
    let weighted = (0.1..1.0f64)
        .prop_flat_map(|weight| prop::collection::vec(prop::bool::weighted(weight), 0..12));
    prop_oneof![Just(vec![]), weighted].prop_map(|mut pattern| {
        pattern.push(true);
        pattern
    })
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

/// Kernels whose TBs take a little more than half of one resource of an SMX: two on one SMX show
/// that an earlier kernel has leaked some.
fn probes(params: &Params) -> Vec<Kernel> {
    let half = |capacity| capacity / 2 + 1;
    let needs = [half(params.threads), half(params.registers) << 12, half(params.shared) << 21];
    let grid = [params.smxs * 2, 1, 1];
    needs.map(|need| Kernel { gap: 0, grid, need, graph: None, groups: vec![] }).to_vec()
}

fn share(capacity: u32) -> impl Strategy<Value = u32> {
    prop_oneof![3 => 0..=capacity / 8, 2 => 0..=capacity, 1 => Just(capacity)]
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

fn graph() -> impl Strategy<Value = Graph> {
    // In order, or in one that looks like none; multiplying by an odd number keeps keys apart.
    let spread = prop_oneof![Just(1u32), any::<u32>().prop_map(|spread| spread | 1)];
    let gap = prop_oneof![4 => Just(0u64), 2 => 0..4u64, 1 => 0..60u64];
    let gaps = prop::collection::vec(gap, 1..8);
    (spread, gaps).prop_map(|(spread, gaps)| Graph { spread, gaps })
}

impl Laws for SmxScheduler {
    type Script = Script;

    fn scripts(params: &Params) -> BoxedStrategy<Script> {
        let limit = if params.smxs * params.slots > 32 { 8 } else { 3 };
        let need = (share(params.threads), share(params.registers), share(params.shared)).prop_map(
            |(threads, registers, shared)| threads.max(1) | registers << 12 | shared << 21,
        );
        let groups = prop::collection::vec(group(limit), 0..5);
        let gap = prop_oneof![Just(0), 0..60u64];
        // Graph kernels among others, or one behind the other.
        let graph = prop_oneof![
            3 => prop::option::weighted(0.4, graph()),
            1 => graph().prop_map(Some),
        ];
        let kernel =
            (gap, grid(limit), need, graph, groups).prop_map(|(gap, grid, need, graph, groups)| {
                let need = if graph.is_some() { need | GRAPH } else { need };
                Kernel { gap, grid, need, graph, groups }
            });
        let duration = prop_oneof![1..4u64, 1..60u64];
        (
            prop::collection::vec(kernel, 0..7),
            prop_oneof![Just(vec![]), Just(probes(params))],
            prop::collection::vec(duration, 1..8),
            [pattern(), pattern(), pattern(), pattern(), pattern(), pattern()],
        )
            .prop_map(|(mut kernels, probes, durations, patterns)| {
                kernels.extend(probes);
                let [take_ready, done_ready, agt_end_ready, graph_ready, node_end_ready, report] =
                    patterns;
                Script {
                    kernels,
                    durations,
                    take_ready,
                    done_ready,
                    agt_end_ready,
                    graph_ready,
                    node_end_ready,
                    report,
                }
            })
            .boxed()
    }

    fn excluded(_: &Params) -> Vec<(&'static str, &'static str)> {
        let pause =
            "the next is offered when this one has been taken, two cycles on (timing table)";
        let end = "one end is told at a time, to the AGT or to DATS (rule 4)";
        let order =
            "the head's native TBs come before its groups, one group at a time (rules 1, 3)";
        let graph = "a graph is taken before its nodes (rule 7)";
        vec![
            ("end twice in a row", end),
            ("agt_end twice in a row", end),
            ("node_end twice in a row", end),
            ("end + agt_end", end),
            ("end + node_end", end),
            ("agt_end + node_end", end),
            ("take twice in a row", pause),
            ("done twice in a row", pause),
            ("graph twice in a row", pause),
            ("node + take", order),
            ("node + done", order),
            ("take + done", order),
            ("take + graph", order),
            ("done + graph", order),
            ("node + graph", graph),
        ]
    }

    fn scenario(params: &Params, script: &Script) -> Box<dyn Scenario<In, Out>> {
        Box::new(Env {
            chains: Chains::new(&script.kernels),
            smxs: Smxs::new(params, &script.durations),
            script: script.clone(),
            cycle: 0,
            take: Stream::new("take"),
            done: Stream::new("done"),
            agt_end: Stream::new("agt_end"),
            graph: Stream::new("graph"),
            node_end: Stream::new("node_end"),
            ended: None,
            agt_owed: None,
            node_owed: None,
        })
    }
}

struct Env {
    script: Script,
    cycle: u64,
    chains: Chains,
    smxs: Smxs,
    take: Stream,
    done: Stream,
    agt_end: Stream,
    graph: Stream,
    node_end: Stream,
    /// The TB whose end was taken at the last edge.
    ended: Option<Work>,
    /// The group whose `agt_end` has not been taken.
    agt_owed: Option<u32>,
    /// The node whose `node_end` has not been taken.
    node_owed: Option<u32>,
}

pub(super) fn ensure(holds: bool, rule: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds {
        Ok(())
    } else {
        Err(Violation::new(rule()))
    }
}

impl Env {
    /// Rule 2: where and when TBs start, and rule 1: which.
    fn judge_start(&mut self, out: &Out) -> Result<(), Violation> {
        let now = self.cycle;
        if out.tb_valid {
            let work = self.chains.start(out)?;
            return self.smxs.start(now, out, work);
        }
        let payload = [
            out.tb_smx,
            out.tb_slot,
            out.tb_kdei,
            out.tb_agei,
            out.tb_pc,
            out.tb_param,
            out.tb_shape,
            out.tb_grid_x,
            out.tb_grid_yz,
            out.tb_block_x,
            out.tb_block_yz,
        ];
        ensure(payload == [0; 11], || "stream rule 3: tb payload without tb_valid".into())?;
        self.chains.start_none()?;
        let Some(need) = self.chains.need_in_progress() else { return Ok(()) };
        let seat = self.smxs.seat(now, need);
        ensure(seat.is_none(), || format!("rule 2: no TB starts although {seat:?} has room"))
    }

    /// Rule 7: nodes are taken while there is room for the TB of one.
    fn judge_nodes(&self, out: &Out) -> Result<(), Violation> {
        let need = self.chains.need_of_nodes();
        let seat = need.and_then(|need| self.smxs.seat(self.cycle + 1, need));
        ensure(out.node_ready == seat.is_some(), || {
            format!("rule 7: node_ready {}, room {seat:?} for need {need:x?}", out.node_ready)
        })
    }

    /// Rule 4: every end is told once, with the right kernel, group and node.
    fn judge_end(&mut self, out: &Out) -> Result<(), Violation> {
        let ended = self.ended.take();
        let (valid, kdei) = ended.map_or((false, 0), |work| (true, work.kdei));
        ensure((out.kd_end_valid, out.kd_end_kdei) == (valid, kdei), || {
            format!("rule 4: kd_end {} {}, expected {ended:?}", out.kd_end_valid, out.kd_end_kdei)
        })?;
        self.agt_owed = self.agt_owed.or(ended.map(|w| w.agei).filter(|a| a & SPILLED == 0));
        let owed = (self.agt_owed.is_some(), self.agt_owed.unwrap_or(0));
        ensure((out.agt_end_valid, out.agt_end_agei) == owed, || {
            format!("rule 4: agt_end {:#x}, expected {:x?}", out.agt_end_agei, self.agt_owed)
        })?;
        self.node_owed = self.node_owed.or(ended.and_then(|work| work.node));
        let owed = (self.node_owed.is_some(), self.node_owed.unwrap_or(0));
        ensure((out.node_end_valid, out.node_end_id) == owed, || {
            format!("rule 4: node_end {:#x}, expected {:x?}", out.node_end_id, self.node_owed)
        })?;
        let free = ended.is_none() && self.agt_owed.is_none() && self.node_owed.is_none();
        ensure(out.end_ready == free, || format!("rule 4: end_ready {}", out.end_ready))
    }

    fn drained(&self) -> bool {
        let told = self.agt_owed.is_none() && self.node_owed.is_none();
        self.chains.drained() && self.smxs.drained() && told
    }
}

fn at(pattern: &[bool], cycle: u64) -> bool {
    pattern[(cycle % pattern.len() as u64) as usize]
}

impl Scenario<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        let now = self.cycle;
        let mut input = In {
            take_ready: at(&self.script.take_ready, now),
            done_ready: at(&self.script.done_ready, now),
            agt_end_ready: at(&self.script.agt_end_ready, now),
            graph_ready: at(&self.script.graph_ready, now),
            node_end_ready: at(&self.script.node_end_ready, now),
            ..In::default()
        };
        self.judge_start(out)?;
        self.judge_nodes(out)?;
        self.judge_end(out)?;
        let taken = self.take.see(out.take_valid, [out.take_agei, 0], input.take_ready)?;
        let done = [out.done_agei, out.done_count];
        let done = self.done.see(out.done_valid, done, input.done_ready)?;
        let told =
            self.agt_end.see(out.agt_end_valid, [out.agt_end_agei, 0], input.agt_end_ready)?;
        let graph = self.graph.see(out.graph_valid, [out.graph_header, 0], input.graph_ready)?;
        let node_end = [out.node_end_id, 0];
        let node_end = self.node_end.see(out.node_end_valid, node_end, input.node_end_ready)?;

        if self.drained() && out.idle {
            return Ok(None);
        }
        self.chains.show(now, &mut input);
        self.smxs.show(now, at(&self.script.report, now), &mut input);
        self.cover(out, &input, coverage);
        if let Some([agei, _]) = taken {
            self.chains.taken(now, agei)?;
        }
        if let Some([agei, count]) = done {
            self.chains.done(agei, count)?;
        }
        if let Some([agei, _]) = told {
            self.agt_owed = None;
            self.chains.told(agei);
        }
        if node_end.is_some() {
            self.node_owed = None;
        }
        self.chains.edge(now, out, &input)?;
        if let Some([header, _]) = graph {
            self.chains.graph_taken(now, header)?;
        }
        if out.end_ready {
            self.ended = self.smxs.take_end(now);
        }
        self.cycle += 1;
        Ok(Some(input))
    }
}
