//! Fast model of the FCFS TB source.

use super::pins::{In, Out, Params, HEADER_BYTES};
use crate::agt::agei::Agei;
use crate::kit::{Clocked, Mask};
use std::collections::VecDeque;

/// What the source does in this cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Has no kernel in hand; looks at the next.
    #[default]
    Idle,
    /// Sees the KDE looked at.
    Kde,
    /// Offers the graph kernel to DATS.
    Graph,
    /// Waits until all nodes are out.
    Nodes,
    /// Asks for room for the kernel's TBs.
    Ask,
    /// Wants SMXs for native TBs or TBs of a group.
    Distribute,
    /// Offers the distributed group.
    Done,
    /// Goes on with the next group, or lets the kernel go.
    Chain,
    /// Still offers the group to be read.
    Take,
    /// Waits for the group's fields.
    Wait,
}

/// A TB that starts: its index as x and yz, and its number.
#[derive(Clone, Copy, Debug)]
struct Start {
    x: u32,
    yz: u32,
    item: u32,
}

/// Queue, chains, the work in hand (SSCR) and what is on its way out.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    /// One bit per SMX.
    smxs: Mask,
    /// The FCFS queue: every queued kernel once, the one in hand not.
    queue: VecDeque<u32>,
    /// One bit per kernel that is queued or in hand.
    queued: u128,
    first: u128,
    /// The next group to take, or none. While the group in hand is read and has a Next, still that group.
    nagei: Vec<Agei>,
    lagei: Vec<Agei>,
    /// Previous group and group of the waiting `next`.
    next: Option<(Agei, Agei)>,
    state: State,
    kdei: u32,
    agei: Agei,
    pc: u32,
    param: u32,
    shape: u32,
    demand: u32,
    grid_x: u32,
    grid_yz: u32,
    /// Index of the next TB.
    block_x: u32,
    block_yz: u32,
    next_bl: u32,
    /// The group in hand had a follower when it was first offered, so its Next is written.
    followed: bool,
    start: Option<Start>,
    spent: bool,
}

impl Model {
    /// A source of the given size, after reset.
    pub fn new(params: &Params) -> Self {
        Self {
            params: params.clone(),
            smxs: Mask::first(params.smxs),
            queue: VecDeque::new(),
            queued: 0,
            first: 0,
            nagei: vec![Agei::entry(0); params.kdes as usize],
            lagei: vec![Agei::entry(0); params.kdes as usize],
            next: None,
            state: State::Idle,
            kdei: 0,
            agei: Agei::entry(0),
            pc: 0,
            param: 0,
            shape: 0,
            demand: 0,
            grid_x: 0,
            grid_yz: 0,
            block_x: 0,
            block_yz: 0,
            next_bl: 0,
            followed: false,
            start: None,
            spent: false,
        }
    }

    fn next_group(&self) -> Agei {
        self.nagei[self.kdei as usize]
    }

    /// The kernel in hand has nothing left and leaves in this cycle.
    fn leaves(&self) -> bool {
        self.state == State::Chain && self.next_group().is_none()
    }

    /// The next group is offered for the first time in this cycle.
    fn takes(&self) -> bool {
        self.state == State::Chain && !self.next_group().is_none() && self.next.is_none()
    }

    fn looks(&self) -> bool {
        (self.state == State::Idle || self.leaves()) && !self.queue.is_empty()
    }

    fn restart(&mut self) {
        (self.block_x, self.block_yz, self.next_bl) = (0, 0, 0);
    }

    fn latch(&mut self, i: &In) -> State {
        self.agei = Agei::NONE;
        (self.pc, self.param, self.shape, self.demand) =
            (i.kde_pc, i.kde_param, i.kde_shape, i.kde_demand);
        (self.grid_x, self.grid_yz) = (i.kde_grid_x, i.kde_grid_yz);
        self.restart();
        let first = self.first >> self.kdei & 1 != 0;
        if first && i.kde_graph {
            State::Graph
        } else {
            State::Ask
        }
    }

    /// The native TBs of the kernel in hand are all out.
    fn end_natives(&mut self) {
        self.spent = true;
        self.first &= !(1 << self.kdei);
    }

    /// Commits the next TB; the state after it.
    fn commit(&mut self) -> State {
        self.start = Some(Start { x: self.block_x, yz: self.block_yz, item: self.next_bl });
        self.next_bl = self.next_bl.wrapping_add(1);
        self.block_x = self.block_x.wrapping_add(1);
        if self.block_x != self.grid_x {
            return State::Distribute;
        }
        self.block_x = 0;
        self.block_yz = self.block_yz.wrapping_add(1);
        if (self.block_yz ^ self.grid_yz) & 0xFFFF != 0 {
            return State::Distribute;
        }
        self.block_yz = (self.block_yz & 0xFFFF_0000).wrapping_add(0x1_0000);
        if (self.block_yz ^ self.grid_yz) & 0xFFFF_0000 != 0 {
            return State::Distribute;
        }
        if self.agei.is_none() {
            self.end_natives();
        }
        // None has the bit of spilled groups.
        if self.agei.is_in_table() {
            return State::Done;
        }
        self.spent = true;
        State::Chain
    }

