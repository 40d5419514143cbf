//! Exports packages into scratch directories.

use heddle_gen::export::{export, ExportError, Memory};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use tempfile::TempDir;

/// Files of a directory and of those in it, by path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The files of a package, or why it cannot be exported.
type Made = Result<Files, ExportError>;

/// Writes the package of `unit` at `preset` to a scratch directory.
pub fn package(unit: &str, preset: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a scratch directory");
    for (name, text) in made(unit, preset).as_ref().expect("units can be exported") {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().expect("inside")).expect("writable");
        std::fs::write(path, text).expect("writable");
    }
    dir
}

/// Exports a package once for all tests, since a long recording takes seconds.
pub fn made(unit: &str, preset: &str) -> &'static Made {
    static ALL: Mutex<BTreeMap<(String, String), &'static OnceLock<Made>>> =
        Mutex::new(BTreeMap::new());
    let key = (unit.to_string(), preset.to_string());
    let mut all = ALL.lock().expect("no test ends here");
    let made: &'static OnceLock<Made> = all.entry(key).or_insert_with(|| Box::leak(Box::default()));
    // Another package may be made meanwhile.
    drop(all);
    made.get_or_init(|| {
        let dir = tempfile::tempdir().expect("a scratch directory");
        export(unit, preset, Memory::Behavioural, dir.path()).map(|_| files(dir.path()))
    })
}

/// Reads every file under `dir`.
pub fn files(dir: &Path) -> Files {
    let mut found = Files::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(dir).expect("inside").display().to_string();
                found.insert(name, std::fs::read(path).expect("readable"));
            }
        }
    }
    found
}
