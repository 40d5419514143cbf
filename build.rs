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

/// Returns the commit of the sources, with `+` if they have changed since; `unknown` outside a checkout.
fn commit(root: &Path) -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    for moves in ["HEAD", "index", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", moves]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) else { return "unknown".into() };
    let clean =
        git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|s| s.is_empty());
    if clean {
        commit
    } else {
        format!("{commit}+")
    }
}
