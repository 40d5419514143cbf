//! The exact text of every class of error that a kernel, its PTX or its launch can end in.

mod common;

use common::{assert_says, json, refusal};
use std::path::Path;

/// A PTX file of this text behind its first three lines.
fn module(text: &str) -> String {
    format!(".version 6.4\n.target sm_35\n.address_size 64\n{text}")
}

/// A PTX file whose kernel `k` takes the address of a buffer; its body begins in line 7, where `%rd1` is
/// that address and `%r1` the thread.
fn kernel(body: &str) -> String {
    module(&format!(
        ".visible .entry k(.param .u64 a) {{ .reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n\
         mov.u32 %r1, %tid.x;\nld.param.u64 %rd1, [a];\n{body}\nret;\n}}\n"
    ))
}

/// The options that run the kernel `k` of this text, written to `dir`, with a buffer of 256 bytes; 64
/// threads, unless `options` say otherwise.
fn command(dir: &Path, ptx: &str, options: &[&str]) -> Vec<String> {
    let path = dir.join("k.ptx");
    std::fs::write(&path, ptx).expect("writable");
    let path = path.to_str().expect("text");
    let block = if options.contains(&"--block") { &[][..] } else { &["--block", "64"] };
    let start = ["run", path, "--kernel", "k", "--arg", "zero:256"];
    [&start[..], block, options].concat().into_iter().map(str::to_owned).collect()
}

/// What the command line says to such a kernel, without the path of the file.
fn said_with(ptx: &str, options: &[&str]) -> String {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let command = command(dir.path(), ptx, options);
    let line = refusal(&command.iter().map(String::as_str).collect::<Vec<_>>());
    let line = line.trim_end().strip_prefix("heddle: ").expect("it says who speaks");
    line.replace(&format!("{}/", dir.path().display()), "")
}

fn said(ptx: &str) -> String {
    said_with(ptx, &[])
}

/// The text of a fault at line 7 of `kernel`'s, in this thread.
fn fault(thread: u32, what: &str) -> String {
    format!("kernel k, k.ptx:7, block (0, 0, 0), thread ({thread}, 0, 0): {what}")
}

#[test]
fn the_kernel_around_the_errors_runs_without_them() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let inside = "shl.b32 %r2, %r1, 2; cvt.u64.u32 %rd2, %r2; add.s64 %rd2, %rd1, %rd2; st.global.u32 [%rd2], %r1;";
    let command = command(dir.path(), &kernel(inside), &["--json"]);
    let result = json(&command.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(result["tbs"], 1);
}

#[test]
fn an_access_beside_a_buffer_is_told_with_its_distance_from_it() {
    let buffer = "the buffer of argument 0 (0x10000, 256 bytes)";
    for (access, thread, address, place) in [
        ("ld.global.u32 %r2, [%rd1+256];", 0, "0x10100", "right at the end of"),
        ("st.global.u32 [%rd1+300], %r1;", 0, "0x1012c", "44 bytes past the end of"),
        ("st.global.u32 [%rd1+-4], %r1;", 0, "0xfffc", "4 bytes before"),
        (
            "mul.wide.u32 %rd2, %r1, 8; add.s64 %rd2, %rd1, %rd2; st.global.u32 [%rd2], %r1;",
            32,
            "0x10100",
            "right at the end of",
        ),
        ("atom.global.add.u32 %r2, [%rd1+256], 1;", 0, "0x10100", "right at the end of"),
        ("ld.u32 %r2, [%rd1+256];", 0, "0x10100", "right at the end of"),
    ] {
        let what = format!("address {address} (4 bytes) is out of bounds: {place} {buffer}");
        assert_eq!(said(&kernel(access)), fault(thread, &what));
    }
}

