//! What workloads run on: graphs, generated from a seed or read from a file, and arrays from
//! `.npy` files.
//!
//! Everything here distrusts its input: a malformed file is an error with file and line, and nothing is
//! allocated on the word of a header. Graphs are limited to [`MAX_VERTICES`] and [`MAX_EDGES`], more
//! than which the 4 GiB of simulated device memory could not hold anyway.

mod cage;
mod citation;
mod dimacs;
mod draw;
mod edge_list;
mod error;
mod flight;
mod graph;
mod kronecker;
mod lines;
mod matrix_market;
pub mod npy;
mod reader;
mod road;
mod spec;
mod synthetic;
mod weights;

pub(crate) use draw::below;
pub use error::InputError;
pub use graph::{Edge, Graph};
pub use kronecker::{kronecker, Kronecker};
pub use reader::{read_graph, read_graph_from};
pub use spec::{load, Generator, InputSpec, GENERATORS};
pub use synthetic::{synthetic, Family, Synthetic};

/// The most vertices a graph may have.
pub const MAX_VERTICES: u64 = 1 << 26;

/// Vertices that need no edges, and how many more each edge allows. A graph's size comes from what its
/// file holds: a short file that claims 2^26 vertices is a slip, not a graph.
const FREE_VERTICES: u64 = 1 << 20;
const VERTICES_PER_EDGE: u64 = 64;

/// The most directed edges a graph may have.
pub const MAX_EDGES: u64 = 1 << 28;
