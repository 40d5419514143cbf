//! A TB as its warps see it: dimensions, parameters, shared memory.

use super::WARP_SIZE;
use crate::ptx::Program;
use crate::runtime::params::WORKSPACE_BYTES;

/// State that the warps of a TB share.
#[derive(Clone, Debug)]
pub struct TbContext {
    /// Index of the kernel in `Program::functions`.
    pub function: u32,
    /// Grid dimensions in TBs.
    pub grid: [u32; 3],
    /// TB dimensions in threads.
    pub block: [u32; 3],
    /// Index of the TB in the grid.
    pub block_idx: [u32; 3],
    /// Device address of the parameter block.
    pub param_base: u64,
    /// Shared memory: the static part, then the dynamic part from `dynamic_base` on.
    pub shared: Vec<u8>,
    /// Offset of dynamic shared memory.
    pub dynamic_base: u32,
    /// SMX the TB runs on, as `%smid`.
    pub smx_id: u32,
    /// SMXs of the GPU, as `%nsmid`.
    pub num_smx: u32,
    /// TB slot of the SMX, below 32. Separates the local memory of resident TBs.
    pub slot: u32,
    /// Grid identifier, as `%gridid`.
    pub grid_id: u64,
    /// Current cycle, as `%clock`; kept up to date by the caller.
    pub clock: u64,
    /// Nesting of the grid's launch: 0 for the host's.
    pub depth: u32,
}

impl TbContext {
    /// Creates a TB of `function` with `dynamic_shared` bytes of dynamic shared memory.
    pub fn new(
        program: &Program,
        function: u32,
        grid: [u32; 3],
        block: [u32; 3],
        block_idx: [u32; 3],
        param_base: u64,
        dynamic_shared: u32,
    ) -> Self {
        let dynamic_base = program.functions[function as usize].shared_bytes.next_multiple_of(16);
        let shared = vec![0; dynamic_base as usize + dynamic_shared as usize];
        Self {
            function,
            grid,
            block,
            block_idx,
            param_base,
            shared,
            dynamic_base,
            smx_id: 0,
            num_smx: 1,
            slot: 0,
            grid_id: 0,
            clock: 0,
            depth: 0,
        }
    }

    /// Returns the address of the workspace of a cooperative grid, before its parameters. Only the host launches
    /// such grids; elsewhere it is 0.
    pub fn workspace(&self) -> u64 {
        match self.depth {
            0 => self.param_base.saturating_sub(WORKSPACE_BYTES),
            _ => 0,
        }
    }

    /// Returns the number of threads of the TB.
    pub fn threads(&self) -> u32 {
        self.block.iter().product()
    }

    /// Returns the number of warps of the TB.
    pub fn warps(&self) -> u32 {
        self.threads().div_ceil(WARP_SIZE as u32)
    }

    /// Returns the three-dimensional index of a thread of the TB.
    pub fn thread_index(&self, thread: u32) -> [u32; 3] {
        let [x, y, _] = self.block.map(|size| size.max(1));
        [thread % x, thread / x % y, thread / x / y]
    }
}
