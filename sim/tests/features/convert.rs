//! Conversions between types.

use super::case::Case;
use super::inputs::{doubles, drawn, floats, wide_words};
use super::rounding::{corrected, Real, Toward};
use heddle_sim::host::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("convert", name)
}

#[test]
fn floats_sort_by_the_integers_made_of_their_bits() {
    let count = 60;
    let (single, wide) = (floats(4, count, 30), doubles(5, count, 300));
    let below = |i: usize| {
        let single = single.iter().filter(|other| **other < single[i]).count();
        [single as u32, wide.iter().filter(|other| **other < wide[i]).count() as u32]
    };
    let ranks: Vec<u32> = (0..count).flat_map(below).collect();
    case("sort_keys")
        .shows(&["shr.s32", "mov.b64"])
        .grid(2, 32)
        .input(&single)
        .input(&wide)
        .scalar(Arg::U32(count as u32))
        .output(&ranks)
        .output(&single)
        .output(&wide)
        .check();
}

/// Returns halves, values at and beyond the ends of the integer types, and NaN.
fn edges() -> [f64; 14] {
    let ends = [2_147_483_648.0, 4_294_967_296.0, 9.3e18, 1.9e19];
    let [a, b, c, d] = ends;
    [0.5, -0.5, 1.5, 2.5, -2.5, a, -a, b, -1.0, c, -c, d, f64::INFINITY, f64::NAN]
}

#[test]
fn floats_become_integers_in_every_rounding_and_stop_at_the_ends_of_the_range() {
    let count = 100;
    let (mut single, mut wide) = (floats(110, count, 66), doubles(111, count, 66));
    for (i, edge) in edges().into_iter().enumerate() {
        (single[i], wide[i]) = (edge as f32, edge);
    }
    // NaN becomes 0, or the top bit alone if one of the types has 64 bits.
    let each = |value: f64, wide: bool| {
        let rounded = [value.round_ties_even(), value.trunc(), value.ceil(), value.floor()];
        let top = |bits: u64| if wide { bits } else { 0 };
        let number =
            |integer: u64, otherwise: u64| if value.is_nan() { otherwise } else { integer };
        let signed = |v: f64| number(i64::from(v as i32) as u64, top(i64::from(i32::MIN) as u64));
        let unsigned = |v: f64| number(u64::from(v as u32), top(1 << 31));
        let signed_wide = |v: f64| number(v as i64 as u64, 1 << 63);
        let unsigned_wide = |v: f64| number(v as u64, 1 << 63);
        [
            rounded.map(signed),
            rounded.map(unsigned),
            rounded.map(signed_wide),
            rounded.map(unsigned_wide),
        ]
        .concat()
    };
    let both = single.iter().zip(&wide);
    let integers = both.flat_map(|(x, y)| [each((*x).into(), false), each(*y, true)].concat());
    case("float_to_int")
        .shows(&["cvt.rni.s32.f32", "cvt.rzi.u32.f32", "cvt.rpi.s64.f32", "cvt.rmi.u64.f32"])
        .shows(&["cvt.rni.u64.f64", "cvt.rzi.s64.f64", "cvt.rpi.u32.f64", "cvt.rmi.s32.f64"])
        .grid(4, 32)
        .input(&single)
        .input(&wide)
        .scalar(Arg::U32(count as u32))
        .output(&integers.collect::<Vec<_>>())
        .check();
}

/// Returns the results rounded to nearest, to zero, up and down.
fn every_rounding<R: Real>(value: i128, nearest: R, back: fn(R) -> i128) -> [R; 4] {
    let exact = value.cmp(&back(nearest));
    let directed = |toward| corrected(nearest, exact, toward);
    [nearest, directed(Toward::Zero), directed(Toward::Up), directed(Toward::Down)]
}

