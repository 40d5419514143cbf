//! Tests the rules of the contract that a specification alone does not check. After a reset in the
//! middle of a run a unit behaves like a new one (contract 3). An idle unit that is not stepped
//! behaves like one that is (contract 4). Streams are watched in every trial; the printer of
//! circuits proves that outputs are functions of the state.

use heddle_gen::units::{for_unit, UNITS};
use heddle_gen::verilated::{verilator_available, Compiled};
use heddle_hw::kit::contract::{Interrupted, Skipping};
use heddle_hw::kit::spec::check;
use heddle_hw::kit::trial::{search, Checker, Plan};
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Clocked, Pins, Rtl, Spec};
use heddle_verif::tools::present;

/// Stimuli per unit, backend and rule.
const CASES: u32 = 6;

/// Seed of the Verilated power-up state.
const POWER_UP: u32 = 5;

struct Keep {
    preset: &'static str,
    circuits: bool,
}

impl Keep {
    /// Checks both rules for the units that `make` makes.
    fn ask<R: Spec, U: Clocked<In = R::In, Out = R::Out>>(
        &self,
        params: &R::Params,
        backend: &str,
        make: impl Fn() -> U,
    ) {
        let plan = Plan::from_env(CASES).expect("HEDDLE_CASES and HEDDLE_SEED are numbers");
        // The longest of a few runs, cut in the middle.
        let longest = Plan { seed: plan.seed + 1, ..plan }.stimuli::<R>(params).expect("stimuli");
        let runs = longest.iter().map(|stimulus| {
            let run = check::<R, _>(&mut R::model(params), params, stimulus);
            run.unwrap_or_else(|failure| panic!("{failure}")).inputs
        });
        let longest = runs.max_by_key(Vec::len).expect("a run");
        let half: Vec<R::In> =
            longest[..longest.len() / 2].iter().map(|row| R::In::load(row)).collect();
        let interrupted = || Interrupted::new(make(), half.clone());
        let resets = search::<R, _>(params, plan, Checker::Model, interrupted);
        let skips = search::<R, _>(params, plan, Checker::Model, || Skipping::new(make()));
        for (question, found) in [("reset amid a run", resets), ("left alone when idle", skips)] {
            if let Err(found) = found {
                let (failure, stimulus) = (found.failure, found.stimulus);
                panic!("{} as {backend}, {question}: {failure}; stimulus {stimulus}", self.preset);
            }
        }
    }
}

impl UnitVisitor for Keep {
    type Output = ();

    fn visit<R: Spec>(self) {
        let params = R::preset(self.preset).expect("the unit has the preset");
        self.ask::<R, _>(&params, "model", || R::model(&params));
        if !self.circuits {
            return;
        }
        self.ask::<R, _>(&params, "rtl", || Rtl::new(R::circuit(&params)));
        if present(verilator_available()) {
            let compiled = Compiled::<R::In, R::Out>::new::<R>(&params, R::class(&params));
            let compiled = compiled.unwrap_or_else(|error| panic!("{}: {error}", R::NAME));
            self.ask::<R, _>(&params, "verilated", || compiled.unit(POWER_UP));
        }
    }
}

#[test]
fn tiny_units_forget_on_reset_and_may_be_left_alone_when_idle_in_every_backend() {
    for &unit in UNITS {
        for_unit(unit, Keep { preset: "tiny", circuits: true }).expect("a unit");
    }
}

#[test]
fn models_of_the_papers_sizes_forget_on_reset_and_may_be_left_alone_when_idle() {
    for &unit in UNITS {
        for_unit(unit, Keep { preset: "paper", circuits: false }).expect("a unit");
    }
}
