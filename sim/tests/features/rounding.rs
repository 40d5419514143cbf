//! Directed rounding in plain Rust: the result rounded to nearest, corrected by the sign of its exact error.
//! Exact as long as nothing overflows or becomes subnormal.

use std::cmp::Ordering;

/// Where a result that is not representable goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// The neighbour of smaller magnitude.
    Zero,
    /// The greater neighbour.
    Up,
    /// The lesser neighbour.
    Down,
}

/// A floating-point type.
pub trait Real: Copy + PartialOrd {
    /// The next greater value.
    fn above(self) -> Self;
    /// The next lesser value.
    fn below(self) -> Self;
    /// Whether it is below zero.
    fn negative(self) -> bool;
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
            fn negative(self) -> bool {
                self < 0.0
            }
        }
    };
}

real!(f32);
real!(f64);

/// `nearest` in the direction asked for, given how the exact result compares with it.
pub fn corrected<R: Real>(nearest: R, exact: Ordering, toward: Toward) -> R {
    let up = toward == Toward::Up || toward == Toward::Zero && nearest.negative();
    match exact {
        Ordering::Greater if up => nearest.above(),
        Ordering::Less if !up => nearest.below(),
        _ => nearest,
    }
}

/// How the exact value compares with the nearest, from the sign of their difference.
fn sign(difference: f64) -> Ordering {
    difference.partial_cmp(&0.0).expect("a difference of numbers")
}

/// The sum to nearest, and what it lacks to the exact one.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// Single precision by way of double precision.
pub mod single {
    use super::{corrected, sign, two_sum, Toward};

    /// `a + b`.
    pub fn add(a: f32, b: f32, toward: Toward) -> f32 {
        fma(a, 1.0, b, toward)
    }

    /// `a * b + c`.
    pub fn fma(a: f32, b: f32, c: f32, toward: Toward) -> f32 {
        let (sum, error) = two_sum(f64::from(a) * f64::from(b), f64::from(c));
        let nearest = libm::fmaf(a, b, c);
        let exact = sum.total_cmp(&f64::from(nearest)).then(sign(error));
        corrected(nearest, exact, toward)
    }

    /// `a * b`.
    pub fn mul(a: f32, b: f32, toward: Toward) -> f32 {
        corrected(a * b, sign(f64::from(a) * f64::from(b) - f64::from(a * b)), toward)
    }

    /// `a / b`.
    pub fn div(a: f32, b: f32, toward: Toward) -> f32 {
        let quotient = a / b;
        let rest = f64::from(a) - f64::from(quotient) * f64::from(b);
        corrected(quotient, sign(if b < 0.0 { -rest } else { rest }), toward)
    }

    /// The square root of `a`.
    pub fn sqrt(a: f32, toward: Toward) -> f32 {
        let root = a.sqrt();
        corrected(root, sign(f64::from(a) - f64::from(root) * f64::from(root)), toward)
    }
}

/// Double precision by way of fused residuals.
pub mod wide {
    use super::{corrected, sign, two_sum, Toward};

    /// `a + b`.
    pub fn add(a: f64, b: f64, toward: Toward) -> f64 {
        let (sum, error) = two_sum(a, b);
        corrected(sum, sign(error), toward)
    }

    /// `a * b`.
    pub fn mul(a: f64, b: f64, toward: Toward) -> f64 {
        corrected(a * b, sign(libm::fma(a, b, -(a * b))), toward)
    }

    /// `a / b`.
    pub fn div(a: f64, b: f64, toward: Toward) -> f64 {
        let quotient = a / b;
        let rest = libm::fma(-quotient, b, a);
        corrected(quotient, sign(if b < 0.0 { -rest } else { rest }), toward)
    }

    /// The square root of `a`.
    pub fn sqrt(a: f64, toward: Toward) -> f64 {
        let root = a.sqrt();
        corrected(root, sign(libm::fma(-root, root, a)), toward)
    }
}
