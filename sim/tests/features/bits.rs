//! Single bits, fields and bytes of integers; of the group `integer`.

use super::case::Case;
use super::inputs::{drawn, wide_words, words};
use heddle_sim::host::Arg;
use rand::Rng;
use sha2::{Digest, Sha256};

fn case(name: &str) -> Case {
    Case::new("integer", name)
}

#[test]
fn crc32_by_table_and_by_bits_is_the_standard_checksum() {
    let (count, length) = (100, 40);
    let messages: Vec<u8> = drawn(1, count + length, |generator| generator.random());
    let crcs: Vec<u32> = (0..count)
        .map(|start| {
            let mut crc = flate2::Crc::new();
            crc.update(&messages[start..start + length]);
            crc.sum()
        })
        .collect();
    case("crc32")
        .shows(&["xor.b32", "shr.u32", "ld.const.u32"])
        .grid(2, 64)
        .input(&messages)
        .scalar(Arg::U32(length as u32))
        .scalar(Arg::U32(count as u32))
        .output(&crcs)
        .check();
}

#[test]
fn bit_reversed_indices_permute_and_reversed_words_add_up() {
    let count = 128_u32;
    let (values, wide) = (words(40, 128), wide_words(41, 128));
    let mut permuted = vec![0; 128];
    for (i, value) in values.iter().enumerate() {
        let place = (0..7).map(|bit| (i >> bit & 1) << (6 - bit)).sum::<usize>();
        permuted[place] = *value;
    }
    let reversed =
        |(i, word): (usize, &u64)| word.reverse_bits().wrapping_add((i as u64).reverse_bits());
    let sums: Vec<u64> = wide.iter().enumerate().map(reversed).collect();
    case("bit_reversal")
        .shows(&["brev.b32", "brev.b64", "clz.b32"])
        .grid(2, 64)
        .input(&values)
        .input(&wide)
        .scalar(Arg::U32(count))
        .output(&permuted)
        .output(&sums)
        .check();
}

#[test]
fn set_bits_are_counted_and_found_from_both_ends() {
    let count = 96;
    let (narrow, wide) = (words(42, count), wide_words(43, count));
    let mut histogram = vec![0_u32; 96];
    narrow.iter().for_each(|word| histogram[word.count_ones() as usize] += 1);
    wide.iter().for_each(|word| histogram[word.count_ones() as usize] += 1);
    // The highest bit that differs from the sign is found. If there is none, it is all ones, and so is its
    // distance from the top.
    let last = |bits: u32, width: u32| width.checked_sub(1 + bits).unwrap_or(u32::MAX);
    let positions = narrow.iter().zip(&wide).flat_map(|(word, wide)| {
        let signed = if (*word as i32) < 0 { !word } else { *word };
        let signed_wide = if (*wide as i64) < 0 { !wide } else { *wide };
        let shift = |zeros: u32, width: u32| if zeros == width { u32::MAX } else { zeros };
        [
            word.leading_zeros(),
            wide.leading_zeros(),
            if *word == 0 { 0 } else { word.trailing_zeros() + 1 },
            if *wide == 0 { 0 } else { wide.trailing_zeros() + 1 },
            last(signed.leading_zeros(), 32),
            shift(word.leading_zeros(), 32),
            last(wide.leading_zeros(), 64),
            shift(signed_wide.leading_zeros(), 64),
        ]
    });
    case("bit_counts")
        .shows(&[
            "popc.b32",
            "popc.b64",
            "clz.b32",
            "clz.b64",
            "bfind.s32",
            "bfind.shiftamt.u32",
            "bfind.u64",
        ])
        .grid(3, 32)
        .input(&narrow)
        .input(&wide)
        .scalar(Arg::U32(count as u32))
        .output(&histogram)
        .output(&positions.collect::<Vec<_>>())
        .check();
}

