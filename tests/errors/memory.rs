//! Accesses that memory cannot serve.

use super::{command, fault, kernel, said, said_with, ONE_WARP};
use crate::common::heddle;

#[test]
fn an_access_beside_a_buffer_is_told_with_its_distance_from_it() {
    let buffer = "the buffer of argument 0 (0x10000, 256 bytes)";
    for (access, thread, address, place) in [
        ("ld.global.u32 %r2, [%rd1+256];", 0, "0x10100", "right at the end of"),
        ("st.global.u32 [%rd1+300], %r1;", 0, "0x1012c", "44 bytes past the end of"),
        ("st.global.u32 [%rd1+-4], %r1;", 0, "0xfffc", "4 bytes before"),
        // Nearer, but of no use to the user, is what the machine keeps about the launch.
        ("st.global.u32 [%rd1+2000], %r1;", 0, "0x107d0", "1744 bytes past the end of"),
        (
            "mul.wide.u32 %rd2, %r1, 16; add.s64 %rd2, %rd1, %rd2; st.global.u32 [%rd2], %r1;",
            16,
            "0x10100",
            "right at the end of",
        ),
        ("atom.global.add.u32 %r2, [%rd1+256], 1;", 0, "0x10100", "right at the end of"),
        ("ld.u32 %r2, [%rd1+256];", 0, "0x10100", "right at the end of"),
    ] {
        let what = format!("address {address} (4 bytes) is out of bounds: {place} {buffer}");
        assert_eq!(said_with(&kernel(access), &ONE_WARP), fault(thread, &what));
    }
}

#[test]
fn an_access_past_a_buffer_does_not_reach_the_next_one() {
    let two = kernel("st.global.u32 [%rd1+256], %r1;")
        .replace("(.param .u64 a)", "(.param .u64 a, .param .u64 b)");
    let what = "address 0x10100 (4 bytes) is out of bounds: right at the end of the buffer of argument 0 (0x10000, 256 bytes)";
    let options = [&ONE_WARP[..], &["--arg", "zero:256"]].concat();
    assert_eq!(said_with(&two, &options), fault(0, what));
}

#[test]
fn an_access_outside_shared_local_or_parameter_memory_is_told_with_the_size_of_it() {
    for (body, thread, what) in [
        (
            ".shared .b8 s[64]; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r2, %r2, %r3; st.shared.u32 [%r2], %r1;",
            16,
            "shared address 0x40 (4 bytes) is outside the 64 bytes of shared memory of the block",
        ),
        (
            ".local .align 4 .b8 l[16]; mov.u64 %rd2, l; ld.local.u32 %r2, [%rd2+16];",
            0,
            "local address 0x10 (4 bytes) is outside the thread's 16 bytes of local memory",
        ),
        (
            "ld.param.u64 %rd2, [a+8];",
            0,
            "address 0x10208 (8 bytes) is out of bounds: right at the end of the parameters of kernel k (0x10200, 8 bytes)",
        ),
    ] {
        assert_eq!(said(&kernel(body)), fault(thread, what));
    }
}

#[test]
fn a_null_pointer_is_called_one_even_with_a_small_offset() {
    let what = "address 0x10 (4 bytes) is a null pointer";
    assert_eq!(said(&kernel("mov.u64 %rd2, 0; ld.global.u32 %r2, [%rd2+16];")), fault(0, what));
}

#[test]
fn a_misaligned_access_is_told_with_the_alignment_it_needs() {
    for (access, address, alignment) in [
        ("st.global.u32 [%rd1+2], %r1;", "0x10002", 4),
        ("ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd1+4];", "0x10004", 16),
    ] {
        let what =
            format!("address {address} of global memory is not aligned to {alignment} bytes");
        assert_eq!(said_with(&kernel(access), &ONE_WARP), fault(0, &what));
    }
}

#[test]
fn a_write_to_constants_or_parameters_is_refused_at_once_or_when_its_pointer_leads_there() {
    let constant =
        |body: &str| kernel(body).replace(".visible", ".const .align 4 .b8 c[16]; .visible");
    assert_eq!(
        said(&constant("mov.u64 %rd2, c; st.const.u32 [%rd2], %r1;")),
        "k.ptx:7: this memory cannot be written (at `st.const.u32`)"
    );
    assert_eq!(
        said(&kernel("st.param.u64 [a], %rd1;")),
        "k.ptx:7: a kernel parameter cannot be written (at `a`)"
    );
    assert_eq!(
        said(&constant("mov.u64 %rd2, c; cvta.const.u64 %rd2, %rd2; st.u32 [%rd2], %r1;")),
        fault(0, "address 0x10000 (4 bytes) cannot be written: constant `c` (0x10000, 16 bytes) is read-only")
    );
}

#[test]
fn loads_outside_every_buffer_return_zeros_and_are_counted_where_they_are_allowed_and_stores_are_not(
) {
    let allowed = [&ONE_WARP[..], &["--zero-outside-reads"]].concat();
    // Each of the upper 16 threads loads 4 bytes behind the buffer, and stores what it got over a number in it.
    let loads = "mul.wide.u32 %rd2, %r1, 16; add.s64 %rd3, %rd1, %rd2; mov.u32 %r2, 7;\
                 mul.wide.u32 %rd4, %r1, 4; add.s64 %rd4, %rd1, %rd4; st.global.u32 [%rd4], %r2;\
                 ld.global.u32 %r2, [%rd3]; st.global.u32 [%rd4+128], %r2;";
    let dir = tempfile::tempdir().expect("a scratch directory");
    let dump = format!("0:{}", dir.path().join("a.npy").display());
    let options = [&allowed[..], &["--json", "--dump", &dump]].concat();
    let arguments = command(dir.path(), &kernel(loads), &options);
    let output = heddle(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let error = String::from_utf8_lossy(&output.stderr);
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).expect(&error);
    assert_eq!(result["outside_reads"], 16);
    let first = "address 0x10100 (4 bytes) is out of bounds: right at the end of the buffer of argument 0 (0x10000, 256 bytes)";
    assert_eq!(result["first_outside_read"], first);
    let told = format!("16 loads outside every buffer returned zeros; the first at PATH: {first}");
    let path = dir.path().join("k.ptx:7").display().to_string();
    let error = error.replace(&path, "PATH");
    assert!(error.trim_end().ends_with(&told) && error.lines().count() == 1, "{error}");
    let bytes = std::fs::read(dir.path().join("a.npy")).expect("dumped");
    let words = bytes[bytes.len() - 256..].chunks_exact(4).map(|word| word[0]);
    let upper: Vec<u8> = words.skip(32).collect();
    assert_eq!(upper[16..], [0; 16], "what is outside");
    assert!(upper[..8].iter().all(|&word| word == 7), "what is inside: {upper:?}");

    for (access, what) in [
        ("st.global.u32 [%rd1+256], %r1;", "address 0x10100 (4 bytes) is out of bounds"),
        ("atom.global.add.u32 %r2, [%rd1+256], 1;", "address 0x10100 (4 bytes) is out of bounds"),
        ("mov.u64 %rd2, 0; ld.global.u32 %r2, [%rd2];", "is a null pointer"),
        ("mov.u64 %rd2, -16; ld.global.u32 %r2, [%rd2];", "out of bounds"),
    ] {
        let line = said_with(&kernel(access), &allowed);
        assert!(line.contains(what), "{access}: {line}");
    }
    let unasked = command(dir.path(), &kernel(""), &["--json"]);
    let output = heddle(&unasked.iter().map(String::as_str).collect::<Vec<_>>());
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a result");
    assert!(result["outside_reads"].is_null());
}
