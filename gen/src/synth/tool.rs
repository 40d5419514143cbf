//! Finding Yosys, OpenSTA and nextpnr.

use super::{write, SynthError};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The script of Yosys; as an argument a long one would be refused.
const SCRIPT: &str = "script.ys";

/// A tool that answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    program: PathBuf,
    /// Where its Python packages are, for a tool that is one and not installed system-wide.
    python: Option<PathBuf>,
    /// What it says its version is, part of the cache key.
    pub version: String,
}

impl Tool {
    fn ask(program: &Path, python: Option<PathBuf>, argument: &str) -> Option<Self> {
        let mut tool = Self { program: program.to_path_buf(), python, version: String::new() };
        let out = tool.command(Path::new(".")).arg(argument).output().ok()?;
        let said = [out.stdout, out.stderr].concat();
        // The last line: a tool may say before it that it prepares itself for its first run.
        let said = String::from_utf8_lossy(&said);
        tool.version = said.trim().lines().last().unwrap_or_default().to_string();
        out.status.success().then_some(tool)
    }

    /// The command, to be run in `dir`.
    pub(super) fn command(&self, dir: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(dir);
        if let Some(python) = &self.python {
            command.env("PYTHONPATH", python);
        }
        command
    }

    /// Runs a script of Yosys in `dir`, where it stays. What a command says is had by `tee -o`.
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
