//! Checks that programs give right results on every preset, and that the comparison with GPGPU-Sim compares like
//! with like.

use heddle_sim::calibration::{measure, measure_latencies, peer, references, OPERATIONS};
use heddle_sim::config::{GpuConfig, LaunchMode};
use heddle_sim::gpu::{run, ModelUnits, RunOptions, RunResult};
use heddle_workloads::{build, AppOptions};

fn run_on(config: &GpuConfig, app: &str, input: &str) -> RunResult {
    let mut workload = build(app, Some(input), &AppOptions::default(), config).unwrap();
    run(config, workload.as_mut(), &ModelUnits, RunOptions::default()).unwrap()
}

#[test]
fn every_preset_runs_vector_add_matmul_and_bfs_correctly() {
    for name in GpuConfig::preset_names() {
        let mut config = GpuConfig::preset(name).unwrap();
        for (app, input) in [("vector_add", "5000"), ("matmul", "40"), ("bfs", "graph500:6:8:1")] {
            let result = run_on(&config, app, input);
            assert_eq!(result.verified, Some(true), "{app} on {name}: {:?}", result.difference);
        }
        config.kernel.launch = LaunchMode::Dtbl;
        let result = run_on(&config, "bfs", "graph500:6:8:1");
        assert_eq!(result.verified, Some(true), "bfs on {name}: {:?}", result.difference);
        assert!(result.launches > 0, "{name}");
    }
}

#[test]
fn a_grid_reaches_all_28_smxs_of_the_gtx1080ti() {
    let wide = GpuConfig::preset("gtx1080ti").unwrap();
    let mut narrow = wide.clone();
    narrow.set("smx.count", "14").unwrap();
    // There are 56 TBs: two for each of 28 SMXs, four for each of 14.
    let [wide, narrow] = [&wide, &narrow].map(|config| run_on(config, "vector_add", "14336"));
    assert_eq!((wide.verified, wide.tbs), (Some(true), 56));
    assert!(wide.occupancy < narrow.occupancy, "{} {}", wide.occupancy, narrow.occupancy);
}

#[test]
fn what_the_host_copied_is_read_from_the_l2_if_copies_pass_through_it() {
    let mut config = GpuConfig::preset("tiny").unwrap();
    let cold = run_on(&config, "vector_add", "4096");
    config.set("l2.host_preload", "true").unwrap();
    let warm = run_on(&config, "vector_add", "4096");
    // Two vectors of 4096 floats and the parameters are read, in bursts of 32 bytes. Code is read from DRAM in any
    // case.
    assert_eq!(cold.dram_reads - warm.dram_reads, 1024 + 1);
    assert!(warm.dram_reads < 16, "{}", warm.dram_reads);
    assert!(warm.cycles < cold.cycles, "{} {}", warm.cycles, cold.cycles);
}

#[test]
fn a_copy_larger_than_the_l2_leaves_only_its_end_there() {
    let mut config = GpuConfig::preset("tiny").unwrap();
    for (key, value) in [("l2.host_preload", "true"), ("l2.sets", "1"), ("l2.ways", "4")] {
        config.set(key, value).unwrap();
    }
    // 24 slices of four lines hold 12 KiB of the two vectors of 16 KiB.
    let result = run_on(&config, "vector_add", "4096");
    assert_eq!(result.verified, Some(true));
    assert!(result.dram_reads > 512, "{}", result.dram_reads);
}

/// Warp instructions up to which a case is run here; `heddle compare` runs all.
const SHORT: u64 = 32_000;

#[test]
fn kernels_execute_exactly_as_many_instructions_as_in_gpgpu_sim() {
    for (of, mut workload) in references() {
        let short = of.warp_instructions.map_or(of.size <= Some(128), |warps| warps <= SHORT);
        if !short {
            continue;
        }
        let config = GpuConfig::preset(&of.machine).unwrap();
        let result = measure(&config, workload.as_mut()).unwrap();
        assert_eq!(result.difference, None, "{of:?}");
        assert_eq!(result.thread_instructions, of.thread_instructions, "{of:?}");
        if let Some(warp_instructions) = of.warp_instructions {
            assert_eq!(result.warp_instructions, warp_instructions, "{of:?}");
        }
    }
}

#[test]
fn dependent_arithmetic_and_shared_loads_take_as_long_as_in_gpgpu_sim() {
    for of in peer().latencies {
        let ours = measure_latencies(&GpuConfig::preset(&of.config).unwrap()).unwrap();
        for ((operation, expected), ours) in OPERATIONS.iter().zip(of.cycles()).zip(ours).take(5) {
            assert!(
                (ours - expected).abs() < 0.2,
                "{operation} on {}: {ours}, not {expected}",
                of.config
            );
        }
    }
}
