//! Lockstep finds a wrong unit: one of the four flips a pin in the middle of a run, and the report
//! must name it.

use heddle_hw::kit::{Clocked, Pins, Unit};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{BoxedClocked, ModelUnits, UnitFactory};
use heddle_sim::workloads::{self, AppOptions, Workload};
use heddle_verif::backends::{Backend, Backends};
use heddle_verif::lockstep::{Comparison, Program};
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
        let mut words = self.unit.out().words();
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
    fn build<R: Unit>(&self, params: &R::Params) -> Result<BoxedClocked<R::In, R::Out>, String> {
        if R::NAME != self.unit {
            return ModelUnits.build::<R>(params);
        }
        let pin = R::Out::PINS.iter().position(|pin| pin.name == self.pin);
        let pin = pin.ok_or_else(|| format!("{} has no pin {}", R::NAME, self.pin))?;
        let unit = R::model(params);
        Ok(Box::new(Liar { unit, pin, from_step: self.from_step, steps: 0 }))
    }
}

fn bfs() -> Result<Box<dyn Workload>, String> {
    let built = workloads::build("bfs", Some("graph500:8:8:1"), &AppOptions::default(), &machine());
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
    let program = Program { config, build: &bfs, command, failures };
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
fn a_wrong_status_pin_of_the_agt_is_named_drawn_and_repeatable() {
    let (comparison, _) = report(&Wrong { unit: "agt", pin: "occupied", from_step: 60 });
    assert!(comparison.cycles.is_some(), "nothing depends on the pin, so the run ends");
}

#[test]
fn a_wrong_handshake_that_keeps_the_machine_from_ending_is_named_too() {
    let wrong = Wrong { unit: "kernel_distributor", pin: "head_valid", from_step: 40 };
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
