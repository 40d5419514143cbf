//! Dependency-Aware Thread block Scheduler as a TB source: sends the nodes of dependency graphs as their
//! dependencies allow (Wireframe, section 4: DATS, level-bound scheduling in 4.3).
//!
//! It takes a graph kernel from the FCFS source, asks residency the demand of its TBs, reads the header
//! of its graph, starts the Dependency Graph Buffer (DGB) on it, wants an SMX while it holds a ready
//! node, sends the node's TB when it is granted, bounds how far levels may run apart, and tells the
//! DGB which nodes are done. It returns barriers, the nodes without a TB, at once. When the last
//! node's TB is out the FCFS source goes on with the kernel's groups.
//!
//! It does not know edges, parents or states (the DGB does, and it offers the smallest ready ID), does
//! not choose SMXs (placement does), and does not check its inputs: a graph without a TB, a TB index
//! wider than the header says, or the end of a node that was not sent is the caller's error. One graph
//! is in execution at a time. It has no sizes to choose, so its two presets are the same.
//!
//! ```text
//!                       +------------------------+
//!      FCFS   graph --->|          DATS          |---> graph_done             FCFS
//!     Grant   grant ===>|  kernel, header,       |===> want                   Grant
//! Residency     end --->|  2 nodes, limit,       |---> ask, tb                Residency, SMXs
//!       DGB    node --->|  1 TB, 1 done node     |---> start, limit_level     DGB
//!          tail_level ->|                        |---> done
//!    Memory mem_resp -->|                        |---> mem_req                Memory
//!                       +------------------------+
//! ```
//!
//! From a node's offer by the DGB to its TB there are two cycles; one node per cycle goes through.
//!
//! | cycle t | then |
//! |---|---|
//! | `graph` taken | `graph_ready` low from t+1; `ask_valid` in t+1; `mem_req_valid` from t+1, a word per transfer, seven words |
//! | seventh response | `start_valid` from t+1 |
//! | `start` taken | `limit_level` is that of the new graph from t+1 |
//! | `tail_level` rises | `limit_level` follows in t+1 |
//! | `node` taken, none held | `want_smxs` from t+1, or `done_valid` from t+2 for a barrier |
//! | `grant` | `tb_valid` in t+1; `want_smxs` in t+1 is for the next held node |
//! | `grant` of the last node | `tb_valid`, `graph_done` and `graph_ready` in t+1 |
//! | `end` taken | `done_valid` from t+1, `end_ready` low until it is taken |
//! | `done` taken | `end_ready` in t+1; a barrier that waits has its `done_valid` from t+2 if no end is taken in t+1 |
//!
//! `idle` is low while a header is read, while a barrier moves to `done`, while a TB is sent and while
//! the DGB has a new limit to see, so that the harness may skip the times in which a node waits for room,
//! or the DGB for an end.

pub mod model;
#[cfg(feature = "spec")]
mod neighbours;
pub mod pins;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Allowed, Storage, Unit};
use crate::kit::{width, Class};

/// The unit.
pub struct Dats;

impl Unit for Dats {
    const NAME: &'static str = "dats";
    const PURPOSE: &'static str = "sends the nodes of dependency graphs within a bound of levels";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] = &[("smxs", crate::residency::pins::SMXS)];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { smxs: 2 }
    }
    fn paper() -> pins::Params {
        pins::Params { smxs: 13 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    fn class(params: &pins::Params) -> Class {
        Class::of(&[(params.smxs, width::SMXS)])
    }
    #[cfg(feature = "spec")]
    fn neighbours(_: &pins::Params, _: Class) -> crate::kit::neighbours::Of<Self> {
        Box::new(neighbours::Promises::default())
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let class = Self::class(params);
        let figure = Some("wireframe.dgb.beyond");
        let one = |field, bits| Storage { field, bits, entries: 1, figure };
        vec![
            one("state", 2),
            one(
                "KDEI, PC, Param, shape, demand, grid of the kernel",
                u64::from(width::KDEI.of(class)) + 4 * 32 + 29 + 30,
            ),
            one("whether the demand is asked", 1),
            one("header address, words requested and received", 32 + 2 * 3),
            one("nodes, edges and their bases", 4 * 32),
            one("level bound and policy as read", 16 + 1),
            one("level bound and limit in force, raised", 2 * 16 + 1),
            one("widths of the TB index", 2 * 5),
            one("TBs left", 32),
            Storage { field: "nodes held: ID and TB index", bits: 2 * 32, entries: 2, figure },
            one("pointers and counts of the nodes held", 2 * 18),
            Storage { field: "nodes held: with a TB, or a barrier", bits: 2, entries: 2, figure },
            one("TB sent: valid, last, ID and TB index", 2 + 2 * 32),
            one("done node", 1 + 32),
        ]
    }
}

#[cfg(feature = "rtl")]
crate::kit::rtl::circuit_by_class!(Dats, DatsRtl<SMXS, KDEI>);
