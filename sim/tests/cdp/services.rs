//! Copies and sets in streams, allocations, and texts of errors, by the device runtime.

use super::bench::{config, Case, Value, MODES};
use heddle_sim::runtime::CudaError;
use Value::{Buffer, Number};

const SERVICES: &str = include_str!("../ptx/cdp/services.ptx");
/// Words of each half of the copied buffer; no multiple of a TB or of 16 bytes.
const WORDS: usize = 1001;

fn case(kernel: &'static str, block: u32, buffers: Vec<Vec<u32>>, arguments: Vec<Value>) -> Case {
    Case { ptx: SERVICES, kernel, grid: 1, block, buffers, arguments, then: None }
}

#[test]
fn copies_and_sets_take_their_turn_in_the_stream_of_the_tb() {
    let words = Number(WORDS as u32);
    let case = case("in_order", 32, vec![vec![9; 2 * WORDS]], vec![Buffer(0), words]);
    let once = 0x0101_0101 * 3 + 1;
    let mut expected = vec![once * 3 + 1; WORDS];
    expected[0] = (expected[0] & 0xff00_00ff) | 0x07_0700;
    expected.extend([once; WORDS]);
    case.check_everywhere(&[], 0, &expected);
}

#[test]
fn copies_take_their_turn_in_a_created_stream_and_are_waited_for() {
    let words = Number(WORDS as u32);
    let buffers = vec![vec![5; 2 * WORDS], vec![0; 2]];
    let case = case("in_a_stream", 32, buffers, vec![Buffer(0), words, Buffer(1)]);
    let expected: Vec<u32> = [[49; WORDS], [16; WORDS]].concat();
    case.check_everywhere(&[], 0, &expected);
    case.check_everywhere(&[], 1, &[49, 16]);
}

#[test]
fn any_number_of_bytes_is_copied_to_any_address() {
    let from: Vec<u32> = (0..32 * 32).map(|i: u32| i.wrapping_mul(0x9e37_79b9)).collect();
    let bytes: Vec<u8> = from.iter().flat_map(|word| word.to_le_bytes()).collect();
    for count in [1, 4, 12, 16, 31, 48] {
        let mut expected = vec![0_u8; bytes.len()];
        for thread in 0..32 {
            let at = thread * 64 + thread;
            expected[at..at + count].copy_from_slice(&bytes[at..at + count]);
        }
        let words = expected.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let buffers = vec![vec![0; 32 * 32], from.clone()];
        let arguments = vec![Buffer(0), Buffer(1), Number(count as u32)];
        case("odd_copies", 32, buffers, arguments).check_everywhere(
            &[],
            0,
            &words.collect::<Vec<_>>(),
        );
    }
}

#[test]
fn copies_that_the_device_runtime_does_not_make_return_an_error_value() {
    let (value, direction, handle) = (
        CudaError::InvalidValue.code(),
        CudaError::InvalidMemcpyDirection.code(),
        CudaError::InvalidResourceHandle.code(),
    );
    assert_eq!(direction, 21);
    let mut expected = vec![direction, value, value, handle, handle, 0, 0];
    expected.resize(16, 0);
    case("refusals", 1, vec![vec![0; 16]], vec![Buffer(0)]).check_everywhere(&[], 0, &expected);
}

#[test]
fn a_set_behind_the_end_of_memory_is_a_fault_that_names_it_and_the_declaration() {
    let case = case("outside", 1, vec![vec![0; 4]], vec![Buffer(0)]);
    let declared = SERVICES.lines().position(|line| line.ends_with(" cudaMemsetAsync"));
    let place = format!(":{}, block", declared.expect("a declaration") + 1);
    let message = case
        .machine(&config("tiny", &[("kernel.launch", "cdp")]))
        .map(drop)
        .expect_err("the memory ends")
        .to_string();
    assert!(message.contains("kernel cudaMemsetAsync$kernel, "), "{message}");
    assert!(message.contains(&place), "{message}");
}

#[test]
fn a_machine_without_device_launches_refuses_a_kernel_that_sets_memory() {
    let case = case("outside", 1, vec![vec![0; 4]], vec![Buffer(0)]);
    let refused = case.machine(&config("tiny", &[])).map(drop).expect_err("it is refused");
    assert!(refused.to_string().contains("launches from the device"), "{refused}");
}

#[test]
fn every_copy_and_set_is_a_launch_of_its_own() {
    let words = Number(WORDS as u32);
    let case = case("in_order", 32, vec![vec![9; 2 * WORDS]], vec![Buffer(0), words]);
    for (launch, latency) in MODES {
        let config = config("tiny", &[("kernel.launch", launch), ("kernel.latency", latency)]);
        let (_, result) = case.machine(&config).expect("the run completes");
        assert_eq!(result.launches, 5, "{launch}, {latency}");
    }
}

#[test]
fn a_set_of_a_mebibyte_is_stored_by_65536_threads() {
    let case = case("outside", 1, vec![vec![1; 1 << 18]], vec![Buffer(0)]);
    for (launch, latency) in MODES {
        let config = config("tiny", &[("kernel.launch", launch), ("kernel.latency", latency)]);
        let (found, result) = case.machine(&config).expect("the run completes");
        assert!(found[0].iter().all(|&word| word == 0), "{launch}, {latency}");
        assert_eq!(result.child_threads, Some(65_536.0), "{launch}, {latency}");
        // A warp of the set has its stores and the instructions around them.
        assert!(result.warp_instructions > 10 * 65_536 / 32, "{launch}, {latency}");
    }
}

#[test]
fn an_error_has_a_name_and_a_text_in_device_memory() {
    let long = "cudaDeviceSynchronize failed because caller's grid depth exceeds \
        cudaLimitDevRuntimeSyncDepth";
    for (code, name, text) in [
        (0, "cudaSuccess", "no error"),
        (9, "cudaErrorInvalidConfiguration", "invalid configuration argument"),
        (68, "cudaErrorSyncDepthExceeded", long),
        (12345, "unrecognized error code", "unrecognized error code"),
    ] {
        let arguments = vec![Buffer(0), Buffer(1), Number(code)];
        let case = case("describe", 1, vec![vec![!0; 40], vec![!0; 40]], arguments);
        for (buffer, expected) in [name, text].into_iter().enumerate() {
            let mut bytes = [0xff; 160];
            bytes[..expected.len()].copy_from_slice(expected.as_bytes());
            bytes[expected.len()] = 0;
            let words = bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
            case.check_everywhere(&[], buffer, &words.collect::<Vec<_>>());
        }
    }
}

#[test]
fn cuda_malloc_takes_from_the_heap_of_malloc_and_says_when_it_is_full() {
    let expected = [0, 5, 0, 2, 1, 2, 0, 1, 0, 1];
    case("allocate", 1, vec![vec![9; 10]], vec![Buffer(0)]).check_everywhere(&[], 0, &expected);
}

#[test]
fn the_names_of_cuda_12_mean_the_same() {
    let mut text = SERVICES.to_string();
    for name in ["MemcpyAsync", "MemsetAsync"] {
        text = text.replace(&format!("cuda{name}"), &format!("__cudaCDP2{name}"));
    }
    let words = Number(WORDS as u32);
    let mut case = case("in_order", 32, vec![vec![9; 2 * WORDS]], vec![Buffer(0), words]);
    let expected = case.functional(&config("tiny", &[]));
    case.ptx = text.leak();
    assert_eq!(case.functional(&config("tiny", &[])), expected);
}
