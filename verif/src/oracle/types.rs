//! Types of operands and the registers that may hold them.

use super::softfloat::{Format, DOUBLE, HALF, SINGLE};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// An instruction type of PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Each variant is the PTX type of its name.
pub enum Ty {
    Pred,
    B8,
    U8,
    S8,
    B16,
    U16,
    S16,
    F16,
    B32,
    U32,
    S32,
    F32,
    F16x2,
    B64,
    U64,
    S64,
    F64,
}

use Ty::*;

/// The 16-, 32- and 64-bit integer types with a sign or without.
pub const INTEGERS: &[Ty] = &[U16, S16, U32, S32, U64, S64];

impl Ty {
    /// As PTX spells it, without the dot.
    pub fn name(self) -> &'static str {
        match self {
            Pred => "pred",
            B8 => "b8",
            U8 => "u8",
            S8 => "s8",
            B16 => "b16",
            U16 => "u16",
            S16 => "s16",
            F16 => "f16",
            B32 => "b32",
            U32 => "u32",
            S32 => "s32",
            F32 => "f32",
            F16x2 => "f16x2",
            B64 => "b64",
            U64 => "u64",
            S64 => "s64",
            F64 => "f64",
        }
    }

    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Pred => 1,
            B8 | U8 | S8 => 8,
            B16 | U16 | S16 | F16 => 16,
            B32 | U32 | S32 | F32 | F16x2 => 32,
            B64 | U64 | S64 | F64 => 64,
        }
    }

    /// All ones in the type's width.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// A signed integer?
    pub fn signed(self) -> bool {
        matches!(self, S8 | S16 | S32 | S64)
    }

    /// The floating-point format, of one element.
    pub fn format(self) -> Option<Format> {
        match self {
            F16 | F16x2 => Some(HALF),
            F32 => Some(SINGLE),
            F64 => Some(DOUBLE),
            _ => None,
        }
    }

    /// The value of these bits as an integer of this type.
    pub fn integer(self, bits: u64) -> i128 {
        let bits = bits & self.mask();
        if self.signed() && bits >> (self.bits() - 1) == 1 {
            i128::from(bits) - (1 << self.bits())
        } else {
            i128::from(bits)
        }
    }

    /// Smallest and largest value of an integer type.
    pub fn range(self) -> (i128, i128) {
        match self.signed() {
            true => (-(1 << (self.bits() - 1)), (1 << (self.bits() - 1)) - 1),
            false => (0, (1 << self.bits()) - 1),
        }
    }

    /// Class of registers that hold it. Bytes live in 32-bit registers.
    pub fn class(self) -> Class {
        match self.bits() {
            1 => Class::P,
            16 => Class::H,
            64 => Class::D,
            _ => Class::R,
        }
    }
}

impl std::fmt::Display for Ty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A class of registers. The first four are the program's; the others belong to its structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Predicates.
    P,
    /// 16 bits.
    H,
    /// 32 bits.
    R,
    /// 64 bits.
    D,
    /// Member masks, by depth of divergence.
    Mask,
    /// Loop counters, by depth.
    Counter,
    /// Trip counts, by depth.
    Trips,
    /// The predicate that ends a loop.
    Ends,
}

/// A register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reg(pub Class, pub u8);

/// How each register of a class is declared, by its number: bits go with any type of their width.
const DECLARED: [(Class, &[Ty]); 4] = [
    (Class::P, &[Pred, Pred, Pred, Pred]),
    (Class::H, &[B16, B16, B16, U16, S16, F16]),
    (Class::R, &[B32, B32, B32, B32, U32, S32, F32, F32, B32]),
    (Class::D, &[B64, B64, B64, U64, S64, F64]),
];

/// Slots of a frame's register file.
pub const SLOTS: usize = 64;

impl Class {
    /// Declared types of the program's registers of this class.
    pub fn declared(self) -> &'static [Ty] {
        DECLARED.iter().find(|(class, _)| *class == self).map_or(&[], |(_, types)| types)
    }

    fn first_slot(self) -> usize {
        match self {
            Class::P => 0,
            Class::H => 4,
            Class::R => 10,
            Class::D => 20,
            Class::Mask => 28,
            Class::Counter => 36,
            Class::Trips => 44,
            Class::Ends => 52,
        }
    }
}

impl Reg {
    /// Its place in a frame's register file.
    pub fn slot(self) -> usize {
        self.0.first_slot() + usize::from(self.1)
    }

    /// All ones in the register's width.
    pub fn mask(self) -> u64 {
        match self.0 {
            Class::P | Class::Ends => 1,
            Class::H => 0xffff,
            Class::D => u64::MAX,
            _ => 0xffff_ffff,
        }
    }

    /// A register of the program that an operand of type `ty` may be.
    pub fn random(rng: &mut ChaCha8Rng, ty: Ty) -> Reg {
        let class = ty.class();
        let types = class.declared();
        loop {
            let index = rng.random_range(0..types.len());
            if agree(types[index], ty) {
                return Reg(class, index as u8);
            }
        }
    }

    /// All registers of the program.
    pub fn all() -> impl Iterator<Item = Reg> {
        DECLARED
            .iter()
            .flat_map(|&(class, types)| (0..types.len() as u8).map(move |i| Reg(class, i)))
    }
}

/// May a register declared `declared` be an operand of type `ty` of the same width?
fn agree(declared: Ty, ty: Ty) -> bool {
    let untyped = |ty: Ty| matches!(ty, B8 | B16 | B32 | B64 | Pred);
    let integer = |ty: Ty| !untyped(ty) && ty.format().is_none();
    untyped(declared) || untyped(ty) || integer(declared) && integer(ty) || declared == ty
}

impl std::fmt::Display for Reg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let prefix = match self.0 {
            Class::P => "p",
            Class::H => "h",
            Class::R => "r",
            Class::D => "d",
            Class::Mask => "m",
            Class::Counter => "c",
            Class::Trips => "n",
            Class::Ends => "q",
        };
        write!(f, "%{prefix}{}", self.1)
    }
}
