//! SHA-256 in hexadecimal.

use sha2::{Digest, Sha256};
use std::io;
use std::path::Path;

/// Of some bytes.
pub fn of(bytes: impl AsRef<[u8]>) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

/// Of the contents of an input.
pub fn of_file(path: impl AsRef<Path>) -> io::Result<String> {
    let mut digest = Sha256::new();
    io::copy(&mut heddle_files::open(path)?, &mut digest)?;
    Ok(format!("{:x}", digest.finalize()))
}
