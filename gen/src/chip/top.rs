//! The text of the top module.

use super::idle::{moves, Move};
use super::{Outputs, Port, TOP};
use heddle_hw::chip::resolve::Resolved;
use heddle_hw::chip::wire::{Op, Wire};
use heddle_hw::chip::{Layout, PinRef, Slot};
use heddle_hw::kit::Pin;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Longest line that style lint allows.
const LINE: usize = 100;

/// The top module of a chip. Instances of one declaration that are there once per SMX share vectors, of
/// which each has its part.
pub struct Top<'a> {
    layout: &'a Layout,
    resolved: &'a Resolved,
    pub inputs: Vec<Port>,
    pub outputs: Vec<Port>,
    /// What drives an input word, unless a port does.
    drivers: BTreeMap<usize, (&'a Wire, usize)>,
    /// Output words that anything reads.
    used: BTreeSet<usize>,
    /// What may pass between units.
    pub moves: Vec<Move>,
}

impl<'a> Top<'a> {
    pub fn new(layout: &'a Layout, resolved: &'a Resolved, outputs: Outputs) -> Self {
        let mut drivers = BTreeMap::new();
        let mut used = BTreeSet::new();
        for wire in &resolved.wires {
            for offset in 0..wire.len {
                drivers.insert(wire.to + offset, (wire, offset));
                used.extend(wire.sources.iter().map(|source| source + offset));
            }
        }
        let moves = moves(layout, resolved);
        used.extend(moves.iter().flat_map(|found| found.terms.iter().flatten()));
        let (inputs, ports) = (Vec::new(), Vec::new());
        let mut top = Self { layout, resolved, inputs, outputs: ports, drivers, used, moves };
        for group in &resolved.boundary {
            let inputs = group.inputs.iter().filter_map(|&word| top.port(word, &group.name));
            let inputs = inputs.collect_vec();
            top.inputs.extend(inputs);
            if outputs == Outputs::Boundary {
                let outputs = group.outputs.iter().filter_map(|&word| top.port(word, &group.name));
                let outputs =
                    outputs.unique_by(|port| (port.pin.name, port.pin.offset)).collect_vec();
                top.outputs.extend(outputs);
            }
        }
        if outputs == Outputs::All {
            for slot in &layout.slots {
                let pins = slot.output_pins();
                let ports = pins.filter_map(|word| top.port(word, &slot.name)).collect_vec();
                top.outputs.extend(ports);
            }
        }
        top.used.extend(top.outputs.iter().map(|port| port.word.index()));
        top
    }

    /// A pin of an instance as a port.
    fn port(&self, word: PinRef, group: &str) -> Option<Port> {
        let (slot, pin, _) = self.layout.pin_of(word.index())?;
        let name = port_name(slot, pin).leak();
        let group = if pin.is_configuration() { pin.group } else { group.to_string().leak() };
        Some(Port { pin: Pin { name, group, ..*pin }, word })
    }

    /// The module.
    pub fn text(&self) -> String {
        let mut text = self.header();
        writeln!(text, "module {TOP} (").expect("writing to a string");
        text += &self.ports();
        text += ");\n";
        let declared = self.layout.slots.iter().map(|slot| slot.declared).unique().collect_vec();
        for name in &declared {
            text += &self.declarations(name);
        }
        for name in &declared {
            text += &self.instance(name);
        }
        let units = self.layout.slots.iter().map(|slot| match slot.smx {
            None => format!("{}_idle", slot.declared),
            Some(_) => format!("&{}_idle", slot.declared),
        });
        let moves = self.moves.iter().map(|found| self.not(found));
        writeln!(text, "\n    assign idle = {};", units.unique().chain(moves).join("\n        & "))
            .expect("a string");
        text + "endmodule\n"
    }

    /// That nothing passes in a way.
    fn not(&self, passes: &Move) -> String {
        let signal = |word: &usize| {
            let (slot, pin, _) = self.layout.pin_of(*word)?;
            Some(match slot.smx {
                None => format!("{}_{}", slot.declared, pin.name),
                Some(smx) => {
                    format!(
                        "{}_{}[{} +: {}]",
                        slot.declared,
                        pin.name,
                        smx * pin.port_width,
                        pin.port_width
                    )
                }
            })
        };
        let term = |term: &Vec<usize>| match &term.iter().filter_map(signal).collect_vec()[..] {
            [signal] => signal.clone(),
            signals => format!("({})", signals.join(" | ")),
        };
        let terms = passes.terms.iter().map(term).join(" & ");
        let wide = passes.terms.iter().flatten().filter_map(|word| self.layout.pin_of(*word));
        let reduce = if wide.into_iter().any(|(_, pin, _)| pin.port_width > 1) { "|" } else { "" };
        match (reduce, passes.terms.len()) {
            ("", 1) => format!("~{terms}"),
            _ => format!("~{reduce}({terms})"),
        }
    }

