//! Workloads by name, as the command line builds them.

mod apps;
mod entries;
mod error;

pub use apps::APPS;
pub use error::WorkloadError;

use super::{AppOption, AppOptions};
use heddle_sim::config::GpuConfig;
use heddle_sim::host::Workload;

/// What building a workload comes to.
type Built = Result<Box<dyn Workload>, WorkloadError>;

/// An application, as it is listed and built.
pub struct App {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// The input it takes if none is given.
    pub default_input: &'static str,
    /// The options it knows.
    pub options: &'static [AppOption],
    build: fn(&str, &GpuConfig, &AppOptions) -> Built,
}

/// The names of all workloads.
pub fn names() -> impl Iterator<Item = &'static str> {
    APPS.iter().map(|app| app.name)
}

/// Builds the workload `name` for a machine that launches kernels as `config` says.
///
/// `input` is what the application takes: a size, a generator such as graph500:12:16:1, or a file; without one, a
/// small input is chosen. An option that the application does not know, or that means nothing on this machine, is
/// refused.
pub fn build(name: &str, input: Option<&str>, options: &AppOptions, config: &GpuConfig) -> Built {
    let app = APPS.iter().find(|app| app.name == name);
    let app = app.ok_or_else(|| WorkloadError::UnknownApp { name: name.to_owned() })?;
    options.check(app.name, app.options)?;
    (app.build)(input.unwrap_or(app.default_input), config, options)
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;
    use heddle_sim::config::LaunchMode;
    use heddle_sim::host::HostStep;
    use heddle_sim::mem::GlobalMemory;
    use heddle_sim::ptx::Program;

    fn machine(mode: LaunchMode) -> GpuConfig {
        let mut config = GpuConfig::preset("tiny").unwrap();
        config.kernel.launch = mode;
        config
    }

    fn message(name: &str, input: Option<&str>, mode: LaunchMode) -> String {
        refusal(name, input, mode, &[])
    }

    fn refusal(
        name: &str,
        input: Option<&str>,
        mode: LaunchMode,
        options: &[(&str, &str)],
    ) -> String {
        let built = build(name, input, &AppOptions::new(options), &machine(mode));
        built.err().expect("built").to_string()
    }

    #[test]
    fn every_app_builds_in_every_way_it_knows_and_its_arguments_fit_its_kernel() {
        for name in names() {
            let mut built = 0;
            for (mode, gather) in Way::ALL.map(Way::axes) {
                let mut memory = GlobalMemory::new(1 << 28);
                let gather = [("gather", gather)];
                let options = gather.iter().filter(|(_, gather)| *gather != "none");
                let options = AppOptions::new(options);
                let workload = build(name, None, &options, &machine(mode));
                let Ok(mut workload) = workload else { continue };
                built += 1;
                assert_eq!(workload.name(), name);
                let mut program = Program::parse(name, workload.ptx()).unwrap();
                program.load_globals(&mut memory).unwrap();
                workload.loaded(&program);
                workload.setup(&mut memory).unwrap();
                let HostStep::Launch(launches) = workload.step(&mut memory).unwrap() else {
                    panic!("{name}: no launch")
                };
                for launch in launches {
                    let function = program.functions.iter().find(|f| f.name == launch.kernel);
                    let params = &function.expect(&launch.kernel).params;
                    let taken: Vec<usize> = params.iter().map(|p| p.bytes as usize).collect();
                    let given: Vec<usize> =
                        launch.args.iter().map(|arg| arg.image().len()).collect();
                    assert_eq!(given, taken, "{}", launch.kernel);
                }
                assert!(workload.verify(&memory).is_err(), "{name}: nothing has run yet");
            }
            assert!(built > 0, "{name}");
        }
    }

    #[test]
    fn an_unknown_app_lists_the_known_ones() {
        let flat = LaunchMode::Flat;
        assert_eq!(
            message("no_such_app", None, flat),
            "no app is called `no_such_app`; known: vector_add, matmul, bfs, clr, sssp, \
             pre, join, amr, bht, regx, quicksort, radixsort, mandel, spmm, sa, launches, calls, dtw, heat2d, hist, int_img, sor, sw, \
             mm, bp, dct, hs, fws, cp, convtex, inlm, lib, bin, fw, pt, sr1"
        );
    }

    #[test]
    fn a_size_out_of_range_says_the_range() {
        let flat = LaunchMode::Flat;
        let expected = "matmul takes a size as its input, rows from 1 to 1024; `0` is none";
        assert_eq!(message("matmul", Some("0"), flat), expected);
        let expected =
            "vector_add takes a size as its input, elements from 1 to 67108864; `many` is none";
        assert_eq!(message("vector_add", Some("many"), flat), expected);
        assert!(build("matmul", Some("256"), &AppOptions::default(), &machine(flat)).is_ok());
    }

    #[test]
    fn a_bad_graph_is_an_error_of_the_app_that_wanted_it() {
        let error = message("bfs", Some("graph500:12"), LaunchMode::Cdp);
        assert_eq!(
            error,
            "the input of bfs: input `graph500:12`: graph500 takes 2 or 3 parameters; write graph500:SCALE:EDGE_FACTOR[:SEED]"
        );
        let mut file = tempfile::NamedTempFile::new().unwrap();
        std::io::Write::write_all(
            &mut file,
            b"%%MatrixMarket matrix coordinate pattern general\n0 0 0\n",
        )
        .unwrap();
        let path = file.path().to_str().unwrap();
        let error = message("bfs", Some(path), LaunchMode::Flat);
        assert_eq!(
            error,
            format!("the input of bfs: the graph `{path}` has no vertices; use one that has")
        );
    }

    #[test]
    fn a_join_with_too_large_a_result_says_how_large_it_is() {
        assert_eq!(
            message("join", Some("uniform:32768:32768:1"), LaunchMode::Cdp),
            "join: the relations `uniform:32768:32768:1` have 1073741824 matches; the limit is 268435456"
        );
    }

    #[test]
    fn a_graph_of_broken_lengths_is_unfit_for_shortest_paths() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        std::io::Write::write_all(&mut file, b"0 1 0.25\n").unwrap();
        let path = file.path().to_str().unwrap();
        let error = message("sssp", Some(path), LaunchMode::Flat);
        let expected = format!(
            "the input of sssp: the graph `{path}` has the length 0.25 from vertex 0 to 1 "
        );
        assert!(error.starts_with(&expected), "{error}");
    }

    #[test]
    fn an_app_without_device_launches_refuses_their_modes() {
        assert_eq!(
            message("matmul", None, LaunchMode::Dtbl),
            "matmul launches nothing from the device, so launch mode dtbl means nothing to it; use flat"
        );
        assert_eq!(
            message("sw", None, LaunchMode::Dtbl),
            "sw launches level after level, from the host (kernel.launch=flat) or from the device (cdp), or all at once \
             (tb.source=dats and kernel.launch=flat); dtbl means nothing to it"
        );
    }

    #[test]
    fn an_option_that_an_app_does_not_know_is_answered_with_those_it_knows() {
        let gather = [("gather", "warp")];
        assert_eq!(
            refusal("vector_add", None, LaunchMode::Flat, &gather),
            "vector_add has no option `gather`; it has none"
        );
        assert_eq!(
            refusal("bfs", None, LaunchMode::Cdp, &[("gathr", "warp")]),
            "bfs has no option `gathr`; its options are: gather, child_min_items, coarsening"
        );
    }

    #[test]
    fn a_value_that_an_option_cannot_have_is_answered_with_what_is_allowed() {
        assert_eq!(
            refusal("bfs", None, LaunchMode::Cdp, &[("gather", "smx")]),
            "option gather of bfs cannot be `smx`: allowed are none, warp, block, grid"
        );
        assert_eq!(
            refusal("bfs", None, LaunchMode::Cdp, &[("child_min_items", "0")]),
            "option child_min_items of bfs cannot be `0`: allowed are 1 to 1073741824"
        );
    }

    #[test]
    fn an_option_that_means_nothing_on_a_machine_is_refused_with_what_it_needs() {
        assert_eq!(
            refusal("bfs", None, LaunchMode::Dtbl, &[("gather", "warp")]),
            "option gather of bfs means nothing here: it needs kernel.launch=cdp"
        );
        assert_eq!(
            refusal("calls", None, LaunchMode::Flat, &[]),
            "calls measures launches from the device, which kernel.launch=flat has not; choose kernel.launch=cdp or dtbl"
        );
    }
}
