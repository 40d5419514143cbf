//! Modules: ports, declarations, instances, equations, registers.

use super::design::{Body, Design, Literal, Role, Signal};
use super::expr::literal;
use super::names::{ones, plain, Names};
use super::{equations, statement, EmitError};
use heddle_hw::kit::Pin;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A module and those below it.
pub struct Printed {
    pub text: String,
    pub uses_sram: bool,
}

struct Context<'a> {
    room: &'a str,
    module: &'a str,
}

impl Context<'_> {
    fn error(&self, place: impl Into<String>, what: impl Into<String>) -> EmitError {
        EmitError {
            room: self.room.into(),
            module: self.module.into(),
            place: place.into(),
            what: what.into(),
        }
    }
}

/// Prints a block as module `module`, its sub-blocks behind it. `pins` document its ports.
pub fn print(
    room: &str,
    module: &str,
    pins: &[&Pin],
    design: &Design,
) -> Result<Printed, EmitError> {
    let context = Context { room, module };
    check(&context, design)?;
    let Body::Logic(block) = &design.body else {
        return Err(context.error("the block", "its hdl() is neither equations nor a kit cell"));
    };
    let names = Names::of(design).map_err(|what| context.error("declarations", what))?;
    let pieces = statement::pieces(&names, block);
    let pieces = pieces.map_err(|(place, what)| context.error(place, what))?;
    let equations = equations::print(&names, &pieces);
    mark_implied(design, &names);

    let mut text =
        format!("module {module} (\n{}\n);\n", ports(design, &names, pins, &equations.wires));
    constants(&mut text, &names);
    declarations(&mut text, design, &names, &equations.wires);
    for child in &design.children {
        instance(&mut text, module, child);
    }
    text += &equations.text;
    for child in &design.children {
        if let Body::Register(value) = &child.body {
            register(&mut text, child, value);
        }
    }
    text += "endmodule\n";
    let mut uses_sram = design.children.iter().any(|c| matches!(c.body, Body::Sram { .. }));
    for child in design.children.iter().filter(|c| !is_cell(c)) {
        let name = format!("{module}_{}", plain(&child.name));
        let below = print(room, &name, &[], child)?;
        // One file holds the whole design; the file is named after its top.
        let _ = write!(text, "\n/* verilator lint_off DECLFILENAME */\n{}", below.text);
        text += "/* verilator lint_on DECLFILENAME */\n";
        uses_sram |= below.uses_sram;
    }
    Ok(Printed { text, uses_sram })
}

fn is_cell(design: &Design) -> bool {
    matches!(design.body, Body::Register(_) | Body::Sram { .. })
}

fn check(context: &Context, design: &Design) -> Result<(), EmitError> {
    for signal in &design.signals {
        let place = format!("signal {}", signal.name);
        if signal.signed {
            return Err(context.error(place, "signed signals are not supported: use Bits"));
        }
        if signal.role == Role::Unsupported {
            return Err(context.error(place, "only In, Out, Local and Param are supported"));
        }
    }
    let needs = |wanted: &str| {
        design.children.iter().any(|c| c.signal(wanted).is_some())
            && design.signal(wanted).is_none_or(|s| s.role != Role::Input)
    };
    for wanted in ["clock", "reset"] {
        if needs(wanted) {
            let what = format!("a block with cells needs an input called {wanted}");
            return Err(context.error("ports", what));
        }
    }
    Ok(())
}

/// Clock and reset are read by whatever takes them inside.
fn mark_implied(design: &Design, names: &Names) {
    for wanted in ["clock", "reset"] {
        if design.children.iter().any(|c| c.signal(wanted).is_some()) {
            names.mark_read(wanted, 1);
        }
    }
}

fn range(width: u32) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0] ", width - 1)
    }
}

/// A declaration, excused from the unused-bits lint if some bits are indeed never read.
fn excused(line: String, read: u128, width: u32) -> String {
    if read == ones(width) {
        return line;
    }
    let why = if read == 0 { "never read" } else { "not all bits are read" };
    format!(
        "    /* verilator lint_off UNUSEDSIGNAL */ // {why}\n{line}\n    /* verilator lint_on UNUSEDSIGNAL */"
    )
}

