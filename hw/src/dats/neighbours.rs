//! What grant, SMXs, DGB and memory promise the Dependency-Aware Thread block Scheduler.

use super::pins::{In, Out, BARRIER};
use crate::kit::neighbours::{promised, wanted, Asked, Neighbours};
use std::collections::HashSet;

/// Word of a header that says how many nodes have a TB.
const NODES_WITH_TB: u32 = 6;

/// What the neighbours have done so far.
#[derive(Default)]
pub(super) struct Promises {
    /// Nodes whose TB has been sent and has not ended.
    running: HashSet<u32>,
    /// Words of the header that have been answered.
    answered: u32,
    /// Nodes with a TB in the graph of the header.
    with_tb: u32,
    /// Nodes with a TB that the DGB has still to offer.
    to_come: u32,
    /// The tail's level. It is zero without a graph.
    tail: u32,
    asked: Asked,
}

impl Promises {
    fn header(&mut self, input: &In, output: &Out) -> Result<(), String> {
        let asks = output.mem_req_valid && input.mem_req_ready;
        self.asked.cycle(11, asks.into(), input.mem_resp_valid)?;
        if input.mem_resp_valid {
            if self.answered == NODES_WITH_TB {
                self.with_tb = input.mem_resp_data;
                promised(self.with_tb > 0, || "a header has no node with a TB".into())?;
            }
            self.answered += 1;
        }
        if input.graph_valid && output.graph_ready {
            self.answered = 0;
        }
        Ok(())
    }

    fn graph(&mut self, input: &In, output: &Out) -> Result<(), String> {
        if input.node_valid && output.node_ready && input.node_tb != BARRIER {
            promised(self.to_come > 0, || {
                format!("rule 5: node {} comes, and all TBs of the header have", input.node_id)
            })?;
            self.to_come -= 1;
        }
        let tail = input.tail_level;
        promised(tail == 0 || tail >= self.tail, || {
            format!(
                "rule 4: the tail's level falls from {} to {tail}, and no graph has ended",
                self.tail
            )
        })?;
        self.tail = tail;
        promised(!input.start_ready || self.to_come == 0, || {
            format!("the DGB is free, and {} TBs have still to come", self.to_come)
        })?;
        promised(!input.start_ready || tail == 0, || {
            format!("the DGB is free, and the tail's level is {tail}")
        })?;
        if output.start_valid && input.start_ready {
            self.to_come = self.with_tb;
        }
        Ok(())
    }
}

impl Neighbours<In, Out> for Promises {
    fn cycle(&mut self, input: &In, output: &Out) -> Result<(), String> {
        wanted(6, &input.grant_smxs, &output.want_smxs)?;
        if input.end_valid {
            let node = input.end_item;
            promised(self.running.contains(&node), || {
                format!("rule 9: node {node} ends, and does not run")
            })?;
            if output.end_ready {
                self.running.remove(&node);
            }
        }
        if output.tb_valid {
            self.running.insert(output.tb_item);
        }
        self.header(input, output)?;
        self.graph(input, output)
    }
}
