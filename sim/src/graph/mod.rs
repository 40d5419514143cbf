//! DepLinks: dependence between the TBs of a kernel, as Wireframe gives it to the hardware.
//!
//! A [`DependencyGraph`] comes from edges, from a function that names each TB's parents, from lists of what each
//! task reads and writes ([`from_depends`]), from a mapping function in PTX ([`collect`]), or from the accesses
//! that the TBs make ([`infer`]). It is acyclic by construction. [`GraphImage`] is what device memory holds of it.

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
