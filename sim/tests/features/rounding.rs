//! Computes directed rounding in plain Rust: the result rounded to nearest, corrected by the sign of its exact
//! error. It is exact as long as nothing overflows or becomes subnormal.

use half::f16;
use std::cmp::Ordering;

/// The direction in which a result that is not representable is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// To the neighbour of lesser magnitude.
    Zero,
    /// To the greater neighbour.
    Up,
    /// To the lesser neighbour.
    Down,
}

/// A floating-point type.
pub trait Real: Copy {
    /// Returns the next greater value.
    fn above(self) -> Self;
    /// Returns the next lesser value.
    fn below(self) -> Self;
    /// Compares the value with zero.
    fn sign(self) -> Ordering;
}

macro_rules! real {
    ($ty:ty) => {
        impl Real for $ty {
            fn above(self) -> Self {
                self.next_up()
            }
            fn below(self) -> Self {
                self.next_down()
            }
            fn sign(self) -> Ordering {
                sign(self.into())
            }
        }
    };
}

real!(f32);
real!(f64);

impl Real for f16 {
    fn above(self) -> Self {
        match self.sign() {
            Ordering::Less => f16::from_bits(self.to_bits() - 1),
            Ordering::Equal => f16::from_bits(1),
            Ordering::Greater => f16::from_bits(self.to_bits() + 1),
        }
    }
    fn below(self) -> Self {
        -(-self).above()
    }
    fn sign(self) -> Ordering {
        sign(self.into())
    }
}

/// Corrects `nearest` in the requested direction, given how the exact result compares with it.
pub fn corrected<R: Real>(nearest: R, exact: Ordering, toward: Toward) -> R {
    let (up, down) = match (toward, nearest.sign()) {
        (Toward::Up, _) | (Toward::Zero, Ordering::Less) => (true, false),
        (Toward::Down, _) | (Toward::Zero, Ordering::Greater) => (false, true),
        (Toward::Zero, Ordering::Equal) => (false, false),
    };
    match exact {
        Ordering::Greater if up => nearest.above(),
        Ordering::Less if down => nearest.below(),
        _ => nearest,
    }
}

/// Compares the exact value with the nearest, from the sign of their difference.
fn sign(difference: f64) -> Ordering {
    difference.partial_cmp(&0.0).expect("numbers are compared")
}

/// Returns the sum rounded to nearest, and its difference to the exact one.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// Single precision by way of double precision.
pub mod single {
    use super::{corrected, sign, two_sum, Toward};

    /// Computes `a + b`.
    pub fn add(a: f32, b: f32, toward: Toward) -> f32 {
        fma(a, 1.0, b, toward)
    }

    /// Computes `a * b + c`.
    pub fn fma(a: f32, b: f32, c: f32, toward: Toward) -> f32 {
        let (sum, error) = two_sum(f64::from(a) * f64::from(b), f64::from(c));
        let nearest = libm::fmaf(a, b, c);
        let exact = sum.total_cmp(&f64::from(nearest)).then(sign(error));
        corrected(nearest, exact, toward)
    }

    /// Computes `a * b`.
    pub fn mul(a: f32, b: f32, toward: Toward) -> f32 {
        corrected(a * b, sign(f64::from(a) * f64::from(b) - f64::from(a * b)), toward)
    }

    /// Computes `a / b`.
    pub fn div(a: f32, b: f32, toward: Toward) -> f32 {
        let quotient = a / b;
        let rest = f64::from(a) - f64::from(quotient) * f64::from(b);
        corrected(quotient, sign(if b < 0.0 { -rest } else { rest }), toward)
    }

    /// Computes the square root of `a`.
    pub fn sqrt(a: f32, toward: Toward) -> f32 {
        let root = a.sqrt();
        corrected(root, sign(f64::from(a) - f64::from(root) * f64::from(root)), toward)
    }
}

/// Double precision by way of fused residuals.
pub mod wide {
    use super::{corrected, sign, two_sum, Toward};

    /// Computes `a + b`.
    pub fn add(a: f64, b: f64, toward: Toward) -> f64 {
        let (sum, error) = two_sum(a, b);
        corrected(sum, sign(error), toward)
    }

    /// Computes `a * b`.
    pub fn mul(a: f64, b: f64, toward: Toward) -> f64 {
        corrected(a * b, sign(libm::fma(a, b, -(a * b))), toward)
    }

    /// Computes `a / b`.
    pub fn div(a: f64, b: f64, toward: Toward) -> f64 {
        let quotient = a / b;
        let rest = libm::fma(-quotient, b, a);
        corrected(quotient, sign(if b < 0.0 { -rest } else { rest }), toward)
    }

    /// Computes the square root of `a`.
    pub fn sqrt(a: f64, toward: Toward) -> f64 {
        let root = a.sqrt();
        corrected(root, sign(libm::fma(-root, root, a)), toward)
    }
}

/// Half precision by way of double precision.
pub mod narrow {
    use super::{corrected, Toward};
    use half::f16;

    /// Rounds a double to half precision.
    pub fn from(value: f64, toward: Toward) -> f16 {
        let nearest = f16::from_f64(value);
        corrected(nearest, value.total_cmp(&f64::from(nearest)), toward)
    }
}
