//! Lists the sources of the circuits, whose comments go into the Verilog: every `rtl.rs` and every file
//! of an `rtl` folder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src");
    let mut sources = Vec::new();
    collect(Path::new("src"), &mut sources)?;
    sources.sort();
    let mut list = String::from("&[\n");
    for source in &sources {
        let path = fs::canonicalize(source)?;
        writeln!(list, "    include_str!({:?}),", path.display().to_string())
            .map_err(io::Error::other)?;
    }
    list.push(']');
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fs::write(PathBuf::from(out).join("circuits.rs"), list)
}

fn collect(dir: &Path, sources: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let in_rtl = dir.ends_with("rtl") || path.ends_with("rtl.rs");
        if path.is_dir() {
            collect(&path, sources)?;
        } else if in_rtl && path.extension().is_some_and(|e| e == "rs") {
            sources.push(path);
        }
    }
    Ok(())
}
