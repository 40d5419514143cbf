//! Fast model of the KMU.

use super::descriptor::{self, offset};
use super::pins::{In, Out, Params, SUSPENDED};
use super::pool::{Key, Pool};
use crate::kit::{width, Class, Clocked, Mask};

/// Byte offset of the link of the pool.
const LINK: u32 = offset(descriptor::NEXT);

/// What the unit does in this cycle besides offering and counting time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    /// Serves a command, or chooses a kernel if there is none.
    #[default]
    Pick,
    /// Sees whether the list of a cluster and level that the command's kernel joins has others.
    Look,
    /// Writes the command's kernel behind the last of its list.
    Append,
    /// Marks the command's kernel as suspended.
    Suspend,
    /// Finds the highest level of the chosen cluster.
    Seek,
    /// Reads the address of the chosen kernel's descriptor.
    Load,
    /// Reads the chosen kernel's descriptor.
    Fetch,
}

/// A device command.
#[derive(Clone, Copy, Debug)]
struct Command {
    kind: u32,
    desc: u32,
    /// The list that its kernel joins.
    key: Key,
}

/// The chosen kernel, from the choice until its transfer.
#[derive(Clone, Copy, Debug, Default)]
struct Dispatch {
    busy: bool,
    fetched: bool,
    offered: bool,
    /// Cycles since the choice, saturating.
    timer: u32,
    /// The queue of a head.
    queue: Option<u32>,
    /// The list of a kernel of the pool.
    key: Option<Key>,
    desc: u32,
    sent: u32,
    received: u32,
    /// As they have come; the link is not kept.
    words: [u32; descriptor::WORDS],
}

/// Slots, pool and the dispatch under way.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    queues: Mask,
    /// Bits of a tag, and of a cluster.
    tag: u32,
    cluster: u32,
    full: Mask,
    blocked: Mask,
    heads: Vec<u32>,
    last_queue: u32,
    pool_turn: bool,
    command: Option<Command>,
    overflow: bool,
    pool: Pool,
    suspended: u32,
    state: State,
    dispatch: Dispatch,
}

impl Model {
    /// A unit with the given number of queues in a machine of some class, after reset.
    pub fn new(params: &Params, class: Class) -> Self {
        let [tag, cluster] = [width::TAG, width::SMX].map(|width| (1 << width.of(class)) - 1);
        Self::empty(params, tag, cluster)
    }

    fn empty(params: &Params, tag: u32, cluster: u32) -> Self {
        Self {
            params: params.clone(),
            queues: Mask::first(params.hwqs),
            tag,
            cluster,
            heads: vec![0; params.hwqs as usize],
            // The first queue comes first: it is after the last there may be.
            last_queue: Mask::BITS - 1,
            pool: Pool::new(params),
            full: Mask::default(),
            blocked: Mask::default(),
            pool_turn: false,
            command: None,
            overflow: false,
            suspended: 0,
            state: State::Pick,
            dispatch: Dispatch::default(),
        }
    }

    fn ready_heads(&self) -> Mask {
        self.full & !self.blocked
    }

    /// Words to read: a kernel of the pool also has the link to the next one.
    fn length(&self) -> u32 {
        descriptor::NEXT as u32 + u32::from(self.dispatch.queue.is_none())
    }

    fn request(&self) -> Option<(bool, u32, u32)> {
        match (self.state, self.command) {
            (State::Append, Some(Command { desc, key, .. })) => {
                Some((true, self.pool.tail(key).unwrap_or(0) | LINK, desc))
            }
            (State::Suspend, Some(Command { desc, .. })) => Some((true, desc | LINK, SUSPENDED)),
            (State::Fetch, _) if self.dispatch.sent < self.length() => {
                Some((false, self.dispatch.desc | offset(self.dispatch.sent as usize), 0))
            }
            _ => None,
        }
    }

    /// Adds the command's kernel to the pool.
    fn join(&mut self, command: Command) {
        self.pool.join(command.key, command.desc);
        self.settle(command.kind);
        self.state = State::Pick;
    }

    /// Finishes the command. A resumed kernel is no longer held, even if it was refused.
    fn settle(&mut self, kind: u32) {
        if kind == 2 {
            self.suspended = self.suspended.wrapping_sub(1);
        }
        self.command = None;
    }

    fn decide(&mut self, command: Command, limit: u32) {
        if command.kind == 1 {
            self.state = State::Suspend;
        } else if self.pool.pending() >= limit {
            self.overflow = true;
            self.settle(command.kind);
        } else if command.key == Key::Root {
            self.append(command);
        } else {
            self.state = State::Look;
        }
    }

    /// The first kernel of a list joins it at once; another is written behind the last.
    fn append(&mut self, command: Command) {
        match self.pool.tail(command.key) {
            Some(_) => self.state = State::Append,
            None => self.join(command),
        }
    }

    fn choose(&mut self) {
        let head = self.ready_heads().lowest_after(self.last_queue);
        let key = self.pool.next().filter(|_| self.pool_turn || head.is_none());
        let queue = if key.is_some() { None } else { head };
        if let Some(queue) = queue {
            self.last_queue = queue;
            self.full.set(queue, false);
            self.blocked.set(queue, true);
        }
        if key.is_some() || queue.is_some() {
            self.pool_turn = key.is_none();
            self.dispatch = Dispatch { busy: true, timer: 1, queue, key, ..Dispatch::default() };
            let head = queue.map(|queue| self.heads[queue as usize]);
            let pooled = key.map(|key| self.pool.choose(key));
            self.dispatch.desc = head.or(pooled).unwrap_or(0);
            let bound = matches!(key, Some(Key::Bound { .. }));
            self.state = if bound { State::Seek } else { State::Load };
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
            if let Some(key) = self.dispatch.key {
                self.pool.leave(key, i.mem_resp_data);
            }
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
            (State::Pick, Some(command)) => self.decide(command, i.cfg_pending_limit),
            (State::Pick, None) if !self.dispatch.busy => self.choose(),
            (State::Look, Some(command)) => self.append(command),
            (State::Append, Some(command)) if i.mem_req_ready => self.join(command),
            (State::Suspend, Some(Command { kind, .. })) if i.mem_req_ready => {
                self.suspended = self.suspended.wrapping_add(1);
                self.settle(kind);
                self.state = State::Pick;
            }
            (State::Seek, _) => self.state = State::Load,
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
        *self = Self::empty(&self.params, self.tag, self.cluster);
    }

    fn out(&self) -> Out {
        let mut out = Out {
            hwq_ready: !self.full & self.queues,
            cmd_ready: self.command.is_none(),
            overflow: self.overflow,
            pending: self.pool.pending(),
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
            let (kind, desc, key) = (i.cmd_kind, i.cmd_desc, self.pool.key(i));
            self.command = Some(Command { kind, desc, key });
        }
    }

    fn idle(&self) -> bool {
        let nothing_to_choose = !self.ready_heads().any() && self.pool.pending() == 0;
        let waits = if self.dispatch.busy { self.dispatch.offered } else { nothing_to_choose };
        self.state == State::Pick && self.command.is_none() && !self.overflow && waits
    }
}
