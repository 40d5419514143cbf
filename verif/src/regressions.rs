//! Stored counterexamples: recordings in `verif/regressions/UNIT`, named after what they showed.

use crate::replay::Recording;
use std::path::{Path, PathBuf};

/// Returns the folder of all units.
pub fn dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions")
}

/// Returns the file of a counterexample of a unit.
pub fn file(unit: &str, name: &str) -> PathBuf {
    dir().join(unit).join(format!("{name}.json"))
}

/// Returns all files, in order. The error names the folder that cannot be read.
pub fn files() -> Result<Vec<PathBuf>, String> {
    let entries = |dir: &Path| {
        let read = std::fs::read_dir(dir).and_then(|entries| {
            entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()
        });
        read.map_err(|error| format!("reading {}: {error}", dir.display()))
    };
    let mut files = Vec::new();
    for unit in entries(&dir())? {
        files.extend(entries(&unit)?);
    }
    files.sort();
    Ok(files)
}

/// Reads a counterexample. The error names the file.
pub fn load(file: &Path) -> Result<Recording, String> {
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|error| format!("reading {}: {error}", file.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
}

/// Stores a recording under a name. The error names the file.
pub fn keep(recording: &Recording, name: &str) -> Result<(), String> {
    let file = file(&recording.unit, name);
    let text = serde_json::to_string(recording).map_err(|error| error.to_string())?;
    let written = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = written.and_then(|()| std::fs::write(&file, text + "\n"));
    written.map_err(|error| format!("writing {}: {error}", file.display()))
}
