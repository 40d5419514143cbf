//! Conversions between all types.

use super::floats::{DOUBLES, SINGLES};
use super::probe::{check, run, sets};
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

const ROUNDINGS: [(&str, Round); 4] = [
    ("rn", Round::NearestTiesToEven),
    ("rz", Round::TowardZero),
    ("rm", Round::TowardNegative),
    ("rp", Round::TowardPositive),
];
const INTEGERS: &[u64] = &[
    0,
    1,
    2,
    127,
    128,
    255,
    256,
    32767,
    32768,
    65535,
    65536,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
    0x1_0000_0000,
    0x00FF_FFFF,
    0x0100_0001,
    0x0100_0003,
    0x0020_0000_0000_0001,
    0x7FFF_FFFF_FFFF_FFFF,
    0x8000_0000_0000_0000,
    0x8000_0000_0000_0001,
    u64::MAX,
    0xFFFF_FFFF_8000_0000,
    65504,
    65519,
    65520,
];
const WIDTHS: [u32; 4] = [8, 16, 32, 64];

/// Returns the number that the low bits of a value encode.
fn number(bits: u64, width: u32, signed: bool) -> i128 {
    let value = i128::from(bits & (u64::MAX >> (64 - width)));
    if signed && value >> (width - 1) != 0 {
        value - (1 << width)
    } else {
        value
    }
}

fn limits(width: u32, signed: bool) -> (i128, i128) {
    if signed {
        (-(1 << (width - 1)), (1 << (width - 1)) - 1)
    } else {
        (0, (1 << width) - 1)
    }
}

fn name(signed: bool, width: u32) -> String {
    format!("{}{width}", if signed { 's' } else { 'u' })
}

#[test]
fn integers_truncate_extend_and_saturate() {
    let sets = sets(64, INTEGERS, 31);
    for (from_width, to_width) in WIDTHS.iter().flat_map(|from| WIDTHS.map(|to| (*from, to))) {
        for (from_signed, to_signed) in [(true, true), (true, false), (false, true), (false, false)]
        {
            let (to, from) = (name(to_signed, to_width), name(from_signed, from_width));
            // The extended result fills a wider register completely.
            check(&format!("cvt.{to}.{from} %d, %a;"), "b64", &["b64"], &sets, |[a, ..]| {
                let value = number(a, from_width, from_signed) as u64;
                number(value, to_width, to_signed) as u64
            });
            let (least, most) = limits(to_width, to_signed);
            let (lowest, highest) = limits(from_width, from_signed);
            if lowest < least || highest > most {
                check(&format!("cvt.sat.{to}.{from} %d, %a;"), "b64", &["b64"], &sets, |[a, ..]| {
                    number(a, from_width, from_signed).clamp(least, most) as u64
                });
            }
        }
    }
}

fn from_integer<F: Float>(value: i128, round: Round) -> u64 {
    F::from_i128_r(value, round).value.to_bits() as u64
}

#[test]
fn integers_become_floats_rounded_in_every_direction() {
    let sets = sets(64, INTEGERS, 32);
    for (signed, width) in [true, false].into_iter().flat_map(|s| WIDTHS.map(|width| (s, width))) {
        for (word, round) in ROUNDINGS {
            let from = name(signed, width);
            let body = |to: &str| format!("cvt.{word}.{to}.{from} %d, %a;");
            let of = |set: [u64; 4]| number(set[0], width, signed);
            check(&body("f32"), "b32", &["b64"], &sets, |set| {
                from_integer::<Single>(of(set), round)
            });
            check(&body("f64"), "b64", &["b64"], &sets, |set| {
                from_integer::<Double>(of(set), round)
            });
            check(&body("f16"), "b16", &["b64"], &sets, |set| from_integer::<Half>(of(set), round));
            check(&body("bf16"), "b16", &["b64"], &sets, |set| {
                from_integer::<BFloat>(of(set), round)
            });
        }
    }
}

/// Converts a float to an integer: rounded and clamped. NaN is 0, or for the widest types only the top bit.
fn to_integer<F: Float>(bits: u64, round: Round, width: u32, signed: bool, wide: bool) -> u64 {
    let value = F::from_bits(bits.into());
    if value.is_nan() {
        let top = if wide || width == 64 { 1 << (width - 1) } else { 0 };
        return number(top, width, signed) as u64;
    }
    let (least, most) = limits(width, signed);
    let mut exact = true;
    // Beyond 128 bits the reference saturates as well.
    let integer = value.to_i128_r(127, round, &mut exact).value;
    integer.clamp(least, most) as u64
}

