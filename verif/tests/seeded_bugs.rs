//! The laws bite: one line of each room's Verilog is changed, and the laws must catch it, shrink it
//! to a short counterexample, and leave a recording that replays and a waveform.

use heddle_gen::rooms::for_room;
use heddle_gen::verilog::emit;
use heddle_gen::wave::Wave;
use heddle_gen::{verilator_available, Verilated};
use heddle_hw::kit::room::RoomVisitor;
use heddle_hw::kit::{law, Failure, Laws, Pins, Shadow};
use heddle_verif::replay::Recording;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::RefCell;

/// A counterexample longer than this was not shrunk.
const SHORT: usize = 200;

struct Bug<'a> {
    line: &'a str,
    instead: &'a str,
}

/// What catching a bug left behind.
struct Caught {
    cycles: usize,
    recording: Recording,
    failure: Failure,
}

impl RoomVisitor for Bug<'_> {
    type Output = Caught;

    fn visit<R: Laws>(self) -> Caught {
        let params = R::tiny();
        let verilog = emit::<R>(&params).expect("the room can be printed");
        let found = verilog.text.matches(self.line).count();
        assert_eq!(found, 1, "{}: `{}` stands {found} times in its Verilog", R::NAME, self.line);
        let broken = verilog.with_text(verilog.text.replace(self.line, self.instead));
        let last: RefCell<Option<Failure>> = RefCell::new(None);
        let config = Config { failure_persistence: None, ..Config::with_cases(400) };
        let rng = TestRng::deterministic_rng(Default::default());
        let mut runner = TestRunner::new_with_rng(config, rng);
        let outcome = runner.run(&R::scripts(&params), |script| {
            let subject = Verilated::from_verilog(&broken, 7).expect("the broken room compiles");
            let mut shadow = Shadow::new(R::NAME, R::model(&params), subject);
            law::check::<R, _>(&mut shadow, &params, &script).map(drop).map_err(|failure| {
                let reason = failure.to_string();
                last.replace(Some(*failure));
                TestCaseError::fail(reason)
            })
        });
        assert!(matches!(outcome, Err(TestError::Fail(..))), "{}: not caught", R::NAME);
        let failure = last.into_inner().expect("a failing run was seen");
        let mut wave = Wave::new(&[(R::NAME, <R::In as Pins>::PINS, <R::Out as Pins>::PINS)]);
        let rows = failure.trace.inputs.iter().zip(&failure.trace.outputs);
        for (cycle, (inputs, outputs)) in rows.enumerate() {
            wave.sample(cycle as u64, 0, inputs, outputs);
        }
        let dir = tempfile::tempdir().expect("a scratch directory");
        let files = wave.write_all(dir.path(), R::NAME).expect("the waveform can be written");
        for file in files {
            let length = std::fs::metadata(&file).expect("written").len();
            assert!(length > 0, "{} is empty", file.display());
        }
        let inputs = failure.trace.inputs.clone();
        let recording =
            Recording { room: R::NAME.into(), preset: "tiny".into(), seed: 7, inputs };
        Caught { cycles: failure.trace.inputs.len(), recording, failure }
    }
}

fn caught(room: &str, line: &str, instead: &str) {
    if let Err(reason) = verilator_available() {
        println!("skipped: {reason}");
        return;
    }
    let caught = for_room(room, Bug { line, instead }).expect("the room exists");
    println!("{}\nshrunk to {} cycles", caught.failure, caught.cycles);
    assert!(caught.cycles <= SHORT, "{room}: {} cycles are not short", caught.cycles);
    // The recording replays: without the bug, model and circuit agree on it.
    let text = serde_json::to_string(&caught.recording).expect("recordings are plain data");
    let recording: Recording = serde_json::from_str(&text).expect("what was written reads back");
    assert_eq!(recording, caught.recording);
}
