//! Prints the choice of one element of a bank by an index. rust-hdl can only compare the index with
//! the number of every element, which is a chain of gates as long as the bank. Verilog can select
//! the element by its position.

use super::expr::{literal, strip, Printer};
use super::names::ones;
use super::node::{Node, Target, Value};
use super::statement::Piece;
use super::text::Text;
use super::Word;
use rust_hdl::core::ast::{
    VerilogBlockOrConditional as Otherwise, VerilogExpression as Expr, VerilogLoop,
    VerilogOp as Op, VerilogStatement as Statement,
};
use std::collections::BTreeSet;

/// The loop in which a choice is looked for.
pub struct Place<'a> {
    /// The statements of the block.
    pub block: &'a [Statement],
    pub repeat: &'a VerilogLoop,
    pub turns: u64,
}

/// Recognizes `if hot[i] & further { target = bank[i]; ... }` in a loop over all of the banks, where `hot` is one bit
/// at an index, or none. The result is the elements at the index, if there is such a bit and `further`.
///
/// An index may point behind a bank: then the comparison that excludes it is printed too. Everything that the
/// result reads must have its value before `hot` is assigned from it, and keep it until after the loop.
pub fn of(printer: &Printer, place: &Place, statement: &Statement) -> Option<Vec<Node>> {
    let choice = Choice { printer, outer: outermost(place.block), place };
    printer.names.take_recent();
    let nodes = choice.of(statement);
    printer.names.take_recent();
    nodes
}

/// Replaces the statement of a loop, whose pieces begin at `first`, by the choice that it makes, if no other
/// statement of the loop depends on the iteration.
pub fn put(pieces: &mut Vec<Piece>, first: usize, choice: Vec<Node>) {
    let targets: BTreeSet<String> = choice.iter().flat_map(Node::writes).collect();
    let concerned = |piece: &Piece| {
        let reads = piece.node.reads();
        !piece.node.writes().is_disjoint(&targets) || targets.iter().any(|target| reads.has(target))
    };
    let concerned: Vec<usize> =
        (first..pieces.len()).filter(|at| concerned(&pieces[*at])).collect();
    if let [at] = concerned[..] {
        let choice = choice.into_iter().map(|node| Piece { node, repeat: None });
        pieces.splice(at..=at, choice);
    }
}

/// A one-hot signal: one bit at `index` if all of `guards`, else zero.
struct Hot<'a> {
    guards: Vec<&'a Expr>,
    index: &'a Expr,
    /// Position of the statement that assigns the bit.
    at: usize,
}

struct Choice<'a> {
    printer: &'a Printer<'a>,
    outer: Vec<&'a Statement>,
    place: &'a Place<'a>,
}

impl<'a> Choice<'a> {
    fn of(&self, statement: &'a Statement) -> Option<Vec<Node>> {
        let Statement::If(conditional) = statement else { return None };
        let Otherwise::None = conditional.otherwise else { return None };
        let variable = &self.place.repeat.index;
        let mut terms = Vec::new();
        conjuncts(&conditional.test, &mut terms);
        let bit = terms.iter().position(|term| is_bit(term, variable))?;
        let Expr::Index(hot, _) = strip(terms.remove(bit)) else { return None };
        let Expr::Signal(hot) = strip(hot) else { return None };
        let of_iteration = |term: &&Expr| format!("{term:?}").contains(&variable.to_string());
        if terms.iter().any(of_iteration) {
            return None;
        }
        let here = self.outer.iter().position(|statement| {
            matches!(statement, Statement::Loop(repeat) if std::ptr::eq(repeat, self.place.repeat))
        })?;
        let hot_width = self.printer.names.get(hot).filter(|name| name.elements.is_none())?.width;
        let hot = self.hot(hot).filter(|hot| hot.at < here)?;
        let mut tests = Vec::new();
        for (term, before) in
            hot.guards.iter().map(|guard| (*guard, hot.at)).chain(terms.iter().map(|t| (*t, here)))
        {
            let test = self.value(self.printer.print(term, 1).ok()?);
            tests.push(self.before(test, before)?);
        }
        let (index, range) = self.position(hot.index, hot_width)?;
        let index = self.before(index, hot.at)?;
        if let Some(range) = range {
            tests.push(self.before(range, hot.at)?);
        }
        let elements: Option<Vec<Node>> =
            conditional.then.iter().map(|statement| self.element(statement, &index)).collect();
        let elements = elements.filter(|elements| !elements.is_empty())?;
        Some(match tests.into_iter().reduce(Value::and) {
            Some(test) => vec![Node::If { test, then: elements, otherwise: Vec::new() }],
            None => elements,
        })
    }

