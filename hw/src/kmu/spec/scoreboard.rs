//! The scoreboard of the KMU, on std collections. It predicts choices, commands and every pin to the cycle.

use super::super::descriptor::{self, offset, CLUSTER_BIT, LEVEL_BIT};
use super::super::pins::{In, Out, Params};
use super::super::Kmu;
use super::commands::{Command, Progress};
use crate::kit::spec::ensure;
use crate::kit::{width, Mask, Unit, Violation};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Byte offset of a descriptor's tag.
pub const TAG: u32 = offset(descriptor::TAG);
/// Byte offset of a descriptor's link.
pub(super) const LINK: u32 = offset(descriptor::NEXT);

/// A kernel between its choice and its transfer.
pub(super) struct Dispatch {
    pub(super) desc: u32,
    pub(super) from_pool: bool,
    /// From a list of a cluster.
    pub(super) bound: bool,
    pub(super) chosen: u64,
    pub(super) requested: u32,
    pub(super) received: u32,
    pub(super) fetched: Option<u64>,
}

impl Dispatch {
    pub(super) fn words(&self) -> u32 {
        let words = if self.from_pool { descriptor::WORDS } else { descriptor::NEXT };
        words as u32
    }
}

/// A list of the pool: a cluster and a level, or none for that of level 0.
pub(super) type Key = Option<(u32, u32)>;

/// The state of the unit and of its environment.
pub struct Scoreboard {
    pub(super) hwqs: u32,
    pub(super) clusters: u32,
    /// Bits of a tag, and of a cluster.
    tag_bits: u32,
    cluster_bits: u32,
    pub(super) dispatch_cycles: u64,
    pub(super) pending_limit: usize,
    pub(super) now: u64,
    /// Device memory, word by word.
    pub memory: BTreeMap<u32, u32>,
    /// Kernels that were taken and have neither completed nor been suspended.
    pub running: Vec<u32>,
    pub(super) slots: BTreeMap<u32, u32>,
    pub(super) blocked: BTreeSet<u32>,
    /// The kernels of each list.
    pub(super) pool: BTreeMap<Key, VecDeque<u32>>,
    pub(super) held: BTreeSet<u32>,
    /// The command taken and not yet carried out.
    pub(super) command: Option<Command>,
    pub(super) dispatch: Option<Dispatch>,
    pub(super) last_hwq: u32,
    pub(super) pool_turn: bool,
    /// The cluster chosen last, and whether the clusters are next in the pool.
    last_cluster: u32,
    clusters_turn: bool,
}

impl Scoreboard {
    /// The state after reset.
    pub fn new(params: &Params, dispatch_cycles: u32, pending_limit: u32) -> Self {
        Self {
            hwqs: params.hwqs,
            clusters: params.clusters,
            tag_bits: width::TAG.of(Kmu::class(params)),
            cluster_bits: width::SMX.of(Kmu::class(params)),
            dispatch_cycles: dispatch_cycles.into(),
            pending_limit: pending_limit as usize,
            now: 0,
            memory: BTreeMap::new(),
            running: Vec::new(),
            slots: BTreeMap::new(),
            blocked: BTreeSet::new(),
            pool: BTreeMap::new(),
            held: BTreeSet::new(),
            command: None,
            dispatch: None,
            // Queue 0 comes first: it is after the last there may be.
            last_hwq: width::HWQS.wide - 1,
            pool_turn: false,
            // Cluster 0 comes first.
            last_cluster: params.clusters.max(1) - 1,
            clusters_turn: false,
        }
    }

    /// Returns the held kernels that no command names.
    pub fn resumable(&self) -> Vec<u32> {
        let target = self.command.map(|command| command.desc);
        self.held.iter().copied().filter(|&desc| Some(desc) != target).collect()
    }

    /// Pending kernels.
    pub(super) fn pending(&self) -> usize {
        self.pool.values().map(VecDeque::len).sum()
    }

    /// The list of a command's kernel.
    fn key(&self, input: &In) -> Key {
        let bound = self.clusters > 0 && input.cmd_level > 0;
        bound.then_some((input.cmd_cluster, input.cmd_level))
    }

