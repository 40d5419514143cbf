//! Specification of placement by round robin: room, masks and grants come and go, and every SMX has its
//! turn in circular order, none waiting longer than all others together.

#[cfg(test)]
mod tests;

use super::pins::{In, Out, Params};
use super::RoundRobin;
use crate::kit::mask::any_mask;
use crate::kit::stall::{stall, StallPattern};
use crate::kit::{width, Coverage, Environment, Mask, Spec, Unit, Violation};
use proptest::prelude::*;
use std::collections::VecDeque;

/// Room and mask for a while.
#[derive(Clone, Debug)]
pub struct Segment {
    room: Mask,
    mask: Mask,
    cycles: u32,
}

/// What residency and the mask show, and when a source wants.
#[derive(Clone, Debug)]
pub struct Stimulus {
    segments: Vec<Segment>,
    want: StallPattern,
    /// Whether a grant fills its SMX for a cycle; never without a pattern.
    fills: Option<StallPattern>,
}

impl Spec for RoundRobin {
    type Stimulus = Stimulus;

    fn stimuli(params: &Params) -> BoxedStrategy<Stimulus> {
        let width = width::SMXS.of(RoundRobin::class(params));
        let all = Mask::first(width);
        // With few candidates the next is often far from the last.
        let few = prop::collection::vec(0..width, 1..4).prop_map(|bits| bits.into_iter().collect());
        let low = || (0..4u32).prop_map(Mask::from);
        let none = Just(Mask::NONE);
        let room = prop_oneof![
            3 => any_mask(width), 3 => few, 2 => low(), 2 => none, 2 => Just(all)
        ];
        let mask = prop_oneof![4 => Just(all), 3 => any_mask(width), 1 => low(), 1 => none];
        let cycles = prop_oneof![3 => Just(1u32), 2 => 2..5u32, 1 => 20..40u32];
        let segment =
            (room, mask, cycles).prop_map(|(room, mask, cycles)| Segment { room, mask, cycles });
        let fills = prop::option::weighted(0.3, stall());
        (prop::collection::vec(segment, 0..40), stall(), fills)
            .prop_map(|(segments, want, fills)| Stimulus { segments, want, fills })
            .boxed()
    }

    fn constant(_: &Params) -> Vec<(&'static str, &'static str)> {
        vec![("idle", "a step without a grant changes nothing while levels stand (contract 4)")]
    }

    fn environment(params: &Params, stimulus: &Stimulus) -> Box<dyn Environment<In, Out>> {
        let smxs = params.smxs;
        Box::new(Env {
            stimulus: stimulus.clone(),
            cycle: 0,
            segment: 0,
            left: 0,
            full: Mask::NONE,
            order: (0..smxs).collect(),
            turn: None,
            row: 0,
            consecutive: params.consecutive,
            waited: vec![0; smxs as usize],
            before: None,
        })
    }
}

struct Env {
    stimulus: Stimulus,
    cycle: u64,
    segment: usize,
    left: u32,
    /// SMXs that the grant of the last cycle has filled.
    full: Mask,
    /// The SMXs in circular order, beginning behind the one that had the turn last.
    order: VecDeque<u32>,
    turn: Option<u32>,
    /// What the SMX in turn got in its turn, and how many TBs it may get.
    row: u32,
    consecutive: u32,
    /// Turns of others since an SMX became a candidate without a break.
    waited: Vec<u32>,
    /// Room and mask in the last cycle.
    before: Option<(Mask, Mask)>,
}

impl Env {
    fn check(&self, out: &Out) -> Result<(), Violation> {
        let expected = self.turn.map_or(Mask::NONE, Mask::bit);
        if out.turn_smxs != expected {
            let rule = format!("rule 3: the turn is {:#x}, not {expected:#x}", out.turn_smxs);
            return Err(Violation::new(rule));
        }
        if !out.idle {
            return Err(Violation::new("contract 4: there is nothing to do while levels stand"));
        }
        Ok(())
    }

