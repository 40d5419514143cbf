//! Skip table: which warps of a TB execute a redundant instruction, and which skip it (DARSIE; thesis, sections 7.3 and 7.4).
//! It is the PC coalescer, the PC skip table and the majority-path mask of one SMX.
//!
//! Before a warp fetches an instruction that the compiler has marked as redundant in its TB, it asks. The first one leads
//! and executes the instruction. The others wait until it has written back, and skip. So an entry of the table is one
//! instruction that some warps of the TB have passed and others have not.
//!
//! It does not rename registers: it is told whether one is free, and the unit `rename` has the versions. It does not choose
//! the majority at a branch: it is told who leaves. It does not know programs: whether an instruction is redundant, or a
//! load, is said with the ask. A warp obeys its answer.
//!
//! ```text
//!            +------------------------------------------------+
//!  Fetch 4 =>| coalescer: asks -> a TB and PC for each bank   |=> 4 answers
//!            |                     |                          |
//!     wb --->| two banks, of even and of odd slots:           |
//!  store --->|   mask of the TB,  8 entries of the TB:        |
//!  fence --->|     PC, warps that have passed, IsLoad,        |
//!   path --->|     LeaderWB, kind                             |-> idle
//!            +------------------------------------------------+
//! ```
//!
//! All inputs are pulses, which are always taken.
//!
//! | cycle t | then |
//! |---|---|
//! | `ask` | its answer in t+1; `idle` is low in t+1 |
//! | `wb` | the asks of t+1 find the leader's result; those of t at its bank are told `retry` |
//! | `store`, `fence`, `path` | the asks of t are answered after them |
//!
//! **Why a bank for even and one for odd slots.** The thesis reads the table at two ports and writes it at one. But each
//! follower that passes must be noted, so that an entry is removed after the last: two lookups are two writes. Two banks read
//! and write one slot each, with all its entries, in memories of one read and one write port. In exchange, two PCs
//! of one TB take two cycles.
//!
//! **Why warps never mix versions.** Nothing passes unnoticed. If there were no entry, because none is free or a store
//! removed it, a warp that came to the PC in the next round of a loop could take its place in the round of a slower one.
//! So without room warps wait, and a store removes no entry: it makes the followers execute
//! the load themselves, and the entry stays until all have passed. A warp that finds itself among those that have passed
//! waits for them. An entry also waits for its leader's writeback, or that could count for the next entry of its PC.
//!
//! **Why no warp waits for ever.** Take a warp of the mask that is the furthest behind. Entries are of instructions that some have
//! passed and others have not. So if there is one of its instruction it has not passed it, and the leader writes back. If
//! there is none, nobody has passed it, so nobody is further ahead and all entries but those that wait for a writeback are free. An
//! entry that gathers waits for nothing but warps behind it. Lanes take turns.
//!
//! **Storage.** The thesis counts 82 bits for each entry: a PC of 48, a bit for each of 32 warps, IsLoad and LeaderWB. It
//! lists a mask of the majority too, and does not count it there: it is one for each TB. Here the bits of the warps are
//! those that have passed; in an entry that gathers, where none has, they are those that wait. A PC has 32 bits. Beyond that each entry has two
//! bits for its kind, and each slot three that note what has happened since its entries were last read.

pub mod model;
#[cfg(feature = "spec")]
mod neighbours;
pub mod pins;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Allowed, Storage, Unit};
#[cfg(feature = "spec")]
use crate::kit::Class;

/// The unit.
pub struct SkipTable;

impl Unit for SkipTable {
    const NAME: &'static str = "skip_table";
    const PURPOSE: &'static str =
        "tells the warps of a TB which of them executes a redundant instruction for all";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] =
        &[("tbs", pins::TBS), ("entries", pins::ENTRIES), ("warps", pins::WARPS)];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { tbs: 4, entries: 2, warps: 4 }
    }
    fn paper() -> pins::Params {
        pins::Params { tbs: 32, entries: 8, warps: 32 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    #[cfg(feature = "spec")]
    fn neighbours(params: &pins::Params, _: Class) -> crate::kit::neighbours::Of<Self> {
        Box::new(neighbours::Promises::new(params))
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let of = |field, bits: u32, entries: u32, figure| {
            let (bits, entries) = (u64::from(bits), u64::from(entries));
            Storage { field, bits, entries, figure }
        };
        let (table, mask) = (Some("darsie.skip_table"), Some("darsie.mask"));
        let beyond = Some("darsie.skip_table.beyond");
        let banks = pins::BANKS as u32;
        let slots = params.tbs.next_multiple_of(banks);
        let entries = slots * params.entries;
        vec![
            of("PC", 32, entries, table),
            // The thesis has PCs of 48 bits.
            of(Storage::PADDING, 16, entries, table),
            of("warps that have passed", 32, entries, table),
            of("IsLoad", 1, entries, table),
            of("LeaderWB", 1, entries, table),
            of("majority-path masks", params.warps, slots, mask),
            of("kind of entry", 2, entries, beyond),
            of("started, restored and stored", 3, slots, beyond),
            of("warps that asked, and in which lanes", 5 + 1, pins::LANES as u32, beyond),
            of("turn of the lanes", 4, banks, beyond),
            of("ask or writeback that is carried out", 4 + 1 + 4 + 32 + 3, banks, beyond),
            of("entries last written", 1 + 6 * params.entries + 2 * 32, banks, beyond),
        ]
    }
}

#[cfg(feature = "rtl")]
impl crate::kit::Synthesizable for SkipTable {
    type Circuit = rtl::SkipTableRtl;

    fn circuit_in(params: &pins::Params, _class: crate::kit::Class) -> rtl::SkipTableRtl {
        rtl::SkipTableRtl::new(params)
    }
}
