//! `heddle reproduce`: deterministic, resumable, and clear about what it does not know.

use crate::common::{assert_says, heddle, json, refusal};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

const FIGURES: [&str; 2] = ["dtbl-fig20", "dtbl-fig22"];

fn arguments(out: &Path) -> Vec<String> {
    let options = ["--size", "smoke", "--out"].map(str::to_owned);
    let figures = FIGURES.map(str::to_owned).into_iter();
    ["reproduce".to_owned()]
        .into_iter()
        .chain(figures)
        .chain(options)
        .chain([out.display().to_string()])
        .collect()
}

fn reproduce(out: &Path) {
    let arguments = arguments(out);
    let output = heddle(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "progress, though this is no terminal");
}

/// Begins the study, one run at a time.
fn begin(out: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.args(arguments(out)).args(["--jobs", "1"]).stdout(Stdio::null());
    command.spawn().expect("heddle starts")
}

/// The finished runs and when each was finished.
fn finished(out: &Path) -> BTreeMap<String, SystemTime> {
    let Ok(runs) = std::fs::read_dir(out.join("smoke/runs")) else { return BTreeMap::new() };
    let runs = runs.map(|entry| entry.expect("readable"));
    let runs = runs.filter(|entry| entry.path().extension().is_some_and(|e| e == "json"));
    runs.map(|entry| {
        let modified = entry.metadata().and_then(|data| data.modified()).expect("a time");
        (entry.file_name().into_string().expect("text"), modified)
    })
    .collect()
}

/// The file of a finished run, which is called by its name and a digest.
fn file(out: &Path, name: &str) -> PathBuf {
    let of_name = |file: &String| file.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    out.join("smoke/runs").join(finished(out).into_keys().find(of_name).expect("a run"))
}

fn tables(out: &Path) -> Vec<String> {
    let read = |figure| std::fs::read_to_string(out.join(format!("smoke/{figure}.json")));
    FIGURES.map(|figure| read(figure).expect("a table")).to_vec()
}

#[test]
fn a_study_that_is_killed_goes_on_where_it_was_and_comes_to_the_same_tables() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let (whole, killed) = (dir.path().join("whole"), dir.path().join("killed"));
    reproduce(&whole);

    let mut child = begin(&killed);
    let begun = Instant::now();
    while finished(&killed).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(300), "no run was finished");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    let kept = finished(&killed);
    assert!(kept.len() < finished(&whole).len(), "it was killed in the middle");

    reproduce(&killed);
    let after = finished(&killed);
    for (run, time) in &kept {
        assert_eq!(after.get(run), Some(time), "{run} was run again");
    }
    assert_eq!(tables(&killed), tables(&whole));
}

#[test]
fn a_table_has_the_published_numbers_beside_ours_and_a_chart_shows_them() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    reproduce(dir.path());
    let out = dir.path().to_str().expect("text");
    let printed = json(&["reproduce", "dtbl-fig22", "--size", "smoke", "--out", out, "--json"]);
    let table: Value = serde_json::from_str(&tables(dir.path())[1]).expect("JSON");
    assert_eq!(printed, Value::Array(vec![table.clone()]));
    let rows = table["rows"].as_array().expect("rows");
    let [apps @ .., average, weighted] = &rows[..] else { panic!("no averages") };
    assert_eq!(average["benchmark"], "average");
    assert_eq!(average["published"][0], 0.818);
    assert_eq!(weighted["benchmark"], "average by launches");
    let [average, weighted] = [average, weighted].map(|row| row["ours"][0].as_f64().expect("one"));
    let launches = |row: &Value| {
        let run = format!("{}.dtbl", row["benchmark"].as_str().expect("a name"));
        let run = std::fs::read_to_string(file(dir.path(), &run)).expect("a run");
        let run: Value = serde_json::from_str(&run).expect("JSON");
        run["launches"].as_f64().expect("a number")
    };
    let ours = apps.iter().filter_map(|row| Some((row["ours"][0].as_f64()?, launches(row))));
    let ours: Vec<(f64, f64)> = ours.collect();
    let (sum, count) = (ours.iter().map(|pair| pair.0).sum::<f64>(), ours.len() as f64);
    assert!((sum / count - average).abs() < 1e-12);
    let sum: f64 = ours.iter().map(|(value, launches)| value * launches).sum();
    let count: f64 = ours.iter().map(|pair| pair.1).sum();
    assert!((sum / count - weighted).abs() < 1e-12);
    assert!((average - weighted).abs() > 1e-3, "the two are told apart");
    let occupied = |row: &Value| row["occupancy"]["dtbl"].as_f64().is_some_and(|it| it > 0.0);
    assert!(apps.iter().all(occupied));
    let chart = std::fs::read_to_string(dir.path().join("smoke/dtbl-fig22.svg")).expect("a chart");
    assert!(chart.starts_with("<svg") && chart.contains("KDE hit rate"));
}