    /// Room and mask of this cycle, if the stimulus goes on.
    fn levels(&mut self) -> Option<(Mask, Mask)> {
        let segment = self.stimulus.segments.get(self.segment)?;
        self.left += 1;
        if self.left == segment.cycles {
            (self.segment, self.left) = (self.segment + 1, 0);
        }
        Some((segment.room & !self.full, segment.mask))
    }

    /// The edge: who has the turn next.
    fn follow(&mut self, candidate: impl Fn(u32) -> bool, granted: bool) -> Result<(), Violation> {
        self.row += u32::from(granted);
        let stays = self.turn.is_some_and(&candidate) && self.row < self.consecutive;
        let next = self.order.iter().position(|&smx| candidate(smx));
        let before = self.turn;
        if !stays {
            self.row = 0;
            self.turn = next.map(|place| self.order[place]);
            self.order.rotate_left(next.map_or(0, |place| place + 1));
        }
        let changes = (granted && !stays) || self.turn != before;
        for (smx, waited) in (0..).zip(&mut self.waited) {
            if !candidate(smx) || self.turn == Some(smx) {
                *waited = 0;
            } else if changes {
                *waited += 1;
            }
            if *waited as usize >= self.order.len() {
                return Err(Violation::new(format!("rule 4: SMX {smx} waits forever")));
            }
        }
        Ok(())
    }
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        self.check(out)?;
        let Some((room, mask)) = self.levels() else { return Ok(None) };
        let wants = self.stimulus.want.at(self.cycle);
        let grant = if wants { out.turn_smxs & room } else { Mask::NONE };
        let usable = room & mask;
        let candidate = |smx: u32| usable.has(smx);
        let (before, waited, last) = (self.turn, self.waited.clone(), self.order.back().copied());
        self.follow(candidate, grant != 0)?;
        let fills = self.stimulus.fills.as_ref().is_some_and(|fills| fills.at(self.cycle));
        self.full = if fills { grant } else { Mask::NONE };
        let after = self.turn;
        let others = self.order.iter().any(|&smx| candidate(smx) && before != Some(smx));
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        point(
            "no turn",
            "No SMX has room, and no SMX has the turn.",
            before.is_none() && room == 0,
        );
        point(
            "begins",
            "An SMX has the turn after no SMX had it.",
            before.is_none() && after.is_some(),
        );
        point(
            "waits",
            "The SMX in turn waits for a grant.",
            before.is_some() && after == before && grant == 0,
        );
        point(
            "moves",
            "The turn moves on by a grant.",
            grant != 0 && after.is_some() && after != before,
        );
        point(
            "again",
            "An SMX without others is granted and has the turn again.",
            grant != 0 && after == before && !others,
        );
        if self.consecutive > 1 {
            point("in a row", "An SMX is granted, another could be, and the turn stays.", {
                grant != 0 && after == before && others
            });
        }
        point("wraps", "The turn goes past the last SMX.", after.is_some() && after < last);
        let lost = before.filter(|&smx| !candidate(smx) && grant == 0);
        point("loses its room", "The SMX in turn has no room and another one has.", {
            lost.is_some_and(|smx| !room.has(smx)) && after.is_some()
        });
        point(
            "all full",
            "The SMX in turn has no room, nor has any.",
            lost.is_some() && usable == 0,
        );
        point("is masked", "The SMX in turn is masked.", lost.is_some_and(|smx| room.has(smx)));
        point("masked while granted", "An SMX is granted in the cycle in which it is masked.", {
            (grant & !mask).any()
        });
        point("all masked", "There is room on masked SMXs only.", room != 0 && usable == 0);
        point("stale turn", "The SMX in turn has been filled by its own grant.", {
            before.is_some_and(|smx| !room.has(smx))
        });
        point("longest wait", "An SMX has its turn after those of all others.", {
            after.is_some_and(|smx| waited[smx as usize] as usize + 1 == self.order.len())
        });
        let steady = self.before == Some((room, mask)) && grant == 0 && before.is_some();
        point("steady", "Room and mask are as before, and nothing is granted.", steady);
        self.before = Some((room, mask));
        self.cycle += 1;
        Ok(Some(In { room_smxs: room, grant_smxs: grant, mask_smxs: mask }))
    }
}
