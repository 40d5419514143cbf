//! Finds combinational paths through a circuit. A unit has none from an input to an output
//! (contract 1): its outputs are a function of its registers and memories.

use super::design::{Body, Design, Role};
use rust_hdl::core::ast::{
    VerilogBlockOrConditional as Otherwise, VerilogExpression as Expr,
    VerilogStatement as Statement,
};
use std::collections::{BTreeMap, BTreeSet};

/// Signals, each with the signals from which it is computed in the same cycle.
type Sources = BTreeMap<String, BTreeSet<String>>;

/// Returns a path from an input to an output of `design`, as the signals on it, if there is one.
///
/// It is conservative: a value that is always overwritten counts as used.
pub fn through(design: &Design) -> Option<Vec<String>> {
    let sources = sources(design);
    let inputs = ports(design, Role::Input);
    ports(design, Role::Output).find_map(|output| {
        let mut seen = BTreeSet::from([output]);
        let mut paths = vec![vec![output.to_string()]];
        while let Some(path) = paths.pop() {
            let end = path.last().map_or("", String::as_str);
            if inputs.clone().any(|input| input == end) {
                return Some(path.into_iter().rev().collect());
            }
            for source in sources.get(end).into_iter().flatten() {
                if seen.insert(source) {
                    paths.push(path.iter().chain([source]).cloned().collect());
                }
            }
        }
        None
    })
}

/// Returns the names of the ports of a role, without the clock; reset is an input like others.
fn ports(design: &Design, role: Role) -> impl Iterator<Item = &str> + Clone {
    let signals = design.signals.iter().filter(move |signal| signal.role == role);
    signals.map(|signal| signal.name.as_str()).filter(|name| *name != "clock")
}

fn sources(design: &Design) -> Sources {
    let mut sources = Sources::new();
    if let Body::Logic(block) = &design.body {
        Reader { sources: &mut sources, conditions: Vec::new() }.block(block);
    }
    for child in &design.children {
        // Outputs of registers and memories depend on earlier edges only.
        if !matches!(child.part().body, Body::Logic(_)) {
            continue;
        }
        let inside = self::sources(child.part());
        for output in ports(child.part(), Role::Output) {
            let reached = reached(&inside, output);
            let inputs = ports(child.part(), Role::Input).filter(|input| reached.contains(*input));
            let of_child = |port: &str| format!("{}${port}", child.name);
            sources.entry(of_child(output)).or_default().extend(inputs.map(of_child));
        }
    }
    sources
}

/// Returns all signals from which `from` is computed.
fn reached<'a>(sources: &'a Sources, from: &'a str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(signal) = open.pop() {
        for source in sources.get(signal).into_iter().flatten() {
            if reached.insert(source) {
                open.push(source);
            }
        }
    }
    reached
}

/// Returns a signal's name without `$next` and without the index of a bank.
fn key(spelling: &str) -> String {
    let spelling = spelling.trim_end_matches("$next");
    match (spelling.split_once('['), spelling.split_once(']')) {
        (Some((bank, _)), Some((_, rest))) => format!("{bank}{rest}"),
        _ => spelling.to_string(),
    }
}

struct Reader<'a> {
    sources: &'a mut Sources,
    /// Signals that the conditions around the statement read.
    conditions: Vec<String>,
}

impl Reader<'_> {
    fn block(&mut self, block: &[Statement]) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Assignment(target, value) => self.assign(target, &[value]),
            Statement::SliceAssignment { base, offset, replacement, .. } => {
                self.assign(base, &[offset, replacement]);
            }
            Statement::If(conditional) => self.under(&conditional.test, |reader| {
                reader.block(&conditional.then);
                match &conditional.otherwise {
                    Otherwise::Block(block) => reader.block(block),
                    Otherwise::Conditional(next) => reader.statement(next),
                    Otherwise::None => {}
                }
            }),
            Statement::Match(choice) => self.under(&choice.test, |reader| {
                choice.cases.iter().for_each(|case| reader.block(&case.block));
            }),
            Statement::Loop(repeat) => self.block(&repeat.block),
            Statement::Macro(block) => self.block(block),
            // Links have been refused before.
            Statement::Comment(_) | Statement::Link(_) => {}
        }
    }

    fn under(&mut self, test: &Expr, body: impl FnOnce(&mut Self)) {
        let outside = self.conditions.len();
        read(test, &mut self.conditions);
        body(self);
        self.conditions.truncate(outside);
    }

    fn assign(&mut self, target: &Expr, values: &[&Expr]) {
        let mut targets = Vec::new();
        read(target, &mut targets);
        let mut reads = self.conditions.clone();
        values.iter().for_each(|value| read(value, &mut reads));
        for target in targets {
            self.sources.entry(target).or_default().extend(reads.iter().cloned());
        }
    }
}

/// Collects the signals of an expression.
fn read(expression: &Expr, into: &mut Vec<String>) {
    match expression {
        Expr::Signal(spelling) => into.push(key(spelling)),
        Expr::Literal(_) => {}
        Expr::Cast(e, _) | Expr::Signed(e) | Expr::Unsigned(e) | Expr::Paren(e) => read(e, into),
        Expr::Unary(_, e) => read(e, into),
        Expr::Binary(a, _, b) | Expr::Index(a, b) | Expr::Slice(a, _, b) => {
            read(a, into);
            read(b, into);
        }
        Expr::IndexReplace(a, b, c) => {
            read(a, into);
            read(b, into);
            read(c, into);
        }
    }
}
