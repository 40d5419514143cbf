//! Shifting queue: the priority queue of one SMX as the thesis has it (section 5.2.5), sorted by level in one memory.
//! It is a rival of the linked lists of `laperm`, to compare what an insertion costs, and no part of the machine.
//!
//! The items lie in a ring, the head first. A pointer for each level but the lowest says where its items end.
//! An insertion moves everything of lower levels by one place, one item per cycle from the last one on. So it takes as
//! many cycles as items have to move, and the head cannot be taken meanwhile. Taking the head takes one cycle.
//!
//! It does not overflow into memory: an item that finds no place waits at the pins.
//!
//! | cycle t | then |
//! |---|---|
//! | an item is inserted, behind which m of lower levels are left | `insert_ready` and `head_valid` are low from t+1 to t+m+2 |
//! | `take` | the next head in t+1, unless an item is inserted in t too |

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
use crate::laperm;

/// The unit.
pub struct ShiftingQueue;

impl Unit for ShiftingQueue {
    const NAME: &'static str = "shifting_queue";
    const PURPOSE: &'static str =
        "priority queue that is sorted by shifting, a rival of the queues of laperm";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] =
        &[("levels", Allowed::Range(2, 7)), ("entries", laperm::pins::ENTRIES)];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { levels: 3, entries: 4 }
    }
    fn paper() -> pins::Params {
        pins::Params { levels: 4, entries: 128 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    #[cfg(feature = "spec")]
    fn neighbours(params: &pins::Params, _: Class) -> crate::kit::neighbours::Of<Self> {
        Box::new(neighbours::Promises::new(params))
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let of = |field, bits, entries: u32| Storage {
            field,
            bits,
            entries: entries.into(),
            figure: None,
        };
        vec![
            of("items", 192, params.entries),
            of("places of the head, the item inserted and the one that moves", 9, 3),
            of("items of all levels, and of a level and those above it", 9, params.levels),
            of("item inserted", 192, 1),
            of("state", 2, 1),
        ]
    }
}

#[cfg(feature = "rtl")]
impl crate::kit::Synthesizable for ShiftingQueue {
    type Circuit = rtl::ShiftingQueueRtl;

    fn circuit_in(params: &pins::Params, _class: crate::kit::Class) -> rtl::ShiftingQueueRtl {
        rtl::ShiftingQueueRtl::new(params)
    }
}
