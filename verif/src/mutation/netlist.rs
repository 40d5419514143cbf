//! Prepares the units' Verilog with Yosys.

use super::judgement::Narrow;
use super::mutant::Mutant;
use super::stimulus::PinStimulus;
use heddle_gen::synth::yosys;
use std::path::Path;
use tempfile::TempDir;

/// File of the unit's Verilog, in a scratch directory.
pub const VERILOG: &str = "unit.v";
/// File of the unit as one module of words, in the format of Yosys.
pub const PREPARED: &str = "unit.il";
/// File of the same module as JSON.
pub const CELLS: &str = "unit.json";
/// The top module around the unit.
pub const TOP: &str = "heddle_unit_in_use";
/// Initializes registers with their values after one edge of reset.
const AFTER_RESET: &str = "sim -clock clock -reset reset -rstlen 1 -n 1 -w -q\n";
/// Removes constant registers and unread bits.
const REDUCE: &str = "opt_dff -sat\nopt -full -fine\nwreduce\nopt_clean\n";
const LIST: &str = "mutants.txt";
const MUTATED: &str = "mutated.v";

/// The input that selects a mutant; 0 selects none.
pub const SELECT: &str = "mutant_select";
/// Width of that input in bits.
const SELECT_WIDTH: u32 = 16;

/// Switches off the lints that a netlist written by Yosys violates.
const QUIET: &str = "/* verilator lint_off WIDTH */\n/* verilator lint_off UNOPTFLAT */\n\
                     /* verilator lint_off CASEOVERLAP */\n/* verilator lint_off MULTIDRIVEN */\n";

/// Runs a script of Yosys in `dir`; the error has its last words.
pub fn run(dir: &Path, script: &str) -> Result<(), String> {
    let yosys = yosys().map_err(|missing| missing.to_string())?;
    yosys.script(dir, script, TOP).map_err(|error| error.to_string())
}

/// Reads a file of the scratch directory.
pub fn read(dir: &Path, name: &str) -> Result<String, String> {
    std::fs::read_to_string(dir.join(name)).map_err(|error| format!("reading {name}: {error}"))
}

/// Writes a file of the scratch directory.
pub fn write(dir: &Path, name: &str, text: &str) -> Result<(), String> {
    std::fs::write(dir.join(name), text).map_err(|error| format!("writing {name}: {error}"))
}

/// Prepares the unit in `dir` and picks `count` of its mutants by a seed. Logic that is constant after a
/// reset, or has no effect on any output, is not mutated, as far as Yosys finds it for inputs this
/// narrow.
pub fn pick(
    dir: &Path,
    stimulus: &PinStimulus,
    narrow: &[Narrow],
    (count, seed): (usize, u32),
) -> Result<Vec<Mutant>, String> {
    let verilog = format!("{}{}", stimulus.verilog, in_use(stimulus, narrow)?);
    write(dir, VERILOG, &verilog)?;
    // Some of the listed mutants are skipped below.
    let listed = count + count / 2;
    run(
        dir,
        &format!(
            "read_verilog {VERILOG}\nprep -flatten -top {TOP}\nopt -full -fine\n{AFTER_RESET}\
             {REDUCE}{REDUCE}setattr -unset init w:*\nwrite_rtlil {PREPARED}\nwrite_json {CELLS}\n\
             mutate -list {listed} -seed {seed} -o {LIST}\n"
        ),
    )?;
    Mutant::read_list(&read(dir, LIST)?, &verilog, &read(dir, CELLS)?, count)
}

/// Returns how many mutants of the prepared unit in `dir` there are.
pub fn possible(dir: &Path) -> Result<usize, String> {
    run(dir, &format!("read_rtlil {PREPARED}\nmutate -list {} -o {LIST}\n", i32::MAX))?;
    Ok(Mutant::count(&read(dir, LIST)?))
}

/// Returns a top module in which the narrow pins reach the unit without their upper bits. The error
/// is a pin that does not exist, or that is wider in a recording.
fn in_use(stimulus: &PinStimulus, narrow: &[Narrow]) -> Result<String, String> {
    let mut ports = vec!["input wire clock".to_string(), "input wire reset".to_string()];
    let mut wires = vec![".clock(clock)".to_string(), ".reset(reset)".to_string()];
    for (place, pin) in stimulus.inputs.iter().enumerate() {
        ports.push(format!("input wire [{}:0] {}", pin.width - 1, pin.name));
        let bits = narrow.iter().find(|narrow| narrow.pin == pin.name).map(|narrow| narrow.bits);
        let bits = bits.unwrap_or(pin.width);
        let mut words = stimulus.traces.iter().flat_map(|trace| &trace.inputs);
        if words.any(|row| u64::from(row[place]) >> bits != 0) {
            return Err(format!("{} is wider than {bits} bits in a recording", pin.name));
        }
        let above = pin.width - bits;
        wires.push(match above {
            0 => format!(".{}({})", pin.name, pin.name),
            _ => format!(".{}({{{above}'d0, {}[{}:0]}})", pin.name, pin.name, bits - 1),
        });
    }
    if let Some(narrow) = narrow.iter().find(|n| stimulus.inputs.iter().all(|p| p.name != n.pin)) {
        return Err(format!("{} has no input pin {}", stimulus.unit, narrow.pin));
    }
    for pin in stimulus.outputs {
        ports.push(format!("output wire [{}:0] {}", pin.width - 1, pin.name));
        wires.push(format!(".{}({})", pin.name, pin.name));
    }
    let (ports, wires, unit) = (ports.join(",\n"), wires.join(",\n"), &stimulus.top);
    Ok(format!("module {TOP} (\n{ports}\n);\n{unit} unit (\n{wires}\n);\nendmodule\n"))
}

/// Puts all `mutants` into one netlist; the `i`-th, from 1, is active while [`SELECT`] is `i`.
pub fn with_all(dir: &Path, mutants: &[Mutant]) -> Result<String, String> {
    let mut script = format!("read_rtlil {PREPARED}\n");
    for (number, mutant) in mutants.iter().enumerate() {
        let select = format!("-ctrl {SELECT} {SELECT_WIDTH} {}", number + 1);
        script += &format!("mutate {select} {}\n", mutant.arguments);
    }
    // A bit that interferes with another of its word must not look like a loop to Verilator.
    run(dir, &format!("{script}splitnets\nwrite_verilog -noattr {MUTATED}\n"))?;
    Ok(format!("{QUIET}{}", read(dir, MUTATED)?))
}

/// Returns a folder with the prepared unit of `dir`, for the files of one question: several are asked at once.
pub fn apart(dir: &Path) -> Result<TempDir, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    std::fs::copy(dir.join(PREPARED), folder.path().join(PREPARED))
        .map_err(|error| format!("copying {PREPARED}: {error}"))?;
    Ok(folder)
}
