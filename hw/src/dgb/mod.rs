//! Dependency Graph Buffer: the on-chip window on the dependency graph of a kernel (Wireframe,
//! section 4.2: Local Node Array, Node State Table, Local Edge Array, Pending Update Buffer, Node
//! Insertion Buffer).
//!
//! It loads nodes and edges in order, offers ready nodes, and on the completion of a node counts
//! down the parents of its children. It does not know TBs, barrier nodes or policies: DATS knows
//! the meaning of a TB index and decides up to which level nodes may be offered. It does not check
//! the graph: a cycle, or numbers beyond `id_bits`, are the caller's error.
//!
//! ```text
//!                      +-----------------------+
//!     DATS   start --->|                       |---> node   DATS
//!             done --->|          DGB          |---> tail_level
//!      limit_level --->|  LNA  LEA  PUB  NIB   |---> mem_req
//!                      |                       |<--- mem_resp   Memory
//!                      +-----------------------+---> pub_used, idle
//! ```
//!
//! Four machines share the memories. The *loader* keeps the memory port busy and reads the next
//! node from the NIB into the *insertion register*. The *completion engine* completes nodes. The
//! *ready finder* finds and offers ready nodes. The tail moves by itself. An insertion happens
//! between two edges of the completion engine, never between the read of a child and its update.
//! Ready and done are register bits. Waiting and processing are the absence of both; no logic
//! distinguishes them.
//!
//! | cycle t | then |
//! |---|---|
//! | graph taken | `start_ready` low from t+1, request of the first nodes in t+2, of the first edges as soon as that is taken |
//! | graph without nodes taken | `start_ready` high again from t+2 |
//! | last word of a node chunk answered | its first node in the insertion register in t+5 |
//! | a node in the insertion register, `u` entries in the PUB, room | inserted at the end of t if u is 0, else of t+1+u |
//! | a node inserted | the next of the chunk in the insertion register in t+5 |
//! | a node becomes ready at the end of t, nothing offered | `node_valid` from t+4, or t+5 if the tail's level is read in t+2 |
//! | `node` taken, more are ready | `node_valid` from t+4 |
//! | `done` taken, `k` children | `done_ready` and the nodes it made ready from t+4+2k, and one more cycle for each insertion meanwhile |
//! | the tail completed | next tail from t+1, one per cycle; `tail_level` two cycles after the last of them, or up to two more if the completion engine reads |
//! | the last node completed | `start_ready` from t+3 |
//!
//! A completion's update of a word in memory (rule 7) takes the memory's time and four cycles.

pub mod model;
#[cfg(feature = "spec")]
mod neighbours;
pub mod pins;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Allowed, Storage, Unit};

/// Bytes of a node in memory.
pub const NODE_BYTES: u32 = 16;
/// Offset of the word with parents and level in a node.
pub const PARENTS_OFFSET: u32 = 4;
/// TB index of a node that has no TB, on the pins.
pub const NO_TB: u32 = u32::MAX;

/// The unit.
pub struct Dgb;

impl Unit for Dgb {
    const NAME: &'static str = "dgb";
    const PURPOSE: &'static str = "window on the dependency graph of a kernel, ready nodes first";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] = &[
        ("nodes", pins::NODES),
        ("edges", Allowed::PowersOfTwo(16, 65536)),
        ("pub_entries", pins::PUB_ENTRIES),
        ("chunk_bytes", Allowed::OneOf(&[32, 128])),
        ("id_bits", pins::ID_BITS),
    ];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { nodes: 4, edges: 16, pub_entries: 2, chunk_bytes: 32, id_bits: 16 }
    }
    fn paper() -> pins::Params {
        pins::Params { nodes: 128, edges: 512, pub_entries: 64, chunk_bytes: 128, id_bits: 16 }
    }
    fn presets() -> Vec<(&'static str, pins::Params)> {
        vec![
            ("tiny", Self::tiny()),
            ("paper", Self::paper()),
            ("paper-lvl", Self::paper()),
            ("paper-lrr", pins::Params { nodes: 512, edges: 2048, ..Self::paper() }),
            ("paper-wide", pins::Params { id_bits: 24, ..Self::paper() }),
        ]
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    #[cfg(feature = "spec")]
    fn neighbours(params: &pins::Params, _: crate::kit::Class) -> crate::kit::neighbours::Of<Self> {
        Box::new(neighbours::Promises::new(params))
    }
    fn conflict(params: &pins::Params) -> Option<String> {
        // With less, an edge of the tail and the chunk with the next one have no room beside each other.
        let (edges, least) = (params.edges, 2 * params.chunk_words());
        let said = format!(
            "edges={edges} is less than two chunks of chunk_bytes={}: it must be at least {least}",
            params.chunk_bytes
        );
        (edges < least).then_some(said)
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let figure = Some("wireframe.dgb");
        let id = u64::from(params.id_bits);
        let start = u64::from(params.edges.ilog2());
        // The paper rounds an entry up to 8 bytes.
        let used = 2 + id + 16 + 16 + start;
        let node = |field, bits| Storage { field, bits, entries: params.nodes.into(), figure };
        let beyond = Some("wireframe.dgb.beyond");
        let one = |field, bits| Storage { field, bits, entries: 1, figure: beyond };
        vec![
            node("state", 2),
            node("TB index", id),
            node("parents", 16),
            node("level", 16),
            node("local edge start", start),
            node(Storage::PADDING, used.next_multiple_of(32) - used),
            Storage { field: "Local Edge Array", bits: id, entries: params.edges.into(), figure },
            Storage {
                field: "Pending Update Buffer",
                bits: id,
                entries: params.pub_entries.into(),
                figure,
            },
            Storage {
                field: "Node Insertion Buffer",
                bits: 8,
                entries: params.chunk_bytes.into(),
                figure,
            },
            one("graph", 1 + 4 * 32),
            one("window", 4 * 32 + 16 + 4 + 1 + 32),
            one("insertion register", 1 + 2 + 32 + 2 * 16 + id),
            one("NIB filled", 1 + 6 + 32),
            one("memory request", 1 + 2 + 2 * 32 + 2),
            one("answers under way", 5),
            one("completion", 4 + 32 + 2 * 16 + 2 + 2 * 32),
            one("PUB ring", 4 * 7 + 1),
            one("search and offer", 3 + 1 + 5 + 32 + 10 + 32 + id + 16),
        ]
    }
}

#[cfg(feature = "rtl")]
impl crate::kit::Synthesizable for Dgb {
    type Circuit = rtl::DgbRtl;

    fn circuit_in(params: &pins::Params, _class: crate::kit::Class) -> rtl::DgbRtl {
        rtl::DgbRtl::new(params)
    }
}
