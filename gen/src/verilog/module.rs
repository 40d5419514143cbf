//! Prints modules, with the instances of the blocks inside.

use super::body::Parts;
use super::design::{Body, Child, Design, Role, Signal};
use super::expr::literal;
use super::names::{ones, plain, Names};
use super::notes::Notes;
use super::place::port_bits;
use super::separate::separate;
use super::wiring::Wiring;
use super::wrap::{list, wrap};
use super::{blocks, header, kit, statement, EmitError, Module, SRAM_NAME};
use heddle_hw::kit::Pin;
use std::fmt::Write;

/// Prints modules; each kind of block once.
pub struct Modules<'a> {
    pub unit: &'a str,
    pub kit: Vec<kit::Cell>,
    /// The modules that have been printed, each before those it contains.
    pub printed: Vec<Module>,
}

struct Context<'a> {
    unit: &'a str,
    module: &'a str,
}

impl Context<'_> {
    fn error(&self, place: impl Into<String>, what: impl Into<String>) -> EmitError {
        EmitError {
            unit: self.unit.into(),
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
        let context = Context { unit: self.unit, module };
        check(&context, design)?;
        let Body::Logic(block) = &design.body else {
            return Err(context.error("the block", "its hdl() is neither equations nor a kit cell"));
        };
        let names = Names::of(design).map_err(|what| context.error("declarations", what))?;
        let pieces = statement::pieces(&names, block);
        let pieces = pieces.map_err(|(place, what)| context.error(place, what))?;
        let mut separated = separate(design, &names, pieces);
        let wiring = Wiring::of(design, &names, &mut separated);
        for piece in separated.follows.iter().chain(&separated.at_edge) {
            names.keep(&piece.node.reads());
        }
        mark_connected(design, &names, &wiring);
        let instances: Vec<String> = design
            .children
            .iter()
            .map(|child| self.instance(module, child, &names, &wiring))
            .collect();
        let notes = Notes::of(design);
        let (wiring, separated) = (&wiring, &separated);
        let parts = Parts { design, names: &names, wiring, separated, notes: &notes };
        let text = parts.print(pins, &instances.concat());
        let text = format!("{header}module {module} (\n{text}endmodule\n");
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

    /// Returns the name of the module of a sub-block.
    fn kind(&self, parent: &str, child: &Child) -> String {
        match (&child.part().body, self.cell(child.part())) {
            (Body::Sram { .. }, _) => SRAM_NAME.to_string(),
            (_, Some(cell)) => cell.name.to_string(),
            _ => format!("{parent}_{}", plain(&child.name)),
        }
    }

    fn instance(&self, parent: &str, child: &Child, names: &Names, wiring: &Wiring) -> String {
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
        let connections: Vec<String> = ports.map(|port| connection(child, port, wiring)).collect();
        let Some(elements) = child.elements() else {
            let instance =
                format!("\n    {kind} u_{name} (\n{}    );\n", list("        ", &connections, ""));
            return instance + &lost_bits(child);
        };
        format!(
            "\n    genvar g_{name};\n    generate\n        \
             for (g_{name} = 0; g_{name} < {}; g_{name} = g_{name} + 1) begin : gen_{name}\n            \
             {kind} u_{name} (\n{}            );\n        end\n    endgenerate\n",
            names.count(elements),
            list("                ", &connections, "")
        )
    }
}

/// Prints a port of an instance and its connection.
fn connection(child: &Child, port: &Signal, wiring: &Wiring) -> String {
    let own = plain(&port.name);
    if ["clock", "reset"].contains(&port.name.as_str()) {
        return format!(".{own}({own})");
    }
    if let Some(expression) = wiring.connected.get(&format!("{}${}", child.name, port.name)) {
        return format!(".{own}({expression})");
    }
    let (name, width) = (plain(&child.name), port.width);
    let range = match (port_bits(child, port), child.bank) {
        (None, false) => String::new(),
        (Some(bits), false) => format!("[{}:0]", bits - 1),
        (None, true) if width == 1 => format!("[g_{name}]"),
        (bits, true) => format!("[g_{name}*{width} +: {}]", bits.unwrap_or(width)),
    };
    format!(".{own}({name}_{own}{range})")
}

/// Prints the zeros of the bits that a memory does not store.
fn lost_bits(child: &Child) -> String {
    let outputs = child.part().signals.iter().filter(|s| s.role == Role::Output);
    let lost = outputs.filter_map(|s| Some((s, port_bits(child, s)?)));
    lost.map(|(s, kept)| {
        let (name, zero) = (plain(&child.name), literal(0u8, s.width - kept));
        format!("    assign {name}_{}[{}:{kept}] = {zero};\n", plain(&s.name), s.width - 1)
    })
    .collect()
}

/// Returns whether a signal is a port.
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
    for pair in design.children.windows(2) {
        if pair[0].bank && pair[1].bank && pair[0].name == pair[1].name {
            let what = "its blocks differ in more than what registers reset to: give the difference as an input";
            return Err(context.error(format!("bank {}", pair[0].name), what));
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

/// Returns whether a block inside needs the clock or reset.
fn takes(design: &Design, wanted: &str) -> bool {
    design.children.iter().any(|child| child.part().signal(wanted).is_some())
}

/// Marks what blocks inside read: clock, reset, and the wires of their inputs.
fn mark_connected(design: &Design, names: &Names, wiring: &Wiring) {
    for wanted in ["clock", "reset"] {
        if takes(design, wanted) {
            names.keep_bits(wanted, super::Word::ONE);
        }
    }
    for child in &design.children {
        for port in child.part().signals.iter().filter(|s| s.role == Role::Input) {
            let key = format!("{}${}", child.name, port.name);
            if !wiring.connected.contains_key(&key) {
                names.keep_bits(&key, ones(port_bits(child, port).unwrap_or(port.width)));
            }
        }
    }
}
