//! What `cudaDeviceGetAttribute` tells of the machine.

use super::LaunchLimits;
use crate::config::GpuConfig;
use crate::ptx::Isa;

/// Properties of the device besides the limits of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceProperties {
    /// SMXs.
    pub smxs: u32,
    /// Most TBs of an SMX.
    pub tbs: u32,
    /// Core clock in kHz.
    pub core_khz: u32,
    /// Memory clock in kHz.
    pub memory_khz: u32,
    /// Bytes of the L2.
    pub l2_bytes: u32,
    /// Compute capability: major and minor version.
    pub capability: [u32; 2],
}

/// Returns an SMX of GK110, and one of it.
impl Default for DeviceProperties {
    fn default() -> Self {
        Self {
            smxs: 1,
            tbs: 16,
            core_khz: 706_000,
            memory_khz: 2_600_000,
            l2_bytes: 1 << 20,
            capability: [3, 5],
        }
    }
}

impl DeviceProperties {
    /// Returns the properties that a configuration gives.
    pub fn of(config: &GpuConfig) -> Self {
        Self {
            smxs: config.smx.count,
            tbs: config.smx.tbs,
            core_khz: 1000 * config.core_mhz,
            memory_khz: 1000 * config.memory_mhz,
            l2_bytes: 128 * config.l2.slices * config.l2.sets * config.l2.ways,
            capability: match config.smx.isa {
                Isa::Sm35 => [3, 5],
                Isa::Sm61 => [6, 1],
                Isa::Sm70 => [7, 0],
            },
        }
    }
}

impl LaunchLimits {
    /// Returns the attribute that CUDA 11 gives this number, if the machine knows it.
    pub fn attribute(&self, number: u64) -> Option<u32> {
        let device = &self.device;
        Some(match number {
            // Threads of a TB, and those along x and y.
            1..=3 => 1024,
            4 => 64,
            5 | 11 => i32::MAX as u32,
            6 | 7 => 0xFFFF,
            // Shared memory of a TB and of an SMX.
            8 | 81 => self.shared_bytes,
            9 => 65_536,
            10 => 32,
            // Registers of a TB and of an SMX.
            12 | 82 => self.registers,
            13 => device.core_khz,
            16 => device.smxs,
            // Kernels run at the same time, host and device have one address space, kernels launch cooperatively.
            31 | 41 | 95 => 1,
            36 => device.memory_khz,
            38 => device.l2_bytes,
            39 => self.threads,
            75 => device.capability[0],
            76 => device.capability[1],
            106 => device.tbs,
            _ => return None,
        })
    }
}
