//! Finds Yosys, OpenSTA and nextpnr.

use super::{write, SynthError};
use std::path::{Path, PathBuf};
use std::process::Command;

/// File of the script for Yosys; the system refuses long scripts as an argument.
const SCRIPT: &str = "script.ys";

/// A tool that is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    program: PathBuf,
    /// Directory of its Python packages, for a Python tool that is not installed system-wide.
    python: Option<PathBuf>,
    /// Version that the tool reports, part of the cache key.
    pub version: String,
}

impl Tool {
    fn ask(program: &Path, python: Option<PathBuf>, argument: &str) -> Option<Self> {
        let mut tool = Self { program: program.to_path_buf(), python, version: String::new() };
        let out = tool.command(Path::new(".")).arg(argument).output().ok()?;
        let said = [out.stdout, out.stderr].concat();
        // The last line: a tool may print messages about its first run before it.
        let said = String::from_utf8_lossy(&said);
        tool.version = said.trim().lines().last().unwrap_or_default().to_string();
        out.status.success().then_some(tool)
    }

    /// Returns the command, to be run in `dir`.
    pub(super) fn command(&self, dir: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(dir);
        if let Some(python) = &self.python {
            command.env("PYTHONPATH", python);
        }
        command
    }

    /// Runs a script of Yosys in `dir`, and leaves it there. `tee -o` writes a command's output.
    pub fn script(&self, dir: &Path, script: &str, top: &str) -> Result<(), verilator_sys::Error> {
        write(&dir.join(SCRIPT), script)?;
        verilator_sys::run(self.command(dir).args(["-q", "-s", SCRIPT]), top)
    }
}

/// Finds Yosys.
pub fn yosys() -> Result<Tool, SynthError> {
    let missing = SynthError::Missing { tool: "yosys", install: "`apt-get install yosys`" };
    Tool::ask(Path::new("yosys"), None, "-V").ok_or(missing)
}

/// Finds OpenSTA.
pub fn opensta() -> Result<Tool, SynthError> {
    let missing = SynthError::Missing { tool: "sta", install: "`apt-get install opensta`" };
    Tool::ask(Path::new("sta"), None, "-version").ok_or(missing)
}

/// Finds nextpnr for a family: on the path, or as the Python package that scripts/setup installs
/// into Cargo's target directory.
pub fn nextpnr(family: super::fpga::Family) -> Result<Tool, SynthError> {
    let python = verilator_sys::target_dir().join("python");
    let packaged = (python.join("bin").join(format!("yowasp-{}", family.nextpnr())), Some(python));
    let on_path = [family.nextpnr().to_string(), format!("yowasp-{}", family.nextpnr())];
    let candidates = on_path.map(|name| (PathBuf::from(name), None)).into_iter().chain([packaged]);
    let mut found =
        candidates.filter_map(|(program, python)| Tool::ask(&program, python, "--version"));
    found.next().ok_or(SynthError::Missing { tool: family.nextpnr(), install: family.install() })
}
