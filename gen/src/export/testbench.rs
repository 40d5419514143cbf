//! Prints a Verilog testbench that replays a recorded run and checks every output in every cycle.

use super::templates::{fill, TESTBENCH};
use heddle_hw::kit::spec::Trace;
use heddle_hw::kit::Pin;
use itertools::Itertools;

fn range(width: u32) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0] ", width - 1)
    }
}

/// Returns the bits of a row, port after port, as one hexadecimal number.
fn row(pins: &[&Pin], words: impl Iterator<Item = u32>) -> String {
    let mut ports: Vec<String> = Vec::new();
    for (pin, word) in pins.iter().zip(words) {
        let bits = format!("{word:0width$b}", width = pin.width as usize);
        match ports.last_mut().filter(|_| !pin.begins_port()) {
            // The upper bits of a port come first.
            Some(port) => port.insert_str(0, &bits),
            None => ports.push(bits),
        }
    }
    let bits = ports.concat();
    let padded = format!("{}{bits}", "0".repeat((4 - bits.len() % 4) % 4));
    let digit = |four: &[u8]| four.iter().fold(0, |sum, bit| sum * 2 + u32::from(bit - b'0'));
    padded.as_bytes().chunks(4).map(|four| format!("{:x}", digit(four))).collect()
}

/// Returns the recorded run, one row per cycle, as the testbench reads it from `<top>_tb.hex`.
pub fn rows(inputs: &[Pin], outputs: &[Pin], trace: &Trace) -> String {
    let pins = inputs.iter().chain(outputs).collect_vec();
    let cycles = trace.inputs.iter().zip(&trace.outputs);
    cycles.map(|(i, o)| row(&pins, i.iter().chain(o).copied()) + "\n").collect()
}

/// Returns the testbench of module `top` for a run of `cycles` cycles, recorded of `source`.
pub fn text(top: &str, source: &str, inputs: &[Pin], outputs: &[Pin], cycles: usize) -> String {
    let pins: Vec<&Pin> = inputs.iter().chain(outputs).collect();
    let width: u32 = pins.iter().map(|pin| pin.width).sum();
    let each = |pins: &[Pin], line: &dyn Fn(&Pin) -> String| pins.iter().map(line).join("\n");
    let declare_inputs = each(inputs, &|pin| format!("    reg {}{};", range(pin.width), pin.name));
    let declare_outputs = each(outputs, &|pin| {
        let range = range(pin.width);
        format!("    wire {range}{0};\n    reg {range}expected_{0};", pin.name)
    });
    let ports = pins.iter().map(|pin| format!("        .{0}({0})", pin.name)).join(",\n");
    let names = inputs.iter().map(|pin| pin.name.to_string());
    let expected = outputs.iter().map(|pin| format!("expected_{}", pin.name));
    let checks = each(outputs, &|pin| {
        format!(
            "            if ({0} !== expected_{0}) begin\n                errors = errors + 1;\n                \
             $display(\"cycle %0d: {0}: expected %h, actual %h\", cycle, expected_{0}, {0});\n            end",
            pin.name
        )
    });
    let values = [
        ("top", top.to_string()),
        ("source", source.to_string()),
        ("cycles", cycles.to_string()),
        ("declare_inputs", declare_inputs),
        ("declare_outputs", declare_outputs),
        ("last", (width - 1).to_string()),
        ("ports", ports),
        ("zero", each(inputs, &|pin| format!("        {} = 0;", pin.name))),
        ("fields", names.chain(expected).join(", ")),
        ("checks", checks),
    ];
    fill(TESTBENCH, &values)
}
