//! Inputs, and which files they are.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Absolute paths of the files that were read as inputs.
static INPUTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Opens an input.
pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
    let file = File::open(&path)?;
    if let Ok(found) = path.as_ref().canonicalize() {
        let mut inputs = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_file() && !inputs.contains(&found) {
            inputs.push(found);
        }
    }
    Ok(file)
}

/// Reads the bytes of an input.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the text of an input.
pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text)?;
    Ok(text)
}

/// Returns the absolute paths of the inputs that were read, in the order of their first reading.
pub fn inputs() -> Vec<PathBuf> {
    INPUTS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Refuses to replace the file at an absolute path if it is an input.
pub(crate) fn spare(path: &Path) -> io::Result<()> {
    let inputs = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
    if inputs.iter().any(|input| input == path) {
        let path = path.display();
        return Err(io::Error::other(format!(
            "this would overwrite the input {path}; name another place"
        )));
    }
    Ok(())
}