#[test]
fn floats_become_integers_rounded_and_brought_into_range() {
    let roundings = ["rni", "rzi", "rmi", "rpi"].into_iter().zip(ROUNDINGS);
    let extra = [
        0x4F00_0000u64,
        0xCF00_0000,
        0x4F7F_FFFF,
        0x5F00_0000,
        0x437F_8000,
        0x42FF_0000,
        0xC300_8000,
        0x4020_0000,
        0xC020_0000,
    ];
    let singles = sets(32, &[SINGLES, &extra].concat(), 33);
    let extra = [
        0x41DF_FFFF_FFC0_0000u64,
        0x41E0_0000_0000_0000,
        0x43E0_0000_0000_0000,
        0x43EF_FFFF_FFFF_FFFF,
        0xC3E0_0000_0000_0000,
        0x4004_0000_0000_0000,
    ];
    let doubles = sets(64, &[DOUBLES, &extra].concat(), 34);
    for (word, (_, round)) in roundings {
        for (signed, width) in
            [true, false].into_iter().flat_map(|s| WIDTHS.map(|width| (s, width)))
        {
            let to = name(signed, width);
            check(&format!("cvt.{word}.{to}.f32 %d, %a;"), "b64", &["f32"], &singles, |[a, ..]| {
                to_integer::<Single>(a, round, width, signed, false)
            });
            check(&format!("cvt.{word}.{to}.f64 %d, %a;"), "b64", &["f64"], &doubles, |[a, ..]| {
                to_integer::<Double>(a, round, width, signed, true)
            });
            check(
                &format!("cvt.{word}.{to}.f16 %d, %a;"),
                "b64",
                &["b16"],
                &sets(16, &[0x7C00, 0xFC00, 0x7E00, 0x3800, 0xC100], 35),
                |[a, ..]| to_integer::<Half>(a, round, width, signed, false),
            );
        }
    }
}

fn narrowed<F: Float + FloatConvert<T>, T: Float>(bits: u64, round: Round) -> u64 {
    let mut loses = false;
    let result: T = F::from_bits(bits.into()).convert_r(round, &mut loses).value;
    result.to_bits() as u64
}

#[test]
fn floats_narrow_rounded_in_every_direction() {
    let extra = [
        0x477F_E000u64,
        0x477F_F000,
        0x477F_EFFF,
        0x3300_0000,
        0x3300_0001,
        0x3880_0000,
        0x387F_E000,
        0x387F_F000,
        0x7F7F_8000,
        0x7F7F_7FFF,
    ];
    let singles = sets(32, &[SINGLES, &extra].concat(), 36);
    let extra = [
        0x47EF_FFFF_E000_0000u64,
        0x47EF_FFFF_F000_0000,
        0x3690_0000_0000_0000,
        0x3690_0000_0000_0001,
        0x380F_FFFF_FFFF_FFFF,
    ];
    let doubles = sets(64, &[DOUBLES, &extra].concat(), 37);
    let nan = |bits: u64, single: bool| match single {
        true => f32::from_bits(bits as u32).is_nan(),
        false => f64::from_bits(bits).is_nan(),
    };
    for (word, round) in ROUNDINGS {
        check(&format!("cvt.{word}.f16.f32 %d, %a;"), "b16", &["f32"], &singles, |[a, ..]| {
            if nan(a, true) {
                0x7FFF
            } else {
                narrowed::<Single, Half>(a, round)
            }
        });
        check(&format!("cvt.{word}.bf16.f32 %d, %a;"), "b16", &["f32"], &singles, |[a, ..]| {
            if nan(a, true) {
                0x7FFF
            } else {
                narrowed::<Single, BFloat>(a, round)
            }
        });
        check(&format!("cvt.{word}.f32.f64 %d, %a;"), "f32", &["f64"], &doubles, |[a, ..]| {
            if nan(a, false) {
                0x7FFF_FFFF
            } else {
                narrowed::<Double, Single>(a, round)
            }
        });
        check(&format!("cvt.{word}.f16.f64 %d, %a;"), "b16", &["f64"], &doubles, |[a, ..]| {
            if nan(a, false) {
                0x7FFF
            } else {
                narrowed::<Double, Half>(a, round)
            }
        });
    }
    // Double precision contains single precision, and NaN stays NaN with its sign.
    check("cvt.f64.f32 %d, %a;", "f64", &["f32"], &singles, |[a, ..]| {
        if nan(a, true) {
            0x7FF8 << 48 | (a & 0x7F_FFFF) << 29 | (a & 0x8000_0000) << 32
        } else {
            f64::from(f32::from_bits(a as u32)).to_bits()
        }
    });
}

