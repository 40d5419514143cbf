//! DATS and SMX scheduler wired together: what the path of a node takes.

use heddle_hw::dats::{self, Dats};
use heddle_hw::kernel_distributor::pins::{encode_demand, GRAPH, NO_GROUP};
use heddle_hw::kit::{Clocked, Rtl, Synthesizable, Unit};
use heddle_hw::smx_scheduler::{self, SmxScheduler};
use std::collections::VecDeque;

type Units = (
    Box<dyn Clocked<In = dats::pins::In, Out = dats::pins::Out>>,
    Box<dyn Clocked<In = smx_scheduler::pins::In, Out = smx_scheduler::pins::Out>>,
);

fn on_both(test: impl Fn(Units)) {
    let (dats, scheduler) = (Dats::paper(), SmxScheduler::paper());
    test((Box::new(Dats::model(&dats)), Box::new(SmxScheduler::model(&scheduler))));
    let circuits = (Dats::circuit(&dats), SmxScheduler::circuit(&scheduler));
    test((Box::new(Rtl::new(circuits.0)), Box::new(Rtl::new(circuits.1))));
}

/// A graph of nodes that are ready at once, and where the path has been seen in which cycle.
struct Bench {
    units: Units,
    cycle: u64,
    /// Words memory answers with, header and then nothing.
    answers: VecDeque<u32>,
    granted: usize,
    started: bool,
    nodes: VecDeque<u32>,
    /// TBs that have started and not ended: SMX and slot.
    running: VecDeque<(u32, u32)>,
    /// Whether TBs end.
    ends: bool,
    offered: Vec<u64>,
    starts: Vec<u64>,
    ended: Vec<u64>,
    done: Vec<u64>,
}

impl Bench {
    fn new(units: Units, tbs: u32) -> Self {
        Self {
            units,
            cycle: 0,
            answers: [tbs, 0, 0, 0, 0, 8, tbs].into(),
            granted: 0,
            started: false,
            nodes: (0..tbs).collect(),
            running: VecDeque::new(),
            ends: false,
            offered: Vec::new(),
            starts: Vec::new(),
            ended: Vec::new(),
            done: Vec::new(),
        }
    }

    fn step(&mut self) {
        let (dats, scheduler) = (self.units.0.out(), self.units.1.out());
        let node = self.nodes.front().copied().filter(|_| self.started);
        let answer = if self.granted > 0 { self.answers.pop_front() } else { None };
        let end = self.running.front().copied().filter(|_| self.ends);
        let (end_smx, end_slot) = end.unwrap_or((0, 0));
        self.units.0.step(&dats::pins::In {
            graph_valid: scheduler.graph_valid,
            graph_header: scheduler.graph_header,
            issue_ready: scheduler.node_ready,
            end_valid: scheduler.node_end_valid,
            end_node: scheduler.node_end_id,
            start_ready: !self.started,
            node_valid: node.is_some(),
            node_id: node.unwrap_or(0),
            node_tb: node.unwrap_or(0),
            done_ready: true,
            mem_req_ready: true,
            mem_resp_valid: answer.is_some(),
            mem_resp_data: answer.unwrap_or(0),
            ..Default::default()
        });
        self.units.1.step(&smx_scheduler::pins::In {
            head_valid: true,
            head_first: true,
            head_grid_x: 4,
            head_grid_yz: 1 | 1 << 16,
            head_need: encode_demand(64, 0, 0) | GRAPH,
            head_param: 0x120,
            head_nagei: NO_GROUP,
            graph_ready: dats.graph_ready,
            node_valid: dats.issue_valid,
            node_id: dats.issue_node,
            node_block_x: dats.issue_block_x,
            node_block_yz: dats.issue_block_yz,
            node_last: dats.issue_last,
            node_end_ready: dats.end_ready,
            end_valid: end.is_some(),
            end_smx,
            end_slot,
            ..Default::default()
        });
        self.granted += usize::from(dats.mem_req_valid);
        self.started |= dats.start_valid;
        if node.is_some() && dats.node_ready {
            self.nodes.pop_front();
            self.offered.push(self.cycle);
        }
        if scheduler.tb_valid {
            assert_eq!(scheduler.tb_block_x, self.starts.len() as u32, "TB index is node");
            self.starts.push(self.cycle);
            self.running.push_back((scheduler.tb_smx, scheduler.tb_slot));
        }
        if end.is_some() && scheduler.end_ready {
            self.running.pop_front();
            self.ended.push(self.cycle);
        }
        if dats.done_valid {
            self.done.push(self.cycle);
        }
        self.cycle += 1;
    }
}

#[test]
fn a_tb_starts_two_cycles_after_its_node_is_offered_and_one_starts_in_every_cycle() {
    on_both(|units| {
        let mut bench = Bench::new(units, 40);
        (0..80).for_each(|_| bench.step());
        let first = bench.offered[0];
        assert_eq!(bench.offered, (first..first + 40).collect::<Vec<_>>());
        assert_eq!(bench.starts, (first + 2..first + 42).collect::<Vec<_>>());
    });
}

#[test]
fn a_graph_is_started_ten_cycles_after_its_kernel_came_with_memory_of_one_cycle() {
    on_both(|units| {
        let mut bench = Bench::new(units, 1);
        while !bench.started {
            bench.step();
        }
        // One cycle to the scheduler, one to DATS, seven words at a latency of one cycle, one to start.
        assert_eq!(bench.cycle - 1, 10);
    });
}

#[test]
fn a_node_is_done_two_cycles_after_its_tb_has_ended() {
    on_both(|units| {
        let mut bench = Bench::new(units, 8);
        (0..30).for_each(|_| bench.step());
        bench.ends = true;
        (0..30).for_each(|_| bench.step());
        assert_eq!(bench.ended.len(), 8);
        assert_eq!(bench.done, bench.ended.iter().map(|cycle| cycle + 2).collect::<Vec<_>>());
        let apart: Vec<_> = bench.ended.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(apart, [2; 7]);
    });
}
