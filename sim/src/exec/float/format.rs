//! The binary floating-point formats, and the single function that rounds an exact value to one of them.

use super::super::lanes::ones;
use crate::ptx::{Round, Ty};

/// An IEEE format, described by its field widths in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::exec) struct Format {
    pub exponent: u32,
    pub fraction: u32,
}

pub(in crate::exec) const HALF: Format = Format { exponent: 5, fraction: 10 };
pub(in crate::exec) const BRAIN: Format = Format { exponent: 8, fraction: 7 };
pub(in crate::exec) const SINGLE: Format = Format { exponent: 8, fraction: 23 };
pub(in crate::exec) const DOUBLE: Format = Format { exponent: 11, fraction: 52 };

/// A finite number without rounding: `significand * 2^exponent`, and slightly more if `sticky`.
#[derive(Clone, Copy, Debug)]
pub(in crate::exec) struct Exact {
    pub negative: bool,
    pub significand: u128,
    pub exponent: i32,
    /// The value lies strictly between this significand and the next.
    pub sticky: bool,
}

/// The meaning of a bit pattern.
#[derive(Clone, Copy, Debug)]
pub(in crate::exec) enum Value {
    Nan,
    Infinite(bool),
    Finite(Exact),
}

impl Format {
    /// Returns the format of a floating-point type or of a packed type's halves.
    pub fn of(ty: Ty) -> Self {
        match ty.element() {
            Ty::F16 => HALF,
            Ty::Bf16 => BRAIN,
            Ty::F32 => SINGLE,
            _ => DOUBLE,
        }
    }

    fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    pub fn sign(self) -> u64 {
        1 << (self.exponent + self.fraction)
    }

    pub fn infinity(self) -> u64 {
        ones(self.exponent) << self.fraction
    }

    pub fn one(self) -> u64 {
        (self.bias() as u64) << self.fraction
    }

    /// Returns the NaN of a result without NaN operands, and of all results except those in double precision.
    pub fn nan(self) -> u64 {
        if self == DOUBLE {
            0xFFF8 << 48
        } else {
            ones(self.exponent + self.fraction)
        }
    }

    /// Returns the NaN of an operation. Double precision propagates the first operand that is a NaN, made quiet.
    pub fn nan_of(self, operands: &[u64]) -> u64 {
        let operand = operands.iter().find(|bits| self == DOUBLE && self.is_nan(**bits));
        operand.map_or(self.nan(), |bits| bits | 1 << (self.fraction - 1))
    }

    #[inline(always)]
    pub fn magnitude(self, bits: u64) -> u64 {
        bits & (self.sign() - 1)
    }

    #[inline(always)]
    pub fn is_nan(self, bits: u64) -> bool {
        self.magnitude(bits) > self.infinity()
    }

    #[inline(always)]
    pub fn is_negative(self, bits: u64) -> bool {
        bits & self.sign() != 0
    }

    /// Flushes subnormal numbers to zero; they keep their sign.
    #[inline(always)]
    pub fn flush(self, bits: u64) -> u64 {
        if bits & self.infinity() == 0 {
            bits & self.sign()
        } else {
            bits
        }
    }

    /// Applies `.sat`: clamps to 0 to 1, NaN to 0.
    #[inline(always)]
    pub fn saturate(self, bits: u64) -> u64 {
        if self.is_nan(bits) || self.is_negative(bits) {
            0
        } else {
            bits.min(self.one())
        }
    }

    /// Applies `.relu`: negative numbers to 0, NaN to the canonical one.
    #[inline(always)]
    pub fn relu(self, bits: u64) -> u64 {
        if self.is_nan(bits) {
            self.nan()
        } else if self.is_negative(bits) {
            0
        } else {
            bits
        }
    }

