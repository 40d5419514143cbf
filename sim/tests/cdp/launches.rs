//! Launches for which no parent waits.

use super::bench::{config, Case, Value, MODES};
use Value::{Buffer, Number};

const LAUNCHES: &str = include_str!("../ptx/cdp/launches.ptx");
const QUICKSORT: &str = include_str!("../ptx/cdp/quicksort.ptx");

/// Returns a case each of whose threads launches a child for its row, and what it must compute.
pub fn rows(width: u32, count: u32) -> (Case, Vec<u32>) {
    let input: Vec<u32> = (0..width * count).map(|i| i * 7919 % 1001).collect();
    let expected = (0..width * count).map(|k| {
        let (row, i) = (k / width, k % width);
        let scaled = (f64::from(input[k as usize]) * 1.5) as u32;
        scaled.wrapping_add((row as i32 - 3) as u32).wrapping_add([1, 2, 3][neighbour(i, 3)])
    });
    let expected = expected.collect();
    let case = Case {
        ptx: LAUNCHES,
        kernel: "rows",
        grid: count.div_ceil(32),
        block: 32,
        buffers: vec![input, vec![0; (width * count) as usize]],
        arguments: vec![Buffer(0), Buffer(1), Number(width), Number(count)],
        then: None,
    };
    (case, expected)
}

/// Returns the flag used for element `i`: that of the thread whose neighbour it is.
fn neighbour(i: u32, flags: u32) -> usize {
    ((i ^ 1) % flags) as usize
}

#[test]
fn every_thread_launches_a_child_with_a_structure_by_value_and_shared_memory() {
    let (case, expected) = rows(50, 40);
    case.check_everywhere(&[], 1, &expected);
}

#[test]
fn the_same_text_launches_kernels_by_cdp_and_groups_by_dtbl() {
    let (case, expected) = rows(64, 96);
    for (launch, device_kernels) in [("cdp", true), ("dtbl", false)] {
        // The KMU reads no descriptor from memory, so that later groups find the kernel of the first.
        let latency = ("kernel.latency", "ideal-free-memory");
        let config = config("k20c", &[("kernel.launch", launch), latency]);
        let (found, result) = case.machine(&config).expect("the run completes");
        assert_eq!(found[1], expected, "{launch}");
        assert_eq!(result.launches, 96);
        let hit_rate = result.kde_hit_rate;
        assert_eq!(result.device_kernels == 96, device_kernels, "{launch}");
        assert_eq!(hit_rate.is_none(), device_kernels, "{launch}: groups look for kernels");
        // The groups of a warp are one command. The first groups find no running kernel yet.
        assert!(device_kernels || hit_rate.is_some_and(|rate| rate > 0.0), "{hit_rate:?}");
    }
}

#[test]
fn a_machine_without_device_launches_refuses_a_kernel_that_makes_them() {
    let (case, _) = rows(64, 96);
    let refused = case.machine(&config("k20c", &[])).map(drop).expect_err("it is refused");
    let message = refused.to_string();
    assert!(message.contains("launches from the device, which kernel.launch=flat"), "{message}");
    assert!(message.ends_with("choose kernel.launch=cdp or dtbl"), "{message}");
}

#[test]
fn grids_and_blocks_of_three_dimensions_arrive_whole_through_both_abis() {
    let expected: Vec<u32> = (0..24).flat_map(|b| (0..30).map(move |t| b * 1000 + t)).collect();
    for kernel in ["cube", "by_hand"] {
        let case = Case {
            ptx: LAUNCHES,
            kernel,
            grid: 1,
            block: 32,
            buffers: vec![vec![0; 24 * 30]],
            arguments: vec![Buffer(0)],
            then: None,
        };
        case.check_everywhere(&[], 0, &expected);
    }
}

#[test]
fn launches_into_one_stream_run_in_order() {
    let count = 100;
    let mut cells: Vec<u32> = (0..count).map(|i| i * i + 3).collect();
    let case = Case {
        ptx: LAUNCHES,
        kernel: "chain",
        grid: 1,
        block: 32,
        buffers: vec![cells.clone(), vec![0; count as usize]],
        arguments: vec![Buffer(0), Buffer(1), Number(count)],
        then: None,
    };
    for factor in 1..=3 {
        // A single thread executes the step, for the first cell.
        cells[0] = cells[0] * factor + cells[0] / 2;
    }
    case.check_everywhere(&[], 0, &cells);
}

#[test]
fn quicksort_by_recursive_launches_sorts() {
    let mut values: Vec<u32> = (0..400_u32).map(|i| i.wrapping_mul(2_654_435_761) >> 20).collect();
    let case = Case {
        ptx: QUICKSORT,
        kernel: "quicksort",
        grid: 1,
        block: 1,
        buffers: vec![values.clone()],
        arguments: vec![Buffer(0), Number(0), Number(399), Number(0)],
        then: None,
    };
    values.sort_unstable();
    case.check_everywhere(&[], 0, &values);
}

#[test]
fn the_hosts_next_kernel_in_a_stream_waits_for_the_children_of_the_one_before() {
    let (mut case, expected) = rows(32, 32);
    case.buffers.push(vec![0; 1024]);
    (case.grid, case.block) = (1, 1024);
    case.then = Some(("copy", vec![Buffer(1), Buffer(2), Number(1024)]));
    for (launch, latency) in MODES {
        let config = config("k20c", &[("kernel.launch", launch), ("kernel.latency", latency)]);
        let (found, _) = case.machine(&config).expect("the run completes");
        assert_eq!(found[2], expected, "{launch} {latency}");
    }
}
