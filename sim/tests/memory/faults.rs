//! The faults of a program, and how they are reported.

use super::run_module;
use heddle_sim::mem::GlobalMemory;

/// Returns the error of a kernel with a buffer of 16 bytes that must fault.
fn fault(declarations: &str, body: &str) -> String {
    match run_module(declarations, body, 2, &[0; 4]) {
        Ok(found) => panic!("no fault: {body} left {found:x?}"),
        Err(message) => message,
    }
}

#[test]
fn an_access_out_of_bounds_names_the_nearest_allocation_and_the_distance() {
    for (body, what) in [
        (
            "ld.global.u32 %r1, [%rd0+16];",
            "(4 bytes) is out of bounds: right at the end of buffer `buf` (",
        ),
        (
            "ld.global.u8 %r1, [%rd0+24];",
            "(1 bytes) is out of bounds: 8 bytes past the end of buffer `buf` (",
        ),
        (
            "st.global.v2.u32 [%rd0-8], {%r0, %r0};",
            "(8 bytes) is out of bounds: 8 bytes before buffer `buf` (",
        ),
        (
            "st.u64 [%rd0+16], %rd1;",
            "(8 bytes) is out of bounds: right at the end of buffer `buf` (",
        ),
        (
            "red.global.add.u32 [%rd0+20], 1;",
            "(4 bytes) is out of bounds: 4 bytes past the end of buffer `buf` (",
        ),
        ("ld.global.u32 %r1, [0xFFFFFFFF0000];", "bytes past the end of buffer `buf` ("),
        (
            "ld.param.u32 %r1, [buf+8];",
            "(4 bytes) is out of bounds: right at the end of the parameters of kernel k (",
        ),
    ] {
        let message = fault("", body);
        assert!(message.contains(what), "{body}: {message}");
        assert!(
            message
                .starts_with("kernel k, k.ptx:10, block (0, 0, 0), thread (0, 0, 0): address 0x"),
            "{message}"
        );
    }
}

#[test]
fn the_fault_gives_address_and_size_of_the_allocation() {
    let text = ".global .u32 g[3];";
    let message = fault(text, "ld.global.u32 %r1, [g+12];");
    let expected = "kernel k, k.ptx:10, block (0, 0, 0), thread (0, 0, 0): address 0x1000c (4 bytes) is out of bounds: \
        right at the end of variable `g` (0x10000, 12 bytes)";
    assert_eq!(message, expected);
    let message = fault(".global .u64 g[2]; .global .u8 h[13];", "ld.global.u32 %r1, [h+12];");
    assert!(message.contains("ends 3 bytes past the end of variable `h`"), "{message}");
}

#[test]
fn what_the_machine_allocates_for_itself_is_no_neighbour_of_a_pointer_that_went_wrong() {
    // Behind the 16 bytes of the buffer are the kernel's parameters, from byte 64 to 72.
    for (offset, near) in [
        (60, "44 bytes past the end of buffer `buf` ("),
        (104, "32 bytes past the end of the parameters of kernel k ("),
        (108, "92 bytes past the end of buffer `buf` ("),
        (4000, "3984 bytes past the end of buffer `buf` ("),
    ] {
        let message = fault("", &format!("st.global.u32 [%rd0+{offset}], %r0;"));
        assert!(message.contains(near), "{offset}: {message}");
    }
    let mut memory = GlobalMemory::new(1 << 20);
    let own = memory.alloc_internal("a queue", 64, 32).expect("room");
    let read = |memory: &GlobalMemory, addr: u64| memory.slice(addr, 4).unwrap_err().to_string();
    assert!(read(&memory, own + 500).ends_with("past the end of a queue (0x10000, 64 bytes)"));
    let user = memory.alloc_named("buffer `x`", 64, 32).expect("room");
    assert!(read(&memory, own - 8).ends_with("before buffer `x` (0x10080, 64 bytes)"));
    memory.close(own);
    assert!(read(&memory, own + 8).ends_with("before buffer `x` (0x10080, 64 bytes)"));
    let later = memory.alloc_internal("a table", 64, 32).expect("room");
    assert!(read(&memory, later - 8).contains("past the end of buffer `x`"), "{user:#x}");
    assert!(read(&memory, later + 72).contains("8 bytes past the end of a table"));
    assert!(read(&memory, later + 200).contains("past the end of buffer `x`"));
}

#[test]
fn a_fault_names_the_line_of_the_source_where_the_compiler_gave_it() {
    let trap = |lines: &str| fault(".file 1 \"a.cu\"\n.file 2 \"inner.h\", 5, 6", lines);
    let message = trap(".loc 1 7 3\nmov.u32 %r1, 1;\n.loc 2 41 5, function_name f, inlined_at 1 8 2\nst.global.u32 [%rd0+16], %r1;");
    assert!(message.starts_with("kernel k, k.ptx:14 (inner.h:41), block (0, 0, 0), "), "{message}");
    let message = trap(".loc 1 7 3\nst.global.u32 [%rd0+16], %r1;\n.loc 1 9 3\nmov.u32 %r1, 1;");
    assert!(message.starts_with("kernel k, k.ptx:12 (a.cu:7), block (0, 0, 0), "), "{message}");
    for nothing in [".loc 3 7 3", ".loc 1", ".loc 99999999999999999999 1 1", "mov.u32 %r1, 1;"] {
        let message = trap(&format!("{nothing}\nst.global.u32 [%rd0+16], %r1;"));
        assert!(
            message.starts_with("kernel k, k.ptx:12, block (0, 0, 0), "),
            "{nothing}: {message}"
        );
    }
}

