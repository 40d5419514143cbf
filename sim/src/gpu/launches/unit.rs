//! The launch path from the SMXs to the units: the device runtime's latencies, then commands as
//! streams - kernels and waiting TBs to the KMU, match commands to the Kernel Distributor, matched
//! groups to the AGT. Nothing is decided here that the units decide; this is queues and clocks.

use super::command::{AggregationCommand, Group, Start};
use super::insertions::Insertions;
use crate::config::GpuConfig;
use crate::gpu::boundary::{get, BoundaryPins, PinWord, QueuePins};
use crate::gpu::ids::{DeviceAddr, Kdei, SmxId};
use crate::gpu::limit::Limit;
use heddle_hw::agt::agei::Agei;
use heddle_hw::chip::Chip;
use heddle_hw::kernel_distributor::pins::{encode_grid, encode_shape};
use heddle_hw::kmu::descriptor::Home;
use heddle_hw::kmu::pins::{LAUNCH, RESUME, SUSPEND};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Matched groups that may wait for the AGT before the next command is matched. A warp's 32 and one
/// more command keep the AGT busy, and bound the holds of a KDE.
const MATCHED_LIMIT: usize = 32;

/// A device command for the KMU (its rule 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Command {
    kind: u32,
    pub(super) desc: DeviceAddr,
    /// Which of the pool's lists its kernel joins.
    home: Home,
    /// It is offered only while the pool has room. The runtime admits launches before their call
    /// returns, and a TB that comes back must not be lost; groups without an eligible kernel come
    /// unannounced, and the KMU refuses what is too much.
    needs_room: bool,
}

/// Something the launch unit does later.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Due {
    /// A command goes to the KMU.
    Command(Command),
    /// An aggregation command of an SMX goes to the Kernel Distributor.
    Aggregation { smx: SmxId, command: AggregationCommand },
}

/// Counters of the launch path.
#[derive(Clone, Copy, Debug, Default)]
pub struct LaunchCounts {
    /// Groups that looked for an eligible kernel.
    pub matches: u64,
    /// Groups that found one.
    pub match_hits: u64,
    /// Groups the AGT allocated.
    pub allocations: u64,
    /// Groups that found a free AGT entry.
    pub allocation_hits: u64,
    /// Kernels launched by the device, groups without an eligible kernel included.
    pub device_kernels: u64,
    /// TBs that left their SMX to wait for their children.
    pub suspended_tbs: u64,
}

/// A TB that has left its SMX, as the KMU holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldTb {
    /// Address of its descriptor.
    pub desc: DeviceAddr,
    /// Its level and cluster, which say what list of the pool it joins when it comes back.
    pub home: Home,
}

/// Queues between the SMXs and the units.
pub struct LaunchUnit {
    pending_limit: u32,
    /// The KMU's pool has lists of each cluster's own.
    pool_by_cluster: bool,
    due: BinaryHeap<Reverse<(u64, u64, Due)>>,
    sequence: u64,
    pub(super) to_kmu: VecDeque<Command>,
    /// The first of them waits until the KMU's pool has room.
    pub(super) held: bool,
    /// Per SMX; `queued` of them in all.
    pub(super) commands: Vec<VecDeque<AggregationCommand>>,
    queued: usize,
    last_smx: usize,
    pub(super) offered: Option<AggregationCommand>,
    pub(super) searching: Option<AggregationCommand>,
    pub(super) matched: VecDeque<(Kdei, Group)>,
    /// Counters so far.
    pub counts: LaunchCounts,
    /// What LaPerm's queues took to append groups.
    pub insertions: Insertions,
}

impl LaunchUnit {
    /// Empty queues for the SMXs of a configuration.
    pub fn new(config: &GpuConfig) -> Self {
        Self {
            pending_limit: config.kernel.pending_limit,
            pool_by_cluster: !config.tb.source.is_by_priority(),
            due: BinaryHeap::new(),
            sequence: 0,
            to_kmu: VecDeque::new(),
            held: false,
            commands: vec![VecDeque::new(); config.smx.count as usize],
            queued: 0,
            last_smx: 0,
            offered: None,
            searching: None,
            matched: VecDeque::new(),
            counts: LaunchCounts::default(),
            insertions: Insertions::default(),
        }
    }

    fn schedule(&mut self, at: u64, due: Due) {
        self.due.push(Reverse((at, self.sequence, due)));
        self.sequence += 1;
    }

    /// What a kernel launched takes its way: when its call is over, but not before cycle `now`.
    pub fn start(&mut self, now: u64, start: Start) {
        match start {
            Start::Kernel { at, desc, home } => {
                self.counts.device_kernels += 1;
                self.command(at.max(now), LAUNCH, desc, home, true);
            }
            Start::Groups { at, smx, command } => {
                self.counts.matches += command.groups.len() as u64;
                self.schedule(at.max(now), Due::Aggregation { smx, command });
            }
        }
    }

    /// A group without an eligible kernel goes to the KMU at cycle `at`.
    pub fn launch_missed(&mut self, at: u64, desc: DeviceAddr, home: Home) {
        self.counts.device_kernels += 1;
        self.command(at, LAUNCH, desc, home, false);
    }

