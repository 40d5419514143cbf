//! Graph colouring by rounds of independent sets of random values: irregular work, with or without device
//! launches.
//!
//! The host launches one grid per round until every vertex has a colour.

use super::data::random_below;
use super::nested::{Children, Nested};
use super::vertices::{compare_vertices, structure, DeviceGraph, VertexQueue};
use super::words::place;
use super::Nesting;
use crate::inputs::Graph;
use heddle_sim::host::{HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// `Comparison` in clr.cu.
const CHILDREN: Children = Children { app: "clr", bytes: 64, tb_threads: 64 };

/// Seed of the vertices' values.
const SEED: u64 = 1;

/// Colours a graph, whose edges count in both directions.
#[derive(Clone, Debug)]
pub struct Clr {
    graph: Graph,
    /// Value of each vertex, below the number of vertices; so a few are equal.
    values: Vec<u32>,
    nested: Nested,
    on_device: DeviceGraph,
    value_buffer: u64,
    beaten_in: u64,
    queue: VertexQueue,
    /// Number of the last round launched, counted from 1.
    round: u32,
}

impl Clr {
    /// Creates a colouring of `graph`; `None` if it has no vertices.
    pub fn new(graph: &Graph, nesting: Nesting) -> Option<Self> {
        let vertices = Some(graph.vertices()).filter(|&vertices| vertices > 0)?;
        Some(Self {
            // A vertex that does not see its neighbour would not be beaten by it.
            graph: graph.mirrored(),
            values: random_below(vertices, vertices as usize, SEED),
            nested: Nested::new(CHILDREN, nesting),
            on_device: DeviceGraph::default(),
            value_buffer: 0,
            beaten_in: 0,
            queue: VertexQueue::default(),
            round: 0,
        })
    }

    /// Returns the grid that compares `count` vertices with their neighbours.
    fn launch(&self, memory: &mut GlobalMemory, count: u32) -> Result<HostLaunch, MemoryFault> {
        let [offsets, columns] = self.on_device.addresses();
        let [left, next_left, next_count] = self.queue.addresses();
        let pointers =
            [offsets, columns, self.value_buffer, self.beaten_in, left, next_left, next_count];
        self.nested.parents(memory, count, structure(&pointers, &[count, self.round]))
    }
}

impl Workload for Clr {
    fn name(&self) -> &str {
        "clr"
    }

    fn ptx(&self) -> &str {
        ptx!("clr")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let vertices = self.graph.vertices();
        self.nested.setup(memory, vertices)?;
        self.on_device = DeviceGraph::place(&self.graph, memory)?;
        self.value_buffer = place(memory, "buffer `values`", &self.values)?;
        self.beaten_in = place(memory, "buffer `beaten_in`", &vec![0; vertices as usize])?;
        let all: Vec<u32> = (0..vertices).collect();
        self.queue = VertexQueue::place(vertices, &all, memory)?;
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if let Some(children) = self.nested.left_by_grid(memory)? {
            return Ok(HostStep::Launch(vec![children]));
        }
        // Each round colours at least one vertex.
        match self.queue.next_round(&mut self.round, self.graph.vertices(), memory)? {
            Some(count) => Ok(HostStep::Launch(vec![self.launch(memory, count)?])),
            None => Ok(HostStep::Done),
        }
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let beaten_in = memory.read_u32s(self.beaten_in, u64::from(self.graph.vertices()));
        let beaten_in = beaten_in.map_err(|fault| format!("clr: reading the rounds: {fault}"))?;
        if self.round == 0 {
            return Err("clr: no round was run".to_owned());
        }
        // The colour of a vertex is the round after the last one in which it was beaten.
        let actual: Vec<u32> = beaten_in.iter().map(|round| round.saturating_add(1)).collect();
        let expected = colours(&self.graph, &self.values);
        compare_vertices("clr", &actual, &expected, |colour| format!("of colour {colour}"), "")?;
        check_proper(&self.graph, &actual)
    }
}

/// Returns the colour of each vertex, from 1: one more than the largest colour among its neighbours of larger
/// `values`. There is one value per vertex. Equal values are ordered by the numbers of their vertices.
pub fn colours(graph: &Graph, values: &[u32]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..graph.vertices()).collect();
    order.sort_by_key(|&vertex| std::cmp::Reverse((values[vertex as usize], vertex)));
    let mut colours = vec![0; values.len()];
    for vertex in order {
        // Neighbours of smaller values have no colour yet.
        let neighbours = graph.neighbours(vertex).iter().map(|&to| colours[to as usize]);
        colours[vertex as usize] = 1 + neighbours.max().unwrap_or(0);
    }
    colours
}

