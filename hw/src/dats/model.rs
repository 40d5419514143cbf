//! Fast model of DATS as a TB source.

use super::pins::{In, Out, Params, BARRIER, BOUNDED};
use crate::kit::{Clocked, Mask};
use std::collections::VecDeque;

/// What becomes of a graph in this cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// One can be taken.
    #[default]
    Ready,
    /// Its header is read.
    Fetch,
    /// It is offered to the DGB.
    Start,
    /// Its nodes are sent.
    Send,
}

/// Words of a header that are read.
const WORDS: usize = 7;

/// Nodes held until they are granted.
const HELD: usize = 2;

/// The TB that was granted at the last edge.
#[derive(Clone, Copy, Debug)]
struct Tb {
    id: u32,
    /// Its TB index.
    tb: u32,
    last: bool,
}

/// The kernel, its graph, its nodes on their way, and the node that is done.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// One bit per SMX.
    all_smxs: Mask,
    state: State,
    /// The `graph_*` pins of the kernel taken last.
    kernel: In,
    /// Its demand is asked in this cycle.
    asks: bool,
    /// Address of the next word to request.
    address: u32,
    requested: usize,
    received: usize,
    /// The header as far as it has been read.
    header: [u32; WORDS],
    /// Level bound of the graph in the DGB; 0 under LRR.
    bound: u32,
    limit: u32,
    /// The tail has raised the limit at the last edge.
    raised: bool,
    /// TBs of the graph that have not been granted.
    left: u32,
    /// ID and TB index.
    nodes: VecDeque<(u32, u32)>,
    sent: Option<Tb>,
    done: Option<u32>,
}

fn low_bits(word: u32, bits: u32) -> u32 {
    word & ((1 << bits) - 1)
}

impl Model {
    /// A scheduler for the SMXs of `params`, after reset.
    pub fn new(params: &Params) -> Self {
        Self { all_smxs: Mask::first(params.smxs), ..Self::default() }
    }

    /// The TB index x, and y and z, of a packed one.
    fn unpack(&self, tb: u32) -> (u32, u32) {
        let (x_bits, y_bits) = (self.header[5] & 31, self.header[5] >> 8 & 31);
        let (y, z) = (low_bits(tb >> x_bits, y_bits), tb >> ((x_bits + y_bits) & 31));
        (low_bits(tb, x_bits), y & 0xFFFF | z << 16)
    }

    /// The first node held has a TB.
    fn wants(&self) -> bool {
        self.nodes.front().is_some_and(|&(_, tb)| tb != BARRIER)
    }

    fn front_is_barrier(&self) -> bool {
        self.nodes.front().is_some_and(|&(_, tb)| tb == BARRIER)
    }

    fn fetch(&mut self, i: &In) {
        if self.requested < WORDS && i.mem_req_ready {
            self.requested += 1;
            self.address = self.address.wrapping_add(4);
        }
        if i.mem_resp_valid {
            self.header[self.received] = i.mem_resp_data;
            self.received += 1;
            if self.received == WORDS {
                (self.requested, self.received) = (0, 0);
                self.left = self.header[6];
                self.state = State::Start;
            }
        }
    }

    fn start(&mut self) {
        let level_bound = self.header[4] & 0xFFFF;
        let bounded = self.header[4] & BOUNDED != 0;
        (self.bound, self.limit) = if bounded { (level_bound, level_bound) } else { (0, 0xFFFF) };
        self.state = State::Send;
    }

    /// The end or barrier that is done next (rules 5 and 6).
    fn step_done(&mut self, i: &In) {
        if self.done.is_some() {
            self.done = self.done.filter(|_| !i.done_ready);
        } else if i.end_valid {
            self.done = Some(i.end_item);
        } else if self.front_is_barrier() {
            self.done = self.nodes.pop_front().map(|(id, _)| id);
        }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self { all_smxs: self.all_smxs, ..Self::default() };
    }

    fn out(&self) -> Out {
        let mut out = Out {
            graph_ready: self.state == State::Ready,
            end_ready: self.done.is_none(),
            limit_level: self.limit,
            node_ready: self.nodes.len() < HELD,
            done_valid: self.done.is_some(),
            done_node: self.done.unwrap_or(0),
            idle: self.idle(),
            ..Out::default()
        };
        if self.asks {
            (out.ask_valid, out.ask_smxs) = (true, self.all_smxs);
            out.ask_demand = self.kernel.graph_demand;
        }
        if self.wants() {
            out.want_smxs = self.all_smxs;
        }
        if let Some(Tb { id, tb, last }) = self.sent {
            let kernel = &self.kernel;
            (out.tb_valid, out.tb_kdei, out.tb_item) = (true, kernel.graph_kdei, id);
            out.tb_tell_dats = true;
            (out.tb_pc, out.tb_param) = (kernel.graph_pc, kernel.graph_param);
            out.tb_shape = kernel.graph_shape;
            (out.tb_grid_x, out.tb_grid_yz) = (kernel.graph_grid_x, kernel.graph_grid_yz);
            (out.tb_block_x, out.tb_block_yz) = self.unpack(tb);
            out.graph_done = last;
        }
        match self.state {
            State::Fetch if self.requested < WORDS => {
                (out.mem_req_valid, out.mem_req_addr) = (true, self.address);
            }
            State::Start => {
                out.start_valid = true;
                (out.start_nodes, out.start_edges) = (self.header[0], self.header[1]);
                (out.start_node_base, out.start_edge_base) = (self.header[2], self.header[3]);
            }
            _ => {}
        }
        out
    }

    fn step(&mut self, i: &In) {
        let takes_node = i.node_valid && self.nodes.len() < HELD;
        let granted = i.grant_smxs.any();
        self.asks = self.state == State::Ready && i.graph_valid;
        let allowed = (i.tail_level + self.bound).min(0xFFFF);
        self.raised = allowed > self.limit;
        self.limit = self.limit.max(allowed);
        match self.state {
            State::Ready if i.graph_valid => {
                (self.state, self.address) = (State::Fetch, i.graph_header);
                self.kernel = *i;
            }
            State::Fetch => self.fetch(i),
            State::Start if i.start_ready => self.start(),
            State::Send if granted && self.left == 1 => self.state = State::Ready,
            _ => {}
        }
        self.step_done(i);
        self.sent = None;
        if granted {
            let last = self.left == 1;
            self.sent = self.nodes.pop_front().map(|(id, tb)| Tb { id, tb, last });
            self.left = self.left.wrapping_sub(1);
        }
        if takes_node {
            self.nodes.push_back((i.node_id, i.node_tb));
        }
    }

    fn idle(&self) -> bool {
        let barrier_moves = self.front_is_barrier() && self.done.is_none();
        self.state != State::Fetch && !barrier_moves && self.sent.is_none() && !self.raised
    }
}
