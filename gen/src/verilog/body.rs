//! Prints the body of a module: declarations, instances, equations, registers.

use super::declare::{constants, declarations, ports, unused, wire};
use super::design::{Body, Child, Design, Literal, Role};
use super::equations::{equation, process, processes, scope, statements, variables, Equation};
use super::expr::literal;
use super::layout::{Layout, Style};
use super::names::{ones, plain, Names};
use super::node::Node;
use super::notes::Notes;
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
    pub notes: &'a Notes,
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
        let first =
            early.iter().map(|e| self.noted([e.key]) + &wire(names, e.key, e.value.text.text()));
        text += &block(first);
        text += instances;
        let others = follows.iter().filter(|group| equation(group).is_none());
        let others = others.map(|group| {
            let writes: BTreeSet<String> =
                group.iter().flat_map(|piece| piece.node.writes()).collect();
            let (note, text) = (self.noted(&writes), process(names, group));
            match note.is_empty() {
                true => text,
                false => format!("\n{note}{}", text.trim_start_matches('\n')),
            }
        });
        text += &others.collect::<String>();
        let layout = Layout { names, style: Style::Follows };
        let assigns = late.iter().chain(&outputs);
        text += &block(assigns.map(|e| {
            format!("{}    assign {}\n", self.noted([e.key]), layout.whole(e.key, e.value))
        }));
        text += &self.registers();
        names.keep(&names.take_recent());
        text += &unused(design, names, &stays);
        format!("{}\n);\n{}{text}", ports(design, pins, &wires), constants(design, names))
    }

    /// Prints the comment of signals that are assigned together, if there is one.
    fn noted<'s>(&self, signals: impl IntoIterator<Item = &'s String>) -> String {
        self.notes.take(signals).map_or_else(String::new, |note| format!("    // {note}\n"))
    }

    /// Prints all registers in one block.
    fn registers(&self) -> String {
        let (mut zero, mut resets, mut loads) = (Vec::new(), String::new(), String::new());
        let registers: Vec<&Child> =
            self.design.children.iter().filter(|child| child.is_register()).collect();
        if registers.is_empty() {
            return String::new();
        }
        for child in registers {
            let name = plain(&child.name);
            match self.reset_value(child) {
                Reset::Nothing => {}
                Reset::Zero => zero.push(format!("{name}_q")),
                Reset::To(value) => resets += &format!("            {name}_q <= {value};\n"),
            }
            if !self.separated.gone.contains(&format!("{}$d", child.name)) {
                loads += &format!("            {name}_q <= {name}_d;\n");
            }
        }
        match &zero[..] {
            [] => {}
            [register] => resets += &format!("            {register} <= 0;\n"),
            _ => resets += &list("            {", &zero, "} <= 0;"),
        }
        let resets = match resets.lines().count() {
            0 => "        if (~reset) begin\n".to_string(),
            1 => format!("        if (reset) {}        else begin\n", resets.trim_start()),
            _ => format!("        if (reset) begin\n{resets}        end else begin\n"),
        };
        let at_edge: Vec<Piece> = self
            .separated
            .at_edge
            .iter()
            .flat_map(|piece| {
                let note = self.notes.take(&piece.node.writes()).map(|note| Piece {
                    node: Node::Note(note.to_string()),
                    repeat: piece.repeat.clone(),
                });
                note.into_iter().chain([piece.clone()])
            })
            .collect();
        let at_edge: Vec<&Piece> = at_edge.iter().collect();
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

    /// Returns what a reset makes of a register or of a bank.
    fn reset_value(&self, child: &Child) -> Reset {
        let value = |part: &Design| match &part.body {
            Body::Register(value) => value.clone(),
            _ => None,
        };
        let resets: Vec<Literal> = child.parts.iter().filter_map(value).collect();
        let values: Vec<String> = child
            .parts
            .iter()
            .zip(&resets)
            .map(|(part, reset)| self.reset_of(part, reset))
            .collect();
        let Some(first) = values.first().cloned() else { return Reset::Nothing };
        let named = first.chars().next().is_some_and(char::is_alphabetic);
        if resets.iter().all(|reset| reset.value == 0) && !named {
            return Reset::Zero;
        }
        let alike = values.iter().all(|value| *value == first);
        Reset::To(match child.elements() {
            None => first,
            Some(elements) if alike => format!("{{{}{{{first}}}}}", self.names.count(elements)),
            Some(_) => {
                let last_first: Vec<String> = values.into_iter().rev().collect();
                format!("{{{}}}", last_first.join(", "))
            }
        })
    }

    /// Prints the reset value of a register: the name of a state, or a number.
    fn reset_of(&self, register: &Design, value: &Literal) -> String {
        let q = register.signal("q");
        let state = q.and_then(|q| q.states.get(value.value.as_usize()));
        match state.and_then(|state| Some((state, self.names.get(state)?))) {
            Some((key, name)) => {
                self.names.keep_bits(key, ones(name.width));
                name.verilog.clone()
            }
            None => literal(value.value, q.map_or(value.width, |q| q.width)),
        }
    }
}

/// What a reset makes of a register.
enum Reset {
    /// It has no reset.
    Nothing,
    Zero,
    /// A state or a number, as printed.
    To(String),
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
