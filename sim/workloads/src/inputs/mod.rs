//! The inputs of workloads: graphs, matrices, ratings and relations, generated from a seed or read from a file;
//! temperature fields and points, from a seed or an array; rules with streams of bytes; keys to be sorted, from a seed or a
//! file; images of the complex plane; a genome and its reads; and arrays from `.npy` files.
//!
//! No input is trusted. A malformed file is an error with file and line, and no memory is allocated because of a
//! size in a header. Graphs are limited to [`MAX_VERTICES`] and [`MAX_EDGES`]; larger ones would not fit the 4 GiB
//! of simulated device memory.

mod cage;
mod citation;
mod citation_shuffled;
mod combustion;
mod complete;
mod dependences;
mod dimacs;
mod dot;
mod draw;
mod edge_list;
mod error;
mod flight;
mod flight_skewed;
mod floats;
mod generator;
mod graph;
mod keys;
mod kronecker;
mod lines;
mod matching;
mod matrices;
mod matrix_market;
mod movielens;
pub mod npy;
mod plane;
mod points;
mod properties;
mod ratings;
mod reader;
mod relations;
mod road;
mod sequences;
mod sort_keys;
mod spec;
mod synthetic;
mod table;
mod tiling;
mod weights;

pub use combustion::{combustion, Combustion, Field, COMBUSTION, REFINEMENT};
pub use complete::{complete, Complete};
pub(crate) use draw::below;
pub use error::InputError;
pub use graph::{Edge, Graph};
pub use keys::{KeyDistribution, KeyGenerator};
pub use kronecker::{kronecker, Kronecker};
pub use matching::{load_matching, Matching, Rule, Stream, MATCHING_INPUTS};
pub use matrices::{Matrices, SparseMatrix, MATRICES, MAX_SIDE};
pub use movielens::{movielens, MovieLens, PublishedRatings, MOVIELENS_100K};
pub use plane::{Plane, PLANE};
pub use points::{load_points, points_from_array, Point, POINTS};
pub use properties::{Children, GraphProperties, LINE_WORDS, WINDOW_WORDS};
pub use ratings::{Ratings, MAX_ITEMS, RATINGS};
pub use reader::{read_graph, read_graph_from};
pub use relations::{Relation, Relations, RELATIONS};
pub use sequences::{Sequences, SEQUENCES};
pub use sort_keys::{load_sort_keys, SORT_KEYS};
pub use spec::{load, Generator, InputSpec, Original, GENERATORS};
pub use synthetic::{synthetic, Family, Synthetic};
pub use tiling::{Tiling, TILING};

/// Most vertices that a graph may have.
pub const MAX_VERTICES: u64 = 1 << 26;

/// Vertices that require no edges, and how many more each edge allows. The size of a graph follows from the content
/// of its file: a short file that claims 2^26 vertices is an error.
const FREE_VERTICES: u64 = 1 << 20;
const VERTICES_PER_EDGE: u64 = 64;

/// Most directed edges that a graph may have.
pub const MAX_EDGES: u64 = 1 << 28;
