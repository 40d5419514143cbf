//! Tests of several units together, and of every unit against its specification.

mod graph_source;
mod neighbours;
mod placement;
mod spec;
