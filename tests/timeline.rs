//! `--timeline`, `--occupancy`, `--wavefront` and `--children`: the files appear, and are what viewers can open.

#[path = "../sim/tests/common/trace.rs"]
mod trace;

use crate::common::{assert_says, json, refusal};
use roxmltree::Document;
use serde_json::Value;

/// Runs with both options and --json; returns the result, the events and the text of the drawing.
fn record(arguments: &[&str]) -> (Value, Vec<Value>, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let [timeline, occupancy] =
        ["t.json", "o.svg"].map(|name| directory.path().join(name).display().to_string());
    let files = ["--json", "--timeline", &timeline, "--occupancy", &occupancy];
    let result = json(&[&["run"], arguments, &files].concat());
    let read = |path: &str| std::fs::read_to_string(path).expect("the file is there");
    (result, trace::parse(&read(&timeline)), read(&occupancy))
}

/// Checks that `text` is a drawing that shows something, with words beside it.
fn check_drawing(text: &str, title: &str) {
    let document = Document::parse(text).expect("XML");
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
    assert_eq!((root.attribute("width"), root.attribute("height")), (Some("960"), Some("360")));
    let words: Vec<&str> =
        root.descendants().filter_map(|node| node.text()).map(str::trim).collect();
    for word in [title, "core cycles", "occupancy (%)"] {
        assert!(words.contains(&word), "{word} is missing in {words:?}");
    }
    let curves = root.descendants().filter(|node| node.has_tag_name("polygon"));
    let points: usize = curves
        .filter_map(|curve| curve.attribute("points"))
        .map(|points| points.split_whitespace().count())
        .sum();
    assert!(points > 4, "the curve has {points} points");
}

#[test]
fn both_files_of_an_application_can_be_opened() {
    for mode in ["cdp", "dtbl"] {
        let set = format!("kernel.launch={mode}");
        let (result, events, drawing) =
            record(&["bfs", "--input", "graph500:7:8:1", "--set", &set]);
        assert_eq!(Some(trace::check_slices(&events)), result["tbs"].as_u64(), "{mode}");
        let last = events.iter().map(|event| trace::number(event, "ts")).max();
        assert!(last <= result["cycles"].as_u64(), "{mode}: an event at {last:?}");
        assert!(events.iter().any(|event| event["ph"] == "C"), "{mode} has no counters");
        check_drawing(&drawing, "bfs");
    }
}

#[test]
fn both_files_of_parents_that_wait_for_their_children_can_be_opened() {
    let ptx = concat!(env!("CARGO_MANIFEST_DIR"), "/sim/tests/ptx/cdp/waiting.compute_35.ptx");
    let launch = ["--kernel", "sums", "--grid", "60,1,1", "--block", "64,1,1"];
    let buffers = ["--arg", "zero:15360", "--arg", "zero:15360"];
    let machine = ["--config", "tiny", "--set", "kernel.launch=cdp", "--set", "smx.tbs=4"];
    let (result, events, drawing) = record(&[&[ptx], &launch[..], &buffers, &machine].concat());
    let number = |key: &str| result[key].as_u64().expect(key);
    assert!(number("suspended_tbs") > 0);
    assert_eq!(trace::check_slices(&events), number("tbs") + number("suspended_tbs"));
    check_drawing(&drawing, ptx);
}

#[test]
fn a_wavefront_shows_each_tb_of_the_graph_ready_before_it_runs_and_running_before_it_is_done() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("w.svg").display().to_string();
    let machine = ["--config", "gtx480", "--set", "tb.source=dats"];
    let run = ["run", "heat2d", "--input", "16:64", "--wavefront", &path, "--json"];
    let result = json(&[&run[..], &machine].concat());
    let text = std::fs::read_to_string(&path).expect("the file is there");
    let document = Document::parse(&text).expect("XML");
    let fills =
        document.descendants().filter(|node| node.attribute("attributeName") == Some("fill"));
    let fills: Vec<_> = fills.collect();
    assert_eq!(Some(fills.len() as u64), result["graph_nodes"].as_u64());
    for fill in fills {
        let times = fill.attribute("keyTimes").expect("times").split(';');
        let times: Vec<f64> = times.map(|time| time.parse().expect("a number")).collect();
        assert!(times.len() == 4 && times.is_sorted() && times[3] < 1.0, "{times:?}");
    }
}

#[test]
fn a_wavefront_without_a_scheduler_of_graphs_is_refused_with_what_to_do() {
    let line = refusal(&["run", "heat2d", "--input", "16:64", "--wavefront", "w.svg"]);
    assert_says(&line, &["--wavefront", "tb.source=fcfs", "tb.source=dats"]);
}

/// The drawing of a run's children, and its result.
fn children(launch: &str, placement: &str) -> (Value, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("c.svg").display().to_string();
    let launch = format!("kernel.launch={launch}");
    let placement = format!("tb.placement={placement}");
    let run = ["run", "bfs", "--input", "citation:16384:1", "--children", &path, "--json"];
    let laperm = ["--set", &launch, "--set", "tb.source=laperm", "--set", &placement];
    let result = json(&[&run[..], &laperm].concat());
    (result, std::fs::read_to_string(&path).expect("the file is there"))
}

#[test]
fn the_picture_of_children_has_the_parents_smx_of_every_child_and_an_arc_for_each_launch() {
    for launch in ["dtbl", "cdp"] {
        let (result, text) = children(launch, "bound");
        let document = Document::parse(&text).expect("XML");
        let named = document.descendants().filter(|node| node.has_tag_name("title"));
        let (mut all, mut at_home) = (0, 0);
        for pair in named.filter_map(|node| node.text()) {
            let numbers: Vec<u64> =
                pair.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
            let [parent, child, tbs] = numbers[..] else { panic!("{pair}") };
            all += tbs;
            at_home += if parent == child { tbs } else { 0 };
        }
        let share = result["children_on_parent_smx"].as_f64().expect("a ratio");
        assert!(
            all > 0 && (at_home as f64 / all as f64 - share).abs() < 1e-12,
            "{at_home} of {all}"
        );
        let dots = document.descendants().filter(|node| node.has_tag_name("circle")).count();
        let launches = result["launches"].as_u64().expect("a number");
        assert_eq!(dots as u64, launches);
        assert!(text.contains(&format!("all of {launches} launches")), "the picture says so");
        assert_eq!(text, children(launch, "bound").1, "the same run has the same picture");
    }
}

#[test]
fn a_picture_of_children_without_launches_by_tbs_is_refused_with_what_to_do() {
    let line = refusal(&["run", "bfs", "--children", "c.svg"]);
    assert_says(&line, &["--children", "kernel.launch=flat", "kernel.launch=dtbl"]);
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_run() {
    for option in ["--timeline", "--occupancy", "--wavefront", "--children"] {
        let set = match option {
            "--children" => "kernel.launch=dtbl",
            _ => "tb.source=dats",
        };
        let line = ["run", "bfs", option, "/no/such/directory/file", "--set", set];
        let line = refusal(&line);
        assert_says(&line, &["cannot write", "/no/such/directory/file"]);
    }
}