    /// Returns whether every kernel has been dispatched and has completed.
    pub fn nothing_left(&self) -> bool {
        let inside = self.slots.is_empty() && self.pending() == 0 && self.held.is_empty();
        inside && self.blocked.is_empty() && self.command.is_none() && self.dispatch.is_none()
    }

    /// Checks the outputs of a cycle.
    pub fn check(&mut self, out: &Out) -> Result<(), Violation> {
        self.settle_command(out)?;
        let slots = (0..self.hwqs).filter(|hwq| !self.slots.contains_key(hwq));
        let ready = slots.collect::<Mask>();
        ensure(out.hwq_ready == ready, || {
            format!("rules 1, 2 and 5: hwq_ready {:#x}, expected {ready:#x}", out.hwq_ready)
        })?;
        ensure(out.cmd_ready == self.command.is_none(), || {
            format!("rule 3: cmd_ready {}, command under way {:?}", out.cmd_ready, self.command)
        })?;
        let (pending, held) = (self.pending(), self.held.len());
        ensure(out.pending as usize == pending, || {
            format!("rule 3: {} pending, expected {pending}", out.pending)
        })?;
        ensure(out.suspended as usize == held, || {
            format!("rule 3: {} suspended, expected {held}", out.suspended)
        })?;
        self.check_memory(out)?;
        self.check_offer(out)
    }

    fn check_memory(&mut self, out: &Out) -> Result<(), Violation> {
        let (addr, data) = (out.mem_req_addr, out.mem_req_data);
        let write = (out.mem_req_valid && out.mem_req_write).then_some((addr, data));
        let read = (out.mem_req_valid && !out.mem_req_write).then_some(addr);
        let due = self.dispatch.as_ref().filter(|dispatch| {
            let from = dispatch.chosen + 2 + u64::from(dispatch.bound);
            self.now >= from && dispatch.requested < dispatch.words()
        });
        let due = due.map(|dispatch| dispatch.desc + offset(dispatch.requested as usize));
        ensure(read == due, || {
            format!("rules 5 and 7: reads {read:x?}, the chosen kernel has {due:x?}")
        })?;
        ensure(write.is_some() || data == 0, || "stream rule 3: data without a write".into())?;
        ensure(out.mem_req_valid || (addr == 0 && !out.mem_req_write), || {
            "stream rule 3: a request without valid".into()
        })?;
        let due = match self.command {
            Some(Command { progress: Progress::Writes(addr, data), .. }) => Some((addr, data)),
            _ => None,
        };
        ensure(write == due, || format!("rule 3: writes {write:x?}, must write {due:x?}"))
    }

    fn check_offer(&self, out: &Out) -> Result<(), Violation> {
        let offered = self.dispatch.as_ref().filter(|dispatch| {
            let in_time = self.now >= dispatch.chosen + self.dispatch_cycles;
            in_time && dispatch.fetched.is_some_and(|fetched| self.now > fetched)
        });
        ensure(out.disp_valid == offered.is_some(), || {
            let chosen = self.dispatch.as_ref().map(|dispatch| dispatch.chosen);
            format!("rule 6: disp_valid {} at {}, chosen {chosen:?}", out.disp_valid, self.now)
        })?;
        let mut expected = [0; 10];
        if let Some(dispatch) = offered {
            for (word, value) in expected.iter_mut().enumerate().take(7) {
                *value = self.memory[&(dispatch.desc + offset(word))];
            }
            let (level, cluster) = (expected[6] >> LEVEL_BIT & 7, expected[6] >> CLUSTER_BIT);
            expected[6] &= (1 << self.tag_bits) - 1;
            let cluster = cluster & ((1 << self.cluster_bits) - 1);
            (expected[7], expected[8], expected[9]) = (dispatch.desc, level, cluster);
        }
        let front = [out.disp_pc, out.disp_grid_x, out.disp_grid_yz, out.disp_shape];
        let back = [out.disp_demand, out.disp_param, out.disp_tag, out.disp_desc];
        let home = [out.disp_level, out.disp_cluster];
        let actual = [&front[..], &back, &home].concat();
        ensure(actual == expected, || {
            format!("rule 6, stream rules 2 and 3: offers {actual:x?}, expected {expected:x?}")
        })?;
        let waits = match &self.dispatch {
            Some(_) => offered.is_some(),
            None => self.choice().is_none(),
        };
        let idle = waits && self.command.is_none() && !out.overflow;
        ensure(out.idle == idle, || format!("contract 4: idle {}, expected {idle}", out.idle))
    }

