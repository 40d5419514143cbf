//! Floating-point arithmetic, the same operations in single and double precision.

use super::lanes::{bits_of, f32_of, map1, map2, map3};
use super::warp::Lanes;
use crate::ptx::Op;

macro_rules! float_operations {
    ($name:ident, $from:expr, $to:expr, $sin:path, $cos:path, $exp2:path, $log2:path) => {
        pub(super) fn $name(op: Op, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
            let (from, to) = ($from, $to);
            match op {
                Op::Add => map2(a, b, |a, b| to(from(a) + from(b))),
                Op::Sub => map2(a, b, |a, b| to(from(a) - from(b))),
                Op::Mul(_) => map2(a, b, |a, b| to(from(a) * from(b))),
                Op::Fma => map3(a, b, c, |a, b, c| to(from(a).mul_add(from(b), from(c)))),
                Op::Div => map2(a, b, |a, b| to(from(a) / from(b))),
                Op::Min => map2(a, b, |a, b| to(from(a).min(from(b)))),
                Op::Max => map2(a, b, |a, b| to(from(a).max(from(b)))),
                Op::Abs => map1(a, |a| to(from(a).abs())),
                Op::Neg => map1(a, |a| to(-from(a))),
                Op::Rcp => map1(a, |a| to(from(a).recip())),
                Op::Sqrt => map1(a, |a| to(from(a).sqrt())),
                Op::Rsqrt => map1(a, |a| to(from(a).sqrt().recip())),
                Op::Sin => map1(a, |a| to($sin(from(a)))),
                Op::Cos => map1(a, |a| to($cos(from(a)))),
                Op::Ex2 => map1(a, |a| to($exp2(from(a)))),
                Op::Lg2 => map1(a, |a| to($log2(from(a)))),
                // `copysign d, a, b` is the magnitude of b with the sign of a.
                Op::CopySign => map2(a, b, |a, b| to(from(b).copysign(from(a)))),
                _ => *a,
            }
        }
    };
}

// Not the host's libm, whose last digits differ from machine to machine.
float_operations!(single, f32_of, bits_of, libm::sinf, libm::cosf, libm::exp2f, libm::log2f);
float_operations!(
    double,
    f64::from_bits,
    f64::to_bits,
    libm::sin,
    libm::cos,
    libm::exp2,
    libm::log2
);
