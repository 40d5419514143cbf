//! Specification of the skip table: warps of TBs go through programs, as fast as they are told to. `scoreboard` says
//! what each is told. That all come to an end is that none waits for ever.

mod coverage;
mod scoreboard;
mod stimulus;
#[cfg(test)]
mod tests;

use super::pins::{answer, path, In, Out, Params, BANKS, LANES};
use super::SkipTable;
use crate::kit::spec::ensure;
use crate::kit::{Coverage, Environment, Spec, Violation};
use proptest::prelude::*;
use scoreboard::{Asks, Scoreboard};
use std::collections::BTreeMap;
pub use stimulus::Stimulus;
use stimulus::{Run, Step};

/// Some warp is told to go on within so many cycles, however slow all are.
const LONG: u64 = 3000;

impl Spec for SkipTable {
    type Stimulus = Stimulus;

    fn stimuli(params: &Params) -> BoxedStrategy<Stimulus> {
        stimulus::strategy(params).boxed()
    }

    fn environment(params: &Params, stimulus: &Stimulus) -> Box<dyn Environment<In, Out>> {
        Box::new(Env {
            scoreboard: Scoreboard::new(params),
            tbs: vec![Tb::default(); params.tbs as usize],
            stimulus: stimulus.clone(),
            cycle: 0,
            moved: 0,
            next_run: 0,
            leads: 0,
            due: Vec::new(),
            last_asked: BTreeMap::new(),
            asked: [None; LANES],
            expected: [answer::NONE; LANES],
            before: coverage::Before::default(),
        })
    }
}

/// A TB and where its warps are.
#[derive(Clone, Debug, Default)]
struct Tb {
    run: Option<Run>,
    /// Place of each warp that has not exited.
    places: Vec<Option<usize>>,
}

impl Tb {
    /// Where a warp is, and what it comes to; none at the end of the program.
    fn at(&self, warp: u32) -> Option<(usize, Option<Step>)> {
        let place = self.places.get(warp as usize).copied().flatten()?;
        let steps = self.run.as_ref().map(|run| &run.steps[..]).unwrap_or_default();
        Some((place, steps.get(place).copied()))
    }

    /// Warps that have not exited.
    fn live(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.places.len() as u32).filter(|&warp| self.places[warp as usize].is_some())
    }

    fn pass(&mut self, warp: u32) {
        if let Some(place) = &mut self.places[warp as usize] {
            *place += 1;
        }
    }
}

/// A leader that has not written back.
#[derive(Clone, Copy, Debug)]
struct Due {
    tb: u32,
    place: usize,
    pc: u32,
    from: u64,
}

struct Env {
    scoreboard: Scoreboard,
    tbs: Vec<Tb>,
    stimulus: Stimulus,
    cycle: u64,
    /// Cycle in which a warp last went on, or a mask last changed.
    moved: u64,
    next_run: usize,
    leads: usize,
    due: Vec<Due>,
    /// Cycle in which each warp last asked, by TB and warp.
    last_asked: BTreeMap<(u32, u32), u64>,
    /// Who asked in the last cycle, and what they are told.
    asked: [Option<Asks>; LANES],
    expected: [u32; LANES],
    before: coverage::Before,
}

impl Env {
    fn check(&self, out: &Out) -> Result<(), Violation> {
        let told = [out.answer0, out.answer1, out.answer2, out.answer3];
        for lane in 0..LANES {
            let (told, expected) = (told[lane], self.expected[lane]);
            ensure(told == expected, || {
                format!(
                    "rules 2 to 10: lane {lane} is told {told}, not {expected}: {:?}",
                    self.asked[lane]
                )
            })?;
        }
        Ok(())
    }

    /// The warps do what they were told.
    fn obey(&mut self) {
        for (asked, told) in self.asked.iter().zip(self.expected) {
            let Some(ask) = *asked else { continue };
            if told == answer::LEAD {
                let latencies = &self.stimulus.latencies;
                let from = self.cycle + latencies[self.leads % latencies.len()];
                self.due.push(Due { tb: ask.tb, place: ask.place, pc: ask.pc, from });
                self.leads += 1;
            }
            if matches!(told, answer::LEAD | answer::SKIP | answer::EXECUTE) {
                self.tbs[ask.tb as usize].pass(ask.warp);
                self.moved = self.cycle;
            }
        }
    }

