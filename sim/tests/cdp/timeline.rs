//! Timelines of parents that are preempted while they wait for their children.

use super::bench::{config, MODES};
use super::waiting::waiting_sums;
use crate::common::trace;
use heddle_sim::gpu::{RunOptions, Timeline};

#[test]
fn a_parent_that_waits_has_a_slice_before_its_child_and_one_after_it() {
    for (launch, latency) in MODES {
        let settings = [("kernel.launch", launch), ("kernel.latency", latency), ("smx.tbs", "4")];
        let config = config("tiny", &settings);
        let (case, expected) = waiting_sums(60);
        let file = tempfile::NamedTempFile::new().expect("a file");
        let mut timeline = Timeline::new(file.reopen().expect("the file"));
        let options = RunOptions { timeline: Some(&mut timeline), ..RunOptions::default() };
        let (found, result) = case.machine_with(&config, options).expect("no deadlock");
        timeline.finish().expect("written");
        assert_eq!(found[1], expected, "{launch} {latency}");

        let events = trace::parse(&std::fs::read_to_string(file.path()).expect("read"));
        let slices = trace::check_slices(&events);
        assert_eq!(slices, result.tbs + result.suspended_tbs, "{launch} {latency}");
        let mut children = Vec::new();
        let mut returns = Vec::new();
        for event in &events {
            let at = trace::number(event, "ts");
            match event["ph"].as_str().expect("a phase") {
                "e" if event["cat"] != "host kernel" => children.push(at),
                "B" if event["args"]["launch"].is_null() => returns.push(at),
                _ => {}
            }
        }
        assert_eq!(children.len() as u64, result.launches, "{launch} {latency}");
        assert_eq!(returns.len() as u64, result.suspended_tbs, "{launch} {latency}");
        // Each parent has one child. A parent that was not preempted is not restored.
        let early = returns.iter().zip(&children).find(|(back, completed)| back < completed);
        assert_eq!(
            early, None,
            "{launch} {latency}: a parent is restored before its child has completed"
        );
    }
}

#[test]
fn a_run_that_fails_while_parents_wait_leaves_a_timeline_that_ends() {
    let config = config("tiny", &[("kernel.launch", "cdp"), ("smx.tbs", "4")]);
    let (case, _) = waiting_sums(60);
    let whole = case.machine(&config).expect("no deadlock").1;
    let file = tempfile::NamedTempFile::new().expect("a file");
    let mut timeline = Timeline::new(file.reopen().expect("the file"));
    let options = RunOptions {
        timeline: Some(&mut timeline),
        max_cycles: Some(whole.cycles / 2),
        ..RunOptions::default()
    };
    case.machine_with(&config, options).expect_err("half the cycles are too few");
    timeline.finish().expect("written");
    let events = trace::parse(&std::fs::read_to_string(file.path()).expect("read"));
    let slices = trace::check_slices(&events);
    assert!(0 < slices && slices < whole.tbs + whole.suspended_tbs, "{slices}");
}
