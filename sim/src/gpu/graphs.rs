//! Kernels whose TBs depend on each other: their graphs, from the launch on, and how far apart their running
//! TBs are.

use super::error::RunError;
use super::machine::Machine;
use super::rooms::Rooms;
use crate::config::{GraphEdges, TbScheduler};
use crate::graph::{self, DependencyGraph, GraphImage, Policy};
use crate::workloads::GraphLaunch;
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
#[derive(Debug, Default)]
pub struct Graphs {
    live: HashMap<u32, Live>,
    /// What was measured so far.
    pub counts: GraphCounts,
}

/// A graph whose kernel runs.
#[derive(Debug)]
struct Live {
    grid: [u32; 3],
    /// By TB number.
    levels: Vec<u32>,
    /// Running TBs by level.
    running: BTreeMap<u32, u32>,
    /// Levels of the running TBs by SMX and slot.
    places: HashMap<(u32, u32), u32>,
    left: usize,
}

impl Graphs {
    fn enter(&mut self, param: u32, grid: [u32; 3], graph: &DependencyGraph) {
        self.counts.nodes += u64::from(graph.nodes());
        self.counts.levels = self.counts.levels.max(graph.levels());
        let levels = graph.tb_levels();
        let left = levels.len();
        let (running, places) = Default::default();
        self.live.insert(param, Live { grid, levels, running, places, left });
    }

    /// A TB starts.
    pub fn start(&mut self, param: u32, (smx, slot): (u32, u32), block: [u32; 3]) {
        let Some(live) = self.live.get_mut(&param) else { return };
        let number = block[0] + live.grid[0] * (block[1] + live.grid[1] * block[2]);
        let level = live.levels[number as usize];
        *live.running.entry(level).or_default() += 1;
        live.places.insert((smx, slot), level);
        let ends = live.running.first_key_value().zip(live.running.last_key_value());
        let range = ends.map_or(0, |((low, _), (high, _))| high - low);
        self.counts.level_range = self.counts.level_range.max(range);
    }

    /// A TB ends.
    pub fn end(&mut self, param: u32, (smx, slot): (u32, u32)) {
        let Some(live) = self.live.get_mut(&param) else { return };
        let Some(level) = live.places.remove(&(smx, slot)) else { return };
        if let Some(count) = live.running.get_mut(&level) {
            *count -= 1;
            if *count == 0 {
                live.running.remove(&level);
            }
        }
        live.left -= 1;
        if live.left == 0 {
            self.live.remove(&param);
        }
    }

    /// Takes in the pins of this cycle.
    pub fn observe(&mut self, rooms: &Rooms) {
        let (dats, dgb) = (&rooms.dats.out, &rooms.dgb.out);
        self.counts.requests += u64::from(dats.mem_req_valid) + u64::from(dgb.mem_req_valid);
        self.counts.pub_peak = self.counts.pub_peak.max(dgb.pub_used);
    }
}

impl Machine {
    /// A launch by the host of a kernel with a dependency graph.
    pub(super) fn launch_graph(&mut self, graph: &GraphLaunch) -> Result<(), RunError> {
        todo!()
    }
}
