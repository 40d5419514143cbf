//! Workloads by name, as the command line builds them.

use thiserror::Error;

use super::{Algorithm, Dtw, Heat2d, Hist, IntImg, Sor, Sw, Wavefront};
use super::{Amr, Bfs, Bht, Clr, Join, LaunchMode, MatMul, Pre, Regx, Sssp, VectorAdd, Workload};
use crate::config::KernelConfig;
use crate::inputs::{
    load, load_matching, load_points, Field, Graph, InputError, InputSpec, Ratings, Relations,
    Tiling,
};

/// A workload that cannot be built.
#[derive(Debug, Error)]
pub enum WorkloadError {
    /// No workload has this name.
    #[error("no app is called `{name}`; known: {}", names().collect::<Vec<_>>().join(", "))]
    UnknownApp {
        /// The name as given.
        name: String,
    },
    /// The input of a workload that takes a size is not one.
    #[error("{app} takes a size as its input, {what} from 1 to {most}; `{input}` is none")]
    BadSize {
        /// The workload.
        app: &'static str,
        /// What the size counts.
        what: &'static str,
        /// The largest size.
        most: u32,
        /// The input as given.
        input: String,
    },
    /// The input cannot be had.
    #[error("the input of {app}: {reason}")]
    BadInput {
        /// The workload.
        app: &'static str,
        /// Why.
        reason: InputError,
    },
    /// The application cannot work on the input graph.
    #[error("the input of {app}: the graph `{input}` {reason}")]
    UnfitGraph {
        /// The workload.
        app: &'static str,
        /// The input as given.
        input: String,
        /// What is wrong with it and what to do.
        reason: String,
    },
    /// The two relations have more matches than a device memory can hold.
    #[error(
        "{app}: the relations `{input}` have {matches} matches; the limit is {}",
        Join::MAX_MATCHES
    )]
    TooManyMatches {
        /// The workload.
        app: &'static str,
        /// The input as given.
        input: String,
        /// Tuples of the result.
        matches: u64,
    },
    /// A rule of the input cannot be looked for.
    #[error("the input of {app}: {what}")]
    BadRule {
        /// The workload.
        app: &'static str,
        /// The rule, and why.
        what: String,
    },
    /// The workload has no nested parallelism to launch.
    #[error("{app} launches nothing from the device, so launch mode {mode} means nothing to it; use flat")]
    NoDeviceLaunches {
        /// The workload.
        app: &'static str,
        /// The mode asked for.
        mode: LaunchMode,
    },
    /// The workload launches one grid after another and no children.
    #[error("{app} launches level after level, from the host (kernel.launch=flat) or from the device (cdp); {mode} means nothing to it")]
    NoChildren {
        /// The workload.
        app: &'static str,
        /// The mode asked for.
        mode: LaunchMode,
    },
}

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
    build: fn(&str, &KernelConfig) -> Built,
}

