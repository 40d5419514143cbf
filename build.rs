//! Digests the sources that simulated runs depend on, by which finished runs are known to be of this simulator, and
//! finds the commit, which results name.

#[path = "src/reproduce/sources.rs"]
mod sources;

use std::path::Path;
use std::process::Command;
use std::{env, io};

fn main() -> io::Result<()> {
    for source in sources::OF_RUNS {
        println!("cargo::rerun-if-changed={source}");
    }
    let root =
        env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| io::Error::other("cargo sets it"))?;
    let digest = sources::digest(Path::new(&root), sources::OF_RUNS)?;
    println!("cargo::rustc-env=HEDDLE_SIMULATOR={digest}");
    println!("cargo::rustc-env=HEDDLE_COMMIT={}", commit(Path::new(&root)));
    Ok(())
}

/// What the program is built from: when any of it changes, so may whether it is that of the commit.
const OF_PROGRAM: &[&str] = &[
    "Cargo.lock",
    "Cargo.toml",
    "build.rs",
    "gen/src",
    "gen/verilator-sys/src",
    "hw/src",
    "sim/files/src",
    "sim/src",
    "sim/workloads/kernels",
    "sim/workloads/src",
    "src",
    "verif/src",
];

/// Returns the commit of the sources, with `+` if they have changed since; `unknown` outside a checkout.
fn commit(root: &Path) -> String {
    // Without locks it writes nothing, so that asking does not make the next build ask again.
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        let output =
            git.arg("--no-optional-locks").arg("-C").arg(root).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    OF_PROGRAM.iter().for_each(|path| println!("cargo::rerun-if-changed={path}"));
    for moves in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", moves]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) else { return "unknown".into() };
    let changed = git(&[&["status", "--porcelain", "--"], OF_PROGRAM].concat());
    if changed.is_some_and(|changed| changed.is_empty()) {
        commit
    } else {
        format!("{commit}+")
    }
}
