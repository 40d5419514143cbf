//! Measures the clock of mapped logic by OpenSTA, with the library's own delays and no wires.

use super::library::Library;
use super::logic::Logic;
use super::report::{arrival, end_of, path_slack, slack};
use super::{read, write, SynthError, Tool};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;

/// Period in ns from which slack is subtracted; no unit is this slow.
const LONG: f64 = 1000.0;

/// Inverters of the chain before the first tap and after the second, so that all in between see the
/// same slopes; and the inverters in between.
const ENDS: usize = 4;
const STAGES: usize = 10;

/// The limit of a unit's clock. Inputs arrive at the edge through an inverter, outputs drive four.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// The shortest period in ns, if memories took no time to read.
    pub period_ns: f64,
    /// Its reciprocal in MHz.
    pub clock_mhz: f64,
    /// Where the longest path begins: a register's bit or a pin.
    pub from: String,
    /// Where the longest path ends.
    pub to: String,
    /// The longest path in ns from a memory's output: a clock must leave room for it and the read.
    pub after_memory_ns: Option<f64>,
}

/// A path from one unit of a chip to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crossing {
    /// The shortest period in ns that the path allows; a memory that it begins at takes no time to read.
    pub period_ns: f64,
    /// Where it begins.
    pub from: String,
    /// Where it ends.
    pub to: String,
}

/// The longest paths from one unit of a chip to another. None where no such path is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Crossings {
    /// From a register.
    pub register: Option<Crossing>,
    /// From the output of a memory: a clock must leave room for it and the read.
    pub memory: Option<Crossing>,
}

/// Returns the first lines of a script. They set the units of measurement, in which libraries differ.
fn header(top: &str) -> String {
    format!(
        "read_liberty library.lib\nset_cmd_units -time ns -capacitance fF\n\
         read_verilog netlist.v\nlink_design {top}\n"
    )
}

fn run(
    sta: &Tool,
    library: &Library,
    netlist: &str,
    script: &str,
    top: &str,
) -> Result<PathBuf, SynthError> {
    let key = verilator_sys::key(&[netlist, script, &library.text, &sta.version]);
    Ok(verilator_sys::entry(&key, |dir| {
        write(&dir.join("netlist.v"), netlist)?;
        write(&dir.join("library.lib"), &library.text)?;
        write(&dir.join("script.tcl"), script)?;
        let mut command = sta.command(dir);
        verilator_sys::run(command.args(["-exit", "-no_splash", "script.tcl"]), top)
    })?)
}

/// Returns the same with a clock, and what drives the inputs and loads the outputs.
fn constrained(top: &str, library: &Library) -> String {
    let (driver, load) = (&library.inverter, library.load_ff());
    let constraints = format!(
        "create_clock -name clock -period {LONG} [get_ports clock]\n\
         set data {{}}\nforeach port [all_inputs] {{\n\
         if {{[get_property $port full_name] ne \"clock\"}} {{ lappend data $port }}\n}}\n\
         set_input_delay 0 -clock clock $data\nset_output_delay 0 -clock clock [all_outputs]\n\
         set_driving_cell -lib_cell {driver} $data\nset_load {load} [all_outputs]\n"
    );
    header(top) + &constraints
}