    /// Returns a printed expression with what it reads.
    fn value(&self, text: Text) -> Value {
        Value { text, reads: self.printer.names.take_recent() }
    }

    /// Returns a value if nothing that it reads is assigned by the outermost statement at `position`, or later.
    fn before(&self, value: Value, position: usize) -> Option<Value> {
        let assigns = |statement: &&Statement| {
            let mut assigns = false;
            for key in value.reads.keys() {
                assigned(std::slice::from_ref(*statement), key, &mut |_| assigns = true);
            }
            assigns
        };
        (!self.outer[position..].iter().any(assigns)).then_some(value)
    }

    /// Prints the index of an element, and the test that it does not point behind the bank, if it could.
    fn position(&self, index: &Expr, hot_width: u32) -> Option<(Value, Option<Value>)> {
        let turns = self.place.turns;
        let (signal, width, offset) = match strip(index) {
            Expr::Signal(name) if !name.contains('[') => {
                (name, self.printer.names.get(name)?.width, 0)
            }
            Expr::Slice(base, width, offset) => match strip(base) {
                Expr::Signal(name) if !name.contains('[') => {
                    (name, *width as u32, self.printer.constant(offset)?.as_u32())
                }
                _ => return None,
            },
            _ => return None,
        };
        let bits = |width: u32, further: u32| {
            let offset = Expr::Literal(u64::from(offset + further).into());
            let signal = Box::new(Expr::Signal(signal.clone()));
            let part = Expr::Slice(signal, width as usize, Box::new(offset));
            self.printer.print(&part, width).ok()
        };
        let reach = 1u64.checked_shl(width)?;
        if u64::from(hot_width) < reach.min(turns) {
            return None;
        }
        if reach <= turns {
            return Some((self.value(bits(width, 0)?), None));
        }
        if !turns.is_power_of_two() {
            let range = Text::binary(bits(width, 0)?, &Op::Lt, Text::simple(literal(turns, width)));
            let range = self.value(range);
            return Some((self.value(bits(width, 0)?), Some(range)));
        }
        let low = turns.ilog2();
        let zero = Text::simple(literal(0u8, width - low));
        let range = self.value(Text::binary(bits(width - low, low)?, &Op::Eq, zero));
        (low > 0).then(|| Some((self.value(bits(low, 0)?), Some(range))))?
    }

    /// Prints `target = bank[i]` with another index.
    fn element(&self, statement: &Statement, index: &Value) -> Option<Node> {
        let Statement::Assignment(Expr::Signal(target), value) = statement else { return None };
        let Expr::Signal(element) = strip(value) else { return None };
        let (bank, port) = element.split_once(&format!("[{}]", self.place.repeat.index))?;
        let key = format!("{bank}{port}");
        let bank = self.printer.names.get(&key).filter(|_| port == "$q")?;
        let key_of_target = target.trim_end_matches("$next").to_string();
        let target = self.printer.names.get(&key_of_target)?;
        if bank.elements != Some(self.place.turns) || target.elements.is_some() {
            return None;
        }
        let mut reads = index.reads.clone();
        reads.insert(&key, ones(bank.width));
        let text = Text::simple(part(&bank.verilog, bank.width, index.text.text()));
        let target = Target { key: key_of_target, part: String::new() };
        Some(Node::Assign(target, Value { text, reads }))
    }