    /// A TB has left its SMX at cycle `at`; its descriptor is held by the KMU.
    pub fn suspend(&mut self, at: u64, tb: HeldTb) {
        self.counts.suspended_tbs += 1;
        self.command(at, SUSPEND, tb.desc, tb.home, false);
    }

    /// A TB held by the KMU may come back from cycle `at` on.
    pub fn resume(&mut self, at: u64, tb: HeldTb) {
        self.command(at, RESUME, tb.desc, tb.home, true);
    }

    fn command(&mut self, at: u64, kind: u32, desc: DeviceAddr, home: Home, needs_room: bool) {
        self.schedule(at, Due::Command(Command { kind, desc, home, needs_room }));
    }

    /// What the launch unit does later, in no order.
    pub(super) fn due(&self) -> impl Iterator<Item = &Due> {
        self.due.iter().map(|Reverse((_, _, due))| due)
    }

    /// Whether nothing is on its way.
    pub fn is_empty(&self) -> bool {
        self.due.is_empty() && self.to_kmu.is_empty() && !self.pending_now()
    }

    /// Whether something can go to the units in this very cycle.
    fn pending_now(&self) -> bool {
        !(self.to_kmu.is_empty() || self.held)
            || self.offered.is_some()
            || self.searching.is_some()
            || !self.matched.is_empty()
            || self.queued > 0
    }

    /// The next cycle after `now` in which the launch unit acts.
    pub fn next_event(&self, now: u64) -> Option<u64> {
        if self.pending_now() {
            return Some(now + 1);
        }
        self.due.peek().map(|Reverse((at, _, _))| *at)
    }

    /// Moves what is due into the queues and drives the units' pins for this cycle.
    #[inline]
    pub fn drive(
        &mut self,
        now: u64,
        chip: &mut Chip,
        pins: &BoundaryPins,
        limit: Option<&mut Limit>,
    ) {
        let mut limit = limit.filter(|limit| limit.orders_kernels());
        while self.due.peek().is_some_and(|Reverse((at, _, _))| *at <= now) {
            let Some(Reverse((_, _, due))) = self.due.pop() else { break };
            match due {
                Due::Command(command) => match &mut limit {
                    Some(limit) if command.kind == LAUNCH => limit.pend(command.desc),
                    _ => self.to_kmu.push_back(command),
                },
                Due::Aggregation { smx, command } => self.enter(smx, command),
            }
        }
        // The KMU has one kernel of the limit study at a time, so that the next is chosen when it has chosen this one.
        let empty = chip.get(pins.command.pending) == 0 && chip.get(pins.command.cmd_ready) != 0;
        if self.to_kmu.is_empty() && empty {
            if let Some(desc) = limit.and_then(Limit::next_kernel) {
                let (kind, home) = (LAUNCH, Home::default());
                self.to_kmu.push_back(Command { kind, desc, home, needs_room: true });
            }
        }
        let room = self.matched.len() < MATCHED_LIMIT;
        if room && self.offered.is_none() && self.searching.is_none() {
            self.offered = self.next_command();
        }

        // Commands are decided one at a time and nothing else fills the pool, so what is offered once
        // stays offered until it is taken.
        let full = chip.get(pins.command.pending) >= self.pending_limit;
        let first = self.to_kmu.front();
        self.held = full && first.is_some_and(|command| command.needs_room);
        let offered = first.filter(|_| !self.held);
        let (kind, desc) = offered.map_or((0, 0), |command| (command.kind, command.desc.to_pin()));
        let home = offered.map_or(Home::default(), |command| command.home);
        chip.set(pins.command.cmd_valid, offered.is_some().into());
        chip.set(pins.command.cmd_kind, kind);
        chip.set(pins.command.cmd_desc, desc);
        chip.set(pins.command.cmd_level, home.level);
        let cluster = if self.pool_by_cluster { home.cluster } else { 0 };
        chip.set(pins.command.cmd_cluster, cluster);

        let (pc, shape, demand, count) = match &self.offered {
            Some(command) => {
                let count = command.groups.len() as u32;
                (command.pc, encode_shape(command.block), command.demand, count)
            }
            None => (0, 0, 0, 0),
        };
        chip.set(pins.kernels.match_valid, self.offered.is_some().into());
        chip.set(pins.kernels.match_pc, pc);
        chip.set(pins.kernels.match_shape, shape);
        chip.set(pins.kernels.match_demand, demand);
        chip.set(pins.kernels.match_count, count);

        if let Some(pins) = &pins.queues {
            self.drive_queues(chip, pins);
        }
        let Some(pins) = &pins.alloc else { return };
        let words = self.matched.front().map_or([0; 6], |(kdei, group)| {
            let [grid_x, grid_yz] = encode_grid(group.grid);
            let (param, record) = (group.id.params().to_pin(), group.record.to_pin());
            [group.hw_tid, kdei.to_pin(), grid_x, grid_yz, param, record]
        });
        let [hw_tid, kdei, grid_x, grid_yz, param, record] = words;
        chip.set(pins.alloc_valid, u32::from(!self.matched.is_empty()));
        chip.set(pins.alloc_hw_tid, hw_tid);
        chip.set(pins.alloc_kdei, kdei);
        chip.set(pins.alloc_grid_x, grid_x);
        chip.set(pins.alloc_grid_yz, grid_yz);
        chip.set(pins.alloc_param, param);
        chip.set(pins.alloc_record, record);
    }

