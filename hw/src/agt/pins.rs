//! Pins of the Aggregated Group Table. AGEI encoding as in `kernel_distributor::pins`.
//!
//! An entry (AGE) is 160 bits: AggDim x 32, y 16, z 16, Param 32, Next 32, ExeBL 32. ExeBL's top
//! two bits hold valid (31) and distributed (30). A *record* is the same five words in memory at a
//! 32-byte aligned address (x, yz, Param, Next, ExeBL); the device runtime writes it before the
//! group is offered, with Next none.
//!
//! 1. After reset the table clears itself, one entry a cycle; meanwhile every ready is low.
//! 2. `alloc`: the home of a group is entry `alloc_hw_tid` & (entries - 1). The entries it may have,
//!    in this order: *hash*, its home; *linear probing*, its home and those after it, 8 or all if
//!    there are fewer; *two-way*, its home and the other entry of its set, entries / 2 further on.
//!    Behind the last entry comes the first. The first free one takes the group and the AGEI is its
//!    index; if none is free the group stays in its record and the AGEI is `SPILLED | record / 32`.
//!    Then `link` offers kernel and AGEI to the KD.
//! 3. `next` writes the Next field of `next_prev`, in the table or in its record.
//! 4. `take` reads a group: `group_valid` is high for one cycle with dimensions, Param and Next.
//!    A record is read through the memory port, at whatever latency that has.
//! 5. `done` says that all `done_count` TBs of a group in the table have been distributed; `end`
//!    that one of them has ended. ExeBL counts ends down from 0 before `done` and is settled by it
//!    (modulo 2^30), so ends may come first. The entry is freed when both agree. Neither is sent for
//!    spilled groups, whose record is freed by the runtime.
//! 6. Every request is a stream with one buffer: ready is high while the buffer is empty. One
//!    request is carried out at a time, `end` before `done` before `next` before `take` before
//!    `alloc`: every one of the first four belongs to a group that was let in by an earlier
//!    `alloc`, so alloc waits for bounded work. `alloc` also waits while `link` is not taken.
//! 7. Memory port: request stream; responses in request order, always accepted; writes have none.
//! 8. `alloc_hw_tid` is the hardware thread index in its SMX, as in the source, or [`with_smx`] of
//!    it: the SMX number laid over the uppermost bits of the home. That is a matter of the
//!    wires that lead here; the table takes any value, and its choice changes no result.

use serde::{Deserialize, Serialize};

/// Which entries a group may have (rule 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Organisation {
    /// Its home.
    Hash,
    /// Its home and up to seven entries after it.
    LinearProbing,
    /// Its home and the other entry of its set.
    TwoWay,
}

/// Entries that linear probing looks at. A look costs a cycle in which nothing else is carried out, a
/// spill costs the scheduler a round trip to memory; eight looks are a small part of one.
pub const PROBES: u32 = 8;

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Params {
    /// Entries: a power of two, 4 to 4096.
    pub entries: u32,
    /// How they are searched.
    pub organisation: Organisation,
}

impl Params {
    /// Entries looked at for a group, at most.
    pub fn looks(&self) -> u32 {
        match self.organisation {
            Organisation::Hash => 1,
            Organisation::LinearProbing => PROBES.min(self.entries),
            Organisation::TwoWay => 2,
        }
    }

    /// From one entry looked at to the next; zero if there is no next.
    pub fn stride(&self) -> u32 {
        match self.organisation {
            Organisation::Hash => 0,
            Organisation::LinearProbing => 1,
            Organisation::TwoWay => self.entries / 2,
        }
    }
}

/// The index on `alloc_hw_tid` that keeps equal threads of different SMXs apart (rule 8): the SMX
/// number, as wide as `smxs` SMXs need, is XORed over the uppermost bits of the home. Within
/// an SMX no two indices meet that did not meet before.
pub fn with_smx(hw_tid: u32, smx: u32, smxs: u32, entries: u32) -> u32 {
    let width = smxs.next_power_of_two().trailing_zeros();
    hw_tid ^ smx << entries.trailing_zeros().saturating_sub(width)
}

crate::pins! { ($) agt_ports;
    in {
        "SMXs" => {
            /// A group to allocate is offered (rule 2).
            alloc_valid: bit,
            /// Hardware thread index of the launching thread in its SMX.
            alloc_hw_tid: [16],
            /// The matched kernel's entry.
            alloc_kdei: [5],
            /// AggDim x.
            alloc_grid_x: [32],
            /// AggDim y (low half) and z.
            alloc_grid_yz: [32],
            /// Parameter address.
            alloc_param: [32],
            /// Address of the group's record.
            alloc_record: [32],
        }
        "Kernel Distributor" => {
            /// The link is taken.
            link_ready: bit,
            /// A Next field to write is offered (rule 3).
            next_valid: bit,
            /// Group to write to.
            next_prev: [32],
            /// Group it is followed by.
            next_agei: [32],
        }
        "SMX scheduler" => {
            /// A group to read is offered (rule 4).
            take_valid: bit,
            /// The group.
            take_agei: [32],
            /// A fully distributed group is offered (rule 5).
            done_valid: bit,
            /// The group.
            done_agei: [32],
            /// How many TBs it had.
            done_count: [30],
            /// An ended TB is offered (rule 5).
            end_valid: bit,
            /// Its group.
            end_agei: [32],
        }
        "Memory" => {
            /// The request is taken.
            mem_req_ready: bit,
            /// A read's data.
            mem_resp_valid: bit,
            /// The word.
            mem_resp_data: [32],
        }
    }
    out {
        "SMXs" => {
            /// The group is taken.
            alloc_ready: bit,
        }
        "Kernel Distributor" => {
            /// A group to link is offered; the fields below are zero while low.
            link_valid: bit,
            /// Its kernel's entry.
            link_kdei: [5],
            /// The group.
            link_agei: [32],
            /// The Next field to write is taken.
            next_ready: bit,
        }
        "SMX scheduler" => {
            /// The group to read is taken.
            take_ready: bit,
            /// A group has been read; the fields below are zero while low.
            group_valid: bit,
            /// AggDim x.
            group_grid_x: [32],
            /// AggDim y (low half) and z.
            group_grid_yz: [32],
            /// Parameter address.
            group_param: [32],
            /// The group after it, or none.
            group_next: [32],
            /// The distributed group is taken.
            done_ready: bit,
            /// The ended TB is taken.
            end_ready: bit,
        }
        "Memory" => {
            /// A request is offered; the fields below are zero while low.
            mem_req_valid: bit,
            /// It is a write.
            mem_req_write: bit,
            /// Byte address of the word.
            mem_req_addr: [32],
            /// Word to write; zero for reads.
            mem_req_data: [32],
        }
        "Status" => {
            /// Occupied entries.
            occupied: [13],
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
