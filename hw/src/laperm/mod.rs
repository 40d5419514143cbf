//! LaPerm TB source: priority queues that are bound to SMXs, so that TBs launched by threads start soon after
//! those that launched them, and on the same SMX (thesis, section 5.2: TB-Pri, SMX-Bind and Adaptive-Bind).
//!
//! It queues the kernels of the host, of level 0, and the kernels and groups that TBs launch, of the level above that of
//! their parents. It looks at one SMX at a time and chooses the TB for it: of its own cluster the highest level, then
//! level 0, then, if it is adaptive, another cluster's. A grant commits one TB, which is sent in the next cycle.
//! TB-Pri is one cluster of all SMXs; SMX-Bind is clusters of the SMXs that share an L1.
//!
//! A queue goes on in memory, as a list of the records that groups have there anyway, when its cluster has no free entry.
//! Groups come back one at a time. So a launch never waits for a TB, and nothing overtakes its own level.
//!
//! It does not know what fits (residency does), holds no KDEs (the Kernel Distributor does), and does not hear which TB
//! has ended. It does not check its inputs: a grant without a want, or a group of a cluster or level that is not there, is
//! the caller's error. It does not write or free records. Memory must carry out requests in order, so that a record's Next is
//! read as it was last written. Graph kernels are not for it.
//!
//! ```text
//!                        +-------------------------+
//!         KD    enter -->|                         |---> look, spent           KD
//!               kde ====>|    LaPerm TB source     |
//!       SMXs    alloc -->|  queues, links, heads   |---> ask, want, tb         Residency
//! Residency     end   -->|  round, backups, hand   |---> mem_req              Memory
//!      grant  ==========>|                         |<--- mem_resp
//!                        |                         |---> queued, idle
//!                        +-------------------------+
//! ```
//!
//! `kde` and `want` are levels; `enter`, `alloc` and `mem_req` are streams; the rest are pulses. The queues are linked lists in
//! one memory, with the free entries of a cluster in a list of their own, so an entry is appended and removed in as many
//! cycles however many there are. The thesis, which sorts by shifting, takes up to 128.
//!
//! | cycle t | then |
//! |---|---|
//! | reset | `enter_ready` and `alloc_ready` after a cycle for each SMX, or for each cluster and one more |
//! | an SMX is looked at, a kernel or group is in its buffer and has an entry | `look` in t; it is appended at the end of t+1; the SMX is looked at again in t+3, or t+4 if its entry has been used before |
//! | the same, a group that goes to memory | `look` in t; `mem_req` from t+2 (or, while a record is read, when its words are requested), one word, or two if its queue has others there; the SMX is looked at two cycles after the last is taken |
//! | the same, a group comes back next | `mem_req` from t+3, five words; the SMX is looked at again in t+4 |
//! | the fifth word is answered | the group is in its buffer in t+1, and has an entry |
//! | looked at, the candidate is in the hand | `want` in t; the next SMX is looked at in t+1 |
//! | looked at, another is the candidate | `want` in t+3; if its demand is not the one asked last, `ask` in t+3 and `want` in t+4 |
//! | looked at, only a backup has a candidate | the same from t+1 on |
//! | looked at, no candidate | the next SMX is looked at in t+1 |
//! | grant | `tb` in t+1 |
//! | grant of the last TB | `tb` and `spent` in t+1; the next SMX is looked at in t+4 |
//!
//! So an SMX is looked at in every cycle while they all want the same head, and a round of SMXs of which each has
//! queues of its own takes four cycles for each, five if demands differ.
//!
//! How long a group stays in memory. While a cluster has groups there, one entry that gets free is for them (rule 3), and
//! they come back in turns (rule 12). So the first of the highest level there begins to be read when its cluster has a
//! free entry and at most four groups have come back to each other cluster. Each of these takes a read of five words, ten
//! cycles, and what the unit does when the last word comes: at most four cycles, or two words that are written. Only
//! kernels that enter go before it. Until the group is back, its SMXs are given heads of lower levels rather than nothing.

pub mod model;
#[cfg(feature = "spec")]
mod neighbours;
pub mod pins;
mod queues;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Allowed, Storage, Unit};
use crate::kit::{width, Class};
use crate::{kernel_distributor, residency};

/// The unit.
pub struct Laperm;

/// What the thesis does not count: how entries are linked, and the state of the source.
const BEYOND: Option<&str> = Some("laperm.queues.beyond");

