//! Warnings: the run completes, and its result and one line each say what is seldom meant.

use super::{command, kernel};
use crate::common::heddle;
use serde_json::{json, Value};

/// The warnings in the result of a kernel on these threads, the lines that name them, and the first words of its
/// buffer.
fn warned(body: &str, threads: &str, options: &[&str]) -> (Value, Vec<String>, Vec<u8>) {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let bytes = dir.path().join("a.bin");
    let dump = format!("0:{}", bytes.display());
    let options = [&["--block", threads, "--json", "--dump", &dump], options].concat();
    let arguments = command(dir.path(), &kernel(body), &options);
    let output = heddle(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let error =
        String::from_utf8_lossy(&output.stderr).replace(&format!("{}/", dir.path().display()), "");
    let result: Value = serde_json::from_slice(&output.stdout).expect(&error);
    let text = result["warnings"].to_string().replace(&format!("{}/", dir.path().display()), "");
    let words = std::fs::read(bytes).expect("dumped").chunks(4).map(|word| word[0]).collect();
    let warnings = serde_json::from_str(&text).expect("as before");
    (warnings, error.lines().map(str::to_owned).collect(), words)
}

/// Adds up `%r2` over a warp in a tree and stores what lane 0 has.
fn tree() -> String {
    let steps = [16, 8, 4, 2, 1].map(|step| {
        format!("shfl.sync.down.b32 %r3, %r2, {step}, 31, -1;\nadd.u32 %r2, %r2, %r3;\n")
    });
    format!(
        "mov.u32 %r2, 1;\n{}setp.eq.u32 %p1, %r1, 0;\n@%p1 st.global.u32 [%rd1], %r2;",
        steps.concat()
    )
}

#[test]
fn a_tree_of_shuffles_over_a_part_of_a_warp_adds_what_is_there_and_is_warned_of() {
    let (warnings, lines, words) = warned(&tree(), "20", &[]);
    assert_eq!(words[0], 20);
    // The last lanes that exist read lanes 20 to 31, or lanes behind the warp: those are out of range.
    let reads: u32 = [16, 8, 4, 2, 1]
        .iter()
        .map(|step| (20 - step..20).filter(|lane| lane + step < 32).count() as u32)
        .sum();
    assert_eq!(
        warnings,
        json!([{"kind": "shfl_inactive_lane", "count": reads, "where": "k.ptx:8"}])
    );
    let line = format!("heddle: k.ptx: warning: {reads} threads read by shfl from a lane that takes no part and got 0; the first at k.ptx:8");
    assert_eq!(lines, [line]);
}

#[test]
fn a_tree_over_whole_warps_and_a_shuffle_out_of_range_are_not_warned_of() {
    let (warnings, lines, words) = warned(&tree(), "32", &[]);
    assert_eq!((words[0], warnings, lines), (32, json!([]), vec![]));
    let beyond = "shfl.sync.down.b32 %r2, %r1, 8, 15, 0xffff;";
    let (warnings, lines, _) = warned(beyond, "16", &[]);
    assert_eq!((warnings, lines), (json!([]), vec![]));
}

#[test]
fn a_mask_that_names_exited_lanes_is_warned_of_for_each_instruction_that_joins_values() {
    let body = "setp.ge.u32 %p1, %r1, 10; @%p1 exit;\nvote.sync.ballot.b32 %r2, 1, -1;\n\
        match.any.sync.b32 %r3, %r1, -1; bar.warp.sync -1; st.global.u32 [%rd1], %r2;";
    let (warnings, lines, words) = warned(body, "32", &[]);
    assert_eq!(words[..2], [0xff, 0], "only those that run vote: 0x3ff");
    assert_eq!(
        warnings,
        json!([{"kind": "mask_names_exited_lanes", "count": 2, "where": "k.ptx:8"}])
    );
    assert_eq!(lines.len(), 1, "{lines:?}");
    let named = body.replace("-1", "0x3ff");
    assert_eq!(warned(&named, "32", &[]).0, json!([]));
}

#[test]
fn loads_outside_every_buffer_are_warned_of_as_well() {
    let body = "ld.global.u32 %r2, [%rd1+8];\nld.global.u32 %r2, [%rd1+256];";
    let (warnings, _, _) = warned(body, "32", &["--zero-outside-reads"]);
    assert_eq!(warnings, json!([{"kind": "outside_read", "count": 32, "where": "k.ptx:8"}]));
}