#[test]
fn a_run_that_is_broken_or_of_another_digest_is_not_believed() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    reproduce(dir.path());
    let mut runs =
        finished(dir.path()).into_keys().map(|run| dir.path().join("smoke/runs").join(run));
    let (broken, other) = (runs.next().expect("a run"), runs.next().expect("another"));
    let text = |path: &Path| std::fs::read_to_string(path).expect("a run");
    let (of_broken, of_other) = (text(&broken), text(&other));
    std::fs::write(&broken, &of_broken[..of_broken.len() / 2]).expect("written");
    let name = other.to_str().expect("text").trim_end_matches(".json");
    let renamed = format!("{}0123.json", &name[..name.len() - 4]);
    std::fs::rename(&other, &renamed).expect("renamed");
    reproduce(dir.path());
    assert_eq!((text(&broken), text(&other)), (of_broken, of_other));
}

#[test]
fn a_run_whose_process_is_killed_is_made_once_more() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let (whole, killed) = (dir.path().join("whole"), dir.path().join("killed"));
    reproduce(&whole);
    let mut child = begin(&killed);
    let of_child = format!("/proc/{0}/task/{0}/children", child.id());
    let begun = Instant::now();
    loop {
        let children = std::fs::read_to_string(&of_child).expect("it runs");
        if let Some(run) = children.split_whitespace().next() {
            let kill = Command::new("kill").args(["-KILL", run]).status().expect("kill runs");
            if kill.success() {
                break;
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(300), "no run was begun");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(child.wait().expect("it ends").success());
    assert_eq!(tables(&killed), tables(&whole));
}

/// The rows of each table of a study's part, at smoke size.
fn rows(name: &str) -> Vec<Vec<Value>> {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let out = dir.path().to_str().expect("text");
    let printed = json(&["reproduce", name, "--size", "smoke", "--out", out, "--json"]);
    let tables = printed.as_array().expect("tables").iter();
    tables.map(|table| table["rows"].as_array().expect("rows").clone()).collect()
}

#[test]
fn a_further_child_costs_its_dispatch_since_dispatches_do_not_overlap() {
    let tables = rows("cdp-fig7");
    let [times, cycles] = [&tables[0], &tables[1]];
    assert_eq!(times.iter().map(|row| row["x"].as_u64()).sum::<Option<u64>>(), Some(992));
    let of = |row: usize| times[row]["ours"][0].as_f64().expect("measured") * 706_000.0;
    let further = (of(4) - of(3)) / 256.0;
    assert!((283.0..285.0).contains(&further), "{further}");
    assert!((cycles[4]["ours"][0].as_f64().expect("measured") - of(4) / 512.0).abs() < 1e-6);
    assert_eq!(times[4]["published"][0], 1.0);
}

#[test]
fn memory_grows_with_the_limits_by_what_a_launch_and_a_level_of_all_smxs_hold() {
    let tables = rows("cdp-fig8");
    let [pending, depth] = [&tables[0], &tables[1]];
    let ours = |rows: &[Value], row: usize, series: usize| rows[row]["ours"][series].as_f64();
    assert_eq!((pending.len(), depth.len()), (18, 24));
    assert_eq!(ours(pending, 10, 1), Some(1024.0 * 64.0 / 1e6));
    assert_eq!(ours(depth, 0, 0), Some(4.053_504));
    assert_eq!(ours(pending, 0, 0), Some(2.0 * 4.053_504 + 64.0 / 1e6));
    assert_eq!(depth[23]["published"][0], 2200.0);
}

#[test]
fn the_machine_of_the_source_is_ours_in_every_line_of_its_table() {
    let table = rows("dtbl-table4").remove(0);
    assert_eq!(table.len(), 9);
    for row in table {
        assert_eq!(row[2], row[3], "{row}");
    }
}

#[test]
fn measured_calls_cost_the_published_share_a_thread_and_little_more_than_the_constant() {
    let table = rows("dtbl-table5").remove(0);
    assert_eq!(table.len(), 7);
    for row in table.iter().filter(|row| row[1].is_number()) {
        let [published, ours] = [1, 2].map(|column| row[column].as_f64().expect("a number"));
        assert_eq!(row[3], row[4], "{row}");
        assert!((-10.0..=71.0).contains(&(ours - published)), "{row}");
    }
}

#[test]
fn every_benchmark_of_the_source_is_listed_with_its_input_and_ours() {
    let table = rows("dtbl-table6").remove(0);
    assert_eq!(table.len(), 16);
    assert_eq!(table[2][1], "Citation Network");
    assert_eq!(table[2][2], "268495 vertices, 2313294 arcs");
    assert_eq!(table[2][3], "citation:1000:1");
    assert_eq!(table[2][4], "vertices 1000, seed 1");
}

/// The table of a figure among those that a study has printed.
fn table<'a>(tables: &'a [Value], figure: &str) -> &'a Vec<Value> {
    let table = tables.iter().find(|table| table["figure"] == figure).expect(figure);
    table["rows"].as_array().expect("rows")
}

