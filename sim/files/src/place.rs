//! Several files that belong together.

use crate::input::spare;
use crate::output::{scratch, target};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A file to write: its path below a directory, with slashes, and its bytes.
pub type Content = (String, Vec<u8>);

/// Writes several files into `dir`, which is created if it does not exist. All are written before the first is moved
/// to its place. Nothing is moved if something blocks one of them, or if one would replace an input.
///
/// Files of two processes do not mix: each holds the directory locked while it moves its own.
pub fn place(dir: &Path, files: &[Content]) -> io::Result<Vec<PathBuf>> {
    let made = first_missing(dir);
    fs::create_dir_all(dir)?;
    let scratch = scratch(dir);
    let result = fill(&scratch, files).and_then(|()| {
        let locked = File::open(dir)?;
        locked.lock()?;
        files.iter().try_for_each(|(name, _)| check(dir, &dir.join(name)))?;
        let place = |(name, _): &Content| {
            let path = dir.join(name);
            fs::create_dir_all(parent(&path))?;
            fs::rename(scratch.join(name), &path).map(|()| path)
        };
        files.iter().map(place).collect()
    });
    let cleared = fs::remove_dir_all(&scratch);
    if result.is_err() {
        // Directories that this call made go again, unless another process uses them by now.
        let made = made.as_deref();
        dir.ancestors()
            .take_while(|above| made.is_some_and(|made| above.starts_with(made)))
            .for_each(|above| {
                fs::remove_dir(above).ok();
            });
        return result;
    }
    cleared.and(result)
}

/// Writes the files into a directory of their own.
fn fill(scratch: &Path, files: &[Content]) -> io::Result<()> {
    fs::create_dir_all(scratch)?;
    files.iter().try_for_each(|(name, bytes)| {
        let path = scratch.join(name);
        fs::create_dir_all(parent(&path))?;
        fs::write(path, bytes)
    })
}

/// Checks that a file can be put at `path` in `dir`: no directory is there, no parent is a file, and it is no input.
fn check(dir: &Path, path: &Path) -> io::Result<()> {
    let on_the_way = path.ancestors().skip(1).take_while(|above| *above != dir);
    let file = on_the_way.into_iter().find(|above| above.exists() && !above.is_dir());
    if let Some(other) = file.or(Some(path).filter(|path| path.is_dir())) {
        return Err(io::Error::other(format!("{} is in the way", other.display())));
    }
    match path.exists() {
        true => spare(&target(path)?),
        false => Ok(()),
    }
}

/// Returns the directory of a file.
fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

/// Returns the uppermost directory that has to be made for `dir`.
fn first_missing(dir: &Path) -> Option<PathBuf> {
    let missing =
        dir.ancestors().take_while(|above| !above.as_os_str().is_empty() && !above.exists());
    missing.last().map(Path::to_path_buf)
}