    /// Rule 10: the list of which the next kernel of the pool comes.
    pub(super) fn next_list(&self) -> Option<Key> {
        let held = |key: &Key| self.pool.get(key).is_some_and(|list| !list.is_empty());
        let root = Some(None).filter(held);
        // The next cluster first, and of its lists the highest level.
        let distance =
            |cluster| (cluster + 2 * self.clusters - self.last_cluster - 1) % self.clusters;
        let turn = |key: &Key| key.map(|(cluster, level)| (distance(cluster), Reverse(level)));
        let lists = self.pool.keys().filter(|key| key.is_some() && held(key));
        let bound = lists.copied().min_by_key(turn);
        if self.clusters_turn {
            bound.or(root)
        } else {
            root.or(bound)
        }
    }

    /// Rule 5: returns the kernel to choose now, as queue (none for the pool) and descriptor.
    pub(super) fn choice(&self) -> Option<(Option<u32>, u32)> {
        let mut heads =
            self.slots.range(self.last_hwq + 1..).chain(self.slots.range(..=self.last_hwq));
        let head = heads.find(|(hwq, _)| !self.blocked.contains(hwq));
        let head = head.map(|(&hwq, &desc)| (Some(hwq), desc));
        let pooled = self.next_list().and_then(|key| self.pool.get(&key)?.front());
        let pooled = pooled.map(|&desc| (None, desc));
        if self.pool_turn {
            pooled.or(head)
        } else {
            head.or(pooled)
        }
    }

    /// Follows the transfers at the edge that ends a cycle.
    pub fn observe(&mut self, out: &Out, input: &In) {
        // A choice is made on the state before the edge, and with a command there is none.
        if self.dispatch.is_none() && self.command.is_none() {
            if let Some((hwq, desc)) = self.choice() {
                self.start(hwq, desc);
            }
        }
        self.decide();
        if out.mem_req_valid && input.mem_req_ready {
            if out.mem_req_write {
                self.memory.insert(out.mem_req_addr, out.mem_req_data);
                self.command =
                    self.command.map(|command| Command { progress: Progress::Ends, ..command });
            } else if let Some(dispatch) = &mut self.dispatch {
                dispatch.requested += 1;
            }
        }
        if let Some(dispatch) = self.dispatch.as_mut().filter(|_| input.mem_resp_valid) {
            dispatch.received += 1;
            if dispatch.received == dispatch.words() {
                dispatch.fetched = Some(self.now);
                // Which list it is of is known by its first kernel.
                let of = |list: &&mut VecDeque<u32>| list.front() == Some(&dispatch.desc);
                let list = self.pool.values_mut().filter(|_| dispatch.from_pool).find(of);
                if let Some(list) = list {
                    list.pop_front();
                }
            }
        }
        if out.disp_valid && input.disp_ready {
            self.running.extend(self.dispatch.take().map(|dispatch| dispatch.desc));
        }
        if input.host_valid {
            self.slots.insert(input.host_hwq, input.host_desc);
        }
        if input.done_valid {
            self.blocked.remove(&input.done_hwq);
        }
        if out.cmd_ready && input.cmd_valid {
            let (kind, desc) = (input.cmd_kind, input.cmd_desc);
            let key = self.key(input);
            self.command = Some(Command { kind, desc, key, progress: Progress::Taken });
        }
        self.now += 1;
    }

    fn start(&mut self, hwq: Option<u32>, desc: u32) {
        self.pool_turn = hwq.is_some();
        if let Some(hwq) = hwq {
            self.slots.remove(&hwq);
            self.blocked.insert(hwq);
            self.last_hwq = hwq;
        }
        let from_pool = hwq.is_none();
        let list = self.next_list().filter(|_| from_pool);
        if let Some(list) = list {
            self.clusters_turn = list.is_none();
        }
        let bound = list.flatten();
        self.last_cluster = bound.map_or(self.last_cluster, |(cluster, _)| cluster);
        self.dispatch = Some(Dispatch {
            desc,
            from_pool,
            bound: bound.is_some(),
            chosen: self.now,
            requested: 0,
            received: 0,
            fetched: None,
        });
    }
}
