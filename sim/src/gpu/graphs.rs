//! Kernels whose TBs depend on each other: their graphs, from the launch on, and how far apart their running
//! TBs are.

use super::device::Device;
use super::error::{refused, RunError};
use super::ids::{DeviceAddr, LaunchId, TbSlot};
use super::wavefront::GraphTb;
use crate::config::{DatsPolicy, GpuConfig, GraphEdges, TbSource};
use crate::exec::Launch;
use crate::graph::{
    collect, infer, tb_index, tb_number, tbs_of, DependencyGraph, GraphError, GraphImage, Mapping,
    Policy, HEADER_BYTES,
};
use crate::host::HostLaunch;
use heddle_hw::chip::{Chip, PinRef};
use std::collections::{BTreeMap, HashMap};

/// What was measured of all graphs of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct GraphCounts {
    /// Nodes, those of barriers included.
    pub nodes: u64,
    /// Levels of the deepest graph.
    pub levels: u32,
    /// Most levels that running TBs of one graph were apart.
    pub level_range: u32,
    /// Most pending updates at a time.
    pub pub_peak: u32,
    /// Requests to memory by the hardware that reads the graphs.
    pub requests: u64,
}

/// The graphs whose kernels have TBs left.
#[derive(Debug)]
pub struct Graphs {
    config: GpuConfig,
    /// Requests of DATS and of the DGB, and used entries of the PUB, if the machine has them.
    pins: Option<[PinRef; 3]>,
    live: HashMap<LaunchId, Live>,
    /// What was measured so far.
    pub counts: GraphCounts,
    /// The TBs that have completed, if they are recorded.
    recorded: Option<Vec<GraphTb>>,
}

/// A graph whose kernel runs.
#[derive(Debug)]
struct Live {
    grid: [u32; 3],
    graph: DependencyGraph,
    /// TBs that have ended, by number.
    ended: Vec<bool>,
    /// Running TBs by level.
    running: BTreeMap<u32, u32>,
    /// The running TBs, their number and start, by slot.
    places: HashMap<TbSlot, (u32, u64)>,
    left: usize,
    /// When nodes became ready, if TBs are recorded.
    ready: Option<ReadyTimes>,
}

/// When the nodes of a graph became ready.
#[derive(Debug)]
struct ReadyTimes {
    /// Parents that have not ended, by node.
    waits: Vec<u32>,
    /// By node; final once nothing is waited for.
    at: Vec<u64>,
}

impl ReadyTimes {
    fn new(graph: &DependencyGraph, now: u64) -> Self {
        let (waits, at) = (graph.parent_counts().to_vec(), vec![now; graph.nodes() as usize]);
        Self { waits, at }
    }

    /// A TB ends, and with it the barrier nodes that waited for it alone.
    fn end(&mut self, graph: &DependencyGraph, tb: u32, now: u64) {
        let mut ended = vec![tb];
        while let Some(node) = ended.pop() {
            for &child in graph.children(node) {
                self.waits[child as usize] -= 1;
                self.at[child as usize] = now;
                if self.waits[child as usize] == 0 && child >= graph.tbs() {
                    ended.push(child);
                }
            }
        }
    }
}

impl Graphs {
    /// No graph yet, on a machine with `chip`. TBs are recorded if `record` says so.
    pub fn new(config: &GpuConfig, chip: &Chip, record: bool) -> Self {
        let pins = [("dats", "mem_req_valid"), ("dgb", "mem_req_valid"), ("dgb", "pub_used")];
        let [a, b, c] = pins.map(|(instance, pin)| chip.output(instance, pin));
        Self {
            config: config.clone(),
            pins: a.zip(b).zip(c).map(|((a, b), c)| [a, b, c]),
            live: HashMap::new(),
            counts: GraphCounts::default(),
            recorded: record.then(Vec::new),
        }
    }

    /// The TBs recorded so far, in the order of their ends; there are none from now on.
    pub fn take_recorded(&mut self) -> Vec<GraphTb> {
        self.recorded.take().unwrap_or_default()
    }

