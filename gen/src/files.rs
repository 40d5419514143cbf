//! Files that appear complete or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A path next to `path` for work in progress.
fn scratch(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}", std::process::id()))
}

/// Lets `write` fill a scratch file and moves it to `path` when it has succeeded.
pub fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<(), E> {
    let scratch = scratch(path);
    let result = write(&scratch).and_then(|()| Ok(fs::rename(&scratch, path)?));
    if result.is_err() && scratch.exists() {
        fs::remove_file(&scratch)?;
    }
    result
}

/// Writes several files into `dir`: all into a scratch directory first, then moved into place.
pub fn place(dir: &Path, files: &[(String, String)]) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(dir)?;
    let scratch = dir.join(format!(".heddle.{}", std::process::id()));
    fs::create_dir_all(&scratch)?;
    let write = || -> io::Result<Vec<PathBuf>> {
        for (name, text) in files {
            fs::write(scratch.join(name), text)?;
        }
        let place = |(name, _): &(String, String)| {
            let path = dir.join(name);
            fs::rename(scratch.join(name), &path).map(|()| path)
        };
        files.iter().map(place).collect()
    };
    let result = write();
    fs::remove_dir_all(&scratch)?;
    result
}
