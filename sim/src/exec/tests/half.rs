//! Half precision in both formats, scalar and packed, against an independent implementation of IEEE arithmetic.

use super::kernels::Device;
use super::probe::{check, run, sets};
use crate::host::Arg;
use rustc_apfloat::ieee::{BFloat, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

const HALVES: &[u64] = &[
    0, 0x8000, 1, 0x8001, 0x3FF, 0x400, 0x8400, 0x401, 0x1000, 0x1400, 0x3800, 0x3BFF, 0x3C00,
    0xBC00, 0x3C01, 0x4200, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00, 0xFC01,
];
const BRAINS: &[u64] = &[
    0, 0x8000, 1, 0x8001, 0x7F, 0x80, 0x8080, 0x81, 0x2000, 0x3F00, 0x3F7F, 0x3F80, 0xBF80, 0x3F81,
    0x4040, 0x5F00, 0x7F7F, 0xFF7F, 0x7F80, 0xFF80, 0x7FC0, 0xFF81,
];
const NEAR: Round = Round::NearestTiesToEven;

fn bits<F: Float>(value: F) -> u64 {
    if value.is_nan() {
        0x7FFF
    } else {
        value.to_bits() as u64
    }
}

fn of<F: Float>(bits: u64) -> F {
    F::from_bits((bits & 0xFFFF).into())
}

/// Checks the arithmetic of both formats; `F` is the reference.
fn check_arithmetic<F: Float>(ty: &str, sets: &[[u64; 4]]) {
    let r = ["b16", "b16", "b16"];
    check(&format!("add.{ty} %d, %a, %b;"), "b16", &r, sets, |[a, b, ..]| {
        bits(of::<F>(a).add_r(of(b), NEAR).value)
    });
    check(&format!("sub.rn.{ty} %d, %a, %b;"), "b16", &r, sets, |[a, b, ..]| {
        bits(of::<F>(a).sub_r(of(b), NEAR).value)
    });
    check(&format!("mul.{ty} %d, %a, %b;"), "b16", &r, sets, |[a, b, ..]| {
        bits(of::<F>(a).mul_r(of(b), NEAR).value)
    });
    check(&format!("fma.rn.{ty} %d, %a, %b, %c;"), "b16", &r, sets, |[a, b, c, _]| {
        bits(of::<F>(a).mul_add_r(of(b), of(c), NEAR).value)
    });
    check(&format!("fma.rn.relu.{ty} %d, %a, %b, %c;"), "b16", &r, sets, |[a, b, c, _]| {
        let sum = of::<F>(a).mul_add_r(of(b), of(c), NEAR).value;
        if sum.is_negative() && !sum.is_nan() {
            0
        } else {
            bits(sum)
        }
    });
    check(&format!("neg.{ty} %d, %a;"), "b16", &r, sets, |[a, ..]| bits(-of::<F>(a)));
    check(&format!("abs.{ty} %d, %a;"), "b16", &r, sets, |[a, ..]| bits(of::<F>(a).abs()));
    // Halves of a word are computed as they would be on their own.
    let r = ["b32", "b32", "b32"];
    check(&format!("fma.rn.{ty}x2 %d, %a, %b, %c;"), "b32", &r, sets, |[a, b, c, _]| {
        let half = |shift: u32| {
            let [a, b, c] = [a, b, c].map(|value| of::<F>(value >> shift));
            bits(a.mul_add_r(b, c, NEAR).value)
        };
        half(0) | half(16) << 16
    });
    check(&format!("min.{ty}x2 %d, %a, %b;"), "b32", &r, sets, |[a, b, ..]| {
        let half = |shift: u32| {
            let (a, b) = (of::<F>(a >> shift), of::<F>(b >> shift));
            let less = a < b || a.is_zero() && b.is_zero() && a.is_negative();
            bits(if b.is_nan() || less { a } else { b })
        };
        half(0) | half(16) << 16
    });
}

/// Returns pairs of interesting halves beside random ones, as words.
fn words(interesting: &[u64], seed: u64) -> Vec<[u64; 4]> {
    let mut sets = sets(32, interesting, seed);
    let others: Vec<u64> = sets.iter().rev().map(|set| set[0]).collect();
    for (set, other) in sets.iter_mut().zip(others) {
        set[1] |= (other & 0xFFFF) << 16;
    }
    sets
}

#[test]
fn f16_rounds_once() {
    check_arithmetic::<Half>("f16", &words(HALVES, 21));
}

#[test]
fn bf16_rounds_once() {
    check_arithmetic::<BFloat>("bf16", &words(BRAINS, 22));
}

#[test]
fn f16_flushes_and_saturates_when_asked_to() {
    let flush = |bits: u64| if bits & 0x7C00 == 0 { bits & 0x8000 } else { bits };
    let r = ["b16", "b16"];
    check("mul.ftz.sat.f16 %d, %a, %b;", "b16", &r, &sets(16, HALVES, 23), |[a, b, ..]| {
        let product = flush(bits(of::<Half>(flush(a)).mul_r(of(flush(b)), NEAR).value));
        if product > 0x7C00 {
            0
        } else {
            product.min(0x3C00)
        }
    });
}

#[test]
fn every_half_survives_the_way_through_single_precision() {
    let all: Vec<[u64; 4]> = (0..1 << 16).map(|bits| [bits, 0, 0, 0]).collect();
    let ways = [("f16", 0x7C00), ("bf16", 0x7F80)];
    for (ty, infinity) in ways {
        let body = format!(".reg .f32 %f; cvt.f32.{ty} %f, %a; cvt.rz.{ty}.f32 %d, %f;");
        check(
            &body,
            "b16",
            &["b16"],
            &all,
            |[a, ..]| {
                if a & 0x7FFF > infinity {
                    0x7FFF
                } else {
                    a
                }
            },
        );
    }
    let single = run("cvt.f32.f16 %d, %a;", "f32", &["b16"], &all);
    for (set, found) in all.iter().zip(single) {
        let (exponent, fraction) = (set[0] >> 10 & 31, (set[0] & 0x3FF) as f32);
        let magnitude = match exponent {
            0 => fraction / 16_777_216.0,
            31 => continue,
            _ => (1024.0 + fraction) * (exponent as f32 - 25.0).exp2(),
        };
        let expected = if set[0] & 0x8000 != 0 { -magnitude } else { magnitude };
        assert_eq!(found, u64::from(expected.to_bits()), "{:#x}", set[0]);
    }
}

#[test]
fn comparing_packed_halves_gives_a_predicate_for_each() {
    let body = "setp.lt.f16x2 %p|%q, %a, %b; selp.b32 %d, 1, 0, %p; @%q or.b32 %d, %d, 2;";
    check(body, "b32", &["b32", "b32"], &words(HALVES, 24), |[a, b, ..]| {
        let less = |shift: u32| u64::from(of::<Half>(a >> shift) < of::<Half>(b >> shift));
        less(0) | less(16) << 1
    });
    let body = "set.geu.f16x2.f16x2 %d, %a, %b;";
    check(body, "b32", &["b32", "b32"], &words(HALVES, 25), |[a, b, ..]| {
        let half = |shift: u32| {
            let below = of::<Half>(a >> shift) < of::<Half>(b >> shift);
            if below {
                0
            } else {
                0x3C00
            }
        };
        half(0) | half(16) << 16
    });
}

fn narrow<F: Float>(value: f32) -> F
where
    Single: FloatConvert<F>,
{
    Single::from_bits(value.to_bits().into()).convert(&mut false).value
}

#[test]
fn half_precision_kernels_from_nvrtc_give_the_reference_bits() {
    let inputs: Vec<f32> = (0..64).map(|i| (i as f32 - 30.0) * 0.37 + 0.01).collect();
    let mut device = Device::new(include_str!("../../ptx/samples/half.ptx"));
    let input = device.words(&inputs.iter().map(|value| value.to_bits()).collect::<Vec<_>>());
    let output = device.words(&[0; 64]);
    let args = |n: u32| [Arg::U64(input), Arg::U64(output), Arg::U32(n)];

    device.run("horner", [2, 1, 1], [32, 1, 1], 0, &args(64));
    for (index, found) in device.memory.read_u32s(output, 64).unwrap().into_iter().enumerate() {
        let x: Half = narrow(inputs[index]);
        let y = x.mul_add(narrow(0.3), narrow(-1.7)).value.mul_add(x, narrow(0.9)).value;
        let y = if y < x { ((y * y).value - x).value } else { y };
        let expected: Single = y.convert(&mut false).value;
        assert_eq!(u128::from(found), expected.to_bits(), "horner of {}", inputs[index]);
    }

    device.run("pairs", [1, 1, 1], [32, 1, 1], 0, &args(32));
    let found = device.memory.read_u32s(output, 64).unwrap();
    for (index, pair) in inputs.chunks(2).enumerate() {
        let [x, y]: [Half; 2] = [narrow(pair[0]), narrow(pair[1])];
        let (low, high) = (((x * x).value - y).value, ((y * y).value - x).value);
        assert_eq!(found[2 * index], (bits(low) | bits(high) << 16) as u32, "pair {index}");
        let brain = |value: f32| {
            let value: BFloat = narrow(value);
            bits(value.mul_add(value, value).value)
        };
        let expected = brain(pair[1]) | brain(pair[0]) << 16;
        assert_eq!(found[2 * index + 1], expected as u32, "pair {index}");
    }
}
