//! Infers dependences that are not declared: it observes what TBs read and write when they run one after the
//! other.

use super::dependency::tbs_of;
use super::depends::Tracker;
use super::{tb_number, DependencyGraph, GraphError};
use crate::exec::{run_observed, AccessKind, Launch, MemAccess, TbContext};
use crate::mem::GlobalMemory;
use crate::ptx::{Program, Space};
use crate::runtime::params::ParameterHeap;

/// Runs the kernels' TBs one after the other, launch after launch and by number. Returns the graph of the
/// dependences between them; its nodes are the TBs in this order. Two accesses conflict if they touch the same
/// `granularity` bytes (a power of two from 4 on, such as `mem::SECTOR_BYTES`). An atomic reads and writes.
pub fn infer(
    program: &Program,
    launches: &[Launch],
    memory: &GlobalMemory,
    granularity: u64,
) -> Result<DependencyGraph, GraphError> {
    if !granularity.is_power_of_two() || granularity < 4 {
        return Err(GraphError::Granularity { bytes: granularity });
    }
    let mut memory = memory.clone();
    let mut runtime = ParameterHeap::new();
    let mut tracker = Tracker::default();
    let mut first: u32 = 0;
    for launch in launches {
        let next =
            first.checked_add(tbs_of(launch.grid)?).ok_or(GraphError::Nodes { nodes: 1 << 32 })?;
        let mut trouble = Ok(());
        let mut observe = |tb: &TbContext, access: &MemAccess| {
            let number = tb_number(tb.grid, tb.block_idx).unwrap_or(0);
            if trouble.is_ok() && access.space == Space::Global {
                trouble = match tb.depth {
                    0 => tracker.begin(first + number),
                    _ => Err(GraphError::Nested {
                        kernel: program.functions[launch.function as usize].name.clone(),
                    }),
                };
                touch(&mut tracker, access, granularity);
            }
        };
        run_observed(program, &mut memory, &mut runtime, launch.clone(), &mut observe)?;
        trouble?;
        first = next;
    }
    DependencyGraph::from_edges(first, &tracker.edges()?)
}

/// Records the access of each lane; neighbouring lanes mostly touch the same bytes.
fn touch(tracker: &mut Tracker, access: &MemAccess, granularity: u64) {
    let mut last = u64::MAX;
    let lanes = access.addr.iter().enumerate().filter(|(lane, _)| access.mask >> lane & 1 != 0);
    for (_, &addr) in lanes {
        let end = addr + u64::from(access.bytes).max(1) - 1;
        for place in addr / granularity..=end / granularity {
            if place == last {
                continue;
            }
            last = place;
            if access.kind != AccessKind::Store {
                tracker.read(place as usize);
            }
            if access.kind != AccessKind::Load {
                tracker.write(place as usize);
            }
        }
    }
}

#[cfg(test)]
mod tests;
