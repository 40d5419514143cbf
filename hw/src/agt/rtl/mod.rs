//! The Aggregated Group Table circuit: five memories, one buffer per request stream, one state
//! machine. Its parts are here; its logic is in `logic`.

mod ages;
mod logic;

use super::pins::{agt_ports, In, Out, Params};
use crate::kit::{Param, Reg};
use ages::Ages;
use rust_hdl::prelude::*;

/// What the table does in this cycle; a state with the name of a request carries it out.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum State {
    /// Clears the entry at `sweep`.
    Sweep,
    /// Chooses a held request and presents its index to the memories.
    Pick,
    /// An `end`.
    End,
    /// A `done`.
    Done,
    /// A `next` of a group in the table.
    Next,
    /// A `take` of a group in the table.
    Take,
    /// An `alloc`.
    Alloc,
    /// A `next` of a spilled group: one memory write.
    Write,
    /// A `take` of a spilled group: four memory reads.
    Fetch,
}

agt_ports! {
    /// Memories, request buffers, the link and group on their way out, and the state machine.
    pub struct AgtRtl<KDEI, OCCUPIED> {
        ages: Ages,
        state: Reg<State>,
        sweep: Reg<Bits<16>>,
        count: Reg<Bits<OCCUPIED>>,
        end_full: Reg<Bit>,
        end_entry: Reg<Bits<16>>,
        done_full: Reg<Bit>,
        done_entry: Reg<Bits<16>>,
        done_total: Reg<Bits<30>>,
        next_full: Reg<Bit>,
        next_to: Reg<Bits<32>>,
        next_value: Reg<Bits<32>>,
        take_full: Reg<Bit>,
        take_group: Reg<Bits<32>>,
        alloc_full: Reg<Bit>,
        alloc_entry: Reg<Bits<16>>,
        alloc_kernel: Reg<Bits<KDEI>>,
        alloc_x: Reg<Bits<32>>,
        alloc_yz: Reg<Bits<32>>,
        alloc_address: Reg<Bits<32>>,
        alloc_spill: Reg<Bits<32>>,
        link_full: Reg<Bit>,
        link_kernel: Reg<Bits<KDEI>>,
        link_group: Reg<Bits<32>>,
        group_full: Reg<Bit>,
        group_x: Reg<Bits<32>>,
        group_yz: Reg<Bits<32>>,
        group_address: Reg<Bits<32>>,
        group_follower: Reg<Bits<32>>,
        requested: Reg<Bits<3>>,
        received: Reg<Bits<3>>,
        looked: Reg<Bits<3>>,
        mask: Param<Bits<16>>,
        stride: Param<Bits<16>>,
        last_look: Param<Bits<3>>,
        awake: Signal<Local, Bit>,
        operation: Signal<Local, State>,
        chosen: Signal<Local, Bits<16>>,
        entry: Signal<Local, Bits<16>>,
        probing: Signal<Local, Bit>,
        following: Signal<Local, Bits<16>>,
        looks_on: Signal<Local, Bit>,
        occupies: Signal<Local, Bit>,
        settles: Signal<Local, Bit>,
        delta: Signal<Local, Bits<32>>,
        moved: Signal<Local, Bits<32>>,
        remaining: Signal<Local, Bits<32>>,
        distributed: Signal<Local, Bit>,
        finished: Signal<Local, Bit>,
        settled: Signal<Local, Bits<32>>,
        counted: Signal<Local, Bits<OCCUPIED>>,
        requesting: Signal<Local, Bit>,
        record: Signal<Local, Bits<32>>,
        offset: Signal<Local, Bits<32>>,
        spilled: Signal<Local, Bits<32>>,
    }
}

impl<const KDEI: usize, const OCCUPIED: usize> AgtRtl<KDEI, OCCUPIED> {
    /// A table of the given size.
    pub fn new(params: &Params) -> Self {
        let entries = params.entries as usize;
        Self {
            ages: Ages::new(entries),
            mask: Param::new(bits(entries as u64 - 1)),
            stride: Param::new(bits(params.stride().into())),
            last_look: Param::new(bits((params.looks() - 1).into())),
            ..Default::default()
        }
    }
}
