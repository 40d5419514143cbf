//! Fast model of the KMU.

use super::descriptor::{self, offset};
use super::pins::{In, Out, Params, SUSPENDED};
use crate::kit::{width, Class, Clocked, Mask};

/// Byte offset of the link of the pool.
const LINK: u32 = offset(descriptor::NEXT);

/// What the unit does in this cycle besides offering and counting time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    /// Serves a command, or chooses a kernel if there is none.
    #[default]
    Pick,
    /// Writes the command's kernel behind the pool's tail.
    Append,
    /// Marks the command's kernel as suspended.
    Suspend,
    /// Reads the address of the chosen kernel's descriptor.
    Load,
    /// Reads the chosen kernel's descriptor.
    Fetch,
}

/// The chosen kernel, from the choice until its transfer.
#[derive(Clone, Copy, Debug, Default)]
struct Dispatch {
    busy: bool,
    fetched: bool,
    offered: bool,
    /// Cycles since the choice, saturating.
    timer: u32,
    queue: Option<u32>,
    desc: u32,
    sent: u32,
    received: u32,
    /// As they have come; the link is not kept.
    words: [u32; descriptor::WORDS],
}

/// Slots, pool and the dispatch under way.
#[derive(Clone, Debug, Default)]
pub struct Model {
    queues: Mask,
    /// Bits of a tag, and of a cluster.
    tag: u32,
    cluster: u32,
    full: Mask,
    blocked: Mask,
    heads: Vec<u32>,
    last_queue: u32,
    pool_turn: bool,
    command: Option<(u32, u32)>,
    overflow: bool,
    pool_head: u32,
    pool_tail: u32,
    pending: u32,
    suspended: u32,
    state: State,
    dispatch: Dispatch,
}

impl Model {
    /// A unit with the given number of queues in a machine of some class, after reset.
    pub fn new(params: &Params, class: Class) -> Self {
        let [tag, cluster] = [width::TAG, width::SMX].map(|width| (1 << width.of(class)) - 1);
        Self::empty(Mask::first(params.hwqs), tag, cluster)
    }

    fn empty(queues: Mask, tag: u32, cluster: u32) -> Self {
        let heads = vec![0; queues.count() as usize];
        // The first queue comes first: it is after the last there may be.
        Self { queues, tag, cluster, heads, last_queue: Mask::BITS - 1, ..Self::default() }
    }

    fn ready_heads(&self) -> Mask {
        self.full & !self.blocked
    }

    /// Words to read: a kernel of the pool also has the link to the next one.
    fn length(&self) -> u32 {
        descriptor::NEXT as u32 + u32::from(self.dispatch.queue.is_none())
    }

    fn request(&self) -> Option<(bool, u32, u32)> {
        let desc = self.command.map_or(0, |(_, desc)| desc);
        match self.state {
            State::Append => Some((true, self.pool_tail | LINK, desc)),
            State::Suspend => Some((true, desc | LINK, SUSPENDED)),
            State::Fetch if self.dispatch.sent < self.length() => {
                Some((false, self.dispatch.desc | offset(self.dispatch.sent as usize), 0))
            }
            _ => None,
        }
    }

    /// Adds the command's kernel to the pool.
    fn join(&mut self, kind: u32, desc: u32) {
        if self.pending == 0 {
            self.pool_head = desc;
        }
        self.pool_tail = desc;
        self.pending += 1;
        self.settle(kind);
    }

    /// Finishes the command. A resumed kernel is no longer held, even if it was refused.
    fn settle(&mut self, kind: u32) {
        if kind == 2 {
            self.suspended = self.suspended.wrapping_sub(1);
        }
        self.command = None;
    }

    fn decide(&mut self, kind: u32, desc: u32, limit: u32) {
        if kind == 1 {
            self.state = State::Suspend;
        } else if self.pending >= limit {
            self.overflow = true;
            self.settle(kind);
        } else if self.pending == 0 {
            self.join(kind, desc);
        } else {
            self.state = State::Append;
        }
    }

