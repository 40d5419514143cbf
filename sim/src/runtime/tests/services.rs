//! What programs are told of the device, and what the device runtime keeps for them.

use super::super::params::ParameterHeap;
use super::*;
use crate::config::GpuConfig;
use proptest::prelude::*;

/// `cudaDeviceAttr` by number, as CUDA 11 has them, and what a K20c and a GTX 1080 Ti answer.
const ATTRIBUTES: &[(u64, &str, [u32; 2])] = &[
    (1, "MaxThreadsPerBlock", [1024; 2]),
    (2, "MaxBlockDimX", [1024; 2]),
    (3, "MaxBlockDimY", [1024; 2]),
    (4, "MaxBlockDimZ", [64; 2]),
    (5, "MaxGridDimX", [2_147_483_647; 2]),
    (6, "MaxGridDimY", [65_535; 2]),
    (7, "MaxGridDimZ", [65_535; 2]),
    (8, "MaxSharedMemoryPerBlock", [48 * 1024, 96 * 1024]),
    (9, "TotalConstantMemory", [64 * 1024; 2]),
    (10, "WarpSize", [32; 2]),
    (11, "MaxPitch", [2_147_483_647; 2]),
    (12, "MaxRegistersPerBlock", [65_536; 2]),
    (13, "ClockRate", [706_000, 1_417_000]),
    (16, "MultiProcessorCount", [13, 28]),
    (31, "ConcurrentKernels", [1; 2]),
    (36, "MemoryClockRate", [2_600_000, 5_000_000]),
    (38, "L2CacheSize", [1536 * 1024, 3072 * 1024]),
    (39, "MaxThreadsPerMultiProcessor", [2048; 2]),
    (41, "UnifiedAddressing", [1; 2]),
    (75, "ComputeCapabilityMajor", [3, 6]),
    (76, "ComputeCapabilityMinor", [5, 1]),
    (81, "MaxSharedMemoryPerMultiprocessor", [48 * 1024, 96 * 1024]),
    (82, "MaxRegistersPerMultiprocessor", [65_536; 2]),
    (95, "CooperativeLaunch", [1; 2]),
    (106, "MaxBlocksPerMultiprocessor", [16, 32]),
];

#[test]
fn a_program_is_told_the_attributes_of_the_machine_that_it_runs_on_and_no_others() {
    for (machine, preset) in ["k20c", "gtx1080ti"].into_iter().enumerate() {
        let limits = LaunchLimits::of(&GpuConfig::preset(preset).unwrap());
        for number in 0..200 {
            let known = ATTRIBUTES.iter().find(|known| known.0 == number);
            let expected = known.map(|(_, _, answers)| answers[machine]);
            assert_eq!(limits.attribute(number), expected, "{preset}: {number} {known:?}");
        }
    }
}