#[test]
fn bytes_go_where_the_selector_and_the_mode_send_them() {
    let count = 64;
    let (a, b, selectors) = (words(44, count), words(45, count), drawn(46, count, |g| g.random()));
    let mut out = Vec::new();
    for i in 0..count {
        let select: u32 = selectors[i];
        let pool = (u64::from(b[i]) << 32 | u64::from(a[i])).to_le_bytes();
        let nibble = |select: u32, at: usize| select >> (4 * at) & 15;
        let general = |select: u32, pool: [u8; 8]| {
            u32::from_le_bytes([0, 1, 2, 3].map(|at| {
                let nibble = nibble(select, at) as usize;
                let byte = pool[nibble & 7];
                if nibble < 8 {
                    byte
                } else {
                    (byte as i8 >> 7) as u8
                }
            }))
        };
        let mode = |place: &dyn Fn(usize, usize) -> usize| {
            u32::from_le_bytes([0, 1, 2, 3].map(|at| pool[place((select & 3) as usize, at)]))
        };
        out.extend([
            general(select & 0x7777, pool),
            a[i].swap_bytes(),
            general(0x3012, pool),
            mode(&|from, at| from + at),
            mode(&|from, at| (from + 8 - at) % 8),
            mode(&|from, _| from),
            mode(&|from, at| from.max(at)),
            mode(&|from, at| from.min(at)),
            mode(&|from, at| 2 * (from & 1) + (at & 1)),
            general(select | 0x8080, pool),
        ]);
    }
    case("byte_permute")
        .shows(&[
            "prmt.b32",
            "prmt.b32.f4e",
            "prmt.b32.b4e",
            "prmt.b32.rc8",
            "prmt.b32.ecl",
            "prmt.b32.rc16",
        ])
        .grid(2, 32)
        .input(&a)
        .input(&b)
        .input(&selectors)
        .scalar(Arg::U32(count as u32))
        .output(&out)
        .check();
}

#[test]
fn shifts_wrap_or_clamp_at_the_width_as_their_mode_says() {
    let count = 100;
    let bits = words(47, count + 1);
    let amounts: Vec<u32> = drawn(48, count, |generator| generator.random_range(0..80));
    let (mut out, mut wide_out) = (Vec::new(), Vec::new());
    for i in 0..count {
        let (low, amount) = (bits[i], amounts[i]);
        let wide = u64::from(bits[i + 1]) << 32 | u64::from(low);
        let left = |by: u32| (wide << by >> 32) as u32;
        let right = |by: u32| (wide >> by) as u32;
        out.extend([
            left(amount % 32),
            right(amount % 32),
            left(amount.min(32)),
            right(amount.min(32)),
        ]);
        out.extend([low.rotate_left(amount), low.checked_shl(amount).unwrap_or(0)]);
        out.extend([(low as i32 >> amount.min(31)) as u32, bits[i + 1] >> (amount % 32)]);
        wide_out.extend([wide.rotate_left(amount / 2), (wide as i64 >> amount.min(63)) as u64]);
        wide_out.extend([(wide as i64 >> (amount % 64)) as u64, wide.rotate_right(29)]);
    }
    case("funnel_shift")
        .shows(&[
            "shf.l.wrap.b32",
            "shf.r.wrap.b32",
            "shf.l.clamp.b32",
            "shf.r.clamp.b32",
            "shl.b32",
            "shr.s64",
        ])
        .grid(4, 32)
        .input(&bits)
        .input(&amounts)
        .scalar(Arg::U32(count as u32))
        .output(&out)
        .output(&wide_out)
        .check();
}

/// Extracts the field, bit by bit. Beyond its end or the word's, it is filled with the sign, or with zeros.
fn extracted(word: u64, width: u32, position: u32, length: u32, signed: bool) -> u64 {
    let (position, length) = (position & 0xff, length & 0xff);
    let bit = |at: u32| at < width && word >> at & 1 == 1;
    let sign = signed && length > 0 && bit((position + length - 1).min(width - 1));
    let taken = |at: u32| at < length && position + at < width;
    (0..width).map(|at| u64::from(if taken(at) { bit(position + at) } else { sign }) << at).sum()
}

