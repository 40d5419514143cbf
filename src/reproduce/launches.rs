//! Records when each launch of a run was made, started and completed.

use heddle_sim::gpu::Timeline;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write;
use std::rc::Rc;

/// The cycles of a launch, from the first host launch on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launch {
    /// Whether the host made it.
    pub by_host: bool,
    /// The call.
    pub called: u64,
    /// The start of its first TB; `None` if none started.
    pub started: Option<u64>,
    /// The completion of its last TB.
    pub completed: Option<u64>,
}

/// The events of a timeline, in memory.
#[derive(Clone, Default)]
pub struct Recorder(Rc<RefCell<Vec<u8>>>);

impl Write for Recorder {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Recorder {
    /// Makes a timeline that is recorded.
    pub fn timeline(&self) -> Timeline {
        Timeline::new(self.clone())
    }

    /// Returns the launches in the order of their calls. The error says what is no trace event.
    pub fn launches(&self) -> anyhow::Result<Vec<Launch>> {
        let events: Value = serde_json::from_slice(&self.0.borrow())?;
        Ok(launches(events["traceEvents"].as_array().map_or(&[][..], Vec::as_slice)))
    }
}

fn launches(events: &[Value]) -> Vec<Launch> {
    let mut launches: BTreeMap<u64, Launch> = BTreeMap::new();
    // The launch of the TB in each slot; a resumed TB has none.
    let mut resident: BTreeMap<(Option<u64>, Option<u64>), u64> = BTreeMap::new();
    for event in events {
        let now = event["ts"].as_u64().unwrap_or_default();
        let slot = (event["pid"].as_u64(), event["tid"].as_u64());
        match event["ph"].as_str() {
            Some("b") => {
                let by_host = event["cat"] == "host kernel";
                let launch = Launch { by_host, called: now, ..Launch::default() };
                launches.extend(event["id"].as_u64().map(|id| (id, launch)));
            }
            Some("B") => {
                let Some(id) = event["args"]["launch"].as_u64() else { continue };
                resident.insert(slot, id);
                if let Some(launch) = launches.get_mut(&id) {
                    launch.started.get_or_insert(now);
                }
            }
            Some("E") => {
                let launch = resident.remove(&slot).and_then(|id| launches.get_mut(&id));
                if let Some(launch) = launch {
                    launch.completed = Some(now);
                }
            }
            _ => (),
        }
    }
    launches.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_launch_starts_with_its_first_tb_and_completes_with_its_last() {
        let tb = |ph: &str, ts: u64, tid: u64, launch: Option<u64>| json!({"ph": ph, "ts": ts, "pid": 1, "tid": tid, "args": {"launch": launch}});
        let call = |id: u64, ts: u64, cat: &str| json!({"ph": "b", "id": id, "ts": ts, "cat": cat});
        let events = [
            call(0, 0, "host kernel"),
            tb("B", 5, 0, Some(0)),
            call(1, 7, "kernel"),
            tb("B", 9, 1, Some(1)),
            tb("B", 10, 2, Some(1)),
            tb("E", 11, 2, None),
            tb("E", 12, 0, None),
            tb("B", 13, 0, None),
            tb("E", 14, 0, None),
            tb("E", 20, 1, None),
            call(2, 30, "group"),
        ];
        let launch =
            |by_host, called, started, completed| Launch { by_host, called, started, completed };
        let expected = [
            launch(true, 0, Some(5), Some(12)),
            launch(false, 7, Some(9), Some(20)),
            launch(false, 30, None, None),
        ];
        assert_eq!(launches(&events), expected);
    }
}
