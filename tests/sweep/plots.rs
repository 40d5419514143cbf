//! Pictures of a study.

use super::{in_dir, STUDY};
use crate::common::{assert_says, heddle, json};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// The texts of a picture, which is well formed.
fn texts(path: &Path) -> Vec<String> {
    let svg =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let picture = roxmltree::Document::parse(&svg).expect("XML");
    picture
        .descendants()
        .filter_map(|node| node.text())
        .map(|text| text.trim().to_owned())
        .collect()
}

#[test]
fn lines_a_heat_map_and_a_front_are_drawn_with_machine_inputs_and_version() {
    let dir = tempdir().expect("a directory");
    let plots = [
        "--plot",
        "line:smx.warps,cycles",
        "--plot",
        "heat:smx.warps,kernel.launch,cycles",
        "--plot",
        "pareto:smx.warps,max:ipc",
    ];
    let output = heddle(&in_dir(&dir, &[&STUDY[..], &plots].concat()));
    let said = String::from_utf8(output.stdout).expect("text");
    let of = |name: &str, parts: &[&str]| {
        assert_says(&said, &[name]);
        let texts = texts(&dir.path().join(name)).join("\n");
        assert_says(&texts, parts);
        assert_says(
            &texts,
            &["bfs on tiny, by Heddle", env!("CARGO_PKG_VERSION"), "Inputs: graph500:6:8:1."],
        );
    };
    of("line-smx.warps-cycles.svg", &["cycles over smx.warps", "cdp", "dtbl"]);
    let rows = json(&in_dir(&dir, &[&STUDY[..], &["--json"]].concat()));
    let cycles = rows[0]["cycles"].as_u64().expect("a number");
    let shown = format!("{},{:03}", cycles / 1000, cycles % 1000);
    of(
        "heat-smx.warps-kernel.launch-cycles.svg",
        &["cycles by smx.warps and kernel.launch", "cdp", "24", &shown],
    );
    of(
        "pareto-smx.warps-max-ipc.svg",
        &["smx.warps (less is better)", "ipc (more is better)", "Pareto front"],
    );
    // Those of a study that ran elsewhere are the same.
    let line = dir.path().join("line-smx.warps-cycles.svg");
    let before = fs::read(&line).expect("a picture");
    fs::remove_file(&line).expect("it is there");
    let merge =
        ["sweep", "merge", dir.path().to_str().expect("text"), "--plot", "line:smx.warps,cycles"];
    assert!(heddle(&merge).status.success());
    assert!(fs::read(&line).expect("a picture") == before);
}

#[test]
fn keys_that_vary_together_are_one_line() {
    let dir = tempdir().expect("a directory");
    let file = dir.path().join("study.toml");
    let text = "app = 'vector_add'\ninput = '64'\nconfig = 'tiny'\n[[vary_together]]\n'smx.warps' = [16, 24]\n'smx.tbs' = [2, 4]\n";
    fs::write(&file, text).expect("written");
    let [out, file] =
        [&dir.path().join("study"), &file].map(|path| path.to_str().expect("text").to_owned());
    json(&["sweep", &file, "--out", &out, "--json", "--plot", "line:smx.warps,cycles"]);
    let texts = texts(&Path::new(&out).join("line-smx.warps-cycles.svg"));
    assert!(texts.contains(&"cycles".to_owned()) && !texts.contains(&"2".to_owned()), "{texts:?}");
}

#[test]
fn a_statistic_that_no_point_has_is_told_after_the_tables_are_written() {
    let dir = tempdir().expect("a directory");
    let study = ["sweep", "vector_add", "--config", "tiny", "--vary", "input=64,128"];
    let output =
        heddle(&in_dir(&dir, &[&study[..], &["--plot", "line:input,agt_hit_rate"]].concat()));
    assert_eq!(output.status.code(), Some(1));
    let line = String::from_utf8_lossy(&output.stderr);
    assert_says(
        &line,
        &["--plot line:input,agt_hit_rate", "no point has a number for agt_hit_rate"],
    );
    assert!(dir.path().join("results.csv").exists());
}
