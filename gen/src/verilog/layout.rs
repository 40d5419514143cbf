//! Prints statements as lines.

use super::names::Names;
use super::node::{Arm, Node, Target, Value};
use super::wrap::COLUMNS;

/// The form of assignments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// With `=`, in processes that follow their inputs.
    Follows,
    /// With `<=` and to the registers themselves, at the edge of the clock.
    AtEdge,
}

/// Prints statements at a given depth of indentation.
pub struct Layout<'a> {
    pub names: &'a Names,
    pub style: Style,
}

const STEP: &str = "    ";

impl Layout<'_> {
    /// Returns the lines of some statements, indented by `depth` steps.
    pub fn lines(&self, nodes: &[Node], depth: usize) -> Vec<String> {
        nodes.iter().flat_map(|node| self.statement(node, depth)).collect()
    }

    /// Prints an assignment without its indentation.
    fn assignment(&self, target: &Target, value: &Value) -> String {
        let (key, operator, value) = match self.style {
            Style::Follows => (target.key.clone(), "=", value.text.text().to_string()),
            Style::AtEdge => (output_of(&target.key), "<=", value.text.loaded()),
        };
        let name = self.names.get(&key).map_or("", |name| &name.verilog);
        format!("{name}{} {operator} {value};", target.part)
    }

    /// Prints an assignment to a whole signal.
    pub fn whole(&self, key: &str, value: &Value) -> String {
        self.assignment(&Target { key: key.to_string(), part: String::new() }, value)
    }

    fn statement(&self, node: &Node, depth: usize) -> Vec<String> {
        let lead = STEP.repeat(depth);
        match node {
            Node::Assign(target, value) => {
                vec![format!("{lead}{}", self.assignment(target, value))]
            }
            Node::If { .. } => self.conditional(node, depth, ""),
            Node::Case { test, arms } => {
                let mut lines = vec![format!("{lead}case ({})", test.text.text())];
                lines.extend(self.arms(arms, depth + 1));
                lines.push(format!("{lead}endcase"));
                lines
            }
            Node::For { header, body, .. } => self.repetition(header, body, depth),
            Node::Note(text) => vec![format!("{lead}// {text}")],
        }
    }

    /// Prints a loop.
    pub fn repetition(&self, header: &str, body: &[Node], depth: usize) -> Vec<String> {
        self.guarded(&format!("{}{header}", STEP.repeat(depth)), body, depth, false)
    }

    fn conditional(&self, node: &Node, depth: usize, opening: &str) -> Vec<String> {
        let Node::If { test, then, otherwise } = node else { return Vec::new() };
        let lead = STEP.repeat(depth);
        let head = format!("{lead}{opening}if ({})", test.text.text());
        if otherwise.is_empty() {
            return self.guarded(&head, then, depth, !opening.is_empty());
        }
        let mut lines = vec![format!("{head} begin")];
        lines.extend(self.lines(then, depth + 1));
        match &otherwise[..] {
            [next @ Node::If { .. }] => lines.extend(self.conditional(next, depth, "end else ")),
            _ => {
                lines.push(format!("{lead}end else begin"));
                lines.extend(self.lines(otherwise, depth + 1));
                lines.push(format!("{lead}end"));
            }
        }
        lines
    }

    /// Prints statements behind their condition; a single assignment is on the same line if it
    /// fits.
    fn guarded(&self, head: &str, body: &[Node], depth: usize, in_chain: bool) -> Vec<String> {
        if let ([Node::Assign(target, value)], false) = (body, in_chain) {
            let line = format!("{head} {}", self.assignment(target, value));
            if line.len() <= COLUMNS {
                return vec![line];
            }
        }
        if let ([node @ Node::If { otherwise, .. }], true) = (body, head.ends_with(':')) {
            if otherwise.is_empty() {
                let mut lines = self.conditional(node, depth, "");
                lines[0] = format!("{head} {}", lines[0].trim_start());
                if lines[0].len() <= COLUMNS {
                    return lines;
                }
            }
        }
        let mut lines = vec![format!("{head} begin")];
        lines.extend(self.lines(body, depth + 1));
        lines.push(format!("{}end", STEP.repeat(depth)));
        lines
    }

    /// Prints the arms, with equal neighbouring arms as one. Arms that do nothing are left out if
    /// all other values do nothing.
    fn arms(&self, arms: &[Arm], depth: usize) -> Vec<String> {
        let lead = STEP.repeat(depth);
        let default = arms.iter().find(|arm| arm.label == DEFAULT);
        let idle = default.is_none_or(|arm| arm.body.is_empty());
        let left: Vec<&Arm> = arms.iter().filter(|arm| arm.label != DEFAULT || !idle).collect();
        let left = left.iter().filter(|arm| !idle || !arm.body.is_empty());
        let left: Vec<(&Arm, Vec<String>)> =
            left.map(|arm| (*arm, self.lines(&arm.body, depth + 1))).collect();
        let alike = |a: &(&Arm, Vec<String>), b: &(&Arm, Vec<String>)| {
            a.1 == b.1 && a.0.label != DEFAULT && b.0.label != DEFAULT
        };
        let mut lines = Vec::new();
        for group in left.chunk_by(alike) {
            let labels: Vec<&str> = group.iter().map(|(arm, _)| arm.label.as_str()).collect();
            let head = format!("{lead}{}:", labels.join(", "));
            match &group[0].0.body[..] {
                [] => lines.push(format!("{head} ;")),
                body => lines.extend(self.guarded(&head, body, depth, false)),
            }
        }
        if idle {
            lines.push(format!("{lead}{DEFAULT}: ;"));
        }
        lines
    }
}

/// Label of the arm for all other values.
pub const DEFAULT: &str = "default";

/// Returns the output of the register whose input is `key`.
pub fn output_of(key: &str) -> String {
    key.strip_suffix("$d").map_or_else(|| key.to_string(), |register| format!("{register}$q"))
}
