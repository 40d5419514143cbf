//! Translates structured programs into lines with labels, which both the printer and the
//! interpreter use.

use super::lanes::ballot;
use super::ops::{Eval, Form, Op, Src};
use super::program::{Guard, Inst, Kind, Operand, Stmt, Trips};
use super::types::{Class, Reg, Ty};
use std::rc::Rc;

/// A line of code.
#[derive(Clone)]
pub enum Line {
    /// A branch target.
    Label(usize),
    /// An instruction at a depth of divergence, which names its member mask.
    Inst(Inst, u8),
    /// A branch.
    Branch(Option<Guard>, usize),
    /// A branch to one of the labels, two or four, by the low bits of a register.
    Switch(Reg, Vec<usize>),
    /// Return from a function, perhaps.
    Return(Guard),
    /// End of the kernel, or return.
    End,
}

/// A function's lines and the positions of its labels.
#[derive(Clone)]
pub struct Code {
    /// Lines.
    pub lines: Vec<Line>,
    /// Line of each label.
    pub labels: Vec<usize>,
}

impl Code {
    /// Translates a body into lines.
    pub fn new(body: &[Stmt]) -> Self {
        let mut writer = Writer { lines: Vec::new(), labels: 0, escapes: Vec::new() };
        writer.statements(body, 0, 0);
        writer.lines.push(Line::End);
        let mut labels = vec![0; writer.labels];
        for (index, line) in writer.lines.iter().enumerate() {
            if let Line::Label(label) = line {
                labels[*label] = index;
            }
        }
        Self { lines: writer.lines, labels }
    }
}

struct Writer {
    lines: Vec<Line>,
    labels: usize,
    /// Labels of the enclosing loops: next trip, end.
    escapes: Vec<(usize, usize)>,
}

