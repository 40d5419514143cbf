//! Lockstep finds a wrong unit: a pin is flipped or late in the middle of a run, and the report must
//! name it. Units and pins come from the declaration of the chip.

use heddle_hw::chip::{BoxedClocked, Layout, UnitFactory};
use heddle_hw::kit::{Class, Clocked, Pins, Unit};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, Observer, RunOptions, TraceHash};
use heddle_sim::host::Workload;
use heddle_verif::backends::{Backend, Backends};
use heddle_verif::lockstep::{Comparison, Program};
use heddle_verif::neighbours::Watched;
use heddle_workloads::AppOptions;
use std::fmt;
use std::path::Path;

/// Models, one of which lies about one pin from some step on.
struct Wrong {
    unit: &'static str,
    pin: &'static str,
    from_step: u64,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=wrong", self.unit)
    }
}

struct Liar<U: Clocked> {
    unit: U,
    class: Class,
    pin: usize,
    from_step: u64,
    steps: u64,
}

impl<U: Clocked> Clocked for Liar<U> {
    type In = U::In;
    type Out = U::Out;

    fn reset(&mut self) {
        self.unit.reset();
        self.steps = 0;
    }
    fn out(&self) -> U::Out {
        let mut words = self.unit.out().words(self.class);
        words[self.pin] ^= u32::from(self.steps >= self.from_step);
        U::Out::load(&words)
    }
    fn step(&mut self, input: &U::In) {
        self.unit.step(input);
        self.steps += 1;
    }
    fn idle(&self) -> bool {
        self.unit.idle()
    }
}

impl UnitFactory for Wrong {
    fn build<R: Unit>(
        &self,
        name: &str,
        params: &R::Params,
        class: Class,
    ) -> Result<BoxedClocked<R::In, R::Out>, String> {
        if name != self.unit {
            return ModelUnits.build::<R>(name, params, class);
        }
        let pin = R::Out::pins(class).iter().position(|pin| pin.name == self.pin);
        let pin = pin.ok_or_else(|| format!("{} has no pin {}", R::NAME, self.pin))?;
        let unit = R::model_in(params, class);
        Ok(Box::new(Liar { unit, class, pin, from_step: self.from_step, steps: 0 }))
    }
}

fn bfs() -> Result<Box<dyn Workload>, String> {
    let built =
        heddle_workloads::build("bfs", Some("graph500:8:16:1"), &AppOptions::default(), &machine());
    built.map_err(|error| error.to_string())
}

/// A small machine that launches groups.
fn machine() -> GpuConfig {
    let mut config = GpuConfig::preset("tiny").expect("there is a tiny machine");
    config.set("kernel.launch", "dtbl").expect("it launches groups");
    config
}

/// A small breadth-first search whose groups are launched from the device.
fn compare<F: UnitFactory + fmt::Display>(factory: &F, failures: &Path) -> Comparison {
    compare_on(&machine(), factory, failures)
}

fn compare_on<F: UnitFactory + fmt::Display>(
    config: &GpuConfig,
    factory: &F,
    failures: &Path,
) -> Comparison {
    let command = "heddle lockstep bfs --seed 1";
    let program =
        Program { config, build: &bfs, command, failures, watch: false, every_pin: false };
    let reference = program.reference().expect("the models run");
    program.compare(factory, &reference).expect("the comparison ends")
}

/// The report of a wrong unit; checks what every report has.
fn report(wrong: &Wrong) -> (Comparison, String) {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let comparison = compare(wrong, scratch.path());
    assert!(!comparison.equal);
    let report = comparison.difference.clone().expect("the difference is told");
    println!("{report}");
    let (unit, pin, step) = (wrong.unit, wrong.pin, wrong.from_step);
    assert!(report.contains(&format!("{unit}: cycle {step}: pin {pin}: expected")), "{report}");
    let repeat = format!("repeat: heddle lockstep bfs --seed 1 --backend {unit}=wrong");
    assert!(report.contains(&repeat), "{report}");
    let line = report.lines().find(|line| line.contains("waveform")).expect("a waveform is named");
    let waves: Vec<&str> = line.split(' ').filter(|word| word.contains("/wave.")).collect();
    assert_eq!(waves.len(), 3, "{line}");
    let vcd = std::fs::read_to_string(waves[0]).expect("the waveform is there");
    assert!(vcd.contains(&format!("{unit}_actual")), "the unit itself is drawn");
    let times = vcd.lines().filter(|line| line.starts_with('#')).count();
    assert!(times > 10 && times <= 2001, "{times} cycles are drawn");
    (comparison, report)
}