/// Checks that no edge joins two vertices of one colour.
fn check_proper(graph: &Graph, colours: &[u32]) -> Result<(), String> {
    for vertex in 0..graph.vertices() {
        let colour = colours[vertex as usize];
        let same = |&&to: &&u32| to != vertex && colours[to as usize] == colour;
        if let Some(to) = graph.neighbours(vertex).iter().find(same) {
            return Err(format!(
                "clr: vertices {vertex} and {to} are neighbours of colour {colour}"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;
    use crate::inputs::{load, read_graph_from, InputSpec};

    fn graph(edges: &str) -> Graph {
        read_graph_from("edges", edges.as_bytes()).unwrap().mirrored()
    }

    fn clr(graph: &Graph) -> Clr {
        Clr::new(graph, Way::Flat.into()).unwrap()
    }

    #[test]
    fn a_vertex_waits_for_its_neighbours_of_larger_values_only() {
        let path = graph("0 1\n1 2\n2 3\n");
        assert_eq!(colours(&path, &[4, 3, 2, 1]), [1, 2, 3, 4]);
        assert_eq!(colours(&path, &[1, 2, 3, 4]), [4, 3, 2, 1]);
        assert_eq!(colours(&path, &[9, 1, 5, 1]), [1, 2, 1, 2]);
        let star = graph("0 1\n0 2\n0 3\n");
        assert_eq!(colours(&star, &[0, 7, 8, 9]), [2, 1, 1, 1]);
    }

    #[test]
    fn of_equal_values_the_vertex_of_larger_number_goes_first() {
        assert_eq!(colours(&graph("0 1\n1 2\n0 2\n"), &[5, 5, 5]), [3, 2, 1]);
    }

    #[test]
    fn loops_do_not_keep_a_vertex_from_its_colour() {
        assert_eq!(colours(&graph("0 0\n0 1\n"), &[1, 0]), [1, 2]);
    }

    #[test]
    fn the_reference_is_a_proper_colouring() {
        let graph = load(&InputSpec::parse("cage:2000:1").unwrap()).unwrap();
        let clr = clr(&graph);
        let colours = colours(&graph, &clr.values);
        assert_eq!(check_proper(&graph, &colours), Ok(()));
        let most = *colours.iter().max().unwrap();
        let degree = graph.degree(graph.hub().unwrap());
        assert!((degree / 2..2 * degree).contains(&most), "{most} colours");
    }

    #[test]
    fn verify_names_the_first_vertex_whose_colour_is_wrong() {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut clr = clr(&graph("0 1\n1 2\n"));
        clr.values = vec![3, 2, 1];
        clr.setup(&mut memory).unwrap();
        assert!(matches!(clr.step(&mut memory), Ok(HostStep::Launch(_))));
        memory.write_u32s(clr.beaten_in, &[0, 1, 2]).unwrap();
        assert_eq!(clr.verify(&memory), Ok(()));
        memory.write_u32s(clr.beaten_in, &[0, 0, u32::MAX]).unwrap();
        let expected = "clr: vertex 1 is of colour 1, the CPU reference says of colour 2 (2 of 3 vertices differ)";
        assert_eq!(clr.verify(&memory).unwrap_err(), expected);
    }

    #[test]
    fn neighbours_of_one_colour_are_named() {
        let expected = "clr: vertices 1 and 2 are neighbours of colour 4";
        let path = graph("0 1\n1 2\n");
        assert_eq!(check_proper(&path, &[5, 4, 4]).unwrap_err(), expected);
    }

    #[test]
    fn a_device_that_never_colours_the_last_vertex_is_stopped() {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut clr = clr(&graph("0 1\n1 2\n"));
        clr.setup(&mut memory).unwrap();
        for _ in 0..3 {
            assert!(matches!(clr.step(&mut memory), Ok(HostStep::Launch(_))));
            memory.write_u32(clr.queue.next_count, 1).unwrap();
        }
        assert_eq!(clr.step(&mut memory), Ok(HostStep::Done));
        assert!(clr.verify(&memory).is_err());
    }
}
