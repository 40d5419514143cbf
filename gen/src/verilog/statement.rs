//! Prints the statements of a block, piece by piece.

use super::expr::{literal, strip, Loops, Printer};
use super::layout::DEFAULT;
use super::names::{Meaning, Names};
use super::node::{Arm, Node, Target, Value};
use super::place::{check_loop_variable, Index, Place};
use super::select;
use super::Word;
use rust_hdl::core::ast::{
    VerilogBlockOrConditional as Otherwise, VerilogConditional, VerilogExpression as Expr,
    VerilogLoop, VerilogMatch, VerilogStatement as Statement,
};
use std::collections::BTreeSet;

/// A statement that cannot be printed: which one, and why.
pub type Refusal = (String, String);

/// A loop around a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// Identifies the loop: the number of the first statement in it.
    pub first: usize,
    /// The loop variable.
    pub index: String,
    /// Number of iterations, if it begins with zero.
    pub turns: Option<u64>,
    pub header: String,
}

/// One outermost statement, or one of an outermost loop.
#[derive(Clone)]
pub struct Piece {
    pub node: Node,
    pub repeat: Option<Repeat>,
}

impl Piece {
    /// The assignment, if the statement assigns a whole signal outside of loops.
    pub fn plain(&self) -> Option<(&String, &Value)> {
        match &self.node {
            Node::Assign(target, value) if self.repeat.is_none() && target.part.is_empty() => {
                Some((&target.key, value))
            }
            _ => None,
        }
    }
}

/// Reads statements, keeping track of loops.
pub struct Body<'a> {
    names: &'a Names,
    block: &'a [Statement],
    loops: Loops,
    /// Signals that have been assigned so far.
    writes: BTreeSet<String>,
    repeat: Option<Repeat>,
    pieces: Vec<Piece>,
}

/// Reads a block of equations as its outermost statements, and those of its outermost loops.
pub fn pieces(names: &Names, block: &[Statement]) -> Result<Vec<Piece>, Refusal> {
    let mut body = Body {
        names,
        block,
        loops: Vec::new(),
        writes: BTreeSet::new(),
        repeat: None,
        pieces: Vec::new(),
    };
    body.outermost(block)?;
    Ok(body.pieces)
}

