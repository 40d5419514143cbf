//! Video instructions, alone and several parts at once.

use super::probe::{check, refused, run, sets};

const WORDS: &[u64] = &[
    0,
    1,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x8080_7F7F,
    0x7FFF_8000,
    0x8000_0000,
    0xFFFF_FFFF,
];
const W: [&str; 3] = ["b32", "b32", "b32"];

fn part(value: u64, index: u32, bits: u32, signed: bool) -> i64 {
    let value = (value >> (index * bits) & ((1 << bits) - 1)) as i64;
    if signed && value >> (bits - 1) != 0 {
        value - (1 << bits)
    } else {
        value
    }
}

fn low(value: i64, bits: u32) -> u64 {
    value as u64 & ((1 << bits) - 1)
}

#[test]
fn several_parts_are_operated_on_and_merged_or_added_up() {
    let sets = sets(32, WORDS, 81);
    type Operation = fn(i64, i64) -> i64;
    let operations: [(&str, Operation); 6] = [
        ("vadd", |a, b| a + b),
        ("vsub", |a, b| a - b),
        ("vabsdiff", |a, b| (a - b).abs()),
        ("vmin", |a, b| a.min(b)),
        ("vmax", |a, b| a.max(b)),
        ("vavrg", |a, b| if a + b >= 0 { (a + b + 1) >> 1 } else { (a + b) >> 1 }),
    ];
    for (parts, bits) in [(2u32, 16u32), (4, 8)] {
        for (stem, operation) in operations {
            for (ty, signed) in [("u32", false), ("s32", true)] {
                let name = format!("{stem}{parts}.{ty}.{ty}.{ty}");
                let of = |a: u64, b: u64, i: u32| {
                    operation(part(a, i, bits, signed), part(b, i, bits, signed))
                };
                check(&format!("{name} %d, %a, %b, %c;"), "b32", &W, &sets, |[a, b, ..]| {
                    (0..parts).fold(0, |d, i| d | low(of(a, b, i), bits) << (i * bits))
                });
                check(&format!("{name}.sat %d, %a, %b, %c;"), "b32", &W, &sets, |[a, b, ..]| {
                    let (least, most) = if signed {
                        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
                    } else {
                        (0, (1 << bits) - 1)
                    };
                    (0..parts)
                        .fold(0, |d, i| d | low(of(a, b, i).clamp(least, most), bits) << (i * bits))
                });
                check(&format!("{name}.add %d, %a, %b, %c;"), "b32", &W, &sets, |[a, b, c, _]| {
                    low((0..parts).map(|i| of(a, b, i)).sum::<i64>() + c as i64, 32)
                });
            }
        }
    }
}

#[test]
fn selectors_pick_parts_of_both_words_and_masks_leave_the_rest_of_the_third() {
    let set = [[0x4433_2211, 0x8877_6655, 0xDDCC_BBAA, 0]];
    let of = |body: &str| run(body, "b32", &W, &set)[0];
    assert_eq!(of("vmax4.u32.u32.u32 %d, %a.b7040, %b.b0000, %c;"), 0x8811_5511);
    assert_eq!(of("vadd2.u32.u32.u32 %d.h1, %a.h30, %b.h00, %c;"), 0xAA88_BBAA);
    assert_eq!(of("vsub4.u32.u32.u32 %d.b20, %b, %a.b7654, %c;"), 0xDD44_BB44);
    assert_eq!(of("vset4.u32.u32.gt.add %d, %b, %a, 5;"), 9);
    assert_eq!(of("vset2.s32.s32.lt %d, %b, %a.h32, %c;"), 0x0001_0000);
}

#[test]
fn single_parts_are_extended_saturated_and_merged() {
    let set = [[0x8000_80FF, 0x0000_7F01, 0x1234_5678, 0]];
    let of = |body: &str| run(body, "b32", &W, &set)[0];
    assert_eq!(of("vadd.s32.s32.s32 %d, %a.b0, %b.b0;"), 0);
    assert_eq!(of("vadd.u32.u32.s32 %d, %a.b0, %b.b0;"), 0x100);
    assert_eq!(of("vadd.u32.u32.s32.sat %d.b1, %a.b0, %b.b0, %c;"), 0x1234_FF78);
    assert_eq!(of("vsub.s32.s32.u32.sat %d.h1, %a.h1, %b.h0, %c;"), 0x8000_5678);
    assert_eq!(of("vsub.s32.s32.s32.sat %d, %a, 0x7FFFFFFF;"), 0x8000_0000);
    assert_eq!(of("vabsdiff.u32.s32.s32.add %d, %a.b0, %b.b0, %c;"), 0x1234_567A);
    assert_eq!(of("vmin.s32.s32.s32.max %d, %a.b1, %b.b1, -5;"), 0xFFFF_FFFB);
    assert_eq!(of("vset.s32.u32.lt %d, %a, %b;"), 1);
    assert_eq!(of("vshl.u32.u32.u32.sat.clamp %d, %a, 33;"), 0xFFFF_FFFF);
    assert_eq!(of("vshr.s32.s32.u32.wrap %d, %a, 36;"), 0xF800_080F);
}

#[test]
fn what_video_instructions_do_not_have_is_refused() {
    for body in [
        "vmad.s32.s32.s32 %a, %a, %a, %a;",
        "vadd.s32.s32 %a, %a, %a;",
        "vadd.s64.s32.s32 %a, %a, %a;",
        "vadd.s32.s32.s32 %a, %a.b4, %a;",
        "vadd.s32.s32.s32 %a, %a, %a, %a;",
        "vadd.s32.s32.s32.add %a, %a, %a;",
        "vadd2.s32.s32.s32.sat.add %a, %a, %a, %a;",
        "vadd2.s32.s32.s32 %a, %a.b10, %a, %a;",
        "vadd2.s32.s32.s32 %a, %a.h4, %a, %a;",
        "vadd4.s32.s32.s32 %a.b01, %a, %a, %a;",
        "vavrg.s32.s32.s32 %a, %a, %a;",
        "vshl.u32.u32.u32 %a, %a, %a;",
        "vadd.rn.s32.s32.s32 %a, %a, %a;",
    ] {
        refused(body, &["b32"]);
    }
}
