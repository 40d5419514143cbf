//! The tree of launches on the page.

use super::{read, result, Pages};
use crate::common::assert_says;
use serde_json::{json, Value};

/// An element of the tree: who launched, the kernel, the way and its launches, of two TBs each.
fn node(parent: Option<usize>, kernel: &str, way: &str, launches: u64) -> Value {
    json!({"parent": parent, "kernel": kernel, "way": way, "launches": launches, "tbs": 2 * launches,
        "waiting_cycles": 25.5, "waiting_cycles_max": 102})
}

/// A result with a tree of launches.
fn with(tree: Vec<Value>) -> Value {
    let launches = |by_tbs: bool| -> u64 {
        let of = tree.iter().filter(|node| node["parent"].is_null() != by_tbs);
        of.map(|node| node["launches"].as_u64().expect("a count")).sum()
    };
    let [of_host, of_tbs] = [false, true].map(|by_tbs| json!(launches(by_tbs)));
    result(&[("/host_launches", of_host), ("/launches", of_tbs), ("/launch_tree", json!(tree))])
}

/// The rows of the trees of a page: depth, kernel, launches, TBs, and the ends of the bars of launches and of waiting.
fn rows(page: &str) -> Vec<(String, Vec<String>, Vec<String>)> {
    let text = read(page);
    let tree = roxmltree::Document::parse(&text).expect("the page is well-formed");
    let rows = tree.descendants().filter_map(|row| Some((row.attribute("data-depth")?, row)));
    let row = |(depth, row): (&str, roxmltree::Node)| {
        let words = |cell: roxmltree::Node| {
            cell.descendants()
                .filter(|node| node.is_text())
                .filter_map(|node| node.text())
                .collect()
        };
        let style =
            |node: roxmltree::Node| node.attribute("style")?.split(';').next().map(String::from);
        let bars = row.descendants().filter(|node| node.has_tag_name("span")).filter_map(style);
        let cells = row.children().map(words).filter(|text: &String| !text.is_empty());
        (depth.to_owned(), cells.collect(), bars.collect())
    };
    rows.map(row).collect()
}

#[test]
fn what_a_kernel_launches_stands_under_it_with_its_launches_and_their_wait() {
    let pages = Pages::new();
    // Elements are in the order of their first launch; the page has children under their parents.
    let tree = vec![
        node(None, "first", "host", 1),
        node(Some(0), "child", "group", 40),
        node(None, "second", "host", 1),
        node(Some(1), "child", "kernel", 10),
        node(Some(0), "other", "group", 20),
    ];
    pages.save("tree.json", &with(tree));
    let page = pages.page(&["tree.json"]);
    let row = |depth: &str, kernel: &str, launches: &str, tbs: &str, bars: &[&str]| {
        let cells = [kernel, depth, launches, tbs, "25.500, 102"].map(String::from);
        (
            depth.to_owned(),
            cells.to_vec(),
            bars.iter().map(|bar| format!("width:{bar}%")).collect::<Vec<_>>(),
        )
    };
    let expected = [
        row("0", "first", "1", "2", &["2.500"]),
        row("1", "└ child", "40", "80", &["100.000", "100.000", "25.000"]),
        row("2", "└ child", "10", "20", &["25.000", "100.000", "25.000"]),
        row("1", "└ other", "20", "40", &["50.000", "100.000", "25.000"]),
        row("0", "second", "1", "2", &["2.500"]),
    ];
    assert_eq!(rows(&page), expected);
    assert_says(&page, &["Who launched what", r#"title="as an aggregated group""#]);
}

#[test]
fn a_deep_recursion_is_a_column_of_rows_and_a_large_tree_is_folded_away() {
    let pages = Pages::new();
    let chain = |nodes: usize| {
        let node = |at: usize| {
            node(at.checked_sub(1), "recur", if at == 0 { "host" } else { "kernel" }, 1)
        };
        with((0..nodes).map(node).collect())
    };
    for (nodes, folded) in [(21, 0), (300, 1)] {
        pages.save("deep.json", &chain(nodes));
        let page = pages.page(&["deep.json"]);
        let depths: Vec<_> = rows(&page).into_iter().map(|(depth, ..)| depth).collect();
        assert_eq!(depths, (0..nodes).map(|depth| depth.to_string()).collect::<Vec<_>>());
        assert_eq!(page.matches(&format!("all {nodes} kernels")).count(), folded);
        assert!(page.contains("padding-left:12.00rem"), "the deepest are indented too far");
    }
}

#[test]
fn kernels_that_are_counted_together_and_results_without_a_tree_have_a_page() {
    let pages = Pages::new();
    let mut other = node(Some(0), "", "", 7);
    (other["kernel"], other["way"]) = (Value::Null, Value::Null);
    pages.save("many.json", &with(vec![node(None, "first", "host", 1), other]));
    let page = pages.page(&["many.json"]);
    assert_says(&page, &["other kernels", r#"title="in several ways""#]);
    let mut old = result(&[]);
    old.as_object_mut().expect("an object").remove("launch_tree");
    pages.save("old.json", &old);
    assert!(rows(&pages.page(&["old.json"])).is_empty());
    assert_eq!(rows(&pages.page(&["old.json", "many.json"])).len(), 2);
}