impl Body<'_> {
    fn printer(&self) -> Printer<'_> {
        Printer { names: self.names, loops: &self.loops }
    }

    fn outermost(&mut self, block: &[Statement]) -> Result<(), Refusal> {
        for statement in block {
            match statement {
                Statement::Macro(block) => self.outermost(block)?,
                Statement::Loop(repeat) if self.repeat.is_none() => self.frame(repeat)?,
                statement => {
                    for node in self.statement(statement)? {
                        self.pieces.push(Piece { node, repeat: self.repeat.clone() });
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads an outermost loop as the frame of its statements, which may go into several processes.
    fn frame(&mut self, repeat: &VerilogLoop) -> Result<(), Refusal> {
        let (first, index) = (self.pieces.len(), repeat.index.clone());
        let header = self.open(repeat)?;
        let turns = (repeat.from.as_usize() == 0).then(|| repeat.to.as_usize() as u64);
        self.repeat = Some(Repeat { first, index, turns, header });
        self.outermost(&repeat.block)?;
        self.repeat = None;
        if let Some(turns) = turns {
            let place = select::Place { block: self.block, repeat, turns };
            let found = |statement| select::of(&self.printer(), &place, statement);
            let choices: Vec<Vec<Node>> = repeat.block.iter().filter_map(found).collect();
            choices.into_iter().for_each(|choice| select::put(&mut self.pieces, first, choice));
        }
        self.loops.pop();
        Ok(())
    }

    /// Brings the variable of a loop into scope.
    fn open(&mut self, repeat: &VerilogLoop) -> Result<String, Refusal> {
        let index = &repeat.index;
        check_loop_variable(self.names, index).map_err(|what| ("a loop".to_string(), what))?;
        if self.loops.contains(index) {
            return Err(("a loop".into(), format!("{index} is the variable of two nested loops")));
        }
        let (from, to) = (repeat.from.as_usize(), repeat.to.as_usize() as u64);
        let to = self.names.count(to);
        self.names.keep(&self.names.take_recent());
        self.loops.push(index.clone());
        Ok(format!("for ({index} = {from}; {index} < {to}; {index} = {index} + 1)"))
    }

    fn inner(&mut self, block: &[Statement]) -> Result<Vec<Node>, Refusal> {
        let mut nodes = Vec::new();
        for statement in block {
            nodes.extend(self.statement(statement)?);
        }
        Ok(nodes)
    }

    fn statement(&mut self, statement: &Statement) -> Result<Vec<Node>, Refusal> {
        let node = match statement {
            Statement::Assignment(target, value) => return self.assignment(target, value),
            Statement::SliceAssignment { base, width, offset, replacement } => {
                self.slice_assignment(base, *width as u32, offset, replacement)?
            }
            Statement::If(conditional) => self.conditional(conditional)?,
            Statement::Match(choice) => self.choice(choice)?,
            Statement::Macro(block) => return self.inner(block),
            Statement::Comment(_) => return Ok(Vec::new()),
            Statement::Loop(repeat) => {
                let (index, header) = (repeat.index.clone(), self.open(repeat)?);
                let body = self.inner(&repeat.block)?;
                self.loops.pop();
                Node::For { index, header, body }
            }
            Statement::Link(_) => {
                return Err((
                    "a link or join".into(),
                    "links are not supported: assign the signals one by one".into(),
                ))
            }
        };
        Ok(vec![node])
    }

    /// Prints an expression, and records what it reads.
    fn value(&self, text: super::text::Text) -> Value {
        Value { text, reads: self.names.take_recent() }
    }

    fn assign(&mut self, place: Place, printed: &str, value: Value) -> Node {
        let part = printed.strip_prefix(&place.name.verilog).unwrap_or_default().to_string();
        let key = place.key;
        self.writes.insert(key.clone());
        Node::Assign(Target { key, part }, value)
    }

    fn assignment(&mut self, target: &Expr, value: &Expr) -> Result<Vec<Node>, Refusal> {
        let Expr::Signal(spelling) = target else {
            return Err(("an assignment".into(), "the target is no signal".into()));
        };
        let what_to = spelling.replace('$', ".");
        let refuse = |what: String| (format!("assignment to {what_to}"), what);
        let names = self.names;
        let loops = self.loops.clone();
        let printer = Printer { names, loops: &loops };
        let place = printer.place(spelling).map_err(refuse)?;
        if place.name.meaning == Meaning::Implied {
            let own = place.key.rsplit('$').next().unwrap_or(&place.key);
            return match strip(value) {
                Expr::Signal(s) if s == own => Ok(Vec::new()),
                _ => Err(refuse(format!("a cell's {own} must be the block's own {own}"))),
            };
        }
        let (printed, text) = match self.replaced_bit(&place, value) {
            Some((index, bit)) => (place.bit(&index), printer.print(bit, 1).map_err(refuse)?),
            None => (place.whole(), printer.print(value, place.name.width).map_err(refuse)?),
        };
        let value = self.value(text);
        Ok(vec![self.assign(place, &printed, value)])
    }

    /// Returns the bit and its new value, if an assignment only replaces a bit of its target. The
    /// target must have been assigned before.
    fn replaced_bit<'e>(&self, target: &Place, value: &'e Expr) -> Option<(Index, &'e Expr)> {
        let Expr::IndexReplace(base, index, bit) = strip(value) else { return None };
        let Expr::Signal(spelling) = strip(base) else { return None };
        let printer = self.printer();
        let same = printer.place(spelling).ok()?.whole() == target.whole();
        (same && self.writes.contains(&target.key))
            .then(|| Some((printer.index(index)?, &**bit)))?
    }

    fn slice_assignment(
        &mut self,
        base: &Expr,
        width: u32,
        offset: &Expr,
        value: &Expr,
    ) -> Result<Node, Refusal> {
        let refuse = |what: String| ("an assignment to a field".to_string(), what);
        let (Expr::Signal(spelling), Expr::Literal(offset)) = (base, offset) else {
            return Err(refuse("the target is no field of a signal".into()));
        };
        let names = self.names;
        let loops = self.loops.clone();
        let printer = Printer { names, loops: &loops };
        let place = printer.place(spelling).map_err(refuse)?;
        let value = self.value(printer.print(value, width).map_err(refuse)?);
        let printed = place.bits(width, offset.as_usize() as u32);
        Ok(self.assign(place, &printed, value))
    }

    fn conditional(&mut self, c: &VerilogConditional) -> Result<Node, Refusal> {
        let test = self.printer().print(&c.test, 1);
        let test = test.map_err(|what| ("the condition of an if".to_string(), what))?;
        let test = self.value(test);
        let then = self.inner(&c.then)?;
        let otherwise = match &c.otherwise {
            Otherwise::None => Vec::new(),
            Otherwise::Block(block) => self.inner(block)?,
            Otherwise::Conditional(next) => self.inner(std::slice::from_ref(next))?,
        };
        Ok(Node::If { test, then, otherwise })
    }

    fn choice(&mut self, choice: &VerilogMatch) -> Result<Node, Refusal> {
        let place = |what: String| ("a match".to_string(), what);
        let width = self.printer().width(&choice.test).map_err(place)?;
        let width = width.ok_or_else(|| place("a bare number is matched".into()))?;
        let test = self.printer().print(&choice.test, width).map_err(place)?;
        let test = self.value(test);
        let mut arms = Vec::new();
        for case in &choice.cases {
            let label = self.label(&case.condition, width).map_err(place)?;
            let reads = self.names.take_recent();
            arms.push(Arm { label, reads, body: self.inner(&case.block)? });
        }
        Ok(Node::Case { test, arms })
    }

    fn label(&self, condition: &str, width: u32) -> Result<String, String> {
        if condition == DEFAULT {
            return Ok(condition.to_string());
        }
        if let Ok(value) = condition.replace('_', "").parse::<Word>() {
            return Ok(literal(value, width));
        }
        let printer = self.printer();
        let signal = Expr::Signal(condition.to_string());
        printer.print(&signal, width).map(|text| text.alone())
    }
}
