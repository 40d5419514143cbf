//! Parents that wait for their children.

use super::bench::{config, Case, Value, MODES};
use crate::common::account::check_account;
use heddle_sim::gpu::{RunOptions, RunResult};
use heddle_sim::ptx::Program;
use heddle_sim::smx::Reason;
use std::num::NonZeroUsize;
use Value::{Buffer, Number};

/// The same source compiled for three architectures.
const WAITING: [&str; 3] = [
    include_str!("../ptx/cdp/waiting.compute_35.ptx"),
    include_str!("../ptx/cdp/waiting.compute_70.ptx"),
    include_str!("../ptx/cdp/waiting.compute_80.ptx"),
];

/// Returns a case whose blocks each wait for a child, and what they must compute.
pub fn waiting_sums(blocks: u32) -> (Case, Vec<u32>) {
    sums(WAITING[0], blocks)
}

fn sums(ptx: &'static str, blocks: u32) -> (Case, Vec<u32>) {
    let cells = (64 * blocks) as usize;
    let case = Case {
        ptx,
        kernel: "sums",
        grid: blocks,
        block: 64,
        buffers: vec![vec![0; cells], vec![0; cells]],
        arguments: vec![Buffer(0), Buffer(1)],
        then: None,
    };
    let of = |block: u32, thread: u32| {
        let before = (block * 7 + 63 - thread) * 3;
        block + thread + before + block * 7 + thread
    };
    let expected = (0..blocks).flat_map(|block| (0..64).map(move |thread| of(block, thread)));
    (case, expected.collect())
}

#[test]
fn a_waiting_block_goes_on_with_its_childs_stores_its_shared_memory_and_its_registers() {
    for ptx in WAITING {
        let (case, expected) = sums(ptx, 3);
        case.check_everywhere(&[], 1, &expected);
    }
}

#[test]
fn a_parent_loses_slots_to_its_children_until_its_state_is_in_memory() {
    let config = config("tiny", &[("kernel.launch", "cdp")]);
    let (case, _) = waiting_sums(3);
    let options = RunOptions { account: true, ..RunOptions::default() };
    let (_, result) = case.machine_with(&config, options).expect("no deadlock");
    check_account(&result, &config);
    let account = result.account.expect("an account");
    // While the state of a parent is moved, its warps still have their slots. Other warps of the SMX may be nearer.
    let least = result.suspended_tbs * config.launch_latency.swap_base / 2;
    assert!(account.of(Reason::Children) > least, "{account:?}");
    assert!(account.of(Reason::Call) > 0 && account.of(Reason::Launch) > 0, "{account:?}");
}

#[test]
fn a_parent_pays_for_its_state_on_its_way_out_and_on_its_way_back() {
    let (case, _) = waiting_sums(1);
    let cycles = |base: u64, width: u64| {
        let [base, width] = [base, width].map(|number| number.to_string());
        let swap = ["launch_latency.swap_base", "launch_latency.swap_bytes_per_cycle"];
        let settings = [("kernel.launch", "cdp"), (swap[0], &base), (swap[1], &width)];
        let (_, result) = case.machine(&config("tiny", &settings)).expect("no deadlock");
        assert_eq!(result.suspended_tbs, 1);
        result.cycles
    };
    // The child has long ended when the state is in memory.
    let plain = cycles(50_000, 1 << 20);
    assert_eq!(cycles(90_000, 1 << 20) - plain, 2 * 40_000);
    let mut program = Program::parse("waiting.ptx", WAITING[0]).expect("the text is understood");
    program.count_registers(config("tiny", &[]).smx.isa, None);
    let function = program.function_by_name("sums").expect("the kernel").1;
    let registers = u64::from(program.registers_per_thread(function));
    let state = 4 * 64 * registers + u64::from(function.shared_bytes);
    // Registers are given to warps in steps.
    let moved = (cycles(50_000, 1) - plain) / 2 + 1;
    assert!((state..state + 4 * 64 * 8).contains(&moved), "{moved} bytes of {state}");
}

#[test]
fn parents_that_fill_the_whole_machine_are_preempted_for_their_children() {
    // The machine has two SMXs of at most 16 TBs and 4 Kernel Distributor entries; waiting parents would leave
    // nothing free.
    for (launch, latency) in MODES {
        let settings = [("kernel.launch", launch), ("kernel.latency", latency), ("smx.tbs", "4")];
        let config = config("tiny", &settings);
        let (case, expected) = waiting_sums(60);
        let (found, result) = case.machine(&config).expect("no deadlock");
        assert_eq!(found[1], expected, "{launch} {latency}");
        assert_eq!(result.launches, 60);
        assert!(result.suspended_tbs >= 60 - 8, "{} TBs left", result.suspended_tbs);
        assert_eq!(result.tbs, 60 + 120, "a TB that comes back is not a new one");
    }
}

#[test]
fn kernels_that_fill_the_distributor_free_entries_for_their_children() {
    // Each kernel has one TB, so that every kernel that waits would keep an entry.
    let settings = [("kernel.launch", "cdp"), ("kernel.sync_depth", "10")];
    let config = config("tiny", &settings);
    let (case, expected) = fibonacci(8);
    let (found, result) = case.machine(&config).expect("no deadlock");
    assert_eq!(found[0][0], expected);
    assert_eq!(result.deepest_launch, 7);
    assert!(result.suspended_tbs > 16);
}

