//! Specification of the FCFS TB source: kernels enter and groups are linked at every moment the stimulus can think
//! of, grants come late or in a row, and every TB of every kernel and group must be sent once, in order.
//!
//! `neighbours` plays Kernel Distributor, AGT, DATS and who grants, `stimulus` has what they will
//! do, and `scoreboard` says every output of every cycle.

mod coverage;
mod neighbours;
mod scoreboard;
mod stimulus;
#[cfg(test)]
mod tests;

use super::pins::{In, Out, Params};
use super::Fcfs;
use crate::kit::{Coverage, Environment, Spec, Violation};
use neighbours::Neighbours;
use proptest::prelude::*;
use scoreboard::Scoreboard;
pub use stimulus::{Group, Kernel, Moment, Stimulus, Words};

impl Spec for Fcfs {
    type Stimulus = Stimulus;

    fn stimuli(params: &Params) -> BoxedStrategy<Stimulus> {
        stimulus::strategy(params).boxed()
    }

    fn excluded(_: &Params) -> Vec<(&'static str, &'static str)> {
        let next = "no group is linked while a next waits (rule 3)";
        let one = "one kernel and one group are in hand at a time (rules 4 and 8)";
        let taken = "enter is always taken (rule 1)";
        vec![
            ("enter waits", taken),
            ("next twice in a row", next),
            ("link + next", next),
            ("take twice in a row", one),
            ("done twice in a row", one),
            ("graph twice in a row", one),
            ("take + done", one),
            ("take + graph", one),
            ("done + graph", one),
        ]
    }

    fn constant(_: &Params) -> Vec<(&'static str, &'static str)> {
        vec![("enter_ready", "enter is always taken (rule 1)")]
    }

    fn environment(params: &Params, stimulus: &Stimulus) -> Box<dyn Environment<In, Out>> {
        Box::new(Env {
            neighbours: Neighbours::new(params.kdes, stimulus),
            scoreboard: Scoreboard::new(params),
            history: coverage::History::default(),
            stimulus: stimulus.clone(),
            cycle: 0,
        })
    }
}

struct Env {
    stimulus: Stimulus,
    neighbours: Neighbours,
    scoreboard: Scoreboard,
    history: coverage::History,
    cycle: u64,
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        let now = self.cycle;
        self.scoreboard.check(out)?;
        self.neighbours.hear(now, out, &self.scoreboard)?;
        if self.neighbours.are_done() && self.scoreboard.is_empty() {
            if !out.idle {
                return Err(Violation::new("idle is low with nothing left to do"));
            }
            return Ok(None);
        }
        if Neighbours::endless(&self.scoreboard, self.stimulus.enough) {
            return Ok(None);
        }
        let (input, entering) = self.neighbours.act(now, out, &self.stimulus, &mut self.scoreboard);
        self.cover(out, &input, coverage);
        self.scoreboard.edge(out, &input, entering);
        self.cycle += 1;
        Ok(Some(input))
    }
}
