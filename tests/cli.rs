//! What the command line says to good and bad input, as a user sees it.

use crate::common::{assert_says, heddle, json, refusal};
use heddle_workloads::inputs::npy::{Dtype, NpyArray};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

fn entries(dir: &Path) -> usize {
    std::fs::read_dir(dir).expect("readable").count()
}

#[test]
fn bfs_is_verified_under_every_launch_mode_and_launches_only_where_it_should() {
    let input = "graph500:8:16:1";
    let flat = json(&["run", "bfs", "--input", input, "--json"]);
    assert_eq!((flat["verified"].as_bool(), flat["launches"].as_u64()), (Some(true), Some(0)));
    for mode in ["cdp", "dtbl"] {
        let set = format!("kernel.launch={mode}");
        let run = json(&["run", "bfs", "--input", input, "--set", &set, "--json"]);
        assert_eq!(run["verified"], Value::Bool(true), "{mode}");
        assert!(run["launches"].as_u64() > Some(0), "{mode} launched nothing");
        assert_eq!(run["kde_hit_rate"].is_null(), mode == "cdp");
    }
}

#[test]
fn children_are_gathered_by_an_option_of_the_application() {
    let bfs = ["run", "bfs", "--input", "graph500:8:16:1", "--set", "kernel.launch=cdp", "--json"];
    let launches = |gather: &str| {
        let result = json(&[&bfs[..], &["--app", gather]].concat());
        assert_eq!(result["verified"], Value::Bool(true), "{gather}");
        result["launches"].as_u64().expect("a number")
    };
    let [none, warp, grid] = ["gather=none", "gather=warp", "gather=grid"].map(launches);
    assert!(none > warp && warp > 0 && grid == 0, "{none} {warp} {grid}");
}

#[test]
fn an_option_that_means_nothing_is_refused_with_what_to_do() {
    let line = refusal(&["run", "bfs", "--app", "gather=warp"]);
    assert_says(&line, &["gather of bfs", "kernel.launch=cdp"]);
    let line = refusal(&["run", "matmul", "--app", "gather=warp"]);
    assert_says(&line, &["matmul has no option `gather`"]);
    let line = refusal(&["run", "bfs", "--app", "gather"]);
    assert_says(&line, &["`gather`", "KEY=VALUE"]);
    let line = refusal(&["run", "bfs", "--set", "kernel.launch=aggregate-warp"]);
    assert_says(&line, &["aggregate-warp", "--app gather=warp"]);
}

#[test]
fn a_machine_is_a_file_that_says_what_differs_from_its_base() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("small.toml").display().to_string();
    std::fs::write(&file, "base = \"k20c\"\n[smx]\ncount = 3 # mine\n").expect("written");
    let bfs = ["run", "bfs", "--input", "graph500:6:8:1", "--json"];
    let named = json(&[&bfs[..], &["--config", &file]].concat());
    let set = json(&[&bfs[..], &["--set", "smx.count=3"]].concat());
    assert_eq!(named["trace_hash"], set["trace_hash"]);
    let printed = heddle(&["config", &file]);
    let printed = String::from_utf8(printed.stdout).expect("text");
    assert!(printed.contains("\ncount = 3 # mine\n"), "{printed}");
    let complete = directory.path().join("complete.toml").display().to_string();
    std::fs::write(&complete, &printed).expect("written");
    let again = json(&[&bfs[..], &["--config", &complete]].concat());
    assert_eq!(named["trace_hash"], again["trace_hash"]);

    std::fs::write(&file, "base = \"k20c\"\n[rooms]\nkdes = 3\n").expect("written");
    let line = refusal(&["run", "bfs", "--config", &file]);
    assert_says(&line, &[&format!("{file}:3: "), "`rooms.kdes` is now `units.kdes`"]);
}

