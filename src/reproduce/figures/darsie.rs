//! Figures of DARSIE: what the warps of a TB repeat (thesis, chapter 4), and what skipping it gains beside
//! rivals, in time, instructions and energy (7.7).

use super::super::benchmarks::{Benchmark, DARSIE_1D, DARSIE_2D};
use super::super::case::{Records, Variant, GTX1080TI};
use super::super::figure::{Average, Figure, Measured, Series, Unit};

const BASE: Variant = GTX1080TI.variant("darsie-base", &[]);
/// The base, of which is counted what the warps of a TB repeat.
const CENSUS: Variant =
    Variant { records: Records::Redundancy, ..GTX1080TI.variant("darsie-redundancy", &[]) };
const UV: Variant = GTX1080TI.variant("darsie-uv", &[("frontend", "uv")]);
const DAC: Variant = GTX1080TI.variant("darsie-dac-ideal", &[("frontend", "dac-ideal")]);
const DARSIE: Variant = GTX1080TI.variant("darsie", &[("frontend", "darsie")]);
const IGNORE_STORE: Variant = GTX1080TI
    .variant("darsie-ignore-store", &[("frontend", "darsie"), ("darsie.stores_count", "false")]);
const NO_CF_SYNC: Variant = GTX1080TI
    .variant("darsie-no-cf-sync", &[("frontend", "darsie"), ("darsie.branch_sync", "false")]);
/// The thesis measures it on a real GPU, with a barrier in each basic block.
const SILICON_SYNC: Variant =
    GTX1080TI.variant("darsie-silicon-sync", &[("frontend", "darsie"), ("darsie.skips", "false")]);

fn of_one_dimension() -> Vec<&'static Benchmark> {
    DARSIE_1D.to_vec()
}

fn of_two_dimensions() -> Vec<&'static Benchmark> {
    DARSIE_2D.to_vec()
}

fn of_any_dimension() -> Vec<&'static Benchmark> {
    [DARSIE_1D, DARSIE_2D].concat()
}

/// The share of the warp instructions of these kinds that the warps of a TB repeat.
fn repeated(m: &Measured, kinds: &[&str]) -> Option<f64> {
    let of = |kind: &str| m.of(&CENSUS, &format!("redundancy.{kind}"));
    let all = of("instructions").filter(|&all| all > 0.0)?;
    let parts: Option<f64> = kinds.iter().map(|kind| of(kind)).sum();
    Some(parts? / all)
}

/// The instructions of a type that DARSIE removes, over those of the base.
fn removed_of(m: &Measured, skipped: &str, of: &str) -> Option<f64> {
    let all = m.of(&CENSUS, &format!("redundancy.{of}")).filter(|&all| all > 0.0)?;
    Some(m.of(&DARSIE, &format!("skips.{skipped}"))? / all)
}

/// Of what is skipped, what is computed and not loaded.
fn removes_computed(m: &Measured) -> Option<f64> {
    let all = removed_of(m, "skipped", "computed")?;
    let loads = ["skipped_shared_loads", "skipped_global_loads", "skipped_other_loads"];
    let loads: Option<f64> = loads.iter().map(|loads| removed_of(m, loads, "computed")).sum();
    Some(all - loads?)
}

/// How many times as fast as the base.
fn speedup(m: &Measured, variant: &Variant) -> Option<f64> {
    m.ratio("cycles", &BASE, variant)
}

/// The warp instructions that are not executed, over all.
fn removed(m: &Measured, variant: &Variant) -> Option<f64> {
    let (skipped, executed) =
        (m.of(variant, "skipped_instructions")?, m.of(variant, "executed_instructions")?);
    Some(skipped / (skipped + executed)).filter(|share| share.is_finite())
}

/// The energy that is saved, over that of the base.
fn saved(m: &Measured, variant: &Variant) -> Option<f64> {
    Some(1.0 - m.ratio("energy_joules", variant, &BASE)?)
}