#[test]
fn an_access_past_a_buffer_does_not_reach_the_next_one() {
    let two = kernel("st.global.u32 [%rd1+256], %r1;")
        .replace("(.param .u64 a)", "(.param .u64 a, .param .u64 b)");
    let what = "address 0x10100 (4 bytes) is out of bounds: right at the end of the buffer of argument 0 (0x10000, 256 bytes)";
    assert_eq!(said_with(&two, &["--arg", "zero:256"]), fault(0, what));
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
        assert_eq!(said(&kernel(access)), fault(0, &what));
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
fn a_trap_is_told_with_its_thread() {
    let body = "setp.eq.u32 %p1, %r1, 37; @%p1 trap;";
    assert_eq!(said(&kernel(body)), fault(37, "the program trapped"));
}

#[test]
fn a_failed_assertion_is_told_in_cudas_words() {
    let data = ".global .b8 text[6] = {120, 32, 60, 32, 49, 0}; .global .b8 file[5] = {97, 46, 99, 117, 0}; \
        .global .b8 name[2] = {103, 0}; \
        .extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);";
    let body = "setp.ne.u32 %p1, %r1, 5; @%p1 bra OK; \
        mov.u64 %rd2, text; mov.u64 %rd3, file; mov.u64 %rd4, name; \
        { .param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 s; \
        st.param.b64 [m], %rd2; st.param.b64 [f], %rd3; st.param.b32 [l], 42; st.param.b64 [n], %rd4; st.param.b64 [s], 1; \
        call __assertfail, (m, f, l, n, s); } OK:";
    let ptx = kernel(body).replace(".visible", &format!("{data} .visible"));
    let words = "a.cu:42: g: block: [0,0,0], thread: [5,0,0] Assertion `x < 1` failed.";
    assert_eq!(said(&ptx), fault(5, words));
}

#[test]
fn a_barrier_that_part_of_a_warp_skips_is_told_with_both_parts() {
    let body = "setp.lt.u32 %p1, %r1, 7; @%p1 bar.sync 0;";
    let what = "lanes 0x0000007f wait at barrier 0 for the others of their warp: they are lanes 0xffffff80 at k.ptx:7 in k and cannot come before the others go on";
    assert_eq!(said(&kernel(body)), fault(0, what));
}

#[test]
fn warps_that_wait_at_different_barriers_are_told_one_by_one() {
    let body =
        "setp.lt.u32 %p1, %r1, 32; @%p1 bra ONE;\nbar.sync 1; bra END;\nONE:\nbar.sync 0;\nEND:";
    let expected = "kernel k, k.ptx:10, block (0, 0, 0), thread (0, 0, 0): the block is stuck at its barriers, \
        no other warp of it is left to arrive; there wait warp 0 at k.ptx:10, barrier 0 for all threads; \
        warp 1 at k.ptx:8, barrier 1 for all threads";
    assert_eq!(said(&kernel(body)), expected);
}

#[test]
fn a_barrier_that_does_not_exist_is_told_with_those_that_do() {
    for (barrier, what) in [
        ("bar.sync 99;", "barrier 99 for 0 threads"),
        ("bar.sync 0, 48;", "barrier 0 for 48 threads"),
    ] {
        let limits = "barriers are 0 to 15, and their threads a positive multiple of 32";
        assert_eq!(said(&kernel(barrier)), fault(0, &format!("{what}: {limits}")));
    }
}

#[test]
fn endless_recursion_overflows_the_stack_and_says_how_deep_it_was() {
    let call = "{ .param .u32 p; st.param.u32 [p], 1; call f, (p); }";
    let text = format!(
        ".func f(.param .u32 n) {{ .reg .b32 %r<3>;\n{call}\nret;\n}}\n\
         .visible .entry k(.param .u64 a) {{\n{call}\nret;\n}}\n"
    );
    let what = "the stack overflows calling f: 256 calls deep, 4104 bytes of local memory per thread (at most 256 calls and 65536 bytes)";
    let place = "kernel k, function f, k.ptx:5, block (0, 0, 0), thread (0, 0, 0)";
    assert_eq!(said(&module(&text)), format!("{place}: {what}"));
}

#[test]
fn a_device_launch_of_what_is_no_kernel_is_a_fault() {
    let declaration = ".extern .func (.param .b32 r) cudaLaunchDevice(.param .b64 a, .param .b64 b, .param .align 4 .b8 c[12], .param .align 4 .b8 d[12], .param .b32 e, .param .b64 f); ";
    let body = "mov.u64 %rd2, 12345; { .param .b64 p0; .param .b64 p1; .param .align 4 .b8 p2[12]; .param .align 4 .b8 p3[12]; .param .b32 p4; .param .b64 p5; .param .b32 r; \
        st.param.b64 [p0], %rd2; st.param.b64 [p1], %rd1; \
        st.param.b32 [p2], 1; st.param.b32 [p2+4], 1; st.param.b32 [p2+8], 1; \
        st.param.b32 [p3], 1; st.param.b32 [p3+4], 1; st.param.b32 [p3+8], 1; \
        st.param.b32 [p4], 0; st.param.b64 [p5], 0; \
        call.uni (r), cudaLaunchDevice, (p0, p1, p2, p3, p4, p5); }";
    let ptx = kernel(body).replace(".visible", &format!("{declaration}.visible"));
    let what = "a device launch of 0x3039, which is not the address of a kernel";
    assert_eq!(said(&ptx), fault(0, what));
}

#[test]
fn ptx_that_is_not_understood_is_refused_with_line_and_word() {
    for (body, expected) in [
        ("frobnicate.s32 %r1, %r2;",
            "unknown instruction, or one outside the supported subset of PTX (at `frobnicate.s32`)"),
        ("add.s32 %r1, %rd1, %r2;",
            "expected a register of 32 bits, found one of 64 (in `add.s32`) (at `%rd1`)"),
        ("add.b32 %r1, %r1, %r2;",
            "`add` does not exist for this type, only for s32 u32 u64 s64 u16 s16 u16x2 s16x2 f32 f64 f16 f16x2 bf16 bf16x2 (at `add.b32`)"),
        ("tex.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%rd1, {%r1, %r2}];",
            "textures and surfaces are not supported (at `tex.2d.v4.f32.f32`)"),
        ("add.s32 %r1, %r1, %r77;",
            "the name is not declared: not a register, variable, function or supported special register (at `%r77`)"),
        ("bra NOWHERE;", "the label is not defined in this function (at `NOWHERE`)"),
    ] {
        assert_eq!(said(&kernel(body)), format!("k.ptx:7: {expected}"));
    }
    let texture = kernel("").replace(".visible", ".global .texref t; .visible");
    assert_eq!(said(&texture), "k.ptx:4: textures and surfaces are not supported (at `.texref`)");
}

#[test]
fn a_function_without_a_body_is_refused_with_those_that_need_none() {
    let ptx = kernel("call helper, ();").replace(".visible", ".extern .func helper(); .visible");
    let line = said(&ptx);
    assert_says(&line, &["k.ptx:7: the function has no body in this file", "cudaLaunchDevice"]);
    assert!(line.ends_with("(at `helper`)"), "{line}");
}

#[test]
fn a_launch_that_does_not_fit_its_kernel_or_the_machine_is_refused_with_what_would() {
    let plain = kernel("");
    for (options, expected) in [
        (["--arg", "u32:1"], "kernel k takes 1 arguments, 2 were given"),
        (["--block", "2048"], "a TB of [2048, 1, 1] threads exceeds 1024 threads (z at most 64)"),
        (["--grid", "1,70000,1"], "grid [1, 70000, 1] is larger than 2147483647 x 65535 x 65535"),
        (["--shared", "60000"], "a TB needs 60000 bytes of shared memory, an SMX has 49152"),
    ] {
        let line = said_with(&plain, &options);
        assert_eq!(line, format!("cannot launch kernel `k`: {expected}"));
    }
    let narrow = module(".visible .entry k(.param .u32 a) { ret; }\n");
    assert_eq!(
        said(&narrow),
        "cannot launch kernel `k`: kernel k, parameter 0 (a): expected 4 bytes, the argument has 8"
    );
    let other = plain.replace(" k(", " other(");
    assert_eq!(
        said(&other),
        "cannot launch kernel `k`: there is no such kernel; kernels are: other"
    );
}

#[test]
fn an_unreadable_or_ill_formed_array_is_refused_with_what_to_do() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let array = dir.path().join("a.npy");
    let path = array.to_str().expect("text");
    let argument = format!("npy:{path}");
    let header = |descr: &str, order: &str| {
        let text = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': (2, 2), }}\n");
        [&b"\x93NUMPY\x01\x00"[..], &(text.len() as u16).to_le_bytes(), text.as_bytes()].concat()
    };
    for (contents, expected) in [
        (b"%!PS".to_vec(), "this is not a .npy file; write one with numpy.save"),
        (b"\x93NUMPY\x01\x00\xff\xff{".to_vec(), "the file ends inside its header"),
        (header("<c8", "False"), "dtype `<c8` is not supported; convert with astype to one of <f4, <f8, |i1, <i2, <i4, <i8, |u1, <u2, <u4, <u8, |b1"),
        (header("<f4", "True"), "the array is in Fortran order, C order is needed; save numpy.ascontiguousarray of it"),
        (header("<f4", "False"), "the header promises 16 bytes of data (shape [2, 2], dtype <f4), the file has 0"),
    ] {
        std::fs::write(&array, contents).expect("writable");
        let line = said_with(&kernel(""), &["--arg", &argument]);
        assert_eq!(line, format!("--arg 1 `{argument}`: {path}: {expected}"));
    }
    std::fs::remove_file(&array).expect("it was written");
    let line = said_with(&kernel(""), &["--arg", &argument]);
    assert_eq!(line, format!("--arg 1 `{argument}`: {path}: cannot read the file: No such file or directory (os error 2)"));
}
