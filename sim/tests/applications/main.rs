//! The applications with nested parallelism on the fast models, against their CPU references, however they launch.

mod bench;
mod dependences;
mod graphs;
mod launching;
mod mesh;
mod regx;
mod tables;
mod wavefront;
