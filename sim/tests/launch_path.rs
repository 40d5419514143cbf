//! Microbenchmarks of the launch path: when the TBs of a host's launch start, by the pins of residency.

use heddle_hw::chip::Layout;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, Observer, RunOptions};
use heddle_workloads::VectorAdd;

/// Threads of a TB of the workload.
const TB_THREADS: u32 = 256;

/// The cycles in which TBs start.
#[derive(Default)]
struct Starts {
    /// The unit that starts them, and its `start_valid`, by their indices.
    valid: (usize, usize),
    cycles: Vec<u64>,
}

impl Observer for Starts {
    fn begin(&mut self, layout: &Layout) {
        let (unit, slot) = layout.declared("residency").next().expect("the chip has it");
        let valid = slot.outputs.iter().position(|pin| pin.name == "start_valid").expect("the pin");
        self.valid = (unit, valid);
    }

    fn pins(&mut self, cycle: u64, unit: usize, _: &[u32], outputs: &[u32]) {
        if unit == self.valid.0 && outputs[self.valid.1] == 1 {
            self.cycles.push(cycle);
        }
    }
}

fn starts(preset: &str, settings: &[(&str, &str)], tbs: u32) -> Vec<u64> {
    let mut config = GpuConfig::preset(preset).expect("a preset");
    for (key, value) in settings {
        config.set(key, value).expect(key);
    }
    let mut starts = Starts::default();
    let options = RunOptions { observer: Some(&mut starts), ..RunOptions::default() };
    let mut workload = VectorAdd::new(tbs * TB_THREADS);
    let result = gpu::run(&config, &mut workload, &ModelUnits, options).expect("the run ends");
    assert_eq!(result.difference, None);
    starts.cycles
}

/// The cycle in which the first TB starts.
fn first(preset: &str, settings: &[(&str, &str)]) -> u64 {
    starts(preset, settings, 1)[0]
}

#[test]
fn the_machine_starts_a_tb_a_cycle_while_there_is_room() {
    for preset in GpuConfig::preset_names() {
        let smx = GpuConfig::preset(preset).expect("a preset").smx;
        // One TB an SMX always fits.
        let starts = starts(preset, &[], smx.count);
        let expected: Vec<u64> = (0..u64::from(smx.count)).map(|i| starts[0] + i).collect();
        assert_eq!(starts, expected, "{preset}");
    }
}

#[test]
fn a_launch_from_the_host_arrives_after_its_latency() {
    for preset in GpuConfig::preset_names() {
        let at = |cycles| first(preset, &[("kernel.host_launch_cycles", cycles)]);
        let of_preset = GpuConfig::preset(preset).expect("a preset").kernel.host_launch_cycles;
        assert_eq!(at("21000") - at("0"), 21_000, "{preset}");
        assert_eq!(first(preset, &[]) - at("0"), of_preset, "{preset}");
    }
}

#[test]
fn a_kernel_passes_the_kmu_in_its_dispatch_cycles_while_its_record_is_read() {
    for preset in GpuConfig::preset_names() {
        let at = |dispatch| {
            first(
                preset,
                &[("kernel.latency", "modelled"), ("launch_latency.kmu_dispatch", dispatch)],
            )
        };
        assert_eq!(at("3000") - at("2000"), 1000, "{preset}");
        assert_eq!(at("0"), at("20"), "{preset}: the record takes longer");
    }
}

#[test]
fn a_record_takes_the_time_of_memory_unless_memory_is_free() {
    for preset in GpuConfig::preset_names() {
        let l2 = GpuConfig::preset(preset).expect("a preset").l2.latency;
        let at = |latency, more: u32| {
            let l2 = (l2 + more).to_string();
            first(preset, &[("kernel.latency", latency), ("l2.latency", &l2)])
        };
        assert_eq!(at("ideal", 1000) - at("ideal", 0), 1000, "{preset}");
        // Part of it passes during the dispatch.
        assert!(at("modelled", 1000) > at("modelled", 0), "{preset}");
        for free in ["ideal-free-memory", "modelled-free-memory"] {
            assert_eq!(at(free, 1000), at(free, 0), "{preset}, {free}");
        }
    }
}

#[test]
fn a_launch_waits_for_what_the_host_has_copied_before() {
    let first_of =
        |rate, tbs| starts("k20c", &[("kernel.host_copy_bytes_per_cycle", rate)], tbs)[0];
    // Two vectors of words a launch; the copies begin in cycle 0.
    let bytes = |tbs: u32| 2 * 4 * u64::from(tbs * TB_THREADS);
    for (rate, cycles) in [
        ("1", bytes(10)),
        ("8", bytes(10) / 8),
        ("3", (2 * bytes(10)).div_ceil(3) - bytes(10).div_ceil(3)),
    ] {
        assert_eq!(first_of(rate, 20) - first_of(rate, 10), cycles, "{rate} bytes a cycle");
    }
    // A copy that is over before the launch costs nothing.
    assert_eq!(first_of("1048576", 1), first("k20c", &[]));
}
