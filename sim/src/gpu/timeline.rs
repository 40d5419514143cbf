//! The timeline of a run as trace events, for the viewers of Chrome and Perfetto. One microsecond there is one cycle
//! here. Events are written as they happen, so memory holds no more than what lives on the machine.

use super::events::{Event, Launcher, Levels};
use super::ids::{LaunchId, TbSlot};
use crate::ptx::Program;
use serde_json::{json, Value};
use std::collections::{BTreeSet, HashMap};
use std::io::Write;

/// Cycles between two looks at the levels.
const SAMPLE_CYCLES: u64 = 100;

/// The process that launches and levels belong to; SMX n is process n + 1, and its TB slots are threads.
const LAUNCHES: u32 = 0;

/// Process and thread of a TB slot.
fn lane_of(at: TbSlot) -> (u32, u32) {
    (LAUNCHES + 1 + at.smx.number(), at.slot.number())
}

/// One of the levels.
type Level = fn(&Levels) -> u64;

/// A launch that has not ended.
struct Live {
    number: u64,
    name: String,
    category: &'static str,
    /// Launched by a TB, and no TB of it has started.
    arrow: bool,
}

/// Writes trace events.
pub struct Timeline {
    to: Box<dyn Write>,
    /// The first failure to write; nothing is written after it.
    failure: Option<std::io::Error>,
    written: bool,
    live: HashMap<LaunchId, Live>,
    launches: u64,
    /// Slots that hold a TB, and those that ever did, which have names.
    resident: BTreeSet<TbSlot>,
    named: BTreeSet<TbSlot>,
    levels: Option<Levels>,
    next_sample: u64,
}

impl Timeline {
    /// A timeline that is written to `to`.
    pub fn new(to: impl Write + 'static) -> Self {
        Self {
            to: Box::new(to),
            failure: None,
            written: false,
            live: HashMap::new(),
            launches: 0,
            resident: BTreeSet::new(),
            named: BTreeSet::new(),
            levels: None,
            next_sample: 0,
        }
    }

    /// Whether all of it was written; the first error if not.
    pub fn finish(mut self) -> std::io::Result<()> {
        match self.failure.take() {
            Some(error) => Err(error),
            None => self.to.flush(),
        }
    }

    fn event(&mut self, event: &Value) {
        if self.failure.is_some() {
            return;
        }
        let separator = if self.written { ",\n" } else { "{\"traceEvents\":[\n" };
        self.written = true;
        if let Err(error) = write!(self.to, "{separator}{event}") {
            self.failure = Some(error);
        }
    }

    /// What holds at all times. Such events need no time, and those of processes no thread, but some readers of the
    /// format demand both of every event.
    fn metadata(&mut self, name: &str, pid: u32, tid: u32, args: Value) {
        self.event(
            &json!({"ph": "M", "name": name, "ts": 0, "pid": pid, "tid": tid, "args": args}),
        );
    }

    /// Takes in a cycle.
    pub(super) fn take(&mut self, now: u64, events: &[Event], levels: Levels, program: &Program) {
        if !self.written {
            self.metadata("process_name", LAUNCHES, 0, json!({"name": "launches"}));
        }
        for happening in events {
            self.happening(now, happening, program);
        }
        if now >= self.next_sample && self.levels != Some(levels) {
            self.sample(now, levels);
        }
    }

    fn happening(&mut self, now: u64, happening: &Event, program: &Program) {
        let name = |pc: u32| {
            program
                .function_by_pc(pc)
                .map_or_else(String::new, |(_, function)| function.name.clone())
        };
        match *happening {
            Event::Launched { launch, pc, tbs, by } => {
                self.launched(now, launch, name(pc), tbs, by)
            }
            Event::TbStarted { at, pc, launch } => {
                self.name_slot(at);
                self.resident.insert(at);
                let (pid, tid) = lane_of(at);
                let arrow = self
                    .live
                    .get_mut(&launch)
                    .map(|live| (live.number, live.category, std::mem::take(&mut live.arrow)));
                let number = arrow.map(|(number, _, _)| number);
                self.event(&json!({"ph": "B", "name": name(pc), "cat": "tb", "ts": now,
                    "pid": pid, "tid": tid, "args": {"launch": number}}));
                if let Some((number, category, true)) = arrow {
                    self.event(&json!({"ph": "f", "bp": "e", "name": "launch", "cat": category,
                        "id": number, "ts": now, "pid": pid, "tid": tid}));
                }
            }
            Event::TbLeft { at } => self.tb_left(now, at),
            Event::Ended { launch } => {
                if let Some(live) = self.live.remove(&launch) {
                    self.ended(now, &live);
                }
            }
        }
    }

