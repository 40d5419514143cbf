//! Single and double precision against an independent implementation of IEEE arithmetic.

use super::probe::{check, run, sets};
use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, Round};

const ROUNDINGS: [(&str, Round); 4] = [
    ("rn", Round::NearestTiesToEven),
    ("rz", Round::TowardZero),
    ("rm", Round::TowardNegative),
    ("rp", Round::TowardPositive),
];

/// The boundary values of single precision: zeros, subnormals, ones, ties, the largest numbers, infinities, NaN.
pub(super) const SINGLES: &[u64] = &[
    0,
    0x8000_0000,
    1,
    0x8000_0001,
    0x7F_FFFF,
    0x807F_FFFF,
    0x80_0000,
    0x8080_0000,
    0x80_0001,
    0x0100_0000,
    0x3380_0000,
    0x3380_0001,
    0xB380_0000,
    0x3F00_0000,
    0x3F7F_FFFF,
    0x3F80_0000,
    0xBF80_0000,
    0x3F80_0001,
    0x4040_0000,
    0x4B80_0001,
    0x7EFF_FFFF,
    0x7F7F_FFFF,
    0xFF7F_FFFF,
    0x7F80_0000,
    0xFF80_0000,
    0x7FC0_0000,
    0xFF80_0001,
];

/// The boundary values of double precision, of the same kinds.
pub(super) const DOUBLES: &[u64] = &[
    0,
    1 << 63,
    1,
    1 << 63 | 1,
    0xF_FFFF_FFFF_FFFF,
    0x10_0000_0000_0000,
    0x8010_0000_0000_0000,
    0x10_0000_0000_0001,
    0x3CA0_0000_0000_0000,
    0x3CA0_0000_0000_0001,
    0x3FE0_0000_0000_0000,
    0x3FEF_FFFF_FFFF_FFFF,
    0x3FF0_0000_0000_0000,
    0xBFF0_0000_0000_0000,
    0x3FF0_0000_0000_0001,
    0x4008_0000_0000_0000,
    0x7FEF_FFFF_FFFF_FFFF,
    0xFFEF_FFFF_FFFF_FFFF,
    0x7FF0_0000_0000_0000,
    0xFFF0_0000_0000_0000,
    0x7FF8_0000_0000_0001,
    0xFFF0_0000_0000_0002,
];

fn single(bits: u64) -> Single {
    Single::from_bits(bits.into())
}

fn double(bits: u64) -> Double {
    Double::from_bits(bits.into())
}

fn single_bits(value: Single) -> u64 {
    if value.is_nan() {
        0x7FFF_FFFF
    } else {
        value.to_bits() as u64
    }
}

/// Returns the bits of a result; a NaN is the first operand that is one, made quiet.
fn double_bits(value: Double, operands: &[u64]) -> u64 {
    if !value.is_nan() {
        return value.to_bits() as u64;
    }
    let nan = operands.iter().find(|bits| double(**bits).is_nan());
    nan.map_or(0xFFF8 << 48, |bits| bits | 1 << 51)
}

#[test]
fn single_precision_rounds_exactly_in_every_direction() {
    let sets = sets(32, SINGLES, 1);
    for (word, round) in ROUNDINGS {
        let f = ["f32", "f32", "f32"];
        check(&format!("add.{word}.f32 %d, %a, %b;"), "f32", &f, &sets, |[a, b, ..]| {
            single_bits(single(a).add_r(single(b), round).value)
        });
        check(&format!("sub.{word}.f32 %d, %a, %b;"), "f32", &f, &sets, |[a, b, ..]| {
            single_bits(single(a).sub_r(single(b), round).value)
        });
        check(&format!("mul.{word}.f32 %d, %a, %b;"), "f32", &f, &sets, |[a, b, ..]| {
            single_bits(single(a).mul_r(single(b), round).value)
        });
        check(&format!("div.{word}.f32 %d, %a, %b;"), "f32", &f, &sets, |[a, b, ..]| {
            single_bits(single(a).div_r(single(b), round).value)
        });
        check(&format!("rcp.{word}.f32 %d, %a;"), "f32", &f, &sets, |[a, ..]| {
            single_bits(single(0x3F80_0000).div_r(single(a), round).value)
        });
        for stem in ["fma", "mad"] {
            check(
                &format!("{stem}.{word}.f32 %d, %a, %b, %c;"),
                "f32",
                &f,
                &sets,
                |[a, b, c, _]| single_bits(single(a).mul_add_r(single(b), single(c), round).value),
            );
        }
    }
}

