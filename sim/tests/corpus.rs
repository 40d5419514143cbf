//! Reads every seed of the fuzz targets, whole and broken, every former finding, and the archive of what a long run
//! generated. The readers must not panic, answer in bounded time, and use no more memory than the file justifies.

#[path = "../../fuzz/src/inputs.rs"]
mod application_inputs;
#[path = "../../fuzz/src/broken.rs"]
mod broken;
#[path = "../../fuzz/src/memory.rs"]
mod memory;
#[path = "../../fuzz/src/readers.rs"]
mod readers;

use peak_alloc::PeakAlloc;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Time limit per file: far more than any takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

type Reader = fn(&[u8]) -> bool;

/// A seed whose name says this is there to be refused.
const REFUSED: &str = "refused";

const READERS: &[(&str, Reader)] = &[
    ("ptx", readers::ptx),
    ("ptx_run", readers::ptx_run),
    ("matrix_market", readers::matrix_market),
    ("dimacs", readers::dimacs),
    ("dot", readers::dot),
    ("edge_list", readers::edge_list),
    ("gzip", readers::gzip),
    ("npy", readers::npy),
    ("config", readers::config),
    ("host_program", readers::host_program),
    ("generator", application_inputs::generator),
    ("table", application_inputs::table),
    ("rules", application_inputs::rules),
    ("sequences", application_inputs::sequences),
    ("array", application_inputs::array),
];

/// Returns the inputs of a target with their names: seeds and former findings, then the archive of what a run
/// generated.
fn inputs(target: &str) -> Vec<(String, Vec<u8>)> {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dirs = [crate_dir.join("../fuzz/corpus"), crate_dir.join("tests/corpus")];
    let mut files = Vec::new();
    for entries in dirs.iter().filter_map(|dir| dir.join(target).read_dir().ok()) {
        files.extend(entries.map(|entry| entry.expect("a readable directory").path()));
    }
    files.sort();
    let read = |file: PathBuf| {
        (file.display().to_string(), std::fs::read(&file).expect("a readable file"))
    };
    let mut inputs: Vec<(String, Vec<u8>)> = files.into_iter().map(read).collect();
    if let Ok(archive) = std::fs::File::open(dirs[0].join(format!("{target}.tar.gz"))) {
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(archive));
        for entry in archive.entries().expect("an archive") {
            let mut entry = entry.expect("a whole archive");
            let name = entry.path().expect("a name").display().to_string();
            let mut data = Vec::new();
            entry.read_to_end(&mut data).expect("a whole archive");
            inputs.push((name, data));
        }
    }
    inputs
}

/// Targets that another crate tests, as they need what this one does not have.
const ELSEWHERE: &[&str] = &["recording"];

/// The names of all targets, from the manifest that builds them.
fn targets() -> Vec<String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/Cargo.toml");
    let manifest = std::fs::read_to_string(manifest).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let binaries = manifest["bin"].as_array().expect("targets");
    binaries.iter().map(|bin| bin["name"].as_str().expect("a name").to_owned()).collect()
}

/// Whether an input is a seed, and not a former finding or of the archive of a long run.
fn is_seed(name: &str) -> bool {
    name.contains("fuzz/corpus/")
}

/// The number that an environment variable gives.
fn number(variable: &str, otherwise: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.map_or(otherwise, |text| text.parse().expect("a number"))
}

/// Gives bytes to a reader; returns whether they were accepted. Panics if the reader does, takes too much memory or
/// does not answer.
fn read(target: &str, reader: Reader, name: &str, data: Vec<u8>) -> bool {
    let (done, finished) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        let accepted = memory::within_bounds(&HEAP, &data, reader);
        // The receiver is gone if the reader took too long.
        done.send(accepted).ok();
    });
    let accepted = match finished.recv_timeout(PATIENCE) {
        Ok(accepted) => accepted,
        Err(mpsc::RecvTimeoutError::Timeout) => {
            panic!("{target}: {name} takes more than {PATIENCE:?}")
        }
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            panic!("{target}: {name} crashes its reader")
        }
    };
    thread.join().expect("the reader has finished");
    accepted
}

// This is one test, so that nothing else allocates while a reader's memory is measured.
#[test]
fn every_file_of_the_corpora_is_read_soon_and_with_little_memory_and_every_seed_gets_through() {
    for target in targets() {
        let tested = READERS.iter().any(|(reader, _)| *reader == target);
        assert!(tested || ELSEWHERE.contains(&&*target), "target {target} is not tested");
    }
    let mut stale = Vec::new();
    let seed = number("HEDDLE_SEED", 1);
    let times = number("HEDDLE_BROKEN", 8);
    for &(target, reader) in READERS {
        let inputs = inputs(target);
        assert!(!inputs.is_empty(), "target {target} has no seeds");
        for (name, data) in inputs {
            let accepted = read(target, reader, &name, data.clone());
            if !is_seed(&name) {
                continue;
            }
            if accepted == name.contains(REFUSED) {
                stale.push(format!("{name}: accepted: {accepted}"));
            }
            for turn in 0..times {
                let mut draw = broken::Draw::new(seed * times + turn + 1);
                let name = format!("{name}, broken as HEDDLE_SEED={seed} HEDDLE_BROKEN={times} does in turn {turn}");
                read(target, reader, &name, broken::broken(&data, &mut draw));
            }
        }
    }
    assert!(stale.is_empty(), "seeds that do not do what they are for:\n{}", stale.join("\n"));
}
