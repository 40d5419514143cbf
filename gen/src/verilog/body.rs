//! Prints the body of a module: declarations, instances, equations, registers.

use super::declare::{constants, declarations, ports, unused, wire};
use super::design::{Body, Child, Design, Role};
use super::equations::{equation, process, processes, scope, statements, variables, Equation};
use super::expr::literal;
use super::layout::{Layout, Style};
use super::names::{ones, plain, Names};
use super::separate::Separated;
use super::statement::Piece;
use super::wiring::Wiring;
use super::wrap::list;
use heddle_hw::kit::Pin;
use std::collections::BTreeSet;

/// The parts of a module, ready to be printed.
pub struct Parts<'a> {
    pub design: &'a Design,
    pub names: &'a Names,
    pub wiring: &'a Wiring,
    pub separated: &'a Separated,
}

impl Parts<'_> {
    /// Prints the ports and the body, with `instances` of the blocks inside.
    pub fn print(&self, pins: &[&Pin], instances: &str) -> String {
        let (design, names) = (self.design, self.names);
        let follows = processes(names, &self.separated.follows);
        let always: Vec<Equation> = follows.iter().filter_map(|group| equation(group)).collect();
        let mut wires = self.wiring.driven.clone();
        wires.extend(always.iter().map(|equation| equation.key.clone()));
        let is_output = |key: &str| design.signal(key).is_some_and(|s| s.role == Role::Output);
        let (outputs, inner): (Vec<_>, Vec<_>) =
            always.into_iter().partition(|equation| is_output(equation.key));
        let (early, late) = in_order(inner);

        let stays = |key: &str| {
            !self.separated.gone.contains(key) && !self.wiring.connected.contains_key(key)
        };
        let apart = |key: &str| stays(key) && !early.iter().any(|equation| equation.key == key);
        let mut text = declarations(design, names, &wires, &apart);
        text += &block(early.iter().map(|e| wire(names, e.key, e.value.text.text())));
        text += instances;
        let others = follows.iter().filter(|group| equation(group).is_none());
        text += &others.map(|group| process(names, group)).collect::<String>();
        let layout = Layout { names, style: Style::Follows };
        let assigns = late.iter().chain(&outputs);
        text += &block(assigns.map(|e| format!("    assign {}\n", layout.whole(e.key, e.value))));
        text += &self.registers();
        names.keep(&names.take_recent());
        text += &unused(design, names, &stays);
        format!("{}\n);\n{}{text}", ports(design, pins, &wires), constants(design, names))
    }

    /// Prints all registers in one block.
    fn registers(&self) -> String {
        let (mut zero, mut resets, mut loads) = (Vec::new(), String::new(), String::new());
        for child in self.design.children.iter().filter(|child| child.is_register()) {
            let name = plain(&child.name);
            match self.reset_value(child) {
                None => zero.push(format!("{name}_q")),
                Some(value) => resets += &format!("            {name}_q <= {value};\n"),
            }
            if !self.separated.gone.contains(&format!("{}$d", child.name)) {
                loads += &format!("            {name}_q <= {name}_d;\n");
            }
        }
        match &zero[..] {
            [] if resets.is_empty() => return String::new(),
            [] => {}
            [register] => resets += &format!("            {register} <= 0;\n"),
            _ => resets += &list("            {", &zero, "} <= 0;"),
        }
        let resets = match resets.lines().count() {
            1 => format!("        if (reset) {}        else begin\n", resets.trim_start()),
            _ => format!("        if (reset) begin\n{resets}        end else begin\n"),
        };
        let at_edge: Vec<&Piece> = self.separated.at_edge.iter().collect();
        let (begin, scope, end) = match scope(&at_edge, "registers") {
            none if none.is_empty() => ("", none, ""),
            scope => (" begin", scope, "    end\n"),
        };
        let layout = Layout { names: self.names, style: Style::AtEdge };
        format!(
            "\n    always @(posedge clock){begin}{scope}\n{}{resets}{loads}{}        end\n{end}",
            variables(&at_edge),
            statements(&layout, &at_edge, 3),
        )
    }

    /// Returns the reset value of a register or of a bank, if it is a state or not zero.
    fn reset_value(&self, child: &Child) -> Option<String> {
        let values: Vec<String> =
            child.parts.iter().filter_map(|part| self.reset_of(part)).collect();
        let zero = |part: &Design| matches!(&part.body, Body::Register(value) if value.value == 0);
        let first = values.first()?.clone();
        let named = first.chars().next().is_some_and(char::is_alphabetic);
        if child.parts.iter().all(zero) && !named {
            return None;
        }
        let alike = values.iter().all(|value| *value == first);
        Some(match child.elements() {
            None => first,
            Some(elements) if alike => format!("{{{}{{{first}}}}}", self.names.count(elements)),
            Some(_) => {
                let last_first: Vec<String> = values.into_iter().rev().collect();
                format!("{{{}}}", last_first.join(", "))
            }
        })
    }

    /// Returns the reset value of a register: the name of a state, or a number.
    fn reset_of(&self, register: &Design) -> Option<String> {
        let Body::Register(value) = &register.body else { return None };
        let q = register.signal("q")?;
        let state = q.states.get(value.value.as_usize());
        Some(match state.and_then(|state| Some((state, self.names.get(state)?))) {
            Some((key, name)) => {
                self.names.keep_bits(key, ones(name.width));
                name.verilog.clone()
            }
            None => literal(value.value, q.width),
        })
    }
}

/// Puts an empty line before the lines, if there are any.
fn block(lines: impl Iterator<Item = String>) -> String {
    let text: String = lines.collect();
    match text.is_empty() {
        true => text,
        false => format!("\n{text}"),
    }
}

/// Orders equations so that each comes after those it reads. Also returns those without such an
/// order, which depend on each other through different bits.
fn in_order(mut waiting: Vec<Equation>) -> (Vec<Equation>, Vec<Equation>) {
    let mut ordered = Vec::new();
    loop {
        let missing: BTreeSet<String> = waiting.iter().map(|e| e.key.clone()).collect();
        let ready = |e: &Equation| !e.value.reads.keys().any(|key| missing.contains(key));
        let (now, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(ready);
        if now.is_empty() {
            return (ordered, later);
        }
        ordered.extend(now);
        waiting = later;
    }
}