#[test]
fn a_unit_that_breaks_what_it_promised_is_named_by_its_neighbour_in_a_watched_machine() {
    let watched = |wrong: &Wrong| {
        let mut workload = bfs().expect("it is built");
        gpu::run(&machine(), workload.as_mut(), &Watched::new(wrong), RunOptions::default())
    };
    let right = Wrong { unit: "fcfs", pin: "tb_valid", from_step: u64::MAX };
    watched(&right).expect("nothing is broken");
    let cases = [
        ("fcfs", "tb_valid", "a neighbour of kernel_distributor: step", "rule 6"),
        ("residency", "kd_end_valid", "a neighbour of kernel_distributor: step", "rule 6"),
        ("agt", "group_valid", "a neighbour of fcfs: step", "rule 8"),
    ];
    for (unit, pin, neighbour, rule) in cases {
        let error = watched(&Wrong { unit, pin, from_step: 60 }).expect_err(pin).to_string();
        assert!(error.contains(neighbour) && error.contains(rule), "{unit} {pin}: {error}");
    }
}

#[test]
fn a_wrong_status_pin_of_the_agt_is_named_drawn_and_repeatable() {
    let (comparison, _) = report(&Wrong { unit: "agt", pin: "occupied", from_step: 60 });
    assert!(comparison.cycles.is_some(), "nothing depends on the pin, so the run ends");
}

#[test]
fn a_wrong_handshake_that_keeps_the_machine_from_ending_is_named_too() {
    let wrong = Wrong { unit: "kernel_distributor", pin: "enter_valid", from_step: 1 };
    let (comparison, _) = report(&wrong);
    assert!(comparison.cycles.is_none(), "the run is given up");
}

#[test]
fn circuits_leave_the_trace_of_the_models() {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let comparison = compare(&Backends::all(Backend::Rtl), scratch.path());
    assert!(comparison.equal, "{:?}", comparison.difference);
    assert_eq!(comparison.difference, None);
}

#[test]
fn the_circuit_of_the_agt_leaves_the_trace_of_its_model_in_every_organisation() {
    for organisation in ["hash", "linear-probing", "two-way"] {
        for index in ["thread", "thread-and-smx"] {
            let mut config = machine();
            config.set("units.agt_organisation", organisation).expect("it has the organisation");
            config.set("units.agt_index", index).expect("it has the index");
            let scratch = tempfile::tempdir().expect("a scratch directory");
            let comparison = compare_on(&config, &Backends::all(Backend::Rtl), scratch.path());
            assert!(comparison.equal, "{organisation}, {index}: {:?}", comparison.difference);
        }
    }
}

/// Models, one of which shows one change of one pin a cycle late.
struct Late {
    unit: String,
    pin: &'static str,
}

impl fmt::Display for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=late", self.unit)
    }
}

/// A unit whose pin keeps its value for a cycle when it changes for the first time.
struct Delayed<U: Clocked> {
    unit: U,
    class: Class,
    pin: usize,
    first: u32,
    /// Cycles since the first change: 0 before it.
    since: u32,
}

impl<U: Clocked> Clocked for Delayed<U> {
    type In = U::In;
    type Out = U::Out;

    fn reset(&mut self) {
        self.unit.reset();
    }
    fn out(&self) -> U::Out {
        let mut words = self.unit.out().words(self.class);
        if self.since == 1 {
            words[self.pin] = self.first;
        }
        U::Out::load(&words)
    }
    fn step(&mut self, input: &U::In) {
        self.unit.step(input);
        if self.since > 0 || self.unit.out().words(self.class)[self.pin] != self.first {
            self.since += 1;
        }
    }
    fn idle(&self) -> bool {
        self.unit.idle() && self.since != 1
    }
}

impl UnitFactory for Late {
    fn build<R: Unit>(
        &self,
        name: &str,
        params: &R::Params,
        class: Class,
    ) -> Result<BoxedClocked<R::In, R::Out>, String> {
        if name != self.unit {
            return ModelUnits.build::<R>(name, params, class);
        }
        let pin = R::Out::pins(class).iter().position(|pin| pin.name == self.pin);
        let pin = pin.ok_or_else(|| format!("{name} has no pin {}", self.pin))?;
        let unit = R::model_in(params, class);
        let first = unit.out().words(class)[pin];
        Ok(Box::new(Delayed { unit, class, pin, first, since: 0 }))
    }
}

/// Every change of every pin of a run: cycle, word and value.
#[derive(Default)]
struct Changes {
    layout: Layout,
    words: Vec<u32>,
    changes: Vec<(u64, usize, u32)>,
}

