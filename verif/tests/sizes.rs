//! Specifications at random sizes: whatever sizes a unit may have, its model meets its rules, and every trial ends.

use heddle_gen::units::{for_unit, UNITS};
use heddle_hw::kit::trial::{search, Checker, Plan};
use heddle_hw::kit::unit::{Allowed, UnitVisitor};
use heddle_hw::kit::Spec;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Instant;

/// Most bits that a unit stores here: a trial of a larger one takes too long.
const BITS: u64 = 1 << 18;

/// Returns a value that is allowed. Small ones are as likely as large ones, whatever the range.
fn draw(allowed: &Allowed, rng: &mut impl Rng) -> u32 {
    match *allowed {
        Allowed::OneOf(values) => values[rng.random_range(0..values.len())],
        Allowed::PowersOfTwo(least, most) => 1 << rng.random_range(least.ilog2()..=most.ilog2()),
        Allowed::Range(least, most) => {
            let bits = rng.random_range((least.max(1)).ilog2()..=most.ilog2());
            rng.random_range(1u64 << bits..2u64 << bits).clamp(least.into(), most.into()) as u32
        }
    }
}

/// Returns sizes within the limits of a unit that go together and are not too large for a test.
fn sizes<R: Spec>(rng: &mut impl Rng) -> R::Params {
    let presets = R::presets();
    loop {
        let preset = &presets[rng.random_range(0..presets.len())].1;
        let mut params = serde_json::to_value(preset).expect("plain numbers and words");
        for (key, allowed) in R::LIMITS {
            params[*key] = draw(allowed, rng).into();
        }
        let params: R::Params = serde_json::from_value(params).expect("the fields are the same");
        let bits: u64 = R::storage(&params).iter().map(|field| field.bits * field.entries).sum();
        if R::conflict(&params).is_none() && bits <= BITS {
            return params;
        }
    }
}

/// Tries a unit at some sizes. Returns what failed, with how to see it again.
struct AtRandom {
    seed: u64,
    sizes: u32,
    cases: u32,
}

impl UnitVisitor for AtRandom {
    type Output = Vec<String>;

    fn visit<R: Spec>(self) -> Vec<String> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let tried = |_| {
            let (params, begin) = (sizes::<R>(&mut rng), Instant::now());
            let plan = Plan { cases: self.cases, seed: rng.random() };
            let found = search::<R, _>(&params, plan, Checker::Spec, || R::model(&params));
            println!("{} {params:?}: {:.1} s", R::NAME, begin.elapsed().as_secs_f64());
            let found = found.err()?;
            Some(format!("{} {params:?}, {plan:?}: {}", R::NAME, found.failure))
        };
        // A unit without sizes has been tried at its only one.
        let sizes = if R::LIMITS.is_empty() { 0 } else { self.sizes };
        (0..sizes).filter_map(tried).collect()
    }
}

fn number(name: &str, default: u32) -> u32 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// `HEDDLE_SIZES` tries more sizes of each unit, and `HEDDLE_SEED` others.
#[test]
fn specifications_hold_at_random_sizes_within_the_limits_of_each_unit() {
    let (seed, sizes) = (number("HEDDLE_SEED", 1).into(), number("HEDDLE_SIZES", 4));
    let tried = UNITS
        .iter()
        .flat_map(|unit| for_unit(unit, AtRandom { seed, sizes, cases: 8 }).expect("it is a unit"));
    let failed: Vec<String> = tried.collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
