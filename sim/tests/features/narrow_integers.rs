//! Integers of 8, 16 and 24 bits; of the group `integer`.

use super::case::Case;
use super::inputs::{drawn, words};
use heddle_sim::host::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("integer", name)
}

#[test]
fn integers_of_8_and_16_bits_wrap_where_their_types_do() {
    let count = 128;
    let left: Vec<i16> = words(30, count).into_iter().map(|word| word as i16).collect();
    let right: Vec<i8> = drawn(31, count, |generator| generator.random());
    let companded = |sample: i16| -> u8 {
        let magnitude = u32::from(if sample < 0 { !sample } else { sample } as u16);
        let exponent = magnitude.checked_ilog2().unwrap_or(0).saturating_sub(7);
        let mantissa = magnitude >> if exponent == 0 { 4 } else { exponent + 3 } & 15;
        !(u8::from(sample < 0) << 7 | (exponent << 4 | mantissa) as u8)
    };
    let (mut mixed, mut compressed, mut products) = (Vec::new(), Vec::new(), Vec::new());
    for (i, (&sample, &small)) in left.iter().zip(&right).enumerate() {
        let scaled = i16::from_le_bytes([small as u8; 2]);
        mixed.push(((i32::from(sample) + i32::from(scaled)) >> 1) as i16);
        let product = i32::from(sample) * i32::from(scaled);
        mixed.push(((product >> 16) as i16).wrapping_sub(sample >> 3));
        compressed.extend([companded(sample), (small as u8).wrapping_add(sample as u8) / 3]);
        let unsigned = u32::from(sample as u16) * u32::from(scaled as u16);
        let mut sorted = [sample as u16, scaled as u16, 0x8000];
        sorted.sort_unstable();
        products.extend([product as u32, unsigned.wrapping_add(i as u32), sorted[1].into()]);
    }
    case("small_integers")
        .shows(&[
            "mul.wide.s16",
            "mad.wide.u16",
            "mul.hi.s16",
            "min.u16",
            "max.u16",
            "ld.global.s8",
        ])
        .grid(4, 32)
        .input(&left)
        .input(&right)
        .scalar(Arg::U32(count as u32))
        .output(&mixed)
        .output(&compressed)
        .output(&products)
        .check();
}

#[test]
fn products_of_24_bits_take_their_operands_low_bits_only() {
    let (count, pitch) = (80, 1 << 12);
    let (x, y) = (words(36, count), drawn(37, count, |generator| generator.random::<u32>()));
    let (mut addresses, mut offsets, mut checks) = (vec![], vec![], vec![]);
    let low = |x: u32, y: u32| u64::from(x & 0xff_ffff) * u64::from(y & 0xff_ffff);
    let signed = |x: u32, y: u32| i64::from((x << 8) as i32 >> 8) * i64::from((y << 8) as i32 >> 8);
    for (i, (&column, &row)) in x.iter().zip(&y).enumerate() {
        let tile = (low(row >> 3, pitch >> 3) as u32).wrapping_add(column >> 3);
        let within = (row % 8) * 8 + column % 8;
        addresses.push((low(tile, 64) as u32).wrapping_add(within));
        offsets.push((signed(column, row) as i32).wrapping_sub(i as i32));
        let sum = i64::from((signed(column, row) >> 16) as i32) + 0x7fff_ff00;
        offsets.push(sum.min(i32::MAX.into()) as i32);
        checks.push(((low(column, row) >> 16) as u32).wrapping_add((low(row, row) >> 16) as u32));
    }
    case("texel_address")
        .shows(&[
            "mad24.lo.u32",
            "mad24.lo.s32",
            "mad24.hi.u32",
            "mad24.hi.sat.s32",
            "mul24.hi.u32",
        ])
        .grid(3, 32)
        .input(&x)
        .input(&y)
        .scalar(Arg::U32(pitch))
        .scalar(Arg::U32(count as u32))
        .output(&addresses)
        .output(&offsets)
        .output(&checks)
        .check();
}

#[test]
fn sixteen_bit_registers_wrap_and_order_as_their_instructions_say() {
    let count = 100;
    let halves =
        |seed| words(seed, count).into_iter().map(|word| word as i16).collect::<Vec<i16>>();
    let (a, mut b) = (halves(38), halves(39));
    b.rotate_left(7);
    let amounts: Vec<u32> = drawn(40, count, |generator| generator.random_range(0..20));
    let (mut signed, mut unsigned) = (vec![], vec![]);
    for ((&x, &y), &amount) in a.iter().zip(&b).zip(&amounts) {
        let product = i32::from(x) * i32::from(y);
        signed.extend([x.wrapping_abs(), y.wrapping_neg(), x.min(y), x.max(y)]);
        signed.extend([(product as i16).wrapping_add(x), ((product >> 16) as i16).wrapping_add(y)]);
        let (u, v) = (x as u16, y as u16);
        unsigned.extend([u16::from(u % 4 == 0), u.wrapping_sub(v), u.wrapping_add(v)]);
        unsigned.push(u.abs_diff(v).wrapping_add(7));
        unsigned.push(u.checked_shl(amount).unwrap_or(0) >> (amount / 2));
    }
    case("half_words")
        .shows(&[
            "abs.s16",
            "neg.s16",
            "cnot.b16",
            "min.s16",
            "max.s16",
            "sub.u16",
            "add.u16",
            "mad.lo.s16",
        ])
        .shows(&["mad.hi.s16", "sad.u16", "shl.b16", "shr.u16"])
        .grid(4, 32)
        .input(&a)
        .input(&b)
        .input(&amounts)
        .scalar(Arg::U32(count as u32))
        .output(&signed)
        .output(&unsigned)
        .check();
}
