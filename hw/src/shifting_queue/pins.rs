//! Pins of the shifting queue. The fields of an item are those of an entry of `laperm`, 24 bytes.
//!
//! 1. `insert` puts an item behind all of its level and of higher ones, and before those of lower levels.
//! 2. The *head* is the first item. It is on the pins unless items move.
//! 3. `take` removes the head, which must be on the pins, and comes before an insertion in the same cycle.
//! 4. After an insertion the items of lower levels move, one per cycle, then the new one is written and the head is
//!    read. Meanwhile the unit takes nothing.

use serde::{Deserialize, Serialize};

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// Levels, 2 to 7.
    pub levels: u32,
    /// Items: a power of two, 4 to 256.
    pub entries: u32,
}

crate::pins! { ($) shifting_queue_ports;
    in {
        "Insertion" => {
            /// An item is offered (rule 1).
            insert_valid: bit,
            /// Level of the item, 1 or higher.
            insert_level: [3],
            /// Entry of its kernel in the Kernel Distributor.
            insert_kdei: [5],
            /// Entry PC of the item.
            insert_pc: [32],
            /// Parameter address of the item.
            insert_param: [32],
            /// TB shape of the item.
            insert_shape: [29],
            /// Resources of one TB of the item.
            insert_demand: [30],
            /// Grid x of the item.
            insert_grid_x: [32],
            /// Grid y (low half) and z of the item.
            insert_grid_yz: [32],
        }
        "Head" => {
            /// The head is taken (rule 3).
            take: bit,
        }
    }
    out {
        "Insertion" => {
            /// The item is taken.
            insert_ready: bit,
        }
        "Head" => {
            /// There is a head (rule 2); all `head_*` fields are zero while low.
            head_valid: bit,
            /// Entry of its kernel in the Kernel Distributor.
            head_kdei: [5],
            /// Entry PC of the head.
            head_pc: [32],
            /// Parameter address of the head.
            head_param: [32],
            /// TB shape of the head.
            head_shape: [29],
            /// Resources of one TB of the head.
            head_demand: [30],
            /// Grid x of the head.
            head_grid_x: [32],
            /// Grid y (low half) and z of the head.
            head_grid_yz: [32],
        }
        "Status" => {
            /// Items in the queue.
            queued: [9],
            /// High while the queue is empty.
            idle: bit,
        }
    }
}