    /// The state machine's edge, but for the queue.
    fn advance(&mut self, i: &In, looks: bool, takes: bool) -> State {
        match self.state {
            _ if looks => State::Kde,
            State::Kde => self.latch(i),
            State::Graph if i.graph_ready => State::Nodes,
            State::Nodes if i.graph_done => {
                self.end_natives();
                State::Ask
            }
            State::Ask if self.first >> self.kdei & 1 != 0 => State::Distribute,
            State::Ask => State::Chain,
            State::Distribute if i.grant_smxs.any() => self.commit(),
            State::Done if i.done_ready => {
                self.spent = true;
                State::Chain
            }
            State::Chain if takes => {
                let kdei = self.kdei as usize;
                self.agei = self.nagei[kdei];
                self.followed = self.agei != self.lagei[kdei];
                if !self.followed {
                    self.nagei[kdei] = Agei::NONE;
                }
                if i.take_ready {
                    State::Wait
                } else {
                    State::Take
                }
            }
            State::Chain if self.leaves() => State::Idle,
            State::Take if i.take_ready => State::Wait,
            State::Wait if i.group_valid => {
                (self.grid_x, self.grid_yz) = (i.group_grid_x, i.group_grid_yz);
                self.param = i.group_param;
                self.restart();
                if self.followed {
                    self.nagei[self.kdei as usize] = Agei::from_word(i.group_next);
                }
                State::Distribute
            }
            waiting => waiting,
        }
    }

    /// Appends a group to a chain; its group in hand, if there is one, is already off it.
    fn link(&mut self, kdei: u32, agei: Agei) {
        let index = kdei as usize;
        if self.nagei[index].is_none() {
            self.nagei[index] = agei;
        } else {
            self.next = Some((self.lagei[index], agei));
        }
        self.lagei[index] = agei;
        if self.queued >> kdei & 1 == 0 {
            self.queued |= 1 << kdei;
            self.queue.push_back(kdei);
        }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::new(&self.params);
    }

    fn out(&self) -> Out {
        let mut out = Out {
            enter_ready: true,
            look_valid: self.looks(),
            spent_valid: self.spent,
            link_ready: self.next.is_none(),
            next_valid: self.next.is_some(),
            group_in_hand: Agei::NONE.word(),
            idle: self.idle(),
            ..Out::default()
        };
        if let Some(&kdei) = self.queue.front().filter(|_| out.look_valid) {
            out.look_kdei = kdei;
        }
        if out.spent_valid {
            out.spent_kdei = self.kdei;
        }
        let (prev, agei) = self.next.unwrap_or((Agei::entry(0), Agei::entry(0)));
        (out.next_prev, out.next_agei) = (prev.word(), agei.word());
        match self.state {
            State::Graph => {
                out.graph_valid = true;
                (out.graph_kdei, out.graph_pc, out.graph_param) = (self.kdei, self.pc, self.param);
                (out.graph_shape, out.graph_demand) = (self.shape, self.demand);
                (out.graph_grid_x, out.graph_grid_yz) = (self.grid_x, self.grid_yz);
                out.graph_header = self.param.wrapping_sub(HEADER_BYTES);
            }
            State::Ask => {
                (out.ask_valid, out.ask_smxs, out.ask_demand) = (true, self.smxs, self.demand);
            }
            State::Distribute => (out.want_smxs, out.group_in_hand) = (self.smxs, self.agei.word()),
            State::Done => {
                (out.done_valid, out.done_agei) = (true, self.agei.word());
                out.done_count = self.next_bl & 0x3FFF_FFFF;
                out.group_in_hand = self.agei.word();
            }
            State::Chain if self.takes() => {
                (out.take_valid, out.take_agei) = (true, self.next_group().word());
            }
            State::Take => (out.take_valid, out.take_agei) = (true, self.agei.word()),
            State::Wait => out.group_in_hand = self.agei.word(),
            _ => {}
        }
        if let Some(Start { x, yz, item }) = self.start {
            out.tb_valid = true;
            (out.tb_kdei, out.tb_group, out.tb_item) = (self.kdei, self.agei.word(), item);
            out.tb_tell_agt = self.agei.is_in_table();
            (out.tb_pc, out.tb_param, out.tb_shape) = (self.pc, self.param, self.shape);
            (out.tb_grid_x, out.tb_grid_yz) = (self.grid_x, self.grid_yz);
            (out.tb_block_x, out.tb_block_yz) = (x, yz);
        }
        out
    }

    fn step(&mut self, i: &In) {
        // Everything is decided on the state before the edge.
        let (looks, takes, leaves) = (self.looks(), self.takes(), self.leaves());
        let links = i.link_valid && self.next.is_none();
        (self.start, self.spent) = (None, false);
        if i.next_ready {
            self.next = None;
        }
        if leaves {
            self.queued &= !(1 << self.kdei);
        }
        self.state = self.advance(i, looks, takes);
        if looks {
            self.kdei = self.queue.pop_front().unwrap_or(self.kdei);
        }
        if links {
            self.link(i.link_kdei, Agei::from_word(i.link_agei));
        }
        if i.enter_valid {
            let index = i.enter_kdei as usize;
            (self.nagei[index], self.lagei[index]) = (Agei::NONE, Agei::NONE);
            self.queued |= 1 << index;
            self.first |= 1 << index;
            self.queue.push_back(i.enter_kdei);
        }
    }

    fn idle(&self) -> bool {
        let waits = match self.state {
            State::Idle => self.queue.is_empty(),
            State::Nodes | State::Distribute | State::Wait => true,
            _ => false,
        };
        waits && self.start.is_none() && !self.spent && self.next.is_none()
    }
}