#[test]
fn all_threads_wait_in_every_round() {
    let (threads, count) = (96_u32, 3);
    let mut cells = vec![0_u32; threads as usize];
    let expected: Vec<u32> = (0..threads)
        .map(|thread| {
            let cell = &mut cells[thread as usize];
            (0..count).fold(thread % 3 + 1, |by, _| {
                *cell += by * 2 * by;
                *cell % 5 + 1
            })
        })
        .collect();
    let case = Case {
        ptx: WAITING[0],
        kernel: "rounds",
        grid: 2,
        block: 48,
        buffers: vec![vec![0; 96], vec![0; 96]],
        arguments: vec![Buffer(0), Buffer(1), Number(count)],
        then: None,
    };
    case.check_everywhere(&[], 1, &expected);
    case.check_everywhere(&[], 0, &cells);
}

/// Returns a case whose block waits for a child that launches and does not wait, and what it must compute.
pub fn grandparents() -> (Case, Vec<u32>) {
    let case = Case {
        ptx: WAITING[0],
        kernel: "grandparent",
        grid: 1,
        block: 32,
        buffers: vec![vec![0; 128], vec![0; 32]],
        arguments: vec![Buffer(0), Buffer(1)],
        then: None,
    };
    let sums = (0..32).map(|t| (0..4).map(|k| 9 + t + 32 * k).sum::<u32>());
    (case, sums.collect())
}

#[test]
fn a_grandchild_that_its_parent_did_not_wait_for_is_waited_for_too() {
    let (case, expected) = grandparents();
    case.check_everywhere(&[], 1, &expected);
}

fn fibonacci(n: u32) -> (Case, u32) {
    let case = Case {
        ptx: WAITING[0],
        kernel: "fibonacci",
        grid: 1,
        block: 1,
        buffers: vec![vec![0; 2 << n]],
        arguments: vec![Number(n), Buffer(0)],
        then: None,
    };
    let value = (0..n).fold((0, 1), |(a, b), _| (b, a + b)).0;
    (case, value)
}

#[test]
fn fibonacci_by_kernels_that_wait_at_every_level_is_right() {
    let (case, expected) = fibonacci(6);
    let settings = [("kernel.sync_depth", "24")];
    assert_eq!(case.functional(&config("tiny", &settings))[0][0], expected);
    for (launch, latency) in MODES {
        let mode = [("kernel.launch", launch), ("kernel.latency", latency)];
        let config = config("tiny", &[mode.as_slice(), &settings].concat());
        let (found, _) = case.machine(&config).expect("the run completes");
        assert_eq!(found[0][0], expected, "{launch} {latency}");
    }
}

#[test]
fn a_warp_that_spins_for_a_waiting_one_does_not_keep_the_children_out() {
    let case = Case {
        ptx: WAITING[0],
        kernel: "spin",
        grid: 12,
        block: 64,
        buffers: vec![vec![0; 64 * 12], vec![0; 12]],
        arguments: vec![Buffer(0), Buffer(1)],
        then: None,
    };
    // Four of these TBs fit, and every one of them spins.
    case.check_on_machines(&[("smx.tbs", "2")], 1, &[68; 12]);
}

#[test]
fn warps_that_exit_meet_at_barriers_and_wait_keep_their_state_through_a_preemption() {
    let blocks = 9;
    let case = Case {
        ptx: WAITING[0],
        kernel: "mixture",
        grid: blocks,
        block: 128,
        buffers: vec![vec![0; 256 * blocks as usize], vec![0; 96 * blocks as usize]],
        arguments: vec![Buffer(0), Buffer(1)],
        then: None,
    };
    let of = |block: u32, thread: u32| {
        let (warp, lane) = (thread / 32, thread % 32);
        let child = if warp == 2 { 50 + lane } else { warp + lane % 16 };
        block + child + warp * 1000
    };
    let expected: Vec<u32> =
        (0..blocks).flat_map(|block| (0..96).map(move |thread| of(block, thread))).collect();
    case.check_everywhere(&[], 1, &expected);
    case.check_on_machines(&[("launch_latency.swap_patience", "0")], 1, &expected);
    case.check_on_machines(&[("smx.tbs", "1")], 1, &expected);
}

#[test]
fn skipping_time_changes_nothing_for_parents_that_wait() {
    let (case, expected) = sums(WAITING[0], 10);
    case.check_on_machines(&[("smx.tbs", "2")], 1, &expected);
}

#[test]
fn several_threads_change_nothing_for_parents_that_wait() {
    for (launch, latency) in MODES {
        let settings = [("kernel.launch", launch), ("kernel.latency", latency)];
        for small in
            [[("smx.count", "6"), ("smx.tbs", "2")], [("smx.count", "4"), ("smx.tbs", "1")]]
        {
            let config = config("tiny", &[settings, small].concat());
            let (case, _) = sums(WAITING[0], 20);
            let [alone, together] = [1, 3].map(|threads| {
                let options =
                    RunOptions { threads: NonZeroUsize::new(threads), ..RunOptions::default() };
                let (found, result) =
                    case.machine_with(&config, options).expect("the run completes");
                (found, format!("{:?}", RunResult { wall_seconds: 0.0, ..result }))
            });
            assert_eq!(alone, together, "{launch} {latency} {small:?}");
        }
    }
}

#[test]
fn more_parents_than_a_k20c_holds_wait_and_are_resumed() {
    // 13 SMXs hold 208 of these TBs.
    let (case, expected) = sums(WAITING[0], 300);
    let (found, result) =
        case.machine(&config("k20c", &[("kernel.launch", "cdp")])).expect("no deadlock");
    assert_eq!(found[1], expected);
    assert_eq!(result.suspended_tbs, 300);
    let state = 208 * 64 * 4 * 8;
    assert!(result.launch_memory_peak_bytes > state, "the state of TBs that wait takes memory");
}
