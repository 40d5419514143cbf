//! Expressions, printed so that Verilog computes at the widths Rust does.
//!
//! Every operand of an operator has the operator's width, literals included; so no context can
//! widen an addition and let a carry through that Rust drops.

use super::design::Literal;
use super::names::{ones, Meaning, Name, Names};
use rust_hdl::core::ast::{VerilogExpression as Expr, VerilogOp as Op, VerilogOpUnary as UnaryOp};

/// A printed expression; compound ones need parentheses inside another.
pub struct Text {
    text: String,
    compound: bool,
}

impl Text {
    fn simple(text: String) -> Self {
        Self { text, compound: false }
    }
    fn compound(text: String) -> Self {
        Self { text, compound: true }
    }
    /// As it stands alone.
    pub fn alone(self) -> String {
        self.text
    }
    fn operand(self) -> String {
        if self.compound {
            format!("({})", self.text)
        } else {
            self.text
        }
    }
}

type Printed = Result<Text, String>;

/// Loop variables in scope, innermost last.
pub type Loops = Vec<(String, u64)>;

/// Prints the expressions of one module.
pub struct Printer<'a> {
    pub names: &'a Names,
    pub loops: &'a Loops,
}

/// A sized literal: short ones in binary or decimal, long ones in hexadecimal.
pub fn literal(value: u128, width: u32) -> String {
    match width {
        1 => format!("1'b{value}"),
        2..=8 => format!("{width}'d{value}"),
        _ if value < 10 => format!("{width}'d{value}"),
        _ => format!("{width}'h{value:x}"),
    }
}

fn is_arithmetic(op: &Op) -> bool {
    matches!(op, Op::Add | Op::Sub | Op::Mul | Op::BitXor | Op::BitAnd | Op::BitOr)
}

fn is_shift(op: &Op) -> bool {
    matches!(op, Op::Shl | Op::Shr)
}

fn symbol(op: &Op) -> &'static str {
    match op {
        Op::Add => "+",
        Op::Sub => "-",
        Op::Mul => "*",
        Op::LogicalAnd => "&&",
        Op::LogicalOr => "||",
        Op::BitXor => "^",
        Op::BitAnd => "&",
        Op::BitOr => "|",
        Op::Shl => "<<",
        Op::Shr => ">>",
        Op::Eq => "==",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Ne => "!=",
        Op::Ge => ">=",
        Op::Gt => ">",
    }
}

const USE_A_LOCAL: &str = "assign it to a Local signal of its own first and use that";

impl<'a> Printer<'a> {
    /// rust-hdl's spelling with array indices evaluated.
    pub fn resolve(&self, name: &str) -> Result<String, String> {
        let mut out = String::new();
        let mut rest = name.trim_end_matches("$next");
        while let Some((before, after)) = rest.split_once('[') {
            let (index, after) = after.split_once(']').ok_or(format!("{name}: no closing ]"))?;
            let index = self.index(index).ok_or(format!(
                "{name}: the index must be made of constants and loop variables with + and -"
            ))?;
            out += &format!("{before}${index}");
            rest = after;
        }
        Ok(out + rest)
    }

    fn index(&self, text: &str) -> Option<u64> {
        let text = text.trim_matches(|c| c == '(' || c == ')');
        if let Some((a, b)) = text.rsplit_once('+') {
            return self.index(a)?.checked_add(self.index(b)?);
        }
        if let Some((a, b)) = text.rsplit_once('-') {
            return self.index(a)?.checked_sub(self.index(b)?);
        }
        self.loop_value(text).or_else(|| text.trim_end_matches("usize").parse().ok())
    }

    fn loop_value(&self, name: &str) -> Option<u64> {
        self.loops.iter().rev().find(|(n, _)| n == name).map(|(_, value)| *value)
    }

    /// The name a signal expression stands for, with its key.
    pub fn name(&self, spelling: &str) -> Result<(String, &'a Name), String> {
        let key = self.resolve(spelling)?;
        match self.names.get(&key) {
            Some(name) if name.meaning == Meaning::Implied => {
                Err(format!("{key} is a clock or reset and cannot be read"))
            }
            Some(name) => Ok((key, name)),
            None => Err(format!(
                "{key} is no signal, Param or state of this block; give a Rust constant to the circuit as a Param"
            )),
        }
    }

    /// The value of a constant expression.
    fn constant(&self, e: &Expr) -> Option<u128> {
        match e {
            Expr::Literal(l) => Literal::read(l).map(|l| l.value),
            Expr::Paren(e) | Expr::Cast(e, _) => self.constant(e),
            Expr::Signal(s) => self.loop_value(s).map(u128::from),
            Expr::Binary(l, Op::Add, r) => self.constant(l)?.checked_add(self.constant(r)?),
            Expr::Binary(l, Op::Sub, r) => self.constant(l)?.checked_sub(self.constant(r)?),
            Expr::Binary(l, Op::Mul, r) => self.constant(l)?.checked_mul(self.constant(r)?),
            _ => None,
        }
    }

