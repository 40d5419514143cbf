//! Specification of residency: TBs of many demands come, run and end at stimulated stalls. No SMX is ever
//! overbooked, `room` is exact in every cycle, and every end is told once to everyone it concerns.
//!
//! The environment is a source that may be granted any SMX with room (placement is anything), the SMXs,
//! and the receivers of ends. `scoreboard` says what is on every pin in every cycle.

mod coverage;
mod scoreboard;
mod stimulus;
#[cfg(test)]
mod tests;

use super::pins::{In, Out, Params};
use super::Residency;
use crate::kit::{Coverage, Environment, Mask, Spec, Violation};
use proptest::prelude::*;
use scoreboard::{Scoreboard, Seat, Tb};
pub use stimulus::{Run, Stimulus};

impl Spec for Residency {
    type Stimulus = Stimulus;

    fn stimuli(params: &Params) -> BoxedStrategy<Stimulus> {
        stimulus::strategy(params).boxed()
    }

    fn constant(params: &Params) -> Vec<(&'static str, &'static str)> {
        let (smx, slot) = ("there is a single SMX", "there is a single slot");
        let of = [
            (params.smxs, "start_smx", smx),
            (params.smxs, "end_smx", smx),
            (params.slots, "start_slot", slot),
            (params.slots, "end_slot", slot),
        ];
        of.into_iter().filter(|(count, ..)| *count == 1).map(|(_, pin, why)| (pin, why)).collect()
    }

    fn environment(params: &Params, stimulus: &Stimulus) -> Box<dyn Environment<In, Out>> {
        Box::new(Env {
            scoreboard: Scoreboard::new(params),
            stimulus: stimulus.clone(),
            cycle: 0,
            run: 0,
            asked: false,
            left: 0,
            quiet: 0,
            committed: 0,
            comes: None,
            end: None,
        })
    }
}

struct Env {
    scoreboard: Scoreboard,
    stimulus: Stimulus,
    cycle: u64,
    /// The run that is asked, or comes next.
    run: usize,
    /// Its demand has been asked.
    asked: bool,
    /// TBs left of it.
    left: u32,
    /// Cycles since its last grant or its ask.
    quiet: u64,
    /// TBs committed so far.
    committed: usize,
    /// The TB of the grant in the last cycle.
    comes: Option<Tb>,
    /// The end being offered.
    end: Option<Seat>,
}

impl Env {
    fn drained(&self) -> bool {
        self.run == self.stimulus.runs.len() && self.comes.is_none() && self.scoreboard.drained()
    }

    /// The TB that is granted next.
    fn next_tb(&self, run: &Run) -> Tb {
        let number = self.committed as u32;
        let [tell_agt, tell_dats] = run.tells[self.committed % run.tells.len()];
        Tb {
            kdei: run.kdei,
            group: run.group,
            item: run.item.wrapping_add(number.wrapping_mul(run.item_step)),
            demand: run.demand,
            tell_agt,
            tell_dats,
            runs: self.stimulus.durations[self.committed % self.stimulus.durations.len()],
        }
    }

    /// What the source asks and is granted, and the TB of the last grant.
    fn show_source(&mut self, out: &Out, input: &mut In) {
        if let Some(tb) = self.comes.take() {
            (input.tb_valid, input.tb_kdei) = (true, tb.kdei);
            (input.tb_group, input.tb_item) = (tb.group, tb.item);
            (input.tb_tell_agt, input.tb_tell_dats) = (tb.tell_agt, tb.tell_dats);
        }
        let Some(run) = self.stimulus.runs.get(self.run).cloned() else { return };
        if !self.asked {
            if self.stimulus.ask.at(self.cycle) {
                (input.ask_valid, input.ask_smxs, input.ask_demand) = (true, run.smxs, run.demand);
                (self.asked, self.left, self.quiet) = (true, run.tbs, 0);
            }
            return;
        }
        let room: Vec<u32> = out.room_smxs.iter().collect();
        if !room.is_empty() && self.left > 0 && self.stimulus.grant.at(self.cycle) {
            let choices = &self.stimulus.choices;
            let choice = choices[self.committed % choices.len()];
            input.grant_smxs = Mask::bit(room[choice % room.len()]);
            self.comes = Some(self.next_tb(&run));
            self.committed += 1;
            self.left -= 1;
            self.quiet = 0;
        } else {
            self.quiet += 1;
        }
        if self.left == 0 || self.quiet > run.patience {
            (self.run, self.asked) = (self.run + 1, false);
        }
    }

    /// The end offered by an SMX, and who takes what he is told.
    fn show_ends(&mut self, input: &mut In) {
        if self.end.is_none() && self.stimulus.end.at(self.cycle) {
            let ended = self.scoreboard.ended(self.cycle);
            let choices = &self.stimulus.choices;
            let choice = choices[self.cycle as usize % choices.len()];
            self.end = ended.get(choice % ended.len().max(1)).copied();
        }
        if let Some((smx, slot)) = self.end {
            (input.end_valid, input.end_smx, input.end_slot) = (true, smx, slot);
        }
        input.told_agt_ready = self.stimulus.told_agt.at(self.cycle);
        input.told_dats_ready = self.stimulus.told_dats.at(self.cycle);
    }
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        self.scoreboard.check(out)?;
        if self.drained() && out.idle {
            return Ok(None);
        }
        let mut input = In::default();
        self.show_source(out, &mut input);
        self.show_ends(&mut input);
        self.scoreboard.cover(self.cycle, out, &input, coverage);
        self.scoreboard.follow(self.cycle, &input, self.comes)?;
        if out.end_ready {
            self.end = None;
        }
        self.cycle += 1;
        Ok(Some(input))
    }
}