fn ports(design: &Design, names: &Names, pins: &[&Pin], wires: &BTreeSet<String>) -> String {
    let is_port = |s: &&Signal| matches!(s.role, Role::Input | Role::Output);
    let ports: Vec<&Signal> = design.signals.iter().filter(is_port).collect();
    let mut out = Vec::new();
    let mut group = "";
    for (i, port) in ports.iter().enumerate() {
        if let Some(pin) = pins.iter().find(|pin| pin.name == port.name) {
            if pin.group != group {
                group = pin.group;
                out.push(format!("\n    // {group}"));
            }
            out.push(format!("    // {}", pin.doc.trim()));
        }
        let comma = if i + 1 < ports.len() { "," } else { "" };
        let kind = match port.role {
            Role::Input => "input wire",
            _ if wires.contains(&port.name) => "output wire",
            _ => "output reg",
        };
        let line = format!("    {kind} {}{}{comma}", range(port.width), plain(&port.name));
        let read = match port.role {
            Role::Input => names.read_bits(&port.name),
            _ => ones(port.width),
        };
        out.push(excused(line, read, port.width));
    }
    out.join("\n")
}

fn constants(text: &mut String, names: &Names) {
    let mut any = false;
    for (name, value) in names.used_constants() {
        if !any {
            text.push('\n');
        }
        any = true;
        let value = literal(value.value, name.width);
        let _ = writeln!(text, "    localparam {}{} = {value};", range(name.width), name.verilog);
    }
}

fn declarations(text: &mut String, design: &Design, names: &Names, wires: &BTreeSet<String>) {
    let mut lines = Vec::new();
    let mut declare = |kind: &str, key: &str, width: u32, read: u128| {
        if let Some(name) = names.get(key) {
            let kind = if wires.contains(key) { "wire" } else { kind };
            let line = format!("    {kind} {}{};", range(width), name.verilog);
            lines.push(excused(line, read, width));
        }
    };
    for signal in design.signals.iter().filter(|s| s.role == Role::Local) {
        declare("reg", &signal.name, signal.width, names.read_bits(&signal.name));
    }
    for child in &design.children {
        let register = matches!(child.body, Body::Register(_));
        for signal in &child.signals {
            let key = format!("{}${}", child.name, signal.name);
            match signal.role {
                Role::Input if ["clock", "reset"].contains(&signal.name.as_str()) => {}
                Role::Input => {
                    declare("reg", &key, signal.width, ones(kept_of(child, signal)));
                }
                Role::Output => {
                    let kind = if register { "reg" } else { "wire" };
                    declare(kind, &key, signal.width, names.read_bits(&key));
                }
                _ => {}
            }
        }
    }
    if !lines.is_empty() {
        let _ = writeln!(text, "\n{}", lines.join("\n"));
    }
}

fn instance(text: &mut String, module: &str, child: &Design) {
    let kind = match &child.body {
        Body::Register(_) => return,
        Body::Sram { entries, kept } => {
            format!("heddle_sram_macro #(.WIDTH({kept}), .ENTRIES({entries}))")
        }
        _ => format!("{module}_{}", plain(&child.name)),
    };
    let name = plain(&child.name);
    let is_port = |s: &&Signal| matches!(s.role, Role::Input | Role::Output);
    let connections: Vec<String> = child
        .signals
        .iter()
        .filter(is_port)
        .map(|s| match (s.name.as_str(), kept_of(child, s)) {
            (own @ ("clock" | "reset"), _) => format!("        .{own}({own})"),
            (port, kept) if kept < s.width => {
                format!("        .{port}({name}_{port}[{}:0])", kept - 1)
            }
            _ => format!("        .{0}({name}_{0})", plain(&s.name)),
        })
        .collect();
    let _ = write!(text, "\n    {kind} u_{name} (\n{}\n    );\n", connections.join(",\n"));
    for s in child.signals.iter().filter(|s| s.role == Role::Output) {
        let (kept, top) = (kept_of(child, s), s.width - 1);
        if kept < s.width {
            let zero = literal(0, s.width - kept);
            let _ = writeln!(text, "    assign {name}_{}[{top}:{kept}] = {zero};", plain(&s.name));
        }
    }
}

/// How many bits of a port there are behind it: a memory may keep fewer than its words have.
fn kept_of(child: &Design, port: &Signal) -> u32 {
    match child.body {
        Body::Sram { kept, .. } if port.name.ends_with("_data") => kept,
        _ => port.width,
    }
}

fn register(text: &mut String, child: &Design, value: &Literal) {
    let (name, width) = (plain(&child.name), child.signal("q").map_or(1, |s| s.width));
    let value = literal(value.value, width);
    let _ = write!(
        text,
        "\n    always @(posedge clock) begin\n        if (reset) {name}_q <= {value};\n        \
         else {name}_q <= {name}_d;\n    end\n"
    );
}
