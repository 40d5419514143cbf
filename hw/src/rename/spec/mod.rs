//! Specification of the rename unit: TBs make versions, take them and pass them in any way that the rules let them.
//! `scoreboard` says for each warp which version it must find, and each answer is there one cycle after what is asked.

mod coverage;
mod scoreboard;
mod stimulus;
#[cfg(test)]
mod tests;

use super::pins::{change, In, Out, Params};
use super::Rename;
use crate::kit::spec::ensure;
use crate::kit::{Coverage, Environment, Spec, Violation};
use proptest::prelude::*;
use scoreboard::{bits, Places, Tb, Told};
pub use stimulus::Stimulus;
use stimulus::{Act, Move};

impl Spec for Rename {
    type Stimulus = Stimulus;

    fn stimuli(params: &Params) -> BoxedStrategy<Stimulus> {
        stimulus::strategy(params).boxed()
    }

    fn environment(params: &Params, stimulus: &Stimulus) -> Box<dyn Environment<In, Out>> {
        Box::new(Env {
            params: params.clone(),
            tbs: scoreboard::tbs(params),
            stimulus: stimulus.clone(),
            cycle: 0,
            next_move: 0,
            next_look: 0,
            told: None,
            places: None,
            last: coverage::Last::default(),
        })
    }
}

struct Env {
    params: Params,
    tbs: Vec<Tb>,
    stimulus: Stimulus,
    cycle: u64,
    next_move: usize,
    next_look: usize,
    /// What the change and the look of the last cycle must be told.
    told: Option<Told>,
    places: Option<Places>,
    last: coverage::Last,
}

/// A pin must have this value in the cycle behind what it answers.
fn is(rule: &str, pin: &str, value: u32, expected: u32) -> Result<(), Violation> {
    ensure(value == expected, || format!("{rule}: {pin} is {value}, not {expected}"))
}

impl Env {
    fn check(&self, o: &Out) -> Result<(), Violation> {
        is("rule 1", "result_valid", o.result_valid.into(), self.told.is_some().into())?;
        let told = self.told.clone().unwrap_or_default();
        is("rules 2 to 8", "result_done", o.result_done.into(), told.done.into())?;
        is("rules 3 to 8", "result_low", o.result_low, told.low)?;
        is("rules 3 to 8", "result_high", o.result_high, told.high)?;
        is("rule 8", "result_register", o.result_register, told.register)?;
        is("rule 8", "result_half", o.result_half.into(), told.half.into())?;
        is("rule 3", "result_free", o.result_free, told.free)?;
        is("rule 1", "place_valid", o.place_valid.into(), self.places.is_some().into())?;
        let found = self.places.clone().unwrap_or_default();
        is("rules 5 to 8", "place_shared", o.place_shared, found.shared)?;
        is("rules 5 to 8", "place_read", o.place_read, found.read)?;
        let [first, second, third, fourth] = found.places;
        is("rule 5", "place_low0", o.place_low0, first.0)?;
        is("rule 5", "place_high0", o.place_high0, first.1)?;
        is("rule 5", "place_low1", o.place_low1, second.0)?;
        is("rule 5", "place_high1", o.place_high1, second.1)?;
        is("rule 5", "place_low2", o.place_low2, third.0)?;
        is("rule 5", "place_high2", o.place_high2, third.1)?;
        is("rule 5", "place_low3", o.place_low3, fourth.0)?;
        is("rule 5", "place_high3", o.place_high3, fourth.1)
    }

