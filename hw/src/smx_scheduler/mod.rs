//! SMX scheduler: sends the TBs of kernels and aggregated groups to the SMXs (thesis, section 4.3,
//! "Aggregated Thread Blocks Scheduling on SMX": SSCR, TBCR, NextBL).
//!
//! It takes the kernel at the head of the Kernel Distributor's queue, sends its native TBs and
//! then the groups chained to it, one TB a cycle, round-robin over the SMXs with room, and gives the
//! head back when nothing is left. The native TBs of a graph kernel come from DATS, one a node.
//! It keeps the books of slots, threads, registers and shared memory of every SMX, and tells KD, AGT
//! and DATS which kernel, group and node an ended TB belonged to.
//!
//! It does not choose among kernels (the KD's FCFS controller does) or nodes (DATS and its DGB do),
//! does not count running TBs (ExeBL is in the KDE and the AGE), does not read memory (the AGT reads
//! spilled groups), and does not check its inputs: an end for a slot without a TB, or a need no SMX
//! can meet, is the caller's error. While a TB of the head waits for room, or the head for a node, no
//! other kernel's TB overtakes it.
//!
//! ```text
//!                    +-----------------------------+
//!        KD  head ==>|                             |---> native_done, advance, unmark   KD
//!                    |        SMX scheduler        |---> kd_end
//!       AGT group -->|  SSCR: KDEI, AGEI, NextBL   |---> take, done, agt_end           AGT
//!      DATS  node -->|  TBCR: smxs x slots         |---> graph, node_end              DATS
//!      SMXs   end -->|  free: slots, resources     |---> tb (SMXs, and start of the KD)
//!                    +-----------------------------+---> idle
//! ```
//!
//! `head` are levels, `take`, `done`, `end`, `agt_end`, `graph`, `node` and `node_end` are streams, the
//! rest are pulses. After reset SMX 0 comes first. `idle` is high with no kernel in hand, and also while
//! a group or a node is waited for or no SMX has room, so that the harness may skip such times.
//!
//! | cycle t | then |
//! |---|---|
//! | nothing in hand, `head_valid` and `head_first` | first `tb_valid` in t+2, if an SMX has room |
//! | `tb_valid`, not the last TB, room left | `tb_valid` in t+1 |
//! | `tb_valid`, the last native TB | `native_done` in t too; without groups `unmark` in t+2 |
//! | nothing in hand, `head_valid` and `head_first`, a graph kernel | `graph_valid` from t+1 |
//! | `graph` taken | from t+1 `node_ready` while an SMX has room |
//! | `node` taken | its `tb_valid` in t+1, with `native_done` if it is the last; the next may be taken in t+1 |
//! | `native_done`, `head_nagei` not none in t+1 | `take_valid` from t+2 |
//! | `group_valid` | the group's first `tb_valid` in t+2, if an SMX has room |
//! | `tb_valid`, the last TB of a group, next known | `advance_valid` in t+1 |
//! | ... next not yet written | `take_valid` from t+1, until it is |
//! | `advance_valid`, honoured | table: `done_valid` from t+2; spilled: next `take_valid` from t+3 |
//! | `advance_valid`, refused | `take_valid` again from t+3 |
//! | `done_valid` taken, no next | `unmark` in t+2 |
//! | `unmark` | the head is looked at again in t+1 |
//! | `end_valid` and `end_ready` | `kd_end_valid` in t+1, `agt_end_valid` or `node_end_valid` from t+1, `tb_valid` into its slot from t+3 |
//! | `kd_end_valid`, `agt_end` or `node_end` taken or neither needed | `end_ready` in t+1 |

pub mod model;
pub mod pins;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Storage, Unit};

/// The unit.
pub struct SmxScheduler;

impl Unit for SmxScheduler {
    const NAME: &'static str = "smx_scheduler";
    const PURPOSE: &'static str = "distributes TBs of kernels and aggregated groups to the SMXs";
    type Params = pins::Params;
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { smxs: 2, slots: 2, threads: 256, registers: 64, shared: 32 }
    }
    fn paper() -> pins::Params {
        pins::Params { smxs: 13, slots: 16, threads: 2048, registers: 256, shared: 192 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        // A TBCR is addressed by SMX and slot side by side.
        let tbcrs = u64::from(params.smxs * params.slots.next_power_of_two());
        let smxs = params.smxs.into();
        let dtbl = Some("dtbl.registers");
        let field = |field, bits, entries, figure| Storage { field, bits, entries, figure };
        vec![
            field("TBCR KDEI", 5, tbcrs, None),
            field("TBCR AGEI", 32, tbcrs, dtbl),
            field("TBCR BLKID", 32, tbcrs, None),
            field("TBCR demand", 32, tbcrs, None),
            field("SSCR KDEI", 5, 1, None),
            field("SSCR AGEI", 32, 1, dtbl),
            field("SSCR NextBL", 32, 1, None),
            field("PC, Param, shape, demand, grid of the work", 6 * 32, 1, None),
            field("TB index", 64, 1, None),
            field("Next of the group", 32, 1, None),
            field("starting TB: valid, SMX, slot, index, BLKID", 1 + 5 + 5 + 64 + 32, 1, None),
            field("ended TB: SMX, slot, AGEI or node, for whom", 5 + 5 + 32 + 2, 1, None),
            field("free slots", 32, smxs, None),
            field("free threads, registers, shared memory", 12 + 9 + 9, smxs, None),
            field("states, fresh group, last SMX", 4 + 2 + 1 + 5, 1, None),
        ]
    }
}

#[cfg(feature = "rtl")]
impl crate::kit::Synthesizable for SmxScheduler {
    type Circuit = rtl::SmxSchedulerRtl;

    fn circuit(params: &pins::Params) -> rtl::SmxSchedulerRtl {
        rtl::SmxSchedulerRtl::new(params)
    }
}
