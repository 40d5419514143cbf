//! What must be in the queues, and what is on every pin in every cycle: the rules of `pins.rs` and the timing table of
//! `mod.rs`, as times at which something is due.

use super::super::pins::{In, Out, Params};
use super::overflow::{Destination, Overflow};
use super::FILLED;
use crate::kernel_distributor::pins::{decode_grid, tb_index};
use crate::kit::width::Class;
use crate::kit::{Mask, Pins, Violation};
use std::collections::{BTreeMap, VecDeque};

/// A kernel or group: its fields and the TBs that have been granted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Work {
    pub kdei: u32,
    pub pc: u32,
    pub param: u32,
    pub shape: u32,
    pub demand: u32,
    pub grid: [u32; 2],
    /// Whose entry it has: a cluster's, or of kernels.
    pub entry_of: Option<u32>,
    /// TBs that have been granted.
    pub granted: u32,
}

impl Work {
    /// The next TB is the last.
    fn is_last(&self) -> bool {
        let tbs: u128 = decode_grid(self.grid).map(u128::from).iter().product();
        u128::from(self.granted) + 1 == tbs
    }
}

/// A queue: the cluster, or none for level 0, and the level.
pub(super) type Key = (Option<u32>, u32);

/// The queue of what is of a cluster and level.
fn key(cluster: u32, level: u32) -> Key {
    ((level > 0).then_some(cluster), level)
}

/// A TB on its way, and whether it is the last of its work.
#[derive(Clone, Copy, Debug)]
struct Sent {
    work: Work,
    level: u32,
}

/// What is appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Kernel,
    /// The group that comes back.
    Back,
    /// A group that was launched.
    Group,
}

/// What the unit does with the SMX it looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Append(Source),
    /// Has a group come back to a cluster.
    Recall(u32),
    Rest,
    Want(Key),
    Fetch(Key),
    /// Turns to a backup.
    Seek(u32),
    Skip,
}

/// The queues, and when what is due.
pub(super) struct Scoreboard {
    pub params: Params,
    pub now: u64,
    pub queues: BTreeMap<Key, VecDeque<Work>>,
    /// By cluster, and of kernels, entries that have been used and are free, and those that have not been used.
    pub entries: BTreeMap<Option<u32>, (u32, u32)>,
    pub backups: BTreeMap<u32, u32>,
    /// A kernel with its queue.
    pub enter: Option<(Key, u32)>,
    /// A group with its queue and record.
    pub alloc: Option<(Key, Work, u32)>,
    pub overflow: Overflow,
    pub smx: u32,
    rounds: u32,
    other: Option<u32>,
    pub hand: Option<Key>,
    pub asked: Option<u32>,
    /// When an SMX is looked at; when what is appended; when a demand is asked; when a head has left.
    look_at: u64,
    append_at: Option<(u64, Source)>,
    ask_at: Option<u64>,
    leave_at: Option<u64>,
    sent: Option<Sent>,
}

impl Scoreboard {
    /// After reset.
    pub fn new(params: &Params) -> Self {
        let of = |cluster| {
            let entries =
                if cluster == params.clusters() { params.kdes } else { params.cluster_entries() };
            ((cluster != params.clusters()).then_some(cluster), (0, entries))
        };
        Self {
            params: params.clone(),
            now: 0,
            queues: BTreeMap::new(),
            entries: (0..=params.clusters()).map(of).collect(),
            backups: BTreeMap::new(),
            enter: None,
            alloc: None,
            overflow: Overflow::new(params.clusters()),
            smx: 0,
            rounds: 0,
            other: None,
            hand: None,
            asked: None,
            look_at: Self::awake_at(params) + 1,
            append_at: None,
            ask_at: None,
            leave_at: None,
            sent: None,
        }
    }

    /// The first cycle in which requests are taken.
    fn awake_at(params: &Params) -> u64 {
        u64::from((params.clusters() + 1).max(params.smxs))
    }

    /// Nothing is queued, held or under way.
    pub fn is_empty(&self) -> bool {
        let held = self.enter.is_some() || self.alloc.is_some() || self.sent.is_some();
        let held = held || self.leave_at.is_some() || self.overflow.count() > 0;
        !held && self.queues.values().all(VecDeque::is_empty)
    }

    /// SMXs have backups.
    pub fn is_adaptive(&self) -> bool {
        self.params.adaptive && self.has_clusters()
    }

    /// All clusters.
    pub fn clusters(&self) -> std::ops::Range<u32> {
        0..self.params.clusters()
    }

    /// There is more than one cluster.
    pub fn has_clusters(&self) -> bool {
        self.params.clusters() > 1
    }

    /// A stimulus has more groups than a cluster has entries.
    pub fn fills(&self) -> bool {
        self.params.cluster_entries() <= FILLED
    }

    /// Free entries of a cluster.
    pub fn vacant(&self, cluster: Option<u32>) -> u32 {
        self.entries.get(&cluster).map_or(0, |(used, unused)| used + unused)
    }