const UV_SPEED: Series = Series::new("UV", &[BASE, UV], |m| speedup(m, &UV));
const DAC_SPEED: Series = Series::new("DAC-IDEAL", &[BASE, DAC], |m| speedup(m, &DAC));
const SPEED: Series = Series::new("DARSIE", &[BASE, DARSIE], |m| speedup(m, &DARSIE));
const IGNORE_STORE_SPEED: Series =
    Series::new("IGNORE-STORE", &[BASE, IGNORE_STORE], |m| speedup(m, &IGNORE_STORE));
const NO_CF_SYNC_SPEED: Series =
    Series::new("NO-CF-SYNC", &[BASE, NO_CF_SYNC], |m| speedup(m, &NO_CF_SYNC));
const SILICON_SYNC_SPEED: Series =
    Series::new("SILICON-SYNC", &[BASE, SILICON_SYNC], |m| speedup(m, &SILICON_SYNC));
const UV_REMOVES: Series = Series::new("UV", &[UV], |m| removed(m, &UV));
const DAC_REMOVES: Series = Series::new("DAC-IDEAL", &[DAC], |m| removed(m, &DAC));
const REMOVES: Series = Series::new("DARSIE", &[DARSIE], |m| removed(m, &DARSIE));
const UV_SAVES: Series = Series::new("UV", &[BASE, UV], |m| saved(m, &UV));
const DAC_SAVES: Series = Series::new("DAC-IDEAL", &[BASE, DAC], |m| saved(m, &DAC));
const SAVES: Series = Series::new("DARSIE", &[BASE, DARSIE], |m| saved(m, &DARSIE));

const COMPUTED: Series = Series::new("computation", &[CENSUS, DARSIE], removes_computed);
const SHARED_LOADS: Series = Series::new("loads of shared memory", &[CENSUS, DARSIE], |m| {
    removed_of(m, "skipped_shared_loads", "shared_loads")
});
const GLOBAL_LOADS: Series = Series::new("loads of global memory", &[CENSUS, DARSIE], |m| {
    removed_of(m, "skipped_global_loads", "global_loads")
});
const OTHER_LOADS: Series = Series::new("loads of parameters", &[CENSUS, DARSIE], |m| {
    removed_of(m, "skipped_other_loads", "other_loads")
});