fn inserted(field: u64, word: u64, width: u32, position: u32, length: u32) -> u64 {
    let (position, length) = (position & 0xff, length & 0xff);
    let replaced = |at: u32| at >= position && at < position + length;
    let bit = |at: u32| if replaced(at) { field >> (at - position) & 1 } else { word >> at & 1 };
    (0..width).map(|at| bit(at) << at).sum()
}

#[test]
fn fields_reach_no_further_than_the_word_and_carry_its_sign() {
    let count = 120;
    let wide = wide_words(49, count);
    let positions: Vec<u32> = drawn(50, count, |generator| generator.random_range(0..72));
    let lengths: Vec<u32> = drawn(51, count, |generator| generator.random_range(0..72));
    let out = (0..count).flat_map(|i| {
        let (word, position, length) = (wide[i], positions[i], lengths[i]);
        let (low, high) = (word & 0xffff_ffff, word >> 32);
        let bits = |from: u32, count: u32| low >> from & ((1 << count) - 1);
        let scattered = bits(31, 1) << 12 | bits(7, 1) << 11 | bits(25, 6) << 5 | bits(8, 4) << 1;
        let offset = scattered as i64 - if scattered >> 12 == 1 { 1 << 13 } else { 0 };
        let opcode = bits(0, 7) as i64;
        let immediate = (((high as u32 as i32 >> 12) as i64 + opcode) << 44 >> 44) as u32;
        [
            extracted(low, 32, position, length, false),
            extracted(low, 32, position, length, true),
            extracted(word, 64, position, length, false),
            extracted(word, 64, position, length, true),
            inserted(low, high, 32, position, length),
            inserted(word, !word, 64, position, length),
            u64::from(offset as u32),
            (opcode as u64) << 40 | (bits(9, 5) ^ 3) << 32 | u64::from(immediate),
        ]
    });
    case("bit_fields")
        .shows(&["bfe.u32", "bfe.s32", "bfe.u64", "bfe.s64", "bfi.b32", "bfi.b64"])
        .grid(4, 32)
        .input(&wide)
        .input(&positions)
        .input(&lengths)
        .scalar(Arg::U32(count as u32))
        .output(&out.collect::<Vec<_>>())
        .check();
}

#[test]
fn sha256_of_one_block_is_the_standard_digest() {
    let blocks: Vec<u8> = drawn(52, 64 * 40, |generator| generator.random());
    let digests: Vec<u8> = blocks.chunks(64).flat_map(Sha256::digest).collect();
    case("sha256")
        .shows(&["lop3.b32", "shf.r.wrap.b32", "prmt.b32"])
        .grid(2, 32)
        .input(&blocks)
        .scalar(Arg::U32(40))
        .output(&digests)
        .check();
}

#[test]
fn masks_sign_extensions_and_the_nth_set_bit_are_what_loops_over_bits_say() {
    let count = 120;
    let words = words(53, count);
    let positions: Vec<u32> = drawn(54, count, |generator| generator.random_range(0..40));
    let lengths: Vec<u32> = drawn(55, count, |generator| generator.random_range(0..40));
    let mask = |from: u32, to: u32| (from..to.min(32)).map(|bit| 1_u32 << bit).sum::<u32>();
    let out = (0..count).flat_map(|i| {
        let (word, position, length) = (words[i], positions[i], lengths[i]);
        let kept = mask(0, length);
        let negative = (1..32).contains(&length) && word >> (length - 1) & 1 == 1;
        let set = |bit: &u32| word >> bit & 1 == 1;
        let (base, n) = (position % 32, (length % 4) as usize);
        let upwards = (base..32).filter(set).nth(n);
        let downwards = (0..=base).rev().filter(set).nth(n);
        [
            mask(position % 32, position % 32 + length % 32),
            mask(position, position + length),
            word & kept | if negative { !kept } else { 0 },
            word & mask(0, length % 32),
            upwards.unwrap_or(u32::MAX),
            downwards.unwrap_or(u32::MAX),
            if set(&base) { base } else { u32::MAX },
        ]
    });
    case("masks")
        .shows(&["bmsk.wrap.b32", "bmsk.clamp.b32", "szext.clamp.s32", "szext.wrap.u32", "fns.b32"])
        .grid(4, 32)
        .input(&words)
        .input(&positions)
        .input(&lengths)
        .scalar(Arg::U32(count as u32))
        .output(&out.collect::<Vec<_>>())
        .check();
}

