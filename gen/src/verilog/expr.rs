//! Prints expressions so that Verilog computes at the same widths as Rust.
//!
//! Every operand of an operator has the operator's width, literals included. So no context can
//! widen an addition and keep a carry that Rust drops.

use super::design::Literal;
use super::names::{ones, Meaning, Names};
use super::place::Index;
use super::text::{symbol, Text};
use super::Word;
use rust_hdl::core::ast::{VerilogExpression as Expr, VerilogOp as Op, VerilogOpUnary as UnaryOp};

type Printed = Result<Text, String>;

/// Loop variables in scope, innermost last.
pub type Loops = Vec<String>;

/// Prints the expressions of one module.
pub struct Printer<'a> {
    pub names: &'a Names,
    pub loops: &'a Loops,
}

/// Prints a sized literal: short ones in binary or decimal, long ones in hexadecimal.
pub fn literal(value: impl Into<Word>, width: u32) -> String {
    let value = value.into();
    match width {
        1 => format!("1'b{value}"),
        2..=8 => format!("{width}'d{value}"),
        _ if value < 10 => format!("{width}'d{value}"),
        _ => format!("{width}'h{value:x}"),
    }
}

fn is_arithmetic(op: &Op) -> bool {
    matches!(op, Op::Add | Op::Sub | Op::BitXor | Op::BitAnd | Op::BitOr)
}

fn is_shift(op: &Op) -> bool {
    matches!(op, Op::Shl | Op::Shr)
}

/// Width of a factor.
const FACTOR: u32 = 16;

const USE_A_LOCAL: &str = "assign it to a Local signal of its own first and use that";

