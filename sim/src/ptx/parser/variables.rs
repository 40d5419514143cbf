//! Declared variables: state space, alignment, type, name and dimensions.

use super::super::ast::{Element, VarSpace, Variable};
use super::super::lexer::Token;
use super::super::types::ValueKind;
use super::unsupported::unsupported_type;
use super::{Parsed, Parser};

/// Largest variable accepted. A mistyped size thus becomes an error instead of an attempt to allocate it.
const MAX_VARIABLE_BYTES: u64 = 1 << 31;

impl Parser<'_, '_> {
    /// Parses `.space .align n .ty name[count] = init`.
    pub(super) fn variable(&mut self) -> Parsed<Variable> {
        self.typed_variable(None)
    }

    /// Parses a variable whose space the caller may know already.
    pub(super) fn typed_variable(&mut self, mut space: Option<VarSpace>) -> Parsed<Variable> {
        let line = self.line();
        let (mut align, mut typed) = (None, None);
        let mut lanes = 1;
        while let Some(Token::Dotted(word)) = self.peek() {
            self.at += 1;
            match word {
                ".global" => space = space.or(Some(VarSpace::Global)),
                ".const" => space = space.or(Some(VarSpace::Const)),
                ".shared" | ".shared::cta" => space = space.or(Some(VarSpace::Shared)),
                ".local" => space = space.or(Some(VarSpace::Local)),
                ".param" => space = space.or(Some(VarSpace::Param)),
                ".align" => align = Some(self.unsigned()?),
                ".attribute" => self.attribute()?,
                ".ptr" => {}
                ".v2" => lanes = 2,
                ".v4" => lanes = 4,
                _ => match (element(word), unsupported_type(word)) {
                    // The words `.ptr .global .align 4` after the type describe what a pointer points to.
                    (Some(element), _) => typed = Some((element, align)),
                    (None, family) => {
                        self.at -= 1;
                        return self.error(match family {
                            Some(family) => format!("{family} are not supported"),
                            None => "unknown directive in a declaration; supported are state spaces, `.align` and \
                                the types .b8 to .b64, .u8 to .u64, .s8 to .s64, .f16, .f16x2, .bf16, .bf16x2, .f32, .f64"
                                .to_owned(),
                        });
                    }
                },
            }
        }
        let Some(space) = space else {
            return self.error("expected a state space such as `.global` or `.shared`");
        };
        let Some((element, declared)) = typed else {
            return self.error("expected a type such as `.b32`");
        };
        let align = declared.unwrap_or(element.bytes * lanes);
        if !align.is_power_of_two() || align > 4096 {
            return self.error("an alignment must be a power of two, at most 4096");
        }
        let name = self.name("the variable's name")?;
        let (mut sizes, is_unsized) = self.dimensions()?;
        if lanes > 1 {
            sizes.push(lanes);
        }
        let counted = sizes.iter().skip(usize::from(is_unsized));
        let row = counted.fold(element.bytes, |bytes, &size| bytes.saturating_mul(size));
        let (init, count) = match self.accept(Token::Equals) {
            true => self.initializer(&name, element, &sizes, is_unsized)?,
            false => (Vec::new(), 0),
        };
        let filled = count.saturating_mul(element.bytes);
        let bytes = if is_unsized { filled.div_ceil(row.max(1)).saturating_mul(row) } else { row };
        if bytes > MAX_VARIABLE_BYTES {
            return self.error(format!(
                "{name} is too large: {bytes} bytes, at most {MAX_VARIABLE_BYTES}"
            ));
        }
        let is_extern = is_unsized && init.is_empty();
        Ok(Variable { name, space, bytes, align, is_extern, element, init, line })
    }

    /// Parses `[4][2]`, or `[][2]`. Returns the sizes, and whether the first is left out; it is 0 then.
    fn dimensions(&mut self) -> Parsed<(Vec<u64>, bool)> {
        let mut sizes = Vec::new();
        let mut is_unsized = false;
        while self.accept(Token::BracketOpen) {
            if sizes.is_empty() && self.accept(Token::BracketClose) {
                is_unsized = true;
                sizes.push(0);
                continue;
            }
            sizes.push(self.unsigned()?);
            self.expect(Token::BracketClose, "`]`")?;
        }
        Ok((sizes, is_unsized))
    }

    /// Skips `.attribute(.managed)`: memory that the host also accesses, as it does all device memory here.
    fn attribute(&mut self) -> Parsed<()> {
        self.expect(Token::ParenOpen, "`(` after `.attribute`")?;
        if self.peek() != Some(Token::Dotted(".managed")) {
            return self.error("of attributes, only `.managed` is supported");
        }
        self.at += 1;
        self.expect(Token::ParenClose, "`)`")
    }
}

fn element(word: &str) -> Option<Element> {
    use ValueKind::{Bits, Float, Integer};
    let (bytes, kind) = match word {
        ".b8" => (1, Bits),
        ".u8" | ".s8" => (1, Integer),
        ".b16" => (2, Bits),
        ".u16" | ".s16" => (2, Integer),
        ".f16" | ".bf16" => (2, Float),
        ".b32" | ".f16x2" | ".bf16x2" => (4, Bits),
        ".u32" | ".s32" => (4, Integer),
        ".f32" => (4, Float),
        ".b64" => (8, Bits),
        ".u64" | ".s64" => (8, Integer),
        ".f64" => (8, Float),
        _ => return None,
    };
    Some(Element { bytes, kind })
}
