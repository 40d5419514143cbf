//! Statements of a block, printed piece by piece.

use super::equations::{Piece, Repeat};
use super::expr::{literal, strip, Loops, Printer};
use super::names::{Meaning, Names};
use super::place::{check_loop_variable, Index, Place};
use rust_hdl::core::ast::{
    VerilogBlockOrConditional as Otherwise, VerilogConditional, VerilogExpression as Expr,
    VerilogLoop, VerilogMatch, VerilogStatement as Statement,
};
use std::collections::BTreeSet;

/// A statement that cannot be printed: which one, and why.
pub type Refusal = (String, String);

/// Prints statements, keeping track of loops and indentation.
pub struct Body<'a> {
    names: &'a Names,
    loops: Loops,
    indent: usize,
    lines: Vec<String>,
    writes: BTreeSet<String>,
    integers: BTreeSet<String>,
    /// The outermost loop that is open.
    repeat: Option<Repeat>,
    pieces: Vec<Piece>,
}

/// Indentation of the outermost statements, in steps.
const OUTERMOST: usize = 2;

/// A block of equations as its outermost statements, and those of its outermost loops.
pub fn pieces(names: &Names, block: &[Statement]) -> Result<Vec<Piece>, Refusal> {
    let mut body = Body {
        names,
        loops: Vec::new(),
        indent: OUTERMOST,
        lines: Vec::new(),
        writes: BTreeSet::new(),
        integers: BTreeSet::new(),
        repeat: None,
        pieces: Vec::new(),
    };
    body.block(block)?;
    Ok(body.pieces)
}

