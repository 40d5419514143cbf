//! Pins of the skip table. A TB has a *majority mask*: a bit for each of its warps that is on the path which most of them
//! take. All warps of the mask execute the same redundant instructions in the same order, so at an instruction each is
//! the *leader*, which executes it, or follows: it *skips* it, or executes it *privately*, for itself alone.
//!
//! 1. In each of four lanes a warp may ask what to do with the redundant instruction at its PC. The answer is there in the
//!    next cycle, once. A lane that asks the same TB and PC as another has another warp and the same `load` and `register`.
//! 2. Slots with even and odd numbers have a bank each. In one cycle a bank serves one TB and PC: those of the first lane
//!    that asks it, beginning behind the lane that was first the last time, or with lane 0 after a reset. All
//!    lanes with this TB and PC are served with it. The others are told `retry`, as are all lanes of a bank to which a
//!    writeback comes. So a warp that keeps asking in its lane is served after three others at most.
//! 3. A warp that is not in the mask of its TB is told `execute`, and changes nothing. The rest is about those in the mask.
//! 4. If there is no entry of this TB and PC and a free one, the entry is made. With register 0 the warp in the lowest lane
//!    is told `lead`, and the others `wait`. With register 1, where none is free and the last version must be overwritten,
//!    all warps of the mask must arrive first: each is told `wait`, but in the cycle in which all have arrived the
//!    one in the lowest lane is told `lead`. With register 2, where there is no version either, all are told `execute`.
//! 5. If there is no free entry they are told `wait`.
//! 6. A leader has passed its entry. A follower is told `skip` if the leader has written back, and has passed then. It is told
//!    `wait` if the leader has not, and also if it has passed: then it has come to the PC again, ahead of others.
//!    The followers of an entry that is executed privately are told `execute`, and have passed then.
//! 7. `wb` says that the leader of an entry has written back. A TB and PC without an entry of which this is due may be told
//!    too, and changes nothing.
//! 8. An entry is free as soon as all warps of the mask have passed and the leader, if it has one, has written back.
//! 9. A store of a TB, or a fence, which is that of all TBs, takes effect before the asks of its cycle: followers of loads
//!    that have a leader execute them privately from then on.
//! 10. `path` sets masks, before the asks of its cycle. `start` (0) is of a new TB: its mask is `path_warps`, and all entries of
//!     its slot are free. `restore` (1) is of a TB whose warps are all at a barrier of the whole TB, and so at no instruction
//!     that is asked: its mask is `path_warps`, and nobody passes its entries any more; they are free when their leaders
//!     have written back. `leave` (2) takes `path_warps` out of the mask: they diverged or exited.
//! 11. The warp that is told `lead` writes back. A TB starts in a slot when all leaders of the TB before have written back.

use crate::kit::unit::Allowed;
use serde::{Deserialize, Serialize};

/// How many TB slots there may be.
pub const TBS: Allowed = Allowed::Range(2, 32);
/// How many entries a TB may have.
pub const ENTRIES: Allowed = Allowed::Range(1, 8);
/// How many warps a TB may have.
pub const WARPS: Allowed = Allowed::Range(2, 32);

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// TB slots of the SMX, 2 to 32.
    pub tbs: u32,
    /// Entries of each TB, 1 to 8.
    pub entries: u32,
    /// Warps of a TB, 2 to 32.
    pub warps: u32,
}

/// Lanes in which warps ask.
pub const LANES: usize = 4;

/// Banks of TB slots.
pub const BANKS: usize = 2;

/// What a warp is told.
pub mod answer {
    /// It has not asked.
    pub const NONE: u32 = 0;
    /// It was not served, and asks again.
    pub const RETRY: u32 = 1;
    /// It executes the instruction for the others.
    pub const LEAD: u32 = 2;
    /// The leader has executed the instruction for it.
    pub const SKIP: u32 = 3;
    /// It may do neither yet, and asks again.
    pub const WAIT: u32 = 4;
    /// It executes the instruction for itself alone.
    pub const EXECUTE: u32 = 5;
}