#[test]
fn integers_become_floats_in_every_rounding() {
    let count = 100;
    let stamps = wide_words(112, count);
    let values =
        |x: u64| [i128::from(x as i32), i128::from(x as u32), i128::from(x as i64), i128::from(x)];
    let single = |value: i128| every_rounding(value, value as f32, |nearest| nearest as i128);
    let wide = |value: i128| every_rounding(value, value as f64, |nearest| nearest as i128);
    let singles: Vec<f32> = stamps.iter().flat_map(|x| values(*x)).flat_map(single).collect();
    let doubles = stamps.iter().flat_map(|x| {
        let [narrow, unsigned, signed, whole] = values(*x);
        [&wide(signed)[..], &wide(whole), &[narrow as f64, unsigned as f64]].concat()
    });
    case("int_to_float")
        .shows(&["cvt.rn.f32.s32", "cvt.rz.f32.u32", "cvt.rp.f32.s64", "cvt.rm.f32.u64"])
        .shows(&["cvt.rz.f64.s64", "cvt.rp.f64.u64", "cvt.rn.f64.s32", "cvt.rn.f64.u32"])
        .grid(4, 32)
        .input(&stamps)
        .scalar(Arg::U32(count as u32))
        .output(&singles)
        .output(&doubles.collect::<Vec<_>>())
        .check();
}

#[test]
fn singles_bracket_the_double_they_were_made_from() {
    let count = 100;
    let mut values = doubles(113, count, 120);
    // The values are beyond the greatest single, subnormal, less than the least, halfway between two, and zeros.
    values[..6].copy_from_slice(&[
        1e39,
        -1e-40,
        1e-50,
        1.0 + f64::from(f32::EPSILON) / 2.0,
        0.0,
        -0.0,
    ]);
    let brackets = values.iter().flat_map(|value| {
        let nearest = *value as f32;
        let exact = value.total_cmp(&nearest.into());
        [Toward::Down, Toward::Up]
            .map(|toward| corrected(nearest, exact, toward))
            .into_iter()
            .chain([nearest, corrected(nearest, exact, Toward::Zero)])
    });
    let rests: Vec<f64> = values.iter().map(|value| value - f64::from(*value as f32)).collect();
    case("narrowing")
        .shows(&[
            "cvt.rn.f32.f64",
            "cvt.rz.f32.f64",
            "cvt.rp.f32.f64",
            "cvt.rm.f32.f64",
            "cvt.f64.f32",
        ])
        .grid(4, 32)
        .input(&values)
        .scalar(Arg::U32(count as u32))
        .output(&brackets.collect::<Vec<_>>())
        .output(&rests)
        .check();
}

#[test]
fn whole_numbers_in_floating_point_keep_their_sign_and_their_ties() {
    let count = 80;
    let (mut single, mut wide) = (floats(114, count, 30), doubles(115, count, 60));
    for (i, edge) in edges().into_iter().chain([-0.0, 0.49999997, -0.25]).enumerate() {
        (single[i], wide[i]) = (edge as f32, edge);
    }
    let single_out = single.iter().flat_map(|x| {
        [x.floor(), x.ceil(), x.trunc(), x.round_ties_even(), x.round(), x - x.trunc()]
    });
    let wide_out = wide
        .iter()
        .flat_map(|x| [x.floor(), x.ceil(), x.trunc(), x.round_ties_even(), x - x.floor()]);
    case("whole_numbers")
        .shows(&["cvt.rmi.f32.f32", "cvt.rpi.f64.f64", "cvt.rzi.f32.f32", "cvt.rni.f64.f64"])
        .grid(3, 32)
        .input(&single)
        .input(&wide)
        .scalar(Arg::U32(count as u32))
        .output(&single_out.collect::<Vec<_>>())
        .output(&wide_out.collect::<Vec<_>>())
        .check();
}

