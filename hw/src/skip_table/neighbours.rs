//! What its neighbours promise the skip table.

use super::model::Ask;
use super::pins::{answer, path, register, In, Out, Params, LANES};
use crate::kit::neighbours::{promised, Neighbours};
use itertools::Itertools;
use std::collections::BTreeSet;

/// The asks of the last cycle, and the leaders that have not written back, by TB and PC.
pub(super) struct Promises {
    params: Params,
    asked: [Option<Ask>; LANES],
    due: BTreeSet<(u32, u32)>,
}

impl Promises {
    /// The promises to a table of the given sizes.
    pub(super) fn new(params: &Params) -> Self {
        Self { params: params.clone(), asked: [None; LANES], due: BTreeSet::new() }
    }

    fn asks(&self, asks: &[Ask]) -> Result<(), String> {
        let Params { tbs, warps, .. } = self.params;
        for Ask { tb, warp, register, .. } in asks {
            promised(*tb < tbs && *warp < warps, || {
                format!("rule 1: warp {warp} of TB {tb} asks, which there is not")
            })?;
            promised(*register <= register::NONE, || {
                format!("rule 4: there is no register of kind {register}")
            })?;
        }
        for (one, other) in asks.iter().tuple_combinations() {
            let together = (one.tb, one.pc) == (other.tb, other.pc);
            let agree = (one.load, one.register) == (other.load, other.register);
            promised(!together || agree && one.warp != other.warp, || {
                format!("rule 1: two lanes that ask for one instruction are {one:?} and {other:?}")
            })?;
        }
        Ok(())
    }
}

impl Neighbours<In, Out> for Promises {
    fn cycle(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let told = [o.answer0, o.answer1, o.answer2, o.answer3];
        let leads = self.asked.iter().zip(told).filter(|(_, told)| *told == answer::LEAD);
        self.due.extend(leads.filter_map(|(ask, _)| ask.map(|ask| (ask.tb, ask.pc))));
        self.asked = Ask::at_pins(i);
        self.asks(&self.asked.iter().flatten().copied().collect_vec())?;
        let Params { tbs, warps, .. } = self.params;
        promised(!i.wb_valid || i.wb_tb < tbs, || {
            format!("rule 7: a leader of TB {} writes back, which there is not", i.wb_tb)
        })?;
        promised(!i.store_valid || i.store_tb < tbs, || {
            format!("rule 9: TB {} stores, which there is not", i.store_tb)
        })?;
        if i.wb_valid {
            self.due.remove(&(i.wb_tb, i.wb_pc));
        }
        if !i.path_valid {
            return Ok(());
        }
        let (tb, what) = (i.path_tb, i.path_what);
        promised(what <= path::LEAVE, || {
            format!("rule 10: nothing of kind {what} happens to a mask")
        })?;
        promised(tb < tbs, || format!("rule 10: a mask of TB {tb} changes, which there is not"))?;
        promised(u64::from(i.path_warps) < 1 << warps, || {
            format!("rule 10: a mask has the warps {:#x}", i.path_warps)
        })?;
        let is_due = self.due.iter().any(|due| due.0 == tb);
        promised(what != path::START || !is_due, || {
            format!("rule 11: a TB starts in slot {tb} before a leader there has written back")
        })
    }
}
