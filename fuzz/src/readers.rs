//! What each target does with the bytes of a file. An error is an answer; a panic, a hang and memory
//! beyond the size of the file are findings, and so is a result that contradicts itself. Each returns whether the bytes
//! were accepted, so that tests find seeds that no longer get through.

use flate2::write::GzEncoder;
use flate2::Compression;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, RunError, RunOptions};
use heddle_sim::host::{HostStep, Workload};
use heddle_sim::mem::GlobalMemory;
use heddle_sim::ptx::{Program, ValueKind};
use heddle_workloads::inputs::npy::NpyArray;
use heddle_workloads::inputs::{read_graph_from, Graph, InputError};
use heddle_workloads::{HostProgram, PtxFile};
use std::io::{Error, ErrorKind, Write};

/// Core cycles after which a kernel has run long enough.
const MOST_CYCLES: u64 = 20_000;

/// Turns of a host program's host after which it has gone far enough.
const MOST_TURNS: usize = 64;

/// What scripts find beside them: kernels and an array.
const KERNELS: &str = include_str!("../../tests/data/twice.ptx");

/// PTX text: parse and lower.
pub fn ptx(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else { return false };
    let parsed = Program::parse("k.ptx", text);
    if let Err(error) = &parsed {
        let message = error.to_string();
        assert!(message.len() < 4096, "too long to read");
    }
    parsed.is_ok()
}

/// PTX text whose first kernel is run on a small machine, with a buffer for every 64-bit parameter.
pub fn ptx_run(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else { return false };
    let Ok(program) = Program::parse("k.ptx", text) else { return false };
    let Some(kernel) = program.functions.iter().find(|function| function.is_entry) else {
        return false;
    };
    let mut workload = PtxFile::new("k.ptx", text.to_owned(), kernel.name.clone());
    for param in &kernel.params {
        let argument = match (param.bytes, param.kind) {
            (8, ValueKind::Float) => "f64:20",
            (8, _) => "iota:64",
            (_, ValueKind::Float) => "f32:20",
            _ => "u32:20",
        };
        workload.push_argument(argument).expect("a well-formed argument");
    }
    workload.block = [48, 1, 1];
    workload.grid = [2, 1, 1];
    let mut config = GpuConfig::preset("tiny").expect("a preset");
    config.memory_bytes = 1 << 22;
    let options = RunOptions { max_cycles: Some(MOST_CYCLES), ..RunOptions::default() };
    let result = gpu::run(&config, &mut workload, &ModelUnits, options);
    if let Ok(result) = &result {
        assert!(result.thread_instructions <= 32 * result.warp_instructions);
    }
    // What a kernel does with its arguments is an answer, once it runs.
    !matches!(result, Err(RunError::Setup(_) | RunError::Ptx(_) | RunError::Launch { .. }))
}

/// A graph file as it is.
fn graph(data: &[u8]) -> Result<Graph, InputError> {
    let graph = read_graph_from("g", data)?;
    let (offsets, columns) = (graph.offsets(), graph.columns());
    assert!(offsets.windows(2).all(|row| row[0] <= row[1]), "rows overlap");
    assert_eq!(offsets.last(), Some(&graph.edges()));
    assert!(columns.iter().all(|&to| to < graph.vertices()), "an edge to nowhere");
    if let Some(weights) = graph.weights() {
        assert_eq!(weights.len(), columns.len());
        assert!(weights.iter().all(|weight| weight.is_finite()));
    }
    Ok(graph)
}

/// Reads `data` as if a line that tells the format, `head`, were missing before it, unless it begins
/// with `keyword` itself.
fn graph_after(head: &str, keyword: &str, data: &[u8]) -> bool {
    let whole = data.starts_with(keyword.as_bytes());
    let head = if whole { "" } else { head };
    graph(&[head.as_bytes(), data].concat()).is_ok()
}

/// Matrix Market.
pub fn matrix_market(data: &[u8]) -> bool {
    graph_after("%%MatrixMarket matrix coordinate real general\n", "%%MatrixMarket ", data)
}

