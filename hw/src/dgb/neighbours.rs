//! What DATS and memory promise the Dependency Graph Buffer.

use super::pins::{In, Out, Params};
use crate::kit::neighbours::{promised, Asked, Neighbours};
use std::collections::HashSet;

/// What the neighbours have done so far.
pub(super) struct Promises {
    params: Params,
    /// Nodes that have been taken and are not done.
    out: HashSet<u32>,
    /// The limit of a graph that lives.
    limit: Option<u32>,
    asked: Asked,
}

impl Promises {
    pub fn new(params: &Params) -> Self {
        Self { params: params.clone(), out: HashSet::new(), limit: None, asked: Asked::default() }
    }
}

impl Neighbours<In, Out> for Promises {
    fn cycle(&mut self, input: &In, output: &Out) -> Result<(), String> {
        if input.start_valid {
            let (nodes, most) = (input.start_nodes, self.params.id_mask());
            promised(nodes <= most, || {
                format!("a graph has {nodes} nodes, and at most {most} have a number")
            })?;
            let bases = [input.start_node_base, input.start_edge_base];
            promised(bases.iter().all(|base| base.is_multiple_of(128)), || {
                format!(
                    "the arrays of a graph are at {:#x} and {:#x}, not at multiples of 128",
                    bases[0], bases[1]
                )
            })?;
        }
        if input.done_valid {
            let node = input.done_node;
            promised(self.out.contains(&node), || {
                format!("rule 5: node {node} is done, and is not out")
            })?;
            if output.done_ready {
                self.out.remove(&node);
            }
        }
        if output.node_valid && input.node_ready {
            self.out.insert(output.node_id);
        }
        let lives = !output.start_ready;
        promised(!lives || self.limit.is_none_or(|limit| input.limit_level >= limit), || {
            "rule 8: the limit falls while a graph lives".into()
        })?;
        self.limit = lives.then_some(input.limit_level);
        let asks = output.mem_req_valid && input.mem_req_ready && !output.mem_req_write;
        let words = if output.mem_req_chunk { self.params.chunk_words() } else { 1 };
        self.asked.cycle(2, if asks { words } else { 0 }, input.mem_resp_valid)
    }
}
