//! All figures.

mod beyond;
mod cdp;
mod dtbl;
mod launching;
mod machines;
mod space;
mod tables;
mod wireframe;
mod wireframe_sweeps;

use super::case::{Variant, K20C};
use super::exhibit::Exhibit;

/// The variant in which one thread does all the work it finds.
const FLAT: Variant = K20C.variant("flat", &[("kernel.launch", "flat")]);
/// The variant with which the thesis compares DTBL.
const BASELINE: Variant = Variant { name: "baseline", baseline: true, ..FLAT };
const CDP: Variant = K20C.variant("cdp", &[("kernel.launch", "cdp")]);
const CDPI: Variant =
    K20C.variant("cdp-ideal", &[("kernel.launch", "cdp"), ("kernel.latency", "ideal")]);
const DTBL: Variant = K20C.variant("dtbl", &[("kernel.launch", "dtbl")]);
const DTBLI: Variant =
    K20C.variant("dtbl-ideal", &[("kernel.launch", "dtbl"), ("kernel.latency", "ideal")]);

/// All figures, in the order in which they are listed and reproduced.
fn all() -> impl Iterator<Item = &'static dyn Exhibit> {
    let bars = cdp::FIGURES.iter().chain(dtbl::FIGURES).chain(beyond::FIGURES);
    let bars = bars.chain(wireframe::FIGURES);
    let sweeps = launching::SWEEPS.iter().chain(wireframe_sweeps::SWEEPS);
    let sweeps = sweeps.map(|sweep| sweep as &dyn Exhibit);
    let tables = machines::TABLES.iter().chain(tables::TABLES);
    let tables = tables.map(|table| table as &dyn Exhibit);
    let spaces = space::SPACES.iter().map(|space| space as &dyn Exhibit);
    sweeps.chain(tables).chain(bars.map(|figure| figure as &dyn Exhibit)).chain(spaces)
}

/// Returns the figures that `name` selects: one with all its parts (`cdp-fig8`), or all of a study
/// (`cdp`, `dtbl`, `wireframe`, `all`).
pub fn find(name: &str) -> Vec<&'static dyn Exhibit> {
    let part = |id: &str| id.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'));
    let meant = |id: &str| name == "all" || id == name || part(id);
    all().filter(|figure| meant(figure.id())).collect()
}

/// Returns the names of all figures.
pub fn ids() -> impl Iterator<Item = &'static str> {
    all().map(|figure| figure.id())
}

#[cfg(test)]
mod tests {
    use super::super::benchmarks::Size;
    use super::*;
    use heddle_workloads::{build, AppOptions};

    #[test]
    fn every_published_value_belongs_to_a_benchmark_of_its_figure() {
        let studies = [cdp::FIGURES, dtbl::FIGURES, beyond::FIGURES, wireframe::FIGURES];
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
            assert!(config.check_relevance(case.variant.keys()).is_ok(), "{}", case.command());
            if !case.variant.options.is_empty() {
                let options = AppOptions::new(case.variant.options);
                let input = Some(case.benchmark.input(case.size));
                assert!(build(case.app(), input, &options, &config).is_ok(), "{}", case.command());
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