#[test]
fn a_setting_that_does_nothing_is_refused_by_a_run_and_printed_by_config() {
    let line = refusal(&["run", "bfs", "--set", "units.agt_entries=8"]);
    assert_says(&line, &["units.agt_entries", "does nothing", "kernel.launch=dtbl"]);
    let line = refusal(&["lockstep", "bfs", "--set", "dats.policy=lrr"]);
    assert_says(&line, &["dats.policy", "tb.source=dats"]);
    assert!(heddle(&["config", "k20c", "--set", "units.agt_entries=8"]).status.success());
}

#[test]
fn two_runs_give_the_same_trace_hash_and_another_graph_gives_another() {
    let run = |input| {
        let set = "kernel.launch=dtbl";
        json(&["run", "bfs", "--input", input, "--set", set, "--json"])["trace_hash"].clone()
    };
    assert_eq!(run("graph500:7:8:1"), run("graph500:7:8:1"));
    assert_ne!(run("graph500:7:8:1"), run("graph500:7:8:2"));
}

#[test]
fn lockstep_on_a_circuit_reports_equal_and_the_models_hash() {
    let arguments = ["lockstep", "bfs", "--input", "graph500:6:8:1", "--preset", "tiny"];
    let more = ["--set", "kernel.launch=dtbl", "--backend", "agt=rtl", "--json"];
    let report = json(&[&arguments[..], &more[..]].concat());
    assert_eq!(report["equal"], Value::Bool(true));
    assert_eq!(report["trace_hash"], report["runs"][0]["trace_hash"]);
}

#[test]
fn storage_adds_up_to_the_published_figures() {
    let report = json(&["area", "--storage", "--json"]);
    let figures = report["reconciled"].as_array().expect("a list");
    let published = [1096, 20_480, 2304, 3072, 768, 605, 1664, 2624, 128, 2688];
    assert_eq!(figures.len(), published.len());
    for (figure, bytes) in figures.iter().zip(published) {
        assert_eq!(figure["published_bytes"], bytes);
        assert_eq!(figure["ours_bytes"], bytes, "{}", figure["figure"]);
    }
}

#[test]
fn the_listing_names_units_apps_and_configurations() {
    let listing = json(&["list", "--json"]);
    let units = listing["units"].as_array().expect("a list");
    for name in heddle_hw::chip::standard::INSTANCES.iter().copied() {
        let unit = units.iter().find(|unit| unit["name"] == name).expect(name);
        let presets = unit["presets"].as_array().expect("a list");
        assert_eq!(presets[..2], ["tiny", "paper"]);
        assert_eq!(presets.contains(&"paper-two-way".into()), name == "agt", "{name}");
    }
    let apps = listing["apps"].as_array().expect("a list");
    assert!(apps.iter().any(|app| app["name"] == "bfs" && app["about"].is_string()));
    assert!(listing["configs"].as_array().expect("a list").contains(&Value::from("k20c")));
}

#[test]
fn every_configuration_that_is_listed_can_be_printed() {
    for name in json(&["list", "--json"])["configs"].as_array().expect("a list") {
        let name = name.as_str().expect("text");
        assert_eq!(json(&["config", name, "--json"])["name"], name);
        let text = String::from_utf8(heddle(&["config", name]).stdout).expect("text");
        assert!(text.contains("count = ") && text.contains("# "), "{name}: {text}");
    }
}