    /// Width of an expression in bits; `None` for a bare number, which takes its neighbour's.
    pub fn width(&self, e: &Expr) -> Result<Option<u32>, String> {
        Ok(match e {
            Expr::Signal(s) if self.loop_value(s).is_some() => None,
            Expr::Signal(s) => Some(self.name(s)?.1.width),
            Expr::Literal(l) => Literal::read(l).filter(|l| l.width == 1).map(|l| l.width),
            Expr::Cast(_, n) | Expr::Slice(_, n, _) => Some(*n as u32),
            Expr::Paren(e) | Expr::Unsigned(e) => self.width(e)?,
            Expr::Signed(_) => return Err("signed arithmetic is not supported".into()),
            Expr::Binary(l, op, _) if is_shift(op) => self.width(l)?,
            Expr::Binary(l, op, r) if is_arithmetic(op) => {
                let (l, r) = (self.width(l)?, self.width(r)?);
                l.or(r)
            }
            Expr::Binary(..) | Expr::Index(..) => Some(1),
            Expr::Unary(UnaryOp::Not | UnaryOp::Neg, e) => self.width(e)?,
            Expr::Unary(..) => Some(1),
            Expr::IndexReplace(e, ..) => self.width(e)?,
        })
    }

    /// Prints `e` at exactly `width` bits.
    pub fn print(&self, e: &Expr, width: u32) -> Printed {
        if let Some(value) = self.bare(e) {
            return self.number(value, width);
        }
        match self.width(e)? {
            Some(own) if own != width => Err(format!(
                "a value of {own} bits stands where {width} bits are computed; widen it with bit_cast"
            )),
            _ => self.print_same(e, width),
        }
    }

    /// The value of a number that takes its width from its context, computed when printed.
    fn bare(&self, e: &Expr) -> Option<u128> {
        match self.width(e) {
            Ok(None) => self.constant(e),
            _ => None,
        }
    }

    fn number(&self, value: u128, width: u32) -> Printed {
        if value > ones(width) {
            return Err(format!("the number {value} does not fit {width} bits"));
        }
        Ok(Text::simple(literal(value, width)))
    }

    fn print_same(&self, e: &Expr, width: u32) -> Printed {
        match e {
            Expr::Signal(s) => {
                let (key, name) = self.name(s)?;
                self.names.mark_read(&key, ones(width));
                Ok(Text::simple(name.verilog.clone()))
            }
            Expr::Literal(l) => {
                let l = Literal::read(l).ok_or("a literal longer than 128 bits")?;
                self.number(l.value, width)
            }
            Expr::Paren(e) | Expr::Unsigned(e) => self.print(e, width),
            Expr::Signed(_) => Err("signed arithmetic is not supported".into()),
            Expr::Cast(e, _) => self.cast(e, width),
            Expr::Binary(l, op, r) if is_shift(op) => {
                let text = self.print(l, width)?.operand();
                Ok(Text::compound(format!("{text} {} {}", symbol(op), self.amount(r)?)))
            }
            Expr::Binary(l, op, r) => {
                let operands = if is_arithmetic(op) {
                    width
                } else {
                    let own = self.width(l)?.or(self.width(r)?);
                    own.ok_or("two bare numbers are compared")?
                };
                let (l, r) = (self.print(l, operands)?, self.print(r, operands)?);
                Ok(Text::compound(format!("{} {} {}", l.operand(), symbol(op), r.operand())))
            }
            Expr::Unary(op, e) => {
                let (mark, own) = match op {
                    UnaryOp::Not => ("~", width),
                    UnaryOp::Neg => ("-", width),
                    UnaryOp::All => ("&", self.known_width(e)?),
                    UnaryOp::Any => ("|", self.known_width(e)?),
                    UnaryOp::Xor => ("^", self.known_width(e)?),
                };
                // In parentheses inside others: `a & &b` and `a | |b` are read wrongly by eye.
                Ok(Text::compound(format!("{mark}{}", self.print(e, own)?.operand())))
            }
            Expr::Index(e, index) => self.bit(e, index),
            Expr::Slice(e, _, offset) => self.slice(e, width, offset),
            Expr::IndexReplace(e, index, value) => {
                let base = self.print(e, width)?.operand();
                let amount = self.amount(index)?;
                let one = literal(1, width);
                if let Some(index) = self.constant(index).filter(|i| *i < u128::from(width)) {
                    let mask = literal(1 << index, width);
                    if let Some(value) = self.constant(value) {
                        let (op, not) = if value == 0 { ("&", "~") } else { ("|", "") };
                        return Ok(Text::compound(format!("{base} {op} {not}{mask}")));
                    }
                }
                let value = self.widened(self.print(value, 1)?, 1, width);
                Ok(Text::compound(format!(
                    "({base} & ~({one} << {amount})) | ({value} << {amount})"
                )))
            }
        }
    }

    fn known_width(&self, e: &Expr) -> Result<u32, String> {
        self.width(e)?.ok_or_else(|| "a bare number has no width of its own".to_string())
    }

    fn amount(&self, e: &Expr) -> Result<String, String> {
        match self.constant(e) {
            Some(value) => Ok(value.to_string()),
            None => Ok(self.print(e, self.known_width(e)?)?.operand()),
        }
    }

