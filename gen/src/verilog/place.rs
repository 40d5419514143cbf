//! Resolves indices and names: to a signal, or to one element of a bank.

use super::design::{Body, Child, Signal};
use super::expr::Printer;
use super::names::{Meaning, Name, Names};
use super::Word;
use rust_hdl::core::ast::{VerilogExpression as Expr, VerilogOp as Op};

/// An index made of numbers and loop variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Index {
    Number(u64),
    /// Verilog over loop variables.
    Text(String),
}

impl Index {
    fn join(self, op: char, other: Self) -> Option<Self> {
        if let (Self::Number(a), Self::Number(b)) = (&self, &other) {
            let value = match op {
                '+' => a.checked_add(*b),
                '-' => a.checked_sub(*b),
                _ => a.checked_mul(*b),
            };
            return value.map(Self::Number);
        }
        Some(Self::Text(format!("{} {op} {}", self.operand(), other.operand())))
    }

    fn operand(&self) -> String {
        match self {
            Self::Number(value) => value.to_string(),
            Self::Text(text) if text.contains(' ') => format!("({text})"),
            Self::Text(text) => text.clone(),
        }
    }

    /// Prints the index as it is between brackets.
    pub fn alone(&self) -> String {
        match self {
            Self::Number(value) => value.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// A signal, or one element of a bank.
pub struct Place<'a> {
    /// The name in rust-hdl's spelling, without the index.
    pub key: String,
    pub name: &'a Name,
    element: Option<Index>,
}

impl Place<'_> {
    /// Prints all bits.
    pub fn whole(&self) -> String {
        self.bits(self.name.width, 0)
    }

    /// Prints `width` bits from `offset` up.
    pub fn bits(&self, width: u32, offset: u32) -> String {
        let (verilog, own) = (&self.name.verilog, self.name.width);
        let range = |first: u64| match width {
            1 => format!("{verilog}[{first}]"),
            _ => format!("{verilog}[{}:{first}]", first + u64::from(width) - 1),
        };
        match &self.element {
            None if width == own => verilog.clone(),
            None => range(offset.into()),
            Some(Index::Number(element)) => range(element * u64::from(own) + u64::from(offset)),
            Some(element) => {
                let first = match own {
                    1 => element.alone(),
                    _ => format!("{}*{own}", element.operand()),
                };
                let first = if offset == 0 { first } else { format!("{first} + {offset}") };
                match width {
                    1 => format!("{verilog}[{first}]"),
                    _ => format!("{verilog}[{first} +: {width}]"),
                }
            }
        }
    }

    /// Prints the bit at a position that depends on loop variables.
    pub fn bit(&self, position: &Index) -> String {
        let first = match &self.element {
            None => position.alone(),
            Some(element) => {
                format!("{}*{} + {}", element.operand(), self.name.width, position.operand())
            }
        };
        format!("{}[{first}]", self.name.verilog)
    }
}

impl<'a> Printer<'a> {
    /// Resolves a signal expression or the target of an assignment.
    pub fn place(&self, spelling: &str) -> Result<Place<'a>, String> {
        let spelling = spelling.trim_end_matches("$next");
        let unknown = |key: &str| {
            format!(
                "{key} is no signal, Param or state of this block; give a Rust constant to the \
                 circuit as a Param"
            )
        };
        let find = |key: String, element: Option<Index>| match self.names.get(&key) {
            Some(name) if name.elements.is_some() == element.is_some() => {
                Ok(Place { key, name, element })
            }
            Some(_) => Err(format!("{spelling}: a bank, and nothing else, takes an index")),
            None => Err(unknown(&key)),
        };
        let Some((bank, rest)) = spelling.split_once('[') else {
            return find(spelling.to_string(), None);
        };
        let (index, rest) = rest.split_once(']').ok_or(format!("{spelling}: no closing ]"))?;
        let index = self.spelled_index(index).ok_or(format!(
            "{spelling}: the index must be made of constants and loop variables with + and -"
        ))?;
        let place = find(format!("{bank}{rest}"), Some(index))?;
        match (&place.element, place.name.elements) {
            (Some(Index::Number(element)), Some(elements)) if *element >= elements => {
                Err(format!("{spelling}: there are {elements} elements"))
            }
            _ => Ok(place),
        }
    }

    /// Does the same as [`Printer::place`] for reading, and records which bits are read.
    pub fn read(&self, spelling: &str, bits: impl Fn(u32) -> Word) -> Result<Place<'a>, String> {
        let place = self.place(spelling)?;
        if place.name.meaning == Meaning::Implied {
            return Err(format!("{} is a clock or reset and cannot be read", place.key));
        }
        self.names.mark_read(&place.key, bits(place.name.width));
        Ok(place)
    }

    fn spelled_index(&self, text: &str) -> Option<Index> {
        let text = text.trim_matches(|c: char| c == '(' || c == ')' || c.is_whitespace());
        for op in ['+', '-'] {
            if let Some((a, b)) = text.rsplit_once(op) {
                return self.spelled_index(a)?.join(op, self.spelled_index(b)?);
            }
        }
        if self.is_loop_variable(text) {
            return Some(Index::Text(text.to_string()));
        }
        text.trim_end_matches("usize").parse().ok().map(Index::Number)
    }

    /// Resolves an expression of numbers and loop variables.
    pub fn index(&self, e: &Expr) -> Option<Index> {
        match e {
            Expr::Paren(e) => self.index(e),
            Expr::Signal(s) if self.is_loop_variable(s) => Some(Index::Text(s.clone())),
            // Sized numbers wrap when they are added.
            Expr::Binary(l, op @ (Op::Add | Op::Sub | Op::Mul), r)
                if !matches!(self.width(e), Ok(Some(_))) =>
            {
                let op = match op {
                    Op::Add => '+',
                    Op::Sub => '-',
                    _ => '*',
                };
                self.index(l)?.join(op, self.index(r)?)
            }
            e => self.constant(e).and_then(|value| value.try_into().ok()).map(Index::Number),
        }
    }

    pub fn is_loop_variable(&self, name: &str) -> bool {
        self.loops.iter().any(|known| known == name)
    }
}

/// Returns the number of bits of a port that a memory uses. An address has as many bits as the
/// largest memory needs, and a memory may store fewer bits than a word has.
pub fn port_bits(child: &Child, port: &Signal) -> Option<u32> {
    let Body::Sram { entries, kept } = &child.part().body else { return None };
    let bits = match port.name.rsplit_once('_') {
        Some((_, "addr")) => position_bits(*entries),
        Some((_, "data")) if *kept < port.width => *kept,
        _ => return None,
    };
    Some(bits)
}

/// Returns the number of bits of a number below `positions`; at least one.
pub fn position_bits(positions: u64) -> u32 {
    (positions.max(2) - 1).ilog2() + 1
}

/// Checks that a loop variable may have this name.
pub fn check_loop_variable(names: &Names, name: &str) -> Result<(), String> {
    if names.is_taken(name) {
        return Err(format!("the loop variable {name} hides a signal: rename one"));
    }
    Ok(())
}
