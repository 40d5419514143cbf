//! A cache of built directories, named by the hash of all their inputs.

use crate::Error;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers the builds of one process.
static BUILDS: AtomicU64 = AtomicU64::new(0);

/// Returns the directory of built libraries: `HEDDLE_CACHE`, or `heddle-verilated` in Cargo's target.
pub fn root() -> PathBuf {
    if let Some(path) = std::env::var_os("HEDDLE_CACHE") {
        return path.into();
    }
    target_dir().join("heddle-verilated")
}

/// Returns the target directory as an absolute path: `CARGO_TARGET_DIR`, or the target directory from
/// which the program runs, or one below the current directory.
pub fn target_dir() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let found = named.or_else(|| {
        let program = std::env::current_exe().ok()?;
        let mut above = program.ancestors();
        above.find(|path| path.file_name().is_some_and(|n| n == "target")).map(Path::to_path_buf)
    });
    // Compilers run in other directories, where a relative path would be wrong.
    let found = found.unwrap_or_else(|| PathBuf::from("target"));
    std::path::absolute(&found).unwrap_or(found)
}

/// Returns the hash of some texts.
pub fn key(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the directory of `key`; `make` makes it if it does not exist. It appears complete, in one
/// step: parallel builders do not disturb each other, and an interrupted one leaves only its own
/// scratch directory.
pub fn entry(key: &str, make: impl FnOnce(&Path) -> Result<(), Error>) -> Result<PathBuf, Error> {
    let root = root();
    let done = root.join(key);
    if done.is_dir() {
        return Ok(done);
    }
    let build = BUILDS.fetch_add(1, Ordering::Relaxed);
    let scratch = root.join(format!(".{key}.{}.{build}", std::process::id()));
    let file = |path: &Path| {
        let path = path.to_path_buf();
        move |source| Error::File { path, source }
    };
    fs::create_dir_all(&scratch).map_err(file(&scratch))?;
    let result = make(&scratch).and_then(|()| match fs::rename(&scratch, &done) {
        // Another builder was first; its directory is the same.
        Err(_) if done.is_dir() => Ok(()),
        result => result.map_err(file(&done)),
    });
    if scratch.exists() {
        fs::remove_dir_all(&scratch).map_err(file(&scratch))?;
    }
    result.map(|()| done)
}
