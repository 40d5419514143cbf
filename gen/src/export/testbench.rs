//! A Verilog testbench that replays a recorded run and checks every output in every cycle.

use heddle_hw::kit::law::Trace;
use heddle_hw::kit::Pin;
use itertools::Itertools;

fn range(width: u32) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0] ", width - 1)
    }
}

/// The bits of a row, pin after pin, as one hexadecimal number.
fn row(pins: &[&Pin], words: impl Iterator<Item = u32>) -> String {
    let bits = pins
        .iter()
        .zip(words)
        .map(|(pin, word)| format!("{word:0width$b}", width = pin.width as usize));
    let bits: String = bits.collect();
    let padded = format!("{}{bits}", "0".repeat((4 - bits.len() % 4) % 4));
    let digit = |four: &[u8]| four.iter().fold(0, |sum, bit| sum * 2 + u32::from(bit - b'0'));
    padded.as_bytes().chunks(4).map(|four| format!("{:x}", digit(four))).collect()
}

/// The testbench of module `top`. It prints PASS or FAIL and dumps `<top>_tb.vcd`.
pub fn text(top: &str, seed: u32, inputs: &[Pin], outputs: &[Pin], trace: &Trace) -> String {
    let pins: Vec<&Pin> = inputs.iter().chain(outputs).collect();
    let width: u32 = pins.iter().map(|pin| pin.width).sum();
    let cycles = trace.inputs.len();
    let each = |pins: &[Pin], line: &dyn Fn(&Pin) -> String| pins.iter().map(line).join("\n");
    let declare_in = each(inputs, &|pin| format!("    reg {}{};", range(pin.width), pin.name));
    let declare_out = each(outputs, &|pin| {
        let range = range(pin.width);
        format!("    wire {range}{0};\n    reg {range}expected_{0};", pin.name)
    });
    let ports = pins.iter().map(|pin| format!("        .{0}({0})", pin.name)).join(",\n");
    let names = inputs.iter().map(|pin| pin.name.to_string());
    let expected = outputs.iter().map(|pin| format!("expected_{}", pin.name));
    let fields = names.chain(expected).join(", ");
    let zero = each(inputs, &|pin| format!("        {} = 0;", pin.name));
    let checks = each(outputs, &|pin| {
        format!(
            "            if ({0} !== expected_{0}) begin\n                errors = errors + 1;\n                \
             $display(\"cycle %0d: {0}: expected %h, actual %h\", cycle, expected_{0}, {0});\n            end",
            pin.name
        )
    });
    let rows = trace.inputs.iter().zip(&trace.outputs).enumerate();
    let load = rows.map(|(cycle, (inputs, outputs))| {
        let words = inputs.iter().chain(outputs).copied();
        format!("        run[{cycle}] = {width}'h{};", row(&pins, words))
    });
    let load = load.collect_vec().join("\n");
    format!(
        "// Replays {cycles} cycles recorded from the model of {top} (laws, seed {seed}) and checks every\n\
         // output in every cycle. Prints PASS or FAIL; dumps {top}_tb.vcd.\n\
         `timescale 1ns / 1ps\n\nmodule {top}_tb;\n    localparam CYCLES = {cycles};\n\n    \
         reg clock;\n    reg reset;\n{declare_in}\n{declare_out}\n\n    \
         // One row a cycle: inputs at the edge that ends it, outputs in it.\n    \
         reg [{last}:0] run [0:CYCLES-1];\n    integer cycle;\n    integer errors;\n\n    \
         {top} dut (\n        .clock(clock),\n        .reset(reset),\n{ports}\n    );\n\n    \
         always #5 clock = ~clock;\n\n    initial begin\n        \
         $dumpfile(\"{top}_tb.vcd\");\n        $dumpvars(0, {top}_tb);\n{load}\n        \
         errors = 0;\n        clock = 0;\n        reset = 1;\n{zero}\n        \
         @(posedge clock);\n        #1 reset = 0;\n        \
         for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin\n            \
         {{{fields}}} = run[cycle];\n            @(negedge clock);\n{checks}\n            \
         @(posedge clock);\n            #1;\n        end\n        \
         if (errors == 0) $display(\"PASS: {top}, %0d cycles\", CYCLES);\n        \
         else $display(\"FAIL: {top}, %0d differences\", errors);\n        $finish;\n    end\nendmodule\n",
        last = width - 1,
    )
}
