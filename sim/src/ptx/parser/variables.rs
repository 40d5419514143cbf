//! Declared variables and their initializers.

use super::super::ast::{Initial, OperandText, VarSpace, Variable};
use super::super::lexer::Token;
use super::{Parsed, Parser};

/// Largest variable accepted, so that a mistyped size is an error instead of an attempt to allocate it.
const MAX_VARIABLE_BYTES: u64 = 1 << 31;

impl Parser<'_, '_> {
    /// `.space .align n .ty name[count] = init`.
    pub(super) fn variable(&mut self) -> Parsed<Variable> {
        self.typed_variable(None)
    }

    /// A variable whose space the caller may know already.
    pub(super) fn typed_variable(&mut self, mut space: Option<VarSpace>) -> Parsed<Variable> {
        let line = self.line();
        let (mut align, mut element) = (None, None);
        let mut lanes = 1;
        while let Some(Token::Dotted(word)) = self.peek() {
            self.at += 1;
            match word {
                ".global" => space = space.or(Some(VarSpace::Global)),
                ".const" => space = space.or(Some(VarSpace::Const)),
                ".shared" => space = space.or(Some(VarSpace::Shared)),
                ".local" => space = space.or(Some(VarSpace::Local)),
                ".param" => space = space.or(Some(VarSpace::Param)),
                ".align" => align = Some(self.unsigned()?),
                ".ptr" => {}
                ".v2" => lanes = 2,
                ".v4" => lanes = 4,
                _ => match element_bytes(word) {
                    // `.ptr .global .align 4` after the type describes what a pointer points to.
                    Some(bytes) => element = Some((bytes, align)),
                    None => {
                        self.at -= 1;
                        return self.error("unknown directive in a declaration; supported are state spaces, `.align` and \
                            the types .b8 to .b64, .u8 to .u64, .s8 to .s64, .f32, .f64");
                    }
                },
            }
        }
        let Some(space) = space else {
            return self.error("expected a state space such as `.global` or `.shared`");
        };
        let Some((element_bytes, declared)) = element else {
            return self.error("expected a type such as `.b32`");
        };
        let align = declared.unwrap_or(element_bytes * lanes);
        if !align.is_power_of_two() || align > 4096 {
            return self.error("an alignment must be a power of two, at most 4096");
        }
        let name = self.name("the variable's name")?;
        let (mut bytes, mut is_extern) = (element_bytes * lanes, false);
        let mut unsized_dimension = false;
        while self.accept(Token::BracketOpen) {
            if self.accept(Token::BracketClose) {
                unsized_dimension = true;
                continue;
            }
            bytes = bytes.saturating_mul(self.unsigned()?);
            self.expect(Token::BracketClose, "`]`")?;
        }
        if bytes > MAX_VARIABLE_BYTES {
            return self.error(format!(
                "{name} is too large: {bytes} bytes, at most {MAX_VARIABLE_BYTES}"
            ));
        }
        let mut init = Vec::new();
        if self.accept(Token::Equals) {
            self.initializer(&mut init, 0)?;
        }
        if unsized_dimension {
            is_extern = init.is_empty();
            bytes = element_bytes * init.len() as u64;
        }
        if init.len() as u64 * element_bytes > bytes {
            return self
                .error(format!("the initializer of {name} is longer than its {bytes} bytes"));
        }
        Ok(Variable { name, space, bytes, align, is_extern, element_bytes, init, line })
    }

    fn initializer(&mut self, init: &mut Vec<Initial>, depth: u32) -> Parsed<()> {
        if self.accept(Token::BraceOpen) {
            while !self.accept(Token::BraceClose) {
                if depth > 16 {
                    return self.error("an initializer nested this deep is not supported");
                }
                self.initializer(init, depth + 1)?;
                if !self.accept(Token::Comma) && self.peek() != Some(Token::BraceClose) {
                    return self.error("expected `,` or `}` in an initializer");
                }
            }
            return Ok(());
        }
        let value = match self.peek() {
            Some(Token::Name("generic")) => {
                self.at += 1;
                self.expect(Token::ParenOpen, "`(`")?;
                let symbol = self.name("a variable's name")?;
                let inner = self.addend()?;
                self.expect(Token::ParenClose, "`)`")?;
                Initial::Address { symbol, addend: inner.wrapping_add(self.addend()?) }
            }
            Some(Token::Name(name)) => {
                self.at += 1;
                Initial::Address { symbol: name.to_string(), addend: self.addend()? }
            }
            _ => match self.literal()? {
                OperandText::Float32(bits) => Initial::Bits(u64::from(bits)),
                OperandText::Integer(bits) | OperandText::Float64(bits) => Initial::Bits(bits),
                OperandText::Decimal(value) => Initial::Decimal(value),
                _ => return self.error("expected a number or a variable's name"),
            },
        };
        init.push(value);
        Ok(())
    }
}

fn element_bytes(word: &str) -> Option<u64> {
    Some(match word {
        ".b8" | ".u8" | ".s8" => 1,
        ".b16" | ".u16" | ".s16" => 2,
        ".b32" | ".u32" | ".s32" | ".f32" => 4,
        ".b64" | ".u64" | ".s64" | ".f64" => 8,
        _ => return None,
    })
}
