//! Shortest paths from one vertex, after Bellman and Ford: irregular work, with or without device launches.
//!
//! The host launches one grid per round, of all vertices, until a round shortens no distance.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::nested::{Children, Nested};
use super::vertices::{compare_vertices, structure, DeviceGraph};
use super::words::place;
use super::Nesting;
use crate::inputs::Graph;
use heddle_sim::host::{HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Distance of a vertex without a path from the source, or with none shorter than this.
pub const UNREACHED: u32 = u32::MAX;

/// Length of the longest edge: single precision holds all whole numbers up to here.
const MOST_LENGTH: u32 = 1 << 24;

/// Longest edge and seed of the lengths of a graph that has none.
const RANDOM_LENGTHS: (u32, u64) = (100, 1);

/// `Neighbours` in sssp.cu.
const CHILDREN: Children = Children { app: "sssp", bytes: 48, tb_threads: 64 };

/// Finds the shortest paths from a graph's vertex of highest degree.
#[derive(Clone, Debug)]
pub struct Sssp {
    graph: Graph,
    /// Lengths of the edges, in the order of the graph's columns.
    lengths: Vec<u32>,
    source: u32,
    nested: Nested,
    /// The edges into each vertex.
    on_device: DeviceGraph,
    length_buffer: u64,
    distances: u64,
    changed_in: u64,
    /// Number of the last round launched, counted from 1.
    round: u32,
}

impl Sssp {
    /// Creates a search of `graph`, with random lengths if it has none. The error says, after the graph's name,
    /// why it cannot be searched.
    pub fn new(graph: Graph, nesting: Nesting) -> Result<Self, String> {
        let source = graph.hub().ok_or("has no vertices; use one that has")?;
        let (most, seed) = RANDOM_LENGTHS;
        let graph = match graph.weights() {
            Some(_) => graph,
            None => graph.with_random_weights(most, seed),
        };
        let lengths = whole_lengths(&graph)?;
        Ok(Self {
            graph,
            lengths,
            source,
            nested: Nested::new(CHILDREN, nesting),
            on_device: DeviceGraph::default(),
            length_buffer: 0,
            distances: 0,
            changed_in: 0,
            round: 0,
        })
    }

    /// Returns the grid in which every vertex examines the edges that lead to it.
    fn launch(&self, memory: &mut GlobalMemory) -> Result<HostLaunch, MemoryFault> {
        let [offsets, sources] = self.on_device.addresses();
        let pointers = [offsets, sources, self.length_buffer, self.distances, self.changed_in];
        let vertices = self.graph.vertices();
        self.nested.parents(memory, vertices, structure(&pointers, &[vertices, self.round]))
    }
}

impl Workload for Sssp {
    fn name(&self) -> &str {
        "sssp"
    }

    fn ptx(&self) -> &str {
        ptx!("sssp")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let vertices = self.graph.vertices();
        self.nested.setup(memory, vertices)?;
        let reversed = self.graph.reversed();
        self.on_device = DeviceGraph::place(&reversed, memory)?;
        // Those of `lengths`, which are whole.
        let lengths = reversed.weights().unwrap_or_default().iter().map(|&length| length as u32);
        self.length_buffer = place(memory, "buffer `lengths`", &lengths.collect::<Vec<_>>())?;
        let mut distances = vec![UNREACHED; vertices as usize];
        distances[self.source as usize] = 0;
        self.distances = place(memory, "buffer `distances`", &distances)?;
        self.changed_in = place(memory, "buffer `changed_in`", &[0])?;
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if let Some(children) = self.nested.left_by_grid(memory)? {
            return Ok(HostStep::Launch(vec![children]));
        }
        // A shortest path has fewer edges than there are vertices, and then comes a round that changes nothing. No
        // correct device exceeds that; `verify` reports what one does that is not.
        let changed = memory.read_u32(self.changed_in)? == self.round;
        if !changed || self.round == self.graph.vertices() {
            return Ok(HostStep::Done);
        }
        self.round += 1;
        Ok(HostStep::Launch(vec![self.launch(memory)?]))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let actual = memory.read_u32s(self.distances, u64::from(self.graph.vertices()));
        let actual = actual.map_err(|fault| format!("sssp: reading the distances: {fault}"))?;
        let expected = shortest_paths(&self.graph, &self.lengths, self.source);
        let text = |distance| match distance {
            UNREACHED => "unreached".to_owned(),
            _ => format!("at distance {distance}"),
        };
        let source = format!("source {}; ", self.source);
        compare_vertices("sssp", &actual, &expected, text, &source)
    }
}

/// Returns the weights of `graph`, which must be whole numbers.
fn whole_lengths(graph: &Graph) -> Result<Vec<u32>, String> {
    let weights = graph.weights().unwrap_or_default();
    let whole = |weight: f32| weight.fract() == 0.0 && (0.0..=MOST_LENGTH as f32).contains(&weight);
    match weights.iter().position(|&weight| !whole(weight)) {
        None => Ok(weights.iter().map(|&weight| weight as u32).collect()),
        Some(edge) => {
            let from = graph.offsets().partition_point(|&first| first as usize <= edge) - 1;
            Err(format!(
                "has the length {} from vertex {from} to {} (counted from 0); lengths are whole numbers from 0 to \
                 {MOST_LENGTH}: scale and round them, or leave them out for random ones",
                weights[edge],
                graph.columns()[edge]
            ))
        }
    }
}

/// Returns the distance of every vertex from `source`, which must be a vertex, over edges of `lengths`. It is
/// [`UNREACHED`] for vertices without a path and for distances beyond 32 bits. The algorithm is Dijkstra's.
pub fn shortest_paths(graph: &Graph, lengths: &[u32], source: u32) -> Vec<u32> {
    let mut distances = vec![UNREACHED; graph.vertices() as usize];
    distances[source as usize] = 0;
    let mut queue = BinaryHeap::from([Reverse((0, source))]);
    while let Some(Reverse((distance, vertex))) = queue.pop() {
        if distances[vertex as usize] < distance {
            continue;
        }
        let first = graph.offsets()[vertex as usize] as usize;
        for (&to, &length) in graph.neighbours(vertex).iter().zip(&lengths[first..]) {
            let reached = distance.saturating_add(length);
            if reached < distances[to as usize] {
                distances[to as usize] = reached;
                queue.push(Reverse((reached, to)));
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;
    use crate::inputs::read_graph_from;

    fn sssp(edges: &str) -> Result<Sssp, String> {
        let graph = read_graph_from("edges", edges.as_bytes()).unwrap();
        Sssp::new(graph, Way::Flat.into())
    }

    fn distances(edges: &str, source: u32) -> Vec<u32> {
        let sssp = sssp(edges).unwrap();
        shortest_paths(&sssp.graph, &sssp.lengths, source)
    }

    #[test]
    fn a_detour_that_is_shorter_wins_and_one_way_edges_have_one_direction() {
        let edges = "0 1 9\n0 2 2\n2 3 3\n3 1 1\n1 4 0\n5 0 1\n";
        assert_eq!(distances(edges, 0), [0, 6, 2, 5, 6, UNREACHED]);
        assert_eq!(distances(edges, 3), [UNREACHED, 1, UNREACHED, 0, 1, UNREACHED]);
    }

    #[test]
    fn the_shorter_of_two_edges_between_the_same_vertices_counts() {
        assert_eq!(distances("0 1 5\n0 1 3\n0 1 4\n", 0), [0, 3]);
    }

    #[test]
    fn what_is_farther_than_can_be_said_is_unreached() {
        let edge = |i: u32| format!("{i} {} {MOST_LENGTH}\n", i + 1);
        let path: String = (0..258).map(edge).collect();
        let found = distances(&path, 0);
        assert_eq!(found[255], 255 << 24);
        assert_eq!(found[256..], [UNREACHED; 3]);
    }

    #[test]
    fn a_graph_without_lengths_gets_the_same_ones_each_time() {
        let (a, b) = (sssp("0 1\n1 2\n").unwrap(), sssp("0 1\n1 2\n").unwrap());
        assert_eq!(a.lengths, b.lengths);
        assert!(a.lengths.iter().all(|length| (1..=100).contains(length)));
    }

    #[test]
    fn a_length_that_is_no_whole_number_is_refused_with_its_edge() {
        let advice = "(counted from 0); lengths are whole numbers from 0 to 16777216: scale and round them, or leave \
                      them out for random ones";
        for (edges, what) in [
            ("0 1 5\n1 0 0.5\n", "has the length 0.5 from vertex 1 to 0"),
            ("0 1 5\n0 2 7\n3 2 -1\n", "has the length -1 from vertex 3 to 2"),
            ("0 1 16777218\n", "has the length 16777218 from vertex 0 to 1"),
        ] {
            assert_eq!(sssp(edges).unwrap_err(), format!("{what} {advice}"));
        }
    }

    #[test]
    fn verify_names_the_first_vertex_whose_distance_is_wrong() {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut sssp = sssp("0 1 4\n0 2 7\n1 2 2\n4 3 1\n").unwrap();
        sssp.setup(&mut memory).unwrap();
        memory.write_u32s(sssp.distances, &[0, 4, 6, UNREACHED, UNREACHED]).unwrap();
        assert_eq!(sssp.verify(&memory), Ok(()));
        memory.write_u32s(sssp.distances, &[0, 4, 7, 1, UNREACHED]).unwrap();
        assert_eq!(
            sssp.verify(&memory).unwrap_err(),
            "sssp: vertex 2 is at distance 7, the CPU reference says at distance 6 (source 0; 2 of 5 vertices differ)"
        );
    }

    #[test]
    fn rounds_end_with_one_that_changes_nothing_and_a_device_that_changes_on_is_stopped() {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut sssp = sssp("0 1 4\n1 2 1\n2 3 1\n").unwrap();
        sssp.setup(&mut memory).unwrap();
        for round in 1..=4 {
            assert!(matches!(sssp.step(&mut memory), Ok(HostStep::Launch(_))), "{round}");
            memory.write_u32(sssp.changed_in, round).unwrap();
        }
        assert_eq!(sssp.step(&mut memory), Ok(HostStep::Done));
        sssp.round = 0;
        memory.write_u32(sssp.changed_in, 0).unwrap();
        assert!(matches!(sssp.step(&mut memory), Ok(HostStep::Launch(_))));
        assert_eq!(sssp.step(&mut memory), Ok(HostStep::Done));
    }

    #[test]
    fn the_device_has_the_edges_into_each_vertex_with_their_lengths() {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut sssp = sssp("0 2 5\n1 2 3\n2 0 7\n").unwrap();
        sssp.setup(&mut memory).unwrap();
        let [offsets, sources] = sssp.on_device.addresses();
        assert_eq!(memory.read_u32s(offsets, 4).unwrap(), [0, 1, 1, 3]);
        assert_eq!(memory.read_u32s(sources, 3).unwrap(), [2, 0, 1]);
        assert_eq!(memory.read_u32s(sssp.length_buffer, 3).unwrap(), [7, 5, 3]);
    }
}
