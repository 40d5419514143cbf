//! Pins of the Kernel Distributor with its FCFS controller.
//!
//! Encodings. *Shape*: TB dimensions, x in bits 10..0, y in 21..11, z in 28..22. *Demand* of one TB:
//! threads in bits 11..0, registers in units of 256 in 20..12, shared memory in units of 256 B in
//! 29..21; bit 30 is set for a *graph kernel*, whose native TBs are the nodes of a dependency graph
//! (`smx_scheduler::pins`, rule 7), and means nothing here. *AGEI*: bit 31 clear: index into the
//! AGT; bit 31 set: bits 26..0 are a memory address divided by 32 (the group's spilled record); all
//! ones: none.
//!
//! 1. A kernel is taken at an edge with `disp_valid` and `disp_ready`, into the lowest free entry
//!    (KDE), marked and first-time, and queued by the FCFS controller. `disp_ready` and
//!    `match_ready` are low while a search runs, `disp_ready` also while no entry is free.
//! 2. A match command carries entry PC, shape and demand once for all groups of a warp
//!    (`match_count`, at least 1). The search reads one KDE a cycle from index 0 up and stops at the
//!    first eligible one: live, same entry PC, same shape, same need. `match_done` follows, high for
//!    one cycle.
//! 3. Match and link are one transaction: a hit adds `match_count` to the entry's hold count, each
//!    link takes one off, and an entry with holds is never retired. So a group is never lost
//!    when its kernel's last TB ends between match and link. An entry that retires at the very
//!    edge it is compared is not eligible.
//! 4. A link appends a group to its kernel: LAGEI takes it always; NAGEI takes it if the kernel's
//!    chain is empty; otherwise `next_valid` tells the AGT to write it into the Next field of the
//!    previous LAGEI. An unmarked kernel is marked again, not first-time, and queued.
//! 5. `head_*` shows the KDE at the head of the FCFS queue until it is unmarked.
//! 6. `native_done`: the native TBs of the head have all been distributed; its first-time bit
//!    clears.
//! 7. `advance` moves the head's NAGEI to `advance_next`. With `advance_next` none it means "the
//!    current group is the last": honoured only if NAGEI is LAGEI and no group is linked to the
//!    kernel at the same edge, otherwise ignored; the scheduler looks again.
//! 8. `unmark`: the head has nothing left to distribute. Honoured only if its chain is empty and
//!    no group is linked to it at the same edge, otherwise ignored.
//! 9. `start` counts one TB of the head into ExeBL, `end` one TB of `end_kdei` out of it.
//! 10. A live entry that is unmarked with ExeBL 0 and no holds is retired, lowest index first, one
//!     a cycle; `retire_valid` is high in the next cycle. Starts of a kernel are seen before
//!     its unmark.
//! 11. `link_ready` is low while a `next` command waits to be taken.

use serde::Serialize;

/// AGEI: no group.
pub const NO_GROUP: u32 = u32::MAX;
/// AGEI: the group's record is in memory.
pub const SPILLED: u32 = 1 << 31;

/// Bit of the `demand` word: a graph kernel.
pub const GRAPH: u32 = 1 << 30;

/// TB dimensions as the `shape` word.
pub fn encode_shape(block: [u32; 3]) -> u32 {
    block[0] | block[1] << 11 | block[2] << 22
}

/// TB dimensions from the `shape` word.
pub fn decode_shape(shape: u32) -> [u32; 3] {
    [shape & 0x7FF, shape >> 11 & 0x7FF, shape >> 22 & 0x7F]
}

/// Resources of one TB as the `demand` word: threads, registers, shared bytes.
pub fn encode_demand(threads: u32, registers: u32, shared_bytes: u32) -> u32 {
    threads | registers.div_ceil(256) << 12 | shared_bytes.div_ceil(256) << 21
}

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Params {
    /// Kernel Distributor entries, 2 to 32.
    pub entries: u32,
}

crate::pins! { ($) kernel_distributor_ports;
    in {
        "KMU" => {
            /// A kernel is offered.
            disp_valid: bit,
            /// Entry PC.
            disp_pc: [32],
            /// Grid x in TBs.
            disp_grid_x: [32],
            /// Grid y (low half) and z.
            disp_grid_yz: [32],
            /// TB shape.
            disp_shape: [32],
            /// Resources of one TB.
            disp_need: [32],
            /// Parameter address.
            disp_param: [32],
            /// Returned when the kernel retires: bit 5 host, bits 4..0 HWQ.
            disp_tag: [6],
            /// Address of the descriptor, returned when the kernel retires.
            disp_desc: [32],
        }
        "SMXs" => {
            /// A match command is offered (rule 2).
            match_valid: bit,
            /// Entry PC of the groups.
            match_pc: [32],
            /// TB shape of the groups.
            match_shape: [32],
            /// Resources of one of their TBs.
            match_need: [32],
            /// Number of groups, 1 to 32.
            match_count: [6],
        }
        "AGT" => {
            /// A group is linked (rule 4).
            link_valid: bit,
            /// Its kernel's entry.
            link_kdei: [5],
            /// The group.
            link_agei: [32],
            /// The `next` command is taken.
            next_ready: bit,
        }
        "SMX scheduler" => {
            /// Rule 6.
            native_done: bit,
            /// Rule 7.
            advance_valid: bit,
            /// The group after the current one, or none.
            advance_next: [32],
            /// Rule 8.
            unmark: bit,
            /// Rule 9.
            start_valid: bit,
            /// Rule 9.
            end_valid: bit,
            /// Entry whose TB has ended.
            end_kdei: [5],
        }
    }
    out {
        "KMU" => {
            /// The kernel is taken.
            disp_ready: bit,
            /// A kernel has completed (rule 10); the fields below are zero while low.
            retire_valid: bit,
            /// Its tag.
            retire_tag: [6],
            /// Address of its descriptor.
            retire_desc: [32],
        }
        "SMXs" => {
            /// The match command is taken.
            match_ready: bit,
            /// The search has ended; the fields below are zero while low.
            match_done: bit,
            /// An eligible kernel was found.
            match_hit: bit,
            /// Its entry; zero without a hit.
            match_kdei: [5],
        }
        "AGT" => {
            /// The link is taken.
            link_ready: bit,
            /// A Next field must be written; the fields below are zero while low.
            next_valid: bit,
            /// The group to write to.
            next_prev: [32],
            /// The group it is followed by.
            next_agei: [32],
        }
        "SMX scheduler" => {
            /// A marked kernel is at the head; all `head_*` fields are zero while low.
            head_valid: bit,
            /// Its entry.
            head_kdei: [5],
            /// Its native TBs have not been distributed.
            head_first: bit,
            /// Entry PC.
            head_pc: [32],
            /// Grid x in TBs.
            head_grid_x: [32],
            /// Grid y (low half) and z.
            head_grid_yz: [32],
            /// TB shape.
            head_shape: [32],
            /// Resources of one TB.
            head_need: [32],
            /// Parameter address.
            head_param: [32],
            /// The next group to distribute, or none.
            head_nagei: [32],
            /// The last group linked; meaningful while there is a next.
            head_lagei: [32],
        }
        "Status" => {
            /// One bit a live entry.
            live: [32],
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
