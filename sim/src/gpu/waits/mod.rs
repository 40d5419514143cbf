//! A hang explains itself: who waits for whom, as a chain that ends in the cause.
//!
//! Nothing is collected while a run makes progress. When it has ended without one, this reads what the machine holds:
//!
//! * [`state`], [`index`]: warps, TBs, launches and units, by who waits.
//! * [`warps`], [`launches`], [`room`], [`units`], [`memory`]: for each kind, whom it waits for and why.
//! * [`graph`]: the shortest chain to a cause, or a circle.
//! * [`cause`]: what has happened, and what to do about it.
//! * [`explanation`]: the text and the JSON.

mod cause;
mod counts;
mod explanation;
mod graph;
mod index;
mod key;
mod launches;
mod memory;
mod room;
mod state;
mod units;
mod warps;

pub use cause::Cause;
pub use explanation::{Explanation, Link};
pub(super) use state::View;

use crate::gpu::device::Device;
use crate::smx::TbWait;
use graph::Waits;
use key::Key;
use state::State;
use std::collections::BTreeMap;

/// Cycles within which units, at work on a launch or on what a warp asks, let something change.
const LONG: u64 = 1 << 13;

/// Whose wait is explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// The host's.
    Host,
    /// That of a TB all of whose warps wait at barriers, as a fault in this line says of the TB at this index.
    StoppedTb {
        /// Index of the TB in its grid.
        block: [u32; 3],
        /// PTX line of one of the barriers.
        line: u32,
    },
}

/// Explains why nothing goes on in the machine. The loops of warps that repeat themselves are followed once, which changes
/// nothing.
pub(super) fn explain(view: View, device: &mut Device, of: Of) -> Option<Explanation> {
    let state = State::new(view, device);
    let starts = match of {
        Of::Host => vec![Key::Host],
        Of::StoppedTb { block, line } => {
            let mut tbs = state.resident.iter().filter(|(_, tb)| tb.tb.block_idx == block);
            tbs.find_map(|(&at, _)| state.stopped_tb(at, line))?
        }
    };
    // Of other TBs, what they do in this very cycle may depend on the threads that step them.
    let counts = match of {
        Of::Host => state.counts(),
        Of::StoppedTb { .. } => {
            BTreeMap::from([("warps of the TB at barriers", starts.len() as u64)])
        }
    };
    let chain = graph::explain(&state, &starts)?;
    let in_circle =
        chain.circle.map_or(&chain.links[chain.links.len() - 1..], |first| &chain.links[first..]);
    let cause = in_circle.iter().map(|&key| state.cause(key)).max()?;
    let links = chain.links.iter().map(|&key| state.link(key)).collect();
    Some(Explanation::new(cause, links, chain.circle, counts, state.notes()))
}

impl Waits for State<'_> {
    type Key = Key;

    const BEFORE_CIRCLES: u32 = 3;

    fn on(&self, key: Key) -> Vec<Key> {
        match key {
            Key::Host => self.host_on(),
            Key::Launch(id) => self.launch_on(id),
            Key::Unstarted(id) => self.unstarted_on(id),
            Key::Suspended(number) => self.suspended_on(number),
            Key::Warp(smx, slot) => self.warp_on(smx, slot),
            Key::Kdes => self.kdes_on(),
            Key::Pool => self.pool_on(),
            Key::Unit(unit) => self.unit_on(unit),
            Key::Read(_) | Key::Access(..) | Key::Code(..) => Vec::new(),
        }
    }

    fn rank(&self, key: Key) -> u32 {
        match self.cause(key) {
            Cause::Progress => 0,
            Cause::WarpPolicy | Cause::Memory | Cause::Loop => 1,
            Cause::Lanes | Cause::Barrier | Cause::Leader => 2,
            Cause::Unit => 3,
            _ => 4,
        }
    }
}

impl State<'_> {
    /// Why somebody waits. In a run that was cut off, units are not suspected if something changed a moment ago.
    fn cause(&self, key: Key) -> Cause {
        match self.cause_at_rest(key) {
            Cause::Unit | Cause::Leader if self.view.is_cut_off && self.view.unchanged < LONG => {
                Cause::Progress
            }
            cause => cause,
        }
    }

    fn cause_at_rest(&self, key: Key) -> Cause {
        match key {
            Key::Host | Key::Suspended(_) => Cause::Children,
            Key::Launch(id) => self.launch_cause(id),
            Key::Unstarted(id) => self.unstarted_cause(id),
            Key::Warp(smx, slot) => self.warp_cause(smx, slot),
            Key::Kdes => Cause::Kdes,
            Key::Pool => Cause::Pool,
            Key::Unit(_) => Cause::Unit,
            Key::Read(_) | Key::Access(..) | Key::Code(..) => Cause::Memory,
        }
    }

    fn link(&self, key: Key) -> Link {
        match key {
            Key::Host => self.host_link(),
            Key::Launch(id) => self.launch_link(id),
            Key::Unstarted(id) => self.unstarted_link(id),
            Key::Suspended(number) => self.suspended_link(number),
            Key::Warp(smx, slot) => self.warp_link(smx, slot),
            Key::Kdes => self.kdes_link(),
            Key::Pool => self.pool_link(),
            Key::Unit(unit) => self.unit_link(unit),
            Key::Read(_) | Key::Access(..) | Key::Code(..) => self.memory_link(key),
        }
    }

    /// The name of the kernel that begins at a code address.
    fn kernel(&self, pc: u32) -> &str {
        self.device.program.function_by_pc(pc).map_or("?", |(_, function)| function.name.as_str())
    }

    /// The name of a TB: its index and its kernel.
    fn tb_name(&self, tb: &TbWait) -> String {
        let kernel = &self.device.program.functions[tb.function as usize].name;
        format!("TB {} of `{kernel}`", room::index(tb.block_idx))
    }

    /// A line of the PTX file, and what it was compiled from.
    fn place(&self, line: u32) -> String {
        let program = &self.device.program;
        let file = &program.file;
        match program.source(line) {
            Some(source) => format!("{file}:{line}, {source}"),
            None => format!("{file}:{line}"),
        }
    }
}