#[test]
fn the_study_of_wireframe_runs_on_its_machine_and_shows_its_graphs_beside_its_numbers() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let out = dir.path().to_str().expect("text");
    let figures = ["reproduce", "wireframe", "sentences-wireframe"];
    let printed = json(&[&figures[..], &["--size", "smoke", "--out", out, "--json"]].concat());
    let tables = printed.as_array().expect("tables");
    let ours = |row: &Value, series: usize| row["ours"][series].as_f64().expect("measured");

    let speedups = table(tables, "wireframe-fig9");
    assert_eq!((speedups.len(), &speedups[6]["published"][3]), (8, &Value::from(1.3181)));
    for row in &speedups[..6] {
        assert!(ours(row, 0) < 1.0 && 1.5 < ours(row, 1), "{row}");
        assert!(ours(row, 1) <= ours(row, 2), "barriers are never faster: {row}");
    }
    let growing = table(tables, "wireframe-fig12-speedup");
    assert_eq!(
        growing.iter().map(|row| row["x"].as_u64()).collect::<Vec<_>>(),
        [16, 64, 144].map(Some)
    );
    assert!(growing.windows(2).all(|pair| ours(&pair[0], 6) < ours(&pair[1], 6)));
    assert_eq!(ours(&growing[1], 6), ours(&speedups[6], 3), "one graph in two figures");

    let ranges = table(tables, "wireframe-fig10-range");
    assert!(ranges[..6].iter().all(|row| ours(row, 1) <= 3.0), "the bound of LVL");
    let time = table(tables, "wireframe-fig4");
    let most =
        |series| time.iter().filter_map(|row| row["ours"][series].as_f64()).fold(0.0, f64::max);
    assert_eq!([most(0), most(1)], [ours(&ranges[1], 0), ours(&ranges[1], 1)]);
    assert_eq!(time.last().expect("an end")["x"], 100);
    assert_eq!(table(tables, "wireframe-fig13-nodes-ipc").len(), 6);

    let sentences = table(tables, "sentences-wireframe");
    let verdict = |says: &str| {
        let row = sentences.iter().find(|row| row["says"] == says).expect(says);
        (row["verdict"].as_str().expect("judged"), row["deviation"].as_u64())
    };
    assert_eq!(verdict("CDP is ahead of Global on every application"), ("does-not", Some(33)));
    assert_eq!(verdict("DepLinks is ahead of Global on every application"), ("holds", None));
    assert_eq!(verdict("speedup of LVL on average"), ("does-not", Some(34)));
    let page = dir.path().join("smoke/sentences-wireframe.md");
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("`heddle reproduce sentences-wireframe --size smoke`"), "{page}");

    let run = std::fs::read_to_string(file(dir.path(), "sor_4k.lvl")).expect("a run");
    assert!(run.contains("--config gtx480 --set tb.source=dats\""), "{run}");
}