/// DIMACS .gr.
pub fn dimacs(data: &[u8]) -> bool {
    graph_after("c\n", "p ", data)
}

/// DOT, as a dependency graph too: written and read again it is the same, unless it has a cycle.
pub fn dot(data: &[u8]) -> bool {
    let head = if data.starts_with(b"digraph") { "" } else { "digraph g {\n" };
    let Ok(graph) = graph(&[head.as_bytes(), data].concat()) else { return false };
    let Ok(dependences) = graph.dependences(graph.vertices()) else { return false };
    let mut text = Vec::new();
    dependences.write_dot(&mut text).expect("memory takes every byte");
    let again = read_graph_from("g", &text[..]).expect("what is written can be read");
    let again = again.dependences(again.vertices());
    assert_eq!(again.as_ref(), Ok(&dependences), "what is written does not read back");
    true
}

/// An edge list.
pub fn edge_list(data: &[u8]) -> bool {
    graph_after("# \n", "#", data)
}

/// Any graph file, gzipped: the same graph or the same refusal as the file itself, and no crash when
/// the stream is cut or broken.
pub fn gzip(data: &[u8]) -> bool {
    let stream = graph(&[&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3], data].concat());
    let mut accepted = stream.is_ok();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let zipped = encoder.write_all(data).and_then(|()| encoder.finish());
    let zipped = zipped.expect("memory takes every byte");
    // A file that is gzipped already differs: it would be unpacked once more.
    if !data.starts_with(&[0x1f, 0x8b]) {
        let (plain, unzipped) = (graph(data), graph(&zipped));
        accepted |= plain.is_ok();
        match (plain, unzipped) {
            (Ok(plain), Ok(unzipped)) => assert!(plain == unzipped, "gzip changes the graph"),
            (plain, unzipped) => {
                let [plain, unzipped] =
                    [plain, unzipped].map(|read| read.map_err(|e| e.to_string()));
                assert_eq!(plain.err(), unzipped.err(), "gzip changes the refusal");
            }
        }
    }
    graph(&zipped[..zipped.len() / 2]).ok();
    accepted
}

/// NumPy's .npy.
pub fn npy(data: &[u8]) -> bool {
    let Ok(array) = NpyArray::parse("a.npy", data) else { return false };
    let again = NpyArray::parse("a.npy", &array.encode());
    assert_eq!(again.as_ref(), Ok(&array), "what is written does not read back");
    assert!(array.place(array.bytes.len() / array.dtype.bytes()).len() < 4096);
    true
}

/// A configuration of the machine.
pub fn config(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else { return false };
    let Ok(mut config) = GpuConfig::from_toml("machine.toml", text) else { return false };
    for (key, value) in config.clone().entries() {
        let word = value.trim_matches('"').to_owned();
        config.set(&key, &word).expect("a value that was read can be set");
    }
    true
}

/// A host program, whose host is carried out without the kernels.
pub fn host_program(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else { return false };
    let open = |path: &str| {
        if path.ends_with(".ptx") {
            Ok(KERNELS.as_bytes().to_vec())
        } else if path.ends_with(".npy") {
            let dtype = heddle_workloads::inputs::npy::Dtype::F4;
            Ok(NpyArray::flat(dtype, vec![0; 64]).encode())
        } else if path.ends_with(".bin") {
            Ok(vec![7; 9])
        } else {
            Err(Error::from(ErrorKind::NotFound))
        }
    };
    let Ok(mut host_program) = HostProgram::parse("host.toml", text, &open) else {
        return false;
    };
    let mut memory = GlobalMemory::new(1 << 20);
    if host_program.setup(&mut memory).is_err() {
        return false;
    }
    for _ in 0..MOST_TURNS {
        match host_program.step(&mut memory) {
            Ok(HostStep::Launch(_) | HostStep::LaunchUntil { .. }) => {}
            Ok(HostStep::Done) => {
                // Wrong results are an answer as well.
                host_program.verify(&memory).ok();
                return true;
            }
            Err(_) => return false,
        }
    }
    true
}
