//! Aggregated Group Table: the on-chip table of the aggregated groups of DTBL (thesis, section 4.3,
//! "Thread Blocks Coalescing": AGT, AGE, AGEI, ExeBL).
//!
//! It allocates an entry for a launched group. When the entries that its hardware thread may have
//! are occupied, the group stays in its record in memory. The table holds dimensions, Param and
//! Next until the TB source has read them. It counts completed TBs and frees the entry with the
//! last one. The entries are five memories of 32 bits, 20 B per entry.
//!
//! The table's organisation says which entries a group may have. The thesis has the hash: one
//! entry. Linear probing looks up to eight successive entries, two-way looks up two entries that
//! are half a table apart. All are one circuit with two constants, the distance to the next entry
//! and the number of lookups, and the same memories. The write port serves the current entry while
//! the read port fetches the next one, so a lookup takes one cycle and neither address depends on
//! read data.
//!
//! It does not check its requests: a `next`, `take`, `done` or `end` for a group that is not
//! live is the caller's error. It does not know kernels (the TB source chains groups) and
//! does not free records. Memory must carry out requests in order, so that a record's Next is read
//! as it was last written.
//!
//! ```text
//!                         +--------------------+
//!        SMXs   alloc --->|                    |---> link, group    TB source
//!   TB source    next --->|        AGT         |
//!                take --->|  entries x 160 bit |---> mem_req        Memory
//!                done --->|                    |<--- mem_resp
//!   Residency     end --->|                    |---> occupied, idle
//!                         +--------------------+
//! ```
//!
//! A request takes two cycles: one to choose it and present its index, one to carry it out. An
//! `alloc` takes one more cycle for each further entry it looks up. Below, `e` is the number
//! of entries and `f` the number of further lookups: 0 for the hash, at most 1 for two-way, at most
//! min(8, e) - 1 for linear probing. No other request is held:
//!
//! | cycle t | then |
//! |---|---|
//! | reset was high in t-1 | every ready from t+e |
//! | `done`, `end`, or `next` or `take` of a group in the table taken | its ready low from t+1, high again in t+3 |
//! | `alloc` taken | `alloc_ready` low from t+1, high again in t+3+f; `link_valid` from t+3+f; `occupied` one more if it did not spill |
//! | `take` taken, group in the table | `group_valid` in t+3 only |
//! | `done` or `end` taken, the last of its group | `occupied` one less from t+3 |
//! | `next` taken, group spilled | `mem_req_valid` from t+2; `next_ready` after the transfer |
//! | `take` taken, group spilled | `mem_req_valid` from t+2, one word per transfer, four words; `group_valid` one cycle after the fourth response |
//! | another request held | two cycles later for each chosen before it, two and f for an `alloc` (rule 6) |
//!
//! Progress. Probing adds no reason to wait: while an `alloc` looks up entries, no other request is
//! carried out, so the entries do not change. It ends in a link or a spill after at most eight
//! lookups, for any contents of the table. An `alloc` never waits for an entry to become free, so
//! no group's start depends on another group's completion. The bound of rule 6 holds: a chosen
//! request is carried out within 2 + 7 cycles, or is at the memory port.

pub mod agei;
pub mod model;
#[cfg(feature = "spec")]
mod neighbours;
pub mod pins;
pub mod record;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Allowed, Storage, Unit};
use crate::kit::{width, Class};
use pins::Organisation;

/// Bit of ExeBL: the entry holds a group.
pub const VALID: u32 = 1 << 31;
/// Bit of ExeBL: all TBs of the group have been distributed.
pub const DISTRIBUTED: u32 = 1 << 30;
/// Bits of ExeBL that count.
pub const COUNT_MASK: u32 = DISTRIBUTED - 1;
/// The unit.
pub struct Agt;

impl Unit for Agt {
    const NAME: &'static str = "agt";
    const PURPOSE: &'static str =
        "table of the aggregated groups that wait for or are in execution";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] = &[("entries", pins::ENTRIES)];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { entries: 8, organisation: Organisation::Hash }
    }
    fn paper() -> pins::Params {
        pins::Params { entries: 1024, organisation: Organisation::Hash }
    }
    fn presets() -> Vec<(&'static str, pins::Params)> {
        let sized = |entries, organisation| pins::Params { entries, organisation };
        vec![
            ("tiny", Self::tiny()),
            ("paper", Self::paper()),
            // Twice as many entries as lookups, so that the search ends before it has seen all.
            ("tiny-linear-probing", sized(16, Organisation::LinearProbing)),
            ("paper-linear-probing", sized(1024, Organisation::LinearProbing)),
            ("tiny-two-way", sized(8, Organisation::TwoWay)),
            ("paper-two-way", sized(1024, Organisation::TwoWay)),
        ]
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    fn class(params: &pins::Params) -> Class {
        if params.entries <= pins::NARROW_ENTRIES {
            Class::Narrow
        } else {
            Class::Wide
        }
    }
    #[cfg(feature = "spec")]
    fn neighbours(_: &pins::Params, _: Class) -> crate::kit::neighbours::Of<Self> {
        Box::new(neighbours::Promises::default())
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let class = Self::class(params);
        let [kdei, occupied] = [width::KDEI, width::OCCUPIED].map(|w| u64::from(w.of(class)));
        let age = |field| Storage {
            field,
            bits: 32,
            entries: params.entries.into(),
            figure: Some("dtbl.agt"),
        };
        let beyond = Some("dtbl.registers.beyond");
        let one = |field, bits| Storage { field, bits, entries: 1, figure: beyond };
        let mut storage = vec![
            age("AggDim x"),
            age("AggDim y and z"),
            age("Param"),
            age("Next"),
            age("ExeBL, valid and distributed"),
            one("state", 4),
            one("sweep", 16),
            one("occupied", occupied),
            one("end buffer", 1 + 16),
            one("done buffer", 1 + 16 + 30),
            one("next buffer", 1 + 2 * 32),
            one("take buffer", 1 + 32),
            one("alloc buffer", 1 + 16 + kdei + 4 * 32),
            one("link", 1 + kdei + 32),
            one("group read", 1 + 4 * 32),
            one("record words requested and received", 2 * 3),
        ];
        if params.looks() > 1 {
            let bits = width::index_bits(params.looks());
            storage.push(one("further entries looked at", bits.into()));
        }
        storage
    }
}

#[cfg(feature = "rtl")]
crate::kit::rtl::circuit_by_class!(Agt, AgtRtl<KDEI, OCCUPIED>);