    fn enter(&mut self, now: u64, launch: LaunchId, grid: [u32; 3], graph: DependencyGraph) {
        self.counts.nodes += u64::from(graph.nodes());
        self.counts.levels = self.counts.levels.max(graph.depth());
        let left = graph.tbs() as usize;
        let (running, places) = Default::default();
        let ready = self.recorded.as_ref().map(|_| ReadyTimes::new(&graph, now));
        let ended = vec![false; left];
        self.live.insert(launch, Live { grid, graph, ended, running, places, left, ready });
    }

    /// A TB starts.
    pub fn start(&mut self, now: u64, launch: LaunchId, at: TbSlot, block: [u32; 3]) {
        let Some(live) = self.live.get_mut(&launch) else { return };
        let Some(number) = tb_number(live.grid, block) else { return };
        let level = live.graph.levels()[number as usize];
        *live.running.entry(level).or_default() += 1;
        live.places.insert(at, (number, now));
        let ends = live.running.first_key_value().zip(live.running.last_key_value());
        let range = ends.map_or(0, |((low, _), (high, _))| high - low);
        self.counts.level_range = self.counts.level_range.max(range);
    }

    /// A TB ends.
    pub fn end(&mut self, now: u64, launch: LaunchId, at: TbSlot) {
        let Some(live) = self.live.get_mut(&launch) else { return };
        let Some((number, start)) = live.places.remove(&at) else { return };
        let level = live.graph.levels()[number as usize];
        live.ended[number as usize] = true;
        if let (Some(recorded), Some(times)) = (&mut self.recorded, &mut live.ready) {
            let (block, ready) = (tb_index(live.grid, number), times.at[number as usize]);
            recorded.push(GraphTb { block, level, smx: at.smx.number(), ready, start, end: now });
            times.end(&live.graph, number, now);
        }
        if let Some(count) = live.running.get_mut(&level) {
            *count -= 1;
            if *count == 0 {
                live.running.remove(&level);
            }
        }
        live.left -= 1;
        if live.left == 0 {
            self.live.remove(&launch);
        }
    }

    /// TBs of a launch that run, each with a TB that may only start when it has ended: by their indices in the grid.
    pub fn waits(&self, launch: LaunchId) -> Vec<GraphWait> {
        let Some(live) = self.live.get(&launch) else { return Vec::new() };
        let wait = |(&at, &(number, _)): (&TbSlot, &(u32, u64))| {
            let child = first_child(&live.graph, number)?;
            Some(GraphWait {
                child: tb_index(live.grid, child),
                parent: tb_index(live.grid, number),
                at,
            })
        };
        let mut waits: Vec<GraphWait> = live.places.iter().filter_map(wait).collect();
        waits.sort_unstable_by_key(|wait| wait.at);
        waits
    }

    /// The first TB of a launch that has not ended and does not run though all its parents have ended.
    pub fn ready(&self, launch: LaunchId) -> Option<[u32; 3]> {
        let live = self.live.get(&launch)?;
        let (graph, mut waits) = (&live.graph, vec![false; live.graph.nodes() as usize]);
        for node in 0..graph.nodes() {
            let has_ended = live.ended.get(node as usize) == Some(&true);
            if !has_ended && node < graph.tbs() {
                mark(graph, node, &mut waits);
            }
        }
        let runs: Vec<u32> = live.places.values().map(|&(number, _)| number).collect();
        let is_ready =
            |tb: &u32| !live.ended[*tb as usize] && !waits[*tb as usize] && !runs.contains(tb);
        (0..graph.tbs()).find(is_ready).map(|tb| tb_index(live.grid, tb))
    }

    /// Counts what the units do in this cycle.
    pub fn observe(&mut self, chip: &Chip) {
        let Some([dats, dgb, pub_used]) = self.pins else { return };
        self.counts.requests += u64::from(chip.get(dats) + chip.get(dgb));
        self.counts.pub_peak = self.counts.pub_peak.max(chip.get(pub_used));
    }
}

/// The first TB that waits for this one, perhaps through barrier nodes.
fn first_child(graph: &DependencyGraph, tb: u32) -> Option<u32> {
    let mut nodes = vec![tb];
    while let Some(node) = nodes.pop() {
        for &child in graph.children(node) {
            if child < graph.tbs() {
                return Some(child);
            }
            nodes.push(child);
        }
    }
    None
}

