//! The event log: what happens in a run, from which tests recompute what the simulator says of it.
//!
//! Tests keep it, one per thread, while [`record`] runs. Elsewhere [`note`] compiles to nothing. An event says what was
//! done and when; it says nothing that a counter has counted.
#![cfg_attr(not(test), allow(dead_code, reason = "only tests read events"))]

#[cfg(test)]
pub(crate) mod recount;

use crate::exec::{LaunchGroup, MemAccess};
use crate::gpu::LaunchEvent;
use crate::mem::{AccessKind, Note, Transaction};
#[cfg(test)]
use std::cell::RefCell;

/// What a cache said to a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Hit,
    Waits,
    Misses,
    /// No place at the port.
    NoRoom,
    /// No place in the miss table or the set.
    Full,
}

/// For what a packet is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// A line of the L1.
    Data,
    /// A line of the constant cache.
    Constant,
    /// An access, past the L1.
    Access,
    /// A hardware unit.
    Unit,
    /// Nobody: a line that is written back.
    Nobody,
}

/// Something that was done. Cycles are those of the core, clocks those of DRAM.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// The machine enters a cycle.
    Cycle { at: u64 },
    /// A TB enters an SMX with so many warps.
    Entered { smx: u32, at: u64, warps: u32, family: u64 },
    /// The warp in slot `w` has exited.
    Left { smx: u32, at: u64, w: usize },
    /// Scheduler `s` has looked for a warp. `ready` has the warp slots that could issue, `last` issued last, and
    /// `active` are those of which a two-level scheduler picks.
    Picked { s: usize, at: u64, last: usize, picked: Option<usize>, ready: u64, active: u64 },
    /// All schedulers have had their turn. `ready` has the warp slots that could still issue.
    Turned { at: u64, ready: u64 },
    /// A warp becomes active in a two-level scheduler; those in `awake` have their next instruction and its operands.
    Promoted { w: usize, at: u64, awake: u64 },
    /// A warp becomes inactive.
    Demoted { w: usize },
    /// A warp, known by its slot and its age, issues an instruction. `base` is the position of its function's first
    /// register, `active` the lanes on its path.
    Issued { smx: u32, at: u64, w: usize, age: u64, place: (u32, u32), base: usize, active: u32 },
    /// An SMX brings instructions from its instruction cache to an i-buffer.
    Fetched { smx: u32, count: u32 },
    /// The lanes that have executed the instruction that was issued last.
    Executed { lanes: u32 },
    /// What the instruction that was issued last accesses.
    Accessed { access: Box<MemAccess> },
    /// The operands of the instruction that was issued last are read by this cycle.
    Gathered { at: u64 },
    /// Registers of a warp are written; they may be used from cycle `at` on.
    Written { smx: u32, age: u64, registers: Vec<usize>, at: u64 },
    /// An access of a warp is performed in cycle `at`: its data are there, or its store is confirmed.
    Performed { age: u64, at: u64 },
    /// The memory system begins an access of a warp.
    Begun { smx: u32, at: u64, token: u32, kind: AccessKind, local: bool, lines: Vec<Transaction> },
    /// The memory system has something to say.
    Noted(Note),
    /// The L1, or the constant cache, has been asked for a line.
    Looked { smx: u32, at: u64, constant: bool, line: Transaction, answer: Answer },
    /// The L1 has handled a store of a line, and kept it or sent it on.
    Stored { smx: u32, line: Transaction, local: bool, kept: bool },
    /// A packet is put at the port of an SMX.
    Posted { smx: u32, line: Transaction, aim: Aim },
    /// A packet is sent to a slice.
    Sent { line: Transaction, kind: AccessKind },
    /// A packet crosses a network.
    Crossed { flits: u32 },
    /// A slice has looked up its first request, in vain unless it was `served`.
    SliceLooked { slice: usize, at: u64, served: bool },
    /// A slice reads sectors from DRAM.
    SliceReads { sectors: u8 },
    /// Sectors that have come from DRAM are given to a request that waited.
    SliceServes { sectors: u8 },
    /// A slice writes sectors to DRAM.
    SliceWrites { sectors: u8 },
    /// Sectors arrive at an SMX.
    Arrived { smx: u32, line: Transaction, aim: Aim },
    /// The events of DRAM that follow are this channel's.
    Channel { channel: usize },
    /// A request enters the queue of its channel.
    Queued { clock: u64, arrival: u64, write: bool },
    /// A bank opens a row.
    Opened { bank: usize },
    /// A bank reads or writes a burst, whose data end before clock `end`.
    Burst { bank: usize, end: u64 },
    /// The launch path or a TB slot has moved on.
    Launch(LaunchEvent),
    /// A buffer of the device runtime is allocated (positive) or freed (negative).
    Bytes(i64),
    /// The pins of a unit in a cycle, written by an observer.
    Pins { unit: usize, inputs: Vec<u32>, outputs: Vec<u32> },
    /// A warp launches groups or kernels.
    Launches {
        /// By lane.
        groups: Vec<LaunchGroup>,
        /// The cycle in which the call is over.
        called_at: u64,
    },
}

#[cfg(test)]
thread_local! {
    static LOG: RefCell<Option<Vec<Event>>> = const { RefCell::new(None) };
}

/// Appends an event, if this thread keeps a log.
#[inline(always)]
pub(crate) fn note(event: impl FnOnce() -> Event) {
    #[cfg(test)]
    LOG.with_borrow_mut(|log| {
        if let Some(log) = log {
            log.push(event());
        }
    });
    #[cfg(not(test))]
    let _ = event;
}

/// Keeps the log of what `run` does in this thread. Returns what it returns, and the log.
#[cfg(test)]
pub(crate) fn record<T>(run: impl FnOnce() -> T) -> (T, Vec<Event>) {
    LOG.set(Some(Vec::new()));
    let value = run();
    (value, LOG.take().unwrap_or_default())
}
