//! DepLinks: dependences between the TBs of a kernel, as Wireframe gives them to the hardware.
//!
//! A [`DependencyGraph`] is built from edges, from a function that names each TB's parents, or from lists of what
//! each task reads and writes ([`from_depends`]). It can also come from a mapping function in PTX ([`collect`]),
//! or from the accesses that the TBs make ([`infer`]). It is acyclic by construction. [`GraphImage`] is its form
//! in device memory.

mod barriers;
mod dependency;
mod depends;
mod error;
mod export;
mod grid;
mod image;
mod infer;
mod levels;
mod mapping;
mod rows;
mod summary;

pub(crate) use dependency::tbs_of;
pub use dependency::{DependencyGraph, Node, Parent};
pub use depends::{from_depends, Depends};
pub use error::GraphError;
pub use grid::{tb_index, tb_number};
pub use image::{GraphImage, Policy, HEADER_BYTES};
pub use infer::infer;
pub use mapping::{collect, Mapping};
pub use summary::Summary;

/// Most nodes that a graph may have.
pub const MAX_NODES: u64 = 1 << 26;

/// Most edges that a graph may have.
pub const MAX_EDGES: u64 = 1 << 28;
