//! FCFS TB source: offers the TBs of kernels and aggregated groups in the order in which their kernels
//! came (thesis, section 4.3: FCFS controller, SSCR, NextBL, NAGEI and LAGEI).
//!
//! It queues the kernels that enter, keeps the chain of groups of each, and for the kernel in hand wants
//! SMXs for its native TBs, then for the TBs of its groups, x fastest. A grant commits one TB, which is
//! sent in the next cycle. The native TBs of a graph kernel it leaves to DATS.
//!
//! It does not choose SMXs (placement does), does not know what fits (residency does), holds no KDEs and
//! no groups (Kernel Distributor and AGT do), and does not hear of completed TBs. While a TB of the
//! kernel in hand waits for room, no other kernel's TB overtakes it. It does not check its inputs: a grant
//! without a want or a link to a kernel that has not entered is the caller's error.
//!
//! ```text
//!                        +-------------------------+
//!         KD    enter -->|                         |---> look, spent           KD
//!               kde ====>|    FCFS TB source       |---> next, take, done      AGT
//!        AGT    link  -->|  queue, NAGEI, LAGEI    |---> graph                 DATS
//!               group -->|  SSCR, NextBL           |---> ask, want, tb         Residency
//!       DATS graph_done->|                         |---> group_in_hand, idle
//!      grant  ==========>|                         |
//!                        +-------------------------+
//! ```
//!
//! `kde`, `want` and `group_in_hand` are levels; `enter`, `link`, `next`, `take`, `done` and `graph` are
//! streams; the rest are pulses. `idle` is high with nothing queued, and while a grant, a group that is read or
//! the end of a graph is waited for and nothing is offered: then only an event changes anything.
//!
//! | cycle t | then |
//! |---|---|
//! | nothing in hand, `enter` taken, or `link` taken that queues a kernel | `look` in t+1 |
//! | `look` | `ask` in t+2; of a first-time graph kernel `graph_valid` from t+2 |
//! | `ask`, native TBs to go | `want` from t+1, so the first `tb` in t+2 at the earliest |
//! | `ask`, native TBs out | `take_valid` from t+1, or without groups the next kernel's `look` in t+1 |
//! | grant | `tb` in t+1; `want` stays if a TB is left, so there may be a grant and a `tb` per cycle |
//! | `tb`, the last native TB | `spent` in t; `take_valid` from t, or without groups the next kernel's `look` in t: its first `tb` in t+4 at the earliest |
//! | `graph_done` | `spent` and `ask` in t+1 |
//! | `group_valid` | `want` from t+1, so the first `tb` of the group in t+2 at the earliest |
//! | `tb`, the last of a group in the table | `done_valid` from t |
//! | `done` taken | `spent` in t+1; `take_valid` from t+1, or without groups the next kernel's `look` in t+1 |
//! | `tb`, the last of a spilled group | `spent` in t; `take_valid` from t, or without groups the next kernel's `look` in t |
//! | `take_valid` is due and a `next` waits | `take_valid` from one cycle after the transfer of `next` |
//! | `link` taken, chain not empty | `next_valid` from t+1 |
//!
//! With the AGT, which reads a group of the table in three cycles and carries out `done` first, the first
//! `tb` of a group comes 5 cycles after the last native one, and 7 cycles after the last one of a group before
//! it in the table.
//!
//! What happens at one and the same edge:
//!
//! | events | outcome |
//! |---|---|
//! | link, and the kernel leaves | it is queued again, behind all others |
//! | link, and the last group of the chain is first offered by `take` | the link is captured |
//! | link, and the group before is read | captured if that group was the last when it was offered, else a `next` |
//! | link that queues, and `enter` | both; the linked kernel comes first |
//! | link that queues, and a `look` | both |

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
use crate::{kernel_distributor, residency};

/// The unit.
pub struct Fcfs;

/// The published figure that NAGEI, LAGEI, the first-time bit and the AGEI of the SSCR belong to.
const FIGURE: Option<&str> = Some("dtbl.registers");

/// What DTBL needs beyond it: an FCFS source of kernels alone would do without.
const BEYOND: Option<&str> = Some("dtbl.registers.beyond");

impl Unit for Fcfs {
    const NAME: &'static str = "fcfs";
    const PURPOSE: &'static str =
        "offers TBs of kernels and aggregated groups, first come, first served";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] =
        &[("kdes", kernel_distributor::pins::ENTRIES), ("smxs", residency::pins::SMXS)];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { kdes: 4, smxs: 2 }
    }
    fn paper() -> pins::Params {
        pins::Params { kdes: 32, smxs: 13 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    fn class(params: &pins::Params) -> Class {
        Class::of(&[(params.kdes, width::KDES), (params.smxs, width::SMXS)])
    }
    #[cfg(feature = "spec")]
    fn neighbours(params: &pins::Params, _: Class) -> crate::kit::neighbours::Of<Self> {
        Box::new(neighbours::Promises::new(params))
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let class = Self::class(params);
        let kdes = u64::from(params.kdes);
        let [kdei, count] = [width::KDEI, width::KDE_COUNT].map(|w| u64::from(w.of(class)));
        let of = |field, bits, entries, figure| Storage { field, bits, entries, figure };
        vec![
            of("NAGEI", 32, kdes, FIGURE),
            of("LAGEI", 32, kdes, FIGURE),
            of("no group is chained", 1, kdes, BEYOND),
            of("FCFS first-time bit", 1, kdes, FIGURE),
            of("queued or in hand", 1, kdes, None),
            of("FCFS queue", kdei, kdes, None),
            of("FCFS pointers and count", 2 * kdei + count, 1, None),
            of("SSCR KDEI", kdei, 1, None),
            of("SSCR KDEI, one-hot", 1, kdes, None),
            of("SSCR AGEI", 32, 1, FIGURE),
            of("SSCR NextBL", 32, 1, None),
            of("PC, Param, shape, demand, grid of the work", 4 * 32 + 29 + 30, 1, None),
            of("TB index", 64, 1, None),
            of("starting TB: valid, index, number", 1 + 64 + 32, 1, None),
            of("next: valid, AGEI to write to, AGEI after it", 1 + 2 * 32, 1, BEYOND),
            of("state, spent", 4 + 1, 1, None),
            of("Next is written", 1, 1, BEYOND),
        ]
    }
}

#[cfg(feature = "rtl")]
crate::kit::rtl::circuit_by_class!(Fcfs, FcfsRtl<SMXS, KDES, KDEI, KDE_COUNT>);
