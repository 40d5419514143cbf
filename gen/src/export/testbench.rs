//! Prints a Verilog testbench that replays a recorded run and checks every output in every cycle.

use super::recording::{Cycle, Recording};
use super::templates::{fill, TESTBENCH};
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

/// Most cycles of a row: the count has 15 bits.
const MAX_COUNT: usize = 0x7FFF;

/// Cycles that are one row: the first of them, and how many there are.
fn groups(recording: &Recording) -> Vec<(usize, &Cycle, usize)> {
    let starts: Vec<usize> = recording.runs.iter().map(|(start, _)| *start).collect();
    let mut groups: Vec<(usize, &Cycle, usize)> = Vec::new();
    for (number, cycle) in recording.cycles.iter().enumerate() {
        match groups.last_mut() {
            Some((_, before, count))
                if **before == *cycle
                    && *count < MAX_COUNT
                    && starts.binary_search(&number).is_err() =>
            {
                *count += 1;
            }
            _ => groups.push((number, cycle, 1)),
        }
    }
    groups
}

/// Returns the recording as the testbench reads it from `<top>_tb.hex`. A row has the pins, a bit for the
/// reset, and 15 bits that say for how many cycles it stands.
pub fn rows(inputs: &[Pin], outputs: &[Pin], recording: &Recording) -> String {
    let pins = inputs.iter().chain(outputs).collect_vec();
    let mut runs = recording.runs.iter().peekable();
    let mut text = String::new();
    for (number, cycle, count) in groups(recording) {
        while let Some((_, what)) = runs.next_if(|(start, _)| *start == number) {
            text += &format!("// {what}\n");
        }
        let words = cycle.inputs.iter().chain(&cycle.outputs).copied();
        let end = count | usize::from(cycle.reset) << 15;
        text += &format!("{}_{end:04x}\n", row(&pins, words));
    }
    text
}

/// Returns the testbench of module `top` for a recording of `source`.
pub fn text(
    top: &str,
    source: &str,
    inputs: &[Pin],
    outputs: &[Pin],
    recording: &Recording,
) -> String {
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
            "                if ({0} !== expected_{0}) begin\n                    errors = errors + 1;\n                    \
             $display(\"cycle %0d: {0}: expected %h, actual %h\", cycle, expected_{0}, {0});\n                end",
            pin.name
        )
    });
    let values = [
        ("top", top.to_string()),
        ("source", source.to_string()),
        ("rows", groups(recording).len().to_string()),
        ("cycles", recording.cycles.len().to_string()),
        ("declare_inputs", declare_inputs),
        ("declare_outputs", declare_outputs),
        ("last", (width + 15).to_string()),
        ("ports", ports),
        ("zero", each(inputs, &|pin| format!("        {} = 0;", pin.name))),
        ("fields", names.chain(expected).join(", ")),
        ("checks", checks),
    ];
    fill(TESTBENCH, &values)
}
