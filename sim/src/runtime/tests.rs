//! Limits of launches at their edges, the heap of kernels to its last byte, and the numbers of errors.

mod services;

use super::heap::DeviceHeap;
use super::*;
use crate::mem::GlobalMemory;
use crate::ptx::{Isa, Program};
use std::collections::BTreeSet;

/// A kernel with 1 KiB of static shared memory, and directives of its own.
fn program(directives: &str) -> Program {
    let text = format!(
        ".version 7.0\n.target sm_35\n.address_size 64\n.visible .entry k()\n{directives}\n{{\n\
        .reg .b32 %r<3>;\n.shared .align 4 .b8 s[1024];\nmov.u32 %r1, s;\nst.shared.u32 [%r1], %r1;\nret;\n}}\n"
    );
    let mut program = Program::parse("k.ptx", &text).unwrap();
    program.count_registers(Isa::Sm35, Some(20));
    program
}

/// Returns the demand of a launch, or the error value of its refusal.
fn demand(
    limits: &LaunchLimits,
    directives: &str,
    shape: ([u32; 3], [u32; 3], u32),
) -> Result<TbDemand, CudaError> {
    let program = program(directives);
    let (grid, block, shared_bytes) = shape;
    let shape = Shape { grid, block, shared_bytes };
    limits.demand(&program, &program.functions[0], &shape).map_err(|refusal| refusal.error)
}

const ONE: [u32; 3] = [1; 3];

#[test]
fn dimensions_are_refused_just_beyond_their_limits() {
    let limits = LaunchLimits::default();
    let refused = |grid, block| demand(&limits, "", (grid, block, 0)).err();
    let invalid = Some(CudaError::InvalidConfiguration);
    let most = i32::MAX as u32;
    for (most, beyond) in [
        ([most, 1, 1], [most + 1, 1, 1]),
        ([1, 0xFFFF, 1], [1, 0x1_0000, 1]),
        ([1, 1, 0xFFFF], [1, 1, 0x1_0000]),
        (ONE, [0, 1, 1]),
        (ONE, [1, 0, 1]),
        (ONE, [1, 1, 0]),
    ] {
        assert_eq!((refused(most, ONE), refused(beyond, ONE)), (None, invalid), "grid {most:?}");
    }
    for (most, beyond) in [
        ([1024, 1, 1], [1025, 1, 1]),
        ([1, 1024, 1], [1, 1025, 1]),
        ([16, 1, 64], [1, 1, 65]),
        ([32, 32, 1], [32, 33, 1]),
        (ONE, [1 << 16, 1 << 16, 1]),
        (ONE, [0, 1, 1]),
    ] {
        assert_eq!((refused(ONE, most), refused(ONE, beyond)), (None, invalid), "TB {most:?}");
    }
}

#[test]
fn what_a_kernel_is_compiled_for_is_kept_to_the_thread() {
    let limits = LaunchLimits::default();
    let fits = |directives: &str, x| demand(&limits, directives, (ONE, [x, 1, 1], 0)).is_ok();
    assert_eq!([63, 64, 65].map(|x| fits(".maxntid 64, 1, 1", x)), [true, true, false]);
    assert_eq!([63, 64, 65].map(|x| fits(".reqntid 64, 1, 1", x)), [false, true, false]);
}

#[test]
fn a_tb_demands_whole_warps_and_steps_of_registers_and_fits_an_smx_exactly() {
    let limits = LaunchLimits {
        threads: 128,
        register_step: 8,
        registers: 128 * 24,
        shared_bytes: 2048,
        ..LaunchLimits::default()
    };
    let full = TbDemand { threads: 128, registers: 128 * 24, shared_bytes: 2048 };
    assert_eq!(demand(&limits, "", (ONE, [97, 1, 1], 1024)), Ok(full));
    assert_eq!(full.state_bytes(), 4 * 128 * 24 + 2048);
    let small = |limits: LaunchLimits| demand(&limits, "", (ONE, [97, 1, 1], 1024));
    for (limits, error) in [
        (LaunchLimits { threads: 127, ..limits.clone() }, CudaError::InvalidConfiguration),
        (
            LaunchLimits { registers: 128 * 24 - 1, ..limits.clone() },
            CudaError::LaunchOutOfResources,
        ),
        (LaunchLimits { shared_bytes: 2047, ..limits.clone() }, CudaError::InvalidConfiguration),
    ] {
        assert_eq!(small(limits.clone()), Err(error), "{limits:?}");
    }
    assert_eq!((Shape { grid: [3, 5, 7], block: ONE, shared_bytes: 0 }).tbs(), 105);
}

#[test]
fn the_heap_of_kernels_gives_its_last_byte_and_takes_back_what_it_gave_once() {
    let mut memory = GlobalMemory::new(1 << 26);
    let mut heap = DeviceHeap::default();
    let mut allocate = |heap: &mut DeviceHeap, bytes| heap.allocate(&mut memory, bytes).unwrap();
    let whole = 8 << 20;
    assert_eq!(allocate(&mut heap, whole + 1), 0);
    let all = allocate(&mut heap, whole);
    assert!(all != 0 && all % 16 == 0);
    assert_eq!(allocate(&mut heap, 1), 0, "nothing is left");
    assert!(heap.free(&mut memory, all) && !heap.free(&mut memory, all));
    let mut allocate = |heap: &mut DeviceHeap, bytes| heap.allocate(&mut memory, bytes).unwrap();
    // Even nothing takes 16 bytes, so that addresses differ.
    let [first, second] = [0, 17].map(|bytes| allocate(&mut heap, bytes));
    assert!(first != 0 && first != second);
    assert_eq!(allocate(&mut heap, whole - 48 + 1), 0);
    assert_ne!(allocate(&mut heap, whole - 48), 0);
    assert_eq!(allocate(&mut heap, u64::MAX), 0);
    assert!(heap.free(&mut memory, first));
    assert_eq!(heap.allocate(&mut memory, 16).unwrap(), first, "the last freed of its size");
}

#[test]
fn every_error_has_a_number_a_name_and_a_text_of_its_own() {
    let codes: BTreeSet<u32> = CudaError::ALL.iter().map(|error| error.code()).collect();
    let described: BTreeSet<_> = codes.iter().map(|&code| CudaError::describe(code)).collect();
    assert_eq!((codes.len(), described.len()), (CudaError::ALL.len(), CudaError::ALL.len()));
    for error in CudaError::ALL {
        assert_eq!(CudaError::describe(error.code()).0, error.name());
        assert!(error.name().starts_with("cudaError"), "{}", error.name());
    }
    assert_eq!(CudaError::describe(0), ("cudaSuccess", "no error"));
    assert_eq!(CudaError::describe(3).0, "unrecognized error code");
}
