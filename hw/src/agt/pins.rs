//! Pins of the Aggregated Group Table. AGEI encoding as in `kernel_distributor::pins`.
//!
//! An entry (AGE) is 160 bits: AggDim x 32, y 16, z 16, Param 32, Next 32, ExeBL 32. ExeBL's top
//! two bits hold valid (31) and distributed (30). A *record* is the same five words in memory at a
//! 32-byte aligned address (x, yz, Param, Next, ExeBL); the device runtime writes it before the
//! group is offered, with Next none.
//!
//! 1. After reset the table clears itself, one entry per cycle; meanwhile every ready is low.
//! 2. `alloc`: the home of a group is entry `alloc_hw_tid` & (entries - 1). The entries it may
//!    have, in this order: *hash*, its home; *linear probing*, its home and those after it, 8 or
//!    all if there are fewer; *two-way*, its home and the other entry of its set, entries / 2
//!    further on. The table wraps: the first entry follows the last. The first free entry takes the
//!    group and the AGEI is its index. If none is free, the group stays in its record and the AGEI
//!    is `SPILLED | record / 32`. Then `link` offers kernel and AGEI to the TB source.
//! 3. `next` writes the Next field of the group `next_prev`, in the table or in its record.
//! 4. `take` reads a group: `group_valid` is high for one cycle with dimensions, Param and Next.
//!    A record is read through the memory port, at any latency.
//! 5. `done` says that all `done_count` TBs of a group in the table have been distributed. `end`
//!    says that one of them has completed. ExeBL counts completions down from 0, and `done` adds
//!    `done_count` (modulo 2^30), so completions may come first. The entry is freed when ExeBL is 0
//!    after `done`. Neither is sent for spilled groups, whose record is freed by the runtime.
//! 6. Every request is a stream with one buffer: ready is high while the buffer is empty. One
//!    request is carried out at a time, `end` before `done` before `next` before `take` before
//!    `alloc`. Each of the first four belongs to a group that was admitted by an earlier
//!    `alloc`, so `alloc` waits for bounded work. `alloc` also waits while `link` is not taken.
//! 7. Memory port: request stream; responses in request order, always accepted; writes have none.
//! 8. `alloc_hw_tid` is the hardware thread index in its SMX, as in the thesis, or [`with_smx`] of
//!    it: the SMX number XORed into the uppermost bits of the home. The wiring outside the unit
//!    decides this. The table takes any value, and the choice changes no result.

use crate::kit::unit::Allowed;
use serde::{Deserialize, Serialize};

/// Which entries a group may have (rule 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Organisation {
    /// The home only.
    Hash,
    /// The home and up to seven entries after it.
    LinearProbing,
    /// The home and the other entry of its set.
    TwoWay,
}

/// Entries that linear probing looks up. A lookup costs one cycle in which no other request is
/// carried out. A spill costs the TB source a round trip to memory, which takes many more cycles
/// than eight lookups.
pub const PROBES: u32 = 8;

/// Most entries of a narrow machine: its count of occupied ones has 13 bits.
pub const NARROW_ENTRIES: u32 = 4096;

/// How many entries there may be.
pub const ENTRIES: Allowed = Allowed::PowersOfTwo(4, 65536);

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// Entries: a power of two, 4 to 65536.
    pub entries: u32,
    /// Organisation of the table: which entries a group may have.
    pub organisation: Organisation,
}

impl Params {
    /// Returns the most entries looked up for a group.
    pub fn looks(&self) -> u32 {
        match self.organisation {
            Organisation::Hash => 1,
            Organisation::LinearProbing => PROBES.min(self.entries),
            Organisation::TwoWay => 2,
        }
    }

    /// Returns the distance from one entry looked up to the next; zero if there is no next.
    pub fn stride(&self) -> u32 {
        match self.organisation {
            Organisation::Hash => 0,
            Organisation::LinearProbing => 1,
            Organisation::TwoWay => self.entries / 2,
        }
    }
}

