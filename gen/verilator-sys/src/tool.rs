//! Finds Verilator and runs commands.

use crate::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An installed Verilator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// The command.
    pub path: PathBuf,
    /// Version that Verilator reports, part of the cache key.
    pub version: String,
    /// Directory of the runtime sources.
    pub include: PathBuf,
}

/// Finds Verilator: `HEDDLE_VERILATOR` if set, else on the path.
pub fn find() -> Result<Tool, Error> {
    let path = std::env::var_os("HEDDLE_VERILATOR").map_or("verilator".into(), PathBuf::from);
    let ask = |arguments: &[&str]| -> Option<String> {
        let out = Command::new(&path).args(arguments).output().ok()?;
        let text = String::from_utf8_lossy(&out.stdout).trim().to_string();
        out.status.success().then_some(text)
    };
    let version = ask(&["--version"]).ok_or(Error::Missing)?;
    let root = ask(&["--getenv", "VERILATOR_ROOT"]).ok_or(Error::Missing)?;
    Ok(Tool { path, version, include: Path::new(&root).join("include") })
}

/// Runs a command and waits for it. Its output is reported only if it fails.
pub fn run(command: &mut Command, top: &str) -> Result<(), Error> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let out = match command.output() {
        Ok(out) => out,
        Err(source) => return Err(Error::Run { tool, source }),
    };
    if out.status.success() {
        return Ok(());
    }
    let text =
        format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    let lines: Vec<&str> = text.lines().collect();
    let output = lines[lines.len().saturating_sub(30)..].join("\n");
    Err(Error::Failed { tool, top: top.to_string(), output })
}
