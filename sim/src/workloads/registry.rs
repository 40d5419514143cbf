//! Workloads by name, as the command line builds them.

use thiserror::Error;

use super::{Bfs, LaunchMode, MatMul, VectorAdd, Workload};
use crate::inputs::{load, InputError, InputSpec};

const DEFAULT_VECTOR_ADD_COUNT: u32 = 4096;
const DEFAULT_MATMUL_SIZE: u32 = 64;
const DEFAULT_BFS_GRAPH: &str = "graph500:10:16:1";

/// A workload that cannot be built.
#[derive(Debug, Error)]
pub enum WorkloadError {
    /// No workload has this name.
    #[error("no app is called `{name}`; known: {}", names().join(", "))]
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
    /// The input graph cannot be had.
    #[error("the input of {app}: {reason}")]
    BadInput {
        /// The workload.
        app: &'static str,
        /// Why.
        reason: InputError,
    },
    /// The input graph has no vertices, so there is nothing to search.
    #[error("the input of {app}: the graph `{input}` has no vertices; use one that has")]
    EmptyGraph {
        /// The workload.
        app: &'static str,
        /// The input as given.
        input: String,
    },
    /// The workload has no nested parallelism to launch.
    #[error("{app} launches nothing from the device, so launch mode {mode} means nothing to it; use flat")]
    NoDeviceLaunches {
        /// The workload.
        app: &'static str,
        /// The mode asked for.
        mode: LaunchMode,
    },
}

/// The names of all workloads, in the order in which help lists them.
pub fn names() -> &'static [&'static str] {
    &["vector_add", "matmul", "bfs"]
}

/// Builds the workload `name`.
///
/// `input` is the number of elements for `vector_add`, the side of the matrices for `matmul`, and a graph as
/// [`InputSpec::parse`] understands it for `bfs`; without one, a small input is chosen.
pub fn build(
    name: &str,
    input: Option<&str>,
    mode: LaunchMode,
) -> Result<Box<dyn Workload>, WorkloadError> {
    match name {
        "vector_add" => {
            flat_only("vector_add", mode)?;
            let count = size(
                "vector_add",
                "elements",
                input,
                DEFAULT_VECTOR_ADD_COUNT,
                VectorAdd::MAX_COUNT,
            )?;
            Ok(Box::new(VectorAdd::new(count)))
        }
        "matmul" => {
            flat_only("matmul", mode)?;
            let size = size("matmul", "rows", input, DEFAULT_MATMUL_SIZE, MatMul::MAX_SIZE)?;
            Ok(Box::new(MatMul::new(size)))
        }
        "bfs" => {
            let input = input.unwrap_or(DEFAULT_BFS_GRAPH);
            let graph = InputSpec::parse(input).and_then(|spec| load(&spec));
            let graph = graph.map_err(|reason| WorkloadError::BadInput { app: "bfs", reason })?;
            let bfs = Bfs::new(graph, mode);
            let bfs = bfs
                .ok_or_else(|| WorkloadError::EmptyGraph { app: "bfs", input: input.to_owned() })?;
            Ok(Box::new(bfs))
        }
        _ => Err(WorkloadError::UnknownApp { name: name.to_owned() }),
    }
}

fn flat_only(app: &'static str, mode: LaunchMode) -> Result<(), WorkloadError> {
    match mode {
        LaunchMode::Flat => Ok(()),
        mode => Err(WorkloadError::NoDeviceLaunches { app, mode }),
    }
}

fn size(
    app: &'static str,
    what: &'static str,
    input: Option<&str>,
    default: u32,
    most: u32,
) -> Result<u32, WorkloadError> {
    let Some(input) = input else { return Ok(default) };
    let size = input.parse().ok().filter(|size| (1..=most).contains(size));
    size.ok_or_else(|| WorkloadError::BadSize { app, what, most, input: input.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::super::{Arg, HostStep};
    use super::*;
    use crate::mem::GlobalMemory;

    fn message(name: &str, input: Option<&str>, mode: LaunchMode) -> String {
        build(name, input, mode).err().expect("built").to_string()
    }

    /// The types of the parameters of `entry`, as its PTX declares them.
    fn parameters<'a>(ptx: &'a str, entry: &str) -> Vec<&'a str> {
        let (_, rest) = ptx.split_once(&format!(".visible .entry {entry}(\n")).expect(entry);
        let (list, _) = rest.split_once("\n)").expect(entry);
        list.lines().map(|line| line.split_whitespace().nth(1).expect(line)).collect()
    }

    #[test]
    fn every_name_builds_in_every_mode_it_knows_and_its_arguments_fit_its_kernel() {
        for &name in names() {
            let modes = if name == "bfs" { &LaunchMode::ALL[..] } else { &[LaunchMode::Flat] };
            for &mode in modes {
                let mut memory = GlobalMemory::new(1 << 28);
                let mut workload = build(name, None, mode).unwrap();
                assert_eq!(workload.name(), name);
                workload.setup(&mut memory).unwrap();
                let HostStep::Launch(launches) = workload.step(&mut memory).unwrap() else {
                    panic!("{name}: no launch")
                };
                for launch in launches {
                    let widths = launch.args.iter().map(|arg| match arg {
                        Arg::U32(_) => ".u32",
                        Arg::U64(_) => ".u64",
                        Arg::F32(_) => ".f32",
                        Arg::F64(_) => ".f64",
                        Arg::Bytes(_) => ".b8",
                    });
                    assert_eq!(
                        widths.collect::<Vec<_>>(),
                        parameters(workload.ptx(), &launch.kernel)
                    );
                }
                assert!(workload.verify(&memory).is_err(), "{name}: nothing has run yet");
            }
        }
    }

    #[test]
    fn an_unknown_app_lists_the_known_ones() {
        let flat = LaunchMode::Flat;
        assert_eq!(
            message("sssp", None, flat),
            "no app is called `sssp`; known: vector_add, matmul, bfs"
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
        assert!(build("matmul", Some("256"), flat).is_ok());
    }

    #[test]
    fn a_bad_graph_is_an_error_of_the_app_that_wanted_it() {
        let error = message("bfs", Some("graph500:12"), LaunchMode::Cdp);
        assert_eq!(
            error,
            "the input of bfs: input `graph500:12`: graph500 takes two or three parameters; write graph500:SCALE:EDGE_FACTOR[:SEED]"
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
    fn an_app_without_device_launches_refuses_their_modes() {
        assert_eq!(
            message("matmul", None, LaunchMode::Dtbl),
            "matmul launches nothing from the device, so launch mode dtbl means nothing to it; use flat"
        );
    }
}
