//! All figures.

mod beyond;
mod cdp;
mod darsie;
mod dtbl;
mod laperm;
mod laperm_beyond;
mod laperm_space;
mod laser;
mod laser_beyond;
mod launching;
mod machines;
mod space;
mod tables;
mod traces;
mod wireframe;
mod wireframe_sweeps;

use super::case::{Variant, K20C};
use super::exhibit::Exhibit;
use super::sentences::SENTENCES;

/// Makes the variants of a way of launching: as modelled and ideal, and each with free memory for descriptors and
/// records. The flat ones differ in what the host's launches cost, so that each rule has its own to compare with.
macro_rules! rules {
    ($launch:literal: $modelled:ident $modelled_free:ident $ideal:ident $ideal_free:ident) => {
        const $modelled: Variant = K20C.variant($launch, &[("kernel.launch", $launch)]);
        const $modelled_free: Variant = K20C.variant(
            concat!($launch, "-free-memory"),
            &[("kernel.launch", $launch), ("kernel.latency", "modelled-free-memory")],
        );
        const $ideal: Variant = K20C.variant(
            concat!($launch, "-ideal"),
            &[("kernel.launch", $launch), ("kernel.latency", "ideal")],
        );
        const $ideal_free: Variant = K20C.variant(
            concat!($launch, "-ideal-free-memory"),
            &[("kernel.launch", $launch), ("kernel.latency", "ideal-free-memory")],
        );
    };
}

rules!("flat": FLAT FLATM FLATI FLATF);
rules!("cdp": CDP CDPM CDPI CDPF);
rules!("dtbl": DTBL DTBLM DTBLI DTBLF);

/// All figures, in the order in which they are listed and reproduced.
fn all() -> impl Iterator<Item = &'static dyn Exhibit> {
    let bars = cdp::FIGURES.iter().chain(dtbl::FIGURES).chain(beyond::FIGURES);
    let bars = bars.chain(laperm::FIGURES).chain(laperm_beyond::FIGURES).chain(laser::FIGURES);
    let bars = bars.chain(laser_beyond::FIGURES).chain(darsie::FIGURES).chain(wireframe::FIGURES);
    let sweeps = launching::SWEEPS.iter().chain(wireframe_sweeps::SWEEPS);
    let sweeps = sweeps.map(|sweep| sweep as &dyn Exhibit);
    let tables = machines::TABLES.iter().chain(tables::TABLES).chain(laperm::TABLES);
    let tables = tables.chain(laser::TABLES);
    let tables = tables.map(|table| table as &dyn Exhibit);
    let spaces =
        space::SPACES.iter().chain(laperm_space::SPACES).map(|space| space as &dyn Exhibit);
    let sentences = SENTENCES.iter().map(|sentences| sentences as &dyn Exhibit);
    let bars = bars.map(|figure| figure as &dyn Exhibit);
    let traces = traces::TRACES.iter().map(|trace| trace as &dyn Exhibit);
    sweeps.chain(tables).chain(traces).chain(bars).chain(spaces).chain(sentences)
}

/// Returns the figures that `name` selects: one with all its parts (`cdp-fig8`), or all of a study
/// (`cdp`, `darsie`, `dtbl`, `laperm`, `laser`, `wireframe`, `all`).
pub fn find(name: &str) -> Vec<&'static dyn Exhibit> {
    let part = |id: &str| id.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'));
    let meant = |id: &str| name == "all" || id == name || part(id);
    all().filter(|figure| meant(figure.id())).collect()
}

/// Returns the names of all figures, each with what it shows.
pub fn titles() -> impl Iterator<Item = (&'static str, &'static str)> {
    all().map(|figure| (figure.id(), figure.title()))
}

/// Returns the names of all figures.
pub fn ids() -> impl Iterator<Item = &'static str> {
    all().map(|figure| figure.id())
}

#[cfg(test)]
mod tests {
    use super::super::benchmarks::Size;
    use super::super::case::Case;
    use super::super::exhibit::Exhibit;
    use super::*;
    use heddle_workloads::{build, AppOptions};
    use serde_json::json;

    #[test]
    fn every_published_value_belongs_to_a_benchmark_of_its_figure() {
        let studies = [
            cdp::FIGURES,
            dtbl::FIGURES,
            beyond::FIGURES,
            laperm::FIGURES,
            laser::FIGURES,
            darsie::FIGURES,
            wireframe::FIGURES,
        ];
        for figure in studies.into_iter().flatten() {
            let names: Vec<&str> = (figure.benchmarks)().iter().map(|b| b.name).collect();
            for (name, _) in figure.series.iter().flat_map(|series| series.published) {
                assert!(names.contains(name), "{}: {name}", figure.id);
            }
        }
    }

    #[test]
    fn no_variant_sets_what_does_nothing_or_gives_an_option_that_the_app_refuses() {
        for case in all().flat_map(|figure| figure.cases(Size::Smoke)) {
            let config = case.variant.config().expect("a machine");
            assert!(
                config.check_relevance(case.variant.keys()).is_ok(),
                "{}",
                case.command(case.benchmark.input(case.size))
            );
            if !case.options().is_empty() {
                let options = AppOptions::new(&case.options());
                let input = Some(case.benchmark.input(case.size));
                assert!(
                    build(case.benchmark.app, input, &options, &config).is_ok(),
                    "{}",
                    case.command(case.benchmark.input(case.size))
                );
            }
        }
    }

    #[test]
    fn every_application_takes_its_inputs_of_the_full_size() {
        if std::env::var_os("HEDDLE_INPUTS").is_none() {
            return println!(
                "skipped: making inputs of the full size takes minutes; HEDDLE_INPUTS=1 does it"
            );
        }
        let mut seen = std::collections::BTreeSet::new();
        for case in all().flat_map(|figure| figure.cases(Size::Full)) {
            let (app, input) = (case.benchmark.app, case.benchmark.input(Size::Full));
            if seen.insert((app, input)) {
                let config = case.variant.config().expect("a machine");
                let refused = build(app, Some(input), &AppOptions::default(), &config).err();
                assert!(refused.is_none(), "{app} --input {input}: {refused:?}");
            }
        }
        assert!(seen.len() > 30, "figures have {} inputs", seen.len());
    }

    #[test]
    fn a_benchmark_that_launches_nothing_is_as_fast_as_flat_and_spends_nothing_on_launches() {
        // What the host's launches cost differs by rule, and is the same for flat and the others.
        let cycles = |variant: &str| match variant {
            name if name.ends_with("free-memory") => 900,
            name if name.contains("ideal") => 1000,
            _ => 1283,
        };
        let expected = [("cdp-fig6", 1.0), ("cdp-fig6-launching", 0.0), ("dtbl-fig21", 1.0)];
        for (id, value) in expected {
            let figures = cdp::FIGURES.iter().chain(dtbl::FIGURES);
            let figure = figures.into_iter().find(|figure| figure.id == id).expect(id);
            let result = |case: Case| {
                (case.name(), json!({"cycles": cycles(case.variant.name), "launches": 0}))
            };
            let results = figure.cases(Size::Smoke).into_iter().map(result).collect();
            let table = figure.measured(Size::Smoke, &results);
            assert_eq!(table.rows.last().map(|row| row.benchmark), Some("average"), "no launches");
            for row in &table.rows {
                for (series, ours) in table.series.iter().zip(&row.ours) {
                    assert_eq!(*ours, Some(value), "{id}, {}, {series}", row.benchmark);
                }
            }
        }
    }

    #[test]
    fn no_two_figures_have_one_name() {
        let mut names: Vec<&str> = ids().collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ids().count());
    }
}