#[test]
fn double_precision_rounds_exactly_in_every_direction_and_keeps_nan_payloads() {
    let sets = sets(64, DOUBLES, 2);
    for (word, round) in ROUNDINGS {
        let f = ["f64", "f64", "f64"];
        check(&format!("add.{word}.f64 %d, %a, %b;"), "f64", &f, &sets, |[a, b, ..]| {
            double_bits(double(a).add_r(double(b), round).value, &[a, b])
        });
        check(&format!("sub.{word}.f64 %d, %a, %b;"), "f64", &f, &sets, |[a, b, ..]| {
            double_bits(double(a).sub_r(double(b), round).value, &[a, b])
        });
        check(&format!("mul.{word}.f64 %d, %a, %b;"), "f64", &f, &sets, |[a, b, ..]| {
            double_bits(double(a).mul_r(double(b), round).value, &[a, b])
        });
        check(&format!("div.{word}.f64 %d, %a, %b;"), "f64", &f, &sets, |[a, b, ..]| {
            double_bits(double(a).div_r(double(b), round).value, &[a, b])
        });
        check(&format!("rcp.{word}.f64 %d, %a;"), "f64", &f, &sets, |[a, ..]| {
            double_bits(double(0x3FF << 52).div_r(double(a), round).value, &[a])
        });
        check(&format!("fma.{word}.f64 %d, %a, %b, %c;"), "f64", &f, &sets, |[a, b, c, _]| {
            double_bits(double(a).mul_add_r(double(b), double(c), round).value, &[a, b, c])
        });
    }
}

/// Checks by exact products that the root of `a` lies between its neighbours' squares.
#[test]
fn square_roots_are_the_nearest_below_or_above_the_exact_one() {
    let sets = sets(32, SINGLES, 3);
    let root = |word: &str| run(&format!("sqrt.{word}.f32 %d, %a;"), "f32", &["f32"], &sets);
    let (down, up, near, zero) = (root("rm"), root("rp"), root("rn"), root("rz"));
    for (index, set) in sets.iter().enumerate() {
        let a = f64::from(f32::from_bits(set[0] as u32));
        let (low, high) = (down[index], up[index]);
        if a.is_nan() || a < 0.0 {
            assert_eq!([low, high, near[index], zero[index]], [0x7FFF_FFFF; 4], "sqrt of {a}");
        } else if a == 0.0 || a.is_infinite() {
            assert_eq!([low, high, near[index], zero[index]], [set[0]; 4], "sqrt of {a}");
        } else {
            // A square of 24 bits is exact in double precision.
            let square = |bits: u64| f64::from(f32::from_bits(bits as u32)).powi(2);
            assert!(square(low) <= a && a <= square(high), "sqrt of {a:e}");
            assert_eq!(high - low, u64::from(square(low) != a), "sqrt of {a:e}");
            assert_eq!(zero[index], low, "sqrt of {a:e}");
            let correct = u64::from((a.sqrt() as f32).to_bits());
            assert_eq!(near[index], correct, "sqrt of {a:e}");
        }
    }
}