/// All applications, in the order in which help lists them.
pub const APPS: &[App] = &[
    App {
        name: "vector_add",
        about: "c = a + b over INPUT elements",
        default_input: "4096",
        build: |input, config| {
            flat_only("vector_add", config)?;
            let count = size("vector_add", "elements", input, VectorAdd::MAX_COUNT)?;
            Ok(Box::new(VectorAdd::new(count)))
        },
    },
    App {
        name: "matmul",
        about: "product of two matrices of INPUT rows",
        default_input: "64",
        build: |input, config| {
            flat_only("matmul", config)?;
            let size = size("matmul", "rows", input, MatMul::MAX_SIZE)?;
            Ok(Box::new(MatMul::new(size)))
        },
    },
    App {
        name: "bfs",
        about: "breadth-first search of a graph, level by level",
        default_input: "graph500:10:16:1",
        build: |input, config| {
            let bfs = Bfs::new(graph("bfs", input)?, config);
            Ok(Box::new(bfs.ok_or_else(|| empty_graph("bfs", input))?))
        },
    },
    App {
        name: "bfs_cooperative",
        about: "the same by TBs and warps that expand a vertex together, without device launches",
        default_input: "graph500:10:16:1",
        build: |input, config| {
            flat_only("bfs_cooperative", config)?;
            let bfs = Bfs::cooperative(graph("bfs_cooperative", input)?);
            Ok(Box::new(bfs.ok_or_else(|| empty_graph("bfs_cooperative", input))?))
        },
    },
    App {
        name: "clr",
        about: "colouring of a graph by rounds of independent sets",
        default_input: "citation:500:1",
        build: |input, config| {
            let clr = Clr::new(&graph("clr", input)?, config);
            Ok(Box::new(clr.ok_or_else(|| empty_graph("clr", input))?))
        },
    },
    App {
        name: "sssp",
        about: "shortest paths from one vertex of a graph with lengths",
        default_input: "citation:1000:1",
        build: |input, config| {
            let sssp = Sssp::new(graph("sssp", input)?, config);
            Ok(Box::new(sssp.map_err(|reason| unfit_graph("sssp", input, reason))?))
        },
    },
    App {
        name: "pre",
        about: "product recommendation: counts how often two items were bought together",
        default_input: "movielens:64:200:25:1",
        build: |input, config| {
            let ratings = Ratings::load(input).map_err(bad_input("pre"))?;
            Ok(Box::new(Pre::new(ratings, config)))
        },
    },
    App {
        name: "join",
        about: "inner join of two relations, with an ordered result",
        default_input: "gaussian:512:512:64:1",
        build: |input, config| {
            let relations = Relations::load(input).map_err(bad_input("join"))?;
            let too_many = |matches| WorkloadError::TooManyMatches {
                app: "join",
                input: input.to_owned(),
                matches,
            };
            Ok(Box::new(Join::new(relations, config).map_err(too_many)?))
        },
    },
    App {
        name: "amr",
        about: "adaptive mesh refinement of a temperature field",
        default_input: "combustion:8:2:1",
        build: |input, config| {
            let field = Field::load(input).map_err(bad_input("amr"))?;
            Ok(Box::new(Amr::new(&field, config)))
        },
    },
    App {
        name: "bht",
        about: "forces between bodies by the tree of Barnes and Hut",
        default_input: "points:512:1",
        build: |input, config| {
            let points = load_points(input).map_err(bad_input("bht"))?;
            Ok(Box::new(Bht::new(&points, config)))
        },
    },
    App {
        name: "regx",
        about: "regular expressions looked for in packets or strings",
        default_input: "strings:64:16:1",
        build: |input, config| {
            let matching = load_matching(input).map_err(bad_input("regx"))?;
            let regx = Regx::new(matching, config);
            Ok(Box::new(regx.map_err(|what| WorkloadError::BadRule { app: "regx", what })?))
        },
    },
    wavefront::<Dtw>(),
    wavefront::<Heat2d>(),
    wavefront::<Hist>(),
    wavefront::<IntImg>(),
    wavefront::<Sor>(),
    wavefront::<Sw>(),
];

/// An application whose field is computed tile by tile.
const fn wavefront<A: Algorithm + 'static>() -> App {
    App {
        name: A::NAME,
        about: A::ABOUT,
        default_input: "16:64",
        build: |input, config| {
            let tiling = Tiling::load(input).map_err(bad_input(A::NAME))?;
            let wavefront = Wavefront::<A>::new(tiling, config.launch);
            let no_children = WorkloadError::NoChildren { app: A::NAME, mode: config.launch };
            Ok(Box::new(wavefront.ok_or(no_children)?))
        },
    }
}

/// The names of all workloads.
pub fn names() -> impl Iterator<Item = &'static str> {
    APPS.iter().map(|app| app.name)
}