#[test]
fn the_study_of_laperm_has_its_four_schedulers_on_every_benchmark_of_its_table() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let out = dir.path().to_str().expect("text");
    // All of the study takes three times as many runs; scripts/check --full makes them.
    let own = ["laperm-fig24", "laperm-fig29", "laperm-fig30", "laperm-fig31"];
    let more = ["laperm-fig31-free-memory", "laperm-placement"];
    let figures = [&["reproduce"], &own[..], &more].concat();
    let printed = json(&[&figures[..], &["--size", "smoke", "--out", out, "--json"]].concat());
    let tables = printed.as_array().expect("tables");
    for figure in own {
        let rows = table(tables, figure);
        assert_eq!(rows.len(), 18, "{figure}: 16 benchmarks and two averages");
        assert_eq!(rows[3]["benchmark"], "bfs_graph500");
        let chart = std::fs::read_to_string(dir.path().join(format!("smoke/{figure}.svg")));
        assert!(chart.expect("a chart").starts_with("<svg"), "{figure}");
    }
    assert_eq!(table(tables, "laperm-fig24")[16]["published"][0], 0.384);
    assert_eq!(table(tables, "laperm-fig31")[15]["published"][5], 1.51);
    // Free memory changes something somewhere.
    let ours = |figure: &str| -> Vec<f64> {
        let rows = table(tables, figure)[..16].iter();
        let cells = rows.flat_map(|row| (0..6).map(move |series| &row["ours"][series]));
        cells.map(|cell| cell.as_f64().expect("measured")).collect()
    };
    assert_ne!(ours("laperm-fig31"), ours("laperm-fig31-free-memory"));
    // A difference is that of the bars beside it.
    for row in &table(tables, "laperm-fig30")[..16] {
        let of = |series: usize| row["ours"][series].as_f64().expect("measured");
        // Of CDP and of DTBL.
        for first in [0, 7] {
            let gain = of(first + 2) - of(first);
            assert!((gain - of(first + 5)).abs() < 1e-12, "{row}");
        }
    }
    let placement = table(tables, "laperm-placement");
    assert_eq!(placement.len(), 128);
    for rows in placement.chunks(4) {
        let schedulers: Vec<_> = rows.iter().map(|row| row[2].as_str().expect("a name")).collect();
        assert_eq!(schedulers, ["RR", "TB-Pri", "SMX-Bind", "Adaptive-Bind"]);
        assert_eq!((&rows[0][3], &rows[0][9]), (&Value::from(1.0), &Value::Null), "{}", rows[0]);
        let at_home = |row: &Value| row[7].as_f64();
        assert!(at_home(&rows[2]) >= at_home(&rows[1]), "bound children are at home: {}", rows[2]);
    }
    let run = file(dir.path(), "sssp_graph500.dtbl-smx-bind");
    let run = std::fs::read_to_string(run).expect("a run");
    assert!(run.contains("--set tb.source=laperm --set tb.placement=bound\""), "{run}");
}

#[test]
fn the_kernels_of_an_iteration_are_told_apart_in_time() {
    let kernels = rows("cdp-fig11").remove(0);
    let of = |row: &Value, column: usize| row["ours"][column].as_f64().expect("measured");
    let [called, started, completed, executing] = [0, 1, 2, 3];
    assert!(kernels.len() > 1, "no children at smoke size");
    assert_eq!(of(&kernels[0], called), 0.0, "times begin with the parent's call");
    for (index, row) in kernels.iter().enumerate() {
        assert_eq!(row["x"].as_u64(), Some(index as u64));
        assert!(of(row, called) < of(row, started), "{row}");
        assert!(of(row, started) < of(row, completed), "{row}");
        assert!((0.0..=31.0).contains(&of(row, executing)), "one entry of the KD is the parent's");
    }
}

