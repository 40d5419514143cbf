//! `heddle report`: the page as its readers get it.

pub mod browser;
mod launches;
mod refused;

use crate::common::{assert_says, heddle, json, SHORT_RUN};
use serde_json::{json, Value};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::{tempdir, TempDir};

/// A result of a run with launches, and what is changed in it.
fn result(changes: &[(&str, Value)]) -> Value {
    let text = fs::read_to_string("tests/data/result.json").expect("readable");
    let mut value: Value = serde_json::from_str(&text).expect("JSON");
    for (pointer, change) in changes {
        *value.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there")) =
            change.clone();
    }
    value
}

/// Results as files, and the page of them.
struct Pages {
    dir: TempDir,
}

impl Pages {
    fn new() -> Self {
        Self { dir: tempdir().expect("a directory") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn save(&self, name: &str, value: &Value) {
        fs::write(self.path(name), value.to_string()).expect("written");
    }

    /// Makes the page of saved results.
    fn page(&self, names: &[&str]) -> String {
        let out = self.path("page.html");
        let paths: Vec<_> = names.iter().map(|name| self.path(name)).collect();
        write(&paths, &out);
        fs::read_to_string(out).expect("a page")
    }
}

fn write(paths: &[PathBuf], out: &Path) {
    let text = |path: &Path| path.to_str().expect("text").to_owned();
    let words = [vec!["report".to_owned()], paths.iter().map(|path| text(path)).collect()].concat();
    let words = [words, vec!["--out".to_owned(), text(out)]].concat();
    let run = heddle(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

/// Reads a page as XML, which it is but for elements that have no end.
fn read(page: &str) -> String {
    let page = page.strip_prefix("<!DOCTYPE html>").expect("a page of HTML");
    let open = page.split_inclusive('>').map(|piece| match piece.rfind('<') {
        Some(at) if ["<meta ", "<br>"].iter().any(|tag| piece[at..].starts_with(tag)) => {
            piece.replace("<br>", "<br/>").trim_end_matches("/>").trim_end_matches('>').to_owned()
                + "/>"
        }
        _ => piece.to_owned(),
    });
    open.collect()
}

/// What the rows of the table that are marked with `name` have in their cells.
fn cells(page: &str, attribute: &str, name: &str) -> Vec<String> {
    let text = read(page);
    let tree = roxmltree::Document::parse(&text).expect("the page is well-formed");
    let row = tree.descendants().find(|node| node.attribute(attribute) == Some(name));
    let row = row.unwrap_or_else(|| panic!("no row of {name}"));
    let cells = row.children().filter(|node| node.has_tag_name("td"));
    let text = |node: roxmltree::Node| {
        node.descendants().filter_map(|n| n.text().filter(|_| n.is_text())).collect()
    };
    cells.map(text).collect()
}

#[test]
fn a_page_says_what_the_result_is_a_result_of_and_what_came_of_it() {
    let pages = Pages::new();
    let value = json(&[&SHORT_RUN[..], &["--account", "--json"]].concat());
    pages.save("bfs.json", &value);
    let page = pages.page(&["bfs.json"]);
    let commit = value["commit"].as_str().expect("a commit");
    for part in [
        "heddle run bfs",
        commit,
        "graph500:6:8:1",
        "all=model",
        "power_up 1",
        "agrees with the reference",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let cycles = cells(&page, "data-field", "cycles");
    assert_eq!(cycles[0].replace(' ', ""), value["cycles"].to_string());
    assert_says(&cycles[1], &["core cycles from the first host launch"]);
    let launches = cells(&page, "data-field", "launches");
    assert_eq!(launches[0].replace(' ', ""), value["launches"].to_string());
    assert_says(
        &cells(&page, "data-reason", "issued")[1],
        &["the scheduler issued one instruction"],
    );
    for kernel in value["account_kernels"].as_object().expect("kernels").keys() {
        assert!(page.contains(kernel), "{kernel}");
    }
    // What was set is marked, with the preset's value; what was not is not.
    assert_says(&page, &[r#"<td class="code differs">dtbl "#, "(tiny: flat)"]);
    assert!(!page.contains(r#"<td class="code differs">gto"#));
}

#[test]
fn the_parts_of_every_bar_add_up_to_100_percent() {
    let pages = Pages::new();
    let run =
        ["run", "bfs", "--config", "tiny", "--input", "graph500:6:8:1", "--account", "--json"];
    pages.save("bfs.json", &json(&run));
    pages.save("add.json", &result(&[]));
    let text = read(&pages.page(&["bfs.json", "add.json"]));
    let tree = roxmltree::Document::parse(&text).expect("the page is well-formed");
    let bars: Vec<_> =
        tree.descendants().filter(|node| node.attribute("class") == Some("bar")).collect();
    assert!(bars.len() > 4, "two wholes, kernels and SMXs");
    for bar in bars {
        let widths = bar.children().map(|part| {
            let style = part.attribute("style").expect("a style");
            let width = style.strip_prefix("width:").and_then(|rest| rest.split('%').next());
            width.and_then(|width| width.parse::<f64>().ok()).unwrap_or_else(|| panic!("{style}"))
        });
        let sum: f64 = widths.sum();
        assert!((sum - 100.0).abs() < 0.001, "{sum}");
    }
}

#[test]
fn what_was_measured_by_intervals_is_drawn_over_time_and_what_was_not_says_how() {
    let pages = Pages::new();
    let value = result(&[]);
    let intervals = value["intervals"].as_array().expect("intervals").len();
    pages.save("a.json", &value);
    let mut without = value;
    without["intervals"] = Value::Null;
    pages.save("b.json", &without);
    let drawn = pages.page(&["a.json"]);
    assert_says(
        &drawn,
        &[&format!("{intervals} intervals of 200 cycles"), "<polygon", "<h3>L2 hit rate</h3>"],
    );
    let both = pages.page(&["a.json", "b.json"]);
    assert_eq!(both.matches("<polygon").count(), drawn.matches("<polygon").count());
    assert_says(&pages.page(&["b.json"]), &["run with --account --interval CYCLES"]);
}

#[test]
fn the_hottest_lines_stand_with_their_text_and_launches_by_their_depth() {
    let pages = Pages::new();
    let run =
        ["run", "bfs", "--config", "tiny", "--input", "graph500:6:8:1", "--account", "--json"];
    let value = json(&[&run[..], &["--set", "kernel.launch=dtbl"]].concat());
    pages.save("bfs.json", &value);
    let page = pages.page(&["bfs.json"]);
    let lines = value["account_lines"].as_array().expect("lines");
    let slots = |line: &Value| line["slots"].as_u64().expect("a count");
    let hottest = lines.iter().max_by_key(|line| slots(line)).expect("a line");
    let text = hottest["text"].as_str().expect("a text");
    assert!(!text.is_empty(), "{hottest}");
    assert_says(&page, &["Hottest lines", &format!("<code>{text}</code>"), "depth 0", "depth 1"]);
}

#[test]
fn hostile_names_are_text_on_the_page() {
    let pages = Pages::new();
    let hostile = r#"</style><script>alert("1")</script><img src='x' onerror="alert(2)">&amp;{{"#;
    let mut value = result(&[
        ("/command", json!(hostile)),
        ("/workload", json!(hostile)),
        ("/input", json!(hostile)),
        ("/machine", json!(hostile)),
        ("/host", json!(hostile)),
        ("/overrides", json!([hostile, hostile])),
        ("/config/name", json!(hostile)),
        ("/verified", json!(false)),
        ("/difference", json!(hostile)),
        ("/files_sha256", json!({hostile: hostile})),
        ("/unit_steps", json!({hostile: 3})),
        ("/launch_tree/0/kernel", json!(hostile)),
        ("/launch_tree/0/way", json!(hostile)),
        ("/account_lines/0/text", json!(hostile)),
        ("/account_lines/0/function", json!(hostile)),
        ("/account_lines/0/source", json!(hostile)),
        ("/printed", json!([hostile])),
    ]);
    let kernels = value["account_kernels"].as_object_mut().expect("kernels");
    let first = kernels.values().next().expect("a kernel").clone();
    kernels.insert(hostile.into(), first);
    value["config"][hostile] = json!(hostile);
    let mut shares = value["account"].clone();
    shares[hostile] = shares["issued"].take();
    shares["issued"] = json!(0);
    value["account"] = shares;
    // A file may have any name but one with a slash.
    let name = hostile.replace('/', "_");
    pages.save(&name, &value);
    pages.save("plain.json", &result(&[]));
    let page = pages.page(&[&name, "plain.json"]);
    let text = read(&page);
    let tree = roxmltree::Document::parse(&text).expect("the page is well-formed");
    for node in tree.descendants() {
        assert!(!["script", "img"].contains(&node.tag_name().name()), "{node:?}");
        assert!(node.attributes().all(|attribute| !attribute.name().starts_with("on")), "{node:?}");
    }
    assert!(page.matches("&lt;script&gt;").count() > 10, "it is shown, not dropped");
    assert_eq!(page.matches("<style>").count(), 1);
}

#[test]
fn a_page_refers_to_nothing_outside_itself() {
    let pages = Pages::new();
    pages.save("a.json", &result(&[]));
    pages.save("b.json", &result(&[("/cycles", json!(5000))]));
    for names in [&["a.json"][..], &["a.json", "b.json"]] {
        let page = pages.page(names);
        // Pictures name their language, and their arrows the heads of arrows, which are on the page.
        let ours = ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "url(#"];
        let inside = ours.iter().fold(page.clone(), |page, ours| page.replace(ours, ""));
        for outside in
            ["http://", "https://", "src=", "url(", "@import", "<link", "<script", "file:"]
        {
            let context = inside.split(outside).nth(1).map(|rest| &rest[..rest.len().min(60)]);
            assert_eq!(context, None, "{outside}");
        }
        let text = read(&page);
        let tree = roxmltree::Document::parse(&text).expect("the page is well-formed");
        for link in tree.descendants().filter_map(|node| node.attribute("href")) {
            let id = link.strip_prefix('#').expect("a place on the page");
            assert!(tree.descendants().any(|node| node.attribute("id") == Some(id)), "{id}");
        }
        assert_says(&page, &["default-src 'none'"]);
    }
}

#[test]
fn the_same_results_make_the_same_page() {
    let pages = Pages::new();
    pages.save("a.json", &result(&[]));
    pages.save("b.json", &result(&[("/cycles", json!(5000))]));
    let page = pages.page(&["a.json", "b.json"]);
    assert_eq!(page, pages.page(&["a.json", "b.json"]));
    let elsewhere = Pages::new();
    elsewhere.save("a.json", &result(&[]));
    elsewhere.save("b.json", &result(&[("/cycles", json!(5000))]));
    assert!(page == elsewhere.page(&["a.json", "b.json"]), "the directory is on the page");
}

#[test]
fn results_side_by_side_have_ratios_and_marks_where_they_differ() {
    let pages = Pages::new();
    let cycles = result(&[])["cycles"].as_u64().expect("a count");
    pages.save("a.json", &result(&[]));
    let ways = result(&[])["config"]["l1"]["ways"].as_u64().expect("a count") * 2;
    let changes = [
        ("/cycles", json!(cycles * 3)),
        ("/config/l1/ways", json!(ways)),
        ("/host", json!("there")),
    ];
    pages.save("b.json", &result(&changes));
    let page = pages.page(&["a.json", "b.json"]);
    assert_says(&cells(&page, "data-field", "cycles")[1], &["×\u{a0}3.000"]);
    assert_says(&cells(&page, "data-field", "tbs")[1], &["×\u{a0}1.000"]);
    assert_says(&page, &["2 results side by side", "<th>a.json</th><th>b.json</th>", "l1.ways"]);
    assert_says(&page, &[r#"<tr class="differs"><th>host</th>"#, "<tr><th>backend</th>"]);
    // Two files of one name are told apart by their paths.
    fs::create_dir(pages.path("other")).expect("made");
    pages.save("other/a.json", &result(&[]));
    assert_says(&pages.page(&["a.json", "other/a.json"]), &["other/a.json"]);
}

#[test]
fn a_result_without_an_account_or_of_another_version_has_a_page_of_what_it_has() {
    let pages = Pages::new();
    let mut value = result(&[]);
    let fields = value.as_object_mut().expect("an object");
    for name in [
        "account",
        "account_smxs",
        "account_kernels",
        "active_lanes",
        "unit_steps",
        "dram_reads",
        "trace_hash",
    ] {
        fields.remove(name);
    }
    value["l2_hit_rate"] = Value::Null;
    value["config"]["l1"]["colour"] = json!("blue");
    value["cycles"] = json!(100_000_000_000_000_000_u64);
    pages.save("old.json", &value);
    let page = pages.page(&["old.json"]);
    assert_says(
        &page,
        &[
            "No account was kept of old.json",
            "cannot read the configuration",
            "colour",
            "100 000 000 000 000 000",
        ],
    );
}
