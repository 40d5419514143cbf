//! What TB source, residency and memory promise the AGT.

use super::agei::Agei;
use super::pins::{In, Out};
use crate::kit::neighbours::{promised, Asked, Neighbours};
use std::collections::HashMap;

/// A group that has been linked. One in its record is remembered until its address is linked again.
#[derive(Default)]
struct Group {
    /// TBs that have completed, of a group in the table.
    ended: u64,
    /// All its TBs, once they have been distributed.
    of: Option<u64>,
}

/// What the neighbours have done so far.
#[derive(Default)]
pub(super) struct Promises {
    groups: HashMap<u32, Group>,
    asked: Asked,
}

impl Promises {
    /// The linked group that a neighbour names with `what`.
    fn named(&mut self, agei: u32, what: &str) -> Result<&mut Group, String> {
        self.groups
            .get_mut(&agei)
            .ok_or_else(|| format!("{what} of group {agei:#x}, which is not linked"))
    }

    fn in_table(&mut self, agei: u32, what: &str) -> Result<&mut Group, String> {
        promised(Agei::from_word(agei).is_in_table(), || {
            format!("{what} of group {agei:#x}, which is not in the table")
        })?;
        self.named(agei, what)
    }

    fn distributed(&mut self, agei: u32, count: u64) -> Result<(), String> {
        let group = self.in_table(agei, "rule 5: done")?;
        promised(group.of.is_none(), || format!("rule 5: group {agei:#x} is done a second time"))?;
        promised(group.ended <= count, || {
            format!(
                "rule 5: group {agei:#x} is done with {count} TBs, and {} have ended",
                group.ended
            )
        })?;
        group.of = Some(count);
        self.leave(agei);
        Ok(())
    }

    fn ended(&mut self, agei: u32) -> Result<(), String> {
        let group = self.in_table(agei, "rule 5: an end")?;
        group.ended += 1;
        self.leave(agei);
        Ok(())
    }

    /// Forgets a group of which nothing is left.
    fn leave(&mut self, agei: u32) {
        if self.groups.get(&agei).is_some_and(|group| group.of == Some(group.ended)) {
            self.groups.remove(&agei);
        }
    }
}

impl Neighbours<In, Out> for Promises {
    fn cycle(&mut self, input: &In, output: &Out) -> Result<(), String> {
        if input.end_valid && output.end_ready {
            self.ended(input.end_agei)?;
        }
        if input.done_valid && output.done_ready {
            self.distributed(input.done_agei, input.done_count.into())?;
        }
        if input.next_valid && output.next_ready {
            self.named(input.next_prev, "rule 3: the Next field")?;
        }
        if input.take_valid && output.take_ready {
            self.named(input.take_agei, "rule 4: a read")?;
        }
        if output.link_valid && input.link_ready {
            self.groups.insert(output.link_agei, Group::default());
        }
        let asks = output.mem_req_valid && input.mem_req_ready && !output.mem_req_write;
        self.asked.cycle(7, asks.into(), input.mem_resp_valid)
    }
}
