//! Counts the mutants that the testbench of an exported package finds.
//!
//! The mutants are picked as for the [specification](super::measure), at any preset. The bench is the one that is
//! exported, unchanged: a module with the unit's name and ports hands it one mutant after another.

use super::measure::{survivors, KEPT_SEED};
use super::mutant::Mutant;
use super::mutants_of;
use super::netlist::{pick, with_all, SELECT, TOP};
use super::stimulus::PinStimulus;
use heddle_gen::export::{export, Memory};
use std::path::Path;
use std::process::Command;

/// Least share of the mutants that a bench must find, in percent.
pub const FLOOR: usize = 90;

/// What a bench finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Mutants that were tried.
    pub tried: usize,
    /// Those that the bench or the specification's stimuli find; the others may be equivalent to the unit.
    pub mutants: usize,
    /// Those of them that the bench does not find.
    pub missed: Vec<String>,
}

impl Score {
    /// Returns the mutants that the bench finds.
    pub fn found(&self) -> usize {
        self.mutants - self.missed.len()
    }

    /// Returns their share in percent, rounded down.
    pub fn percent(&self) -> usize {
        self.found() * 100 / self.mutants.max(1)
    }
}

/// Counts the mutants of a unit, recorded at `preset`, that the bench of its package finds. The error says which
/// tool failed and how.
pub fn score(stimulus: &PinStimulus, preset: &str) -> Result<Score, String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let dir = scratch.path();
    let mutants = pick(dir, stimulus, &[], (mutants_of(stimulus.unit), KEPT_SEED))?;
    let written = export(stimulus.unit, preset, Memory::Behavioural, &dir.join("package"));
    written.map_err(|error| error.to_string())?;
    let bench = Bench::compile(dir, stimulus, &mutants)?;
    if !bench.passes(0)? {
        return Err(format!("{}: its testbench fails on its netlist, unmutated", stimulus.unit));
    }
    let alive = survivors(dir, stimulus, &mutants)?;
    let mut score = Score { tried: mutants.len(), mutants: 0, missed: Vec::new() };
    for (mutant, number) in mutants.iter().zip(1..) {
        let (is_found, is_known) = (!bench.passes(number)?, !alive.contains(&mutant));
        score.mutants += usize::from(is_found || is_known);
        if !is_found && is_known {
            score.missed.push(mutant.key.clone());
        }
    }
    Ok(score)
}

/// A compiled testbench over all mutants of a unit.
struct Bench<'a> {
    /// Directory of the bench and its recording.
    dir: std::path::PathBuf,
    program: std::path::PathBuf,
    stimulus: &'a PinStimulus,
}

impl<'a> Bench<'a> {
    fn compile(dir: &Path, stimulus: &'a PinStimulus, mutants: &[Mutant]) -> Result<Self, String> {
        let netlist = with_all(dir, mutants)? + &selected(stimulus);
        let top = &stimulus.top;
        let source = dir.join(format!("{top}.v"));
        std::fs::write(&source, netlist).map_err(|error| error.to_string())?;
        let (tb, build) = (dir.join("package/tb"), dir.join("build"));
        let mut verilator = Command::new("verilator");
        verilator.args(["--binary", "--timescale", "1ns/1ps", "-Wno-fatal", "-Wno-lint"]);
        verilator.args(["-MAKEFLAGS", "OPT_FAST=-O1", "-MAKEFLAGS", "OPT_SLOW=-O0"]);
        verilator.arg("--Mdir").arg(&build).arg(format!("{top}_tb.v")).arg(source);
        run(verilator.current_dir(&tb))?;
        Ok(Self { dir: tb, program: build.join(format!("V{top}_tb")), stimulus })
    }

    /// Returns whether the bench passes with a mutant; 0 is the unit itself.
    fn passes(&self, number: usize) -> Result<bool, String> {
        let mut program = Command::new(&self.program);
        let out = program.current_dir(&self.dir).arg(format!("+mutant={number}")).output();
        let out = out.map_err(|error| format!("running {}: {error}", self.stimulus.top))?;
        let passes = String::from_utf8_lossy(&out.stdout).lines().any(|l| l.starts_with("PASS: "));
        match passes == out.status.success() {
            true => Ok(passes),
            false => {
                Err(format!("{}: its bench prints PASS or fails, not both", self.stimulus.top))
            }
        }
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let out = command.output().map_err(|error| format!("running {name}: {error}"))?;
    let said = String::from_utf8_lossy(&out.stderr);
    match out.status.success() {
        true => Ok(()),
        false => Err(format!("{name}: {}", said.lines().next().unwrap_or("it failed"))),
    }
}

/// Returns a module with the name and the ports of the unit, which is the mutant that `+mutant=` says.
fn selected(stimulus: &PinStimulus) -> String {
    let pins = stimulus.inputs.iter().map(|pin| ("input", pin));
    let pins = pins.chain(stimulus.outputs.iter().map(|pin| ("output", pin)));
    let mut ports = "input wire clock,\ninput wire reset".to_string();
    let mut wires = ".clock(clock), .reset(reset)".to_string();
    for (direction, pin) in pins {
        ports += &format!(",\n{direction} wire [{}:0] {}", pin.width - 1, pin.name);
        wires += &format!(", .{0}({0})", pin.name);
    }
    format!(
        "module {} (\n{ports}\n);\nreg [15:0] {SELECT};\n\
         initial if (!$value$plusargs(\"mutant=%d\", {SELECT})) {SELECT} = 0;\n\
         {TOP} all ({wires}, .{SELECT}({SELECT}));\nendmodule\n",
        stimulus.top
    )
}
