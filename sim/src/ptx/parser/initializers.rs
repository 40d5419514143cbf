//! Initializers: numbers and addresses, row by row.

use super::super::ast::{Element, Initial, OperandText};
use super::super::lexer::Token;
use super::{Parsed, Parser};
use crate::ptx::ValueKind;

/// The variable being initialized.
struct Target<'a> {
    name: &'a str,
    element: Element,
    /// Elements of a row at every depth of braces; `None` for the outermost of an unsized array.
    rows: Vec<Option<u64>>,
    /// Position of the next element.
    next: u64,
    found: Vec<(u64, Initial)>,
}

impl Parser<'_, '_> {
    /// Returns the elements of `name` with their positions, and the position behind the last one. `sizes` are the
    /// dimensions, of which the first is open if `is_unsized`.
    pub(super) fn initializer(
        &mut self,
        name: &str,
        element: Element,
        sizes: &[u64],
        is_unsized: bool,
    ) -> Parsed<(Vec<(u64, Initial)>, u64)> {
        let product =
            |depth: usize| sizes[depth..].iter().fold(1_u64, |n, &size| n.saturating_mul(size));
        let mut rows: Vec<Option<u64>> =
            (0..sizes.len().max(1)).map(|depth| Some(product(depth.min(sizes.len())))).collect();
        if is_unsized {
            rows[0] = None;
        }
        let mut target = Target { name, element, rows, next: 0, found: Vec::new() };
        match self.peek() {
            Some(Token::BraceOpen) => self.row(&mut target, 0)?,
            _ if sizes.is_empty() => self.initial(&mut target)?,
            _ => return self.error("the initializer of an array is a list in braces"),
        }
        Ok((target.found, target.next))
    }

    /// Parses a list in braces. Elements that an inner row leaves out are zero.
    fn row(&mut self, target: &mut Target, depth: usize) -> Parsed<()> {
        let Some(&size) = target.rows.get(depth) else {
            return self.error(format!("{} does not have that many dimensions", target.name));
        };
        self.expect(Token::BraceOpen, "`{`")?;
        let begin = target.next;
        while !self.accept(Token::BraceClose) {
            if self.peek() == Some(Token::BraceOpen) {
                let inner = target.rows.get(depth + 1).copied().flatten().unwrap_or(1);
                if !(target.next - begin).is_multiple_of(inner.max(1)) {
                    return self.error("a row in braces must follow whole rows");
                }
                self.row(target, depth + 1)?;
            } else {
                self.initial(target)?;
            }
            if size.is_some_and(|size| target.next - begin > size) {
                return self.error(format!(
                    "the initializer of {} is longer than its {} elements",
                    target.name,
                    size.unwrap_or(0)
                ));
            }
            if !self.accept(Token::Comma) && self.peek() != Some(Token::BraceClose) {
                return self.error("expected `,` or `}` in an initializer");
            }
        }
        if let (Some(size), true) = (size, depth > 0) {
            target.next = begin.saturating_add(size);
        }
        Ok(())
    }

    fn initial(&mut self, target: &mut Target) -> Parsed<()> {
        let element = self.element(target)?;
        target.found.push((target.next, element));
        target.next += 1;
        Ok(())
    }

    fn element(&mut self, target: &Target) -> Parsed<Initial> {
        let element = target.element;
        // `0xFF00(symbol)` is a byte of an address.
        let is_number = matches!(self.peek(), Some(Token::Hex(_) | Token::Integer(_)));
        if is_number && self.peek_at(1) == Some(Token::ParenOpen) {
            let mask = self.unsigned()?;
            let byte = mask.trailing_zeros() / 8;
            if mask == 0 || mask != 0xFF << (8 * byte) || element.bytes != 1 {
                self.at -= 1;
                return self.error("a byte of an address is `0xFF(symbol)`, `0xFF00(symbol)` and so on, in an 8-bit element");
            }
            self.expect(Token::ParenOpen, "`(`")?;
            let (symbol, addend) = self.symbol()?;
            self.expect(Token::ParenClose, "`)`")?;
            return Ok(Initial::Address { symbol, addend, byte: Some(byte) });
        }
        if let Some(Token::Name(_)) = self.peek() {
            let (symbol, addend) = self.symbol()?;
            return Ok(Initial::Address { symbol, addend, byte: None });
        }
        let at = self.at;
        let is_float = element.kind == ValueKind::Float;
        let bits = match (self.literal()?, element.bytes) {
            (OperandText::Integer(value), bytes) if fits(value, bytes) => {
                (!is_float || value == 0).then_some(value)
            }
            (OperandText::Float32(bits), 4) => Some(u64::from(bits)),
            (OperandText::Float32(bits), 8) if is_float => {
                Some(f64::from(f32::from_bits(bits)).to_bits())
            }
            (OperandText::Float64(bits), 8) => Some(bits),
            (OperandText::Float64(bits), 4) if is_float => {
                Some(u64::from((f64::from_bits(bits) as f32).to_bits()))
            }
            (OperandText::Decimal(value), 8) if is_float => Some(value.to_bits()),
            (OperandText::Decimal(value), 4) if is_float => {
                Some(u64::from((value as f32).to_bits()))
            }
            _ => None,
        };
        match bits {
            Some(bits) => Ok(Initial::Bits(bits)),
            None => {
                self.at = at;
                self.error(format!(
                    "the number does not fit an element of {}, of {} {} bits",
                    target.name,
                    if is_float { "floating-point" } else { "integer" },
                    8 * element.bytes
                ))
            }
        }
    }

    /// Parses `name`, `name+4`, `generic(name)+4`.
    fn symbol(&mut self) -> Parsed<(String, i64)> {
        if self.peek() != Some(Token::Name("generic")) || self.peek_at(1) != Some(Token::ParenOpen)
        {
            return Ok((self.name("a variable's name")?, self.addend()?));
        }
        self.at += 2;
        let symbol = self.name("a variable's name")?;
        let inner = self.addend()?;
        self.expect(Token::ParenClose, "`)`")?;
        Ok((symbol, inner.wrapping_add(self.addend()?)))
    }
}

/// Returns whether `value` is a signed or unsigned number of `bytes` bytes.
fn fits(value: u64, bytes: u64) -> bool {
    let bits = 8 * bytes as u32;
    bits >= 64 || value >> bits == 0 || (value as i64) >> (bits - 1) == -1
}