impl Writer {
    fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels - 1
    }

    fn place(&mut self, label: usize) {
        self.lines.push(Line::Label(label));
    }

    fn compute(&mut self, text: &str, dst: Reg, src: &[Operand], eval: Eval) {
        let (dst_ty, src_ty) = match dst.0 {
            Class::Ends => (Ty::Pred, Ty::U32),
            _ => (Ty::B32, Ty::B32),
        };
        let op = Op {
            text: text.into(),
            form: Form::Plain,
            dst: vec![dst_ty],
            src: vec![Src::Any(src_ty); src.len()],
            carry_in: false,
            carry_out: false,
            open_nan: None,
            open_for_nan: None,
            eval,
        };
        let kind = Kind::Compute { op, dst: vec![dst], src: src.to_vec() };
        self.lines.push(Line::Inst(Inst { guard: None, kind }, 0));
    }

    fn statements(&mut self, body: &[Stmt], depth: u8, loops: u8) {
        for statement in body {
            self.statement(statement, depth, loops);
        }
    }

    fn statement(&mut self, statement: &Stmt, depth: u8, loops: u8) {
        match statement {
            Stmt::Insts(insts) => {
                self.lines.extend(insts.iter().map(|inst| Line::Inst(inst.clone(), depth)));
            }
            Stmt::If { cond, masked, then, otherwise } => {
                self.choice(*cond, *masked, [then, otherwise], depth, loops);
            }
            Stmt::Loop { trips, masked, body } => {
                self.repeat(*trips, *masked, body, depth, loops);
            }
            Stmt::Tangle(blocks) => {
                let labels: Vec<usize> = (0..=blocks.len()).map(|_| self.label()).collect();
                for (index, (body, jump)) in blocks.iter().enumerate() {
                    self.place(labels[index]);
                    self.statements(body, depth, loops);
                    if let Some((guard, over)) = jump {
                        let target = labels[(index + 1 + over).min(blocks.len())];
                        self.lines.push(Line::Branch(Some(*guard), target));
                    }
                }
                self.place(labels[blocks.len()]);
            }
            Stmt::Switch { index, cases } => {
                let labels: Vec<usize> = cases.iter().map(|_| self.label()).collect();
                let end = self.label();
                self.lines.push(Line::Switch(*index, labels.clone()));
                for (label, body) in labels.into_iter().zip(cases) {
                    self.place(label);
                    self.statements(body, depth, loops);
                    self.lines.push(Line::Branch(None, end));
                }
                self.place(end);
            }
            Stmt::Return(guard) => self.lines.push(Line::Return(*guard)),
            Stmt::Escape { guard, again } => {
                if let Some(&(next, end)) = self.escapes.last() {
                    let target = if *again { next } else { end };
                    self.lines.push(Line::Branch(Some(*guard), target));
                }
            }
        }
    }

    /// Makes the members one level deeper those for which `operand` holds.
    fn narrow(&mut self, from: u8, operand: Operand, depth: u8) {
        let kind = Kind::Lanes {
            op: ballot(),
            dst: vec![Reg(Class::Mask, depth + 1)],
            src: vec![operand],
        };
        self.lines.push(Line::Inst(Inst { guard: None, kind }, from));
    }

    fn choice(&mut self, cond: Guard, masked: bool, sides: [&Vec<Stmt>; 2], depth: u8, loops: u8) {
        let (otherwise, end) = (self.label(), self.label());
        let inner = if masked { depth + 1 } else { depth };
        if masked {
            let operand =
                if cond.negated { Operand::Not(cond.reg) } else { Operand::Reg(cond.reg) };
            self.narrow(depth, operand, depth);
        }
        let not = Guard { negated: !cond.negated, ..cond };
        self.lines.push(Line::Branch(Some(not), otherwise));
        self.statements(sides[0], inner, loops);
        if !sides[1].is_empty() {
            self.lines.push(Line::Branch(None, end));
        }
        self.place(otherwise);
        if !sides[1].is_empty() {
            if masked {
                let (members, all) = (Reg(Class::Mask, depth + 1), Reg(Class::Mask, depth));
                let operands = [Operand::Reg(members), Operand::Reg(all)];
                self.compute("xor.b32", members, &operands, Rc::new(|v| [v[0] ^ v[1], 0]));
            }
            self.statements(sides[1], inner, loops);
            self.place(end);
        }
    }

    fn repeat(&mut self, trips: Trips, masked: bool, body: &[Stmt], depth: u8, loops: u8) {
        let (head, next, end) = (self.label(), self.label(), self.label());
        let (counter, limit) = (Reg(Class::Counter, loops), Reg(Class::Trips, loops));
        let ends = Reg(Class::Ends, 0);
        let constant = |value: u64| Operand::Const(value, Ty::B32);
        let same: Eval = Rc::new(|v| [v[0], 0]);
        self.compute("mov.b32", counter, &[constant(0)], same.clone());
        match trips {
            Trips::Fixed(count) => {
                self.compute("mov.b32", limit, &[constant(u64::from(count))], same.clone());
            }
            Trips::Own(register) => {
                let operands = [Operand::Reg(register), constant(3)];
                self.compute("and.b32", limit, &operands, Rc::new(|v| [v[0] & v[1], 0]));
            }
        }
        if masked {
            let (deeper, all) = (Reg(Class::Mask, depth + 1), Reg(Class::Mask, depth));
            self.compute("mov.b32", deeper, &[Operand::Reg(all)], same);
        }
        self.place(head);
        let operands = [Operand::Reg(counter), Operand::Reg(limit)];
        self.compute("setp.ge.u32", ends, &operands, Rc::new(|v| [u64::from(v[0] >= v[1]), 0]));
        if masked {
            // All threads that are still in the loop vote; threads that leave do not return here.
            self.narrow(depth + 1, Operand::Not(ends), depth);
        }
        self.lines.push(Line::Branch(Some(Guard { negated: false, reg: ends }), end));
        self.escapes.push((next, end));
        self.statements(body, if masked { depth + 1 } else { depth }, loops + 1);
        self.escapes.pop();
        self.place(next);
        let operands = [Operand::Reg(counter), constant(1)];
        self.compute("add.u32", counter, &operands, Rc::new(|v| [v[0] + v[1], 0]));
        self.lines.push(Line::Branch(None, head));
        self.place(end);
    }
}
