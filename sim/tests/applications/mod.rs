//! The applications with nested parallelism on the fast models, compared with their CPU references in every launch
//! mode.

mod bench;
mod dependences;
mod graphs;
mod launching;
mod mesh;
mod products;
mod recursion;
mod regx;
mod tables;
mod wavefront;