    fn widened(&self, text: Text, from: u32, to: u32) -> String {
        if from == to {
            return text.operand();
        }
        // Operands of a concatenation are computed at their own width.
        format!("{{{}, {}}}", literal(0, to - from), text.alone())
    }

    fn cast(&self, e: &Expr, width: u32) -> Printed {
        if let Some(value) = self.constant(e) {
            // A bare number must fit; a sized one is cut, as Rust does.
            let value = if self.width(e)?.is_some() { value & ones(width) } else { value };
            return self.number(value, width);
        }
        let own = self.known_width(e)?;
        if own > width {
            return self.low(e, width);
        }
        let text = self.print(e, own)?;
        Ok(if own == width { text } else { Text::simple(self.widened(text, own, width)) })
    }

    /// The low `width` bits of a wider expression: cut the operands where that is the same.
    fn low(&self, e: &Expr, width: u32) -> Printed {
        match e {
            Expr::Paren(e) | Expr::Unsigned(e) => self.low(e, width),
            Expr::Signal(s) if self.loop_value(s).is_none() => self.part(s, width, 0),
            Expr::Literal(_) => {
                let value = self.constant(e).ok_or("a literal longer than 128 bits")?;
                self.number(value & ones(width), width)
            }
            Expr::Binary(l, op, r) if is_arithmetic(op) => {
                let (l, r) = (self.low(l, width)?, self.low(r, width)?);
                Ok(Text::compound(format!("{} {} {}", l.operand(), symbol(op), r.operand())))
            }
            Expr::Binary(l, Op::Shl, r) => {
                let (l, amount) = (self.low(l, width)?, self.amount(r)?);
                Ok(Text::compound(format!("{} << {amount}", l.operand())))
            }
            Expr::Unary(UnaryOp::Not, e) => {
                Ok(Text::compound(format!("~{}", self.low(e, width)?.operand())))
            }
            Expr::Unary(UnaryOp::Neg, e) => {
                Ok(Text::compound(format!("-{}", self.low(e, width)?.operand())))
            }
            Expr::Cast(inner, _) => match self.width(inner)? {
                Some(own) if own > width => self.low(inner, width),
                _ => self.cast(inner, width),
            },
            _ => Err(format!("the low {width} bits of an expression are taken: {USE_A_LOCAL}")),
        }
    }

    fn part(&self, spelling: &str, width: u32, offset: u32) -> Printed {
        let (key, name) = self.name(spelling)?;
        if offset + width > name.width {
            return Err(format!("bits {offset} and up of {key}: it has {} bits", name.width));
        }
        if let Meaning::Constant(value) = &name.meaning {
            return self.number((value.value >> offset) & ones(width), width);
        }
        self.names.mark_read(&key, ones(width) << offset);
        let (verilog, top) = (&name.verilog, offset + width - 1);
        Ok(Text::simple(match (width, name.width) {
            (w, own) if w == own => verilog.clone(),
            (1, _) => format!("{verilog}[{offset}]"),
            _ => format!("{verilog}[{top}:{offset}]"),
        }))
    }

    fn slice(&self, e: &Expr, width: u32, offset: &Expr) -> Printed {
        match (strip(e), self.constant(offset)) {
            (Expr::Signal(s), Some(offset)) => self.part(s, width, offset as u32),
            (e, Some(0)) => self.low(e, width),
            (Expr::Signal(s), None) => {
                let (key, name) = self.name(s)?;
                self.names.mark_read(&key, ones(name.width));
                let at = self.position(offset, name.width)?;
                Ok(Text::simple(format!("{}[{at} +: {width}]", name.verilog)))
            }
            _ => Err(format!("bits of an expression are taken: {USE_A_LOCAL}")),
        }
    }

    /// A variable bit position, which must be as wide as the positions there are.
    fn position(&self, index: &Expr, width: u32) -> Result<String, String> {
        let needed = (width.max(2) - 1).ilog2() + 1;
        match self.known_width(index)? {
            own if own >= needed => Ok(self.low_or_same(index, own, needed)?.alone()),
            own => Ok(self.widened(self.print(index, own)?, own, needed)),
        }
    }

    fn low_or_same(&self, e: &Expr, own: u32, width: u32) -> Printed {
        if own == width {
            self.print(e, width)
        } else {
            self.low(e, width)
        }
    }

    fn bit(&self, e: &Expr, index: &Expr) -> Printed {
        let width = self.known_width(e)?;
        if let (Expr::Signal(s), Some(index)) = (strip(e), self.constant(index)) {
            return self.part(s, 1, index as u32);
        }
        let base = self.print(e, width)?.operand();
        if let Some(index) = self.constant(index).filter(|i| *i < u128::from(width)) {
            return Ok(Text::compound(format!("|({base} & {})", literal(1 << index, width))));
        }
        let (amount, one) = (self.amount(index)?, literal(1, width));
        Ok(Text::compound(format!("|(({base} >> {amount}) & {one})")))
    }
}

/// An expression without the parentheses around it.
pub fn strip(e: &Expr) -> &Expr {
    match e {
        Expr::Paren(e) => strip(e),
        e => e,
    }
}
