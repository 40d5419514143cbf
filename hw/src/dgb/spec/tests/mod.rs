//! Tests the timing table of the unit, to the cycle, on the model and on the circuit; and that no
//! graph deadlocks.

mod progress;
mod timing;

use super::super::pins::{In, Out, Params};
use super::super::Dgb;
use super::graph::Graph;
use super::memory::{Memory, FAR_APART};
use crate::kit::{Clocked, Rtl, Synthesizable, Unit};

/// The size `tiny`, with room for the edges of the graphs below.
fn small() -> Params {
    Params { edges: 64, ..Dgb::tiny() }
}

/// A unit with a memory that answers from the next cycle on, and the current cycle.
struct Bench {
    unit: Box<dyn Clocked<In = In, Out = Out>>,
    memory: Memory,
    cycle: u64,
}

/// Runs `body` with the model and with the circuit, after the graph has been taken at cycle 0.
fn both(params: &Params, graph: &Graph, body: impl Fn(&mut Bench)) {
    let units: [Box<dyn Clocked<In = In, Out = Out>>; 2] =
        [Box::new(Dgb::model(params)), Box::new(Rtl::new(Dgb::circuit(params)))];
    for mut unit in units {
        unit.reset();
        let mut memory = Memory::new(params);
        memory.hold(graph, FAR_APART);
        let start = In {
            start_valid: true,
            start_nodes: graph.parents.len() as u32,
            start_edges: graph.edges() as u32,
            start_node_base: memory.node_base,
            start_edge_base: memory.edge_base,
            ..In::default()
        };
        assert!(unit.out().start_ready && unit.out().idle);
        unit.step(&start);
        body(&mut Bench { unit, memory, cycle: 1 });
    }
}

impl Bench {
    fn out(&self) -> Out {
        self.unit.out()
    }

    /// Steps one cycle, with memory ready and any level allowed.
    fn step(&mut self, input: In) -> Out {
        let out = self.out();
        let mut input = In { mem_req_ready: true, limit_level: 0xFFFF, ..input };
        if let Some(word) = self.memory.answer(self.cycle) {
            (input.mem_resp_valid, input.mem_resp_data) = (true, word);
        }
        if out.mem_req_valid {
            self.memory.take(&out, self.cycle + 1).expect("requests keep the rules");
        }
        self.unit.step(&input);
        self.cycle += 1;
        self.out()
    }

    fn wait(&mut self, cycles: u64) -> Out {
        for _ in 0..cycles {
            self.step(In::default());
        }
        self.out()
    }

    /// Steps until `seen` holds, and returns the cycle.
    fn until(&mut self, seen: impl Fn(&Out) -> bool) -> u64 {
        while !seen(&self.out()) {
            assert!(self.cycle < 10_000, "it never comes: {:?}", self.out());
            self.wait(1);
        }
        self.cycle
    }

    /// Steps until everything that can be loaded has been, and nothing else happens.
    fn settle(&mut self) {
        self.until(|out| out.node_valid);
        self.wait(400);
    }

    /// Takes the offered node once there is one.
    fn take(&mut self) -> u32 {
        self.until(|out| out.node_valid);
        let node = self.out().node_id;
        self.step(In { node_ready: true, ..In::default() });
        node
    }
}

fn done(done_node: u32) -> In {
    In { done_valid: true, done_node, ..In::default() }
}
