//! Every room's Verilog, compiled, keeps the room's laws and agrees with the fast model on every
//! cycle, from random power-up states. One body; the rooms come from the list.

use heddle_gen::rooms::{for_room, ROOMS};
use heddle_gen::verilated::Compiled;
use heddle_hw::kit::room::{RoomVisitor, PRESETS};
use heddle_hw::kit::{law, Laws, Shadow};
use proptest::test_runner::{Config, TestCaseError, TestRng, TestRunner};

/// Scripts per room, preset and seed.
const CASES: u32 = 32;

/// Seeds of power-up states.
const SEEDS: [u32; 3] = [1, 2, 0xC0FFEE];

struct Hold {
    preset: &'static str,
}

impl RoomVisitor for Hold {
    type Output = ();

    fn visit<R: Laws>(self) {
        let preset = self.preset;
        let params = R::preset(preset).expect("every room has tiny and paper");
        let compiled = match Compiled::<R::In, R::Out>::new::<R>(&params) {
            Ok(compiled) => compiled,
            Err(error) if error.is_missing_tool() => {
                println!("{} {preset}: skipped: verilator is missing", R::NAME);
                return;
            }
            Err(error) => panic!("{} {preset}: {error}", R::NAME),
        };
        for seed in SEEDS {
            let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
            let rng = TestRng::deterministic_rng(Default::default());
            let mut runner = TestRunner::new_with_rng(config, rng);
            let outcome = runner.run(&R::scripts(&params), |script| {
                let fail = |failure: Box<law::Failure>| TestCaseError::fail(failure.to_string());
                law::check::<R, _>(&mut compiled.unit(seed), &params, &script).map_err(fail)?;
                let name = format!("{} {preset} seed {seed}", R::NAME);
                let mut shadow = Shadow::new(name, R::model(&params), compiled.unit(seed));
                law::check::<R, _>(&mut shadow, &params, &script).map_err(fail)?;
                Ok(())
            });
            if let Err(error) = outcome {
                panic!("{} at {preset}, seed {seed}: {error}", R::NAME);
            }
        }
    }
}

fn hold(preset: &'static str) {
    assert!(PRESETS.contains(&preset));
    for room in ROOMS {
        for_room(room, Hold { preset }).expect("the list names its own rooms");
    }
}

#[test]
fn every_room_keeps_its_laws_as_verilog_at_tiny() {
    hold("tiny");
}

#[test]
fn every_room_keeps_its_laws_as_verilog_at_paper() {
    hold("paper");
}
