//! What kernels print, as a user sees it.

use crate::common::heddle;

/// Prints each thread's number; thread 2 then traps if `TRAP` is left in.
const KERNEL: &str = ".version 7.0\n.target sm_70\n.address_size 64\n\
    .extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n\
    .global .align 1 .b8 text[11] = {116, 104, 114, 101, 97, 100, 32, 37, 117, 10, 0};\n\
    .visible .entry k()\n{\n.local .align 4 .b32 args; .reg .b64 %a<3>; .reg .b32 %t, %n; .reg .pred %p;\n\
    mov.u32 %t, %tid.x; mov.u64 %a1, args; cvta.local.u64 %a1, %a1; st.u32 [%a1], %t;\n\
    mov.u64 %a2, text; cvta.global.u64 %a2, %a2; call (%n), vprintf, (%a2, %a1);\n\
    setp.eq.u32 %p, %t, 2; @%p trap;\nret;\n}\n";

fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join(name).to_string_lossy().into_owned();
    std::fs::write(&path, text).expect("writable");
    (dir, path)
}

#[test]
fn printed_lines_come_before_the_summary_and_are_a_list_in_json() {
    let (_dir, path) = file("print.ptx", &KERNEL.replace("@%p trap;", ""));
    let arguments = ["run", &path, "--kernel", "k", "--grid", "1", "--block", "3"];
    let text = String::from_utf8(heddle(&arguments).stdout).expect("text");
    assert!(text.starts_with("thread 0\nthread 1\nthread 2\n"), "{text}");
    let output = heddle(&[&arguments[..], &["--json"]].concat()).stdout;
    let result: serde_json::Value = serde_json::from_slice(&output).expect("one JSON object");
    assert_eq!(result["printed"], serde_json::json!(["thread 0\n", "thread 1\n", "thread 2\n"]));
}

#[test]
fn what_was_printed_before_a_fault_is_shown() {
    let (_dir, path) = file("trap.ptx", KERNEL);
    let output = heddle(&["run", &path, "--kernel", "k", "--grid", "1", "--block", "3"]);
    assert!(!output.status.success(), "the program trapped");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "thread 0\nthread 1\nthread 2\n");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("thread (2, 0, 0): the program trapped"), "{error}");
}