    /// The change that a move asks for: how, and of which warps; none if the rules do not let it.
    fn change(&mut self, it: Move) -> Option<(u32, u32)> {
        let all =
            bits(u32::MAX).take(self.params.warps as usize).fold(0, |all, warp| all | 1 << warp);
        let (register, _) = self.stimulus.registers[it.register];
        let tb = &mut self.tbs[it.tb as usize];
        let mask = tb.mask.iter().fold(0, |mask, warp| mask | 1 << warp);
        let some = |of: u32| if of & it.warps == 0 { of } else { of & it.warps };
        // The first that is to come for a version of the register, from some warp on, and those who come with it.
        let count = tb.warps.len();
        let mut turn = (it.warp..it.warp + count).map(|warp| warp % count);
        let comes = turn.find(|&warp| tb.warps[warp].next(register).is_some());
        let together = comes.map(|warp| {
            let warps = tb.together(register, warp) & it.warps;
            warps | 1 << warp
        });
        // Without a mask nobody makes a version, so a TB starts.
        let starts = mask == 0 && matches!(it.act, Act::Alloc | Act::Overwrite);
        let change = match if starts { Act::Start } else { it.act } {
            Act::Start => {
                tb.mask = bits(some(all)).collect();
                Some((change::CLEAR, 0))
            }
            Act::Alloc => Some((change::ALLOC, mask)),
            Act::Overwrite if comes.is_none() => Some((change::OVERWRITE, mask)),
            Act::Take | Act::Overwrite => Some((change::TAKE, together?)),
            Act::Pass => Some((change::PASS, together?)),
            Act::Write => Some((change::WRITE, some(all))),
            Act::Leave => Some((change::LEAVE, mask & it.warps)),
            Act::Copy => {
                // One that still reads a version, if there is one.
                let turn: Vec<usize> =
                    (it.warp..it.warp + count).map(|warp| warp % count).collect();
                let off = |warp: &&usize| !tb.mask.contains(*warp);
                let reads = |warp: &&usize| off(warp) && !tb.warps[**warp].reads.is_empty();
                let warp = turn.iter().find(reads).or(turn.iter().find(off))?;
                Some((change::COPY, 1 << warp))
            }
            Act::Join => {
                let joins = |&warp: &usize| tb.warps[warp].reads.is_empty();
                if tb.is_through() {
                    tb.mask.extend((0..count).filter(joins));
                }
                None
            }
        };
        change.filter(|&(what, warps)| what == change::CLEAR || warps != 0)
    }

    fn move_on(&mut self, input: &mut In) {
        let Some(&it) = self.stimulus.moves.get(self.next_move) else { return };
        self.next_move += 1;
        let Some((what, warps)) = self.change(it) else { return };
        (input.change_valid, input.change_what, input.change_tb) = (true, what, it.tb);
        input.change_warps = warps;
        if !matches!(what, change::CLEAR | change::LEAVE | change::COPY) {
            let (register, wide) = self.stimulus.registers[it.register];
            input.change_register = register;
            input.change_wide = wide && what == change::ALLOC;
        }
    }

    fn look(&mut self, input: &mut In) {
        let Some(it) = self.stimulus.looks.get(self.next_look % self.stimulus.looks.len()) else {
            return;
        };
        self.next_look += 1;
        let registers = it.registers.map(|number| self.stimulus.registers[number].0);
        (input.look_valid, input.look_tb, input.look_warp) = (true, it.tb, it.warp);
        [input.look_register0, input.look_register1, input.look_register2, input.look_register3] =
            registers;
        let places = self.tbs[it.tb as usize].look(it.warp as usize, registers);
        self.places = Some(places);
    }
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        self.check(out)?;
        if self.next_move == self.stimulus.moves.len() && self.told.is_none() {
            return Ok(None);
        }
        let mut input = In::default();
        (self.told, self.places) = (None, None);
        // A look sees the changes of earlier cycles (rule 1).
        if self.stimulus.looking.at(self.cycle) {
            self.look(&mut input);
        }
        if self.stimulus.moving.at(self.cycle) {
            self.move_on(&mut input);
        }
        let before = self.tbs[input.change_tb as usize].clone();
        if input.change_valid {
            let tb = &mut self.tbs[input.change_tb as usize];
            self.told = Some(tb.change(&input, &self.params));
        }
        self.cover(&before, &input, coverage);
        self.cycle += 1;
        Ok(Some(input))
    }
}
