//! Statements of a block, printed piece by piece.

use super::equations::Piece;
use super::expr::{literal, strip, Loops, Printer};
use super::names::{Meaning, Names};
use rust_hdl::core::ast::{
    VerilogBlockOrConditional as Otherwise, VerilogConditional, VerilogExpression as Expr,
    VerilogMatch, VerilogStatement as Statement,
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
    pieces: Vec<Piece>,
}

/// Indentation of the outermost statements, in steps.
const OUTERMOST: usize = 2;

/// A block of equations as its outermost statements, loops unrolled.
pub fn pieces(names: &Names, block: &[Statement]) -> Result<Vec<Piece>, Refusal> {
    let mut body = Body {
        names,
        loops: Vec::new(),
        indent: OUTERMOST,
        lines: Vec::new(),
        writes: BTreeSet::new(),
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
            let whole = !matches!(statement, Statement::Loop(_) | Statement::Macro(_));
            if self.indent == OUTERMOST && whole {
                self.finish(matches!(statement, Statement::Assignment(..)));
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
            self.pieces.push(Piece { lines, writes, reads, plain });
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
            Statement::Loop(repeat) => {
                for value in repeat.from.as_usize()..repeat.to.as_usize() {
                    self.loops.push((repeat.index.clone(), value as u64));
                    let result = self.block(&repeat.block);
                    self.loops.pop();
                    result?;
                }
                Ok(())
            }
            Statement::Link(_) => Err((
                "a link or join".into(),
                "links are not supported: assign the signals one by one".into(),
            )),
        }
    }

    fn assignment(&mut self, target: &Expr, value: &Expr) -> Result<(), Refusal> {
        let Expr::Signal(spelling) = target else {
            return Err(("an assignment".into(), "the target is no signal".into()));
        };
        let place = |what: String| (format!("assignment to {}", spelling.replace('$', ".")), what);
        let printer = self.printer();
        let key = printer.resolve(spelling).map_err(place)?;
        let name = self.names.get(&key).ok_or_else(|| place(format!("{key} is no signal")))?;
        if name.meaning == Meaning::Implied {
            let own = key.rsplit('$').next().unwrap_or(&key);
            return match strip(value) {
                Expr::Signal(s) if s == own => Ok(()),
                _ => Err(place(format!("a cell's {own} must be the block's own {own}"))),
            };
        }
        let text = printer.print(value, name.width).map_err(place)?.alone();
        let line = format!("{} = {text};", name.verilog);
        self.line(&line);
        self.writes.insert(key);
        Ok(())
    }

    fn slice_assignment(
        &mut self,
        base: &Expr,
        width: u32,
        offset: &Expr,
        value: &Expr,
    ) -> Result<(), Refusal> {
        let place = |what: String| ("an assignment to a field".to_string(), what);
        let (Expr::Signal(spelling), Expr::Literal(offset)) = (base, offset) else {
            return Err(place("the target is no field of a signal".into()));
        };
        let printer = self.printer();
        let (key, name) = printer.name(spelling).map_err(place)?;
        let text = printer.print(value, width).map_err(place)?.alone();
        let offset = offset.as_usize() as u32;
        let line = format!("{}[{}:{offset}] = {text};", name.verilog, offset + width - 1);
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