    /// Returns the meaning of the low bits of `bits`.
    pub fn value(self, bits: u64) -> Value {
        let negative = self.is_negative(bits);
        let magnitude = self.magnitude(bits);
        if magnitude > self.infinity() {
            return Value::Nan;
        }
        if magnitude == self.infinity() {
            return Value::Infinite(negative);
        }
        let field = (magnitude >> self.fraction) as i32;
        let fraction = magnitude & ones(self.fraction);
        // Subnormals share the exponent of the smallest normal numbers, without the leading one.
        let significand = if field == 0 { fraction } else { fraction | 1 << self.fraction };
        let exponent = field.max(1) - self.bias() - self.fraction as i32;
        Value::Finite(Exact { negative, significand: significand.into(), exponent, sticky: false })
    }

    /// Returns an infinity.
    pub fn infinite(self, negative: bool) -> u64 {
        self.signed(negative, self.infinity())
    }

    /// Returns a zero.
    pub fn zero(self, negative: bool) -> u64 {
        self.signed(negative, 0)
    }

    fn signed(self, negative: bool, magnitude: u64) -> u64 {
        magnitude | if negative { self.sign() } else { 0 }
    }

    /// Rounds once. A sticky value must have at least two bits more than the format keeps.
    pub fn round(self, exact: Exact, round: Round) -> u64 {
        if exact.significand == 0 {
            return self.zero(exact.negative);
        }
        let top = exact.exponent + exact.significand.ilog2() as i32;
        // The unit in the last place stops shrinking where the subnormal numbers begin.
        let unit = top.max(1 - self.bias()) - self.fraction as i32;
        let drop = unit - exact.exponent;
        let (kept, rest) = match drop {
            ..=0 => (exact.significand << -drop, 0),
            // The remainder is compared with one half below. Beyond all digits it is less than half a unit.
            128.. => (0, 1),
            _ => (exact.significand >> drop, exact.significand << (128 - drop)),
        };
        let half = 1 << 127;
        let inexact = rest != 0 || exact.sticky;
        let up = match round {
            Round::Near => rest > half || rest == half && (exact.sticky || kept & 1 != 0),
            Round::Zero => false,
            Round::Down => inexact && exact.negative,
            Round::Up => inexact && !exact.negative,
        };
        // A carry out of the fraction moves into the exponent field, which is correct.
        let field = (unit + self.fraction as i32 + self.bias()) as u64 - 1;
        let magnitude = if top > self.bias() {
            self.infinity()
        } else {
            ((field << self.fraction) + kept as u64 + u64::from(up)).min(self.infinity())
        };
        let away = match round {
            Round::Near => true,
            Round::Zero => false,
            Round::Down => exact.negative,
            Round::Up => !exact.negative,
        };
        let overflows = magnitude == self.infinity();
        let magnitude = if overflows && !away { self.infinity() - 1 } else { magnitude };
        self.signed(exact.negative, magnitude)
    }

    /// Returns the same number in double precision, which holds every value of these formats.
    #[inline]
    pub fn widen(self, bits: u64) -> f64 {
        match self {
            DOUBLE => return f64::from_bits(bits),
            SINGLE => return f64::from(f32::from_bits(bits as u32)),
            _ => {}
        }
        let sign = if self.is_negative(bits) { 1u64 << 63 } else { 0 };
        let magnitude = self.magnitude(bits);
        if magnitude >= self.infinity() {
            let payload = (magnitude - self.infinity()) << (52 - self.fraction);
            return f64::from_bits(sign | DOUBLE.infinity() | payload);
        }
        // The number is right except for the bias, which a power of two corrects. This is exact for subnormals
        // too.
        let small = f64::from_bits(sign | magnitude << (52 - self.fraction));
        let scale = f64::from_bits(((2 * DOUBLE.bias() - self.bias()) as u64) << 52);
        small * scale
    }

    /// Rounds a double-precision number to this format.
    pub fn narrow(self, value: f64, round: Round) -> u64 {
        match DOUBLE.value(value.to_bits()) {
            Value::Nan => self.nan_of(&[value.to_bits()]),
            Value::Infinite(negative) => self.infinite(negative),
            Value::Finite(exact) => self.round(exact, round),
        }
    }
}
