//! Tests that every Rust file under a crate's `tests` is compiled. A file that no `mod` line names is left out, and
//! nobody warns of it.

use std::path::{Path, PathBuf};

/// Returns the folders of the workspace's crates.
fn crates() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("readable");
    let members = manifest.lines().find_map(|line| line.strip_prefix("members = "));
    let members = members.expect("a list of crates").split('"').skip(1).step_by(2);
    members.map(|member| root.join(member)).chain([root.to_path_buf()]).collect()
}

/// Collects the Rust files below a folder.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().into_iter().flatten() {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Returns whether the main file or the `mod.rs` of the folder that a module is in names it.
fn is_named(file: &Path) -> bool {
    let folder = file.parent().expect("it is in a folder");
    let (module, folder) = match file.ends_with("mod.rs") {
        true => (folder.file_name(), folder.parent().expect("it is below tests")),
        false => (file.file_stem(), folder),
    };
    let line = format!("mod {};", module.expect("it has a name").display());
    ["main.rs", "mod.rs"].iter().any(|owner| {
        let text = std::fs::read_to_string(folder.join(owner)).unwrap_or_default();
        text.lines().any(|found| found.strip_prefix("pub ").unwrap_or(found) == line)
    })
}

#[test]
fn every_file_of_the_tests_is_compiled() {
    let mut left_out = Vec::new();
    for folder in crates() {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("readable");
        let is_program = |file: &Path| {
            let path = file.strip_prefix(&folder).expect("it is below").display();
            manifest.contains(&format!("path = \"{path}\""))
        };
        let mut files = Vec::new();
        rust_files(&folder.join("tests"), &mut files);
        left_out.extend(files.into_iter().filter(|file| !is_program(file) && !is_named(file)));
    }
    assert!(left_out.is_empty(), "no mod line names {left_out:?}");
}