#[test]
fn bytes_and_half_words_are_added_and_compared_four_and_two_at_once() {
    let count = 80;
    let (a, b) = (words(56, count), drawn(57, count, |generator| generator.random::<u32>()));
    let out = a.iter().zip(&b).flat_map(|(x, y)| {
        let (x, y) = (*x, *y);
        let bytes = |operation: fn(u8, u8) -> u8| {
            let (x, y) = (x.to_le_bytes(), y.to_le_bytes());
            u32::from_le_bytes([0, 1, 2, 3].map(|at| operation(x[at], y[at])))
        };
        let halves = |operation: fn(i16, i16) -> i16| {
            let low = operation(x as i16, y as i16) as u16;
            let high = operation((x >> 16) as i16, (y >> 16) as i16) as u16;
            u32::from(high) << 16 | u32::from(low)
        };
        [
            bytes(u8::wrapping_add),
            bytes(u8::wrapping_sub),
            bytes(u8::abs_diff),
            bytes(u8::abs_diff).to_le_bytes().into_iter().map(u32::from).sum(),
            halves(i16::max),
            bytes(|x, y| (u16::from(x) + u16::from(y)).div_ceil(2) as u8),
            bytes(|x, y| if x as i8 > y as i8 { 0xff } else { 0 }),
            bytes(u8::saturating_add),
            halves(i16::saturating_sub),
            halves(|x, y| i16::from((x as u16) < y as u16)),
        ]
    });
    case("simd_bytes")
        .shows(&[
            "vadd4.u32",
            "vsub4.u32",
            "vabsdiff4.u32",
            "vabsdiff4.add",
            "vmax2.s32",
            "vavrg4.u32",
        ])
        .shows(&["vset4.gt.s32", "vadd4.sat", "vsub2.sat.s32", "vset2.lt.u32"])
        .grid(3, 32)
        .input(&a)
        .input(&b)
        .scalar(Arg::U32(count as u32))
        .output(&out.collect::<Vec<_>>())
        .check();
}

#[test]
fn video_instructions_pick_clamp_merge_and_accumulate_parts_of_words() {
    let count = 90;
    let (a, b) = (words(58, count), drawn(59, count, |generator| generator.random::<u32>()));
    let out = a.iter().zip(&b).enumerate().flat_map(|(i, (&x, &y))| {
        let (p, q) = (x.to_le_bytes(), y.to_le_bytes());
        let distance = (0..3).map(|k| u32::from(p[k].abs_diff(q[k]))).sum();
        let lifted = (x as i16).saturating_add((y >> 16) as i16) as u16;
        let lowered = p[0].saturating_sub(q[1]);
        [
            distance,
            u32::from(p[3].max(q[3])).max(i as u32),
            u32::from(lifted) << 16 | x & 0xffff,
            y & 0xff00_ffff | u32::from(lowered) << 16,
            i as u32 + u32::from(p[0] < q[3]),
            (x & 0xffff).checked_shl(q[0].into()).unwrap_or(0),
        ]
    });
    case("video_scalar")
        .shows(&[
            "vabsdiff.add.u32",
            "vmax.max.u32",
            "vadd.sat.s32",
            "vsub.sat.u32",
            "vset.lt.add",
            "vshl.clamp.u32",
        ])
        .grid(3, 32)
        .input(&a)
        .input(&b)
        .scalar(Arg::U32(count as u32))
        .output(&out.collect::<Vec<_>>())
        .check();
}
