//! Runs yosys and yosys-smtbmc.

use super::FormalError;
use heddle_gen::synth::yosys;
use heddle_gen::verilated::target_dir;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const SMTBMC: &str = "yosys-smtbmc";
const BITWUZLA: &str = "bitwuzla";

/// Commands, their packages, and their arguments for printing the version.
const TOOLS: [(&str, &str, &str); 3] = [
    ("yosys", "yosys", "-V"),
    (SMTBMC, "yosys", "--help"),
    (BITWUZLA, "bitwuzla of PyPI", "--version"),
];

/// Returns a command that finds Bitwuzla: its package has no command of its own, so that is beside the properties.
fn command(tool: &str) -> Command {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("formal/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(ours).chain(std::env::split_paths(&path));
    let mut command = Command::new(tool);
    // Without it Bitwuzla is missing, which the caller says: a path with a separator cannot be searched.
    if let Ok(path) = std::env::join_paths(path) {
        command.env("PATH", path);
    }
    command.env("PYTHONPATH", target_dir().join("python"));
    command
}

/// Returns the versions of the tools, or a sentence that says what to install.
pub fn available() -> Result<String, FormalError> {
    let mut versions = String::new();
    for (tool, package, ask) in TOOLS {
        let missing = || FormalError::Missing { tool, package };
        let out = command(tool).arg(ask).output().map_err(|_| missing())?;
        // Help is no success for yosys-smtbmc, which has no version of its own.
        if ask == "--help" {
            continue;
        }
        if !out.status.success() {
            return Err(missing());
        }
        versions += &String::from_utf8_lossy(&out.stdout);
    }
    Ok(versions)
}

/// The SMT files to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The properties, without unneeded wires.
    Proof,
    /// The properties with every wire, for a waveform.
    Waveform,
    /// The covers.
    Cover,
    /// The unit with its proved properties, every wire under its name.
    Lemmas,
}

impl Kind {
    /// Returns the name of the file.
    pub const fn file(self) -> &'static str {
        match self {
            Self::Proof => "proof.smt2",
            Self::Waveform => "waveform.smt2",
            Self::Cover => "cover.smt2",
            Self::Lemmas => "lemmas.smt2",
        }
    }
}

/// Makes one module of words of a unit with its properties. A name of a register that the unit does not have is refused.
pub const PREPARE: &str =
    "proc; opt_clean; memory -nomap; memory_map; flatten; select -assert-none a:hierconn";

/// Makes such a module fit for SMT.
pub(super) const FINISH: &str = "async2sync; dffunmap; setundef -undriven -anyseq";

/// Returns the script of Yosys that makes the module `heddle_top` of `bench.v` with its properties.
pub(super) fn design(top: &str, define: &str) -> String {
    format!("read_verilog -formal {define} bench.v; hierarchy -check -top heddle_{top}; {PREPARE}")
}

/// Turns the prepared module that the script `design` of Yosys makes in `dir` into SMT. Except for the lemmas, outputs are
/// not ports in it, so that logic that no property reads is left out.
pub fn translate(unit: &str, design: &str, kind: Kind, dir: &Path) -> Result<(), FormalError> {
    const READ: &str = "delete -port o:*; opt_expr; opt_merge; opt_clean -purge";
    let (drop, reduce, wires) = match kind {
        Kind::Proof => ("-cover", READ, ""),
        Kind::Waveform => ("-cover", READ, "-wires"),
        Kind::Cover => ("-assert", READ, ""),
        Kind::Lemmas => ("-cover", "opt_expr; opt_merge; opt_clean", "-wires"),
    };
    let script = format!(
        "{design}; {FINISH}; chformal -remove {drop}; {reduce}; write_smt2 {wires} {}",
        kind.file()
    );
    yosys()?.script(dir, &script, unit).map_err(|error| FormalError::Yosys(error.into()))
}

/// Returns the option of Bitwuzla that limits the time of an answer.
fn limit(time: Duration) -> String {
    format!("--time-limit-per={}", time.as_millis())
}