#[test]
fn the_first_of_a_pair_goes_to_the_upper_half() {
    let ones = run(
        "cvt.rn.f16x2.f32 %d, %a, %b;",
        "b32",
        &["f32", "f32"],
        &[[0x3F80_0000, 0x4000_0000, 0, 0]],
    );
    assert_eq!(ones, [0x3C00_4000]);
    let ones = run(
        "cvt.rz.relu.bf16x2.f32 %d, %a, %b;",
        "b32",
        &["f32", "f32"],
        &[[0xBF80_0000, 0x4000_0000, 0, 0]],
    );
    assert_eq!(ones, [0x0000_4000]);
}

#[test]
fn conversions_flush_single_precision_and_saturate_floats() {
    let f32s = |body: &str, value: u64| run(body, "b32", &["b32"], &[[value, 0, 0, 0]])[0];
    assert_eq!(f32s("cvt.ftz.f32.f32 %d, %a;", 0x8000_0001), 0x8000_0000);
    assert_eq!(f32s("cvt.f32.f32 %d, %a;", 0x8000_0001), 0x8000_0001);
    assert_eq!(f32s("cvt.rpi.ftz.s32.f32 %d, %a;", 1), 0);
    assert_eq!(f32s("cvt.rpi.s32.f32 %d, %a;", 1), 1);
    assert_eq!(f32s("cvt.sat.f32.f32 %d, %a;", 0x4000_0000), 0x3F80_0000);
    assert_eq!(f32s("cvt.sat.f32.f32 %d, %a;", 0x7FC0_0000), 0);
    assert_eq!(f32s("cvt.rn.sat.f32.s32 %d, %a;", 0xFFFF_FFFF), 0);
    let narrow = |body: &str, value: u64| run(body, "b32", &["b64"], &[[value, 0, 0, 0]])[0];
    assert_eq!(narrow("cvt.rn.ftz.f32.f64 %d, %a;", 0x3800_0000_0000_0000), 0);
    assert_eq!(narrow("cvt.rn.f32.f64 %d, %a;", 0x3800_0000_0000_0000), 0x0040_0000);
}

#[test]
fn floats_round_to_integral_floats() {
    let singles = sets(
        32,
        &[SINGLES, &[0x3F00_0000, 0x3FC0_0000, 0x4020_0000, 0xC020_0000, 0x4B00_0001]].concat(),
        38,
    );
    for (word, (_, round)) in ["rni", "rzi", "rmi", "rpi"].into_iter().zip(ROUNDINGS) {
        check(&format!("cvt.{word}.f32.f32 %d, %a;"), "f32", &["f32"], &singles, |[a, ..]| {
            let value = Single::from_bits(a.into());
            if value.is_nan() {
                0x7FFF_FFFF
            } else {
                value.round_to_integral(round).value.to_bits() as u64
            }
        });
    }
}

#[test]
fn packing_saturates_the_first_above_the_second_above_the_rest() {
    let sets = sets(32, INTEGERS, 39);
    let w = ["b32", "b32", "b32"];
    check("cvt.pack.sat.s16.s32 %d, %a, %b;", "b32", &w, &sets, |[a, b, ..]| {
        let part = |value: u64| number(value, 32, true).clamp(-32768, 32767) as u64 & 0xFFFF;
        part(a) << 16 | part(b)
    });
    check("cvt.pack.sat.u8.s32.b32 %d, %a, %b, %c;", "b32", &w, &sets, |[a, b, c, _]| {
        let part = |value: u64| number(value, 32, true).clamp(0, 255) as u64;
        (c & 0xFFFF) << 16 | part(a) << 8 | part(b)
    });
}