    fn header(&self) -> String {
        let mut text =
            format!("// {TOP}: the units of a machine, with the links of its declaration.\n//\n");
        for slot in self.layout.slots.iter().unique_by(|slot| slot.declared) {
            let count = self.layout.declared(slot.declared).count();
            let times = if slot.smx.is_some() { format!(", {count} times") } else { String::new() };
            let _ = writeln!(text, "// u_{}: {}{times}.", slot.declared, slot.purpose);
        }
        text + "//\n// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.\n"
    }

    fn ports(&self) -> String {
        let mut lines = vec![
            "    // Rising edge.\n    input wire clock".to_string(),
            "    // Synchronous reset, active high.\n    input wire reset".to_string(),
        ];
        let mut port = |direction: &str, port: &Port| {
            let Pin { name, port_width: width, doc, .. } = port.pin;
            if !port.pin.begins_port() {
                return;
            }
            lines.push(format!("    //{doc}\n    {direction} wire {}{name}", range(width)));
        };
        self.inputs.iter().for_each(|p| port("input", p));
        self.outputs.iter().for_each(|p| port("output", p));
        lines.push(format!("    //{}\n    output wire idle", super::IDLE.doc));
        lines.join(",\n") + "\n"
    }

    /// Signals of an instance that are not ports: its outputs, under their names.
    fn declarations(&self, declared: &str) -> String {
        let slots = self.layout.declared(declared).map(|(_, slot)| slot).collect_vec();
        let first = slots[0];
        let mut text = String::from("\n");
        for (n, pin) in ports(first.outputs) {
            let word = first.output + n;
            let is_port =
                first.smx.is_none() && self.outputs.iter().any(|p| p.word.index() == word);
            if !is_port && self.is_used(&slots, n) {
                let range = match first.smx {
                    None => range(pin.port_width),
                    Some(_) => vector(pin, &slots),
                };
                let _ = writeln!(text, "    wire {range}{declared}_{};", pin.name);
            }
        }
        if first.smx.is_some() {
            text += &self.ports_of_each(declared, &slots);
        }
        text
    }

    /// Joins the ports of the instances per SMX to the vectors of which each instance has its part.
    fn ports_of_each(&self, declared: &str, slots: &[&Slot]) -> String {
        let first = slots[0];
        let mut text = String::new();
        for (n, pin) in ports(first.inputs) {
            if self.inputs.iter().any(|port| port.word.index() == first.input + n) {
                let range = vector(pin, slots);
                let parts = slots.iter().rev().map(|slot| port_name(slot, pin)).join(",\n        ");
                let name = pin.name;
                let _ = writeln!(
                    text,
                    "    wire {range}{declared}_{name} = {{\n        {parts}\n    }};"
                );
            }
        }
        for (n, pin) in ports(first.outputs) {
            if self.outputs.iter().any(|port| port.word.index() == first.output + n) {
                for (place, slot) in slots.iter().enumerate() {
                    let (port, name, width) = (port_name(slot, pin), pin.name, pin.port_width);
                    let from = place as u32 * width;
                    let part = format!("{declared}_{name}[{from} +: {width}]");
                    let _ = writeln!(text, "    assign {port} = {part};");
                }
            }
        }
        text
    }

    /// Whether anything reads output `n` of any of `slots`.
    fn is_used(&self, slots: &[&Slot], n: usize) -> bool {
        slots[0].outputs[n].name == "idle"
            || slots.iter().any(|slot| self.used.contains(&(slot.output + n)))
    }

    fn instance(&self, declared: &str) -> String {
        let slots = self.layout.declared(declared).map(|(_, slot)| slot).collect_vec();
        let first = slots[0];
        let mut connections = vec![".clock(clock)".to_string(), ".reset(reset)".to_string()];
        let mut open = false;
        for (n, pin) in ports(first.inputs) {
            connections.push(format!(".{}({})", pin.name, self.input(first, n)));
        }
        for (n, pin) in ports(first.outputs) {
            let signal = match (self.is_used(&slots, n), first.smx) {
                (false, _) => String::new(),
                (true, None) => format!("{declared}_{}", pin.name),
                (true, Some(_)) => part(declared, pin),
            };
            open |= signal.is_empty();
            connections.push(format!(".{}({signal})", pin.name));
        }
        let indent = if first.smx.is_some() { "            " } else { "        " };
        let connection = |c: &String| match indent.len() + c.len() < LINE {
            true => format!("{indent}{c}"),
            false => format!("{indent}{}", c.replacen('(', &format!("(\n{indent}    "), 1)),
        };
        let connections = connections.iter().map(connection).join(",\n");
        let (unit, outer) = (first.unit, &indent[4..]);
        let mut text = format!("{outer}heddle_{unit} u_{declared} (\n{connections}\n{outer});\n");
        if open {
            // The link that would read the output leads to a unit that this machine does not have.
            text = format!(
                "    /* verilator lint_off PINCONNECTEMPTY */\n{text}    /* verilator lint_on PINCONNECTEMPTY */\n"
            );
        }
        if first.smx.is_some() {
            let count = slots.len();
            text = format!(
                "    genvar g_{declared};\n    generate\n    for (g_{declared} = 0; g_{declared} < {count}; \
                 g_{declared} = g_{declared} + 1) begin : per_smx_{declared}\n{text}    end\n    endgenerate\n"
            );
        }
        format!("\n{text}")
    }