    /// Offers the next matched group to LaPerm's queues.
    fn drive_queues(&self, chip: &mut Chip, pins: &QueuePins) {
        let words = self.matched.front().map_or([0; 7], |(kdei, group)| {
            let [grid_x, grid_yz] = encode_grid(group.grid);
            let (Home { level, cluster }, id) = (group.home, group.id);
            let (param, record) = (id.params().to_pin(), group.record.to_pin());
            [kdei.to_pin(), cluster, level, grid_x, grid_yz, param, record]
        });
        let [kdei, cluster, level, grid_x, grid_yz, param, record] = words;
        chip.set(pins.alloc_valid, u32::from(!self.matched.is_empty()));
        chip.set(pins.alloc_kdei, kdei);
        chip.set(pins.alloc_cluster, cluster);
        chip.set(pins.alloc_level, level);
        chip.set(pins.alloc_grid_x, grid_x);
        chip.set(pins.alloc_grid_yz, grid_yz);
        chip.set(pins.alloc_param, param);
        chip.set(pins.alloc_record, record);
    }

    /// Queues a command of an SMX.
    fn enter(&mut self, smx: SmxId, command: AggregationCommand) {
        self.commands[smx.index()].push_back(command);
        self.queued += 1;
    }

    /// Round-robin over the SMXs' queues.
    fn next_command(&mut self) -> Option<AggregationCommand> {
        if self.queued == 0 {
            return None;
        }
        self.queued -= 1;
        let count = self.commands.len();
        let order = (1..=count).map(|distance| (self.last_smx + distance) % count);
        let smx = order.into_iter().find(|&smx| !self.commands[smx].is_empty())?;
        self.last_smx = smx;
        self.commands[smx].pop_front()
    }

    /// Takes note of the transfers of cycle `now`, just before the clock edge. Returns the command for
    /// which no eligible kernel was found, if that was decided in it.
    #[inline]
    pub fn observe(
        &mut self,
        now: u64,
        chip: &Chip,
        pins: &BoundaryPins,
    ) -> Option<AggregationCommand> {
        let mut missed = None;
        let both = |a, b| chip.get(a) != 0 && chip.get(b) != 0;
        if both(pins.command.cmd_valid, pins.command.cmd_ready) {
            self.to_kmu.pop_front();
        }
        if let Some(pins) = &pins.queues {
            let [valid, ready] = [pins.alloc_valid, pins.alloc_ready].map(|pin| chip.get(pin) != 0);
            self.insertions.observe(now, valid, ready);
            if valid && ready {
                self.matched.pop_front();
            }
        }
        if let Some(pins) = &pins.alloc {
            if both(pins.alloc_valid, pins.alloc_ready) {
                self.matched.pop_front();
            }
            if both(pins.link_valid, pins.link_ready) {
                let agei: Agei = get(chip, pins.link_agei);
                self.counts.allocations += 1;
                self.counts.allocation_hits += u64::from(agei.is_in_table());
            }
        }
        let pins = &pins.kernels;
        if chip.get(pins.match_done) != 0 {
            let hit = chip.get(pins.match_hit) != 0;
            missed = self.finish_search(hit.then(|| get(chip, pins.match_kdei)));
        }
        if both(pins.match_valid, pins.match_ready) {
            self.searching = self.offered.take();
        }
        missed
    }

    /// Ends the search with the entry found. Returns the command if there is none.
    fn finish_search(&mut self, found: Option<Kdei>) -> Option<AggregationCommand> {
        let command = self.searching.take()?;
        let Some(kdei) = found else { return Some(command) };
        self.counts.match_hits += command.groups.len() as u64;
        self.matched.extend(command.groups.into_iter().map(|group| (kdei, group)));
        None
    }
}

/// The queues without the pins, one step at a time.
#[cfg(test)]
impl LaunchUnit {
    /// An SMX gives a command, which is due.
    pub(super) fn give(&mut self, smx: SmxId, command: AggregationCommand) {
        self.enter(smx, command);
    }

    /// Begins the next search. Returns the command, if there is one.
    pub(super) fn search(&mut self) -> Option<AggregationCommand> {
        self.searching = self.next_command();
        self.searching.clone()
    }

    /// Ends the search. Returns the command if no kernel is found.
    pub(super) fn end_search(&mut self, found: Option<Kdei>) -> Option<AggregationCommand> {
        self.finish_search(found)
    }

    /// Takes the groups that go to the AGT, in their order.
    pub(super) fn take_matched(&mut self) -> Vec<(Kdei, Group)> {
        self.matched.drain(..).collect()
    }
}
