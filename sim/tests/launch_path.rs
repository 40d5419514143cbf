//! Microbenchmarks of the launch path: when the TBs of a host's launch start, by the SMX scheduler's own pins.

use heddle_hw::kit::{Pins, Unit};
use heddle_hw::smx_scheduler::SmxScheduler;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, Observer, RunOptions};
use heddle_sim::workloads::VectorAdd;

/// Number of threads per TB of the workload.
const TB_THREADS: u32 = 256;
/// Index of the SMX scheduler among the units.
const SCHEDULER: usize = 3;

/// The cycles in which TBs start.
#[derive(Default)]
struct Starts(Vec<u64>);

impl Observer for Starts {
    fn pins(&mut self, cycle: u64, unit: usize, _: &[u32], outputs: &[u32]) {
        let pins = <SmxScheduler as Unit>::Out::PINS;
        let valid = pins.iter().position(|pin| pin.name == "tb_valid").expect("the pin");
        if unit == SCHEDULER && outputs[valid] == 1 {
            self.0.push(cycle);
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
    let result = gpu::run(&config, &mut workload, &ModelUnits, options).expect("the run completes");
    assert_eq!(result.difference, None);
    starts.0
}

/// Returns the cycle in which the first TB starts.
fn first(preset: &str, settings: &[(&str, &str)]) -> u64 {
    starts(preset, settings, 1)[0]
}

#[test]
fn the_smx_scheduler_starts_a_tb_a_cycle_while_there_is_unit() {
    for preset in GpuConfig::preset_names() {
        let smx = GpuConfig::preset(preset).expect("a preset").smx;
        // One TB per SMX always fits.
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
        let at = |dispatch, memory| {
            let keys = ["launch_latency.kmu_dispatch", "kmu.memory_latency"];
            let modelled = ("kernel.latency", "modelled");
            first(preset, &[modelled, (keys[0], dispatch), (keys[1], memory)])
        };
        assert_eq!(at("2000", "0") - at("1000", "0"), 1000, "{preset}");
        assert_eq!(at("0", "2000") - at("0", "1000"), 1000, "{preset}");
        assert_eq!(at("2000", "1000"), at("2000", "0"), "{preset}");
    }
}

#[test]
fn a_launch_waits_for_what_the_host_has_copied_before() {
    let first_of =
        |rate, tbs| starts("k20c", &[("kernel.host_copy_bytes_per_cycle", rate)], tbs)[0];
    // Each launch copies two vectors of words; the copies begin in cycle 0.
    let bytes = |tbs: u32| 2 * 4 * u64::from(tbs * TB_THREADS);
    for (rate, cycles) in [
        ("1", bytes(10)),
        ("8", bytes(10) / 8),
        ("3", (2 * bytes(10)).div_ceil(3) - bytes(10).div_ceil(3)),
    ] {
        assert_eq!(first_of(rate, 20) - first_of(rate, 10), cycles, "{rate} bytes per cycle");
    }
    // A copy that completes before the launch costs nothing.
    assert_eq!(first_of("1048576", 1), first("k20c", &[]));
}