    /// Where the group goes that is appended in this cycle.
    pub fn destination(&self) -> Option<Destination> {
        let (key, ..) = self.alloc.filter(|_| self.append_at == Some((self.now, Source::Group)))?;
        Some(self.overflow.destination(key, self.vacant(key.0)))
    }

    /// The head of a queue.
    pub fn head(&self, key: Key) -> Option<&Work> {
        self.queues.get(&key)?.front()
    }

    /// The queue of the highest level of a cluster that has anything on chip.
    pub fn highest(&self, cluster: Option<u32>) -> Option<Key> {
        let held = self.queues.iter().filter(|(key, queue)| key.0 == cluster && !queue.is_empty());
        held.map(|(key, _)| *key).max_by_key(|key| key.1)
    }

    /// The backup of the SMX looked at (rule 5).
    fn backup(&self) -> Option<u32> {
        let clusters = self.params.clusters();
        let own = self.smx / self.params.cluster;
        let holds = |cluster: &u32| self.highest(Some(*cluster)).is_some();
        let kept = self.backups.get(&self.smx).copied().filter(holds);
        kept.or_else(|| (1..clusters).map(|n| (own + n) % clusters).find(holds))
    }

    /// What is done in a cycle in which an SMX is looked at.
    pub fn choice(&self) -> Option<Choice> {
        if self.now != self.look_at {
            return None;
        }
        let vacant = |cluster| self.vacant(Some(cluster)) > 0;
        if self.enter.is_some() {
            return Some(Choice::Append(Source::Kernel));
        }
        if self.overflow.read().is_some() {
            return Some(Choice::Append(Source::Back));
        }
        if let Some(cluster) = self.overflow.due(vacant) {
            return Some(Choice::Recall(cluster));
        }
        if self.alloc.is_some() {
            return Some(Choice::Append(Source::Group));
        }
        if self.rounds == 0 {
            return Some(Choice::Rest);
        }
        let own = self.other.unwrap_or(self.smx / self.params.cluster);
        let candidate = self.highest(Some(own)).or_else(|| self.highest(None));
        Some(match candidate {
            Some(key) if self.hand == Some(key) => Choice::Want(key),
            Some(key) => Choice::Fetch(key),
            None => match self.backup().filter(|_| self.params.adaptive) {
                Some(backup) => Choice::Seek(backup),
                None => Choice::Skip,
            },
        })
    }

    /// The pins of this cycle.
    fn expected(&self) -> Out {
        let awake = self.now >= Self::awake_at(&self.params);
        let choice = self.choice();
        let mut out = Out {
            enter_ready: awake && self.enter.is_none(),
            alloc_ready: awake && self.alloc.is_none(),
            queued: self.queues.values().map(|queue| queue.len() as u32).sum::<u32>()
                + u32::from(self.leave_at.is_some())
                + self.overflow.count(),
            idle: choice == Some(Choice::Rest) && self.overflow.back.is_none(),
            ..Out::default()
        };
        if let Some(Choice::Append(source)) = choice {
            let kdei = match source {
                Source::Kernel => self.enter.map(|(_, kdei)| kdei),
                Source::Back => self.overflow.back.map(|back| back.work.kdei),
                Source::Group => self.alloc.map(|(_, work, _)| work.kdei),
            };
            (out.look_valid, out.look_kdei) = (true, kdei.unwrap_or(0));
        }
        if let Some((write, address, word)) = self.overflow.request(self.now) {
            (out.mem_req_valid, out.mem_req_write) = (true, write);
            (out.mem_req_addr, out.mem_req_data) = (address, word);
        }
        if let Some(Choice::Want(_)) = choice {
            out.want_smxs = Mask::bit(self.smx);
        }
        if self.ask_at == Some(self.now) {
            out.ask_valid = true;
            out.ask_smxs = Mask::first(self.params.smxs);
            out.ask_demand = self.asked.unwrap_or(0);
        }
        if let Some(Sent { work, level }) = self.sent {
            (out.tb_valid, out.tb_kdei, out.tb_item) = (true, work.kdei, work.granted);
            out.tb_level = level;
            (out.tb_pc, out.tb_param, out.tb_shape) = (work.pc, work.param, work.shape);
            [out.tb_grid_x, out.tb_grid_yz] = work.grid;
            [out.tb_block_x, out.tb_block_yz] = tb_index(work.grid, work.granted.into());
            if work.is_last() {
                (out.spent_valid, out.spent_kdei) = (true, work.kdei);
            }
        }
        out
    }

    /// Judges the outputs of a cycle.
    pub fn check(&self, out: &Out) -> Result<(), Violation> {
        let rules = [
            ("enter", "rules 1 and 2"),
            ("alloc", "rules 1 and 3"),
            ("look", "rules 2, 3 and 12, timing table"),
            ("mem", "rules 3, 11, 12 and 13, timing table"),
            ("ask", "rule 6, timing table"),
            ("want", "rules 5 and 6, timing table"),
            ("tb", "rules 4 and 7"),
            ("spent", "rule 8"),
            ("queued", "rules 3 and 4"),
            ("idle", "rule 9"),
        ];
        let (expected, actual) = (self.expected().words(Class::Wide), out.words(Class::Wide));
        let pins = Out::pins(Class::Wide).iter().zip(expected.iter().zip(actual));
        for (pin, (expected, actual)) in pins {
            if *expected != actual {
                let rule = rules.iter().find(|(prefix, _)| pin.name.starts_with(prefix));
                let (rule, name) = (rule.map_or("", |(_, rule)| *rule), pin.name);
                let broken = format!("{rule}: {name} is {actual:#x}, expected {expected:#x}");
                return Err(Violation::new(broken));
            }
        }
        Ok(())
    }