    fn launched(&mut self, now: u64, launch: LaunchId, name: String, tbs: u64, by: Launcher) {
        let number = self.launches;
        self.launches += 1;
        let (category, from) = match by {
            Launcher::Host => ("host kernel", None),
            Launcher::Kernel(at) => ("kernel", Some(at)),
            Launcher::Group(at) => ("group", Some(at)),
        };
        self.event(&json!({"ph": "b", "name": name, "cat": category, "id": number, "ts": now,
            "pid": LAUNCHES, "tid": 0, "args": {"tbs": tbs}}));
        if let Some((pid, tid)) = from.map(lane_of) {
            self.event(&json!({"ph": "s", "name": "launch", "cat": category, "id": number,
                "ts": now, "pid": pid, "tid": tid}));
        }
        self.live.insert(launch, Live { number, name, category, arrow: from.is_some() });
    }

    fn name_slot(&mut self, at: TbSlot) {
        let (pid, tid) = lane_of(at);
        if self.named.range(TbSlot::of(at.smx)).next().is_none() {
            self.metadata("process_name", pid, 0, json!({"name": at.smx.to_string()}));
        }
        if self.named.insert(at) {
            self.metadata("thread_name", pid, tid, json!({"name": at.slot.to_string()}));
        }
    }

    fn tb_left(&mut self, now: u64, at: TbSlot) {
        if self.resident.remove(&at) {
            let (pid, tid) = lane_of(at);
            self.event(&json!({"ph": "E", "ts": now, "pid": pid, "tid": tid}));
        }
    }

    fn ended(&mut self, now: u64, live: &Live) {
        self.event(&json!({"ph": "e", "name": live.name, "cat": live.category,
            "id": live.number, "ts": now, "pid": LAUNCHES, "tid": 0}));
    }

    fn sample(&mut self, now: u64, levels: Levels) {
        let known = self.levels.replace(levels);
        self.next_sample = now - now % SAMPLE_CYCLES + SAMPLE_CYCLES;
        let counters: [(&str, Level); 5] = [
            ("kernels pending in the KMU", |levels| levels.kmu_pending),
            ("device launches waiting", |levels| levels.waiting),
            ("live KDEs", |levels| levels.kdes),
            ("occupied AGT entries", |levels| levels.agt_entries),
            ("resident warps", |levels| levels.warps),
        ];
        for (name, level) in counters {
            if known.as_ref().map(level) != Some(level(&levels)) {
                self.event(&json!({"ph": "C", "name": name, "ts": now, "pid": LAUNCHES, "tid": 0,
                    "args": {"now": level(&levels)}}));
            }
        }
    }

    /// Ends what a run that failed has left open, and the file.
    pub(super) fn close(&mut self, now: u64) {
        for at in self.resident.iter().copied().collect::<Vec<_>>() {
            self.tb_left(now, at);
        }
        let mut left: Vec<Live> = std::mem::take(&mut self.live).into_values().collect();
        left.sort_unstable_by_key(|live| live.number);
        for live in &left {
            self.ended(now, live);
        }
        let note = json!({"cycles": now, "unit": "one microsecond is one core cycle"});
        self.metadata("process_sort_index", LAUNCHES, 0, json!({"sort_index": -1}));
        if self.failure.is_none() {
            self.failure = write!(self.to, "\n],\"otherData\":{note}}}\n").err();
        }
    }
}
