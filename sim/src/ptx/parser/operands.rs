//! Instructions, their operands, and literals.

use super::super::ast::{InstructionText, OperandText};
use super::super::error::Located;
use super::super::lexer::Token;
use super::unsupported::unsupported;
use super::{Parsed, Parser};

impl Parser<'_, '_> {
    pub(super) fn instruction(&mut self) -> Parsed<InstructionText> {
        let mut guard = None;
        if self.accept(Token::At) {
            let negate = self.accept(Token::Bang);
            guard = Some((self.name("a predicate")?, negate));
        }
        let line = self.line();
        let stem = self.name("an instruction")?;
        let mut modifiers = Vec::new();
        while let Some(Token::Dotted(word)) = self.peek() {
            modifiers.push(word[1..].to_string());
            self.at += 1;
        }
        if let Some(family) = unsupported(&stem, &modifiers) {
            let text = InstructionText { guard, stem, modifiers, operands: Vec::new(), line };
            let message = format!("{family} are not supported");
            return Err(Located::new(line, text.mnemonic(), message));
        }
        let mut operands = Vec::new();
        while !self.accept(Token::Semicolon) {
            // Only calls have lists in parentheses. Elsewhere parentheses group a constant expression.
            let grouped = stem != "call" && self.peek() == Some(Token::ParenOpen);
            operands.push(if grouped { self.literal()? } else { self.operand()? });
            if !self.accept(Token::Comma) && self.peek() != Some(Token::Semicolon) {
                return self.error(format!("expected `,` or `;` after an operand of `{stem}`"));
            }
        }
        Ok(InstructionText { guard, stem, modifiers, operands, line })
    }

    fn operand(&mut self) -> Parsed<OperandText> {
        match self.peek() {
            Some(Token::Name("_")) if self.peek_at(1) != Some(Token::Bar) => {
                self.at += 1;
                if self.accept(Token::Bar) {
                    return Ok(OperandText::Pair("_".into(), self.name("a register after `|`")?));
                }
                Ok(OperandText::Sink)
            }
            Some(Token::Name("WARP_SZ")) => self.literal(),
            Some(Token::Name(_)) => self.named_operand(),
            Some(Token::Bang) if matches!(self.peek_at(1), Some(Token::Name(_))) => {
                self.at += 1;
                Ok(OperandText::NotName(self.name("a predicate")?))
            }
            Some(Token::BracketOpen) => self.address(),
            Some(Token::BraceOpen) => {
                self.at += 1;
                let mut elements = Vec::new();
                while !self.accept(Token::BraceClose) {
                    if self.peek() == Some(Token::BraceOpen) {
                        return self.error("a vector operand cannot contain another");
                    }
                    elements.push(self.operand()?);
                    if !self.accept(Token::Comma) && self.peek() != Some(Token::BraceClose) {
                        return self.error("expected `,` or `}` in a vector operand");
                    }
                }
                Ok(OperandText::Vector(elements))
            }
            Some(Token::ParenOpen) => {
                self.at += 1;
                let mut arguments = Vec::new();
                while !self.accept(Token::ParenClose) {
                    if matches!(self.peek(), Some(Token::ParenOpen | Token::BraceOpen)) {
                        return self.error("an argument is a variable, a register or a number");
                    }
                    arguments.push(self.operand()?);
                    if !self.accept(Token::Comma) && self.peek() != Some(Token::ParenClose) {
                        return self.error("expected `,` or `)` in an argument list");
                    }
                }
                Ok(OperandText::List(arguments))
            }
            _ => self.literal(),
        }
    }

    fn named_operand(&mut self) -> Parsed<OperandText> {
        let mut name = self.name("an operand")?;
        // `%tid.x` is one name, and so is a part of a register such as `r1.b0`.
        if let Some(Token::Dotted(axis)) = self.peek() {
            name.push_str(axis);
            self.at += 1;
        }
        if self.accept(Token::Bar) {
            return Ok(OperandText::Pair(name, self.name("a register after `|`")?));
        }
        Ok(OperandText::Name { name, addend: self.addend()? })
    }

    fn address(&mut self) -> Parsed<OperandText> {
        self.at += 1;
        let operand = if let Some(Token::Name(_)) = self.peek() {
            let base = Some(self.name("a base register or variable")?);
            OperandText::Address { base, offset: self.addend()? }
        } else {
            OperandText::Address { base: None, offset: self.signed()? }
        };
        self.expect(Token::BracketClose, "`]`")?;
        // The qualifier says that host and device share the memory, as they share all device memory here.
        self.accept(Token::Dotted(".unified"));
        Ok(operand)
    }

    /// Parses a number: a floating-point literal, or a constant expression over integers.
    pub(super) fn literal(&mut self) -> Parsed<OperandText> {
        let sign = usize::from(self.peek() == Some(Token::Minus));
        let literal = match (self.peek_at(sign), sign == 1) {
            (Some(Token::Float32(text)), negative) => {
                let bits = u32::from_str_radix(&text[2..], 16).unwrap_or(0);
                OperandText::Float32(if negative { bits ^ 1 << 31 } else { bits })
            }
            (Some(Token::Float64(text)), negative) => {
                let bits = u64::from_str_radix(&text[2..], 16).unwrap_or(0);
                OperandText::Float64(if negative { bits ^ 1 << 63 } else { bits })
            }
            (Some(Token::Decimal(text)), negative) => {
                let value: f64 = text.parse().unwrap_or(0.0);
                OperandText::Decimal(if negative { -value } else { value })
            }
            _ => return Ok(OperandText::Integer(self.expression()?.bits)),
        };
        self.at += 1 + sign;
        Ok(literal)
    }
}
