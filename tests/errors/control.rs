//! Traps, assertions, stacks, device launches, barriers that never open and loops that never end.

use super::{command, fault, kernel, module, said, said_with, ONE_WARP};
use crate::common::{assert_says, heddle};

/// What is said of a program that loops forever, before its warps are named.
const QUIET: &str = "the program loops forever: for N cycles no memory has changed, no warp has ended or passed a barrier, \
    and each that runs has come back to the same state in all that decides what it does";

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
    let expected = "kernel k, k.ptx:10, block (0, 0, 0), thread (0, 0, 0): the block is stuck at its barriers: \
        no other warp of it can arrive; waiting there: warp 0 at k.ptx:10, barrier 0 for all threads; \
        warp 1 at k.ptx:8, barrier 1 for all threads";
    assert_eq!(said(&kernel(body)), expected);
}

#[test]
fn a_loop_that_counts_while_it_waits_is_told_like_one_that_does_not() {
    let body = "L: add.u32 %r3, %r3, 1;\nld.volatile.global.u32 %r2, [%rd1];\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra L;";
    let line = without_cycles(&said_with(&kernel(body), &ONE_WARP));
    let (place, what) = line.split_once(", thread (0, 0, 0): ").expect("block and thread");
    assert!(place.starts_with("kernel k, k.ptx:"), "{line}");
    let told = format!("{QUIET}: warp 0 of block (0, 0, 0) spins around k.ptx:");
    assert!(what.starts_with(&told), "{line}");
}

/// Returns the text about a program that loops forever, with the number of cycles left out.
fn endless(ptx: &str) -> String {
    without_cycles(&said(ptx))
}

fn without_cycles(line: &str) -> String {
    let (before, after) = line.split_once(": for ").expect("it says for how long");
    let (cycles, after) = after.split_once(' ').expect("a number and what it counts");
    assert!(cycles.parse::<u64>().is_ok(), "{line}");
    format!("{before}: for N {after}")
}

#[test]
fn warps_that_spin_on_a_flag_nobody_sets_are_told_one_by_one() {
    let body = "L: ld.volatile.global.u32 %r2, [%rd1];\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra L;";
    let line = endless(&kernel(body));
    let (place, what) = line.split_once(", thread (0, 0, 0): ").expect("block and thread");
    assert!(
        place.starts_with("kernel k, k.ptx:") && place.ends_with(", block (0, 0, 0)"),
        "{line}"
    );
    let told =
        what.strip_prefix(QUIET).and_then(|rest| rest.strip_prefix(": ")).expect("why and who");
    let warps: Vec<&str> = told.split("; ").collect();
    assert_eq!(warps.len(), 2, "{told}");
    for (number, warp) in warps.iter().enumerate() {
        let around = format!("warp {number} of block (0, 0, 0) spins around k.ptx:");
        assert!(warp.starts_with(&around), "{told}");
    }

    let body = "setp.lt.u32 %p1, %r1, 32; @%p1 bra A;\nL: bra L;\nA: bar.sync 0;";
    let expected = format!(
        "kernel k, k.ptx:8, block (0, 0, 0), thread (32, 0, 0): {QUIET}: \
         warp 0 of block (0, 0, 0) waits at a barrier before k.ptx:10; \
         warp 1 of block (0, 0, 0) spins around k.ptx:8"
    );
    assert_eq!(endless(&kernel(body)), expected);
}

#[test]
fn a_run_that_takes_more_cycles_than_allowed_says_where_it_was() {
    let line = said_with(&kernel("L: bra L;"), &["--max-cycles", "5000"]);
    let expected = "the run has not ended after 5000 cycles; if the kernel does not loop for ever, raise --max-cycles \
        (on SMX 0, warp 0 of block (0, 0, 0) is at k.ptx:7 in k)";
    assert_eq!(line, expected);
}

#[test]
fn a_run_that_comes_to_a_stop_says_who_waits_for_whom_before_its_error_and_as_json() {
    let body = "L: ld.volatile.global.u32 %r2, [%rd1];\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra L;";
    let dir = tempfile::tempdir().expect("a scratch directory");
    let command = command(dir.path(), &kernel(body), &["--json"]);
    let output = heddle(&command.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).expect("text");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() <= 21, "20 lines and the error: {said}");
    assert_eq!(lines[0], "heddle: the run has stopped; who waits for whom:");
    assert_says(lines[1], &["  1. the host waits until all that it launched has completed"]);
    assert_says(
        &said,
        &["until this changes: 0 at 0x", "(the buffer of argument 0)", "  Cause: no warp is left"],
    );
    let error = lines.last().expect("an error").strip_prefix("heddle: ").expect("who speaks");
    assert_says(error, &["kernel k", "the program loops forever"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(json["error"], *error);
    assert_eq!((&json["hang"]["cause"], &json["hang"]["circle"]), (&"flag".into(), &().into()));
    assert_eq!(json["hang"]["chain"][0]["who"], "the host");
}

#[test]
fn an_error_that_is_no_hang_has_no_explanation() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let command = command(dir.path(), &kernel("trap;"), &["--json"]);
    let output = heddle(&command.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(output.stdout.is_empty(), "no result, and nothing to explain");
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
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
    assert_eq!(said_with(&module(&text), &ONE_WARP), format!("{place}: {what}"));
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
    assert_eq!(
        said_with(&ptx, &[&ONE_WARP[..], &["--set", "kernel.launch=cdp"]].concat()),
        fault(0, what)
    );
    let flat = "cannot launch kernel `k`: it launches from the device, which kernel.launch=flat has no way for; \
                choose kernel.launch=cdp or dtbl";
    assert_eq!(said_with(&ptx, &ONE_WARP), flat);
}