proptest! {
    /// TBs are put onto an SMX one after the other until the next does not fit. Registers and shared memory are given
    /// in steps of 256.
    #[test]
    fn as_many_tbs_are_resident_as_fit_onto_the_smxs_beside_each_other(
        warps in 1..=32u32, registers in 0..20_000u32, shared_bytes in 0..20_000u32,
        tbs in 1..=32u32, smxs in 1..=4u32,
    ) {
        let mut limits = LaunchLimits { threads: 1024, ..LaunchLimits::default() };
        (limits.device.tbs, limits.device.smxs) = (tbs, smxs);
        let demand = TbDemand { threads: 32 * warps, registers, shared_bytes };
        let steps = |amount: u32| amount + (256 - amount % 256) % 256;
        let mut left = [1024, 65_536, 49_152, tbs];
        let mut resident = 0;
        loop {
            let takes = [demand.threads, steps(registers), steps(shared_bytes), 1];
            if left.iter().zip(takes).any(|(&left, takes)| left < takes) {
                break;
            }
            left.iter_mut().zip(takes).for_each(|(left, takes)| *left -= takes);
            resident += 1;
        }
        prop_assert_eq!(limits.resident(&demand), resident * u64::from(smxs));
    }

    /// Steps: a buffer of so many bytes is allocated, by the runtime or for a kernel, or one in use is freed.
    #[test]
    fn buffers_in_use_are_apart_aligned_zero_and_counted(
        steps in prop::collection::vec((0..3u8, 0..200u64, any::<prop::sample::Index>()), 1..60)
    ) {
        let (mut memory, mut heap) = (GlobalMemory::new(1 << 20), ParameterHeap::new());
        let (mut used, mut peak): (Vec<(u64, u64)>, _) = (Vec::new(), 0);
        for (kind, bytes, which) in steps {
            if kind == 2 && !used.is_empty() {
                let (address, _) = used.swap_remove(which.index(used.len()));
                heap.return_buffer(&mut memory, address);
                prop_assert!(!heap.holds(address));
                prop_assert!(!heap.free(&mut memory, address), "it is free already");
                continue;
            }
            let (address, align) = match kind {
                0 => (heap.allocate(&mut memory, bytes).unwrap(), 32),
                _ => (heap.parameter_buffer(&mut memory, bytes).unwrap(), 64),
            };
            prop_assert!(heap.holds(address));
            prop_assert_eq!(address % align, 0);
            let contents = memory.slice_mut(address, bytes).unwrap();
            prop_assert!(contents.iter().all(|&byte| byte == 0));
            contents.fill(0xFF);
            let size = bytes.max(1).div_ceil(32) * 32;
            let apart = |&(other, length): &(u64, u64)| address + size <= other || other + length <= address;
            prop_assert!(used.iter().all(apart));
            used.push((address, size));
            let sum = used.iter().map(|(_, size)| size).sum();
            peak = u64::max(peak, sum);
            prop_assert_eq!((heap.bytes_in_use(), heap.peak_bytes()), (sum, peak));
        }
    }
}

#[test]
fn the_last_buffer_is_used_again_for_more_bytes_though_it_had_none() {
    let (mut memory, mut heap) = (GlobalMemory::new(1 << 20), ParameterHeap::new());
    let empty = heap.allocate(&mut memory, 0).unwrap();
    assert!(heap.free(&mut memory, empty));
    assert_eq!(heap.allocate(&mut memory, 23).unwrap(), empty);
    assert_eq!(memory.slice(empty, 23).unwrap(), [0; 23]);
}

#[test]
fn as_many_launches_wait_as_the_limit_allows_and_another_when_one_has_started() {
    let limits = LaunchLimits { pending: 3, ..LaunchLimits::default() };
    let mut heap = ParameterHeap::with_limits(limits);
    assert_eq!([0; 4].map(|_| heap.launch_pends()), [true, true, true, false]);
    heap.launch_starts();
    assert_eq!([0; 2].map(|_| heap.launch_pends()), [true, false]);
}

#[test]
fn a_stream_has_a_handle_of_its_own_until_it_is_destroyed() {
    let mut heap = ParameterHeap::new();
    let [first, second] = [0; 2].map(|_| heap.create_stream());
    assert!(first != 0 && second != 0 && first != second);
    assert_eq!([first, second, 0].map(|stream| heap.has_stream(stream)), [true, true, false]);
    assert!(heap.destroy_stream(first) && !heap.destroy_stream(first));
    assert_eq!([first, second].map(|stream| heap.has_stream(stream)), [false, true]);
    assert!(![first, second].contains(&heap.create_stream()));
}

#[test]
fn a_text_is_in_memory_once_and_ends_with_a_zero() {
    let (mut memory, mut heap) = (GlobalMemory::new(1 << 20), ParameterHeap::new());
    let [first, second, again] = ["no error", "invalid argument", "no error"]
        .map(|text| heap.text(&mut memory, text).unwrap());
    assert!(first == again && first != second);
    assert_eq!(memory.slice(first, 9).unwrap(), b"no error\0");
    assert_eq!(memory.slice(second, 17).unwrap(), b"invalid argument\0");
    assert!(memory.slice_mut(first, 1).is_err(), "programs may only read it");
}

#[test]
fn calls_that_fail_are_counted_and_the_first_is_remembered() {
    let mut heap = ParameterHeap::new();
    assert_eq!((heap.errors(), heap.first_error()), (0, None));
    heap.call_failed(CudaError::InvalidValue);
    heap.call_failed(CudaError::InvalidDevice);
    assert_eq!((heap.errors(), heap.first_error()), (2, Some(CudaError::InvalidValue)));
}
