//! Parses timelines like the viewers: the trace event format, which Perfetto imports.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the events of a timeline. Checks that each has the fields that the format requires of its phase. Checks
/// that every process with events and every thread with slices has a name.
pub fn parse(text: &str) -> Vec<Value> {
    let mut trace: Value = serde_json::from_str(text).expect("JSON");
    let Value::Array(events) = trace["traceEvents"].take() else { panic!("no events") };
    let (mut named, mut used) = (BTreeSet::new(), BTreeSet::new());
    for event in &events {
        let (pid, tid) = (number(event, "pid"), number(event, "tid"));
        number(event, "ts");
        let text = |key: &str| event[key].as_str().filter(|text| !text.is_empty());
        let has_id = || event["id"].is_u64() && text("cat").is_some();
        let sound = match text("ph").unwrap_or_default() {
            "M" => match text("name") {
                Some("process_sort_index") => event["args"]["sort_index"].is_i64(),
                kind => {
                    let thread = (kind == Some("thread_name")).then_some(tid);
                    assert!(named.insert((pid, thread)), "{event} names what has a name");
                    event["args"]["name"].as_str().is_some_and(|name| !name.is_empty())
                }
            },
            "B" => {
                used.insert((pid, Some(tid)));
                text("name").is_some()
            }
            "E" => true,
            "b" | "e" => text("name").is_some() && has_id(),
            "s" => text("name").is_some() && has_id(),
            "f" => text("name").is_some() && has_id() && event["bp"] == "e",
            "C" => {
                let values = event["args"].as_object().expect("the values of a counter");
                !values.is_empty() && values.values().all(Value::is_u64)
            }
            other => panic!("phase {other:?} of {event}"),
        };
        assert!(sound, "{event} is not what its phase requires");
        used.insert((pid, None));
    }
    let nameless: Vec<_> = used.difference(&named).collect();
    assert!(nameless.is_empty(), "processes and threads without a name: {nameless:?}");
    events
}

/// Returns a field that must be a whole number.
pub fn number(event: &Value, key: &str) -> u64 {
    event[key].as_u64().unwrap_or_else(|| panic!("{key} of {event}"))
}

/// Checks that TBs of one slot do not overlap and that every TB and launch completes. Returns the number of slices
/// of TBs.
pub fn check_slices(events: &[Value]) -> u64 {
    let mut slots: BTreeMap<(u64, u64), (u64, bool)> = BTreeMap::new();
    let mut open = BTreeSet::new();
    let mut tbs = 0;
    for event in events {
        let slot = || (number(event, "pid"), number(event, "tid"));
        match event["ph"].as_str().expect("a phase") {
            "B" => {
                let at = number(event, "ts");
                let (last, busy) = slots.insert(slot(), (at, true)).unwrap_or_default();
                assert!(!busy && last <= at, "{event} begins in a slot that is not free");
                tbs += 1;
            }
            "E" => {
                let at = number(event, "ts");
                let (begin, busy) = slots.insert(slot(), (at, false)).unwrap_or_default();
                assert!(busy && begin <= at, "{event} ends what has not begun");
            }
            "b" => assert!(open.insert(number(event, "id")), "{event} begins twice"),
            "e" => assert!(open.remove(&number(event, "id")), "{event} ends what is not open"),
            _ => {}
        }
    }
    assert!(slots.values().all(|(_, busy)| !busy) && open.is_empty(), "something has no end");
    tbs
}