#[test]
fn an_unknown_figure_lists_the_known_ones() {
    assert_says(&refusal(&["reproduce", "dtbl-fig99"]), &["dtbl-fig99", "dtbl-fig21"]);
}

#[test]
fn files_take_the_place_of_generators_and_their_runs_are_kept_apart() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let inputs = dir.path().join("inputs");
    std::fs::create_dir(&inputs).expect("made");
    let star: String = (1..60).map(|to| format!("0 {to}\n{to} 0\n")).collect();
    std::fs::write(inputs.join("citationCiteseer.txt"), star).expect("written");
    let (out, inputs) = (dir.path().join("out"), inputs.display().to_string());
    let run = |more: &[&str]| {
        let out = out.to_str().expect("text");
        let command = ["reproduce", "dtbl-fig22", "--size", "smoke", "--out", out];
        let output = heddle(&[&command, more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let input_of = |printed: &str, benchmark: &str| {
        let tables: Value = serde_json::from_str(printed).expect("JSON");
        let rows = tables[0]["rows"].as_array().expect("rows").iter();
        let mut rows = rows.filter(|row| row["benchmark"] == benchmark);
        rows.next().expect("a row")["input"].as_str().expect("an input").to_owned()
    };
    let generated = run(&["--json"]);
    assert_eq!(input_of(&generated, "bfs_citation"), "citation:1000:1");
    let real = run(&["--json", "--inputs", &inputs]);
    let path = format!("{inputs}/citationCiteseer.txt");
    assert_eq!(input_of(&real, "sssp_citation"), path);
    assert_eq!(input_of(&real, "bfs_cage15"), "cage:1000:1");
    let runs =
        |benchmark| finished(&out).into_keys().filter(|run| run.starts_with(benchmark)).count();
    assert_eq!((runs("bfs_citation.dtbl."), runs("bfs_cage15.dtbl.")), (2, 1));
    assert!(run(&["--json"]) == generated, "runs of files are not taken for those of generators");
    let told = run(&["--inputs", &inputs]);
    assert_says(&told, &[&format!("clr_citation: {path}"), "bfs_cage15: cage:1000:1, as no file"]);
}

#[test]
fn a_file_that_cannot_be_read_ends_the_command_before_any_run() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let metis = dir.path().join("citationCiteseer.graph");
    std::fs::write(metis, "3 2\n2\n1 3\n2\n").expect("written");
    let (out, inputs) = (dir.path().join("out"), dir.path().to_str().expect("text"));
    let out = out.to_str().expect("text");
    let line = refusal(&["reproduce", "dtbl", "--size", "smoke", "--out", out, "--inputs", inputs]);
    assert_says(&line, &["bfs_citation", "citationCiteseer.graph:2", "METIS"]);
    assert!(finished(Path::new(out)).is_empty(), "nothing was run");
    assert_says(&refusal(&["reproduce", "dtbl-fig22", "--inputs", "/no/dir"]), &["/no/dir"]);
}

#[test]
fn of_some_benchmarks_only_their_runs_are_made_and_their_rows_shown() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let out = dir.path().to_str().expect("text");
    let command = ["reproduce", "dtbl-fig22", "cdp-fig7", "--size", "smoke", "--out", out];
    let output = heddle(&[&command[..], &["--json", "--only", "amr,bfs_citation"]].concat());
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{said}");
    assert_says(&said, &["left out", "cdp-fig7"]);
    let tables: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let rows = tables[0]["rows"].as_array().expect("rows").iter();
    let rows: Vec<_> = rows.map(|row| row["benchmark"].as_str().expect("a name")).collect();
    assert_eq!(rows, ["amr", "bfs_citation", "average", "average by launches"]);
    for run in finished(dir.path()).keys() {
        assert!(run.starts_with("amr.") || run.starts_with("bfs_citation."), "{run}");
    }
    let line = refusal(&[&command[..], &["--only", "amr,nosuch"]].concat());
    assert_says(&line, &["--only", "nosuch", "bfs_citation"]);
    let line = refusal(&["reproduce", "cdp-fig7", "--size", "smoke", "--only", "launches_32"]);
    assert_says(&line, &["--only", "all the benchmarks of cdp-fig7"]);
}
