//! What is no result: one line that says what, where and what to do, and no page.

use super::{result, Pages};
use crate::common::{assert_says, refusal};
use serde_json::{json, Value};
use std::fs;
use std::os::unix::fs::symlink;

/// Refuses a file with this text, whatever stands beside it.
fn refuses(pages: &Pages, text: &[u8], parts: &[&str]) {
    fs::write(pages.path("bad.json"), text).expect("written");
    pages.save("good.json", &result(&[]));
    let [bad, good, out] = ["bad.json", "good.json", "page.html"].map(|name| pages.path(name));
    let [bad, good, out] = [&bad, &good, &out].map(|path| path.to_str().expect("text"));
    for results in [&[bad][..], &[good, bad], &[bad, good]] {
        let line = refusal(&[&["report"], results, &["--out", out]].concat());
        assert_says(&line, &["bad.json"]);
        assert_says(&line, parts);
        assert!(!pages.path("page.html").exists(), "a page was left: {line}");
    }
}

#[test]
fn a_result_with_a_wrong_field_is_refused_with_its_name() {
    let pages = Pages::new();
    let cases: [(&str, Value, &[&str]); 35] = [
        ("/cycles", Value::Null, &["has no `cycles`", "heddle run ... --json"]),
        ("/cycles", json!("many"), &["`cycles` is a text", "should be a number"]),
        ("/cycles", json!(-3), &["`cycles` is -3", "should not be less than 0"]),
        ("/cycles", json!(1e300), &["`cycles` is 1e300", "more than a run can have"]),
        (
            "/intervals/0/ipc",
            json!(1.7e308),
            &["`intervals.0`: `ipc` is 1.7e308", "more than a run"],
        ),
        ("/intervals/0/cycles", json!(0.5), &["`intervals.0`", "0.5 cycles", "run again"]),
        ("/ipc", json!([1, 2]), &["`ipc` is a list", "should be a number"]),
        ("/l1_hit_rate", json!(true), &["`l1_hit_rate` is true or false"]),
        ("/wall_seconds", json!({}), &["`wall_seconds` is an object"]),
        ("/workload", json!(5), &["`workload` is a number", "should be a text"]),
        ("/command", json!({}), &["`command` is an object", "should be a text"]),
        ("/config", json!(7), &["`config` is a number", "should be an object"]),
        ("/config", Value::Null, &["`config` is empty"]),
        ("/account", json!([0.5, 0.5]), &["`account` is a list", "should be an object"]),
        ("/account/issued", json!("half"), &["`issued` is a text", "should be a number"]),
        (
            "/account/issued",
            json!(0.99),
            &["`account`: the shares add up to", "should to 1", "run again"],
        ),
        ("/account_smxs", json!({}), &["`account_smxs` is an object", "should be a list"]),
        ("/account_smxs/0", json!({"shares": {}}), &["`account_smxs.0` has no `slots`"]),
        ("/account_kernels", json!({"k": {"slots": 5}}), &["`account_kernels.k` has no `shares`"]),
        ("/occupancy_smxs/0", json!("full"), &["`occupancy_smxs` is a text"]),
        ("/account_depths", json!("one"), &["`account_depths` is a text", "should be a list"]),
        ("/account_depths/0/slots", Value::Null, &["`account_depths.0` has no `slots`"]),
        ("/account_lines/2", json!(1), &["`account_lines.2` is a number", "should be an object"]),
        ("/account_lines/2/text", json!(7), &["`account_lines.2`: `text` is a number"]),
        (
            "/account_lines/2/shares",
            json!({"issued": 0.4}),
            &["`account_lines.2`: the shares add up"],
        ),
        ("/launch_tree", json!({}), &["`launch_tree` is an object", "should be a list"]),
        ("/launch_tree/0", json!("host"), &["`launch_tree.0` is a text", "should be an object"]),
        ("/launch_tree/0/tbs", Value::Null, &["`launch_tree.0` has no `tbs`"]),
        ("/launch_tree/0/parent", json!(0), &["`launch_tree.0`: `parent` is 0", "before it"]),
        (
            "/launch_tree/0/launches",
            json!(2),
            &["`launch_tree` add up to 2", "`host_launches` is 1", "run again"],
        ),
        ("/intervals", json!(5), &["`intervals` is a number", "should be a list"]),
        ("/intervals/1", json!([]), &["`intervals.1` is a list", "should be an object"]),
        ("/intervals/1", json!({"first_cycle": 9}), &["`intervals.1` has no `cycles`"]),
        ("/intervals/0/cycles", json!(199), &["`intervals.1`", "should begin at 199", "run again"]),
        (
            "/intervals/1/account/no_warp",
            json!(7),
            &["`intervals.1`: `account`: the shares add up"],
        ),
    ];
    for (pointer, value, parts) in cases {
        refuses(&pages, result(&[(pointer, value)]).to_string().as_bytes(), parts);
    }
}

#[test]
fn files_that_cannot_be_read_or_written_are_refused_in_one_line() {
    let pages = Pages::new();
    pages.save("good.json", &result(&[]));
    let path = |name: &str| pages.path(name).to_str().expect("text").to_owned();
    let (good, out) = (path("good.json"), path("page.html"));
    assert_says(
        &refusal(&["report", &path("none.json"), "--out", &out]),
        &["cannot read", "none.json"],
    );
    assert_says(&refusal(&["report", &path(""), "--out", &out]), &["cannot read", "directory"]);
    assert_says(
        &refusal(&["report", &good, "--out", &path("none/page.html")]),
        &["cannot write", "none/page.html"],
    );
    assert_says(&refusal(&["report", &good, "--out", &path("")]), &["cannot write"]);
    symlink(&good, pages.path("link.json")).expect("a link");
    for over in [&good, &path("link.json")] {
        assert_says(
            &refusal(&["report", &good, "--out", over]),
            &["would overwrite the input", "good.json"],
        );
    }
    assert!(!pages.path("page.html").exists());
}