    /// The constant that input `n` of an instance is tied to, if it is.
    fn tie(&self, slot: &Slot, n: usize) -> Option<String> {
        let value = |word: usize| {
            let tie = self.resolved.ties.iter().find(|(tied, _)| tied.index() == slot.input + word);
            tie.map(|(_, value)| format!("{}'h{value:x}", slot.inputs[word].width))
        };
        let words = slot.inputs[n].port_width.div_ceil(32) as usize;
        let constants: Vec<String> = (n..n + words).rev().map(value).collect::<Option<_>>()?;
        match &constants[..] {
            [constant] => Some(constant.clone()),
            several => Some(format!("{{{}}}", several.join(", "))),
        }
    }

    /// What input `n` of an instance is connected to.
    fn input(&self, slot: &Slot, n: usize) -> String {
        let (word, pin) = (slot.input + n, &slot.inputs[n]);
        if self.inputs.iter().any(|port| port.word.index() == word) {
            return match slot.smx {
                None => format!("{}_{}", slot.declared, pin.name),
                Some(_) => part(slot.declared, pin),
            };
        }
        if let Some(constant) = self.tie(slot, n) {
            return constant;
        }
        let Some(&(wire, offset)) = self.drivers.get(&word) else {
            return format!("{}'d0", pin.port_width);
        };
        let sources =
            wire.sources.iter().filter_map(|s| self.layout.pin_of(s + offset)).collect_vec();
        let signal = |(from, pin, _): &(&Slot, &Pin, bool)| match from.smx {
            None => format!("{}_{}", from.declared, pin.name),
            Some(_) => part_of(from.declared, slot.declared, pin),
        };
        match wire.op {
            Op::Copy => sources.first().map(signal).unwrap_or_default(),
            Op::And => sources.iter().map(signal).join(" & "),
            Op::Or => sources.iter().map(signal).join(" | "),
            Op::AndOfOrs => {
                let mut signals = sources.iter().map(signal);
                let term = |&count: &usize| match (count, signals.by_ref().take(count).join(" | "))
                {
                    (1, term) => term,
                    (_, term) => format!("({term})"),
                };
                wire.terms.iter().map(term).join(" & ")
            }
            Op::Gather => {
                let (from, of, _) = sources[0];
                let missing = pin.port_width - self.layout.declared(from.declared).count() as u32;
                let all = format!("{}_{}", from.declared, of.name);
                if missing == 0 {
                    all
                } else {
                    format!("{{{missing}'d0, {all}}}")
                }
            }
            Op::Bit(_) => {
                let (from, of, _) = sources[0];
                format!("{}_{}[g_{}]", from.declared, of.name, slot.declared)
            }
        }
    }
}

/// The ports of a pin table, with the index of the lowest word of each.
fn ports(pins: &'static [Pin]) -> impl Iterator<Item = (usize, &'static Pin)> {
    pins.iter().enumerate().filter(|(_, pin)| pin.begins_port())
}

/// The range of the vector of which each instance has its part; also that of one instance has a range.
fn vector(pin: &Pin, slots: &[&Slot]) -> String {
    format!("[{}:0] ", pin.port_width * slots.len() as u32 - 1)
}

fn range(width: u32) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0] ", width - 1)
    }
}

/// The name of a pin's port; that of an instance per SMX has the number of its SMX.
fn port_name(slot: &Slot, pin: &Pin) -> String {
    match slot.smx {
        None => format!("{}_{}", slot.declared, pin.name),
        Some(smx) => format!("{}_{smx}_{}", slot.declared, pin.name),
    }
}

/// The part of a vector that belongs to the instance being generated.
fn part(declared: &str, pin: &Pin) -> String {
    part_of(declared, declared, pin)
}

fn part_of(declared: &str, generated: &str, pin: &Pin) -> String {
    let (name, width) = (pin.name, pin.port_width);
    format!("{declared}_{name}[g_{generated} * {width} +: {width}]")
}
