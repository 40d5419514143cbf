//! Decodes mnemonics to operations: stem, modifiers and types, without operands. A family of instructions takes
//! the modifiers it understands. A modifier that remains is refused by name.

mod arithmetic;
mod atomics;
mod control;
mod conversion;
mod forms;
mod memory;
mod transfers;
mod video;
mod warp;

use super::super::ast::{InstructionText, OperandText};
use super::super::error::Located;
use super::super::instr::{CacheOp, Instr, Op, Round, Ty};
use super::legality::check;
use super::words::{class, type_of};

/// An instruction without its operands, with the number of elements of a vector access.
pub(super) struct Decoded {
    pub instr: Instr,
    pub elements: usize,
    /// Number of destinations that the operation writes (0 or 1).
    pub results: usize,
    /// Whether the last operand is a cache policy.
    pub hint: bool,
    /// `.cc`: whether the carry flag is written as well.
    pub sets_carry: bool,
}

/// A mnemonic while it is being decoded.
pub(super) struct Words<'a> {
    text: &'a InstructionText,
    /// Modifiers that have not been taken yet, without types.
    rest: Vec<&'a str>,
    /// Types, in the order written.
    types: Vec<Ty>,
    saturate: bool,
    sets_carry: bool,
    relu: bool,
    /// `.ftz`.
    flush: bool,
    round: Round,
    /// `.approx`.
    approximate: bool,
    elements: usize,
    results: usize,
    /// Whether the operation works without a type.
    typeless: bool,
    cache: CacheOp,
    /// `.L2::cache_hint`: a cache policy is the last operand.
    hint: bool,
}

impl<'a> Words<'a> {
    fn new(text: &'a InstructionText) -> Self {
        let mut rest: Vec<&str> = text.modifiers.iter().map(String::as_str).collect();
        let mut types = Vec::new();
        rest.retain(|word| match type_of(word) {
            Some(ty) => {
                types.push(ty);
                false
            }
            None => true,
        });
        Self {
            text,
            rest,
            types,
            saturate: false,
            sets_carry: false,
            relu: false,
            flush: false,
            round: Round::Near,
            approximate: false,
            elements: 1,
            results: 1,
            typeless: false,
            cache: CacheOp::All,
            hint: false,
        }
    }

    fn stem(&self) -> &'a str {
        &self.text.stem
    }

    /// Removes a modifier. Returns whether it was present.
    fn take(&mut self, word: &str) -> bool {
        let at = self.rest.iter().position(|other| *other == word);
        at.map(|at| self.rest.remove(at)).is_some()
    }

    /// Removes the first of these modifiers that is present, and returns its meaning.
    fn pick<T: Copy>(&mut self, names: &[(&str, T)]) -> Option<T> {
        names.iter().find(|(name, _)| self.take(name)).map(|(_, value)| *value)
    }

    /// Removes modifiers that do not change what this family computes.
    fn ignore(&mut self, words: &[&str]) {
        self.rest.retain(|word| !words.contains(word));
    }

    /// Returns the first type.
    fn ty(&self) -> Result<Ty, Located> {
        let ty = self.types.first().copied();
        ty.ok_or_else(|| self.refuse("the instruction needs a type such as `.s32` or `.f32`"))
    }

    /// Refuses operands, for instructions whose operands are not decoded.
    fn no_operands(&self) -> Result<(), Located> {
        match self.text.operands[..] {
            [] => Ok(()),
            _ => Err(self.refuse("the instruction takes no operands")),
        }
    }

    fn refuse(&self, what: &str) -> Located {
        Located::new(self.text.line, self.text.mnemonic(), what)
    }
}

/// Decodes a mnemonic. The error says which word or type is not supported.
pub(super) fn decode(text: &InstructionText) -> Result<Decoded, Located> {
    let mut words = Words::new(text);
    let families =
        [arithmetic::decode, memory::decode, control::decode, warp::decode, video::decode];
    let mut op = None;
    for family in families {
        op = family(&mut words)?;
        if op.is_some() {
            break;
        }
    }
    let op: Op = op.ok_or_else(|| {
        words.refuse("unknown instruction, or one outside the supported subset of PTX")
    })?;
    if let Some(word) = words.rest.first() {
        return Err(words.refuse(&format!("the modifier `.{word}` is not supported here")));
    }
    let ty = match words.types.first() {
        None if words.typeless => Ty::B32,
        _ => words.ty()?,
    };
    check(text, op, ty, &words.types)?;
    let other = words.types.get(1).copied();
    let mut instr = Instr::new(op, ty, class(op, ty, other), text.line);
    instr.src_ty = other.unwrap_or(ty);
    instr.saturate = words.saturate;
    instr.relu = words.relu;
    instr.flush = words.flush;
    instr.round = words.round;
    instr.approximate = words.approximate;
    instr.cache = words.cache;
    let (elements, results) = (words.elements, words.results);
    let (sets_carry, hint) = (words.sets_carry, words.hint);
    Ok(Decoded { instr, elements, results, sets_carry, hint })
}