impl Unit for Laperm {
    const NAME: &'static str = "laperm";
    const PURPOSE: &'static str =
        "offers launched TBs before others, on the SMXs of those that launched them";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] = &[
        ("smxs", residency::pins::SMXS),
        ("cluster", residency::pins::SMXS),
        ("levels", pins::LEVELS),
        ("entries", pins::ENTRIES),
        ("kdes", kernel_distributor::pins::ENTRIES),
    ];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { smxs: 3, cluster: 1, levels: 2, entries: 4, kdes: 4, adaptive: true }
    }
    fn paper() -> pins::Params {
        pins::Params { smxs: 13, cluster: 1, levels: 4, entries: 128, kdes: 32, adaptive: true }
    }
    fn presets() -> Vec<(&'static str, pins::Params)> {
        vec![
            ("tiny", Self::tiny()),
            ("paper", Self::paper()),
            ("tiny-bound", pins::Params { smxs: 4, cluster: 2, adaptive: false, ..Self::tiny() }),
            ("tiny-any", pins::Params { cluster: 3, adaptive: false, ..Self::tiny() }),
            ("paper-bound", pins::Params { adaptive: false, ..Self::paper() }),
            ("paper-any", pins::Params { cluster: 13, adaptive: false, ..Self::paper() }),
        ]
    }
    fn conflict(params: &pins::Params) -> Option<String> {
        let pins::Params { smxs, cluster, levels, entries, .. } = params;
        if !smxs.is_multiple_of(*cluster) {
            return Some(format!("cluster={cluster} does not divide smxs={smxs}"));
        }
        (levels > entries).then(|| {
            format!("levels={levels} are more than entries={entries}: give each level an entry")
        })
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
        let [kdei, smxs] = [width::KDEI, width::SMXS].map(|w| u64::from(w.of(class)));
        let of = |field, bits, entries: u32, figure| Storage {
            field,
            bits,
            entries: entries.into(),
            figure,
        };
        let address = u64::from((params.all_entries() - 1).ilog2() + 1);
        let (regions, queues) = (params.clusters() + 1, params.queues());
        let (groups, others) = (params.entries * params.smxs, params.smxs - 1);
        // PC, Param, shape, demand, grid and KDEI: the 24 bytes of the thesis, which counts one SMX.
        let item = 32 + 32 + 29 + 30 + 64 + kdei;
        let mut storage = vec![
            of("entries of one SMX", item, params.entries, Some("laperm.queues")),
            of("entries of the other SMXs", item, params.entries * others, None),
            of("entries of kernels", item, params.kdes, Some("laperm.level0")),
        ];
        storage.extend([
            of("link of an entry", address, groups + params.kdes, BEYOND),
            of("head and tail of a queue", 2 * address, queues, BEYOND),
            of("next TB of a head", 3 * 32, queues, BEYOND),
            of("first and last record of a queue", 2 * 27, queues, BEYOND),
            of("levels on chip and in memory", 2 * 8, regions, BEYOND),
            of("free entries: addresses and counts", 4 * address, regions, BEYOND),
            of("backup", 16, if params.adaptive { params.smxs } else { 1 }, BEYOND),
            of("SMX and cluster looked at", 3 * 16 + 2 * smxs + 8, 1, BEYOND),
            of("backup looked at", 1 + 16, 1, BEYOND),
            of("clusters on chip, in memory and with a free entry", 3 * smxs + 1, 1, BEYOND),
            of("kernels and groups", 28, 1, BEYOND),
            of("state and sweep", 4 + 2 * 16, 1, BEYOND),
            of("cluster to which a group came back, and its turn", 16 + smxs + 3, 1, BEYOND),
            of(
                "group that comes back: queue, record and words asked",
                2 + 16 + 27 + 2 * 3,
                1,
                BEYOND,
            ),
            of("group that comes back: what its record holds", 3 * 32 + 27 + kdei, 1, BEYOND),
            of("enter buffer", 1 + kdei + 16 + 3, 1, BEYOND),
            of("alloc buffer", 3 + kdei + 16 + 3 + 3 * 32 + 27, 1, BEYOND),
            of("hand: queue and entry", 1 + 3 * 16, 1, BEYOND),
            of("hand: kernel or group", kdei + 4 * 32 + 29, 1, BEYOND),
            of("hand: next TB", 3 * 32, 1, BEYOND),
            of("demand asked last", 1 + 30, 1, BEYOND),
            of("TB sent", 2 + 3 * 32, 1, BEYOND),
        ]);
        storage
    }
}

#[cfg(feature = "rtl")]
crate::kit::rtl::circuit_by_class!(Laperm, LapermRtl<SMXS, SMX, KDEI>);
