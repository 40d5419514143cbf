//! Pins of residency. The demand of a TB is threads (12 bits), registers (9) and shared memory (9),
//! from the lowest bit up; bits 30 and 31 of a demand word of the Kernel Distributor are left out.
//!
//! A TBCR (Thread Block Control Register), one per SMX and slot, holds KDEI, group, item, demand and
//! `tell` bits of the TB that runs there. The item is the TB's index, or the node of a graph's TB.
//!
//! 1. `ask` takes effect at its edge. It replaces the demand asked before, also for SMXs that it does
//!    not name. After reset nothing is asked.
//! 2. `room_smxs[s]` is high if and only if the last `ask` named SMX s, and s has a free slot, and
//!    threads, registers and shared memory for one more TB of that demand: counting every grant up to
//!    the last edge and every release (rule 7). A demand that exceeds an empty SMX never has room.
//! 3. `grant_smxs` has at most one bit, one that `room_smxs` has too, and is zero in a cycle with
//!    `ask_valid`. At its edge the TB takes the lowest free slot of that SMX and its resources.
//! 4. `start` says the SMX and slot of a grant, one cycle after it. `tb_valid` is high in the same
//!    cycles as `start_valid`, always: what it carries goes into the TBCR.
//! 5. An `end` names a TB whose start was at least one cycle ago and that has not ended yet. Ends are
//!    taken in their order, and up to two that have not been told wait inside.
//! 6. `kd_end` tells each end once, one cycle after it is taken if no end before it waits to be told.
//!    From that cycle on `told_agt` offers the TB's group if its `tell_agt` was set, and `told_dats`
//!    its item if its `tell_dats` was. Each is taken in its own time. The next end is not told,
//!    `kd_end` included, before all of these have been taken.
//! 7. At the edge of `kd_end` slot and resources are released, also while a receiver has not taken the completion.

use crate::kit::unit::Allowed;
use crate::kit::width;
use serde::{Deserialize, Serialize};

/// How many SMXs there may be.
pub const SMXS: Allowed = Allowed::Range(1, width::SMXS.wide);
/// How many units of 256 registers, or of 256 bytes of shared memory, an SMX may have: 9 bits of a demand.
pub const UNITS: Allowed = Allowed::Range(1, 511);
/// How many TB slots an SMX may have.
pub const SLOTS: Allowed = Allowed::Range(1, width::SLOTS.wide);

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// SMXs, 1 to 144.
    pub smxs: u32,
    /// TB slots of one SMX, 1 to 64.
    pub slots: u32,
    /// Threads of one SMX, at most 4095.
    pub threads: u32,
    /// Registers of one SMX in units of 256, at most 511.
    pub registers: u32,
    /// Shared memory of one SMX in units of 256 B, at most 511.
    pub shared: u32,
}

crate::pins! { ($) residency_ports;
    in {
        "TB source" => {
            /// A demand is asked (rule 1).
            ask_valid: bit,
            /// SMXs it is asked for, one bit per SMX.
            ask_smxs: {SMXS},
            /// Resources of one TB.
            ask_demand: [30],
            /// The TB granted in the last cycle comes (rule 4).
            tb_valid: bit,
            /// Entry of its kernel in the Kernel Distributor.
            tb_kdei: [KDEI],
            /// Group of the TB, or none.
            tb_group: [32],
            /// Index or node of the TB.
            tb_item: [32],
            /// The AGT is told of its end.
            tb_tell_agt: bit,
            /// DATS is told of its end.
            tb_tell_dats: bit,
        }
        "Grant" => {
            /// SMX on which a TB is committed, one-hot or zero (rule 3).
            grant_smxs: {SMXS},
        }
        "SMXs" => {
            /// A TB has ended.
            end_valid: bit,
            /// SMX on which it ran.
            end_smx: [SMX],
            /// Slot in which it ran.
            end_slot: [SLOT],
        }
        "AGT" => {
            /// The AGT takes the group of the ended TB.
            told_agt_ready: bit,
        }
        "DATS" => {
            /// DATS takes the node of the ended TB.
            told_dats_ready: bit,
        }
    }
    out {
        "Placement" => {
            /// SMXs with room for one more TB of the demand asked, exactly (rule 2).
            room_smxs: {SMXS},
        }
        "SMXs" => {
            /// A TB starts (rule 4).
            start_valid: bit,
            /// SMX on which it starts; zero while `start_valid` is low.
            start_smx: [SMX],
            /// Slot in which it starts; zero while `start_valid` is low.
            start_slot: [SLOT],
            /// The ended TB is taken.
            end_ready: bit,
        }
        "Kernel Distributor" => {
            /// A TB has ended (rule 6).
            kd_end_valid: bit,
            /// Entry of its kernel; zero while `kd_end_valid` is low.
            kd_end_kdei: [KDEI],
        }
        "AGT" => {
            /// The end of a group's TB is offered (rule 6).
            told_agt_valid: bit,
            /// The group; zero while `told_agt_valid` is low.
            told_agt_agei: [32],
        }
        "DATS" => {
            /// The end of a node's TB is offered (rule 6).
            told_dats_valid: bit,
            /// The node; zero while `told_dats_valid` is low.
            told_dats_item: [32],
        }
        "Status" => {
            /// TBs that hold a slot.
            resident: [RESIDENT],
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