impl Observer for Changes {
    fn begin(&mut self, layout: &Layout) {
        self.layout = layout.clone();
        self.words = vec![0; layout.words];
    }
    fn pins(&mut self, cycle: u64, unit: usize, inputs: &[u32], outputs: &[u32]) {
        let slot = &self.layout.slots[unit];
        let pins = (slot.input..).zip(inputs).chain((slot.output..).zip(outputs));
        for (word, &value) in pins {
            if self.words[word] != value {
                self.words[word] = value;
                self.changes.push((cycle, word, value));
            }
        }
    }
}

/// Builds a program anew.
type Build = dyn Fn() -> Result<Box<dyn Workload>, String>;

/// Programs that together move every unit of one machine, which has all: groups in one, a dependency graph in the other.
fn movers() -> [(GpuConfig, Box<Build>); 2] {
    let mut graphs = machine();
    graphs.set("tb.source", "dats").expect("it follows graphs");
    // The application launches from the host alone, on a machine that could do otherwise.
    let mut config = graphs.clone();
    config.set("kernel.launch", "flat").expect("it launches from the host");
    let sw = move || {
        heddle_workloads::build("sw", None, &AppOptions::default(), &config)
            .map_err(|error| error.to_string())
    };
    [(graphs.clone(), Box::new(bfs)), (graphs, Box::new(sw))]
}

fn changes(config: &GpuConfig, build: &Build) -> Changes {
    let mut changes = Changes::default();
    let options = RunOptions { observer: Some(&mut changes), ..RunOptions::default() };
    let mut workload = build().expect("it builds");
    gpu::run(config, workload.as_mut(), &ModelUnits, options).expect("it runs");
    changes
}

fn hash(changes: &[(u64, usize, u32)]) -> u64 {
    let mut trace = TraceHash::default();
    changes.iter().for_each(|&(cycle, word, value)| trace.pin(cycle, word, value));
    trace.value()
}

#[test]
fn one_change_of_any_group_of_any_unit_a_cycle_late_gives_another_hash() {
    let runs = movers().map(|(config, build)| changes(&config, &build));
    let layout = &runs[0].layout;
    let mut tried = 0;
    for slot in &layout.slots {
        let sides = [(slot.input, slot.inputs), (slot.output, slot.outputs)];
        for (first, pins) in sides {
            let mut groups: Vec<&str> = pins.iter().map(|pin| pin.group).collect();
            groups.dedup();
            for group in groups.into_iter().filter(|&group| group != "Configuration") {
                let moved = runs.iter().find_map(|run| {
                    let of_group = |&(_, word, _): &(u64, usize, u32)| {
                        pins.get(word.wrapping_sub(first)).is_some_and(|pin| pin.group == group)
                    };
                    run.changes.iter().position(of_group).map(|at| (run, at))
                });
                let (run, at) = moved
                    .unwrap_or_else(|| panic!("no pin of {} towards {group} moves", slot.name));
                let mut late = run.changes.clone();
                late[at].0 += 1;
                assert_ne!(hash(&late), hash(&run.changes), "{} towards {group}", slot.name);
                tried += 1;
            }
        }
    }
    assert!(tried >= 2 * layout.slots.len(), "{tried} groups");
}

#[test]
fn one_change_of_any_group_of_outputs_a_cycle_late_is_named_with_unit_pin_cycle_and_values() {
    for (config, build) in movers() {
        let run = changes(&config, &build);
        let command = "heddle lockstep";
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let build = &*build;
        let program = Program {
            config: &config,
            build,
            command,
            failures: scratch.path(),
            watch: false,
            every_pin: false,
        };
        let reference = program.reference().expect("the models run");
        for slot in &run.layout.slots {
            let mut seen = std::collections::BTreeSet::new();
            for pin in slot.outputs {
                let word = slot.output_pin(pin.name).expect("its own pin").index();
                // From the second cycle on: what a unit shows first is not late.
                let moves = run.changes.iter().any(|&(cycle, at, _)| at == word && cycle > 0);
                if pin.name == "idle" || !moves || !seen.insert(pin.group) {
                    continue;
                }
                let late = Late { unit: slot.name.clone(), pin: pin.name };
                let comparison = program.compare(&late, &reference);
                let comparison = comparison.unwrap_or_else(|error| panic!("{late}: {error}"));
                assert!(!comparison.equal, "{}.{}", slot.name, pin.name);
                let report = comparison.difference.expect("it is told");
                let expected = format!("pin {}: expected 0x", pin.name);
                assert!(report.contains(&format!("{}: cycle ", slot.name)), "{report}");
                assert!(report.contains(&expected) && report.contains("actual 0x"), "{report}");
            }
        }
    }
}
