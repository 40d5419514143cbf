//! Writes files that appear complete or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Returns a path next to `path` for work in progress.
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

/// A file to write: its path below a directory, with slashes, and its bytes.
pub type Content = (String, Vec<u8>);

/// Writes several files into `dir`: first into a scratch directory, then moves them. Nothing is moved
/// if an existing file or directory blocks one of them.
pub fn place(dir: &Path, files: &[Content]) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(dir)?;
    let scratch = dir.join(format!(".heddle.{}", std::process::id()));
    fs::create_dir_all(&scratch)?;
    let write = || -> io::Result<Vec<PathBuf>> {
        for (name, bytes) in files {
            check(dir, &dir.join(name))?;
            fs::create_dir_all(parent(&scratch.join(name)))?;
            fs::write(scratch.join(name), bytes)?;
        }
        let place = |(name, _): &Content| {
            let path = dir.join(name);
            fs::create_dir_all(parent(&path))?;
            fs::rename(scratch.join(name), &path).map(|()| path)
        };
        files.iter().map(place).collect()
    };
    let result = write();
    fs::remove_dir_all(&scratch)?;
    result
}

/// Checks that a file can be put at `path` in `dir`: no directory is there, and no parent is a file.
fn check(dir: &Path, path: &Path) -> io::Result<()> {
    let on_the_way = path.ancestors().skip(1).take_while(|above| *above != dir);
    let file = on_the_way.into_iter().find(|above| above.exists() && !above.is_dir());
    match file.or(Some(path).filter(|path| path.is_dir())) {
        Some(other) => Err(io::Error::other(format!("{} is in the way", other.display()))),
        None => Ok(()),
    }
}

/// Returns the directory of a file.
fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}
