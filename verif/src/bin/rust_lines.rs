//! `scripts/coverage` after the tests: stores the counts of llvm-cov, or compares with the stored
//! ones.

use heddle_verif::mutation::crates::crates;
use heddle_verif::mutation::rust::{RustLines, TOLERANCE};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["keep", exported] => sum(exported).and_then(|found| found.write()),
        ["check", exported] => sum(exported).and_then(|found| check(&found)),
        _ => Err("use scripts/coverage or scripts/coverage --check".to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("coverage: {error}");
            ExitCode::FAILURE
        }
    }
}

fn sum(exported: &str) -> Result<RustLines, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize();
    let root = root.map_err(|error| format!("finding the workspace: {error}"))?;
    let text = std::fs::read_to_string(exported);
    let text = text.map_err(|error| format!("reading {exported}: {error}"))?;
    RustLines::sum(&text, &root, &crates(&root)?).map_err(|error| format!("{exported}: {error}"))
}

fn check(found: &RustLines) -> Result<(), String> {
    let losses = RustLines::read()?.losses(found);
    if losses.is_empty() {
        println!("coverage: no row is more than {TOLERANCE} percentage point below what is kept");
        return Ok(());
    }
    Err(format!(
        "verif/mutation/rust.json is not what is found now; test what is new, or run scripts/coverage:\n{}",
        losses.join("\n")
    ))
}