#[test]
fn a_printed_configuration_marks_what_was_set_and_refuses_unknown_keys() {
    let output = heddle(&["config", "k20c", "--set", "l1.ways=8"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("\nways = 8 # set on the command line\n"), "{text}");
    assert!(text.contains("\nsets = 32           # [G]"), "{text}");
    let line = refusal(&["config", "k20c", "--set", "l1.way=8"]);
    assert_says(&line, &["unknown configuration key `l1.way`", "l1.ways"]);
    assert_says(&refusal(&["config", "k80"]), &["unknown preset `k80`", "gtx1080ti"]);
}

#[test]
fn a_ptx_file_runs_with_typed_arguments_and_its_buffers_can_be_dumped() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let ptx = dir.path().join("twice.ptx");
    std::fs::write(&ptx, include_str!("data/twice.ptx")).expect("writable");
    let dump = dir.path().join("out.bin");
    let dump_option = format!("1:{}", dump.display());
    let run = json(&[
        "run",
        ptx.to_str().expect("text"),
        "--kernel",
        "twice",
        "--grid",
        "2,1,1",
        "--block",
        "64,1,1",
        "--arg",
        "iota:100",
        "--arg",
        "zero:400",
        "--arg",
        "u32:100",
        "--dump",
        &dump_option,
        "--json",
    ]);
    assert!(run["verified"].is_null());
    let bytes = std::fs::read(&dump).expect("the dump was written");
    let words: Vec<u32> =
        bytes.chunks(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    assert_eq!(words, (0..100).map(|i| 2 * i).collect::<Vec<_>>());
}

#[test]
fn a_truncated_graph_is_refused_with_file_and_line() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = dir.path().join("short.mtx");
    let text = "%%MatrixMarket matrix coordinate pattern general\n4 4 3\n1 2\n2 3\n";
    std::fs::write(&path, text).expect("writable");
    let path = path.to_str().expect("text");
    assert_says(&refusal(&["run", "bfs", "--input", path, "--json"]), &["short.mtx:"]);
}

#[test]
fn an_unknown_ptx_instruction_is_refused_with_file_line_and_text() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = dir.path().join("odd.ptx");
    let text = include_str!("data/twice.ptx").replace("add.s32", "frobnicate.s32");
    std::fs::write(&path, text).expect("writable");
    let line = refusal(&["run", path.to_str().expect("text"), "--kernel", "twice"]);
    assert_says(&line, &["odd.ptx:", "frobnicate"]);
}

#[test]
fn unknown_keys_presets_apps_and_backends_are_refused_with_what_is_known() {
    let line = refusal(&["run", "bfs", "--set", "kernel.lunch=dtbl"]);
    assert_says(&line, &["kernel.lunch", "kernel.launch"]);
    assert_says(&refusal(&["run", "bfs", "--config", "k21c"]), &["k21c", "k20c"]);
    assert_says(&refusal(&["run", "dfs"]), &["dfs", "bfs"]);
    assert_says(&refusal(&["run", "bfs", "--backend", "agt=fpga"]), &["fpga", "verilated"]);
    assert_says(&refusal(&["run", "bfs", "--backend", "agx=rtl"]), &["agx", "kmu"]);
    assert_says(&refusal(&["export", "agx", "--out", "unused"]), &["agx", "agt"]);
    let line = refusal(&["export", "agt", "--sram", "flops", "--out", "unused"]);
    assert_says(&line, &["flops", "behavioural", "macro"]);
}

#[test]
fn a_wrong_output_after_refused_launches_names_them_and_the_way_out() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let expected = dir.path().join("all_launched.npy");
    // Launches that succeeded, those that did not, and the error.
    let array = NpyArray::flat(Dtype::U4, [32, 0, 0].map(u32::to_le_bytes).concat());
    std::fs::write(&expected, array.encode()).expect("written");
    let output = heddle(&[
        "run",
        "sim/tests/ptx/cdp/errors.ptx",
        "--kernel",
        "many",
        "--arg",
        "zero:12",
        "--compare",
        &format!("0:{}", expected.display()),
        "--set",
        "kernel.launch=cdp",
        "--set",
        "kernel.pending_limit=2",
    ]);
    assert!(!output.status.success());
    let line = String::from_utf8(output.stderr).expect("errors are text");
    assert_eq!(line.trim_end().lines().count(), 1, "not one line: {line}");
    let parts = ["output is wrong", "LaunchPendingCountExceeded", "raise kernel.pending_limit"];
    assert_says(&line, &parts);
}

#[test]
fn absurd_sizes_are_refused() {
    assert_says(&refusal(&["run", "bfs", "--set", "smx.count=1000000000"]), &["smx.count"]);
    assert_says(&refusal(&["run", "bfs", "--set", "smx.count=0"]), &["smx.count"]);
    assert_says(&refusal(&["run", "bfs", "--input", "graph500:60:16:1"]), &["60"]);
    assert_says(&refusal(&["run", "matmul", "--input", "99999999999"]), &["99999999999"]);
}

