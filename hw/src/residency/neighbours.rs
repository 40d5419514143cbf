//! What SMXs, TB sources and grant promise residency.

use super::pins::{In, Out};
use crate::kit::neighbours::{promised, Neighbours};
use std::collections::HashSet;

/// The TBs that run: SMX and slot.
#[derive(Default)]
pub(super) struct Promises {
    running: HashSet<(u32, u32)>,
}

impl Neighbours<In, Out> for Promises {
    fn cycle(&mut self, input: &In, output: &Out) -> Result<(), String> {
        let granted = input.grant_smxs;
        promised(granted.count() <= 1, || format!("rule 3: {} SMXs are granted", granted.count()))?;
        for smx in granted.iter() {
            promised(output.room_smxs.has(smx), || {
                format!("rule 3: SMX {smx} is granted, which has no room")
            })?;
            promised(!input.ask_valid, || {
                format!("rule 3: SMX {smx} is granted in the cycle of an ask")
            })?;
        }
        promised(input.tb_valid == output.start_valid, || match input.tb_valid {
            true => "rule 4: a TB comes without a start".into(),
            false => "rule 4: no TB comes with a start".into(),
        })?;
        let at = (input.end_smx, input.end_slot);
        if input.end_valid {
            promised(self.running.contains(&at), || {
                format!("rule 5: no TB runs that ends on SMX {} in slot {}", at.0, at.1)
            })?;
            if output.end_ready {
                self.running.remove(&at);
            }
        }
        if output.start_valid {
            self.running.insert((output.start_smx, output.start_slot));
        }
        Ok(())
    }
}
