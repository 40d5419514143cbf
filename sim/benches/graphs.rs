//! Seconds the host takes to make dependency graphs. `cargo bench -p heddle-sim --bench graphs`.

use heddle_sim::graph::{collect, DependencyGraph, Parent};
use heddle_sim::mem::GlobalMemory;
use heddle_sim::ptx::Program;
use std::hint::black_box;
use std::time::Instant;

/// Each is measured so often; the fastest counts, as others share the machine.
const REPEATS: usize = 5;

const MAPPING: &str = include_str!("../tests/ptx/mapping.ptx");

/// A compiled mapping function is run for each of 96 x 96 TBs.
fn mapped() -> Result<DependencyGraph, String> {
    let program = Program::parse("mapping.ptx", MAPPING).map_err(|error| error.to_string())?;
    let (entry, _) = program.function_by_name("wavefront").ok_or("mapping.ptx has no wavefront")?;
    let mut memory = GlobalMemory::new(1 << 20);
    let mapping = collect(&program, entry, [96, 96, 1], [128, 1, 1], 0, &mut memory)
        .map_err(|error| error.to_string())?;
    DependencyGraph::from_edges(96 * 96, &mapping.edges).map_err(|error| error.to_string())
}

/// Each of 708 x 708 TBs names two parents, a million in all.
fn named() -> Result<DependencyGraph, String> {
    let parents = |_| [[-1, 0, 0], [0, -1, 0]].map(Parent::Offset);
    DependencyGraph::from_parents([708, 708, 1], parents).map_err(|error| error.to_string())
}

/// A graph's name, and how it is made.
type Case = (&'static str, fn() -> Result<DependencyGraph, String>);

fn main() -> Result<(), String> {
    println!("{:<16} {:>10} {:>10}", "graph", "edges", "seconds");
    let cases: [Case; 2] = [("mapped", mapped), ("named", named)];
    for (name, make) in cases {
        let (mut best, mut edges) = (f64::INFINITY, 0);
        for _ in 0..REPEATS {
            let begin = Instant::now();
            let graph = make()?;
            black_box(graph.level_order());
            best = best.min(begin.elapsed().as_secs_f64());
            edges = graph.edges();
        }
        println!("{name:<16} {edges:>10} {best:>10.3}");
    }
    Ok(())
}