/// Figures 4.1 and 7.4 to 7.10, most with 1D and 2D TBs apart.
pub const FIGURES: &[Figure] = &[
    Figure {
        id: "darsie-fig4.1",
        title: "warp instructions that the warps of a TB repeat, by kind",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks: of_any_dimension,
        series: &[
            Series::new("uniform", &[CENSUS], |m| repeated(m, &["uniform"])),
            Series::new("affine", &[CENSUS], |m| repeated(m, &["affine"])),
            Series::new("unstructured", &[CENSUS], |m| repeated(m, &["unstructured"])),
            Series::new("all", &[CENSUS], |m| repeated(m, &["uniform", "affine", "unstructured"]))
                .average(0.33),
        ],
    },
    Figure {
        id: "darsie-fig7.4-1d",
        title: "speedup over the base, TBs of one dimension",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks: of_one_dimension,
        series: &[UV_SPEED, DAC_SPEED, SPEED, IGNORE_STORE_SPEED],
    },
    Figure {
        id: "darsie-fig7.4-2d",
        title: "speedup over the base, TBs of two dimensions",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks: of_two_dimensions,
        series: &[
            UV_SPEED.average(1.02),
            DAC_SPEED.average(1.11),
            SPEED.average(1.30).published(&[("fws", 1.13)]),
            IGNORE_STORE_SPEED,
        ],
    },
    Figure {
        id: "darsie-fig7.5",
        title: "warp instructions that are not executed, TBs of one dimension",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks: of_one_dimension,
        series: &[UV_REMOVES, DAC_REMOVES, REMOVES.published(&[("lib", 0.75)])],
    },
    Figure {
        id: "darsie-fig7.6",
        title: "warp instructions that are not executed, TBs of two dimensions",
        unit: Unit::Share,
        average: Average::Geometric,
        benchmarks: of_two_dimensions,
        series: &[
            UV_REMOVES,
            DAC_REMOVES.average(0.11),
            REMOVES.average(0.17).published(&[("fws", 0.21)]),
        ],
    },
    Figure {
        id: "darsie-fig7.7-1d",
        title: "energy saved, over that of the base, TBs of one dimension",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks: of_one_dimension,
        series: &[UV_SAVES, DAC_SAVES, SAVES],
    },
    Figure {
        id: "darsie-fig7.7-2d",
        title: "energy saved, over that of the base, TBs of two dimensions",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks: of_two_dimensions,
        series: &[UV_SAVES.average(0.07), DAC_SAVES.average(0.20), SAVES.average(0.25)],
    },
    Figure {
        id: "darsie-fig7.8-1d",
        title: "speedup over the base with and without waiting at branches, TBs of one dimension",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks: of_one_dimension,
        series: &[SPEED, NO_CF_SYNC_SPEED, SILICON_SYNC_SPEED.published(&[("lib", 0.5)])],
    },
    Figure {
        id: "darsie-fig7.8-2d",
        title: "speedup over the base with and without waiting at branches, TBs of two dimensions",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks: of_two_dimensions,
        series: &[SPEED, NO_CF_SYNC_SPEED, SILICON_SYNC_SPEED],
    },
    Figure {
        id: "darsie-fig7.9",
        title: "instructions of each type that DARSIE removes, TBs of one dimension",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks: of_one_dimension,
        series: &[COMPUTED, SHARED_LOADS, GLOBAL_LOADS.published(&[("lib", 0.98)]), OTHER_LOADS],
    },
    Figure {
        id: "darsie-fig7.10",
        title: "instructions of each type that DARSIE removes, TBs of two dimensions",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks: of_two_dimensions,
        series: &[COMPUTED, SHARED_LOADS.published(&[("mm", 0.90)]), GLOBAL_LOADS, OTHER_LOADS],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::collections::BTreeMap;

    #[test]
    fn instructions_of_a_type_are_removed_over_those_of_the_base_and_what_is_no_load_is_computed() {
        let benchmark = DARSIE_2D[0];
        let counts = json!({"instructions": 100, "uniform": 20, "affine": 5, "computed": 50, "shared_loads": 10, "global_loads": 0});
        let skips = json!({"skipped": 30, "skipped_shared_loads": 5, "skipped_global_loads": 0, "skipped_other_loads": 5});
        let results = BTreeMap::from([
            (CENSUS.of(benchmark), json!({ "redundancy": counts })),
            (DARSIE.of(benchmark), json!({ "skips": skips })),
        ]);
        let measured = Measured::new(&results, benchmark);
        assert_eq!(repeated(&measured, &["uniform", "affine"]), Some(0.25));
        assert_eq!(removed_of(&measured, "skipped_shared_loads", "shared_loads"), Some(0.5));
        assert_eq!(removed_of(&measured, "skipped_global_loads", "global_loads"), None);
        let computed = removes_computed(&measured).expect("a share");
        assert!((computed - 0.4).abs() < 1e-12, "{computed}");
    }

    #[test]
    fn what_is_removed_is_skipped_over_all_and_what_is_saved_is_less_than_the_base() {
        let benchmark = DARSIE_2D[0];
        let results = BTreeMap::from([
            (BASE.of(benchmark), json!({"cycles": 300, "energy_joules": 4.0})),
            (
                DARSIE.of(benchmark),
                json!({"cycles": 200, "energy_joules": 3.0, "skipped_instructions": 1, "executed_instructions": 3}),
            ),
        ]);
        let measured = Measured::new(&results, benchmark);
        assert_eq!(speedup(&measured, &DARSIE), Some(1.5));
        assert_eq!(removed(&measured, &DARSIE), Some(0.25));
        assert_eq!(saved(&measured, &DARSIE), Some(0.25));
        assert_eq!(saved(&measured, &UV), None, "it has not run");
    }
}
