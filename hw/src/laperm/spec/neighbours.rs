//! Kernel Distributor, SMXs, residency, memory and who grants, as the stimulus has them act.

use super::super::pins::{In, Out, Params};
use super::{Group, Kernel, Stimulus};
use crate::agt::agei::Agei;
use crate::agt::record::{self, Record};
use crate::kernel_distributor::pins::encode_grid;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Where the kernels are, and what is still to come.
pub(super) struct Neighbours {
    pub now: u64,
    stimulus: Stimulus,
    /// By entry, the kernel in it, and its work that has not been spent: its own TBs and groups to come.
    entries: Vec<Option<(usize, u64)>>,
    /// Kernels that have been offered and taken.
    entered: usize,
    enter_at: u64,
    /// The entry of the kernel that is offered.
    entering: Option<usize>,
    /// Groups that have not been offered.
    groups: VecDeque<Group>,
    alloc_at: u64,
    /// A group is offered: its number among the groups that are left.
    offered: Option<usize>,
    /// Groups that have been taken.
    launched: u32,
    /// Words by address, and those that memory is to answer.
    memory: BTreeMap<u32, u32>,
    responses: VecDeque<u32>,
    looked: In,
    granted: u64,
    /// Cycles in which TBs end.
    ends: BTreeSet<(u64, u64)>,
}

impl Neighbours {
    pub fn new(params: &Params, stimulus: &Stimulus) -> Self {
        Self {
            now: 0,
            stimulus: stimulus.clone(),
            entries: vec![None; params.kdes as usize],
            entered: 0,
            enter_at: stimulus.kernels.first().map_or(0, |kernel| kernel.gap),
            entering: None,
            groups: stimulus.groups.iter().cloned().collect(),
            alloc_at: stimulus.groups.first().map_or(0, |group| group.gap),
            offered: None,
            launched: 0,
            memory: BTreeMap::new(),
            responses: VecDeque::new(),
            looked: In::default(),
            granted: 0,
            ends: BTreeSet::new(),
        }
    }

    /// Nothing comes any more.
    pub fn are_done(&self) -> bool {
        let kernels = self.entered == self.stimulus.kernels.len();
        kernels && self.offerable().is_none() && self.ends.is_empty()
    }

    fn kernel(&self, number: usize) -> &Kernel {
        &self.stimulus.kernels[number]
    }

    /// The first group whose kernel is there, with its entry.
    fn offerable(&self) -> Option<(usize, usize)> {
        self.groups.iter().enumerate().find_map(|(number, group)| {
            let of = |held: &Option<(usize, u64)>| held.is_some_and(|(k, _)| k == group.kernel);
            Some((number, self.entries.iter().position(of)?))
        })
    }

    /// What comes in this cycle.
    pub fn act(&mut self, out: &Out) -> In {
        let mut input = In { ..self.looked };
        // A group is matched to a kernel that has entered before.
        self.allocate(out, &mut input);
        self.enter(out, &mut input);
        let smx = out.want_smxs.lowest();
        let open = smx.is_some_and(|smx| self.stimulus.shut >> (smx % 64) & 1 == 0);
        if open && self.stimulus.grant.at(self.now) {
            input.grant_smxs = out.want_smxs;
            let durations = &self.stimulus.durations;
            let duration = durations[(self.granted % durations.len() as u64) as usize];
            self.ends.insert((self.now + 1 + duration, self.granted));
            self.granted += 1;
        }
        // One TB ends in a cycle.
        if let Some(&end) = self.ends.first().filter(|(at, _)| *at <= self.now) {
            self.ends.remove(&end);
            input.end_valid = true;
        }
        self.remember(out, &mut input);
        self.hear(out);
        self.now += 1;
        input
    }