impl<'a> Printer<'a> {
    /// Returns the value of a constant expression.
    pub fn constant(&self, e: &Expr) -> Option<Word> {
        match e {
            Expr::Literal(l) => Literal::read(l).map(|l| l.value),
            Expr::Paren(e) => self.constant(e),
            Expr::Cast(e, width) => self.constant(e).filter(|value| *value <= ones(*width as u32)),
            // Sized numbers wrap when they are added; bare ones are Rust's numbers.
            Expr::Binary(l, op, r) if matches!(self.width(e), Ok(None)) => {
                let (l, r) = (self.constant(l)?, self.constant(r)?);
                match op {
                    Op::Add => l.checked_add(r),
                    Op::Sub => l.checked_sub(r),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns the width of an expression in bits; `None` for a bare number, which takes the width
    /// of the other operand.
    pub fn width(&self, e: &Expr) -> Result<Option<u32>, String> {
        Ok(match e {
            Expr::Signal(s) if self.is_loop_variable(s) => {
                return Err(format!("{s}: a loop variable can only be an index"));
            }
            Expr::Signal(s) => Some(self.place(s)?.name.width),
            Expr::Literal(l) => Literal::read(l).filter(|l| l.width == 1).map(|l| l.width),
            Expr::Cast(_, n) | Expr::Slice(_, n, _) => Some(*n as u32),
            Expr::Paren(e) | Expr::Unsigned(e) => self.width(e)?,
            Expr::Signed(_) => return Err("signed arithmetic is not supported".into()),
            Expr::Binary(l, op, _) if is_shift(op) => self.width(l)?,
            // rust-hdl multiplies two 16-bit values, and the product has 32 bits.
            Expr::Binary(_, Op::Mul, _) => Some(2 * FACTOR),
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

    /// Returns the value of a number that takes its width from its context.
    fn bare(&self, e: &Expr) -> Option<Word> {
        match self.width(e) {
            Ok(None) => self.constant(e),
            _ => None,
        }
    }

    fn number(&self, value: Word, width: u32) -> Printed {
        if value > ones(width) {
            return Err(format!("the number {value} does not fit {width} bits"));
        }
        Ok(Text::simple(literal(value, width)))
    }

    fn print_same(&self, e: &Expr, width: u32) -> Printed {
        match e {
            Expr::Signal(s) => Ok(Text::simple(self.read(s, ones)?.whole())),
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
            Expr::Binary(l, Op::Mul, r) => self.product(l, r, width),
            Expr::Binary(l, op, r) => {
                let operands = if is_arithmetic(op) {
                    width
                } else {
                    let own = self.width(l)?.or(self.width(r)?);
                    own.ok_or("two bare numbers are compared")?
                };
                Ok(Text::binary(self.print(l, operands)?, op, self.print(r, operands)?))
            }
            Expr::Unary(UnaryOp::Not, e) => Ok(Text::complement(self.print(e, width)?)),
            Expr::Unary(op, e) => {
                let (mark, own) = match op {
                    UnaryOp::Not | UnaryOp::Neg => ("-", width),
                    UnaryOp::All => ("&", self.known_width(e)?),
                    UnaryOp::Any => ("|", self.known_width(e)?),
                    UnaryOp::Xor => ("^", self.known_width(e)?),
                };
                // In parentheses inside others: `a & &b` and `a | |b` are hard to read.
                Ok(Text::compound(format!("{mark}{}", self.print(e, own)?.operand())))
            }
            Expr::Index(e, index) => self.bit(e, index),
            Expr::Slice(e, _, offset) => self.slice(e, width, offset),
            Expr::IndexReplace(e, index, value) => {
                let base = self.print(e, width)?.operand();
                let amount = self.amount(index)?;
                let one = literal(1u8, width);
                if let Some(index) = self.constant(index).filter(|i| *i < Word::from(width)) {
                    let mask = literal(Word::ONE << index, width);
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
        match self.index(e) {
            Some(Index::Number(value)) => Ok(value.to_string()),
            Some(index) => Ok(format!("({})", index.alone())),
            None => Ok(self.print(e, self.known_width(e)?)?.operand()),
        }
    }

    fn widened(&self, text: Text, from: u32, to: u32) -> String {
        if from == to {
            return text.operand();
        }
        // Operands of a concatenation are computed at their own width.
        format!("{{{}, {}}}", literal(0u8, to - from), text.alone())
    }

    fn cast(&self, e: &Expr, width: u32) -> Printed {
        if let Some(value) = self.constant(e) {
            // A bare number must fit; a sized one is truncated, as in Rust.
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

    /// Prints the low `width` bits of a wider expression: truncates the operands if the result is
    /// the same.
    fn low(&self, e: &Expr, width: u32) -> Printed {
        if let Some(value) = self.constant(e) {
            return self.number(value & ones(width), width);
        }
        match e {
            Expr::Paren(e) | Expr::Unsigned(e) => self.low(e, width),
            Expr::Signal(s) => self.part(s, width, 0),
            Expr::Binary(l, op, r) if is_arithmetic(op) => {
                Ok(Text::binary(self.low(l, width)?, op, self.low(r, width)?))
            }
            Expr::Binary(l, Op::Mul, r) => self.product(l, r, width),
            Expr::Binary(l, Op::Shl, r) => {
                let (l, amount) = (self.low(l, width)?, self.amount(r)?);
                Ok(Text::compound(format!("{} << {amount}", l.operand())))
            }
            Expr::Unary(UnaryOp::Not, e) => Ok(Text::complement(self.low(e, width)?)),
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

    /// Prints the low `width` bits of a product.
    fn product(&self, l: &Expr, r: &Expr, width: u32) -> Printed {
        let factor = |e: &Expr| match width < FACTOR {
            true => self.low(e, width),
            false => {
                self.print(e, FACTOR).map(|text| Text::simple(self.widened(text, FACTOR, width)))
            }
        };
        Ok(Text::binary(factor(l)?, &Op::Mul, factor(r)?))
    }

    fn part(&self, spelling: &str, width: u32, offset: u32) -> Printed {
        let bits = |_| ones(width) << offset;
        let place = self.place(spelling)?;
        if offset + width > place.name.width {
            let own = place.name.width;
            return Err(format!("bits {offset} and up of {}: it has {own} bits", place.key));
        }
        if let Meaning::Constant(value) = &place.name.meaning {
            return self.number((value.value >> offset) & ones(width), width);
        }
        Ok(Text::simple(self.read(spelling, bits)?.bits(width, offset)))
    }

    fn slice(&self, e: &Expr, width: u32, offset: &Expr) -> Printed {
        match (strip(e), self.constant(offset)) {
            (Expr::Signal(s), Some(offset)) => self.part(s, width, offset.as_u32()),
            (e, Some(Word::ZERO)) => self.low(e, width),
            (Expr::Signal(_), None) => Err(format!(
                "bits at a variable position are taken, which beyond the end are zero in Rust and \
                 unknown in Verilog: shift right, {USE_A_LOCAL}"
            )),
            _ => Err(format!("bits of an expression are taken: {USE_A_LOCAL}")),
        }
    }

    fn bit(&self, e: &Expr, index: &Expr) -> Printed {
        let width = self.known_width(e)?;
        match (strip(e), self.index(index)) {
            (Expr::Signal(s), Some(Index::Number(index))) => {
                return self.part(s, 1, index as u32);
            }
            (Expr::Signal(s), Some(index)) => {
                return Ok(Text::simple(self.read(s, ones)?.bit(&index)));
            }
            _ => {}
        }
        let base = self.print(e, width)?.operand();
        if let Some(index) = self.constant(index).filter(|i| *i < Word::from(width)) {
            return Ok(Text::compound(format!(
                "|({base} & {})",
                literal(Word::ONE << index, width)
            )));
        }
        let (amount, one) = (self.amount(index)?, literal(1u8, width));
        Ok(Text::compound(format!("|(({base} >> {amount}) & {one})")))
    }
}

/// Returns an expression without the parentheses around it.
pub fn strip(e: &Expr) -> &Expr {
    match e {
        Expr::Paren(e) => strip(e),
        e => e,
    }
}
