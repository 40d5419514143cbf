//! Pins of the Kernel Distributor.
//!
//! Encodings. *Shape*: TB dimensions, x in bits 10..0, y in 21..11, z in 28..22. *Demand* of one TB:
//! threads in bits 11..0, registers in units of 256 in 20..12, shared memory in units of 256 B in
//! 29..21; bit 30 is set for a *graph kernel*, whose native TBs are the nodes of a dependency graph. `kde_shape`
//! and `kde_demand` are without unused upper bits, the graph bit is on a pin of its own. *AGEI*: bit 31 clear:
//! index into the AGT; bit 31 set: bits 26..0 are a memory address divided by 32 (the group's spilled record);
//! all ones: none.
//!
//! 1. A kernel is taken at an edge with `disp_valid` and `disp_ready`, into the lowest free entry
//!    (KDE), with one reference. `enter` offers the entry to the TB source from the next cycle on, with
//!    the kernel's level and cluster, which are not kept.
//!    `disp_ready` is low while that waits, while a search runs, and while no entry is free.
//! 2. A match command carries entry PC, shape and demand once for all groups of a warp
//!    (`match_count`, at least 1). The search reads one KDE per cycle from index 0 up and stops at the
//!    first eligible one: live, entered, same entry PC, same shape, same demand. `match_done` follows, high
//!    for one cycle. `match_ready` is low while a search runs.
//! 3. A *reference* is work that the TB source has or will get: 1 for the native TBs, 1 for each group
//!    matched. `disp` begins with 1, a hit adds `match_count`, `spent` takes 1 off. So a group is never lost
//!    when the last TB of its kernel completes between match and link.
//! 4. An entry that retires at the very edge it is compared is not eligible, nor is one whose `enter` waits.
//! 5. `look` chooses a live entry; `kde_*` show its kernel from the next cycle on, until the next
//!    `look`. Before the first look they are zero. If the entry is taken anew they show the new kernel
//!    two cycles later.
//! 6. `start` counts one TB of `start_kdei` into ExeBL, `end` one TB of `end_kdei` out of it. The start of
//!    a TB is seen no later than the `spent` of its native grid or group.
//! 7. A live entry without references and with ExeBL 0 is retired, lowest index first, one per cycle;
//!    `retire_valid` is high in the next cycle.

use crate::kit::unit::Allowed;
use crate::kit::width;
use serde::{Deserialize, Serialize};

pub use crate::agt::agei::{NO_GROUP, SPILLED};

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

/// Grid dimensions as the words `grid_x` and `grid_yz`.
pub fn encode_grid([x, y, z]: [u32; 3]) -> [u32; 2] {
    [x, y | z << 16]
}

/// Grid dimensions from the words `grid_x` and `grid_yz`.
pub fn decode_grid([x, yz]: [u32; 2]) -> [u32; 3] {
    [x, yz & 0xFFFF, yz >> 16]
}

/// Whether a grid has a TB.
pub fn has_tbs(grid: [u32; 2]) -> bool {
    decode_grid(grid).iter().all(|&size| size > 0)
}

/// Index of TB `number` of a grid, x fastest, encoded like the grid.
pub fn tb_index(grid: [u32; 2], number: u64) -> [u32; 2] {
    let [x, y, _] = decode_grid(grid).map(u64::from);
    encode_grid([number % x, number / x % y, number / x / y].map(|index| index as u32))
}

/// Resources of one TB as the `demand` word: threads, registers, shared bytes.
pub fn encode_demand(threads: u32, registers: u32, shared_bytes: u32) -> u32 {
    threads | registers.div_ceil(256) << 12 | shared_bytes.div_ceil(256) << 21
}

/// How many entries there may be.
pub const ENTRIES: Allowed = Allowed::Range(2, width::KDES.wide);

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// Kernel Distributor entries, 2 to 128.
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
            /// Resources of one TB, and the graph bit.
            disp_demand: [32],
            /// Parameter address.
            disp_param: [32],
            /// Returned when the kernel retires: the uppermost bit marks a kernel from the host, the others are its queue.
            disp_tag: [TAG],
            /// Address of the descriptor, returned when the kernel retires.
            disp_desc: [32],
            /// Level, which the TB source is told: 0 for a kernel of the host.
            disp_level: [3],
            /// Cluster of the SMX that launched the kernel, which the TB source is told.
            disp_cluster: [SMX],
        }
        "SMXs" => {
            /// A match command is offered (rule 2).
            match_valid: bit,
            /// Entry PC of the groups.
            match_pc: [32],
            /// TB shape of the groups.
            match_shape: [32],
            /// Resources of one TB of the groups, and the graph bit.
            match_demand: [32],
            /// Number of groups, 1 to 32.
            match_count: [6],
        }
        "TB source" => {
            /// The new kernel is taken.
            enter_ready: bit,
            /// An entry is looked at (rule 5).
            look_valid: bit,
            /// Entry looked at.
            look_kdei: [KDEI],
            /// The native TBs or one group of a kernel are all out (rule 3).
            spent_valid: bit,
            /// Entry of that kernel.
            spent_kdei: [KDEI],
            /// A TB starts (rule 6).
            start_valid: bit,
            /// Entry of the starting TB's kernel.
            start_kdei: [KDEI],
        }
        "Residency" => {
            /// A TB has completed (rule 6).
            end_valid: bit,
            /// Entry of the completed TB's kernel.
            end_kdei: [KDEI],
        }
    }
    out {
        "KMU" => {
            /// The kernel is taken.
            disp_ready: bit,
            /// A kernel has completed (rule 7); the fields below are zero while low.
            retire_valid: bit,
            /// Tag of the completed kernel.
            retire_tag: [TAG],
            /// Address of the completed kernel's descriptor.
            retire_desc: [32],
        }
        "SMXs" => {
            /// The match command is taken.
            match_ready: bit,
            /// The search has ended; the fields below are zero while low.
            match_done: bit,
            /// An eligible kernel was found.
            match_hit: bit,
            /// Entry of the kernel found; zero without a hit.
            match_kdei: [KDEI],
        }
        "TB source" => {
            /// A new kernel is offered (rule 1).
            enter_valid: bit,
            /// Entry of the new kernel; zero while `enter_valid` is low.
            enter_kdei: [KDEI],
            /// Level of the new kernel; zero while `enter_valid` is low.
            enter_level: [3],
            /// Cluster of the SMX that launched the new kernel; zero while `enter_valid` is low.
            enter_cluster: [SMX],
            /// Entry PC of the KDE looked at (rule 5).
            kde_pc: [32],
            /// Parameter address of the KDE looked at.
            kde_param: [32],
            /// TB shape of the KDE looked at.
            kde_shape: [29],
            /// Resources of one TB of the KDE looked at.
            kde_demand: [30],
            /// The KDE looked at holds a graph kernel.
            kde_graph: bit,
            /// Grid x in TBs of the KDE looked at.
            kde_grid_x: [32],
            /// Grid y (low half) and z of the KDE looked at.
            kde_grid_yz: [32],
        }
        "Status" => {
            /// One bit per live entry.
            live: {KDES},
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
