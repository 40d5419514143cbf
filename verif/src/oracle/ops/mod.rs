//! Instructions of one thread: a text, operand types, and a function of the operands' bits.

mod bits;
mod carry;
mod compare;
mod convert;
mod float;
mod half;
mod integer;
mod moves;
mod packed;

pub use carry::chain;

use super::types::Ty;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::rc::Rc;

/// Operand bits in order, a predicate as 0 or 1; carries come last.
pub type Eval = Rc<dyn Fn(&[u64]) -> [u64; 2]>;

/// The forms of a source operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Src {
    /// A register or a constant.
    Any(Ty),
    /// A register only.
    Reg(Ty),
    /// Preferably a number below the bound, or a register.
    Small(Ty, u64),
    /// This constant.
    Fixed(u64, Ty),
    /// A predicate, perhaps negated.
    Negatable,
}

/// How operands are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Separated by commas; two destinations as `d|p`.
    Plain,
    /// The sources as a vector in braces.
    Pack,
    /// The destinations as a vector in braces.
    Unpack,
}

/// An instruction without its operands.
#[derive(Clone)]
pub struct Op {
    /// Mnemonic with modifiers and types.
    pub text: String,
    /// How operands are written.
    pub form: Form,
    /// Types of the destinations, one or two.
    pub dst: Vec<Ty>,
    /// Sources.
    pub src: Vec<Src>,
    /// Takes the carry flag as a further source.
    pub carry_in: bool,
    /// Writes the carry flag as a second result.
    pub carry_out: bool,
    /// The destination's type if the PTX ISA leaves the pattern of a NaN result open.
    pub open_nan: Option<Ty>,
    /// The first source's type if the result for a NaN depends on the version of the PTX ISA: the
    /// result is made 0.
    pub open_for_nan: Option<Ty>,
    /// The function.
    pub eval: Eval,
}

impl Op {
    /// An instruction with one result.
    fn new(
        text: impl Into<String>,
        dst: Ty,
        src: &[Src],
        eval: impl Fn(&[u64]) -> u64 + 'static,
    ) -> Op {
        Op::pair(text, &[dst], src, move |values| [eval(values), 0])
    }

    /// An instruction with up to two results.
    fn pair(
        text: impl Into<String>,
        dst: &[Ty],
        src: &[Src],
        eval: impl Fn(&[u64]) -> [u64; 2] + 'static,
    ) -> Op {
        Op {
            text: text.into(),
            form: Form::Plain,
            dst: dst.to_vec(),
            src: src.to_vec(),
            carry_in: false,
            carry_out: false,
            open_nan: None,
            open_for_nan: None,
            eval: Rc::new(eval),
        }
    }

    /// The same, with an open NaN pattern.
    fn open(self) -> Op {
        Op { open_nan: self.dst.first().copied(), ..self }
    }
}

/// A family of instructions without memory, control or other lanes.
pub type Family = fn(&mut ChaCha8Rng) -> Op;

/// Families by name, with their weight in a mixed program.
pub const FAMILIES: &[(&str, Family)] = &[
    ("integer", integer::random),
    ("bits", bits::random),
    ("packed", packed::random),
    ("compare", compare::random),
    ("convert", convert::random),
    ("single", float::single),
    ("double", float::double),
    ("half", half::random),
    ("moves", moves::random),
];

/// One of the items.
fn pick<T: Copy>(rng: &mut ChaCha8Rng, items: &[T]) -> T {
    *items.choose(rng).expect("a choice")
}
