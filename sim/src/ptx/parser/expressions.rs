//! Constant expressions over integers, as in C: 64 bits wide, unsigned as soon as one operand is.

use super::super::lexer::Token;
use super::{Parsed, Parser};

/// Deepest nesting of parentheses and signs that is accepted.
const MAX_DEPTH: u32 = 64;

/// A constant with its signedness, which decides division, shifts and comparisons.
#[derive(Clone, Copy)]
pub(super) struct Constant {
    pub bits: u64,
    unsigned: bool,
}

impl Constant {
    fn signed(value: i64) -> Self {
        Self { bits: value as u64, unsigned: false }
    }

    fn truth(value: bool) -> Self {
        Self::signed(value.into())
    }
}

/// Binary operators by precedence, loosest first.
const LEVELS: &[&[Token<'static>]] = &[
    &[Token::BarBar],
    &[Token::AndAnd],
    &[Token::Bar],
    &[Token::Caret],
    &[Token::And],
    &[Token::Equal, Token::NotEqual],
    &[Token::Less, Token::LessEqual, Token::Greater, Token::GreaterEqual],
    &[Token::ShiftLeft, Token::ShiftRight],
    &[Token::Plus, Token::Minus],
    &[Token::Star, Token::Slash, Token::Percent],
];

impl Parser<'_, '_> {
    /// Parses a whole constant expression.
    pub(super) fn expression(&mut self) -> Parsed<Constant> {
        self.conditional(0)
    }

    fn conditional(&mut self, depth: u32) -> Parsed<Constant> {
        let condition = self.binary(0, depth)?;
        if !self.accept(Token::Question) {
            return Ok(condition);
        }
        let yes = self.nested(depth)?;
        self.expect(Token::Colon, "`:` of the conditional expression")?;
        let no = self.nested(depth)?;
        let chosen = if condition.bits != 0 { yes } else { no };
        Ok(Constant { bits: chosen.bits, unsigned: yes.unsigned || no.unsigned })
    }

    fn nested(&mut self, depth: u32) -> Parsed<Constant> {
        if depth >= MAX_DEPTH {
            return self.error("an expression nested this deep is not supported");
        }
        self.conditional(depth + 1)
    }

    fn binary(&mut self, level: usize, depth: u32) -> Parsed<Constant> {
        let Some(operators) = LEVELS.get(level) else { return self.unary(depth) };
        let mut left = self.binary(level + 1, depth)?;
        while let Some(operator) = operators.iter().find(|operator| self.peek() == Some(**operator))
        {
            let at = self.at;
            self.at += 1;
            let right = self.binary(level + 1, depth)?;
            match apply(*operator, left, right) {
                Some(value) => left = value,
                None => {
                    self.at = at;
                    return self.error("division by zero in a constant expression");
                }
            }
        }
        Ok(left)
    }

    fn unary(&mut self, depth: u32) -> Parsed<Constant> {
        let operator = self.peek();
        if !matches!(operator, Some(Token::Plus | Token::Minus | Token::Tilde | Token::Bang)) {
            return self.primary(depth);
        }
        if depth >= MAX_DEPTH {
            return self.error("an expression nested this deep is not supported");
        }
        self.at += 1;
        let value = self.unary(depth + 1)?;
        Ok(match operator {
            Some(Token::Minus) => Constant { bits: value.bits.wrapping_neg(), ..value },
            Some(Token::Tilde) => Constant { bits: !value.bits, ..value },
            Some(Token::Bang) => Constant::truth(value.bits == 0),
            _ => value,
        })
    }

    fn primary(&mut self, depth: u32) -> Parsed<Constant> {
        if self.accept(Token::ParenOpen) {
            // `(.s64)` and `(.u64)` change the signedness of what follows.
            if let Some(Token::Dotted(cast @ (".s64" | ".u64"))) = self.peek() {
                self.at += 1;
                self.expect(Token::ParenClose, "`)` after the type")?;
                if depth >= MAX_DEPTH {
                    return self.error("an expression nested this deep is not supported");
                }
                let value = self.unary(depth + 1)?;
                return Ok(Constant { bits: value.bits, unsigned: cast == ".u64" });
            }
            let value = self.nested(depth)?;
            self.expect(Token::ParenClose, "`)`")?;
            return Ok(value);
        }
        match self.peek() {
            Some(Token::Name("WARP_SZ")) => {
                self.at += 1;
                Ok(Constant::signed(32))
            }
            Some(Token::Integer(text) | Token::Hex(text) | Token::Binary(text)) => {
                let bits = self.unsigned()?;
                Ok(Constant { bits, unsigned: text.ends_with('U') || bits > i64::MAX as u64 })
            }
            _ => self.error("expected a register, a name or a number"),
        }
    }
}

/// Returns the value of `a operator b`; `None` if it divides by zero.
fn apply(operator: Token, a: Constant, b: Constant) -> Option<Constant> {
    let unsigned = a.unsigned || b.unsigned;
    let (x, y) = (a.bits as i64, b.bits as i64);
    let value = |bits: u64| Some(Constant { bits, unsigned });
    let order = if unsigned { a.bits.cmp(&b.bits) } else { x.cmp(&y) };
    let truth = |value: bool| Some(Constant::truth(value));
    match operator {
        Token::Plus => value(a.bits.wrapping_add(b.bits)),
        Token::Minus => value(a.bits.wrapping_sub(b.bits)),
        Token::Star => value(a.bits.wrapping_mul(b.bits)),
        Token::Slash | Token::Percent if b.bits == 0 => None,
        Token::Slash if unsigned => value(a.bits / b.bits),
        Token::Slash => value(x.wrapping_div(y) as u64),
        Token::Percent if unsigned => value(a.bits % b.bits),
        Token::Percent => value(x.wrapping_rem(y) as u64),
        Token::And => value(a.bits & b.bits),
        Token::Bar => value(a.bits | b.bits),
        Token::Caret => value(a.bits ^ b.bits),
        // The signedness of the amount does not affect that of the shifted value.
        Token::ShiftLeft => {
            let bits = a.bits.checked_shl(b.bits.min(64) as u32).unwrap_or(0);
            Some(Constant { bits, unsigned: a.unsigned })
        }
        Token::ShiftRight if a.unsigned => {
            let bits = a.bits.checked_shr(b.bits.min(64) as u32).unwrap_or(0);
            Some(Constant { bits, unsigned: true })
        }
        Token::ShiftRight => Some(Constant::signed(x >> b.bits.min(63))),
        Token::Less => truth(order.is_lt()),
        Token::LessEqual => truth(order.is_le()),
        Token::Greater => truth(order.is_gt()),
        Token::GreaterEqual => truth(order.is_ge()),
        Token::Equal => truth(a.bits == b.bits),
        Token::NotEqual => truth(a.bits != b.bits),
        Token::AndAnd => truth(a.bits != 0 && b.bits != 0),
        _ => truth(a.bits != 0 || b.bits != 0),
    }
}
