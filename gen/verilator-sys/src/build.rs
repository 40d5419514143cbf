//! Builds a shared library from Verilog.

use crate::model::Library;
use crate::tool::{run, Tool};
use crate::{cache, shim, Error, Source};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Options of Verilator: two-state, random where Verilog would have x, no style warnings.
const VERILATOR: &[&str] = &[
    "--cc",
    "-O3",
    "--x-initial",
    "unique",
    "--x-assign",
    "unique",
    "--no-timing",
    "-Wno-UNOPTFLAT",
    // Constant comparisons, such as with the largest number, are correct.
    "-Wno-CMPCONST",
    "-Wno-UNSIGNED",
];

/// Options of the compiler. Libraries share nothing: each has its own runtime.
const COMPILER: &[&str] =
    &["-O2", "-std=gnu++17", "-fPIC", "-fvisibility=hidden", "-fno-gnu-unique", "-pthread", "-w"];

/// Runtime sources that every library needs, and those for libraries with counters.
const RUNTIME: &[&str] = &["verilated.cpp", "verilated_threads.cpp"];
const COUNTERS: &[&str] = &["verilated_cov.cpp"];

/// Further options of Verilator and the compiler, for counters.
const COVER: &[&str] = &["--coverage-line", "--coverage-toggle"];
const COVERED: &[&str] = &["-DVM_COVERAGE=1"];

const LIBRARY: &str = "model.so";

/// The file that includes all others. Each alone would parse Verilator's headers again, which takes several times as
/// long as the rest.
const WHOLE: &str = "whole.cpp";

/// Compiles a design, or finds it in the cache, and loads it.
pub fn build(tool: &Tool, source: &Source) -> Result<Library, Error> {
    let shim = shim::text(source);
    let flags = [VERILATOR, cover(source), &compiler_flags(source)].concat().join(" ");
    let key = cache::key(&[&source.verilog, &shim, &tool.version, &flags]);
    let entry = cache::entry(&key, |dir| make(tool, source, &shim, dir))?;
    Library::open(&entry.join(LIBRARY))
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|source| Error::File { path: path.to_path_buf(), source })
}

fn compiler() -> String {
    std::env::var("CXX").unwrap_or_else(|_| "g++".to_string())
}

/// Returns further options of Verilator.
fn cover(source: &Source) -> &'static [&'static str] {
    if source.coverage {
        COVER
    } else {
        &[]
    }
}

fn compiler_flags(source: &Source) -> Vec<&'static str> {
    let covered: &[&str] = if source.coverage { COVERED } else { &[] };
    [COMPILER, covered].concat()
}

fn make(tool: &Tool, source: &Source, shim: &str, dir: &Path) -> Result<(), Error> {
    let verilog = format!("{}.v", source.top);
    write(&dir.join(&verilog), &source.verilog)?;
    write(&dir.join("shim.cpp"), shim)?;
    let mut verilate = Command::new(&tool.path);
    verilate.current_dir(dir).args(VERILATOR).args(["--top-module", &source.top, "--Mdir", "."]);
    run(verilate.args(cover(source)).arg(&verilog), &source.top)?;

    write(&dir.join(WHOLE), &includes(dir)?)?;

    let runtime_sources = runtime_sources(source);
    let runtime = runtime(tool, &compiler_flags(source), &runtime_sources)?;
    let mut compile = Command::new(compiler());
    compile.current_dir(dir).args(compiler_flags(source)).args(include(tool)).arg("-I.");
    compile.args(["-shared", "-Wl,-Bsymbolic", "-o", LIBRARY]);
    compile.arg(WHOLE).args(runtime_sources.iter().map(|name| runtime.join(object(name))));
    run(&mut compile, &source.top)
}

fn include(tool: &Tool) -> [String; 2] {
    let include = tool.include.display();
    [format!("-I{include}"), format!("-I{include}/vltstd")]
}

fn object(source: &str) -> String {
    format!("{source}.o")
}

/// Returns lines that include all C++ files of a directory, in a fixed order.
fn includes(dir: &Path) -> Result<String, Error> {
    let file = |source| Error::File { path: dir.to_path_buf(), source };
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).map_err(file)? {
        let path = entry.map_err(file)?.path();
        if path.extension().is_some_and(|extension| extension == "cpp") {
            found.push(path);
        }
    }
    found.sort();
    let names = found.iter().filter_map(|path| path.file_name());
    Ok(names.map(|name| format!("#include \"{}\"\n", name.display())).collect())
}

fn runtime_sources(source: &Source) -> Vec<&'static str> {
    let counters: &[&str] = if source.coverage { COUNTERS } else { &[] };
    [RUNTIME, counters].concat()
}

/// Returns the directory with Verilator's runtime, compiled once per version and set of flags.
fn runtime(tool: &Tool, flags: &[&str], sources: &[&str]) -> Result<PathBuf, Error> {
    let key = cache::key(&["runtime", &tool.version, &flags.join(" ")]);
    cache::entry(&key, |dir| {
        sources.iter().try_for_each(|name| {
            let mut compile = Command::new(compiler());
            compile.current_dir(dir).args(flags).args(include(tool)).arg("-c");
            compile.arg(tool.include.join(name)).args(["-o", &object(name)]);
            run(&mut compile, "the Verilator runtime")
        })
    })
}
