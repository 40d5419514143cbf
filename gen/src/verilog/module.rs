//! Modules: ports, declarations, instances, equations, registers.

use super::declare::{constants, declarations, ports, unused};
use super::design::{Body, Child, Design, Role, Signal};
use super::expr::literal;
use super::names::{ones, plain, Names};
use super::place::port_bits;
use super::wrap::wrap;
use super::{blocks, equations, header, kit, statement, EmitError, Module, SRAM_NAME};
use heddle_hw::kit::Pin;
use std::fmt::Write;

/// Prints modules; each kind of block once.
pub struct Modules<'a> {
    pub room: &'a str,
    pub kit: Vec<kit::Cell>,
    /// What has been printed, each module before those it contains.
    pub printed: Vec<Module>,
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

impl Modules<'_> {
    /// Prints a block as module `module` under `header`, and its sub-blocks behind it. `pins`
    /// document its ports.
    pub fn print(
        &mut self,
        module: &str,
        header: &str,
        pins: &[&Pin],
        design: &Design,
    ) -> Result<(), EmitError> {
        let context = Context { room: self.room, module };
        check(&context, design)?;
        let Body::Logic(block) = &design.body else {
            return Err(context.error("the block", "its hdl() is neither equations nor a kit cell"));
        };
        let names = Names::of(design).map_err(|what| context.error("declarations", what))?;
        let pieces = statement::pieces(&names, block);
        let pieces = pieces.map_err(|(place, what)| context.error(place, what))?;
        let equations = equations::print(&names, &pieces);
        mark_connected(design, &names);

        let mut body = declarations(design, &names, &equations.wires);
        for child in &design.children {
            body += &self.instance(module, child, &names);
        }
        body += &equations.text;
        body += &registers(design, &names);
        body += &unused(design, &names);
        let text = format!(
            "{header}module {module} (\n{}\n);\n{}{body}endmodule\n",
            ports(design, pins, &equations.wires),
            constants(design, &names),
        );
        self.printed.push(Module { name: module.to_string(), text: wrap(&text) });
        design.children.iter().try_for_each(|child| self.below(module, child))
    }

    /// Prints the module of a sub-block, unless it has been printed.
    fn below(&mut self, parent: &str, child: &Child) -> Result<(), EmitError> {
        let name = self.kind(parent, child);
        match &child.part().body {
            Body::Register(_) => return Ok(()),
            _ if self.printed.iter().any(|module| module.name == name) => return Ok(()),
            Body::Sram { .. } => {
                self.printed.push(Module::memory());
                return Ok(());
            }
            _ => {}
        }
        let place = match self.cell(child.part()) {
            Some(_) => "a cell of the kit".to_string(),
            None => format!("inside {parent}"),
        };
        let described = blocks::describe(child.part());
        let (purpose, ports) = match &described {
            Some(block) => (&block.purpose[..], &block.ports[..]),
            None => (&[][..], &[][..]),
        };
        let header = header::of_block(&name, &place, purpose);
        self.print(&name, &header, &ports.iter().collect::<Vec<_>>(), child.part())
    }

    fn cell(&self, design: &Design) -> Option<&kit::Cell> {
        self.kit.iter().find(|cell| cell.design.is_like(design))
    }

    /// Name of the module of a sub-block.
    fn kind(&self, parent: &str, child: &Child) -> String {
        match (&child.part().body, self.cell(child.part())) {
            (Body::Sram { .. }, _) => SRAM_NAME.to_string(),
            (_, Some(cell)) => cell.name.to_string(),
            _ => format!("{parent}_{}", plain(&child.name)),
        }
    }

    fn instance(&self, parent: &str, child: &Child, names: &Names) -> String {
        let mut kind = self.kind(parent, child);
        match &child.part().body {
            Body::Register(_) => return String::new(),
            Body::Sram { entries, kept } => {
                let _ = write!(kind, " #(.WIDTH({kept}), .ENTRIES({entries}))");
            }
            _ => {}
        }
        let name = plain(&child.name);
        let ports = child.part().signals.iter().filter(|s| is_port(s));
        let connections: Vec<String> = ports.map(|port| connection(child, port)).collect();
        let Some(elements) = child.elements() else {
            let instance =
                format!("\n    {kind} u_{name} (\n{}\n    );\n", connections.join(",\n"));
            return instance + &lost_bits(child);
        };
        let indented: Vec<String> =
            connections.iter().map(|line| format!("        {line}")).collect();
        format!(
            "\n    genvar g_{name};\n    generate\n        \
             for (g_{name} = 0; g_{name} < {}; g_{name} = g_{name} + 1) begin : gen_{name}\n            \
             {kind} u_{name} (\n{}\n            );\n        end\n    endgenerate\n",
            names.count(elements),
            indented.join(",\n")
        )
    }
}