/// Which register is there for the result.
pub mod register {
    /// A free one.
    pub const FREE: u32 = 0;
    /// None, but the last version of the same register can be overwritten once all have read it.
    pub const OVERWRITE: u32 = 1;
    /// None.
    pub const NONE: u32 = 2;
}

/// What happens to a mask.
pub mod path {
    /// A TB starts.
    pub const START: u32 = 0;
    /// All warps of a TB meet.
    pub const RESTORE: u32 = 1;
    /// Warps leave.
    pub const LEAVE: u32 = 2;
}

crate::pins! { ($) skip_table_ports;
    in {
        "Fetch" => {
            /// The warp in lane 0 asks (rule 1).
            ask0_valid: bit,
            /// TB slot of the warp in lane 0.
            ask0_tb: [5],
            /// Number of the warp in lane 0 in its TB.
            ask0_warp: [5],
            /// PC of the warp in lane 0.
            ask0_pc: [32],
            /// The instruction at the PC of lane 0 is a load.
            ask0_load: bit,
            /// Register for the result in lane 0: 0 a free one, 1 the last version, 2 none (rule 4).
            ask0_register: [2],
            /// The warp in lane 1 asks.
            ask1_valid: bit,
            /// TB slot of the warp in lane 1.
            ask1_tb: [5],
            /// Number of the warp in lane 1 in its TB.
            ask1_warp: [5],
            /// PC of the warp in lane 1.
            ask1_pc: [32],
            /// The instruction at the PC of lane 1 is a load.
            ask1_load: bit,
            /// Register for the result in lane 1.
            ask1_register: [2],
            /// The warp in lane 2 asks.
            ask2_valid: bit,
            /// TB slot of the warp in lane 2.
            ask2_tb: [5],
            /// Number of the warp in lane 2 in its TB.
            ask2_warp: [5],
            /// PC of the warp in lane 2.
            ask2_pc: [32],
            /// The instruction at the PC of lane 2 is a load.
            ask2_load: bit,
            /// Register for the result in lane 2.
            ask2_register: [2],
            /// The warp in lane 3 asks.
            ask3_valid: bit,
            /// TB slot of the warp in lane 3.
            ask3_tb: [5],
            /// Number of the warp in lane 3 in its TB.
            ask3_warp: [5],
            /// PC of the warp in lane 3.
            ask3_pc: [32],
            /// The instruction at the PC of lane 3 is a load.
            ask3_load: bit,
            /// Register for the result in lane 3.
            ask3_register: [2],
        }
        "Writeback" => {
            /// A leader has written back (rule 7).
            wb_valid: bit,
            /// TB slot of that leader.
            wb_tb: [5],
            /// PC at which it was told to lead.
            wb_pc: [32],
        }
        "Memory" => {
            /// A TB stores (rule 9).
            store_valid: bit,
            /// TB slot of the store.
            store_tb: [5],
            /// A global atomic operation or a fence is executed: a store of all TBs.
            fence: bit,
        }
        "Path" => {
            /// A mask changes (rule 10).
            path_valid: bit,
            /// How: 0 start, 1 restore, 2 leave.
            path_what: [2],
            /// TB slot of the mask.
            path_tb: [5],
            /// The new mask, or the warps that leave it.
            path_warps: [32],
        }
    }
    out {
        "Fetch" => {
            /// What the warp of lane 0 is told: 0 nothing, 1 retry, 2 lead, 3 skip, 4 wait, 5 execute.
            answer0: [3],
            /// What the warp of lane 1 is told.
            answer1: [3],
            /// What the warp of lane 2 is told.
            answer2: [3],
            /// What the warp of lane 3 is told.
            answer3: [3],
        }
        "Status" => {
            /// High while no ask and no writeback is carried out.
            idle: bit,
        }
    }
}