#[test]
fn exporting_every_unit_makes_a_directory_a_unit_and_a_page_that_leads_to_them() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let out = dir.path().join("ip");
    let path = out.to_str().expect("text");
    let output = heddle(&["export", "--all", "--preset", "tiny", "--out", path]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = std::fs::read_to_string(out.join("README.md")).expect("a page");
    let units = page.matches("/doc/heddle_").count();
    assert_eq!(entries(&out), units + 1);
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), units + 1);
}

#[test]
fn an_output_directory_that_cannot_be_made_is_refused_and_nothing_is_left() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let file = dir.path().join("file");
    std::fs::write(&file, "in the way").expect("writable");
    let inside = file.join("out");
    let inside = inside.to_str().expect("text");
    assert_says(&refusal(&["export", "fifo", "--out", inside]), &["file"]);
    assert_says(&refusal(&["demo", "--out", inside]), &["file"]);
    assert_eq!(entries(dir.path()), 1);
}

/// A PTX file whose kernel `k` takes a buffer and has this body.
fn ptx_of(dir: &Path, body: &str) -> String {
    let path = dir.join("k.ptx");
    let text = format!(
        ".version 6.0\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 a){{\n\
         .reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\nmov.u32 %r1, %tid.x;\n{body}\nret;\n}}\n"
    );
    std::fs::write(&path, text).expect("writable");
    path.to_str().expect("text").to_string()
}

const BUFFER: [&str; 6] = ["--kernel", "k", "--block", "64", "--arg", "zero:256"];

#[test]
fn registers_are_counted_for_each_kernel_or_as_many_as_are_asked_for() {
    let run = ["run", "vector_add", "--json"];
    let counted = json(&run);
    let count = counted["registers_per_thread"].as_u64().expect("a count");
    assert!((1..=255).contains(&count));
    assert_eq!(counted["kernel_registers"]["vector_add"], count);
    let forced = json(&[&run[..], &["--registers", "255"]].concat());
    assert_eq!(forced["registers_per_thread"], 255);
    for bad in ["0", "256", "some"] {
        assert_says(&refusal(&[&run[..], &["--registers", bad]].concat()), &["--registers", bad]);
    }
}

#[test]
fn an_endless_loop_ends_at_max_cycles_and_says_where_it_was() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = ptx_of(dir.path(), "L: bra L;");
    let arguments = [&["run", &path][..], &BUFFER, &["--max-cycles", "5000"]].concat();
    assert_says(&refusal(&arguments), &["5000 cycles", "--max-cycles", "k.ptx:7"]);
}

#[test]
fn warps_that_end_before_a_barrier_are_not_waited_for() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = ptx_of(dir.path(), "setp.lt.u32 %p1, %r1, 32; @%p1 ret; bar.sync 0;");
    json(&[&["run", &path, "--json"][..], &BUFFER].concat());
}

#[test]
fn warps_at_different_barriers_are_a_diagnosis_not_a_hang() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let body = "setp.lt.u32 %p1, %r1, 32; @%p1 bar.sync 0; @!%p1 bar.sync 1;";
    let line = refusal(&[&["run", &ptx_of(dir.path(), body)][..], &BUFFER].concat());
    assert_says(&line, &["stuck", "barrier", "k.ptx:7"]);
}

#[test]
fn a_faulting_access_is_told_once_with_line_and_thread() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    // Which of several warps faults first depends on the cycle.
    let one_warp = BUFFER.map(|option| if option == "64" { "32" } else { option });
    for (body, what) in [
        ("ld.param.u64 %rd1, [a]; st.global.u32 [%rd1+2], %r1;", "not aligned"),
        ("mov.u64 %rd1, 0; ld.global.u32 %r1, [%rd1];", "is a null pointer"),
        ("bar.sync 99;", "barriers are 0 to 15"),
        ("trap;", "trapped"),
    ] {
        let line = refusal(&[&["run", &ptx_of(dir.path(), body)][..], &one_warp].concat());
        assert_says(&line, &["k.ptx:7", "thread (0, 0, 0)", what]);
        assert_eq!(line.matches("k.ptx:7").count(), 1, "told twice: {line}");
    }
}