/// One line of an instance: a port and what it is connected to.
fn connection(child: &Child, port: &Signal) -> String {
    let own = plain(&port.name);
    if ["clock", "reset"].contains(&port.name.as_str()) {
        return format!("        .{own}({own})");
    }
    let (name, width) = (plain(&child.name), port.width);
    let range = match (port_bits(child, port), child.bank) {
        (None, false) => String::new(),
        (Some(bits), false) => format!("[{}:0]", bits - 1),
        (None, true) if width == 1 => format!("[g_{name}]"),
        (bits, true) => format!("[g_{name}*{width} +: {}]", bits.unwrap_or(width)),
    };
    format!("        .{own}({name}_{own}{range})")
}

/// What a memory does not keep of its words reads as zero.
fn lost_bits(child: &Child) -> String {
    let outputs = child.part().signals.iter().filter(|s| s.role == Role::Output);
    let lost = outputs.filter_map(|s| Some((s, port_bits(child, s)?)));
    lost.map(|(s, kept)| {
        let (name, zero) = (plain(&child.name), literal(0, s.width - kept));
        format!("    assign {name}_{}[{}:{kept}] = {zero};\n", plain(&s.name), s.width - 1)
    })
    .collect()
}

/// Whether a signal is a port.
pub fn is_port(signal: &Signal) -> bool {
    matches!(signal.role, Role::Input | Role::Output)
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
    for wanted in ["clock", "reset"] {
        if takes(design, wanted) && design.signal(wanted).is_none_or(|s| s.role != Role::Input) {
            let what = format!("a block with cells needs an input called {wanted}");
            return Err(context.error("ports", what));
        }
    }
    Ok(())
}

/// Whether a block inside takes the clock or reset.
fn takes(design: &Design, wanted: &str) -> bool {
    design.children.iter().any(|child| child.part().signal(wanted).is_some())
}

/// What blocks inside read: clock, reset, and their inputs.
fn mark_connected(design: &Design, names: &Names) {
    for wanted in ["clock", "reset"] {
        if takes(design, wanted) {
            names.mark_read(wanted, 1);
        }
    }
    for child in &design.children {
        for port in child.part().signals.iter().filter(|s| s.role == Role::Input) {
            let bits = port_bits(child, port).unwrap_or(port.width);
            names.mark_read(&format!("{}${}", child.name, port.name), ones(bits));
        }
    }
}

/// All registers in one block.
fn registers(design: &Design, names: &Names) -> String {
    let (mut resets, mut loads) = (String::new(), String::new());
    for child in &design.children {
        let values = child.parts.iter().map(|part| reset_value(part, names));
        let Some(values) = values.collect::<Option<Vec<String>>>() else { continue };
        let name = plain(&child.name);
        let alike = values.iter().all(|value| *value == values[0]);
        let value = match child.elements() {
            None => values[0].clone(),
            Some(elements) if alike => format!("{{{}{{{}}}}}", names.count(elements), values[0]),
            Some(_) => {
                let last_first: Vec<String> = values.into_iter().rev().collect();
                format!("{{{}}}", last_first.join(", "))
            }
        };
        let _ = writeln!(resets, "            {name}_q <= {value};");
        let _ = writeln!(loads, "            {name}_q <= {name}_d;");
    }
    if resets.is_empty() {
        return String::new();
    }
    format!(
        "\n    always @(posedge clock) begin\n        if (reset) begin\n{resets}        \
         end else begin\n{loads}        end\n    end\n"
    )
}

/// What a register resets to: the name of a state, or a number.
fn reset_value(register: &Design, names: &Names) -> Option<String> {
    let Body::Register(value) = &register.body else { return None };
    let q = register.signal("q")?;
    let state =
        q.states.get(value.value as usize).and_then(|state| Some((state, names.get(state)?)));
    Some(match state {
        Some((key, name)) => {
            names.mark_read(key, ones(name.width));
            name.verilog.clone()
        }
        None => literal(value.value, q.width),
    })
}
