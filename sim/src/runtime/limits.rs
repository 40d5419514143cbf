//! The limits of a launch. The same rules hold for the host, which gets an error text, and for kernels, which get
//! an error value.

use super::{CudaError, DeviceProperties};
use crate::config::{GpuConfig, LaunchMode};
use crate::ptx::{Function, Program};

/// Registers, and bytes of shared memory, that the hardware counts as one.
const GRANULE: u32 = 256;

/// Limits of launches and of waiting for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchLimits {
    /// Deepest nesting of a grid; the host's grids are at 0.
    pub nesting: u32,
    /// Grids at a nesting below this may wait for their children.
    pub sync_depth: u32,
    /// Most launches that wait for their first TB to start.
    pub pending: u32,
    /// Threads of an SMX.
    pub threads: u32,
    /// 32-bit registers of an SMX.
    pub registers: u32,
    /// Registers of a thread that are allocated at a time.
    pub register_step: u32,
    /// Shared memory of an SMX in bytes.
    pub shared_bytes: u32,
    /// What else programs may ask for.
    pub device: DeviceProperties,
}

/// Dimensions and dynamic shared memory of one launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Grid dimensions in TBs.
    pub grid: [u32; 3],
    /// TB dimensions in threads.
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub shared_bytes: u32,
}

impl Shape {
    /// Returns the number of TBs of the grid.
    pub fn tbs(&self) -> u64 {
        self.grid.iter().map(|&size| u64::from(size)).product()
    }
}

/// The resource demand of a TB on its SMX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TbDemand {
    /// Threads, rounded up to whole warps.
    pub threads: u32,
    /// 32-bit registers.
    pub registers: u32,
    /// Shared memory in bytes, static and dynamic.
    pub shared_bytes: u32,
}

impl TbDemand {
    /// Returns the bytes of registers and shared memory that are saved when the TB is preempted.
    pub fn state_bytes(&self) -> u64 {
        4 * u64::from(self.registers) + u64::from(self.shared_bytes)
    }
}

/// Why a launch is refused, for programs and for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The error value.
    pub error: CudaError,
    /// What is wrong, and what is allowed.
    pub reason: String,
}

/// Returns CUDA's defaults, and an SMX of GK110.
impl Default for LaunchLimits {
    fn default() -> Self {
        Self {
            nesting: 24,
            sync_depth: 2,
            pending: 2048,
            threads: 2048,
            registers: 65_536,
            register_step: 8,
            shared_bytes: 49_152,
            device: DeviceProperties::default(),
        }
    }
}

impl LaunchLimits {
    /// Returns the limits that a configuration sets. Aggregated groups do not pass through the pool of pending
    /// kernels, so only the AGT and memory limit them.
    pub fn of(config: &GpuConfig) -> Self {
        let groups = config.kernel.launch == LaunchMode::Dtbl;
        Self {
            nesting: config.kernel.nesting_limit,
            sync_depth: config.kernel.sync_depth,
            pending: if groups { u32::MAX } else { config.kernel.pending_limit },
            threads: config.smx.threads,
            registers: config.smx.registers,
            register_step: config.smx.register_step,
            shared_bytes: config.smx.shared_bytes,
            device: DeviceProperties::of(config),
        }
    }

    /// Returns the demand of one TB of a program's `function`, if it can be launched in this shape.
    pub fn demand(
        &self,
        program: &Program,
        function: &Function,
        shape: &Shape,
    ) -> Result<TbDemand, Refusal> {
        let Shape { grid, block, shared_bytes } = shape;
        let invalid = |reason| Refusal { error: CudaError::InvalidConfiguration, reason };
        if grid.contains(&0) || block.contains(&0) {
            let reason = format!("grid {grid:?} and TB {block:?} must be at least 1 everywhere");
            return Err(invalid(reason));
        }
        if grid[1] > 0xFFFF || grid[2] > 0xFFFF || grid[0] > i32::MAX as u32 {
            let most = "2147483647 x 65535 x 65535";
            return Err(invalid(format!("grid {grid:?} is larger than {most}")));
        }
        let threads = block.iter().try_fold(1_u32, |product, &n| product.checked_mul(n));
        let threads = threads.filter(|&n| n <= 1024 && block[2] <= 64);
        let Some(threads) = threads else {
            let reason = format!("a TB of {block:?} threads exceeds 1024 threads (z at most 64)");
            return Err(invalid(reason));
        };
        if let Some(required) = function.required_block.filter(|required| required != block) {
            let reason = format!(
                "the kernel is compiled for TBs of {required:?} threads (.reqntid), not {block:?}"
            );
            return Err(invalid(reason));
        }
        if let Some(most) = function.max_threads.filter(|&most| u64::from(threads) > most) {
            let reason = format!(
                "the kernel is compiled for at most {most} threads per TB (.maxntid), not {threads}"
            );
            return Err(invalid(reason));
        }
        let threads = threads.next_multiple_of(32);
        let registers = program.registers_per_thread(function);
        let per_thread = registers.next_multiple_of(self.register_step);
        let registers = threads.saturating_mul(per_thread);
        let shared_bytes = function.shared_bytes.saturating_add(*shared_bytes);
        for (what, key, needed, limit, error) in [
            ("threads", "smx.threads", threads, self.threads, CudaError::InvalidConfiguration),
            (
                "registers",
                "smx.registers",
                registers,
                self.registers,
                CudaError::LaunchOutOfResources,
            ),
            (
                "bytes of shared memory",
                "smx.shared_bytes",
                shared_bytes,
                self.shared_bytes,
                CudaError::InvalidConfiguration,
            ),
        ] {
            if needed > limit {
                let reason = format!("a TB needs {needed} {what}, an SMX has {limit} ({key})");
                return Err(Refusal { error, reason });
            }
        }
        Ok(TbDemand { threads, registers, shared_bytes })
    }

    /// Returns how many TBs of this demand are resident at once if nothing else is.
    pub fn resident(&self, demand: &TbDemand) -> u64 {
        let granules = |amount: u32| amount.div_ceil(GRANULE);
        let fit = |has: u32, needed: u32| has.checked_div(needed).unwrap_or(u32::MAX);
        let per_smx = self
            .device
            .tbs
            .min(fit(self.threads, demand.threads))
            .min(fit(self.registers / GRANULE, granules(demand.registers)))
            .min(fit(self.shared_bytes / GRANULE, granules(demand.shared_bytes)));
        u64::from(per_smx) * u64::from(self.device.smxs)
    }
}