    fn choose(&mut self) {
        let head = self.ready_heads().lowest_after(self.last_queue);
        let from_pool = self.pending != 0 && (self.pool_turn || head.is_none());
        let queue = if from_pool { None } else { head };
        if let Some(queue) = queue {
            self.last_queue = queue;
            self.full.set(queue, false);
            self.blocked.set(queue, true);
        }
        if from_pool || queue.is_some() {
            self.pool_turn = !from_pool;
            self.dispatch = Dispatch { busy: true, timer: 1, queue, ..Dispatch::default() };
            let head = queue.map(|queue| self.heads[queue as usize]);
            self.dispatch.desc = head.unwrap_or(self.pool_head);
            self.state = State::Load;
        }
    }

    fn fetch(&mut self, i: &In) {
        let length = self.length();
        if i.mem_req_ready && self.dispatch.sent < length {
            self.dispatch.sent += 1;
        }
        if !i.mem_resp_valid {
            return;
        }
        let word = self.dispatch.received;
        self.dispatch.received += 1;
        if word as usize == descriptor::NEXT {
            self.pending -= 1;
            self.pool_head = i.mem_resp_data;
        } else {
            self.dispatch.words[word as usize] = i.mem_resp_data;
        }
        if word + 1 == length {
            self.dispatch.fetched = true;
            self.state = State::Pick;
        }
    }

    fn act(&mut self, i: &In) {
        match (self.state, self.command) {
            (State::Pick, Some((kind, desc))) => self.decide(kind, desc, i.cfg_pending_limit),
            (State::Pick, None) if !self.dispatch.busy => self.choose(),
            (State::Append, Some((kind, desc))) if i.mem_req_ready => {
                self.join(kind, desc);
                self.state = State::Pick;
            }
            (State::Suspend, Some((kind, _))) if i.mem_req_ready => {
                self.suspended = self.suspended.wrapping_add(1);
                self.settle(kind);
                self.state = State::Pick;
            }
            (State::Load, _) => self.state = State::Fetch,
            (State::Fetch, _) => self.fetch(i),
            _ => {}
        }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::empty(self.queues, self.tag, self.cluster);
    }

    fn out(&self) -> Out {
        let mut out = Out {
            hwq_ready: !self.full & self.queues,
            cmd_ready: self.command.is_none(),
            overflow: self.overflow,
            pending: self.pending,
            suspended: self.suspended,
            idle: self.idle(),
            ..Out::default()
        };
        if self.dispatch.offered {
            let words = &self.dispatch.words;
            out.disp_valid = true;
            out.disp_pc = words[descriptor::ENTRY_PC];
            out.disp_grid_x = words[descriptor::GRID_X];
            out.disp_grid_yz = words[descriptor::GRID_YZ];
            out.disp_shape = words[descriptor::SHAPE];
            out.disp_demand = words[descriptor::DEMAND];
            out.disp_param = words[descriptor::PARAM];
            out.disp_tag = words[descriptor::TAG] & self.tag;
            out.disp_level = words[descriptor::TAG] >> descriptor::LEVEL_BIT & 7;
            out.disp_cluster = words[descriptor::TAG] >> descriptor::CLUSTER_BIT & self.cluster;
            out.disp_desc = self.dispatch.desc;
        }
        if let Some((write, addr, data)) = self.request() {
            out.mem_req_valid = true;
            (out.mem_req_write, out.mem_req_addr, out.mem_req_data) = (write, addr, data);
        }
        out
    }

    fn step(&mut self, i: &In) {
        let cmd_ready = self.command.is_none();
        let (busy, offered) = (self.dispatch.busy, self.dispatch.offered);
        self.overflow = false;
        self.act(i);
        if offered && i.disp_ready {
            self.dispatch = Dispatch::default();
        } else if busy && !offered {
            self.dispatch.timer = (self.dispatch.timer + 1).min(0xFFFF);
            let in_time = self.dispatch.timer >= i.cfg_dispatch_cycles;
            self.dispatch.offered = self.dispatch.fetched && in_time;
        }
        if i.host_valid {
            self.full.set(i.host_hwq, true);
            self.heads[i.host_hwq as usize] = i.host_desc;
        }
        if i.done_valid {
            self.blocked.set(i.done_hwq, false);
        }
        if i.cmd_valid && cmd_ready {
            self.command = Some((i.cmd_kind, i.cmd_desc));
        }
    }

    fn idle(&self) -> bool {
        let nothing_to_choose = !self.ready_heads().any() && self.pending == 0;
        let waits = if self.dispatch.busy { self.dispatch.offered } else { nothing_to_choose };
        self.state == State::Pick && self.command.is_none() && !self.overflow && waits
    }
}
