//! The exact text of every class of error that a kernel, its PTX or its launch can end in.

mod control;
mod memory;
mod refusals;
mod warnings;

use crate::common::{json, refusal};
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

/// The options of a launch of one warp: which of several faults first depends on the cycle.
const ONE_WARP: [&str; 2] = ["--block", "32"];

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
