//! The host side of a run: NumPy files in and out, comparisons, and host programs.

use crate::common::{assert_says, heddle, json, refusal};
use serde_json::Value;
use std::path::Path;
use std::process::Output;

/// Runs the kernel `twice` on the array in `input`, comparing as `comparison` says.
fn twice(dir: &Path, input: &Path, comparison: &str, dump: &str) -> Output {
    let ptx = dir.join("twice.ptx");
    std::fs::write(&ptx, include_str!("data/twice.ptx")).expect("writable");
    let input = format!("npy:{}", input.display());
    heddle(&[
        "run",
        ptx.to_str().expect("text"),
        "--kernel",
        "twice",
        "--arg",
        &input,
        "--arg",
        "zero:80",
        "--arg",
        "u32:20",
        "--compare",
        comparison,
        "--dump",
        dump,
        "--json",
    ])
}

#[test]
fn npy_files_go_in_come_out_and_are_compared() {
    use heddle_workloads::inputs::npy::{Dtype, NpyArray};
    let dir = tempfile::tempdir().expect("a scratch directory");
    let words = |factor: u32| (0..20).flat_map(|i: u32| (factor * i).to_le_bytes()).collect();
    let paths = ["in.npy", "twice.npy", "out.npy"].map(|name| dir.path().join(name));
    let input = NpyArray { dtype: Dtype::I4, shape: vec![4, 5], bytes: words(1) };
    let mut expected = NpyArray { dtype: Dtype::I4, shape: vec![4, 5], bytes: words(2) };
    std::fs::write(&paths[0], input.encode()).expect("writable");
    std::fs::write(&paths[1], expected.encode()).expect("writable");
    let comparison = format!("1:{}", paths[1].display());
    let output = twice(dir.path(), &paths[0], &comparison, &format!("0:{}", paths[2].display()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(result["verified"], Value::Bool(true));
    assert_eq!(std::fs::read(&paths[2]).expect("dumped"), input.encode(), "type and shape stay");

    expected.bytes[4 * 7] += 1;
    std::fs::write(&paths[1], expected.encode()).expect("writable");
    let output = twice(dir.path(), &paths[0], &comparison, &format!("1:{}", paths[2].display()));
    assert_eq!(output.status.code(), Some(1));
    let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(result["verified"], Value::Bool(false));
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    assert_says(&error, &["argument 1: element [1, 2] is 14,", "twice.npy says 15"]);
}

#[test]
fn the_only_kernel_of_a_file_needs_no_name_and_one_of_several_its_name_in_cpp() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = dir.path().join("twice.ptx");
    let path = path.to_str().expect("text");
    let command = |more: &[&'static str]| {
        let start = ["run", path, "--arg", "iota:4", "--arg", "zero:16", "--arg", "u32:4"];
        [&start[..], more].concat()
    };
    let one = include_str!("data/twice.ptx").replace("entry twice(", "entry _Z5twicePjS_j(");
    std::fs::write(path, &one).expect("writable");
    assert!(json(&command(&["--json"]))["cycles"].as_u64() > Some(0));
    std::fs::write(path, one + ".visible .entry rest() { ret; }\n").expect("writable");
    assert!(json(&command(&["--kernel", "twice", "--json"]))["cycles"].as_u64() > Some(0));
    let kernels = "_Z5twicePjS_j (twice(unsigned int*, unsigned int*, unsigned int)), rest";
    assert_says(&refusal(&command(&[])), &["several kernels", kernels, "--kernel NAME"]);
    let unknown = refusal(&command(&["--kernel", "thrice"]));
    assert_says(&unknown, &["--kernel: there is no kernel `thrice`", kernels]);
}

#[test]
fn a_bad_comparison_or_array_is_refused_before_the_run() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = dir.path().join("twice.ptx");
    std::fs::write(&path, include_str!("data/twice.ptx")).expect("writable");
    let path = path.to_str().expect("text");
    let start = ["run", path, "--kernel", "twice", "--arg", "zero:8", "--arg", "u32:1"];
    for (more, parts) in [
        (["--compare", "0:none.npy"], &["--compare", "none.npy", "cannot read"]),
        (["--compare", "1:r.npy"], &["--compare", "argument 1", "not a buffer"]),
        (["--compare", "0:r.npy:much"], &["--compare", "much", "TOLERANCE"]),
        (["--compare", "r.npy"], &["--compare", "r.npy", "INDEX:REF.npy"]),
        (["--dump", "5:out.npy"], &["--dump", "only 2 arguments", "from 0"]),
        (["--arg", "npy:none.npy"], &["--arg 2", "none.npy", "cannot read"]),
    ] {
        assert_says(&refusal(&[&start[..], &more[..]].concat()), parts);
    }
}

