//! Level-synchronous breadth-first search: irregular work, with or without device launches.
//!
//! The host launches one grid per level until a level finds no new vertex.

use super::nested::{Children, Nested};
use super::vertices::{compare_vertices, structure, DeviceGraph, VertexQueue};
use super::words::place;
use super::Nesting;
use crate::inputs::Graph;
use heddle_sim::host::{HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Level of a vertex that the search has not reached.
pub const UNVISITED: u32 = u32::MAX;

/// `Expansion` in bfs.cu.
const CHILDREN: Children = Children { app: "bfs", bytes: 48, tb_threads: 64 };

/// Searches a graph from its vertex of highest degree.
#[derive(Clone, Debug)]
pub struct Bfs {
    graph: Graph,
    source: u32,
    nested: Nested,
    on_device: DeviceGraph,
    levels: u64,
    queue: VertexQueue,
    /// Level assigned by the last launch; 0 before the first.
    level: u32,
}

impl Bfs {
    /// Creates a search of `graph`; `None` if the graph has no vertices.
    pub fn new(graph: Graph, nesting: Nesting) -> Option<Self> {
        let source = graph.hub()?;
        let nested = Nested::new(CHILDREN, nesting);
        let (on_device, queue) = Default::default();
        Some(Self { graph, source, nested, on_device, levels: 0, queue, level: 0 })
    }

    /// Returns the grid that expands `count` vertices of the frontier.
    fn launch(&self, memory: &mut GlobalMemory, count: u32) -> Result<HostLaunch, MemoryFault> {
        let [offsets, columns] = self.on_device.addresses();
        let [frontier, next_frontier, next_count] = self.queue.addresses();
        let pointers = [offsets, columns, self.levels, frontier, next_frontier, next_count];
        self.nested.parents(memory, count, structure(&pointers, &[count, self.level]))
    }
}

impl Workload for Bfs {
    fn name(&self) -> &str {
        "bfs"
    }

    fn ptx(&self) -> &str {
        ptx!("bfs")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let vertices = self.graph.vertices();
        self.nested.setup(memory, vertices)?;
        let mut levels = vec![UNVISITED; vertices as usize];
        levels[self.source as usize] = 0;
        self.on_device = DeviceGraph::place(&self.graph, memory)?;
        self.levels = place(memory, "buffer `levels`", &levels)?;
        self.queue = VertexQueue::place(vertices, &[self.source], memory)?;
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if let Some(children) = self.nested.left_by_grid(memory)? {
            return Ok(HostStep::Launch(vec![children]));
        }
        // No path is longer than the number of vertices.
        match self.queue.next_round(&mut self.level, self.graph.vertices(), memory)? {
            Some(count) => Ok(HostStep::Launch(vec![self.launch(memory, count)?])),
            None => Ok(HostStep::Done),
        }
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let app = self.name();
        let actual = memory.read_u32s(self.levels, u64::from(self.graph.vertices()));
        let actual = actual.map_err(|fault| format!("{app}: reading the levels: {fault}"))?;
        let expected = bfs_levels(&self.graph, self.source);
        let source = format!("source {}; ", self.source);
        compare_vertices(app, &actual, &expected, level_text, &source)
    }
}

/// Returns the distance in edges of every vertex from `source`, which must be a vertex; [`UNVISITED`] if there is
/// no path.
pub fn bfs_levels(graph: &Graph, source: u32) -> Vec<u32> {
    let mut levels = vec![UNVISITED; graph.vertices() as usize];
    levels[source as usize] = 0;
    let mut queue = std::collections::VecDeque::from([source]);
    while let Some(vertex) = queue.pop_front() {
        for &neighbour in graph.neighbours(vertex) {
            if levels[neighbour as usize] == UNVISITED {
                levels[neighbour as usize] = levels[vertex as usize] + 1;
                queue.push_back(neighbour);
            }
        }
    }
    levels
}

fn level_text(level: u32) -> String {
    if level == UNVISITED {
        "unvisited".to_owned()
    } else {
        format!("at level {level}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;
    use crate::inputs::{load, read_graph_from, InputSpec};
    use heddle_sim::host::Arg;

    fn graph(edges: &str) -> Graph {
        read_graph_from("edges", edges.as_bytes()).unwrap()
    }

    /// Computes in plain Rust what the kernels compute, one frontier vertex after the other.
    fn expand(memory: &mut GlobalMemory, launch: &HostLaunch) {
        let Arg::Bytes(frontier) = &launch.args[0] else { panic!("{:?}", launch.args) };
        let pointer = |i: usize| u64::from_le_bytes(frontier[8 * i..8 * i + 8].try_into().unwrap());
        let [count, level] =
            [48, 52].map(|at| u32::from_le_bytes(frontier[at..at + 4].try_into().unwrap()));
        assert!(launch.grid[0] * launch.block[0] >= count);
        for i in 0..u64::from(count) {
            let vertex = u64::from(memory.read_u32(pointer(3) + 4 * i).unwrap());
            let [first, end] =
                [0, 1].map(|next| memory.read_u32(pointer(0) + 4 * (vertex + next)).unwrap());
            for edge in first..end {
                let neighbour = memory.read_u32(pointer(1) + 4 * u64::from(edge)).unwrap();
                let slot = pointer(2) + 4 * u64::from(neighbour);
                if memory.read_u32(slot).unwrap() == UNVISITED {
                    memory.write_u32(slot, level).unwrap();
                    let tail = memory.read_u32(pointer(5)).unwrap();
                    memory.write_u32(pointer(4) + 4 * u64::from(tail), neighbour).unwrap();
                    memory.write_u32(pointer(5), tail + 1).unwrap();
                }
            }
        }
    }

    /// Runs the host program over `expand` and returns the number of launches.
    fn run(bfs: &mut Bfs, memory: &mut GlobalMemory) -> usize {
        bfs.setup(memory).unwrap();
        let mut launches = 0;
        while let HostStep::Launch(batch) = bfs.step(memory).unwrap() {
            batch.iter().for_each(|launch| expand(memory, launch));
            launches += batch.len();
        }
        launches
    }

    #[test]
    fn levels_are_distances_and_unreached_vertices_stay_unvisited() {
        let graph = graph("0 1\n0 2\n1 3\n2 3\n3 4\n5 0\n");
        assert_eq!(bfs_levels(&graph, 0), [0, 1, 1, 2, 3, UNVISITED]);
        assert_eq!(
            bfs_levels(&graph, 4),
            [UNVISITED, UNVISITED, UNVISITED, UNVISITED, 0, UNVISITED]
        );
    }

    #[test]
    fn the_host_launches_one_grid_a_level_until_the_frontier_is_empty() {
        let mut bfs = Bfs::new(graph("0 1\n0 2\n1 3\n3 4\n"), Way::Flat.into()).unwrap();
        let mut memory = GlobalMemory::new(1 << 20);
        assert_eq!(run(&mut bfs, &mut memory), 4, "levels 1, 2, 3 and one that finds no vertex");
        assert_eq!(bfs.verify(&memory), Ok(()));
    }

    #[test]
    fn a_search_of_a_kronecker_graph_verifies_in_every_way() {
        let graph = load(&InputSpec::parse("graph500:10:8:1").unwrap()).unwrap();
        for way in Way::ALL {
            let mut bfs = Bfs::new(graph.clone(), way.into()).unwrap();
            let mut memory = GlobalMemory::new(1 << 24);
            assert!(run(&mut bfs, &mut memory) > 3);
            assert_eq!(bfs.verify(&memory), Ok(()));
            let kernel = bfs.launch(&mut memory, 1).unwrap().kernel;
            assert_eq!(kernel, format!("bfs_{}", way.kernel_name()));
        }
    }

    #[test]
    fn verify_names_the_first_vertex_whose_level_is_wrong() {
        let mut bfs = Bfs::new(graph("0 1\n0 2\n1 3\n3 4\n5 4\n"), Way::Dtbl.into()).unwrap();
        let mut memory = GlobalMemory::new(1 << 20);
        run(&mut bfs, &mut memory);
        memory.write_u32(bfs.levels + 4 * 3, 7).unwrap();
        memory.write_u32(bfs.levels + 4 * 5, 7).unwrap();
        assert_eq!(
            bfs.verify(&memory).unwrap_err(),
            "bfs: vertex 3 is at level 7, the CPU reference says at level 2 (source 0; 2 of 6 vertices differ)"
        );
        memory.write_u32(bfs.levels + 4, UNVISITED).unwrap();
        assert_eq!(
            bfs.verify(&memory).unwrap_err(),
            "bfs: vertex 1 is unvisited, the CPU reference says at level 1 (source 0; 3 of 6 vertices differ)"
        );
    }

    #[test]
    fn a_device_that_queues_too_many_or_never_stops_is_stopped() {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut bfs = Bfs::new(graph("0 1\n0 2\n"), Way::Cdp.into()).unwrap();
        bfs.setup(&mut memory).unwrap();
        for _ in 0..3 {
            assert!(matches!(bfs.step(&mut memory), Ok(HostStep::Launch(_))));
            memory.write_u32(bfs.queue.next_count, 1).unwrap();
        }
        assert_eq!(bfs.step(&mut memory), Ok(HostStep::Done));
        memory.write_u32(bfs.queue.next_count, 4).unwrap();
        assert!(matches!(bfs.step(&mut memory), Err(MemoryFault::OutOfBounds { bytes: 16, .. })));
    }

    #[test]
    fn a_step_or_a_verdict_before_setup_is_an_error() {
        let mut bfs = Bfs::new(graph("0 1\n"), Way::Flat.into()).unwrap();
        let mut memory = GlobalMemory::new(1 << 20);
        assert!(bfs.step(&mut memory).is_err());
        assert!(bfs
            .verify(&memory)
            .unwrap_err()
            .starts_with("bfs: reading the levels: address 0x0 (8 bytes)"));
    }
}
