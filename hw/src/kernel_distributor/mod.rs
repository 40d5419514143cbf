//! Kernel Distributor: the kernels that may run. Their order is that of the FCFS source (`fcfs`).
//!
//! It takes kernels from the KMU into entries (KDEs), tells the TB source of them, finds the KDE that
//! aggregated groups may be coalesced to, shows the KDE the TB source looks at, counts the TBs in execution
//! (ExeBL) and what is still to be distributed (references), and retires a kernel when both are zero.
//!
//! It does not choose kernels (KMU), does not order them and holds no chains of groups (`fcfs`), does not hold
//! groups (AGT), and does not launch the groups that found no eligible kernel: the launch path does that. It does
//! not check its inputs: the end of a TB that did not start, or a reference too many, is the caller's error.
//! DTBL, thesis section 4.3, figures 14 and 15.
//!
//! ```text
//!            +----------------------------+
//!  disp ---->| KDEs    references  search |----> enter, kde    (TB source)
//!  retire <--|         ExeBL              |<---- look, spent, start
//!  match --->|                            |<---- end           (residency)
//!  done <----|                            |----> live, idle
//!            +----------------------------+
//! ```
//!
//! | cycle t | later |
//! |---|---|
//! | `disp` taken | t+1: live, one reference, `enter_valid`; `disp_ready` is low until `enter` is taken |
//! | `enter` taken | t+1: `disp_ready`, if an entry is free and no search runs |
//! | `look` | `kde_*` from t+1 |
//! | `match` taken | KDE i is compared in cycle t+2+i; hit on KDE i: `match_done` in t+3+i; miss among n KDEs: t+2+n |
//! | live, no references, ExeBL 0, lowest such | t+1: not live, `retire_valid`; the entry may be taken again in t+1 |
//!
//! What happens at one and the same edge:
//!
//! | events | outcome |
//! |---|---|
//! | start and end of one kernel | cancel |
//! | last start and `spent` of one kernel | both; it is not retired before that TB completes |
//! | hit and `spent` of one kernel | references grow by `match_count` - 1 |
//! | hit and retirement of one entry | retirement; the search goes on with the next entry |
//! | `disp` and `match` taken | both; the kernel is found by the search if its `enter` is taken in time |
//! | retirement and `disp` taken | both; the retiring entry is not free yet |
//!
//! References have 24 bits: at most 16,777,215 groups may be matched to one kernel and not yet distributed.
//! ExeBL has 16 bits, for at most 9,216 TBs on 144 SMXs.

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
pub struct KernelDistributor;

impl Unit for KernelDistributor {
    const NAME: &'static str = "kernel_distributor";
    const PURPOSE: &'static str =
        "kernels in flight, and what of them is not yet distributed or completed";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] = &[("entries", pins::ENTRIES)];
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
    fn class(params: &pins::Params) -> Class {
        Class::of(&[(params.entries, width::KDES)])
    }
    #[cfg(feature = "spec")]
    fn neighbours(params: &pins::Params, _: Class) -> crate::kit::neighbours::Of<Self> {
        Box::new(neighbours::Promises::new(params))
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let class = Self::class(params);
        let entries = u64::from(params.entries);
        let widths = [width::KDEI, width::KDE_COUNT, width::TAG, width::SMX];
        let [kdei, count, tag, smx] = widths.map(|w| u64::from(w.of(class)));
        let of = |field, bits, entries| Storage { field, bits, entries, figure: None };
        // Kernels that wait for no groups would need neither.
        let dtbl = |field, bits, entries| Storage {
            figure: Some("dtbl.registers.beyond"),
            ..of(field, bits, entries)
        };
        vec![
            of("entry PC, grid and parameter address", 4 * 32, entries),
            of("entry shape, demand and graph bit", 29 + 31, entries),
            dtbl("entry PC, shape and demand for the search", 96, entries),
            of("tag and descriptor address", tag + 32, entries),
            of("live", 1, entries),
            of("ExeBL", 16, entries),
            dtbl("references", 24, entries),
            of("entering kernel", 1 + kdei + 3 + smx, 1),
            of("KDE looked at", 1 + kdei, 1),
            dtbl("search: command, position, result", 1 + 3 * 32 + 6 + count + 2 + kdei, 1),
            of("retire", 1, 1),
            of("start, end and spent to be counted", 3 * (1 + kdei), 1),
        ]
    }
}

#[cfg(feature = "rtl")]
crate::kit::rtl::circuit_by_class!(KernelDistributor, KernelDistributorRtl<KDES, KDEI, KDE_COUNT, TAG, SMX>);
