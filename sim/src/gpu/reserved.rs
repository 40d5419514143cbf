//! Device memory that the device runtime must be able to take at a limit that the host sets. It takes it as it needs
//! it; nothing is set aside.

use crate::config::GpuConfig;
use crate::runtime::params::BUFFER_BYTES;
use crate::runtime::TbDemand;
use heddle_hw::kmu::descriptor;

/// Bytes of a descriptor.
const DESCRIPTOR_BYTES: u64 = descriptor::BYTES as u64;

/// Bytes for one more pending launch: its descriptor, and the smallest parameter buffer.
pub const PENDING_LAUNCH_BYTES: u64 = DESCRIPTOR_BYTES + BUFFER_BYTES;

/// Bytes for one more level of grids that wait for their children: the registers and the shared memory of all SMXs,
/// and a descriptor for each TB that they hold. Local memory is in device memory anyway and stays where it is.
pub fn sync_level_bytes(config: &GpuConfig) -> u64 {
    let smx = &config.smx;
    let whole =
        TbDemand { threads: smx.threads, registers: smx.registers, shared_bytes: smx.shared_bytes };
    u64::from(smx.count) * (whole.state_bytes() + u64::from(smx.tbs) * DESCRIPTOR_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_of_the_k20c_is_thirteen_register_files_shared_memories_and_their_descriptors() {
        let config = GpuConfig::preset("k20c").unwrap();
        assert_eq!(sync_level_bytes(&config), 13 * (256 * 1024 + 48 * 1024 + 16 * 32));
    }
}