    /// What happens to masks: one change in a cycle.
    fn path(&mut self, input: &mut In) {
        if !self.stimulus.path.at(self.cycle) {
            return;
        }
        let mut show = |what, tb, warps| {
            (input.path_valid, input.path_what) = (true, what);
            (input.path_tb, input.path_warps) = (tb, warps);
        };
        let bits = |warps: &[u32]| warps.iter().fold(0, |mask, warp| mask | 1 << warp);
        for &slot in &self.stimulus.slots {
            let (tb, known) =
                (&mut self.tbs[slot as usize], &mut self.scoreboard.slots[slot as usize]);
            let live: Vec<u32> = tb.live().collect();
            if live.is_empty() {
                let is_due = self.due.iter().any(|due| due.tb == slot);
                let Some(run) = self.stimulus.runs.get(self.next_run).filter(|_| !is_due) else {
                    continue;
                };
                let warps: Vec<u32> = (0..run.warps).collect();
                *tb = Tb { run: Some(run.clone()), places: vec![Some(0); warps.len()] };
                self.next_run += 1;
                known.start(warps.iter().copied());
                return show(path::START, slot, bits(&warps));
            }
            if live.iter().all(|&warp| matches!(tb.at(warp), Some((_, Some(Step::Barrier))))) {
                live.iter().for_each(|&warp| tb.pass(warp));
                known.restore(live.iter().copied());
                return show(path::RESTORE, slot, bits(&live));
            }
            let exits = |warp: &u32| match tb.at(*warp) {
                Some((_, Some(Step::Exit(warps)))) => warps >> warp & 1 != 0,
                Some((_, None)) => true,
                _ => false,
            };
            let leaves = |warp: &u32| match tb.at(*warp) {
                Some((_, Some(Step::Leave(warps)))) => warps >> warp & 1 != 0,
                _ => false,
            };
            let exit: Vec<u32> = live.iter().copied().filter(exits).collect();
            let leave: Vec<u32> = live.iter().copied().filter(leaves).collect();
            let gone = bits(&exit) | bits(&leave);
            if gone != 0 {
                exit.iter().for_each(|&warp| tb.places[warp as usize] = None);
                leave.iter().for_each(|&warp| tb.pass(warp));
                known.leave(gone);
                return show(path::LEAVE, slot, gone);
            }
        }
    }

    /// Stores and fences, one of each in a cycle; and those who come to what is not theirs go on.
    fn store(&mut self, input: &mut In) {
        let acts = self.stimulus.store.at(self.cycle);
        for slot in 0..self.tbs.len() {
            let live: Vec<u32> = self.tbs[slot].live().collect();
            for warp in live {
                let passes = match self.tbs[slot].at(warp) {
                    Some((_, Some(Step::Leave(warps) | Step::Exit(warps)))) => {
                        warps >> warp & 1 == 0
                    }
                    Some((_, Some(Step::Store))) if acts && !input.store_valid => {
                        (input.store_valid, input.store_tb) = (true, slot as u32);
                        self.scoreboard.slots[slot].store();
                        true
                    }
                    Some((_, Some(Step::Fence))) if acts && !input.fence => {
                        input.fence = true;
                        self.scoreboard.slots.iter_mut().for_each(|slot| slot.store());
                        true
                    }
                    _ => false,
                };
                if passes {
                    self.tbs[slot].pass(warp);
                    self.moved = self.cycle;
                }
            }
        }
    }

    fn write_back(&mut self, input: &mut In) {
        let now = self.cycle;
        let due = self.due.iter().position(|due| due.from <= now);
        if let Some(at) = due.filter(|_| self.stimulus.write_back.at(now)) {
            let due = self.due.remove(at);
            (input.wb_valid, input.wb_tb, input.wb_pc) = (true, due.tb, due.pc);
            self.scoreboard.slots[due.tb as usize].write_back(due.place);
            return;
        }
        // A writeback that nobody waits for.
        let Stimulus { undue, slots, pcs, .. } = &self.stimulus;
        let tb = slots[now as usize % slots.len()];
        let pc = pcs[(now / 2) as usize % pcs.len()].0;
        let is_due = self.due.iter().any(|due| (due.tb, due.pc) == (tb, pc));
        let is_told = self.asked_to_lead(tb, pc);
        // At moments that drift, so that no pattern of asks always meets one.
        let moment = (now + now / 64).is_multiple_of(7) && undue[now as usize % undue.len()];
        if moment && !is_due && !is_told {
            (input.wb_valid, input.wb_tb, input.wb_pc) = (true, tb, pc);
        }
    }

    /// Whether an entry of this PC has a leader that does not know it yet.
    fn asked_to_lead(&self, tb: u32, pc: u32) -> bool {
        let slot = &self.scoreboard.slots[tb as usize];
        slot.place_of(pc).is_some_and(|place| slot.lines[&place].due)
    }

