//! Every figure of a run, computed again from its event log and from the pins, which an observer writes to the same log.
//! The result is written out field by field, so that a figure that is added does not compile before it is here too.

use super::*;
use crate::energy::EnergyParts;
use crate::exec::LaunchGroup;
use crate::gpu::events::Event as LaunchEvent;
use crate::gpu::ids::{LaunchId, TbSlot};
use crate::gpu::{run as run_workload, LaunchNode, LaunchWay, Observer, RunResult};
use crate::host::{Arg, HostStep, Workload};
use crate::log::{record, recount, Event};
use crate::mem::MemoryFault;
use crate::smx::SmxStats;
use heddle_hw::agt::agei::Agei;
use heddle_hw::chip::{Layout, Slot};
use heddle_hw::kmu::pins::{LAUNCH, SUSPEND};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Threads that each launch a child or an aggregated group, after a kernel that uses every kind of memory.
#[derive(Default)]
pub(super) struct Launching {
    buffers: [u64; 3],
    launched: bool,
}

pub(super) const PARENTS: u32 = 96;

impl Workload for Launching {
    fn name(&self) -> &str {
        "launching"
    }
    fn ptx(&self) -> &str {
        include_str!("../../../ptx/samples/child.ptx")
    }
    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        for (buffer, words) in self.buffers.iter_mut().zip([16384, PARENTS, 64]) {
            *buffer = memory.alloc(4 * u64::from(words), 256)?;
            let values: Vec<u32> = (0..words).map(|i| i * 7 % 90).collect();
            memory.write_u32s(*buffer, &values)?;
        }
        Ok(())
    }
    fn step(&mut self, _: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if std::mem::replace(&mut self.launched, true) {
            return Ok(HostStep::Done);
        }
        let [out, counts, floats] = self.buffers;
        let launch = |kernel: &str, grid, block, args| HostLaunch {
            kernel: kernel.into(),
            grid: [grid, 1, 1],
            block: [block, 1, 1],
            shared_bytes: 256,
            args,
            stream: 0,
            mapping: None,
        };
        let misc = vec![Arg::U64(floats), Arg::U64(counts), Arg::U32(5)];
        let parent = vec![Arg::U64(out), Arg::U64(counts), Arg::U32(128)];
        Ok(HostStep::Launch(vec![
            launch("misc", 1, 64, misc),
            launch("parent", PARENTS / 32, 32, parent),
        ]))
    }
    fn verify(&self, _: &GlobalMemory) -> Result<(), String> {
        Ok(())
    }
    fn has_reference(&self) -> bool {
        false
    }
}

/// Writes the pins of every unit to the event log.
#[derive(Default)]
struct Pins {
    layout: Layout,
}

impl Observer for Pins {
    fn begin(&mut self, layout: &Layout) {
        self.layout = layout.clone();
    }
    fn pins(&mut self, _: u64, unit: usize, inputs: &[u32], outputs: &[u32]) {
        let (inputs, outputs) = (inputs.to_vec(), outputs.to_vec());
        crate::log::note(|| Event::Pins { unit, inputs, outputs });
    }
}

