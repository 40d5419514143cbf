//! Every seed of the fuzz targets, and every input that once was a finding, through its reader: no
//! panic, an answer in bounded time, and no more memory than the file is worth.

#[path = "../../fuzz/src/memory.rs"]
mod memory;
#[path = "../../fuzz/src/readers.rs"]
mod readers;

use peak_alloc::PeakAlloc;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Far more than any of the files takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

type Reader = fn(&[u8]);

const READERS: &[(&str, Reader)] = &[
    ("ptx", readers::ptx),
    ("ptx_run", readers::ptx_run),
    ("matrix_market", readers::matrix_market),
    ("dimacs", readers::dimacs),
    ("edge_list", readers::edge_list),
    ("gzip", readers::gzip),
    ("npy", readers::npy),
    ("config", readers::config),
    ("script", readers::script),
];

/// The files of a target: seeds and former findings, in the order of their names.
fn files(target: &str) -> Vec<PathBuf> {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dirs = [crate_dir.join("../fuzz/corpus"), crate_dir.join("tests/corpus")];
    let mut files = Vec::new();
    for entries in dirs.iter().filter_map(|dir| dir.join(target).read_dir().ok()) {
        files.extend(entries.map(|entry| entry.expect("a readable directory").path()));
    }
    files.sort();
    files
}

// One test, so that nothing else allocates while a reader's memory is measured.
#[test]
fn every_file_of_the_corpora_is_read_without_a_crash_soon_and_with_little_memory() {
    for &(target, reader) in READERS {
        let files = files(target);
        assert!(!files.is_empty(), "target {target} has no seeds");
        for file in files {
            let data = std::fs::read(&file).expect("readable");
            let (done, finished) = mpsc::channel();
            let thread = std::thread::spawn(move || {
                memory::within_bounds(&HEAP, &data, reader);
                // Nobody listens any more if it took too long.
                done.send(()).ok();
            });
            match finished.recv_timeout(PATIENCE) {
                Ok(()) => {}
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    panic!("{} takes more than {PATIENCE:?}", file.display())
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    panic!("{} crashes its reader", file.display())
                }
            }
            thread.join().expect("the reader has ended");
        }
    }
}
