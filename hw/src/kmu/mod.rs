//! Kernel Management Unit (KMU): decides which kernel enters the Kernel Distributor next. It
//! chooses among the heads of the hardware work queues (HWQs) and the pool of kernels that were
//! launched by the device or resumed. With LaPerm the pool has lists for each cluster of SMXs, of
//! which the kernels of the highest level go first (thesis, section 5.2).
//!
//! It has one head slot per queue, not the queues themselves: the host has them. The pool is
//! linked lists through word 7 of the descriptors in memory; on chip there are their ends, which
//! lists have a kernel, and counts. The KMU does not check descriptors: it hands on the level and
//! the cluster in word 6, and does not compare them with those of the command. It does not save the
//! state of a suspended kernel, but marks and counts it. It does not know which kernels run: `done`
//! must name the queue. It passes on the tag in word 6, so a host kernel that was suspended and
//! resumed still releases its queue. Memory must carry out the requests in order, because a link is
//! read after it was written.
//!
//! ```text
//!                     +---------+
//!      host_* ------->|         |---> disp_*  (stream)
//!   hwq_ready <-------|   KMU   |<--- done_*
//!       cmd_* =======>|         |---> mem_req_*  (stream)
//!    overflow <-------|         |<--- mem_resp_*
//!                     +---------+---> pending, suspended, idle
//! ```
//!
//! | cycle t | later |
//! |---|---|
//! | `host_valid` | t+1: the slot is full and, if it is next in turn, chosen; t+2: `hwq_ready` again |
//! | `cmd_valid & cmd_ready` | t+1: `cmd_ready` low; decided there unless a descriptor is being read |
//! | refused, or first of the pool's list | t+1: `overflow` or `pending`; `cmd_ready` |
//! | decided, needs a write | t+1: the write is offered; counted the cycle after it is taken |
//! | decided, joins a list of a cluster | the same one cycle later (rule 11) |
//! | a kernel is chosen | t+2: first of 7 reads (8 from the pool), one per cycle, words in order |
//! | a kernel of a cluster is chosen | t+3: first of 8 reads (rule 11) |
//! | the last word arrives | t+1: `disp_valid`, but not before `cfg_dispatch_cycles` after the choice |
//! | `disp_valid & disp_ready` | t+1: the next choice may be made |
//! | `done_valid` | t+1: the queue's head may be chosen |
//!
//! A command has priority over a choice, but a choice can be made between any two commands.
//! Commands are also served while a fetched kernel waits for its dispatch time or for its transfer.
//!
//! Sources: "Dynamic thread block launching" thesis, sections 2.2 (HWQs, head blocking), 2.3 and
//! 2.4 (device-launched and suspended kernels), 5.2.3 and 5.2.5 (lists for SMXs).

pub mod descriptor;
pub mod model;
#[cfg(feature = "spec")]
mod neighbours;
pub mod pins;
mod pool;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

#[cfg(all(test, feature = "spec"))]
mod tests;

use crate::kit::unit::{Allowed, Storage, Unit};
use crate::kit::{width, Class};

/// The unit.
pub struct Kmu;

impl Unit for Kmu {
    const NAME: &'static str = "kmu";
    const PURPOSE: &'static str =
        "Kernel Management Unit: HWQ heads and the pool of pending kernels";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] =
        &[("hwqs", pins::HWQS), ("clusters", pins::CLUSTERS), ("levels", pins::LEVELS)];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { hwqs: 2, clusters: 3, levels: 2 }
    }
    fn paper() -> pins::Params {
        pins::Params { hwqs: 32, clusters: 0, levels: 1 }
    }
    fn presets() -> Vec<(&'static str, pins::Params)> {
        vec![
            ("tiny", Self::tiny()),
            ("paper", Self::paper()),
            ("paper-laperm", pins::Params { clusters: 13, levels: 4, ..Self::paper() }),
        ]
    }
    fn model(params: &pins::Params) -> model::Model {
        Self::model_in(params, Self::class(params))
    }
    fn model_in(params: &pins::Params, class: Class) -> model::Model {
        model::Model::new(params, class)
    }
    fn class(params: &pins::Params) -> Class {
        Class::of(&[(params.hwqs, width::HWQS), (params.clusters, width::SMXS)])
    }
    #[cfg(feature = "spec")]
    fn neighbours(params: &pins::Params, class: Class) -> crate::kit::neighbours::Of<Self> {
        Box::new(neighbours::Promises::new(params, class))
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let class = Self::class(params);
        let field = |field, bits, entries| Storage { field, bits, entries, figure: None };
        let hwqs = u64::from(params.hwqs);
        let widths = [width::HWQ, width::TAG, width::SMX, width::SMXS];
        let [hwq, tag, smx, smxs] = widths.map(|w| u64::from(w.of(class)));
        let mut fields = vec![
            field("HWQ head descriptor addresses", 32, hwqs),
            field("HWQ head full and blocked", 2, hwqs),
            field("last HWQ and turn of the pool", hwq + 1, 1),
            field("device command", 1 + 2 + 32, 1),
            field("pool head, tail and count", 3 * 32, 1),
            field("suspended kernels", 32, 1),
            field("offered descriptor words", 32, 6),
            field("offered tag and address", tag + 32, 1),
            field("offered level and cluster", 3 + smx, 1),
            field("reads sent and received", 6 + 6, 1),
            field("dispatch timer", 16, 1),
            field("control state", 3 + 5, 1),
        ];
        if params.clusters > 0 {
            fields.extend([
                field(
                    "first and last kernel of a list of a cluster",
                    2 * 32,
                    params.lists().into(),
                ),
                field("levels of a cluster that have a kernel", 8, params.clusters.into()),
                field("clusters that have a kernel, last one and turn", smxs + smx + 1, 1),
                field("kernels in lists of clusters", 32, 1),
                field("lists of the command and of the offered kernel", 1 + smx + 3, 2),
            ]);
        }
        fields
    }
}

#[cfg(feature = "rtl")]
crate::kit::rtl::circuit_by_class!(Kmu, KmuRtl<HWQS, HWQ, TAG, SMXS, SMX>);
