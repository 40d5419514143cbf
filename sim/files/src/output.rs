//! Single outputs.

use crate::input::spare;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers the names of one process.
static NAMES: AtomicU64 = AtomicU64::new(0);

/// What the names of files in progress begin with.
const SCRATCH: &str = ".heddle.";

/// Returns a path in `dir` that no other writer has now. A process that was killed may have left something there.
pub(crate) fn scratch(dir: &Path) -> PathBuf {
    let number = NAMES.fetch_add(1, Ordering::Relaxed);
    dir.join(format!("{SCRATCH}{}.{number}", std::process::id()))
}

/// Makes a file in progress in `dir`. It is locked for as long as its writer lives, by which it is told from an abandoned one.
fn begin(dir: &Path) -> io::Result<(File, PathBuf)> {
    loop {
        let path = scratch(dir);
        let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            opened => opened?,
        };
        // Where files cannot be locked, none is taken for abandoned.
        file.lock().ok();
        // Between the two it may have been taken for one.
        if path.exists() {
            return Ok((file, path));
        }
    }
}

/// Removes files in progress in `dir` whose writers have ended without completing them, as when they were killed. Those of
/// running writers stay.
pub fn remove_abandoned(dir: impl AsRef<Path>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if !entry.file_name().to_string_lossy().starts_with(SCRATCH)
            || !entry.file_type()?.is_file()
        {
            continue;
        }
        let gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        let file = match File::open(entry.path()) {
            Err(error) if gone(&error) => continue,
            opened => opened?,
        };
        if file.try_lock().is_ok() {
            fs::remove_file(entry.path()).or_else(|error| {
                if gone(&error) {
                    Ok(())
                } else {
                    Err(error)
                }
            })?;
        }
    }
    Ok(())
}

/// Returns where an output goes: links are followed, and the file need not exist.
pub(crate) fn target(path: &Path) -> io::Result<PathBuf> {
    if let Ok(found) = path.canonicalize() {
        return Ok(found);
    }
    let name =
        path.file_name().ok_or_else(|| io::Error::other("this is not the name of a file"))?;
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(dir.canonicalize()?.join(name))
}

/// A file that appears when it is complete. What exists at its path stays as it is until then, and for good if the
/// output is dropped before.
///
/// A path that is no regular file, such as `/dev/null` or a pipe, is written to directly.
#[derive(Debug)]
pub struct Output {
    file: File,
    /// Where it is written, and where it goes.
    pending: Option<(PathBuf, PathBuf)>,
}

impl Output {
    /// Begins an output at `path`.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        let target = target(path.as_ref())?;
        let found = fs::metadata(&target).ok();
        if found.as_ref().is_some_and(|found| !found.is_file()) {
            let file = OpenOptions::new().write(true).open(&target)?;
            return Ok(Self { file, pending: None });
        }
        spare(&target)?;
        if found.is_some() {
            // A file that may not be written is not replaced either.
            OpenOptions::new().write(true).open(&target)?;
        }
        let (file, scratch) = begin(target.parent().unwrap_or(Path::new(".")))?;
        let output = Self { file, pending: Some((scratch, target)) };
        if let Some(found) = found {
            output.file.set_permissions(found.permissions())?;
        }
        Ok(output)
    }

    /// Returns another handle, for a writer that keeps it.
    pub fn handle(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Puts the complete file in its place.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some((scratch, target)) = &self.pending {
            fs::rename(scratch, target)?;
            self.pending = None;
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some((scratch, _)) = &self.pending {
            // The error that led here is the one to report.
            fs::remove_file(scratch).ok();
        }
    }
}

/// Writes a whole file.
pub fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut output = Output::create(path)?;
    output.write_all(bytes.as_ref())?;
    output.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_sees_one_writers_whole_file_however_many_write() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("result");
        let contents = [b'a', b'b', b'c', b'd'].map(|byte| vec![byte; 100_000]);
        write(&path, &contents[0]).expect("written");
        std::thread::scope(|scope| {
            for bytes in &contents {
                let path = &path;
                scope.spawn(move || (0..100).for_each(|_| write(path, bytes).expect("written")));
            }
            for _ in 0..400 {
                assert!(contents.contains(&fs::read(&path).expect("it is there")), "a mixed file");
            }
        });
        assert_eq!(dir.path().read_dir().expect("readable").count(), 1, "something is left");
    }

    #[test]
    fn an_output_that_is_dropped_changes_nothing() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("result");
        for before in [None, Some("what was there")] {
            if let Some(text) = before {
                fs::write(&path, text).expect("written");
            }
            let mut output = Output::create(&path).expect("created");
            output.write_all(b"half").expect("written");
            drop(output);
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), before);
        }
        assert_eq!(dir.path().read_dir().expect("readable").count(), 1, "something is left");
    }

    #[test]
    fn what_a_killed_writer_left_is_removed_and_what_a_running_one_writes_is_not() {
        let dir = tempfile::tempdir().expect("a directory");
        let next = NAMES.load(Ordering::Relaxed);
        let me = std::process::id();
        // Other tests of this process take numbers too.
        for number in next..next + 1000 {
            fs::write(dir.path().join(format!("{SCRATCH}{me}.{number}")), "half").expect("written");
        }
        let mut output = Output::create(dir.path().join("result")).expect("created");
        output.write_all(b"whole").expect("written");
        remove_abandoned(dir.path()).expect("removed");
        assert_eq!(
            dir.path().read_dir().expect("readable").count(),
            1,
            "that of the running writer"
        );
        output.commit().expect("it is still there");
        assert_eq!(fs::read_to_string(dir.path().join("result")).expect("readable"), "whole");
    }

    #[test]
    fn a_link_stays_a_link_and_its_file_keeps_its_mode() {
        use std::os::unix::fs::{symlink, PermissionsExt};
        let dir = tempfile::tempdir().expect("a directory");
        let [file, link] = ["file", "link"].map(|name| dir.path().join(name));
        fs::write(&file, "old").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
        symlink(&file, &link).expect("a link");
        write(&link, "new").expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("readable"), "new");
        assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o640);
    }
}
