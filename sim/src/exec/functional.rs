//! Runs kernels for their values only: TB after TB, warps in turn, barriers honoured, children after parents.

use super::{stuck_at_barriers, Barriers, DeviceCall, Effect, Fault, TbContext, Warp};
use crate::mem::GlobalMemory;
use crate::ptx::Program;
use crate::runtime::DeviceRuntime;
use std::collections::VecDeque;

/// A kernel to be run, its parameter block already in device memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Index of the kernel in `Program::functions`.
    pub function: u32,
    /// Device address of the parameter block.
    pub param_base: u64,
    /// Grid dimensions in TBs.
    pub grid: [u32; 3],
    /// TB dimensions in threads.
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub shared_bytes: u32,
}

/// Runs a kernel and, in launch order, everything it launches. Returns the number of warp instructions executed.
pub fn run_functional(
    program: &Program,
    memory: &mut GlobalMemory,
    runtime: &mut dyn DeviceRuntime,
    launch: Launch,
) -> Result<u64, Fault> {
    let mut queue = VecDeque::from([launch]);
    let mut steps = 0;
    while let Some(launch) = queue.pop_front() {
        let [x, y, z] = launch.grid;
        for index in 0..u64::from(x) * u64::from(y) * u64::from(z) {
            let at = [
                index % u64::from(x),
                index / u64::from(x) % u64::from(y),
                index / u64::from(x) / u64::from(y),
            ];
            let mut tb = TbContext::new(
                program,
                launch.function,
                launch.grid,
                launch.block,
                at.map(|i| i as u32),
                launch.param_base,
                launch.shared_bytes,
            );
            steps += run_tb(program, &mut tb, memory, runtime, &mut queue)?;
        }
    }
    Ok(steps)
}

fn run_tb(
    program: &Program,
    tb: &mut TbContext,
    memory: &mut GlobalMemory,
    runtime: &mut dyn DeviceRuntime,
    queue: &mut VecDeque<Launch>,
) -> Result<u64, Fault> {
    let function = &program.functions[tb.function as usize];
    let mut warps: Vec<Warp> =
        (0..tb.warps()).map(|index| Warp::new(function, index, tb)).collect();
    let mut barriers = Barriers::default();
    let mut steps = 0;
    loop {
        let mut moved = false;
        for (index, warp) in warps.iter_mut().enumerate() {
            while !warp.is_at_barrier() && !warp.is_done() {
                moved = true;
                steps += 1;
                tb.clock += 1;
                match warp.step(program, tb, memory, runtime)? {
                    Effect::Barrier(arrival) => barriers
                        .arrive(index, &arrival)
                        .map_err(|message| warp.fault(program, tb, message))?,
                    Effect::DeviceCall(DeviceCall::Launch { groups, .. }) => {
                        queue.extend(groups.iter().filter_map(|group| {
                            Some(Launch {
                                function: program.function_by_pc(group.entry_pc)?.0,
                                param_base: group.param,
                                grid: group.grid,
                                block: group.block,
                                shared_bytes: group.shared_bytes,
                            })
                        }));
                    }
                    // Another warp's turn: programs may wait for each other's stores.
                    Effect::Mem | Effect::Fence => break,
                    _ => {}
                }
            }
        }
        let unfinished = warps.iter().filter(|warp| !warp.is_done()).count() as u32;
        for release in barriers.release(unfinished) {
            moved = true;
            for (index, warp) in warps.iter_mut().enumerate() {
                if release.warps >> index & 1 != 0 {
                    warp.pass_barrier(&release);
                }
            }
        }
        if !moved {
            return stuck_at_barriers(&warps, program, tb).map_or(Ok(steps), Err);
        }
    }
}