#[test]
fn pixels_clamp_to_the_bytes_they_are_packed_into() {
    let count = 90;
    let bytes: Vec<u8> = drawn(116, 4 * count + 8, |generator| generator.random());
    let wide: Vec<i64> = wide_words(117, count).into_iter().map(|word| word as i64).collect();
    let gains: Vec<f32> = drawn(118, count, |generator| generator.random_range(-0.5..2.0));
    let (mut out, mut words) = (vec![], vec![]);
    for i in 0..count {
        let sharpened = [0, 1, 2, 3].map(|channel| {
            let at = |pixel: usize| i32::from(bytes[4 * (i + pixel) + channel]);
            3 * at(1) - at(0) - at(2)
        });
        let packed = u32::from_le_bytes(sharpened.map(|value| value.clamp(0, 255) as u8));
        let signed = sharpened[0].clamp(-128, 127);
        let value = wide[i];
        out.extend([packed, signed as u32, (value as i32).clamp(0, 65_535) as u32]);
        out.extend([value.clamp(-32_768, 32_767) as u32, value.clamp(0, u32::MAX.into()) as u32]);
        out.extend([
            (value as u64).min(0x7fff_ffff) as u32,
            value.clamp(i32::MIN.into(), i32::MAX.into()) as u32,
        ]);
        let scaled = f32::from(bytes[4 * i]) * gains[i];
        out.extend([u32::from(scaled.round_ties_even() as u8), 0]);
        words.push(packed);
    }
    case("pixels")
        .shows(&[
            "cvt.sat.u8.s32",
            "cvt.sat.s8.s32",
            "cvt.sat.u16.s32",
            "cvt.sat.s16.s64",
            "cvt.sat.u32.s64",
        ])
        .shows(&["cvt.sat.s32.u64", "cvt.rni.sat.u8.f32", "cvt.pack.sat.u8.s32.b32"])
        .grid(3, 32)
        .input(&bytes)
        .input(&wide)
        .input(&gains)
        .scalar(Arg::U32(count as u32))
        .output(&out)
        .output(&words)
        .check();
}

#[test]
fn code_points_survive_utf8_and_signed_bytes() {
    let count = 96;
    let points: Vec<char> = drawn(119, count, |generator| {
        let limit = [0x80, 0x800, 0x10000, 0x11_0000][generator.random_range(0..4)];
        char::from_u32(generator.random_range(0..limit)).unwrap_or('\u{fffd}')
    });
    let (mut bytes, mut lengths, mut sums) = (vec![], vec![], vec![]);
    for point in &points {
        let mut encoded = [0; 4];
        lengths.push(point.encode_utf8(&mut encoded).len() as u8);
        bytes.extend(encoded);
        sums.push(encoded.iter().fold(0_i64, |sum, byte| {
            let doubled = i16::from_le_bytes([*byte; 2]);
            sum * 3 + i64::from(*byte as i8) + i64::from(doubled) - i64::from(!u16::from(*byte))
        }));
    }
    let points: Vec<u32> = points.into_iter().map(u32::from).collect();
    case("utf8")
        .shows(&["cvt.s32.s8", "cvt.u64.u32", "st.global.u8"])
        .grid(3, 32)
        .input(&points)
        .scalar(Arg::U32(count as u32))
        .output(&bytes)
        .output(&lengths)
        .output(&points)
        .output(&sums)
        .check();
}

#[test]
fn tensor_floats_are_rounded_to_ten_bits_of_fraction_with_ties_away_from_zero() {
    let count = 64;
    let (mut a, b) = (floats(120, count, 20), floats(121, count, 20));
    // The values are exactly between two, so they round away from zero, whatever the last bit is.
    a[..3].copy_from_slice(
        &[1.0, -1.0, 1.0 + 1.0 / 1024.0].map(|value: f32| value + value.signum() / 2048.0),
    );
    let kept = |value: f32| {
        let magnitude = f64::from(value.abs());
        let unit = libm::ldexp(1.0, libm::ilogb(magnitude) - 10);
        ((magnitude / unit + 0.5).floor() * unit) as f32 * value.signum()
    };
    let bits = a.iter().zip(&b).flat_map(|(x, y)| [kept(*x), kept(*y)]);
    let products: Vec<f32> = a.iter().zip(&b).map(|(x, y)| kept(*x) * kept(*y)).collect();
    case("tensor_float")
        .shows(&["cvt.rna.tf32.f32"])
        .grid(2, 32)
        .input(&a)
        .input(&b)
        .scalar(Arg::U32(count as u32))
        .output(&bits.collect::<Vec<_>>())
        .output(&products)
        .check();
}