#[test]
fn low_addresses_are_null_pointers() {
    for (body, address) in [
        ("mov.u64 %rd1, 0; ld.global.u32 %r1, [%rd1];", "0x0"),
        ("mov.u64 %rd1, 0; st.u32 [%rd1+8], %r1;", "0x8"),
        ("atom.global.add.u32 %r1, [4092], 1;", "0xffc"),
    ] {
        let message = fault("", body);
        assert!(
            message.ends_with(&format!("address {address} (4 bytes) is a null pointer")),
            "{message}"
        );
    }
    let message = fault("", "ld.global.u32 %r1, [4096];");
    assert!(message.contains("out of bounds: 61440 bytes before buffer `buf`"), "{message}");
}

#[test]
fn the_lowest_faulting_lane_is_the_one_that_is_reported() {
    let body = "mul.wide.u32 %rd1, %r0, 16; add.s64 %rd1, %rd1, %rd0; st.global.u32 [%rd1], %r0;";
    let message = fault("", body);
    assert!(message.contains("thread (1, 0, 0): address"), "{message}");
}

#[test]
fn constants_and_parameters_cannot_be_written_through_any_address() {
    let declarations = ".const .u32 c[2] = {1, 2};";
    for (body, what) in [
        ("cvta.const.u64 %rd1, c; st.u32 [%rd1+4], %r0;", "cannot be written: constant `c` ("),
        ("mov.u64 %rd1, c; st.global.u32 [%rd1], %r0;", "cannot be written: constant `c` ("),
        ("cvta.const.u64 %rd1, c; red.add.u32 [%rd1], 1;", "cannot be written: constant `c` ("),
        (
            "mov.b64 %rd1, buf; cvta.param.u64 %rd1, %rd1; st.u32 [%rd1], %r0;",
            "cannot be written: the parameters of kernel k (",
        ),
    ] {
        let message = fault(declarations, body);
        assert!(message.contains(what) && message.ends_with(" is read-only"), "{body}: {message}");
    }
}

#[test]
fn misaligned_accesses_are_reported_with_address_space_and_size() {
    for (body, what) in [
        ("ld.global.u32 %r1, [%rd0+2];", "of global memory is not aligned to 4 bytes"),
        ("ld.global.v2.u32 {%r1, %r2}, [%rd0+4];", "of global memory is not aligned to 8 bytes"),
        ("st.shared.u16 [s+1], %h1;", "address 0x1 of shared memory is not aligned to 2 bytes"),
        ("cp.async.ca.shared.global [s], [%rd0+4], 8;", "not both aligned to 8 bytes"),
    ] {
        let message = fault(".shared .align 8 .b8 s[16];", body);
        assert!(message.contains(what), "{body}: {message}");
    }
}

#[test]
fn shared_and_local_accesses_stay_inside_what_the_block_and_the_thread_have() {
    for (body, what) in [
        (
            "ld.shared.u32 %r1, [s+80];",
            "shared address 0x50 (4 bytes) is outside the 80 bytes of shared memory of the block",
        ),
        ("ld.shared.u32 %r1, [s+-4];", "(4 bytes) is outside the 80 bytes"),
        (
            ".local .b8 l[8]; st.local.u32 [l+8], %r0;",
            "local address 0x8 (4 bytes) is outside the thread's 8 bytes of local memory",
        ),
        ("cp.async.ca.shared.global [s], [%rd0], 4, 5;", "a copy of 4 bytes reads 5 bytes"),
        ("cp.async.ca.shared.global [s], [%rd0+16], 4;", "right at the end of buffer `buf`"),
        ("cp.async.ca.shared.global [s+80], [%rd0], 4;", "outside the 80 bytes of shared memory"),
    ] {
        let message = fault(".shared .align 4 .b8 s[4];", body);
        assert!(message.contains(what), "{body}: {message}");
    }
}

#[test]
fn memory_that_was_freed_cannot_be_used_until_it_is_allocated_again() {
    let mut memory = GlobalMemory::new(1 << 20);
    let addr = memory.alloc_named("buffer `x`", 40, 32).expect("unit");
    memory.close(addr);
    let message = memory.slice(addr + 8, 4).unwrap_err().to_string();
    assert_eq!(
        message,
        format!(
            "address {:#x} (4 bytes) was freed: it was in buffer `x` ({addr:#x}, 40 bytes)",
            addr + 8
        )
    );
    assert!(memory.write_u32(addr, 1).is_err());
    memory.reopen(addr, 60, "buffer `y`");
    memory.write_u32(addr + 56, 1).expect("the buffer is longer now");
    let message = memory.write_u32(addr + 60, 1).unwrap_err().to_string();
    assert!(message.contains("right at the end of buffer `y`"), "{message}");
}

proptest::proptest! {
    #[test]
    fn exactly_the_bytes_of_one_allocation_can_be_accessed_together(
        sizes in proptest::collection::vec((0_u64..200, 0_u32..9), 1..12),
        offset in 0_u64..6000,
        len in 0_u64..40,
    ) {
        let mut memory = GlobalMemory::new(1 << 20);
        let regions: Vec<(u64, u64)> = sizes
            .iter()
            .map(|&(bytes, align)| (memory.alloc(bytes, 1 << align).expect("unit"), bytes))
            .collect();
        let addr = regions[0].0 + offset;
        // An empty access is allowed at the end of an allocation, but nowhere else outside.
        let inside = |&(start, bytes): &(u64, u64)| start <= addr && addr + len <= start + bytes;
        let expected = regions.iter().any(inside);
        if len > 0 {
            proptest::prop_assert_eq!(memory.slice(addr, len).is_ok(), expected);
            proptest::prop_assert_eq!(memory.slice_mut(addr, len).is_ok(), expected);
        }
        for pair in regions.windows(2) {
            proptest::prop_assert!(pair[1].0 >= pair[0].0 + pair[0].1 + 32, "no gap: {:?}", pair);
        }
    }
}