#[test]
fn double_precision_roots_bracket_the_exact_one() {
    let sets = sets(64, DOUBLES, 4);
    let root = |word: &str| run(&format!("sqrt.{word}.f64 %d, %a;"), "f64", &["f64"], &sets);
    let (down, up, near) = (root("rm"), root("rp"), root("rn"));
    for (index, set) in sets.iter().enumerate() {
        let a = f64::from_bits(set[0]);
        if a > 0.0 && a.is_finite() {
            // The error of the square, from a fused product, has the sign of the root's error.
            let error = |bits: u64| {
                let root = double(bits);
                root.mul_add(root, double(set[0]).neg()).value
            };
            let (below, above) = (error(down[index]), error(up[index]));
            assert!(below.is_negative() || below.is_zero(), "sqrt of {a:e}");
            assert!(!above.is_negative(), "sqrt of {a:e}");
            assert!(up[index] - down[index] <= 1, "sqrt of {a:e}");
            assert!(near[index] == up[index] || near[index] == down[index], "sqrt of {a:e}");
            assert_eq!(near[index], a.sqrt().to_bits(), "sqrt of {a:e}");
        }
    }
}

use std::ops::Neg;

fn flushed(bits: u64) -> u64 {
    if bits & 0x7F80_0000 == 0 {
        bits & 0x8000_0000
    } else {
        bits
    }
}

fn saturated(bits: u64) -> u64 {
    let value = f32::from_bits(bits as u32);
    if value > 0.0 {
        u64::from(value.min(1.0).to_bits())
    } else {
        0
    }
}

#[test]
fn ftz_makes_subnormal_operands_and_results_zero_with_their_sign() {
    let sets = sets(32, SINGLES, 5);
    let f = ["f32", "f32", "f32"];
    for (word, round) in ROUNDINGS {
        let of = |bits: u64| single(flushed(bits));
        check(&format!("add.{word}.ftz.f32 %d, %a, %b;"), "f32", &f, &sets, |[a, b, ..]| {
            flushed(single_bits(of(a).add_r(of(b), round).value))
        });
        check(&format!("fma.{word}.ftz.f32 %d, %a, %b, %c;"), "f32", &f, &sets, |[a, b, c, _]| {
            flushed(single_bits(of(a).mul_add_r(of(b), of(c), round).value))
        });
        check(&format!("div.{word}.ftz.f32 %d, %a, %b;"), "f32", &f, &sets, |[a, b, ..]| {
            flushed(single_bits(of(a).div_r(of(b), round).value))
        });
    }
    let of = |set: u64| if set & 0x7FFF_FFFF > 0x7F80_0000 { 0x7FFF_FFFF } else { flushed(set) };
    check("neg.ftz.f32 %d, %a;", "f32", &f, &sets, |[a, ..]| match of(a) {
        0x7FFF_FFFF => 0x7FFF_FFFF,
        a => a ^ 0x8000_0000,
    });
    check("abs.ftz.f32 %d, %a;", "f32", &f, &sets, |[a, ..]| of(a) & 0x7FFF_FFFF);
}

#[test]
fn sat_clamps_to_zero_and_one_and_makes_nan_zero() {
    let sets = sets(32, SINGLES, 6);
    let f = ["f32", "f32", "f32"];
    for (word, round) in ROUNDINGS {
        check(&format!("add.{word}.sat.f32 %d, %a, %b;"), "f32", &f, &sets, |[a, b, ..]| {
            saturated(single_bits(single(a).add_r(single(b), round).value))
        });
        check(&format!("mul.{word}.ftz.sat.f32 %d, %a, %b;"), "f32", &f, &sets, |[a, b, ..]| {
            let product = single(flushed(a)).mul_r(single(flushed(b)), round).value;
            saturated(flushed(single_bits(product)))
        });
    }
}