    /// Who asks.
    fn asks(&self) -> [Option<Asks>; LANES] {
        let mut asks = [None; LANES];
        let Stimulus { picks, registers, pcs, .. } = &self.stimulus;
        let now = self.cycle as usize;
        let mut candidates = Vec::new();
        for (slot, tb) in self.tbs.iter().enumerate() {
            let slow = tb.run.as_ref().map_or(0, |run| run.slow);
            let all = (now + now / 64) % 16 < 2;
            let is_again = |warp| {
                let mut asked = self.asked.iter().zip(self.expected);
                asked.any(|(ask, told)| {
                    told == answer::RETRY
                        && ask.is_some_and(|ask| (ask.tb, ask.warp) == (slot as u32, warp))
                })
            };
            for warp in tb.live().filter(|&warp| all || slow >> warp & 1 == 0 || is_again(warp)) {
                if let Some((place, Some(Step::Ask(number)))) = tb.at(warp) {
                    let (pc, load) = pcs[number];
                    let register = registers[(now + number) % registers.len()];
                    candidates.push(Asks { tb: slot as u32, warp, place, pc, load, register });
                }
            }
        }
        // One that was not served asks again in its lane, so that its turn comes.
        for lane in (0..LANES).filter(|&lane| self.expected[lane] == answer::RETRY) {
            let is_it = |c: &Asks, it: Asks| (c.tb, c.warp) == (it.tb, it.warp);
            let again = self.asked[lane];
            let at = candidates.iter().position(|c| again.is_some_and(|it| is_it(c, it)));
            asks[lane] = at.map(|at| candidates.remove(at));
        }
        // Those that have not asked for the longest time are first, so that each comes to ask; or any, now and then.
        candidates.sort_by_key(|ask| self.last_asked.get(&(ask.tb, ask.warp)).copied());
        let (start, count) = picks[now % picks.len()];
        let start = if start % 2 == 0 { 0 } else { start };
        let lanes = (now..now + LANES).map(|lane| lane % LANES);
        let free: Vec<usize> = lanes.filter(|&lane| asks[lane].is_none()).collect();
        for (n, lane) in free.into_iter().take(count.min(candidates.len())).enumerate() {
            asks[lane] = Some(candidates[(start + n) % candidates.len()]);
        }
        asks
    }
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        self.check(out)?;
        self.obey();
        let is_over = self.tbs.iter().all(|tb| tb.live().next().is_none());
        if is_over && self.next_run == self.stimulus.runs.len() && self.due.is_empty() {
            return Ok(None);
        }
        ensure(self.cycle - self.moved < LONG, || {
            format!("rules 4 to 6: no warp has gone on for {LONG} cycles")
        })?;
        let mut input = In::default();
        self.before.note(&self.scoreboard);
        self.path(&mut input);
        if input.path_valid {
            self.moved = self.cycle;
        }
        self.store(&mut input);
        let asks = self.asks();
        let after_events = self.scoreboard.clone();
        self.write_back(&mut input);
        let busy = input.wb_valid.then_some(input.wb_tb as usize % BANKS);
        let answers = self.scoreboard.answer(&asks, busy)?;
        show(&asks, &mut input);
        let now = self.cycle;
        self.last_asked.extend(asks.iter().flatten().map(|ask| ((ask.tb, ask.warp), now)));
        self.cover(&after_events, &asks, answers, &input, coverage);
        (self.asked, self.expected) = (asks, answers);
        self.cycle += 1;
        Ok(Some(input))
    }
}

/// Puts the asks on the pins.
fn show(asks: &[Option<Asks>; LANES], i: &mut In) {
    let pins = asks.map(|ask| {
        let ask = ask?;
        Some((ask.tb, ask.warp, ask.pc, ask.load, ask.register))
    });
    let [ask0, ask1, ask2, ask3] = pins.map(Option::unwrap_or_default);
    [i.ask0_valid, i.ask1_valid, i.ask2_valid, i.ask3_valid] = pins.map(|ask| ask.is_some());
    (i.ask0_tb, i.ask0_warp, i.ask0_pc, i.ask0_load, i.ask0_register) = ask0;
    (i.ask1_tb, i.ask1_warp, i.ask1_pc, i.ask1_load, i.ask1_register) = ask1;
    (i.ask2_tb, i.ask2_warp, i.ask2_pc, i.ask2_load, i.ask2_register) = ask2;
    (i.ask3_tb, i.ask3_warp, i.ask3_pc, i.ask3_load, i.ask3_register) = ask3;
}