/// Asks Bitwuzla `text`, which is kept in a file of `dir`, and returns its answer. None within `time` is
/// [`FormalError::NoAnswer`].
pub fn solve(dir: &Path, text: &str, time: Duration) -> Result<String, FormalError> {
    let path = dir.join("question.smt2");
    let question = std::fs::write(&path, text).and_then(|()| std::fs::File::open(&path));
    let question = question.map_err(|source| FormalError::File { path, source })?;
    let out = command(BITWUZLA)
        .arg(limit(time))
        .stdin(question)
        .output()
        .map_err(|_| FormalError::Missing { tool: BITWUZLA, package: "bitwuzla of PyPI" })?;
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    match said.starts_with("unknown") {
        true => Err(FormalError::NoAnswer(time)),
        false => Ok(said),
    }
}

/// Runs yosys-smtbmc. Returns whether its answer is yes, and its output.
pub fn ask(unit: &str, arguments: &[&str], dir: &Path) -> Result<(bool, String), FormalError> {
    ask_within(unit, arguments, dir, None)
}

/// [`ask`], whose solver has at most `time` for each question it gets. A question that takes longer is
/// [`FormalError::NoAnswer`].
pub fn ask_within(
    unit: &str,
    arguments: &[&str],
    dir: &Path,
    time: Option<Duration>,
) -> Result<(bool, String), FormalError> {
    let tool = SMTBMC;
    let common = ["-s", BITWUZLA, "--unroll", "--logic", "QF_BV", "--noprogress"];
    let out = command(tool)
        .args(common)
        .args(time.map(|time| format!("-S{}", limit(time))))
        .args(arguments)
        .current_dir(dir)
        .output()
        .map_err(|_| FormalError::Missing { tool, package: "yosys" })?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let said = text(&out.stdout) + &text(&out.stderr);
    if said.contains("Status: PASSED") {
        return Ok((true, said));
    }
    if said.contains("Status: FAILED") {
        return Ok((false, said));
    }
    if let Some(time) = time.filter(|_| said.contains("Unexpected response from solver: unknown")) {
        return Err(FormalError::NoAnswer(time));
    }
    let lines: Vec<&str> = said.lines().collect();
    let output = lines[lines.len().saturating_sub(20)..].join("\n");
    Err(FormalError::Tool { tool, unit: unit.to_string(), output })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::present;

    /// A product of two primes of 48 bits, whose factors no solver of bits finds in a second.
    const HARD: &str = "(set-logic QF_BV)
(declare-const a (_ BitVec 96))
(declare-const b (_ BitVec 96))
(assert (bvult a #x000000000001000000000000))
(assert (bvult b #x000000000001000000000000))
(assert (bvugt a #x000000000000000000000001))
(assert (bvugt b #x000000000000000000000001))
(assert (= (bvmul a b) (bvmul (_ bv146807560433137 96) (_ bv258629134006183 96))))
(check-sat)
";

    #[test]
    fn a_question_without_an_answer_in_time_is_given_up() {
        if present(available()) {
            let dir = tempfile::tempdir().expect("a folder");
            let answer = solve(dir.path(), HARD, Duration::from_secs(1));
            assert!(matches!(answer, Err(FormalError::NoAnswer(_))), "{answer:?}");
            let easy = "(set-logic QF_BV)\n(assert false)\n(check-sat)\n";
            let answer = solve(dir.path(), easy, Duration::from_secs(60));
            assert_eq!(answer.expect("an answer"), "unsat\n");
        }
    }

    #[test]
    fn a_proof_without_an_answer_in_time_is_given_up() {
        if present(available()) {
            let dir = tempfile::tempdir().expect("a folder");
            let hard = "module heddle_hard(input clock, input [47:0] a, b);
  always @(posedge clock) assert (a < 2 || b < 2 || a * 96'd1 * b != 96'd146807560433137 * 96'd258629134006183);
endmodule
";
            std::fs::write(dir.path().join("bench.v"), hard).expect("room");
            translate("hard", &design("hard", ""), Kind::Proof, dir.path()).expect("a design");
            let arguments = ["-t", "2", Kind::Proof.file()];
            let second = Some(Duration::from_secs(1));
            let answer = ask_within("hard", &arguments, dir.path(), second);
            assert!(matches!(answer, Err(FormalError::NoAnswer(_))), "{answer:?}");
        }
    }
}
