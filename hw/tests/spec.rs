//! Every unit meets its specification as a model and as a circuit, and the two agree on every cycle.
//! One body; a unit is one line.

use heddle_hw::chip::standard::UNITS;
use heddle_hw::kit::spec::check;
use heddle_hw::kit::trial::{search_both, Plan};
use heddle_hw::kit::{Class, Clocked, Pins, Rtl, Spec, Unit};

/// Stimuli per unit, preset and backend, unless `HEDDLE_CASES` says otherwise.
const CASES: u32 = 64;

fn hold<R: Spec>(preset: &str) {
    hold_sized::<R>(preset, R::preset(preset).expect("every unit has tiny and paper"));
}

fn hold_sized<R: Spec>(sizes: &str, params: R::Params) {
    hold_cases::<R>(sizes, params, CASES);
}

fn hold_cases<R: Spec>(sizes: &str, params: R::Params, cases: u32) {
    let plan = Plan::from_env(cases).expect("numbers");
    let outcome = search_both::<R, _>(&params, plan, || Rtl::new(R::circuit(&params)));
    if let Err(found) = outcome {
        panic!("{} at {sizes}, {plan:?}: {}; stimulus {}", R::NAME, found.failure, found.stimulus);
    }
}

macro_rules! units {
    ($($test:ident: $unit:ty,)*) => { $( mod $test {
        #[test]
        fn meets_its_specification_at_tiny_in_model_and_circuit() {
            super::hold::<$unit>("tiny");
        }
        #[test]
        fn meets_its_specification_at_paper_in_model_and_circuit() {
            super::hold::<$unit>("paper");
        }
    } )* };
}

heddle_hw::each_unit! { units }

/// Sizes of unit `R`, each the largest that it may have.
fn largest<R: Unit>() -> R::Params {
    let mut sizes = serde_json::to_value(R::paper()).expect("sizes are numbers and words");
    for (name, allowed) in R::LIMITS {
        sizes[name] = allowed.bounds().1.into();
    }
    serde_json::from_value(sizes).expect("the same sizes")
}

/// Stimuli at the largest sizes, where a circuit takes long for a cycle.
const WIDE_CASES: u32 = 3;

macro_rules! wide_units {
    ($($test:ident: $unit:ty,)*) => {
        #[test]
        fn every_unit_with_a_wide_circuit_meets_its_specification_at_its_largest_sizes() {
            let mut wide = 0;
            $( {
                let params = largest::<$unit>();
                if <$unit>::class(&params) == Class::Wide {
                    hold_cases::<$unit>("the largest sizes", params, WIDE_CASES);
                    wide += 1;
                }
            } )*
            assert!(wide > 0);
        }
    };
}

heddle_hw::each_unit! { wide_units }

/// Cycles after which a run is cut off by a reset.
const CUTS: usize = 48;

/// Rule 3 of the contract, and that the pin `idle` is what the model says of itself: the simulator asks the model, the
/// hardware beside it has the pin.
fn starts_again<R: Spec>() {
    let params = R::tiny();
    let class = R::class(&params);
    let stimuli = Plan { cases: 6, seed: 1 }.stimuli::<R>(&params).expect("stimuli");
    for pair in stimuli.windows(2) {
        let run = check::<R, _>(&mut R::model(&params), &params, &pair[0]).expect("it holds");
        let inputs: Vec<R::In> = run.inputs.iter().map(|words| R::In::load(words)).collect();
        for cut in 0..inputs.len().min(CUTS) {
            let mut model = R::model(&params);
            model.reset();
            for input in &inputs[..cut] {
                model.step(input);
                let pin = *model.out().words(class).last().expect("idle is a pin");
                assert_eq!(pin == 1, model.idle(), "{}, idle before cycle {cut}", R::NAME);
            }
            let again = check::<R, _>(&mut model, &params, &pair[1]);
            again.unwrap_or_else(|found| panic!("after a reset in cycle {cut}: {found}"));
        }
    }
}

macro_rules! reset_units {
    ($($test:ident: $unit:ty,)*) => {
        #[test]
        fn every_unit_meets_its_specification_after_a_reset_in_mid_run() {
            $( starts_again::<$unit>(); )*
        }
    };
}

heddle_hw::each_unit! { reset_units }

#[test]
fn residency_meets_its_specification_with_the_fewest_and_the_most_smxs_and_slots() {
    use heddle_hw::residency::{pins::Params, Residency};
    // The more SMXs, the longer a stimulus and each cycle of the circuit.
    for (smxs, slots, cases) in [(1, 1, CASES), (3, 5, CASES), (32, 32, 12)] {
        let params = Params { smxs, slots, ..Residency::tiny() };
        hold_cases::<Residency>(&format!("{smxs} SMXs of {slots} slots"), params, cases);
    }
}

#[test]
fn round_robin_meets_its_specification_with_one_smx_and_with_32_and_with_rows() {
    use heddle_hw::placement_rr::{pins::Params, RoundRobin};
    for (smxs, consecutive) in [(1, 1), (32, 1), (3, 5), (32, 32)] {
        let params = Params { smxs, consecutive };
        hold_sized::<RoundRobin>(&format!("{params:?}"), params);
    }
}

#[test]
fn both_monitors_meet_their_specifications_with_the_fewest_and_the_most_words_and_bits() {
    use heddle_hw::reuse_monitor::{pins::Params, ReuseMonitor};
    use heddle_hw::xor_monitor::XorMonitor;
    for (words, count_bits) in [(2, 2), (3, 5), (63, 2), (64, 30)] {
        let params = Params { words, count_bits };
        hold_cases::<ReuseMonitor>(&format!("{params:?}"), params.clone(), 24);
        hold_cases::<XorMonitor>(&format!("{params:?}"), params, 24);
    }
}

#[test]
fn the_agt_meets_its_specification_in_every_organisation_at_the_smallest_and_the_largest_size() {
    use heddle_hw::agt::pins::{Organisation, Params};
    for organisation in [Organisation::Hash, Organisation::LinearProbing, Organisation::TwoWay] {
        for entries in [4, 16, 4096] {
            let params = Params { entries, organisation };
            hold_sized::<heddle_hw::agt::Agt>(&format!("{params:?}"), params);
        }
    }
}

#[test]
fn unit_names_are_unique() {
    let unique: std::collections::BTreeSet<_> = UNITS.iter().collect();
    assert_eq!(unique.len(), UNITS.len());
}

#[test]
fn every_folder_of_a_unit_is_in_the_declaration_of_the_chip() {
    for (dir, others) in [("src", &["chip", "kit"][..]), ("src/kit", &["rtl"])] {
        let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(dir);
        for entry in std::fs::read_dir(dir).expect("readable") {
            let path = entry.expect("readable").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            if path.is_dir() && !others.contains(&name) {
                let listed = UNITS.contains(&name);
                assert!(listed, "{} is in no list of units", path.display());
            }
        }
    }
}
