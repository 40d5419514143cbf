//! The same operation on each byte or half-word of two words, compared with arithmetic on arrays.

use super::probe::{check, refused, sets};

const WORDS: &[u64] =
    &[0, u32::MAX as u64, 0x8000_7FFF, 0x7F80_FF01, 0x0102_FEFF, 0xFFFF_0000, 0x80FF_7F00];

/// Returns the parts of a word, lowest first.
fn parts(word: u64, width: u32, signed: bool) -> Vec<i64> {
    let part = |at: u32| {
        let value = (word >> at & ((1 << width) - 1)) as i64;
        if signed && value >> (width - 1) == 1 {
            value - (1 << width)
        } else {
            value
        }
    };
    (0..32).step_by(width as usize).map(part).collect()
}

fn side_by_side(values: impl Iterator<Item = i64>, width: u32) -> u64 {
    let cut = values.map(|value| value as u64 & ((1 << width) - 1));
    cut.enumerate().map(|(at, value)| value << (at as u32 * width)).sum()
}

/// A name and the operation on one pair.
type Operation = (&'static str, fn(i64, i64) -> i64);

const OPERATIONS: &[Operation] = &[
    ("vadd", |x, y| x + y),
    ("vsub", |x, y| x - y),
    ("vabsdiff", |x, y| if x > y { x - y } else { y - x }),
    ("vmin", |x, y| if x < y { x } else { y }),
    ("vmax", |x, y| if x < y { y } else { x }),
    // Half the sum, with the remainder rounded away from zero.
    ("vavrg", |x, y| (x + y + (x + y) % 2) / 2),
];

#[test]
fn every_pair_of_bytes_and_half_words_is_operated_on_alone() {
    let sets = sets(32, WORDS, 90);
    for &(stem, operation) in OPERATIONS {
        for (count, width) in [(2, 16), (4, 8)] {
            for (d, a, b) in [("u32", "u32", "u32"), ("s32", "s32", "s32"), ("s32", "u32", "s32")] {
                let values = |set: [u64; 4]| -> Vec<i64> {
                    let x = parts(set[0], width, a == "s32");
                    let y = parts(set[1], width, b == "s32");
                    x.into_iter().zip(y).map(|(x, y)| operation(x, y)).collect()
                };
                let range = match d {
                    "s32" => -(1 << (width - 1))..=(1 << (width - 1)) - 1,
                    _ => 0..=(1_i64 << width) - 1,
                };
                let registers = ["b32"; 3];
                let run = |modifier: &str, expected: &dyn Fn([u64; 4]) -> u64| {
                    let body = format!("{stem}{count}.{d}.{a}.{b}{modifier} %d, %a, %b, %c;");
                    check(&body, "b32", &registers, &sets, expected);
                };
                run("", &|set| side_by_side(values(set).into_iter(), width));
                run(".sat", &|set| {
                    let clamped =
                        values(set).into_iter().map(|v| v.clamp(*range.start(), *range.end()));
                    side_by_side(clamped, width)
                });
                run(".add", &|set| {
                    let sum: i64 = values(set).into_iter().sum();
                    u64::from((set[2] as u32).wrapping_add(sum as u32))
                });
            }
        }
    }
}

#[test]
fn comparisons_of_bytes_and_half_words_are_ones_or_are_counted() {
    type Comparison = (&'static str, fn(&i64, &i64) -> bool);
    let comparisons: [Comparison; 6] = [
        ("eq", i64::eq),
        ("ne", i64::ne),
        ("lt", i64::lt),
        ("le", i64::le),
        ("gt", i64::gt),
        ("ge", i64::ge),
    ];
    let sets = sets(32, WORDS, 91);
    for (name, compare) in comparisons {
        for (count, width) in [(2, 16), (4, 8)] {
            let found = |set: [u64; 4], signed: bool| -> Vec<i64> {
                let pairs =
                    parts(set[0], width, signed).into_iter().zip(parts(set[1], width, signed));
                pairs.map(|(x, y)| i64::from(compare(&x, &y))).collect()
            };
            let registers = ["b32"; 3];
            let body = format!("vset{count}.s32.s32.{name} %d, %a, %b, %c;");
            let ones = |set| side_by_side(found(set, true).into_iter(), width);
            check(&body, "b32", &registers, &sets, ones);
            let body = format!("vset{count}.u32.u32.{name}.add %d, %a, %b, %c;");
            check(&body, "b32", &registers, &sets, |set| {
                let count: i64 = found(set, false).into_iter().sum();
                u64::from((set[2] as u32).wrapping_add(count as u32))
            });
        }
    }
}

#[test]
fn simd_forms_that_do_not_exist_are_refused() {
    for (instruction, word) in [
        ("vadd4.u32.u32 %a, %a, %a, %a;", ".u32 and .s32"),
        ("vadd4.u32.u32.b32 %a, %a, %a, %a;", ".u32 and .s32"),
        ("vset4.u32.u32 %a, %a, %a, %a;", "such as `.lt`"),
        ("vmad4.u32.u32.u32 %a, %a, %a, %a;", "`vmad`"),
        ("cvt.rn.tf32.f32 %a, %a;", "cvt.rna.tf32.f32"),
    ] {
        let error = refused(instruction, &["b32"]);
        assert!(error.contains(word), "{instruction}: {error}");
    }
}
