//! Mapping functions: kernels that name, TB by TB, the TBs for which a TB waits.

use super::dependency::tbs_of;
use super::{tb_index, tb_number, GraphError, Policy, MAX_EDGES};
use crate::exec::{Effect, TbContext, Warp};
use crate::mem::GlobalMemory;
use crate::ptx::{Program, Space};
use crate::runtime::params::ParameterHeap;
use crate::runtime::DeviceRuntime;

/// Instructions after which a mapping function is assumed to run forever: over ten for each of the 65,535 parents
/// that a node may have.
const MOST_STEPS: u64 = 1 << 20;
/// Numbers of the policies in `wireframe.cuh`.
const LRR: u32 = 0;
const LVL: u32 = 1;

/// The record of what a mapping function declared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// Parent and child by TB number, in the order of the calls.
    pub edges: Vec<(u32, u32)>,
    /// The policy, if one was set.
    pub policy: Option<Policy>,
}

impl Mapping {
    /// Records `WF::AddDependency` of the TB. A parent outside the grid is ignored.
    pub(crate) fn add_dependency(
        &mut self,
        tb: &TbContext,
        parent: [u32; 3],
    ) -> Result<(), String> {
        let numbers = (tb_number(tb.grid, parent), tb_number(tb.grid, tb.block_idx));
        if let (Some(parent), Some(child)) = numbers {
            if self.edges.len() as u64 == MAX_EDGES {
                return Err(format!("more than {MAX_EDGES} dependences"));
            }
            self.edges.push((parent, child));
        }
        Ok(())
    }

    /// Records `WF::SetPolicy`. All TBs that call it must agree.
    pub(crate) fn set_policy(&mut self, number: u32, bound: u32) -> Result<(), String> {
        let policy = match number {
            LRR => Policy::Lrr,
            LVL => Policy::Lvl(u16::try_from(bound).map_err(|_| {
                format!("levels cannot be {bound} apart; the bound is at most {}", u16::MAX)
            })?),
            _ => return Err(format!("{number} is no policy; choose WF::LRR or WF::LVL")),
        };
        match self.policy.replace(policy) {
            Some(before) if before != policy => Err(format!(
                "the policy {policy:?} after {before:?}; a kernel has one policy, set the same in every TB"
            )),
            _ => Ok(()),
        }
    }
}

/// Runs the mapping function `entry` (an index into `Program::functions`) once for every TB of the grid. One
/// thread runs it, with `blockDim` as `block` and its parameters at `param_base`.
pub fn collect(
    program: &Program,
    entry: u32,
    grid: [u32; 3],
    block: [u32; 3],
    param_base: u64,
    memory: &mut GlobalMemory,
) -> Result<Mapping, GraphError> {
    let function = &program.functions[entry as usize];
    let mut runtime = ParameterHeap::for_mapping();
    for number in 0..tbs_of(grid)? {
        let index = tb_index(grid, number);
        let mut tb = TbContext::new(program, entry, grid, [1; 3], index, param_base, 0);
        let mut warp = Warp::new(function, 0, &tb);
        tb.block = block;
        let mut steps = 0;
        while !warp.is_done() {
            let effect = warp.step(program, &mut tb, memory, &mut runtime)?;
            steps += 1;
            tb.clock = steps;
            if let Some(message) = forbidden(&warp, &effect, steps) {
                return Err(warp.fault(program, &tb, message).into());
            }
        }
    }
    Ok(runtime.mapping().map(std::mem::take).unwrap_or_default())
}

/// Returns the error of an effect that a mapping function may not have.
fn forbidden(warp: &Warp, effect: &Effect, steps: u64) -> Option<String> {
    let does = match effect {
        Effect::DeviceCall(_) => "call the device runtime",
        Effect::Barrier(_) => "wait at a barrier: one thread runs it for each block",
        Effect::Mem if warp.changed && warp.access.space != Space::Shared => "change device memory",
        Effect::Alu if warp.changed => "print or allocate",
        _ if steps == MOST_STEPS && !warp.is_done() => {
            return Some(format!(
                "the mapping function has not completed after {MOST_STEPS} instructions for this block"
            ));
        }
        _ => return None,
    };
    Some(format!("a mapping function only says what blocks depend on; it cannot {does}"))
}

#[cfg(test)]
mod tests;
