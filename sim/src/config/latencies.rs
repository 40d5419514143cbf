//! What launches and waiting cost in a run: `launch_latency` and the memory system, or less under another
//! `kernel.latency`.

use super::{GpuConfig, LaunchLatency};

/// Cycles that launches from the device, and waiting for them, take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectiveLatencies {
    /// Creation of a stream.
    pub stream_create: u64,
    /// Parameter buffers: per lane, and per warp.
    parameter_buffer: (u64, u64),
    /// Launches: per lane, and per warp.
    launch_device: (u64, u64),
    /// From the KMU to the Kernel Distributor.
    pub kmu_dispatch: u32,
    /// Whether descriptors and group records pass through the memory system; otherwise they take a cycle.
    pub records_in_memory: bool,
    /// Moving the state of a TB: cycles per TB, and bytes per cycle. Absent: it takes no time.
    swap: Option<(u64, u64)>,
}

impl EffectiveLatencies {
    /// Cycles a warp spends in `cudaGetParameterBuffer` when `lanes` of its threads call it.
    pub fn parameter_buffer(&self, lanes: u32) -> u64 {
        self.parameter_buffer.0 * u64::from(lanes) + self.parameter_buffer.1
    }

    /// Cycles a warp spends in `cudaLaunchDevice` when `lanes` of its threads call it.
    pub fn launch_device(&self, lanes: u32) -> u64 {
        self.launch_device.0 * u64::from(lanes) + self.launch_device.1
    }

    /// Cycles to move this much state of a TB to memory or back.
    pub fn swap(&self, state_bytes: u64) -> u64 {
        self.swap.map_or(0, |(base, bytes_per_cycle)| base + state_bytes.div_ceil(bytes_per_cycle))
    }
}

impl GpuConfig {
    /// The latencies of launches that hold in a run. This is the only place that `kernel.latency` is looked at.
    pub fn effective_latencies(&self) -> EffectiveLatencies {
        use LaunchLatency::{Ideal, IdealFreeMemory, Modelled, ModelledFreeMemory};
        let latency = &self.launch_latency;
        let records_in_memory = matches!(self.kernel.latency, Modelled | Ideal);
        match self.kernel.latency {
            Modelled | ModelledFreeMemory => EffectiveLatencies {
                stream_create: latency.stream_create,
                parameter_buffer: (latency.parameter_buffer_a, latency.parameter_buffer_b),
                launch_device: (latency.launch_device_a, latency.launch_device_b),
                kmu_dispatch: latency.kmu_dispatch as u32,
                records_in_memory,
                swap: Some((latency.swap_base, latency.swap_bytes_per_cycle)),
            },
            Ideal | IdealFreeMemory => EffectiveLatencies {
                stream_create: 0,
                parameter_buffer: (0, 0),
                launch_device: (0, 0),
                kmu_dispatch: 0,
                records_in_memory,
                swap: None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latencies(latency: &str) -> EffectiveLatencies {
        let mut config = GpuConfig::preset("k20c").unwrap();
        config.set("kernel.latency", latency).unwrap();
        config.effective_latencies()
    }

    #[test]
    fn modelled_latencies_are_those_of_the_configuration_also_if_memory_is_free() {
        for (latency, in_memory) in [("modelled", true), ("modelled-free-memory", false)] {
            let latencies = latencies(latency);
            assert_eq!(latencies.parameter_buffer(32), 129 * 32 + 8023);
            assert_eq!(latencies.launch_device(1), 1592 + 12_187);
            assert_eq!((latencies.kmu_dispatch, latencies.records_in_memory), (283, in_memory));
            assert_eq!((latencies.stream_create, latencies.swap(33)), (7165, 252 + 2));
        }
    }

    #[test]
    fn ideal_launches_take_no_time_but_that_of_memory_unless_it_is_free_too() {
        for (latency, in_memory) in [("ideal", true), ("ideal-free-memory", false)] {
            let latencies = latencies(latency);
            let costs = [latencies.parameter_buffer(32), latencies.launch_device(32)];
            assert_eq!((costs, latencies.stream_create, latencies.swap(1 << 20)), ([0; 2], 0, 0));
            assert_eq!((latencies.kmu_dispatch, latencies.records_in_memory), (0, in_memory));
        }
    }
}
