//! Tests that every unit meets its specification in every backend, and that every backend agrees
//! with the model in every cycle. There is one test body; a unit is one line. `HEDDLE_CASES` sets
//! the number of stimuli, `HEDDLE_SEED` their seed.

use heddle_gen::units::for_unit;
use heddle_gen::verilated::{verilator_available, Compiled};
use heddle_hw::kit::trial::{search_both, Plan};
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Clocked, Rtl, Spec};
use heddle_verif::backends::Backend;
use heddle_verif::mutation::stimulus::STIMULI;
use heddle_verif::report::{failures_dir, Failed};
use heddle_verif::tools::present;

/// Seeds of Verilated power-up states.
const POWER_UP: [u32; 3] = [1, 2, 0xC0FFEE];

/// One unit at one preset, in every available backend.
struct Hold {
    preset: &'static str,
    plan: Plan,
}

impl Hold {
    /// Checks a circuit together with the model.
    fn backend<R: Spec, U: Clocked<In = R::In, Out = R::Out>>(
        &self,
        params: &R::Params,
        backend: Backend,
        power_up_seed: u32,
        make: impl Fn() -> U,
    ) {
        let Err(found) = search_both::<R, _>(params, self.plan, &make) else { return };
        let failed = Failed {
            preset: self.preset,
            backend: &backend.to_string(),
            stimulus_seed: self.plan.seed,
            power_up_seed,
            found: &found,
        };
        match failed.write::<R, _>(&failures_dir(), make()) {
            Ok(artifacts) => panic!("{}", artifacts.message),
            Err(error) => panic!("{}; no artifacts: {error}", found.failure),
        }
    }
}

impl UnitVisitor for Hold {
    type Output = ();

    fn visit<R: Spec>(self) {
        let params = R::preset(self.preset).expect("the unit has the preset");
        self.backend::<R, _>(&params, Backend::Rtl, 0, || Rtl::new(R::circuit(&params)));
        if present(verilator_available()) {
            let compiled = Compiled::<R::In, R::Out>::new::<R>(&params, R::class(&params));
            let compiled =
                compiled.unwrap_or_else(|error| panic!("{} at {}: {error}", R::NAME, self.preset));
            for seed in POWER_UP {
                self.backend::<R, _>(&params, Backend::Verilated, seed, || compiled.unit(seed));
            }
        }
    }
}

fn hold(unit: &str, preset: &'static str) {
    hold_in(STIMULI, unit, preset);
}

fn hold_in(cases: u32, unit: &str, preset: &'static str) {
    let plan = Plan::from_env(cases).expect("HEDDLE_CASES and HEDDLE_SEED are numbers");
    println!("{unit} at {preset}: {} stimuli from seed {}", plan.cases, plan.seed);
    for_unit(unit, Hold { preset, plan }).expect("the unit exists");
}

macro_rules! units {
    ($($unit:ident: $type:ty,)*) => {
        $( mod $unit {
            #[test]
            fn meets_its_specification_at_tiny_in_every_backend() {
                super::hold(stringify!($unit), "tiny");
            }
            #[test]
            fn meets_its_specification_at_paper_in_every_backend() {
                super::hold(stringify!($unit), "paper");
            }
        } )*
    };
}

heddle_hw::each_unit! { units }

#[test]
fn the_agt_meets_its_specification_with_tiny_linear_probing_in_every_backend() {
    hold("agt", "tiny-linear-probing");
}

#[test]
fn the_agt_meets_its_specification_with_linear_probing_of_the_papers_size_in_every_backend() {
    hold("agt", "paper-linear-probing");
}

#[test]
fn the_agt_meets_its_specification_with_two_tiny_ways_in_every_backend() {
    hold("agt", "tiny-two-way");
}

#[test]
fn the_agt_meets_its_specification_with_two_ways_of_the_papers_size_in_every_backend() {
    hold("agt", "paper-two-way");
}

#[test]
fn the_dgb_meets_its_specification_at_the_papers_size_for_lrr_in_every_backend() {
    // Its stimuli are long.
    hold_in(4, "dgb", "paper-lrr");
}

#[test]
fn the_dgb_meets_its_specification_with_wide_numbers_in_every_backend() {
    hold("dgb", "paper-wide");
}