    /// The edge at which `input` meets the outputs of this cycle, which have been checked.
    pub fn follow(&mut self, input: &In, out: &Out) {
        let choice = self.choice();
        self.sent = None;
        self.leave();
        self.append(input);
        if let Some(choice) = choice {
            self.act(choice, input.grant_smxs.any());
        }
        if out.mem_req_valid && input.mem_req_ready && self.overflow.take(self.now) {
            (self.alloc, self.look_at) = (None, self.now + 2);
        }
        if input.mem_resp_valid {
            self.overflow.answer();
        }
        if input.end_valid {
            self.rounds = self.params.smxs;
        }
        if input.enter_valid && out.enter_ready {
            self.enter = Some((key(input.enter_cluster, input.enter_level), input.enter_kdei));
        }
        if input.alloc_valid && out.alloc_ready {
            let grid = [input.alloc_grid_x, input.alloc_grid_yz];
            let (kdei, param) = (input.alloc_kdei, input.alloc_param);
            let key = key(input.alloc_cluster, input.alloc_level);
            let work = Work { kdei, param, grid, entry_of: key.0, ..Work::default() };
            self.alloc = Some((key, work, input.alloc_record));
        }
        self.now += 1;
    }

    /// A head has left: its entry is free.
    fn leave(&mut self) {
        self.leave_at.take_if(|at| *at == self.now);
    }

    fn append(&mut self, input: &In) {
        let destination = self.destination();
        let Some((_, source)) = self.append_at.take_if(|(at, _)| *at == self.now) else { return };
        self.other = None;
        let (key, mut work) = match (source, self.overflow.back, self.alloc) {
            (Source::Back, Some(back), _) => (back.key, back.work),
            (Source::Group, _, Some((key, work, record))) => {
                if destination != Some(Destination::Chip) {
                    self.overflow.spill(key, work, record, self.now + 1);
                    return;
                }
                (key, work)
            }
            _ => {
                let grid = [input.kde_grid_x, input.kde_grid_yz];
                let (key, kdei) = self.enter.unwrap_or_default();
                (key, Work { kdei, param: input.kde_param, grid, ..Work::default() })
            }
        };
        (work.pc, work.shape, work.demand) = (input.kde_pc, input.kde_shape, input.kde_demand);
        let Some((used, unused)) = self.entries.get_mut(&work.entry_of) else { return };
        self.look_at = self.now + 2 + u64::from(*used > 0);
        let free = if *used > 0 { used } else { unused };
        *free -= 1;
        self.queues.entry(key).or_default().push_back(work);
        self.rounds = self.params.smxs;
        match source {
            Source::Kernel => self.enter = None,
            Source::Back => self.overflow.back = None,
            Source::Group => self.alloc = None,
        }
    }

    fn act(&mut self, choice: Choice, granted: bool) {
        self.look_at = self.now + 1;
        match choice {
            Choice::Append(source) => {
                self.append_at = Some((self.now + 1, source));
                self.look_at = u64::MAX;
            }
            Choice::Recall(cluster) => {
                self.overflow.recall(cluster, self.now + 3);
                self.other = None;
                self.look_at = self.now + 4;
            }
            Choice::Rest => {}
            Choice::Want(key) => {
                self.advance();
                if granted {
                    self.grant(key);
                }
            }
            Choice::Fetch(key) => {
                self.hand = Some(key);
                self.look_at = self.now + 3;
                let demand = self.head(key).map(|work| work.demand);
                if self.asked != demand {
                    (self.asked, self.ask_at) = (demand, Some(self.now + 3));
                    self.look_at += 1;
                }
            }
            Choice::Seek(backup) => {
                self.backups.insert(self.smx, backup);
                self.other = Some(backup);
            }
            Choice::Skip => self.advance(),
        }
    }

    fn advance(&mut self) {
        self.smx = (self.smx + 1) % self.params.smxs;
        (self.other, self.rounds) = (None, self.rounds - 1);
    }

    fn grant(&mut self, key: Key) {
        self.rounds = self.params.smxs;
        let Some(queue) = self.queues.get_mut(&key) else { return };
        let Some(work) = queue.front_mut() else { return };
        self.sent = Some(Sent { work: *work, level: key.1 });
        if !work.is_last() {
            work.granted += 1;
            return;
        }
        let entry_of = queue.pop_front().and_then(|work| work.entry_of);
        if let Some((used, _)) = self.entries.get_mut(&entry_of) {
            *used += 1;
        }
        self.hand = None;
        self.leave_at = Some(self.now + 2);
        self.look_at = self.now + 4;
    }
}
