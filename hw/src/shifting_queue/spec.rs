//! Specification of the shifting queue, against a queue for each level.

use super::pins::{In, Out, Params};
use super::ShiftingQueue;
use crate::kit::{Coverage, Environment, Spec, Violation};
use proptest::prelude::*;
use std::collections::VecDeque;

/// Each cycle: the level and the seed of an item to offer if the last was taken, and whether the head is taken.
type Op = (Option<(u32, u32)>, bool);

impl Spec for ShiftingQueue {
    type Stimulus = Vec<Op>;

    fn stimuli(params: &Params) -> BoxedStrategy<Self::Stimulus> {
        // Items come faster than they are taken, or slower: the queue fills and drains at any size. Those of one level
        // fill a large one before the stimulus ends, and then all move for one of a higher level.
        let (levels, entries) = (params.levels, params.entries as usize);
        let percent = || prop_oneof![Just(0u32), Just(100), Just(60), Just(10)];
        let only =
            prop_oneof![2 => Just(None), 1 => Just(Some(1)), 1 => (1..=levels).prop_map(Some)];
        let op = (0..100u32, 0..100u32, 1..=levels, any::<u32>());
        let dice = prop::collection::vec(op, 0..4 * entries);
        let phase = (percent(), percent(), only, dice).prop_map(|(offers, takes, only, dice)| {
            let op = |(offer, take, level, seed)| {
                let item = (only.unwrap_or(level), seed);
                ((offer < offers).then_some(item), take < takes)
            };
            dice.into_iter().map(op).collect::<Vec<Op>>()
        });
        prop::collection::vec(phase, 0..10).prop_map(|phases| phases.concat()).boxed()
    }

    fn excluded(_: &Params) -> Vec<(&'static str, &'static str)> {
        vec![("insert twice in a row", "an item is written after it has been taken (rule 4)")]
    }

    fn environment(params: &Params, stimulus: &Self::Stimulus) -> Box<dyn Environment<In, Out>> {
        let levels = vec![VecDeque::new(); params.levels as usize];
        let (entries, ops) = (params.entries as usize, stimulus.clone().into_iter());
        Box::new(Env { entries, ops, levels, offer: None, closed: 0, places: 0 })
    }
}

/// The fields of an item, of which all bits come into use.
fn fields(seed: u32) -> [u32; 7] {
    let word = |n: u32| (seed ^ n << 29).wrapping_mul(0x9E37_79B1).rotate_left(n * 5);
    let [kdei, pc, param, shape, demand, x, yz] = [0, 1, 2, 3, 4, 5, 6].map(word);
    [kdei >> 27, pc, param, shape >> 3, demand >> 2, x, yz]
}

struct Env {
    entries: usize,
    ops: std::vec::IntoIter<Op>,
    /// Items of each level, from level 1 on.
    levels: Vec<VecDeque<[u32; 7]>>,
    /// The item that waits at the pins, and its level.
    offer: Option<(u32, [u32; 7])>,
    /// Cycles for which neither pins of the head nor of insertions may be high (rule 4).
    closed: usize,
    /// Items that have been inserted.
    places: usize,
}

impl Env {
    fn count(&self) -> usize {
        self.levels.iter().map(VecDeque::len).sum()
    }

    /// Items of the levels below this one.
    fn below(&self, level: u32) -> usize {
        self.levels.iter().take(level as usize - 1).map(VecDeque::len).sum()
    }

    /// The highest level that has an item.
    fn highest(&self) -> Option<usize> {
        self.levels.iter().rposition(|level| !level.is_empty())
    }

    fn check(&self, out: &Out) -> Result<(), Violation> {
        let Out { head_kdei, head_pc, head_param, head_shape, head_demand, .. } = *out;
        let shown = [head_kdei, head_pc, head_param, head_shape, head_demand];
        let shown = [&shown[..], &[out.head_grid_x, out.head_grid_yz]].concat();
        let head = self.highest().and_then(|level| self.levels[level].front());
        let head = head.filter(|_| self.closed == 0);
        if out.head_valid != head.is_some() || shown != head.copied().unwrap_or_default() {
            return Err(Violation::new(format!("rule 2: head {shown:x?}, not {head:x?}")));
        }
        let ready = self.closed == 0 && self.count() < self.entries;
        if out.insert_ready != ready {
            return Err(Violation::new(format!("rule 4: insert_ready is not {ready}")));
        }
        if out.queued as usize != self.count() || out.idle != (self.count() == 0) {
            return Err(Violation::new(format!("queued {}, not {}", out.queued, self.count())));
        }
        Ok(())
    }

    fn cover(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let (count, level) = (self.count(), input.insert_level);
        let push = input.insert_valid && out.insert_ready;
        let below = || self.below(level);
        let only_head = |level| self.highest().is_some_and(|highest| highest + 1 == level);
        point("full", "There is no room.", count == self.entries);
        point("refused", "An item waits for room.", count == self.entries && input.insert_valid);
        point("first", "An item comes into the empty queue.", push && count == 0);
        point("last", "An item goes behind all others.", push && count > 0 && below() == 0);
        point("before all", "All items move.", push && count > 0 && below() == count);
        point("between", "Some items move.", push && (1..count).contains(&below()));
        point("all but one", "As many items move as can.", push && below() + 1 == self.entries);
        point("beside a take", "An item is inserted while the head leaves.", push && input.take);
        point("for the head", "The only item leaves while another comes.", {
            push && input.take && count == 1
        });
        point("after the last above", "The last item that stays before it leaves beside it.", {
            push && input.take && count > 1 && count - below() == 1 && only_head(level as usize)
        });
        point("wraps", "The last place of the memory is filled.", {
            push && self.places % self.entries == self.entries - 1
        });
        point("taken", "The head leaves alone.", input.take && !push);
        point("next level", "The last item of a level leaves.", {
            input.take && self.highest().is_some_and(|it| it > 0 && self.levels[it].len() == 1)
        });
        point("closed", "An item is offered while others move.", {
            self.closed > 0 && input.insert_valid
        });
    }
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        self.check(out)?;
        let (offer, take) = match self.ops.next() {
            Some(op) => op,
            None if self.count() == 0 && self.offer.is_none() => return Ok(None),
            None => (None, true),
        };
        self.offer = self.offer.or(offer.map(|(level, seed)| (level, fields(seed))));
        let (level, item) = self.offer.unwrap_or_default();
        let [kdei, pc, param, shape, demand, x, yz] = item;
        let input = In {
            insert_valid: self.offer.is_some(),
            insert_level: level,
            insert_kdei: kdei,
            insert_pc: pc,
            insert_param: param,
            insert_shape: shape,
            insert_demand: demand,
            insert_grid_x: x,
            insert_grid_yz: yz,
            take: take && out.head_valid,
        };
        self.cover(out, &input, coverage);
        self.closed = self.closed.saturating_sub(1);
        if let Some(highest) = self.highest().filter(|_| input.take) {
            self.levels[highest].pop_front();
        }
        if out.insert_ready && self.offer.take().is_some() {
            self.closed = self.below(level) + 2;
            self.levels[level as usize - 1].push_back(item);
            self.places += 1;
        }
        Ok(Some(input))
    }
}