#[test]
fn an_output_that_would_overwrite_an_input_or_another_output_is_refused_before_the_run() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let at = |name: &str| dir.path().join(name).display().to_string();
    let (ptx, input, host) = (at("twice.ptx"), at("in.bin"), at("host.toml"));
    std::fs::create_dir(dir.path().join("sub")).expect("writable");
    std::fs::write(&ptx, include_str!("data/twice.ptx")).expect("writable");
    std::fs::write(&input, [1; 8]).expect("writable");
    let argument = format!("bin:{input}");
    let start = ["run", &ptx, "--arg", &argument, "--arg", "zero:8", "--arg", "u32:2"];
    let (same, new) = (at("sub/../in.bin"), at("new"));
    for (outputs, parts) in [
        (["--dump", &format!("1:{same}")], ["--dump", "would overwrite the input", "in.bin"]),
        (["--dump", &format!("1:{ptx}")], ["--dump", "would overwrite the input", "twice.ptx"]),
        (["--timeline", &ptx], ["--timeline", "would overwrite the input", "twice.ptx"]),
    ] {
        assert_says(&refusal(&[&start[..], &outputs].concat()), &parts);
    }
    let twice = ["--dump", &format!("1:{new}"), "--occupancy", &new];
    assert_says(&refusal(&[&start[..], &twice].concat()), &["is also the output of --occupancy"]);
    for path in ["in.bin", "twice.ptx", "host.toml"] {
        let text = format!(
            "ptx = 'twice.ptx'\nstep = []\nbuffer = [{{ name = 'a', kind = 'bin', path = 'in.bin' }}]\n\
             dump = [{{ buffer = 'a', path = '{path}' }}]\n"
        );
        std::fs::write(&host, text).expect("writable");
        assert_says(&refusal(&["run", &host]), &["[[dump]]", "would overwrite the input", path]);
    }
    std::fs::write(at("report.txt"), "0 1\n").expect("writable");
    let demo = refusal(&["demo", "--input", &at("report.txt"), "--out", &at("")]);
    assert_says(&demo, &["the report", "would overwrite the input"]);
    assert_eq!(std::fs::read(&input).expect("it is there"), [1; 8]);
    assert_eq!(std::fs::read_to_string(&ptx).expect("it is there"), include_str!("data/twice.ptx"));
    assert!(!dir.path().join("new").exists());
    let both = ["--timeline", "/dev/null", "--occupancy", "/dev/null", "--json"];
    json(&[&start[..], &both].concat());
}

#[test]
fn a_host_script_runs_breadth_first_search_and_refuses_options_that_are_not_its_own() {
    let host_program = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/bfs.toml");
    let run = json(&["run", host_program, "--json"]);
    assert_eq!((run["verified"].as_bool(), run["host_launches"].as_u64()), (Some(true), Some(5)));
    assert_says(&refusal(&["run", host_program, "--arg", "u32:1"]), &["--arg", "bfs.toml"]);
    assert_says(&refusal(&["run", host_program, "--input", "x"]), &["--input", "[[buffer]]"]);
    assert_says(&refusal(&["run", "none.toml"]), &["cannot read none.toml"]);
}

#[test]
fn a_launch_the_machine_refuses_is_told_with_the_script_and_the_kernel() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let host_program = dir.path().join("host.toml");
    std::fs::write(dir.path().join("twice.ptx"), include_str!("data/twice.ptx")).expect("writable");
    let text = "ptx = 'twice.ptx'\nbuffer = [{ name = 'a', kind = 'iota', count = 8 }]\n\
        step = [{ launch = { kernel = 'twice', grid = 1, block = 2048, args = ['$a', '$a', 'u32:8'] } }]\n";
    std::fs::write(&host_program, text).expect("writable");
    let line = refusal(&["run", host_program.to_str().expect("text")]);
    assert_says(&line, &["host.toml: ", "`twice`", "1024"]);
}

/// A host program of docs/examples, changed by `change`, with what lies beside it; runs it and returns the
/// result and the directory.
fn example(name: &str, change: impl Fn(String) -> String) -> (Value, tempfile::TempDir) {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/examples");
    let dir = tempfile::tempdir().expect("a scratch directory");
    let beside = dir.path().join(name);
    std::fs::create_dir(&beside).expect("writable");
    for entry in examples.join(name).read_dir().expect("a directory") {
        let file = entry.expect("readable").path();
        std::fs::copy(&file, beside.join(file.file_name().expect("a file"))).expect("writable");
    }
    let text = std::fs::read_to_string(examples.join(format!("{name}.toml"))).expect("an example");
    let kernels = concat!(env!("CARGO_MANIFEST_DIR"), "/sim/workloads/kernels");
    let text = change(text.replace("../../sim/workloads/kernels", kernels));
    let host_program = dir.path().join("host.toml");
    std::fs::write(&host_program, text).expect("writable");
    (json(&["run", host_program.to_str().expect("text"), "--json"]), dir)
}

#[test]
fn the_example_of_the_page_on_host_scripts_halves_until_the_flag_stays_clear() {
    let (run, dir) = example("halve", |text| text);
    // 199 is below 2^8, and one more launch finds nothing to do.
    assert_eq!((run["verified"].as_bool(), run["host_launches"].as_u64()), (Some(true), Some(9)));
    let read = |name: &str| std::fs::read(dir.path().join("halve").join(name)).expect("an array");
    assert_eq!(read("result.npy"), read("halved.npy"));
}

#[test]
fn two_streams_take_fewer_cycles_than_the_same_launches_one_after_the_other() {
    let (overlapped, _dir) = example("streams", |text| text);
    let (serial, _dir) = example("streams", |text| {
        let kept = |line: &&str| !line.starts_with("stream = ");
        let text: Vec<&str> = text.lines().filter(kept).collect();
        text.join("\n").replace("sync = \"right\"", "sync = \"device\"")
    });
    for run in [&overlapped, &serial] {
        assert_eq!(
            (run["verified"].as_bool(), run["host_launches"].as_u64()),
            (Some(true), Some(5))
        );
    }
    let cycles = [overlapped, serial].map(|run| run["cycles"].as_u64().expect("a number"));
    assert!(4 * cycles[0] < 3 * cycles[1], "{cycles:?}");
}