/// Builds the workload `name` for a machine that launches kernels as `config` says.
///
/// `input` is what the application takes: a size, a generator such as graph500:12:16:1, or a file; without one, a
/// small input is chosen.
pub fn build(name: &str, input: Option<&str>, config: &KernelConfig) -> Built {
    let app = APPS.iter().find(|app| app.name == name);
    let app = app.ok_or_else(|| WorkloadError::UnknownApp { name: name.to_owned() })?;
    (app.build)(input.unwrap_or(app.default_input), config)
}

fn graph(app: &'static str, input: &str) -> Result<Graph, WorkloadError> {
    InputSpec::parse(input).and_then(|spec| load(&spec)).map_err(bad_input(app))
}

fn bad_input(app: &'static str) -> impl FnOnce(InputError) -> WorkloadError {
    move |reason| WorkloadError::BadInput { app, reason }
}

fn empty_graph(app: &'static str, input: &str) -> WorkloadError {
    unfit_graph(app, input, "has no vertices; use one that has".to_owned())
}

fn unfit_graph(app: &'static str, input: &str, reason: String) -> WorkloadError {
    WorkloadError::UnfitGraph { app, input: input.to_owned(), reason }
}

fn flat_only(app: &'static str, config: &KernelConfig) -> Result<(), WorkloadError> {
    match config.launch {
        LaunchMode::Flat => Ok(()),
        mode => Err(WorkloadError::NoDeviceLaunches { app, mode }),
    }
}

fn size(
    app: &'static str,
    what: &'static str,
    input: &str,
    most: u32,
) -> Result<u32, WorkloadError> {
    let size = input.parse().ok().filter(|size| (1..=most).contains(size));
    size.ok_or_else(|| WorkloadError::BadSize { app, what, most, input: input.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::super::HostStep;
    use super::*;
    use crate::config::GpuConfig;
    use crate::mem::GlobalMemory;
    use crate::ptx::Program;

    fn kernel(mode: LaunchMode) -> KernelConfig {
        KernelConfig { launch: mode, ..GpuConfig::preset("tiny").unwrap().kernel }
    }

    fn message(name: &str, input: Option<&str>, mode: LaunchMode) -> String {
        build(name, input, &kernel(mode)).err().expect("built").to_string()
    }

    #[test]
    fn every_app_builds_in_every_mode_it_knows_and_its_arguments_fit_its_kernel() {
        for name in names() {
            let program = |workload: &dyn Workload| Program::parse(name, workload.ptx()).unwrap();
            build(name, None, &kernel(LaunchMode::Flat)).unwrap();
            for mode in LaunchMode::ALL {
                let mut memory = GlobalMemory::new(1 << 28);
                let Ok(mut workload) = build(name, None, &kernel(mode)) else { continue };
                assert_eq!(workload.name(), name);
                workload.setup(&mut memory).unwrap();
                let HostStep::Launch(launches) = workload.step(&mut memory).unwrap() else {
                    panic!("{name}: no launch")
                };
                let program = program(workload.as_ref());
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
        }
    }

    #[test]
    fn an_unknown_app_lists_the_known_ones() {
        let flat = LaunchMode::Flat;
        assert_eq!(
            message("no_such_app", None, flat),
            "no app is called `no_such_app`; known: vector_add, matmul, bfs, bfs_cooperative, clr, sssp, \
             pre, join, amr, bht, regx, dtw, heat2d, hist, int_img, sor, sw"
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
        assert!(build("matmul", Some("256"), &kernel(flat)).is_ok());
    }

    #[test]
    fn a_bad_graph_is_an_error_of_the_app_that_wanted_it() {
        let error = message("bfs", Some("graph500:12"), LaunchMode::Cdp);
        assert_eq!(
            error,
            "the input of bfs: input `graph500:12`: the number of parameters is wrong; write graph500:SCALE:EDGE_FACTOR[:SEED]"
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
            message("sw", None, LaunchMode::AggregateWarp),
            "sw launches level after level, from the host (kernel.launch=flat) or from the device (cdp); \
             aggregate-warp means nothing to it"
        );
    }
}
