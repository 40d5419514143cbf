//! Error values, as the program sees them.

use super::bench::{config, Case, Value};
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
        then: None,
    }
}

#[test]
fn launches_that_no_device_carries_out_return_invalid_configuration() {
    let invalid = CudaError::InvalidConfiguration.code();
    assert_eq!(invalid, 9);
    // Peeking keeps the error, getting clears it. The last launch is valid.
    let mut expected = vec![1, invalid, invalid, 0];
    expected.extend([invalid; 6]);
    expected.extend([0, 0]);
    case("configurations", 1, 12, &[]).check_everywhere(&[], 0, &expected);
}

#[test]
fn a_block_with_more_registers_than_an_smx_has_is_out_of_resources() {
    assert_eq!(CudaError::LaunchOutOfResources.code(), 701);
    let case = case("large", 1, 2, &[]);
    case.check_everywhere(&[], 0, &[256, 0]);
    case.check_everywhere(&[("smx.registers", "1024")], 0, &[0, 701]);
}

#[test]
fn a_parameter_buffer_larger_than_memory_is_null_and_an_error() {
    assert_eq!(CudaError::MemoryAllocation.code(), 2);
    case("buffers", 1, 4, &[]).check_everywhere(&[], 0, &[1, 2, 0, 0]);
}

#[test]
fn what_is_wrong_in_the_text_is_a_fault_with_its_line() {
    for (kernel, says) in
        [("no_kernel", "not the address of a kernel"), ("no_buffer", "did not return")]
    {
        let config = config("tiny", &[("kernel.launch", "cdp")]);
        let error = case(kernel, 1, 1, &[]).machine(&config).expect_err(kernel);
        let message = error.to_string();
        assert!(message.contains(says) && message.contains(".ptx:"), "{message}");
    }
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
    let (value, handle) = (CudaError::InvalidValue.code(), CudaError::InvalidResourceHandle.code());
    assert_eq!((value, handle), (1, 400));
    let expected = [0, value, value, 0, 0, handle, handle, 0];
    case("streams", 1, 8, &[]).check_everywhere(&[], 0, &expected);
}

#[test]
fn launches_beyond_the_pending_limit_are_refused_and_reported() {
    assert_eq!(CudaError::LaunchPendingCountExceeded.code(), 69);
    let case = case("many", 32, 3, &[]);
    let limit = ("kernel.pending_limit", "5");
    assert_eq!(case.functional(&config("tiny", &[limit]))[0], [5, 27, 69]);
    for latency in ["modelled", "ideal"] {
        let settings = [("kernel.launch", "cdp"), ("kernel.latency", latency), limit];
        let (found, result) = case.machine(&config("tiny", &settings)).expect("the run completes");
        assert_eq!(found[0], [5, 27, 69], "{latency}");
        assert_eq!((result.runtime_errors, result.waiting_peak), (27, 5), "{latency}");
    }
    // Groups wait in the AGT, which the limit does not cover.
    let (found, _) =
        case.machine(&config("tiny", &[("kernel.launch", "dtbl")])).expect("the run completes");
    assert_eq!(found[0], [32, 0, 0]);
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
