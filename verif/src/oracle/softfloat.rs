//! IEEE 754 in integer arithmetic: exact intermediate results, then one rounding in the asked direction.
//! Shares nothing with the host's floating point and nothing with the executor under test.

use std::cmp::Ordering;

/// A binary interchange format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Bits of the exponent field.
    pub exponent: u32,
    /// Bits of the fraction field.
    pub fraction: u32,
}

/// binary16.
pub const HALF: Format = Format { exponent: 5, fraction: 10 };
/// binary32.
pub const SINGLE: Format = Format { exponent: 8, fraction: 23 };
/// binary64.
pub const DOUBLE: Format = Format { exponent: 11, fraction: 52 };

/// Direction of rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To nearest, ties to even.
    Near,
    /// Towards zero.
    Zero,
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
}

impl Format {
    /// Sign bit.
    pub fn sign(self) -> u64 {
        1 << (self.exponent + self.fraction)
    }

    /// Positive infinity.
    pub fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    /// The NaN that programs compare by: all bits but the sign for 16 and 32 bits, quiet without payload for 64.
    pub fn nan(self) -> u64 {
        match self.fraction {
            52 => 0x7ff8_0000_0000_0000,
            _ => self.sign() - 1,
        }
    }

    /// 1.0.
    pub fn one(self) -> u64 {
        (self.bias() as u64) << self.fraction
    }

    fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    fn magnitude(self, bits: u64) -> u64 {
        bits & (self.sign() - 1)
    }

    /// Is it a NaN?
    pub fn is_nan(self, bits: u64) -> bool {
        self.magnitude(bits) > self.infinity()
    }

    /// Is it an infinity?
    pub fn is_infinite(self, bits: u64) -> bool {
        self.magnitude(bits) == self.infinity()
    }

    /// Is it neither zero nor normal, infinite or NaN?
    pub fn is_subnormal(self, bits: u64) -> bool {
        let magnitude = self.magnitude(bits);
        magnitude != 0 && magnitude >> self.fraction == 0
    }

    /// A subnormal becomes a zero of its sign.
    pub fn flush(self, bits: u64) -> u64 {
        if self.is_subnormal(bits) {
            bits & self.sign()
        } else {
            bits
        }
    }

    /// Into [0, 1]; a NaN and negative zero become +0.
    pub fn saturate(self, bits: u64) -> u64 {
        if self.is_nan(bits) || bits & self.sign() != 0 {
            0
        } else {
            bits.min(self.one())
        }
    }

    /// Order of two numbers; `None` if one is a NaN.
    pub fn compare(self, a: u64, b: u64) -> Option<Ordering> {
        let key = |bits: u64| {
            let magnitude = self.magnitude(bits) as i64;
            if bits & self.sign() != 0 {
                -magnitude
            } else {
                magnitude
            }
        };
        (!self.is_nan(a) && !self.is_nan(b)).then(|| key(a).cmp(&key(b)))
    }
}

/// `mantissa * 2^exponent`, a little more in magnitude if `more`; zero if `mantissa` is.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    /// Sign.
    pub negative: bool,
    /// Power of two of the mantissa's last bit.
    pub exponent: i32,
    /// Mantissa, not normalised.
    pub mantissa: u128,
    /// The true magnitude is above this one by less than one unit of the mantissa.
    pub more: bool,
}

/// A decoded value.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// Not a number.
    Nan,
    /// Infinity, negative or not.
    Infinite(bool),
    /// Anything else.
    Finite(Exact),
}

/// Decodes.
pub fn unpack(format: Format, bits: u64) -> Number {
    let negative = bits & format.sign() != 0;
    if format.is_nan(bits) {
        return Number::Nan;
    }
    if format.is_infinite(bits) {
        return Number::Infinite(negative);
    }
    let field = (format.magnitude(bits) >> format.fraction) as i32;
    let fraction = u128::from(bits & ((1 << format.fraction) - 1));
    let hidden = u128::from(field != 0) << format.fraction;
    let exponent = field.max(1) - format.bias() - format.fraction as i32;
    Number::Finite(Exact { negative, exponent, mantissa: hidden | fraction, more: false })
}

/// Shifts right by `shift` and rounds the magnitude to an integer.
fn shift_rounded(x: Exact, shift: u32, rounding: Rounding) -> u128 {
    let (kept, rest) = match shift {
        0 => (x.mantissa, Ordering::Less),
        1..=127 => {
            let dropped = x.mantissa & ((1 << shift) - 1);
            (x.mantissa >> shift, dropped.cmp(&(1 << (shift - 1))))
        }
        // All mantissas here are below 2^127, so less than half a unit is left.
        _ => (0, Ordering::Less),
    };
    let dropped_any = x.more
        || match shift {
            0 => false,
            1..=127 => x.mantissa & ((1 << shift) - 1) != 0,
            _ => x.mantissa != 0,
        };
    let up = match rounding {
        Rounding::Near => {
            rest == Ordering::Greater || rest == Ordering::Equal && (x.more || kept & 1 == 1)
        }
        Rounding::Zero => false,
        Rounding::Down => x.negative && dropped_any,
        Rounding::Up => !x.negative && dropped_any,
    };
    kept + u128::from(up)
}

/// Rounds once into `format`.
pub fn pack(format: Format, x: Exact, rounding: Rounding) -> u64 {
    let sign = if x.negative { format.sign() } else { 0 };
    if x.mantissa == 0 {
        return sign;
    }
    let fraction = format.fraction as i32;
    let leading = x.exponent + 127 - x.mantissa.leading_zeros() as i32;
    let quantum = (leading - fraction).max(1 - format.bias() - fraction);
    let kept = if quantum >= x.exponent {
        shift_rounded(x, (quantum - x.exponent) as u32, rounding)
    } else {
        x.mantissa << (x.exponent - quantum)
    };
    // A carry out of the fraction, and out of the subnormals, is a carry into the exponent field.
    let field = (quantum + format.bias() + fraction - 1).max(0);
    let infinity = u128::from(format.infinity());
    let magnitude = ((field as u128) << format.fraction) + kept;
    if magnitude < infinity {
        return sign | magnitude as u64;
    }
    let stays_finite = match rounding {
        Rounding::Near => false,
        Rounding::Zero => true,
        Rounding::Down => !x.negative,
        Rounding::Up => x.negative,
    };
    sign | (format.infinity() - u64::from(stays_finite))
}

/// Rounds to an integer; magnitudes beyond 2^120 are cut there, past every integer type.
pub fn to_integer(x: Exact, rounding: Rounding) -> i128 {
    let magnitude = if x.exponent < 0 {
        shift_rounded(x, x.exponent.unsigned_abs(), rounding)
    } else if x.mantissa != 0 && x.exponent > 60 {
        1 << 120
    } else {
        x.mantissa << x.exponent
    };
    let magnitude = magnitude as i128;
    if x.negative {
        -magnitude
    } else {
        magnitude
    }
}

/// An integer, exactly.
pub fn from_integer(value: i128) -> Exact {
    Exact { negative: value < 0, exponent: 0, mantissa: value.unsigned_abs(), more: false }
}