/// The trace hash by its definition, over changes of pins and the starts and ends of TBs.
fn trace_hash(log: &[Event], layout: &Layout) -> u64 {
    let mut state = 0xCBF2_9CE4_8422_2325_u64;
    let mut mix = |word: u64| {
        let mixed = (state ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        state = mixed ^ (mixed >> 29);
    };
    let mut words = vec![0; layout.words];
    // The cycle comes before the first of what is hashed in it.
    let (mut now, mut hashed) = (0, None);
    let mut mix = |now: u64, word: u64| {
        if hashed.replace(now) != Some(now) {
            mix(1 << 62 | now);
        }
        mix(word);
    };
    let tb = |at: TbSlot, end: u64| {
        1 << 63 | end << 61 | u64::from(at.smx.number()) << 32 | u64::from(at.slot.number())
    };
    for event in log {
        match event {
            Event::Cycle { at } => now = *at,
            Event::Pins { unit, inputs, outputs } => {
                let first = layout.slots[*unit].input;
                for (word, &value) in (first..).zip(inputs.iter().chain(outputs)) {
                    if std::mem::replace(&mut words[word], value) != value {
                        mix(now, (word as u64) << 32 | u64::from(value));
                    }
                }
            }
            Event::Launch(LaunchEvent::TbStarted { at, .. }) => mix(now, tb(*at, 0)),
            Event::Launch(LaunchEvent::TbLeft { at }) => mix(now, tb(*at, 1)),
            _ => {}
        }
    }
    state
}

/// What the pins of a run show of launches.
#[derive(Default)]
struct Path {
    kernels: u64,
    suspended: u64,
    matches: u64,
    match_hits: u64,
    allocations: u64,
    allocation_hits: u64,
    /// Cycles of each group from its offer to LaPerm's queues until it is in one.
    insertions: Vec<u64>,
}

fn path(log: &[Event], layout: &Layout) -> Path {
    let mut path = Path::default();
    let (mut searched, mut now) = (0, 0);
    // When the groups that are offered, or taken and not appended, were offered.
    let (mut offers, mut valid_before): (Vec<u64>, _) = (Vec::new(), false);
    for event in log {
        if let Event::Cycle { at } = event {
            now = *at;
        }
        let Event::Pins { unit, inputs, outputs } = event else { continue };
        let slot: &Slot = &layout.slots[*unit];
        let pin = |name: &str| {
            let input = slot.input_pin(name).map(|pin| inputs[pin.index() - slot.input]);
            let output = || slot.output_pin(name).map(|pin| outputs[pin.index() - slot.output]);
            input.or_else(output).unwrap_or_else(|| panic!("{} has no {name}", slot.name))
        };
        let both = |valid: &str, ready: &str| pin(valid) != 0 && pin(ready) != 0;
        match slot.declared {
            "kmu" if both("cmd_valid", "cmd_ready") => {
                path.kernels += u64::from(pin("cmd_kind") == LAUNCH);
                path.suspended += u64::from(pin("cmd_kind") == SUSPEND);
            }
            "kernel_distributor" => {
                if pin("match_done") != 0 && pin("match_hit") != 0 {
                    path.match_hits += searched;
                }
                if both("match_valid", "match_ready") {
                    searched = pin("match_count").into();
                    path.matches += searched;
                }
            }
            "agt" if both("link_valid", "link_ready") => {
                path.allocations += 1;
                let agei = Agei::from_word(pin("link_agei"));
                path.allocation_hits += u64::from(agei.is_in_table());
            }
            "laperm" => {
                let (valid, ready) = (pin("alloc_valid") != 0, pin("alloc_ready") != 0);
                // The buffer is empty, so the group that was in it is in its queue.
                if ready && offers.len() > usize::from(valid_before) {
                    path.insertions.push(now - offers.remove(0));
                }
                if valid && !valid_before {
                    offers.push(now);
                }
                valid_before = valid && !ready;
            }
            _ => {}
        }
    }
    path
}

/// What the event log shows of launches and of the TBs that they start.
#[derive(Default)]
struct Launched {
    host: u64,
    device: u64,
    tbs: u64,
    threads: u64,
    first_cycle: u64,
    last_cycle: u64,
    waited: u64,
    queued: u64,
    started: u64,
    peak: u64,
    deepest: u32,
    /// TBs of launches by a TB, and those that started on its SMX.
    children: [u64; 2],
    functions: BTreeSet<u32>,
    bytes: i64,
    peak_bytes: i64,
    tree: Vec<Node>,
}

/// A node of the tree: the kernels and ways from the host's launch down to its own.
#[derive(Default)]
struct Node {
    path: Vec<(u32, LaunchWay)>,
    launches: u64,
    tbs: u64,
    /// Of each of its launches.
    waited: Vec<u64>,
}

fn launched(log: &[Event], host_cycles: u64) -> Launched {
    let mut found = Launched::default();
    // The node of each launch, and from when on those wait that have not started.
    let (mut nodes, mut since) = (HashMap::new(), HashMap::new());
    let (mut waiting, mut depths, mut homes) = (HashMap::new(), HashMap::new(), HashMap::new());
    let mut call_over = 0;
    let (mut running, mut begun): (HashMap<TbSlot, LaunchId>, _) = (HashMap::new(), false);
    for event in log {
        match event {
            Event::Cycle { at } => {
                // The host launches before the first cycle that counts.
                if found.host > 0 && !std::mem::replace(&mut begun, true) {
                    found.first_cycle = *at;
                }
                found.last_cycle = *at;
            }
            Event::Bytes(bytes) => {
                found.bytes += bytes;
                found.peak_bytes = found.peak_bytes.max(found.bytes);
            }
            Event::Launches { groups, called_at } => {
                call_over = *called_at;
                let threads = |group: &LaunchGroup| {
                    let sizes = group.grid.into_iter().chain(group.block);
                    sizes.map(u64::from).product::<u64>()
                };
                found.threads += groups.iter().map(threads).sum::<u64>();
            }
            Event::Launch(LaunchEvent::Launched { launch, pc, by, .. }) => {
                found.functions.insert(*pc);
                let (by, way) = (by.slot(), by.way());
                let depth = by.map_or(0, |slot| depths[&running[&slot]] + 1);
                depths.insert(*launch, depth);
                let above = by.map(|slot| nodes[&running[&slot]]);
                let above: Vec<_> =
                    above.map_or(Vec::new(), |node: usize| found.tree[node].path.clone());
                let path = [above, vec![(*pc, way)]].concat();
                let node = found.tree.iter().position(|node| node.path == path);
                let node = node.unwrap_or_else(|| {
                    found.tree.push(Node { path, ..Node::default() });
                    found.tree.len() - 1
                });
                found.tree[node].launches += 1;
                nodes.insert(*launch, node);
                since.insert(*launch, by.map(|_| found.last_cycle));
                found.deepest = found.deepest.max(depth);
                match by {
                    None => found.host += 1,
                    Some(slot) => {
                        homes.insert(*launch, slot.smx);
                        found.device += 1;
                        waiting.insert(*launch, (found.last_cycle, call_over));
                        found.peak = found.peak.max(waiting.len() as u64);
                    }
                }
            }
            Event::Launch(LaunchEvent::TbStarted { at, launch, .. }) => {
                found.tbs += 1;
                running.insert(*at, *launch);
                let node = &mut found.tree[nodes[launch]];
                node.tbs += 1;
                if let Some(since) = since.remove(launch) {
                    let since = since.unwrap_or(found.first_cycle + host_cycles);
                    node.waited.push(found.last_cycle - since);
                }
                if let Some(home) = homes.get(launch) {
                    found.children[0] += 1;
                    found.children[1] += u64::from(*home == at.smx);
                }
                if let Some((call, call_over)) = waiting.remove(launch) {
                    found.waited += found.last_cycle - call;
                    found.queued += found.last_cycle - call_over;
                    found.started += 1;
                }
            }
            _ => {}
        }
    }
    found
}

/// The tree by its definition. Groups launch one kernel at one depth, which all that had no eligible one are of.
fn launch_tree(launches: &Launched, path: &Path, program: &Program) -> Vec<LaunchNode> {
    let by_kernel =
        launches.tree.iter().filter(|node| node.path.last().unwrap().1 == LaunchWay::Kernel);
    let by_kernel: u64 = by_kernel.map(|node| node.launches).sum();
    let of = |node: &Node| {
        let &(pc, way) = node.path.last().unwrap();
        let above = &node.path[..node.path.len() - 1];
        let parent = launches.tree.iter().position(|other| other.path == above);
        LaunchNode {
            parent,
            depth: above.len() as u32,
            kernel: program.function_by_pc(pc).map(|(_, kernel)| kernel.name.clone()),
            way: Some(way),
            launches: node.launches,
            tbs: node.tbs,
            device_kernels: match way {
                LaunchWay::Host => 0,
                LaunchWay::Kernel => node.launches,
                LaunchWay::Group => path.kernels - by_kernel,
            },
            waiting_cycles: ratio(node.waited.iter().sum(), node.waited.len() as u64),
            waiting_cycles_max: node.waited.iter().copied().max(),
        }
    };
    launches.tree.iter().map(of).collect()
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// How many of `cycles` are at most each power of two, and more than the one before.
fn groups_by_cycles(cycles: &[u64]) -> Option<BTreeMap<u64, u64>> {
    let of = |exponent: u32| {
        let (above, up_to) = (if exponent == 0 { 0 } else { 1 << (exponent - 1) }, 1 << exponent);
        let groups = cycles.iter().filter(|cycles| (above + 1..=up_to).contains(*cycles)).count();
        (groups > 0).then_some((up_to, groups as u64))
    };
    (!cycles.is_empty()).then(|| (0..40).filter_map(of).collect())
}

/// The result that the log of a run implies. `result` gives what no event tells of: host time and steps of units.
fn implied(log: &[Event], layout: &Layout, config: &GpuConfig, result: &RunResult) -> RunResult {
    let mut program = Program::parse("launching.ptx", Launching::default().ptx()).unwrap();
    program.count_registers(config.smx.isa, None);
    let (launches, path) = (launched(log, config.kernel.host_launch_cycles), path(log, layout));
    let end = launches.last_cycle + 1;
    let cycles = end - launches.first_cycle;
    let mut smx = SmxStats::default();
    let smxs = config.smx.count;
    let of_smxs: Vec<_> =
        (0..smxs).map(|number| recount::smx(log, &program, number, end)).collect();
    of_smxs.iter().for_each(|stats| smx.add(stats));
    let busiest = of_smxs.iter().map(|stats| stats.warp_instructions).max().unwrap_or(0);
    let memory = recount::memory(log, config);
    let (l1, l2, dram) = (&memory.l1, &memory.l2, &memory.dram);
    let share = |part, whole| ratio(part, whole).unwrap_or(0.0);
    let kernel_registers: BTreeMap<String, u32> = launches
        .functions
        .iter()
        .map(|&pc| {
            let (_, function) = program.function_by_pc(pc).unwrap();
            (function.name.clone(), result.kernel_registers[&function.name])
        })
        .collect();
    let data_clocks = (dram.reads + dram.writes) * u64::from(config.dram.burst);
    // Command clocks run at half the memory's data rate.
    let clocks = (cycles * u64::from(config.memory_mhz)).div_ceil(2 * u64::from(config.core_mhz));
    let energy = EnergyParts::of(config, cycles, &smx, None, &memory);
    RunResult {
        cycles,
        energy_joules: energy.total(),
        energy_parts: energy,
        warp_instructions: smx.warp_instructions,
        thread_instructions: smx.thread_instructions,
        ipc: share(smx.thread_instructions, cycles),
        trace_hash: format!("{:016x}", trace_hash(log, layout)),
        launches: launches.device,
        child_threads: ratio(launches.threads, launches.device),
        host_launches: launches.host,
        device_kernels: path.kernels,
        kde_hit_rate: ratio(path.match_hits, path.matches),
        agt_hit_rate: ratio(path.allocation_hits, path.allocations),
        children_on_parent_smx: ratio(launches.children[1], launches.children[0]),
        insertion_cycles: ratio(path.insertions.iter().sum(), path.insertions.len() as u64),
        insertion_cycles_max: path.insertions.iter().copied().max(),
        insertion_cycles_groups: groups_by_cycles(&path.insertions),
        // None of the machines has monitors or skip tables.
        executed_instructions: smx.warp_instructions,
        skipped_instructions: 0,
        skips: None,
        monitor: None,
        warp_activity: share(smx.thread_instructions, 32 * smx.warp_instructions),
        warp_execution_efficiency: share(smx.active_lanes, 32 * smx.warp_instructions),
        ideal_warp_execution_efficiency: share(
            smx.active_lanes - smx.runtime_lanes,
            32 * (smx.warp_instructions - smx.runtime_calls),
        ),
        ldst_replay_overhead: ratio(smx.replays, smx.accesses),
        occupancy: share(smx.resident_warp_cycles, cycles) / f64::from(smxs * config.smx.warps),
        registers_per_thread: kernel_registers.values().copied().max().unwrap_or(0),
        kernel_registers,
        smx_activity: share(smx.resident_cycles, cycles) / f64::from(smxs),
        issue_activity: share(smx.issue_cycles, cycles) / f64::from(smxs),
        smx_balance: ratio(smx.warp_instructions, u64::from(smxs) * busiest),
        waiting_cycles: ratio(launches.waited, launches.started),
        queued_cycles: ratio(launches.queued, launches.started),
        waiting_peak: launches.peak,
        deepest_launch: launches.deepest,
        launch_tree: launch_tree(&launches, &path, &program),
        suspended_tbs: path.suspended,
        runtime_errors: 0,
        first_runtime_error: None,
        outside_reads: None,
        first_outside_read: None,
        warnings: Vec::new(),
        launch_memory_peak_bytes: launches.peak_bytes as u64,
        tbs: launches.tbs,
        l1_accesses: l1.loads + l1.stores + l1.atomics,
        l2_accesses: l2.reads + l2.writes,
        dram_reads: dram.reads,
        dram_writes: dram.writes,
        l1_hit_rate: ratio(l1.hits, l1.loads),
        l1_pending_hit_rate: ratio(l1.pending_hits, l1.loads),
        constant_hit_rate: ratio(memory.constant.hits, memory.constant.loads),
        l2_hit_rate: ratio(l2.read_hits, l2.reads),
        dram_efficiency: ratio(data_clocks, dram.active_clocks),
        dram_utilisation: ratio(data_clocks, clocks * u64::from(config.dram.channels)),
        row_hit_rate: ratio(dram.row_hits, dram.row_hits + dram.row_misses),
        memory_latency: ratio(memory.read_cycles, memory.reads),
        mshr_stall_cycles: l1.mshr_stalls + memory.constant.mshr_stalls + l2.mshr_stalls,
        // The run has no graph, keeps no account, and prints nothing.
        graph_nodes: None,
        graph_levels: None,
        level_range_max: None,
        pub_peak: None,
        memory_request_overhead: None,
        account: None,
        account_smxs: None,
        occupancy_smxs: None,
        account_kernels: None,
        account_depths: None,
        account_lines: None,
        active_lanes: None,
        intervals: None,
        printed: Vec::new(),
        verified: None,
        difference: None,
        unit_steps: result.unit_steps.clone(),
        wall_seconds: result.wall_seconds,
    }
}

#[test]
fn every_figure_of_a_run_is_what_its_event_log_and_its_pins_say() {
    let bound = [("tb.source", "laperm"), ("tb.placement", "bound")];
    let runs: [(_, _, &[_]); 6] = [
        ("tiny", "cdp", &[]),
        ("tiny", "dtbl", &[]),
        ("k20c", "dtbl", &[]),
        ("tiny", "cdp", &bound),
        ("tiny", "dtbl", &bound),
        ("k20c", "dtbl", &bound),
    ];
    for (preset, launch, settings) in runs {
        let mut config = GpuConfig::preset(preset).unwrap();
        config.set("kernel.launch", launch).unwrap();
        settings.iter().for_each(|(key, value)| config.set(key, value).unwrap());
        // Launches take long otherwise, during which nothing happens.
        config.set("kernel.latency", "ideal").unwrap();
        let mut pins = Pins::default();
        let mut workload = Launching::default();
        let options = RunOptions { observer: Some(&mut pins), ..RunOptions::default() };
        let (result, log) = record(|| run_workload(&config, &mut workload, &ModelUnits, options));
        let result = result.unwrap_or_else(|error| panic!("{preset}, {launch}: {error}"));
        assert!(result.launches > 60, "{} launches", result.launches);
        assert_eq!(result.insertion_cycles_max.is_some(), !settings.is_empty());
        let implied = implied(&log, &pins.layout, &config, &result);
        let lines = |result: &RunResult| {
            format!("{result:#?}").lines().map(String::from).collect::<Vec<_>>()
        };
        let mut name = String::new();
        for (found, implied) in lines(&result).iter().zip(lines(&implied)) {
            let [found, implied] = [found, &implied].map(|line| line.trim());
            // A figure in brackets has lines of its own below its name.
            name = found.split_once(':').map_or(name, |(name, _)| name.into());
            assert!(
                found == implied,
                "{name} on {preset} with {launch}: the run says {found} its log and pins {implied}"
            );
        }
    }
}
