//! Files that the program leaves, with errors that name them.

use anyhow::Context;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// Writes a file completely or not at all, even if it is interrupted.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> anyhow::Result<()> {
    heddle_files::write(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

/// Makes a directory, and those above it, where there is none.
pub fn make_dir(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))
}

/// Removes a file, if it is there.
pub fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}
