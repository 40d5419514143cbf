//! Tests that the stimuli of every unit reach every coverage point, and that the book lists them.
//! `HEDDLE_BLESS=1 cargo test -p heddle-verif coverage::` rewrites the page. `HEDDLE_SEED`
//! and `HEDDLE_CASES` choose other stimuli, and then the page is not compared.

use heddle_gen::units::{for_unit, UNITS};
use heddle_hw::kit::trial::{search, Checker, Plan};
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::Spec;
use heddle_verif::coverage::{page, Reached};
use heddle_verif::page::check_whole;
use std::path::Path;

/// Stimuli per unit and preset, enough to reach rare situations from any seed.
const CASES: u32 = 192;

/// The first of them, which the test of the specification plays in every backend.
const OF_CIRCUITS: u32 = 48;

struct Reach(Plan);

impl UnitVisitor for Reach {
    type Output = Reached;

    fn visit<R: Spec>(self) -> Reached {
        let mut reached = Reached::new(R::NAME);
        let mut tried: Vec<R::Params> = Vec::new();
        for (preset, params) in R::presets() {
            if tried.contains(&params) {
                continue;
            }
            let coverage = [self.0.cases, OF_CIRCUITS].map(|cases| {
                let plan = Plan { cases, ..self.0 };
                let found = search::<R, _>(&params, plan, Checker::Spec, || R::model(&params));
                found.unwrap_or_else(|found| {
                    panic!("{}; stimulus {}", found.failure, found.stimulus)
                })
            });
            reached.add(preset, coverage, R::excluded(&params));
            tried.push(params);
        }
        reached
    }
}

#[test]
fn every_unit_reaches_every_point_it_names() {
    let plan = Plan::from_env(CASES).expect("HEDDLE_CASES and HEDDLE_SEED are numbers");
    let units: Vec<Reached> =
        UNITS.iter().map(|&unit| for_unit(unit, Reach(plan)).expect("a unit")).collect();
    let page = page(plan, OF_CIRCUITS, &units);
    println!("{page}");
    let wrong: Vec<String> = units.iter().flat_map(Reached::wrong).collect();
    assert!(wrong.is_empty(), "{plan:?}: {}", wrong.join("\n"));

    if plan != (Plan { cases: CASES, seed: 1 }) {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/verification/coverage.md");
    let command = "HEDDLE_BLESS=1 cargo test -p heddle-verif coverage::";
    check_whole(&path, &page, None, command).unwrap_or_else(|stale| panic!("{stale}"));
}
