//! `heddle ptx`: what is said of a PTX file.

use crate::common::{assert_says, heddle, json, refusal};
use serde_json::Value;
use tempfile::TempDir;

const TEXT: &str = ".version 8.0
.target sm_80
.address_size 64
.visible .entry sums(.param .u64 p) {
    .reg .b32 %r<8>; .reg .b64 %d<4>; .reg .pred %q;
    .shared .align 4 .b8 s[512];
    ld.param.u64 %d0, [p];
    mov.u32 %r0, %ctaid.x;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %tid.y;
    add.u32 %r3, %r0, %r1;
    mad.lo.u32 %r4, %r2, %r1, %r0;
    shl.b32 %r5, %r1, 2;
    ld.shared.u32 %r6, [%r5];
    add.u32 %r6, %r6, %r3;
    ret;
}
.visible .entry empty() { ret; }
.func helper() { ret; }
";

/// Writes a file and returns its path.
fn file(dir: &TempDir, contents: &[u8]) -> String {
    let path = dir.path().join("k.ptx");
    std::fs::write(&path, contents).expect("a writable directory");
    path.to_str().expect("a path in UTF-8").to_owned()
}

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

fn classes(report: &Value) -> Vec<(u64, String)> {
    let rows = report["functions"][0]["redundancy"]["rows"].as_array().expect("rows");
    let class = |row: &Value| row["class"].as_str().expect("a class").to_owned();
    rows.iter().map(|row| (row["line"].as_u64().expect("a line"), class(row))).collect()
}

#[test]
fn each_instruction_has_its_line_class_text_and_reason() {
    let dir = directory();
    let path = file(&dir, TEXT.as_bytes());
    let arguments = ["ptx", &path, "--kernel", "sums", "--redundancy"];
    let text = String::from_utf8(heddle(&arguments).stdout).expect("text");
    let expected = "\
kernel sums: 10 instructions: 2 definitely redundant (DR), 5 conditionally
  redundant (CR), 3 vector (V)
┌──────┬───────┬───────────────────────────┬───────────────────────────────────┐
│ line ┆ class ┆ instruction               ┆ reason                            │
╞══════╪═══════╪═══════════════════════════╪═══════════════════════════════════╡
│ 7    ┆ DR    ┆ ld.param.u64 %d0, [p];    ┆ loads a kernel parameter          │
│ 8    ┆ DR    ┆ mov.u32 %r0, %ctaid.x;    ┆ reads %ctaid.x                    │
│ 9    ┆ CR    ┆ mov.u32 %r1, %tid.x;      ┆ reads %tid.x                      │
│ 10   ┆ V     ┆ mov.u32 %r2, %tid.y;      ┆ reads %tid.y                      │
│ 11   ┆ CR    ┆ add.u32 %r3, %r0, %r1;    ┆ depends on line 9, which reads    │
│      ┆       ┆                           ┆ %tid.x                            │
│ 12   ┆ V     ┆ mad.lo.u32 %r4, %r2, %r1, ┆ depends on line 10, which reads   │
│      ┆       ┆ %r0;                      ┆ %tid.y                            │
│ 13   ┆ CR    ┆ shl.b32 %r5, %r1, 2;      ┆ depends on line 9, which reads    │
│      ┆       ┆                           ┆ %tid.x                            │
│ 14   ┆ CR    ┆ ld.shared.u32 %r6, [%r5]; ┆ loads from a conditional address: │
│      ┆       ┆                           ┆ depends on line 9, which reads    │
│      ┆       ┆                           ┆ %tid.x, until a store             │
│ 15   ┆ CR    ┆ add.u32 %r6, %r6, %r3;    ┆ depends on line 9, which reads    │
│      ┆       ┆                           ┆ %tid.x, until a store             │
│ 16   ┆ V     ┆ ret;                      ┆ ends threads or returns           │
└──────┴───────┴───────────────────────────┴───────────────────────────────────┘
";
    assert_eq!(text, expected);
}

