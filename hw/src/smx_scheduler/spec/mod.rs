//! Specification of the SMX scheduler: kernels and groups arrive, link and end in every overlap the stimulus can
//! think of, and every TB must start once, in order, where there is room.
//!
//! The environment is four players: [`chains`] is Kernel Distributor and AGT (the order of work,
//! honoured and ignored advances), [`nodes`] DATS (graphs, in any order and at any stall), [`smxs`] the
//! SMXs (room, ends), [`stream`] the stream rules. [`stimulus`] has what they will do, and [`check`]
//! the rules that the outputs of a cycle are held to.

mod chains;
mod check;
mod coverage;
mod nodes;
mod smxs;
mod stimulus;
mod stream;
#[cfg(test)]
mod tests;
mod words;
mod work;

use super::pins::{In, Out, Params};
use super::SmxScheduler;
use crate::kit::{Coverage, Environment, Spec, Violation};
use chains::Chains;
use proptest::prelude::*;
use smxs::{Smxs, Work};
pub use stimulus::{Group, Kernel, Link, Stimulus};
use stream::Stream;

/// Entries of the AGT that the environment plays: few, so that AGEIs are used again soon.
const AGT_ENTRIES: u32 = 4;

impl Spec for SmxScheduler {
    type Stimulus = Stimulus;

    fn stimuli(params: &Params) -> BoxedStrategy<Stimulus> {
        stimulus::strategy(params).boxed()
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

    fn environment(params: &Params, stimulus: &Stimulus) -> Box<dyn Environment<In, Out>> {
        Box::new(Env {
            chains: Chains::new(&stimulus.kernels, stimulus.words),
            smxs: Smxs::new(params, &stimulus.durations),
            stimulus: stimulus.clone(),
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
    stimulus: Stimulus,
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
    fn drained(&self) -> bool {
        let told = self.agt_owed.is_none() && self.node_owed.is_none();
        self.chains.drained() && self.smxs.drained() && told
    }
}

fn at(pattern: &[bool], cycle: u64) -> bool {
    pattern[(cycle % pattern.len() as u64) as usize]
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        let now = self.cycle;
        let mut input = In {
            take_ready: at(&self.stimulus.take_ready, now),
            done_ready: at(&self.stimulus.done_ready, now),
            agt_end_ready: at(&self.stimulus.agt_end_ready, now),
            graph_ready: at(&self.stimulus.graph_ready, now),
            node_end_ready: at(&self.stimulus.node_end_ready, now),
            ..In::default()
        };
        self.check_start(out)?;
        self.check_nodes(out)?;
        self.check_end(out)?;
        let taken = self.take.see(out.take_valid, [out.take_agei, 0], input.take_ready)?;
        let done = [out.done_agei, out.done_count];
        let done = self.done.see(out.done_valid, done, input.done_ready)?;
        let told =
            self.agt_end.see(out.agt_end_valid, [out.agt_end_agei, 0], input.agt_end_ready)?;
        let graph = self.graph.see(out.graph_valid, [out.graph_header, 0], input.graph_ready)?;
        let node_end = [out.node_end_id, 0];
        let node_end = self.node_end.see(out.node_end_valid, node_end, input.node_end_ready)?;

        if self.drained() && out.idle || self.chains.endless(self.stimulus.enough) {
            return Ok(None);
        }
        self.chains.show(now, &mut input);
        self.smxs.show(now, at(&self.stimulus.report, now), &mut input);
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