/// Finds the longest paths of a chip from one of its units to another. `units` are the instances of the units in the
/// top module.
pub fn across(
    logic: &Logic,
    top: &str,
    units: &[String],
    library: &Library,
    sta: &Tool,
) -> Result<Crossings, SynthError> {
    let mut script = constrained(top, library);
    // Memories are ports of the chip, named like the registers after the unit they are in.
    script += "proc registers {unit} { return [get_cells -quiet $unit.*_q*] }\n\
        proc memories {unit} { return [get_ports -quiet $unit.*read_data*] }\n\
        proc ends {units} {\nset all {}\nforeach unit $units {\n\
        foreach found [concat [registers $unit] [get_ports -quiet $unit.*]] { lappend all $found }\n}\n\
        return $all\n}\n\
        proc longest {from to file} {\n\
        if {[llength $from] == 0} { return }\n\
        report_checks -path_delay max -digits 4 -from $from -to [ends $to] > $file\n}\n";
    for unit in units {
        let others: Vec<&str> =
            units.iter().filter(|other| *other != unit).map(String::as_str).collect();
        let others = others.join(" ");
        for begin in ["registers", "memories"] {
            writeln!(script, "longest [{begin} {unit}] {{{others}}} {unit}.{begin}.txt")
                .expect("writing to a string");
        }
    }
    let dir = run(sta, library, &logic.netlist, &script, top)?;
    let longest = |begin: &str| -> Result<Option<Crossing>, SynthError> {
        let mut longest: Option<Crossing> = None;
        for unit in units {
            let path = dir.join(format!("{unit}.{begin}.txt"));
            if !path.exists() {
                continue;
            }
            let report = read(&path)?;
            let ends = end_of(&report, "Startpoint:").zip(end_of(&report, "Endpoint:"));
            let Some((slack, (from, to))) = path_slack(&report).zip(ends) else { continue };
            let crossing = Crossing { period_ns: LONG - slack, from, to };
            if longest.as_ref().is_none_or(|other| other.period_ns < crossing.period_ns) {
                longest = Some(crossing);
            }
        }
        Ok(longest)
    };
    Ok(Crossings { register: longest("registers")?, memory: longest("memories")? })
}

/// Measures the timing of mapped logic.
pub fn analyze(
    logic: &Logic,
    top: &str,
    library: &Library,
    sta: &Tool,
) -> Result<Timing, SynthError> {
    let mut script = constrained(top, library);
    script += "report_checks -path_delay max -digits 4 > path.txt\n\
         report_checks -path_delay max -digits 4 -format end > period.txt\n";
    let memories = !logic.memories.is_empty();
    if memories {
        script += "report_checks -path_delay max -digits 4 -format end \
            -from [get_ports *.read_data*] > memory.txt\n";
    }
    let dir = run(sta, library, &logic.netlist, &script, top)?;
    let needed = |file: &str| Ok::<_, SynthError>(slack(&read(&dir.join(file))?).map(|s| LONG - s));
    let path = dir.join("path.txt");
    let report = read(&path)?;
    let ends = end_of(&report, "Startpoint:").zip(end_of(&report, "Endpoint:"));
    let longest = needed("period.txt")?.zip(ends);
    let missing = SynthError::Report { tool: "sta", what: "path", top: top.to_string(), path };
    let (period_ns, (from, to)) = longest.ok_or(missing)?;
    let after_memory_ns = if memories { needed("memory.txt")? } else { None };
    Ok(Timing { period_ns, clock_mhz: 1000.0 / period_ns, from, to, after_memory_ns })
}

/// Measures the delay in ns of an inverter that drives four like it, halfway between rising and
/// falling. Counted in this delay, logic is about as fast in every process.
pub fn fo4_ns(library: &Library, sta: &Tool) -> Result<f64, SynthError> {
    let last = 2 * ENDS + STAGES;
    let cell = &library.inverter;
    let [input, output] = &library.inverter_pins;
    let mut chain = format!("module chain (n0, n{last});\ninput n0;\noutput n{last};\n");
    for stage in 0..last {
        let instance = format!("{cell} s{stage} (.{input}(n{stage}), .{output}(n{}));", stage + 1);
        writeln!(chain, "wire n{};\n{instance}", stage + 1).expect("writing to a string");
        for load in 0..3 {
            let net = format!("l{stage}_{load}");
            let instance =
                format!("{cell} d{stage}_{load} (.{input}(n{stage}), .{output}({net}));");
            writeln!(chain, "wire {net};\n{instance}").expect("writing to a string");
        }
    }
    chain += "endmodule\n";
    let script = header("chain")
        + &format!(
            "create_clock -name virtual -period {LONG}\n\
             set_input_delay 0 -clock virtual [get_ports n0]\n\
             set_output_delay 0 -clock virtual [get_ports n{last}]\n\
             report_checks -path_delay max -digits 5 > path.txt\n"
        );
    let dir = run(sta, library, &chain, &script, "chain")?;
    let path = dir.join("path.txt");
    let report = read(&path)?;
    let at = |stage: usize| arrival(&report, &format!("s{stage}/{output} "));
    let taps = at(ENDS).zip(at(ENDS + STAGES));
    let missing = SynthError::Report { tool: "sta", what: "path", top: "chain".into(), path };
    let (first, second) = taps.ok_or(missing)?;
    Ok((second - first) / STAGES as f64)
}
