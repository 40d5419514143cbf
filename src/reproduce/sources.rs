//! Which sources a simulated run depends on. The build script digests them, so that finished runs are still used after
//! a build that changes other parts of the program.

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Files and folders below the root of the project that decide what a run results in.
pub const OF_RUNS: &[&str] = &[
    "Cargo.lock",
    "hw/src",
    "sim/files/src",
    "sim/src",
    "sim/workloads/kernels",
    "sim/workloads/src",
    "src/reproduce/case.rs",
    "src/reproduce/launches.rs",
];

/// What these folders also have: tests, the circuits, beside which the models are run, and specifications.
const OF_NO_RUN: &[&str] = &["tests", "rtl", "spec"];

/// Returns the digest of `sources` below `root`, of their names and their bytes, in hexadecimal.
pub fn digest(root: &Path, sources: &[&str]) -> io::Result<String> {
    let mut files = Vec::new();
    for source in sources {
        collect(&root.join(source), &mut files)?;
    }
    files.sort();
    let mut digest = Sha256::new();
    for file in files {
        let bytes = fs::read(&file)?;
        let name = file.strip_prefix(root).map_err(io::Error::other)?.display().to_string();
        digest.update(format!("{name}\n{}\n", bytes.len()));
        digest.update(bytes);
    }
    Ok(format!("{:x}", digest.finalize()))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    if stem.is_some_and(|stem| OF_NO_RUN.contains(&stem)) {
        return Ok(());
    }
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else {
        files.push(path.to_path_buf());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_depend_on_changes_the_digest_and_tests_and_circuits_do_not() {
        let dir = tempfile::tempdir().expect("a directory");
        let write = |name: &str, text: &str| {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
            digest(dir.path(), &["sim/src"]).expect("readable")
        };
        let first = write("sim/src/mem/l1.rs", "ways");
        assert_eq!(write("docs/src/memory.md", "ways"), first, "not a source");
        for other in ["tests.rs", "tests/l1.rs", "rtl.rs", "rtl/data.rs", "spec/data.rs"] {
            assert_eq!(write(&format!("sim/src/mem/{other}"), "a test"), first, "{other}");
        }
        assert_ne!(write("sim/src/mem/l1.rs", "sets"), first, "changed");
        assert_eq!(write("sim/src/mem/l1.rs", "ways"), first, "changed back");
        assert_ne!(write("sim/src/mem/l2.rs", ""), first, "new");
    }

    #[test]
    fn every_source_of_runs_is_there_and_the_program_was_built_with_them() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let digest = digest(root, OF_RUNS).expect("readable");
        assert_eq!(digest, crate::runs::SIMULATOR);
    }
}
