//! Error values, as the program sees them.

use crate::bench::{config, Case, Value};
use heddle_sim::runtime::CudaError;
use Value::{Buffer, Number};

const ERRORS: &str = include_str!("../ptx/cdp/errors.ptx");

fn case(kernel: &'static str, block: u32, words: usize, numbers: &[u32]) -> Case {
    let numbers = numbers.iter().map(|&number| Number(number));
    Case {
        ptx: ERRORS,
        kernel,
        grid: 1,
        block,
        buffers: vec![vec![0; words]],
        arguments: [Buffer(0)].into_iter().chain(numbers).collect(),
    }
}

#[test]
fn launches_that_no_device_carries_out_return_invalid_configuration() {
    let invalid = CudaError::InvalidConfiguration.code();
    assert_eq!(invalid, 9);
    // Peeking leaves the error, getting takes it; the last launch is a good one.
    let mut expected = vec![1, invalid, invalid, 0];
    expected.extend([invalid; 6]);
    expected.extend([0, 0]);
    case("configurations", 1, 12, &[]).check_everywhere(&[], 0, &expected);
}

#[test]
fn a_block_with_more_registers_than_an_smx_has_is_out_of_resources() {
    let small = [("smx.registers", "1024")];
    let mut expected = vec![0; 12];
    expected[1..3].fill(9);
    expected[4..10].fill(9);
    let case = case("configurations", 1, 12, &[]);
    let found = case.functional(&config("tiny", &small))[0].clone();
    assert_eq!(CudaError::LaunchOutOfResources.code(), 701);
    // Legal in every other way, but 32 threads with their registers are too much.
    assert!(found[11] == 0 || found[11] == 701, "{found:?}");
}

#[test]
fn the_last_error_is_the_threads_own() {
    let expected: Vec<u32> = (0..32).map(|thread| if thread % 2 == 0 { 9 } else { 0 }).collect();
    let mut expected = expected;
    expected.push(16);
    case("by_thread", 32, 33, &[]).check_everywhere(&[], 0, &expected);
}

#[test]
fn streams_need_their_flag_and_end_once() {
    let (value, handle) =
        (CudaError::InvalidValue.code(), CudaError::InvalidResourceHandle.code());
    assert_eq!((value, handle), (1, 400));
    let expected = [0, value, value, 0, 0, handle, handle, 0];
    case("streams", 1, 8, &[]).check_everywhere(&[], 0, &expected);
}

#[test]
fn launches_beyond_the_pending_limit_are_refused_and_told() {
    let case = case("many", 1, 3, &[20]);
    // The functional runner starts no child before its parent has ended.
    let settings = [("kernel.launch", "cdp"), ("kernel.pending_limit", "5")];
    assert_eq!(case.functional(&config("tiny", &settings))[0], [5, 15, 69]);
    for latency in ["modelled", "ideal"] {
        let settings = [&settings[..], &[("kernel.latency", latency)]].concat();
        let (found, result) = case.machine(&config("tiny", &settings)).expect("the run ends");
        let [launched, refused, last] = found[0][..] else { panic!("three words") };
        assert_eq!(launched + refused, 20, "{latency}");
        assert_eq!(u64::from(refused), result.runtime_errors);
        assert!(refused == 0 || last == CudaError::LaunchPendingCountExceeded.code());
        assert!(result.waiting_peak <= 5, "{latency}: {}", result.waiting_peak);
    }
}

#[test]
fn launches_nested_too_deep_return_max_depth_exceeded() {
    let deep = CudaError::LaunchMaxDepthExceeded.code();
    assert_eq!(deep, 65);
    for limit in ["24", "3"] {
        let levels = limit.parse::<usize>().expect("a number");
        let mut expected = vec![0; 30];
        expected[..levels].fill(1000);
        expected[levels] = 1000 + deep;
        let case = case("deeper", 1, 30, &[0]);
        case.check_everywhere(&[("kernel.nesting_limit", limit)], 0, &expected);
    }
}

#[test]
fn waiting_nested_too_deep_returns_sync_depth_exceeded() {
    let deep = CudaError::SyncDepthExceeded.code();
    assert_eq!(deep, 68);
    for (settings, levels) in [(&[][..], 2), (&[("kernel.sync_depth", "4")][..], 4)] {
        let mut expected = vec![1000 + deep; 6];
        expected[..levels].fill(1000);
        case("wait_deeper", 1, 6, &[0, 5]).check_everywhere(settings, 0, &expected);
    }
}