    /// Finds what makes a signal one-hot: its only assignment, of one bit at an index; or zero, and later one such
    /// assignment under a condition.
    fn hot(&self, hot: &str) -> Option<Hot<'a>> {
        let mut statements = self.outer.iter().enumerate().filter(|(_, statement)| {
            let mut assigns = false;
            assigned(std::slice::from_ref(**statement), hot, &mut |_| assigns = true);
            assigns
        });
        let (first, second) = (statements.next()?, statements.next());
        if statements.next().is_some() {
            return None;
        }
        let one_bit = |value: &'a Expr| match strip(value) {
            Expr::Binary(one, Op::Shl, index) if self.printer.constant(one) == Some(Word::ONE) => {
                Some(&**index)
            }
            _ => None,
        };
        let whole = |statement: &'a Statement| match statement {
            Statement::Assignment(Expr::Signal(target), value)
                if target.trim_end_matches("$next") == hot =>
            {
                Some(value)
            }
            _ => None,
        };
        let Some((at, second)) = second else {
            return Some(Hot { guards: Vec::new(), index: one_bit(whole(first.1)?)?, at: first.0 });
        };
        if self.printer.constant(whole(first.1)?) != Some(Word::ZERO) {
            return None;
        }
        let Statement::If(conditional) = second else { return None };
        let Otherwise::None = conditional.otherwise else { return None };
        let mut count = 0;
        assigned(&conditional.then, hot, &mut |_| count += 1);
        let index = conditional.then.iter().find_map(|statement| one_bit(whole(statement)?))?;
        (count == 1).then(|| Hot { guards: vec![&conditional.test], index, at })
    }
}

/// Returns the outermost statements of a block.
fn outermost(block: &[Statement]) -> Vec<&Statement> {
    block
        .iter()
        .flat_map(|statement| match statement {
            Statement::Macro(block) => outermost(block),
            statement => vec![statement],
        })
        .collect()
}

/// Prints an element of a bank.
fn part(bank: &str, width: u32, index: &str) -> String {
    match width {
        1 => format!("{bank}[{index}]"),
        _ if width.is_power_of_two() => {
            format!("{bank}[{{{index}, {}'d0}} +: {width}]", width.ilog2())
        }
        // The number of bits has 32 bits, and so has the product.
        _ => format!("{bank}[{index}*{width} +: {width}]"),
    }
}

fn conjuncts<'a>(test: &'a Expr, terms: &mut Vec<&'a Expr>) {
    match strip(test) {
        Expr::Binary(l, Op::BitAnd | Op::LogicalAnd, r) => {
            conjuncts(l, terms);
            conjuncts(r, terms);
        }
        term => terms.push(term),
    }
}

fn is_bit(term: &Expr, variable: &str) -> bool {
    matches!(strip(term), Expr::Index(_, index)
        if matches!(strip(index), Expr::Signal(name) if name == variable))
}

/// Calls `see` for every assignment to `signal`.
fn assigned<'a>(block: &'a [Statement], signal: &str, see: &mut dyn FnMut(&'a Statement)) {
    for statement in block {
        match statement {
            Statement::Assignment(Expr::Signal(target), _)
            | Statement::SliceAssignment { base: Expr::Signal(target), .. }
                if without_index(target.trim_end_matches("$next")) == signal =>
            {
                see(statement);
            }
            Statement::Macro(block) => assigned(block, signal, see),
            Statement::Loop(repeat) => assigned(&repeat.block, signal, see),
            Statement::Match(choice) => {
                choice.cases.iter().for_each(|case| assigned(&case.block, signal, see));
            }
            Statement::If(conditional) => {
                assigned(&conditional.then, signal, see);
                match &conditional.otherwise {
                    Otherwise::None => {}
                    Otherwise::Block(block) => assigned(block, signal, see),
                    Otherwise::Conditional(next) => {
                        assigned(std::slice::from_ref(next), signal, see);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns the name of the bank, if a name is that of one element.
fn without_index(name: &str) -> String {
    match name.split_once('[').zip(name.split_once(']')) {
        Some(((bank, _), (_, port))) => format!("{bank}{port}"),
        None => name.to_string(),
    }
}