#[test]
fn the_smaller_of_two_is_the_number_and_minus_zero_is_below_zero() {
    let sets = sets(32, SINGLES, 7);
    let f = ["f32", "f32"];
    let pick = |a: u64, b: u64, largest: bool| -> u64 {
        let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        match (x.is_nan(), y.is_nan()) {
            (true, true) => 0x7FFF_FFFF,
            (true, false) => b,
            (false, true) => a,
            _ => {
                if x.total_cmp(&y).is_lt() != largest {
                    a
                } else {
                    b
                }
            }
        }
    };
    for (stem, largest) in [("min", false), ("max", true)] {
        check(&format!("{stem}.f32 %d, %a, %b;"), "f32", &f, &sets, |[a, b, ..]| {
            pick(a, b, largest)
        });
        check(&format!("{stem}.ftz.f32 %d, %a, %b;"), "f32", &f, &sets, |[a, b, ..]| {
            pick(flushed(a), flushed(b), largest)
        });
        check(&format!("{stem}.NaN.f32 %d, %a, %b;"), "f32", &f, &sets, |[a, b, ..]| {
            let nan = single(a).is_nan() || single(b).is_nan();
            if nan {
                0x7FFF_FFFF
            } else {
                pick(a, b, largest)
            }
        });
        check(&format!("{stem}.xorsign.abs.f32 %d, %a, %b;"), "f32", &f, &sets, |[a, b, ..]| {
            let picked = pick(a & 0x7FFF_FFFF, b & 0x7FFF_FFFF, largest);
            if single(picked).is_nan() {
                picked
            } else {
                picked | (a ^ b) & 0x8000_0000
            }
        });
    }
    let d = ["f64", "f64"];
    check("min.f64 %d, %a, %b;", "f64", &d, &super::probe::sets(64, DOUBLES, 8), |[a, b, ..]| {
        let (x, y) = (f64::from_bits(a), f64::from_bits(b));
        match (x.is_nan(), y.is_nan()) {
            (true, true) => 0xFFF8 << 48,
            (true, false) => b,
            (false, true) => a,
            _ => {
                if x.total_cmp(&y).is_lt() {
                    a
                } else {
                    b
                }
            }
        }
    });
}

#[test]
fn signs_change_without_touching_the_magnitude() {
    let singles = sets(32, SINGLES, 9);
    let doubles = sets(64, DOUBLES, 10);
    check("neg.f64 %d, %a;", "f64", &["f64"], &doubles, |[a, ..]| {
        if double(a).is_nan() {
            a
        } else {
            a ^ 1 << 63
        }
    });
    check("abs.f64 %d, %a;", "f64", &["f64"], &doubles, |[a, ..]| {
        if double(a).is_nan() {
            a
        } else {
            a & !(1 << 63)
        }
    });
    check("copysign.f32 %d, %a, %b;", "f32", &["f32", "f32"], &singles, |[a, b, ..]| {
        a & 0x8000_0000 | b & 0x7FFF_FFFF
    });
    check("copysign.f64 %d, %a, %b;", "f64", &["f64", "f64"], &doubles, |[a, b, ..]| {
        a & 1 << 63 | b & !(1 << 63)
    });
}

#[test]
fn testp_distinguishes_the_kinds_of_floats() {
    use std::num::FpCategory::{Infinite, Nan, Normal, Subnormal, Zero};
    let kinds: [(&str, &[std::num::FpCategory]); 6] = [
        ("finite", &[Normal, Subnormal, Zero]),
        ("infinite", &[Infinite]),
        ("number", &[Normal, Subnormal, Zero, Infinite]),
        ("notanumber", &[Nan]),
        // The document counts zeros as normal numbers.
        ("normal", &[Normal, Zero]),
        ("subnormal", &[Subnormal]),
    ];
    for (kind, members) in kinds {
        let body = |ty: &str| format!("testp.{kind}.{ty} %p, %a; selp.b32 %d, 1, 0, %p;");
        check(&body("f32"), "b32", &["f32"], &sets(32, SINGLES, 11), |[a, ..]| {
            members.contains(&f32::from_bits(a as u32).classify()).into()
        });
        check(&body("f64"), "b32", &["f64"], &sets(64, DOUBLES, 12), |[a, ..]| {
            members.contains(&f64::from_bits(a).classify()).into()
        });
    }
}