impl Body<'_> {
    fn line(&mut self, text: &str) {
        self.lines.push(format!("{}{text}", "    ".repeat(self.indent)));
    }

    fn printer(&self) -> Printer<'_> {
        Printer { names: self.names, loops: &self.loops }
    }

    fn block(&mut self, block: &[Statement]) -> Result<(), Refusal> {
        for statement in block {
            self.statement(statement)?;
            let outermost = self.indent == OUTERMOST + usize::from(self.repeat.is_some());
            let opens = matches!(statement, Statement::Macro(_))
                || (matches!(statement, Statement::Loop(_)) && self.indent == OUTERMOST);
            if outermost && !opens {
                let assigns = matches!(statement, Statement::Assignment(..));
                self.finish(assigns && self.repeat.is_none());
            }
        }
        Ok(())
    }

    /// Ends an outermost statement. Comments, which assign nothing, wait for the next one.
    fn finish(&mut self, plain: bool) {
        let reads = self.names.take_recent();
        if !self.writes.is_empty() {
            let writes = std::mem::take(&mut self.writes);
            let lines = std::mem::take(&mut self.lines);
            let integers = std::mem::take(&mut self.integers);
            let repeat = self.repeat.clone();
            self.pieces.push(Piece { lines, writes, reads, integers, plain, repeat });
        }
    }

    fn inner(&mut self, block: &[Statement]) -> Result<(), Refusal> {
        self.indent += 1;
        let result = self.block(block);
        self.indent -= 1;
        result
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Refusal> {
        match statement {
            Statement::Assignment(target, value) => self.assignment(target, value),
            Statement::SliceAssignment { base, width, offset, replacement } => {
                self.slice_assignment(base, *width as u32, offset, replacement)
            }
            Statement::If(conditional) => self.conditional(conditional, "if"),
            Statement::Match(choice) => self.choice(choice),
            Statement::Macro(block) => self.block(block),
            Statement::Comment(text) => {
                for line in text.lines() {
                    self.line(&format!("// {}", line.trim()));
                }
                Ok(())
            }
            Statement::Loop(repeat) => self.repetition(repeat),
            Statement::Link(_) => Err((
                "a link or join".into(),
                "links are not supported: assign the signals one by one".into(),
            )),
        }
    }

    /// An outermost loop is the frame of its statements, which may go into several processes.
    fn repetition(&mut self, repeat: &VerilogLoop) -> Result<(), Refusal> {
        let index = &repeat.index;
        check_loop_variable(self.names, index).map_err(|what| ("a loop".to_string(), what))?;
        if self.loops.contains(index) {
            return Err(("a loop".into(), format!("{index} is the variable of two nested loops")));
        }
        let (from, to) = (repeat.from.as_usize(), repeat.to.as_usize() as u64);
        let to = self.names.count(to);
        let header = format!("for ({index} = {from}; {index} < {to}; {index} = {index} + 1) begin");
        let outermost = self.indent == OUTERMOST;
        self.loops.push(index.clone());
        if outermost {
            let first = self.pieces.len();
            self.repeat = Some(Repeat { first, index: index.clone(), header });
        } else {
            self.integers.insert(index.clone());
            self.line(&header);
        }
        let result = self.inner(&repeat.block);
        if outermost {
            self.repeat = None;
        } else {
            self.line("end");
        }
        self.loops.pop();
        result
    }

    fn assignment(&mut self, target: &Expr, value: &Expr) -> Result<(), Refusal> {
        let Expr::Signal(spelling) = target else {
            return Err(("an assignment".into(), "the target is no signal".into()));
        };
        let what_to = spelling.replace('$', ".");
        let refuse = |what: String| (format!("assignment to {what_to}"), what);
        let printer = self.printer();
        let place = printer.place(spelling).map_err(refuse)?;
        if place.name.meaning == Meaning::Implied {
            let own = place.key.rsplit('$').next().unwrap_or(&place.key);
            return match strip(value) {
                Expr::Signal(s) if s == own => Ok(()),
                _ => Err(refuse(format!("a cell's {own} must be the block's own {own}"))),
            };
        }
        let line = match self.replaced_bit(&place, value) {
            Some((index, bit)) => {
                let bit = printer.print(bit, 1).map_err(refuse)?.alone();
                format!("{} = {bit};", place.bit(&index))
            }
            None => {
                let text = printer.print(value, place.name.width).map_err(refuse)?.alone();
                format!("{} = {text};", place.whole())
            }
        };
        let key = place.key;
        self.line(&line);
        self.writes.insert(key);
        Ok(())
    }

    /// The bit and its new value if all an assignment does is to replace a bit of its target, which
    /// must have been assigned before.
    fn replaced_bit<'e>(&self, target: &Place, value: &'e Expr) -> Option<(Index, &'e Expr)> {
        let Expr::IndexReplace(base, index, bit) = strip(value) else { return None };
        let Expr::Signal(spelling) = strip(base) else { return None };
        let printer = self.printer();
        let same = printer.place(spelling).ok()?.whole() == target.whole();
        (same && self.is_assigned(&target.key)).then(|| Some((printer.index(index)?, &**bit)))?
    }

    fn is_assigned(&self, key: &str) -> bool {
        self.writes.contains(key) || self.pieces.iter().any(|piece| piece.writes.contains(key))
    }

    fn slice_assignment(
        &mut self,
        base: &Expr,
        width: u32,
        offset: &Expr,
        value: &Expr,
    ) -> Result<(), Refusal> {
        let refuse = |what: String| ("an assignment to a field".to_string(), what);
        let (Expr::Signal(spelling), Expr::Literal(offset)) = (base, offset) else {
            return Err(refuse("the target is no field of a signal".into()));
        };
        let printer = self.printer();
        let place = printer.place(spelling).map_err(refuse)?;
        let text = printer.print(value, width).map_err(refuse)?.alone();
        let line = format!("{} = {text};", place.bits(width, offset.as_usize() as u32));
        let key = place.key;
        self.line(&line);
        self.writes.insert(key);
        Ok(())
    }

    fn conditional(&mut self, c: &VerilogConditional, opening: &str) -> Result<(), Refusal> {
        let test = self.printer().print(&c.test, 1);
        let test = test.map_err(|what| ("the condition of an if".to_string(), what))?.alone();
        self.line(&format!("{opening} ({test}) begin"));
        self.inner(&c.then)?;
        match &c.otherwise {
            Otherwise::None => self.line("end"),
            Otherwise::Block(block) => {
                self.line("end else begin");
                self.inner(block)?;
                self.line("end");
            }
            Otherwise::Conditional(next) => match next.as_ref() {
                Statement::If(next) => self.conditional(next, "end else if")?,
                other => {
                    self.line("end else begin");
                    self.inner(std::slice::from_ref(other))?;
                    self.line("end");
                }
            },
        }
        Ok(())
    }

    fn choice(&mut self, choice: &VerilogMatch) -> Result<(), Refusal> {
        let place = |what: String| ("a match".to_string(), what);
        let printer = self.printer();
        let width = printer.width(&choice.test).map_err(place)?;
        let width = width.ok_or_else(|| place("a bare number is matched".into()))?;
        let test = printer.print(&choice.test, width).map_err(place)?.alone();
        self.line(&format!("case ({test})"));
        self.indent += 1;
        let mut complete = false;
        for case in &choice.cases {
            complete |= case.condition == "default";
            let label = self.label(&case.condition, width).map_err(place)?;
            if case.block.is_empty() {
                self.line(&format!("{label}: ;"));
                continue;
            }
            self.line(&format!("{label}: begin"));
            self.inner(&case.block)?;
            self.line("end");
        }
        if !complete {
            self.line("default: ;");
        }
        self.indent -= 1;
        self.line("endcase");
        Ok(())
    }

    fn label(&self, condition: &str, width: u32) -> Result<String, String> {
        if condition == "default" {
            return Ok(condition.to_string());
        }
        if let Ok(value) = condition.replace('_', "").parse::<u128>() {
            return Ok(literal(value, width));
        }
        let printer = self.printer();
        let signal = Expr::Signal(condition.to_string());
        printer.print(&signal, width).map(|text| text.alone())
    }
}