#[test]
fn ptx_that_asks_for_too_much_or_does_not_exist_is_refused_before_it_runs() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    for (body, what) in [
        (".local .b8 s[2000000000];", "at most 65536"),
        (".shared .b8 s[1000000];", "shared memory"),
        ("add.sat.s64 %rd1, %rd1, %rd2;", ".sat"),
        ("vote.all.b32 %r1, %p1;", "does not exist for this type"),
        ("atom.global.xor.f32 %r1, [%rd1], %r2;", "`.xor` exists for .b32, .b64 only"),
    ] {
        let line = refusal(&[&["run", &ptx_of(dir.path(), body)][..], &BUFFER].concat());
        assert_says(&line, &[what]);
        assert!(line.len() < 800, "too long to read: {line}");
    }
    let endless = format!("mov.u32 %r1, {};", "1".repeat(100_000));
    let line = refusal(&[&["run", &ptx_of(dir.path(), &endless)][..], &BUFFER].concat());
    assert!(line.len() < 800, "too long to read");
}

#[test]
fn every_truncation_of_a_ptx_file_is_refused_in_one_line_or_runs() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let text = include_str!("data/twice.ptx");
    let path = dir.path().join("cut.ptx");
    for part in 0..20 {
        std::fs::write(&path, &text[..text.len() * part / 20]).expect("writable");
        refusal(&["run", path.to_str().expect("text"), "--kernel", "twice"]);
    }
    std::fs::write(&path, [0xff, 0xfe, 0, 1]).expect("writable");
    let line = refusal(&["run", path.to_str().expect("text"), "--kernel", "twice"]);
    assert_says(&line, &["cut.ptx", "UTF-8"]);
}

#[test]
fn a_buffer_larger_than_the_device_is_refused_without_being_made() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = ptx_of(dir.path(), "");
    for argument in ["zero:2147483648", "iota:500000000", "random:500000000:1"] {
        let line = refusal(&["run", &path, "--kernel", "k", "--arg", argument]);
        assert_says(&line, &["device memory", "do not fit"]);
    }
    let line = refusal(&["run", &path, "--kernel", "k", "--arg", "zero:99999999999999"]);
    assert_says(&line, &["--arg 0", "at most"]);
}

#[test]
fn a_dump_that_cannot_be_written_is_refused_before_the_run() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = ptx_of(dir.path(), "L: bra L;");
    for dump in ["0:/nonexistent/x", "0:", "0:.", "1:x", "x"] {
        let line = refusal(&[&["run", &path][..], &BUFFER, &["--dump", dump]].concat());
        assert_says(&line, &["--dump"]);
    }
}

#[test]
fn an_error_that_quotes_line_ends_is_still_one_line() {
    assert_says(&refusal(&["run", "bfs", "--set", "smx.count=1\n2"]), &["smx.count", "1\\n2"]);
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_cannot_be_written_is_an_error_and_a_reader_that_left_is_none() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a full device");
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    let output = command.args(["list"]).stdout(full).output().expect("the binary runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    assert_eq!(error.lines().count(), 1, "{error}");
    assert_says(&error, &["standard output", "No space left"]);

    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.args(["run", "vector_add"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn several_threads_give_the_result_of_one_and_none_are_refused() {
    for what in ["docs/examples/bfs.toml", "docs/examples/streams.toml", "vector_add"] {
        let run = |threads| {
            let mut result = json(&["run", what, "--threads", threads, "--json"]);
            let fields = result.as_object_mut().expect("an object");
            for name in ["wall_seconds", "command"] {
                fields.remove(name).expect("a field");
            }
            result
        };
        assert_eq!(run("1"), run("3"), "{what}");
    }
    assert_says(&refusal(&["run", "vector_add", "--threads", "0"]), &["--threads", "0"]);
}