#[test]
fn texels_of_several_formats_unpack_to_floats_and_pack_again() {
    let count = 100;
    let mut unorm: Vec<u8> = drawn(122, count, |generator| generator.random());
    let mut snorm: Vec<i8> = drawn(123, count, |generator| generator.random());
    let mut wide: Vec<u16> = drawn(124, count, |generator| generator.random());
    (unorm[0], snorm[0], wide[0]) = (255, -128, 65_535);
    let words: Vec<u32> = drawn(125, count, |generator| generator.random());
    let (mut out, mut packed, mut signed) = (vec![], vec![], vec![]);
    for i in 0..count {
        let (red, green) = (f32::from(unorm[i]) / 255.0, f32::from(snorm[i]) / 127.0);
        let blue = f32::from(wide[i]) / 65_535.0;
        let scale = libm::exp2f((words[i] >> 27) as f32 - 24.0);
        let channel = |from: u32| (words[i] >> from & 0x1ff) as f32 * scale;
        out.extend([red, green.max(-1.0), blue, channel(0), channel(9), channel(18)]);
        out.push(f32::from(wide[i] % 32) / 31.0);
        let level = |value: f32, most: f32| (value * most + 0.5) as u16;
        packed.push(level(red, 31.0) << 11 | level(blue, 63.0) << 5 | level(green.max(0.0), 31.0));
        signed.push((green * 32_767.0).round_ties_even() as i32 as i16);
    }
    case("texture_unpack")
        .shows(&["cvt.rn.f32.u32", "cvt.rn.f32.s16", "cvt.rzi.u32.f32", "cvt.rni.s32.f32"])
        .grid(4, 32)
        .input(&unorm)
        .input(&snorm)
        .input(&wide)
        .input(&words)
        .scalar(Arg::U32(count as u32))
        .output(&out)
        .output(&packed)
        .output(&signed)
        .check();
}

#[test]
fn subnormals_are_flushed_on_either_side_of_a_conversion() {
    let count = 64;
    let (mut single, mut wide) = (floats(126, count, 30), doubles(127, count, 60));
    let least = f32::MIN_POSITIVE;
    single[..5].copy_from_slice(&[least / 2.0, -least / 4.0, least, -least, 1e-45]);
    wide[..4].copy_from_slice(&[1e-39, -1e-39, f64::from(least), f64::from(least) / 3.0]);
    let flushed = |x: f32| if x.is_subnormal() { 0.0_f32.copysign(x) } else { x };
    let widened: Vec<f64> = single.iter().map(|x| flushed(*x).into()).collect();
    let narrowed = single.iter().zip(&wide).flat_map(|(x, y)| {
        let x = flushed(*x);
        [flushed(*y as f32), x.ceil(), (x * 4.0).round_ties_even()]
    });
    let integers: Vec<i32> = single.iter().map(|x| flushed(*x).ceil() as i32).collect();
    case("flushed_conversions")
        .shows(&[
            "cvt.ftz.f64.f32",
            "cvt.rn.ftz.f32.f64",
            "cvt.rpi.ftz.f32.f32",
            "cvt.rpi.ftz.s32.f32",
        ])
        .grid(2, 32)
        .input(&single)
        .input(&wide)
        .scalar(Arg::U32(count as u32))
        .output(&widened)
        .output(&narrowed.collect::<Vec<_>>())
        .output(&integers)
        .check();
}
