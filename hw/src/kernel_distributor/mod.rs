//! Kernel Distributor with its FCFS controller: the kernels that may run, and the groups of TBs
//! coalesced to them.
//!
//! It takes kernels from the KMU into entries (KDEs), finds the KDE that aggregated groups may be
//! coalesced to, links them to its chain (NAGEI, LAGEI), shows the SMX scheduler the first marked
//! kernel, counts the TBs in execution (ExeBL) and retires a kernel when nothing of it is left.
//!
//! It does not choose kernels (KMU), does not hold groups or their Next fields (AGT), does not
//! count the TBs still to be distributed (SMX scheduler), and does not launch the groups that found
//! no eligible kernel: whoever asked does that. DTBL, thesis section 4.3, figures 14 and 15.
//!
//! ```text
//!            +------------------------------+
//!  disp ---->| KDEs   FCFS queue    search  |----> head, live   (SMX scheduler)
//!  retire <--|                              |<---- native_done, advance, unmark, start, end
//!  match --->|                              |----> next         (AGT)
//!  done <----|                              |<---- link
//!            +------------------------------+
//! ```
//!
//! | cycle t | later |
//! |---|---|
//! | `disp` taken | t+1: live, marked, first-time; pushed to the FCFS queue at the end of the first cycle from t+1 on without a push by a link; `disp_ready` is low until then |
//! | pushed to the empty queue | t+2: `head_valid` |
//! | `unmark` honoured | t+1: `head_valid` low; t+2: the next in the queue is at the head |
//! | `match` taken | KDE i is compared in cycle t+2+i; hit on KDE i: `match_done` in t+3+i; miss among n KDEs: t+2+n |
//! | `link` taken, chain empty | t+1: NAGEI = LAGEI = the group |
//! | `link` taken, chain not empty | t+1: LAGEI = the group, `next_valid` |
//! | live, unmarked, ExeBL 0, no holds, lowest such | t+1: not live, `retire_valid`; the entry may be taken again in t+1 |
//!
//! What happens at one and the same edge:
//!
//! | events | outcome |
//! |---|---|
//! | link and unmark, or link and advance to none, of one kernel | the link; the other is ignored |
//! | link and advance to a group, of one kernel | both; the chain was not empty, so the link gives a `next` |
//! | link of an unmarked kernel and a kernel waiting to be pushed | the link pushes, the other waits; unmarks, which make links push, come at most every second cycle, so it is not overtaken forever |
//! | unmark of the head and a push | both |
//! | start and end of one kernel | cancel |
//! | hit and link of one kernel | holds grow by `match_count` - 1 |
//! | hit and retirement of one entry | retirement; the search goes on with the next entry |
//! | `disp` and `match` taken | both; the kernel is found by the search |
//! | retirement and `disp` taken | both; the retiring entry is not free yet |
//!
//! The FCFS queue has one push port. Holds are counted in 16 bits: at most 65,535 groups may be
//! matched to one kernel and not yet linked; a warp waits for its groups to be linked, so 31 SMXs
//! of 64 warps stay below with 63,488. ExeBL has 16 bits, for at most 992 TBs on 31 SMXs.

pub mod model;
pub mod pins;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Storage, Unit};

/// The unit.
pub struct KernelDistributor;

/// The published figure NAGEI, LAGEI and the first-time bit belong to.
const FIGURE: Option<&str> = Some("dtbl.registers");

impl Unit for KernelDistributor {
    const NAME: &'static str = "kernel_distributor";
    const PURPOSE: &'static str = "kernels in flight, their coalesced groups, and FCFS among them";
    type Params = pins::Params;
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { entries: 4 }
    }
    fn paper() -> pins::Params {
        pins::Params { entries: 32 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let entries = u64::from(params.entries);
        let of = |field, bits, entries, figure| Storage { field, bits, entries, figure };
        vec![
            of("NAGEI", 32, entries, FIGURE),
            of("LAGEI", 32, entries, FIGURE),
            of("FCFS first-time bit", 1, entries, FIGURE),
            of("entry PC, grid, shape, demand, parameter address", 192, entries, None),
            of("entry PC, shape and demand for the search", 96, entries, None),
            of("tag and descriptor address", 38, entries, None),
            of("live and marked", 2, entries, None),
            of("ExeBL", 16, entries, None),
            of("holds", 16, entries, None),
            of("FCFS queue", 5, entries, None),
            of("FCFS pointers, count, head shown, waiting kernel", 23, 1, None),
            of("search: command, position, result", 116, 1, None),
            of("next command", 65, 1, None),
            of("retire", 1, 1, None),
        ]
    }
}

#[cfg(feature = "rtl")]
impl crate::kit::Synthesizable for KernelDistributor {
    type Circuit = rtl::KernelDistributorRtl;

    fn circuit(params: &pins::Params) -> rtl::KernelDistributorRtl {
        rtl::KernelDistributorRtl::new(params)
    }
}