/// Returns the index for `alloc_hw_tid` that separates equal threads of different SMXs (rule 8).
/// The SMX number, as wide as `smxs` SMXs need, is XORed into the uppermost bits of the home.
/// Within one SMX it causes no new collisions.
pub fn with_smx(hw_tid: u32, smx: u32, smxs: u32, entries: u32) -> u32 {
    let width = smxs.next_power_of_two().trailing_zeros();
    hw_tid ^ smx << entries.trailing_zeros().saturating_sub(width)
}

crate::pins! { ($) agt_ports;
    in {
        "SMXs" => {
            /// A group is offered for an entry (rule 2).
            alloc_valid: bit,
            /// Hardware thread index of the launching thread in its SMX (rule 8).
            alloc_hw_tid: [16],
            /// Index of the matched kernel's entry in the Kernel Distributor (KDEI).
            alloc_kdei: [KDEI],
            /// AggDim x of the group to allocate, in TBs.
            alloc_grid_x: [32],
            /// AggDim y (low half) and z of the group to allocate.
            alloc_grid_yz: [32],
            /// Parameter address of the group to allocate.
            alloc_param: [32],
            /// Address of the record of the group to allocate.
            alloc_record: [32],
        }
        "TB source" => {
            /// The source takes the link.
            link_ready: bit,
            /// A Next field to write is offered (rule 3).
            next_valid: bit,
            /// AGEI of the group whose Next field is written.
            next_prev: [32],
            /// AGEI to write into the Next field.
            next_agei: [32],
            /// A group to read is offered (rule 4).
            take_valid: bit,
            /// AGEI of the group to read.
            take_agei: [32],
            /// A group whose TBs have all been distributed is offered (rule 5).
            done_valid: bit,
            /// AGEI of the group that has been distributed.
            done_agei: [32],
            /// Number of TBs of the group that has been distributed.
            done_count: [30],
        }
        "Residency" => {
            /// A completed TB of a group is offered (rule 5).
            end_valid: bit,
            /// AGEI of the group of the completed TB.
            end_agei: [32],
        }
        "Memory" => {
            /// Memory takes the request.
            mem_req_ready: bit,
            /// Memory answers a read.
            mem_resp_valid: bit,
            /// Word that memory answers.
            mem_resp_data: [32],
        }
    }
    out {
        "SMXs" => {
            /// The AGT takes the group to allocate.
            alloc_ready: bit,
        }
        "TB source" => {
            /// A group to link is offered; all `link_*` fields are zero while low.
            link_valid: bit,
            /// KDEI of the kernel of the group to link.
            link_kdei: [KDEI],
            /// AGEI of the group to link.
            link_agei: [32],
            /// The AGT takes the Next field to write.
            next_ready: bit,
            /// The AGT takes the group to read.
            take_ready: bit,
            /// A group has been read; all `group_*` fields are zero while low.
            group_valid: bit,
            /// AggDim x of the group that was read, in TBs.
            group_grid_x: [32],
            /// AggDim y (low half) and z of the group that was read.
            group_grid_yz: [32],
            /// Parameter address of the group that was read.
            group_param: [32],
            /// AGEI of the group after the one that was read, or none.
            group_next: [32],
            /// The AGT takes the distributed group.
            done_ready: bit,
        }
        "Residency" => {
            /// The AGT takes the completed TB.
            end_ready: bit,
        }
        "Memory" => {
            /// The AGT offers a request to memory; all `mem_req_*` fields are zero while low.
            mem_req_valid: bit,
            /// The memory request is a write.
            mem_req_write: bit,
            /// Byte address of the word to read or write.
            mem_req_addr: [32],
            /// Word to write; zero for reads.
            mem_req_data: [32],
        }
        "Status" => {
            /// Number of occupied entries.
            occupied: [OCCUPIED],
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