/// Marks the children of a TB that has not ended, and those behind barrier nodes.
fn mark(graph: &DependencyGraph, tb: u32, waits: &mut [bool]) {
    let mut nodes = vec![tb];
    while let Some(node) = nodes.pop() {
        for &child in graph.children(node) {
            if !std::mem::replace(&mut waits[child as usize], true) && child >= graph.tbs() {
                nodes.push(child);
            }
        }
    }
}

/// A TB that waits for another by a dependency graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphWait {
    /// Index of the TB that waits.
    pub child: [u32; 3],
    /// Index of the TB that it waits for, and where that runs.
    pub parent: [u32; 3],
    /// See above.
    pub at: TbSlot,
}

impl Graphs {
    /// Finds the dependences of a launch whose parameters lie at `param`, puts the graph into device memory, and its
    /// header before the parameters.
    pub fn place(
        &mut self,
        now: u64,
        launch: &HostLaunch,
        mapping: &str,
        param: DeviceAddr,
        device: &mut Device,
    ) -> Result<(), RunError> {
        let refuse = |reason: String| refused(&launch.kernel, reason);
        let config = &self.config;
        if config.tb.source == TbSource::Fcfs {
            return Err(refuse(format!(
                "its TBs depend on each other, as `{mapping}` says, which tb.source=fcfs does not keep; choose \
                 tb.source=dats"
            )));
        }
        let said = map(launch, mapping, device)?;
        let graph = self
            .dependences(launch, param, &said.edges, device)
            .map_err(|error| refuse(error.to_string()))?;
        let image = GraphImage::new(&graph, launch.grid, config.units.graph_id_bits)
            .map_err(|error| refuse(error.to_string()))?;
        let policy = said.policy.unwrap_or(match config.dats.policy {
            DatsPolicy::Lvl => Policy::Lvl(config.dats.level_bound as u16),
            DatsPolicy::Lrr => Policy::Lrr,
        });
        let header = image.place(&mut device.memory, policy)?;
        device.memory.write_u32s(param.bytes() - HEADER_BYTES, &header)?;
        device.copy_from_host(now);
        self.enter(now, LaunchId::new(param), launch.grid, graph);
        Ok(())
    }

    /// The graph with these edges, or what the configuration wants in their place.
    fn dependences(
        &self,
        launch: &HostLaunch,
        param: DeviceAddr,
        edges: &[(u32, u32)],
        device: &Device,
    ) -> Result<DependencyGraph, GraphError> {
        let tbs = tbs_of(launch.grid)?;
        match self.config.graph.edges {
            GraphEdges::Deplinks => DependencyGraph::from_edges(tbs, edges),
            GraphEdges::Barriers => {
                let graph = DependencyGraph::from_edges(tbs, edges)?;
                DependencyGraph::with_barriers(graph.levels())
            }
            GraphEdges::Inferred => {
                let HostLaunch { grid, block, shared_bytes, .. } = *launch;
                let (program, memory) = (&device.program, &device.memory);
                let function =
                    program.function_by_name(&launch.kernel).map_or(0, |(index, _)| index);
                let launch =
                    Launch { function, param_base: param.bytes(), grid, block, shared_bytes };
                infer(program, &[launch], memory, self.config.graph.inferred_bytes.into())
            }
        }
    }
}

/// What the mapping function says.
fn map(launch: &HostLaunch, mapping: &str, device: &mut Device) -> Result<Mapping, RunError> {
    let refuse = |reason: String| refused(&launch.kernel, reason);
    let program = &device.program;
    let found = program.function_by_name(mapping).filter(|(_, function)| function.is_entry);
    let Some((entry, function)) = found else {
        return Err(refuse(format!("there is no mapping function `{mapping}`")));
    };
    if !function.params.is_empty() {
        return Err(refuse(format!("its mapping function `{mapping}` must take no parameters")));
    }
    collect(program, entry, launch.grid, launch.block, 0, &mut device.memory)
        .map_err(|error| refuse(format!("its mapping function `{mapping}`: {error}")))
}
