//! Digests the sources that simulated runs depend on, by which finished runs are known to be of this simulator.

#[path = "src/reproduce/sources.rs"]
mod sources;

use std::path::Path;
use std::{env, io};

fn main() -> io::Result<()> {
    for source in sources::OF_RUNS {
        println!("cargo::rerun-if-changed={source}");
    }
    let root =
        env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| io::Error::other("cargo sets it"))?;
    let digest = sources::digest(Path::new(&root), sources::OF_RUNS)?;
    println!("cargo::rustc-env=HEDDLE_SIMULATOR={digest}");
    Ok(())
}