    fn enter(&mut self, out: &Out, input: &mut In) {
        if self.entered == self.stimulus.kernels.len() || self.now < self.enter_at {
            return;
        }
        // The next free one in turn, so that all are used.
        let entries = (0..self.entries.len()).map(|n| (self.entered + n) % self.entries.len());
        let free = || entries.clone().find(|&entry| self.entries[entry].is_none());
        let Some(entry) = self.entering.or_else(free) else { return };
        self.entering = Some(entry);
        let Kernel { cluster, level, .. } = *self.kernel(self.entered);
        (input.enter_valid, input.enter_kdei) = (true, entry as u32);
        (input.enter_cluster, input.enter_level) = (cluster, level);
        if out.enter_ready {
            let groups = self.groups.iter().filter(|group| group.kernel == self.entered).count();
            self.entries[entry] = Some((self.entered, 1 + groups as u64));
            self.entered += 1;
            self.entering = None;
            let gap = self.stimulus.kernels.get(self.entered).map_or(0, |kernel| kernel.gap);
            self.enter_at = self.now + 1 + gap;
        }
    }

    /// Writes the record of the group that is offered, where no other's is, four in a line. Returns its address, of
    /// which all bits come into use.
    fn record(&mut self, grid: [u32; 3], param: u32) -> u32 {
        let line = (self.launched / 4 + 1).wrapping_mul(0x9E37_7980);
        let address = line + record::BYTES * (self.launched % 4);
        let words = Record { grid, param, next: Agei::NONE }.pack();
        for (word, value) in words.into_iter().enumerate() {
            self.memory.insert(address + record::offset(word), value);
        }
        address
    }

    /// Memory takes a request, and answers one that it has taken before.
    fn remember(&mut self, out: &Out, input: &mut In) {
        if self.stimulus.response.at(self.now) {
            let word = self.responses.pop_front();
            (input.mem_resp_valid, input.mem_resp_data) = (word.is_some(), word.unwrap_or(0));
        }
        input.mem_req_ready = self.stimulus.request.at(self.now);
        if out.mem_req_valid && input.mem_req_ready {
            if out.mem_req_write {
                self.memory.insert(out.mem_req_addr, out.mem_req_data);
            } else {
                self.responses.push_back(self.memory.get(&out.mem_req_addr).copied().unwrap_or(0));
            }
        }
    }

    fn allocate(&mut self, out: &Out, input: &mut In) {
        if self.now < self.alloc_at {
            return;
        }
        if self.offered.is_none() {
            self.offered = self.offerable().map(|(number, _)| number);
        }
        let Some(number) = self.offered else { return };
        let Group { kernel, cluster, level, grid, param, .. } = self.groups[number];
        let address = self.record(grid, param);
        let of = |held: &Option<(usize, u64)>| held.is_some_and(|(k, _)| k == kernel);
        let entry = self.entries.iter().position(of).unwrap_or(0);
        (input.alloc_valid, input.alloc_kdei) = (true, entry as u32);
        (input.alloc_cluster, input.alloc_level) = (cluster, level);
        [input.alloc_grid_x, input.alloc_grid_yz] = encode_grid(grid);
        (input.alloc_param, input.alloc_record) = (param, address);
        if out.alloc_ready {
            self.launched += 1;
            self.groups.remove(number);
            self.offered = None;
            let gap = self.groups.front().map_or(0, |group| group.gap);
            self.alloc_at = self.now + 1 + gap;
        }
    }

    /// Work that is spent, and the KDE that is looked at from the next cycle on.
    fn hear(&mut self, out: &Out) {
        if out.spent_valid {
            let held = &mut self.entries[out.spent_kdei as usize];
            *held = held.filter(|(_, owed)| *owed > 1).map(|(kernel, owed)| (kernel, owed - 1));
        }
        let Some((number, _)) = self.entries[out.look_kdei as usize].filter(|_| out.look_valid)
        else {
            return;
        };
        let Kernel { words: [pc, param, shape], demand, grid, .. } = *self.kernel(number);
        let [kde_grid_x, kde_grid_yz] = encode_grid(grid);
        self.looked = In {
            kde_pc: pc,
            kde_param: param,
            kde_shape: shape,
            kde_demand: demand,
            kde_grid_x,
            kde_grid_yz,
            ..In::default()
        };
    }
}
