//! Equivalence of two pieces of Verilog with the same pins: yosys joins them, and ABC proves by property-directed
//! reachability that no output ever differs.
//!
//! A reset comes in the first cycle and in any other. What it does not set, such as the words of a memory, begins at zero.

use super::FormalError;
use heddle_gen::synth::yosys;
use heddle_gen::verilog::Verilog;
use heddle_hw::kit::Pin;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Whether two circuits are the same on their pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equality {
    /// They are, in every cycle of every run.
    Proved,
    /// An output differs in this cycle of some run.
    Differs(u32),
}

const JOINED: &str = "heddle_joined";

/// What ABC reads: one bit that says whether an output differs, as a function of inputs and registers.
const TRANSLATE: &str = "proc; flatten; opt; memory_map; opt; techmap; opt; dffunmap; \
    dfflegalize -cell $_DFF_P_ 01; setundef -undriven -init -zero; clean; aigmap; opt_clean; \
    write_aiger -zinit joined.aig";

/// Compares two circuits with ports for `inputs` and `outputs`, besides clock and reset; `dir` is for files of its own.
pub fn compare(
    [ours, theirs]: [&Verilog; 2],
    [inputs, outputs]: [&[Pin]; 2],
    dir: &Path,
) -> Result<Equality, FormalError> {
    let path = dir.join("joined.v");
    let text =
        ours.complete() + &theirs.complete() + &join([&ours.top, &theirs.top], inputs, outputs);
    fs::write(&path, text).map_err(|source| FormalError::File { path, source })?;
    let script = format!("read_verilog joined.v; hierarchy -check -top {JOINED}; {TRANSLATE}");
    let translated = yosys()?.script(dir, &script, &ours.top);
    translated.map_err(|error| FormalError::Yosys(error.into()))?;
    let tool = "yosys-abc";
    let out = Command::new(tool)
        .args(["-c", "read_aiger joined.aig; pdr"])
        .current_dir(dir)
        .output()
        .map_err(|_| FormalError::Missing { tool, package: "yosys" })?;
    let output = String::from_utf8_lossy(&out.stdout).into_owned();
    if output.contains("Property proved") {
        return Ok(Equality::Proved);
    }
    let frame = output.split_once("was asserted in frame ");
    let cycle = frame.and_then(|(_, rest)| rest.split('.').next()?.trim().parse().ok());
    cycle.map(Equality::Differs).ok_or(FormalError::Tool { tool, unit: ours.top.clone(), output })
}

/// Returns a module with both circuits on the same inputs, whose output says that theirs differ.
fn join(tops: [&str; 2], inputs: &[Pin], outputs: &[Pin]) -> String {
    let mut text = format!("module {JOINED}(input wire clock, input wire reset_in,\n");
    let range = |pin: &Pin| format!("[{}:0] {}", pin.width - 1, pin.name);
    for pin in inputs {
        writeln!(text, "    input wire {},", range(pin)).expect("writing to a string");
    }
    text += "    output wire differs\n);\n    reg started = 1'b0;\n    \
        always @(posedge clock) started <= 1'b1;\n    wire reset = reset_in | ~started;\n";
    let mut sides = Vec::new();
    for (side, top) in ["ours", "theirs"].into_iter().zip(tops) {
        let mut ports = vec![".clock(clock), .reset(reset)".to_string()];
        ports.extend(inputs.iter().map(|pin| format!(".{0}({0})", pin.name)));
        for pin in outputs {
            let width = pin.width - 1;
            writeln!(text, "    wire [{width}:0] {side}_{};", pin.name)
                .expect("writing to a string");
            ports.push(format!(".{0}({side}_{0})", pin.name));
        }
        writeln!(text, "    {top} u_{side} ({});", ports.join(", ")).expect("writing to a string");
        let pins: Vec<String> = outputs.iter().map(|pin| format!("{side}_{}", pin.name)).collect();
        sides.push(format!("{{{}}}", pins.join(", ")));
    }
    text + &format!("    assign differs = started & ({} != {});\nendmodule\n", sides[0], sides[1])
}