#[test]
fn a_shape_decides_what_is_conditional_and_json_says_the_same() {
    let dir = directory();
    let path = file(&dir, TEXT.as_bytes());
    let report = |block: &[&str]| {
        json(&[&["ptx", &path, "--kernel", "sums", "--redundancy", "--json"], block].concat())
    };
    let plain = report(&[]);
    assert_eq!(plain["block"], Value::Null);
    assert_eq!(plain["functions"][0]["redundancy"]["conditional"], 5);
    let promoted = report(&["--block", "16,16"]);
    assert_eq!(promoted["block"], serde_json::json!([16, 16, 1]));
    assert_eq!(promoted["functions"][0]["redundancy"]["definite"], 7);
    let other = report(&["--block", "256"]);
    assert_eq!(other["functions"][0]["redundancy"]["definite"], 2);
    for ((line, plain), (promoted, other)) in
        classes(&plain).iter().zip(classes(&promoted).iter().zip(&classes(&other)))
    {
        let (yes, no) = if plain == "CR" { ("DR", "V") } else { (&plain[..], &plain[..]) };
        assert_eq!((&promoted.1[..], &other.1[..]), (yes, no), "line {line}");
    }
    let row = &plain["functions"][0]["redundancy"]["rows"][7];
    assert_eq!(row["instruction"], "ld.shared.u32 %r6, [%r5];");
    assert_eq!((&row["from_memory"], &row["operands"]), (&Value::Bool(true), &"CR".into()));
    let text = heddle(&["ptx", &path, "--redundancy", "--block", "16,16"]).stdout;
    let text = String::from_utf8(text).expect("text");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_says(&words, &["in TBs of 16 x 16 x 1: 7 definitely redundant (DR), 3 vector (V)"]);
}

#[test]
fn without_more_words_the_functions_are_listed() {
    let dir = directory();
    let path = file(&dir, TEXT.as_bytes());
    let text = String::from_utf8(heddle(&["ptx", &path]).stdout).expect("text");
    assert_says(&text, &["sums", "empty", "helper", "kernel", "function", "512"]);
    let report = json(&["ptx", &path, "--json"]);
    let names: Vec<&str> = report["functions"]
        .as_array()
        .expect("functions")
        .iter()
        .filter_map(|function| function["name"].as_str())
        .collect();
    assert_eq!(names, ["sums", "empty", "helper"]);
    assert_eq!(report["functions"][0].get("redundancy"), None);
}

#[test]
fn bad_use_is_refused_in_one_line() {
    let dir = directory();
    let path = file(&dir, TEXT.as_bytes());
    let refused = |more: &[&str]| refusal(&[&["ptx", &path, "--redundancy"], more].concat());
    assert_says(&refused(&["--kernel", "none"]), &["--kernel", "no kernel `none`", "sums, empty"]);
    assert_says(&refused(&["--block", "0,4"]), &["--block `0,4`", "`0` is not a positive"]);
    assert_says(&refused(&["--block", "1,2,3,4"]), &["more than three dimensions"]);
    assert_says(&refused(&["--block", "2048"]), &["2048 threads", "at most 1024"]);
    let huge = "4294967295,4294967295,4294967295";
    assert_says(&refused(&["--block", huge]), &["a TB has at most 1024"]);
    let missing = refusal(&["ptx", "no/such/file.ptx", "--redundancy"]);
    assert_says(&missing, &["cannot read no/such/file.ptx"]);
    let other = file(&dir, b"int main() { return 0; }");
    assert_says(&refusal(&["ptx", &other, "--redundancy"]), &["k.ptx:1"]);
    let binary = file(&dir, &[0xff, 0xfe, 0x00, 0x80]);
    assert_says(&refusal(&["ptx", &binary, "--redundancy"]), &["cannot read"]);
    let empty = file(&dir, b".version 8.0\n.target sm_80\n.address_size 64\n");
    assert_says(&refusal(&["ptx", &empty, "--redundancy"]), &["no function"]);
    assert_says(&refusal(&["ptx", &empty, "--kernel", "k"]), &["no kernel `k`"]);
}
