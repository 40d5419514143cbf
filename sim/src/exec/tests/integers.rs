//! Integer arithmetic compared with 128-bit numbers.

use super::probe::{check, run, sets};

const INTERESTING: &[u64] = &[
    0,
    1,
    2,
    3,
    7,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x7F_FFFF,
    0x80_0000,
    0xFF_FFFF,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
    0x1_0000_0000,
    0x7FFF_FFFF_FFFF_FFFF,
    1 << 63,
    u64::MAX,
    u64::MAX - 1,
];

/// Register, width and signedness of each type.
const TYPES: [(&str, u32, bool); 6] = [
    ("u16", 16, false),
    ("s16", 16, true),
    ("u32", 32, false),
    ("s32", 32, true),
    ("u64", 64, false),
    ("s64", 64, true),
];

fn number(bits: u64, width: u32, signed: bool) -> i128 {
    let value = i128::from(cut(bits.into(), width));
    if signed && value >> (width - 1) != 0 {
        value - (1 << width)
    } else {
        value
    }
}

fn cut(value: i128, width: u32) -> u64 {
    value as u64 & (u64::MAX >> (64 - width))
}

#[test]
fn every_integer_operation_wraps_to_its_width() {
    type Operation = fn(i128, i128, i128) -> i128;
    let operations: [(&str, Operation); 9] = [
        ("add", |a, b, _| a + b),
        ("sub", |a, b, _| a - b),
        ("mul.lo", |a, b, _| a.wrapping_mul(b)),
        ("min", |a, b, _| a.min(b)),
        ("max", |a, b, _| a.max(b)),
        // As on the device, division by zero gives all ones, and its remainder is the dividend.
        ("div", |a, b, _| if b == 0 { -1 } else { a / b }),
        ("rem", |a, b, _| if b == 0 { a } else { a % b }),
        ("sad", |a, b, c| c + (a - b).abs()),
        ("mad.lo", |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
    ];
    for (ty, width, signed) in TYPES {
        let register = format!("b{width}");
        let of = |bits: u64| number(bits, width, signed);
        let sets = sets(width, INTERESTING, 41);
        for (stem, operation) in operations {
            let third = if matches!(stem, "sad" | "mad.lo") { ", %c" } else { "" };
            let body = format!("{stem}.{ty} %d, %a, %b{third};");
            check(&body, &register, &[&register, &register, &register], &sets, |[a, b, c, _]| {
                cut(operation(of(a), of(b), of(c)), width)
            });
        }
        if signed {
            check(&format!("abs.{ty} %d, %a;"), &register, &[&register], &sets, |[a, ..]| {
                cut(of(a).abs(), width)
            });
            check(&format!("neg.{ty} %d, %a;"), &register, &[&register], &sets, |[a, ..]| {
                cut(-of(a), width)
            });
        }
    }
}

/// Returns a product of up to 128 bits, as its two's-complement pattern.
fn product(a: u64, b: u64, width: u32, signed: bool) -> u128 {
    let (a, b) = (number(a, width, signed), number(b, width, signed));
    if signed {
        (a * b) as u128
    } else {
        a as u128 * b as u128
    }
}

#[test]
fn products_keep_their_upper_half_or_all_of_it() {
    for (ty, width, signed) in TYPES {
        let register = format!("b{width}");
        let r = [register.as_str(); 3];
        let sets = sets(width, INTERESTING, 42);
        let high = |a: u64, b: u64| (product(a, b, width, signed) >> width) as u64;
        check(&format!("mul.hi.{ty} %d, %a, %b;"), &register, &r, &sets, |[a, b, ..]| {
            cut(high(a, b).into(), width)
        });
        check(&format!("mad.hi.{ty} %d, %a, %b, %c;"), &register, &r, &sets, |[a, b, c, _]| {
            cut(i128::from(high(a, b)) + i128::from(c), width)
        });
        if width < 64 {
            let wide = format!("b{}", 2 * width);
            let r = [register.as_str(), &register, &wide];
            check(&format!("mul.wide.{ty} %d, %a, %b;"), &wide, &r, &sets, |[a, b, ..]| {
                cut(product(a, b, width, signed) as i128, 2 * width)
            });
            check(&format!("mad.wide.{ty} %d, %a, %b, %c;"), &wide, &r, &sets, |[a, b, c, _]| {
                cut(product(a, b, width, signed) as i128 + i128::from(c), 2 * width)
            });
        }
    }
}

fn clamp_word(value: i128) -> u64 {
    cut(value.clamp(i32::MIN.into(), i32::MAX.into()), 32)
}

#[test]
fn sat_keeps_signed_words_in_range() {
    let sets = sets(32, INTERESTING, 43);
    let r = ["b32", "b32", "b32"];
    let of = |bits: u64| number(bits, 32, true);
    check("add.sat.s32 %d, %a, %b;", "b32", &r, &sets, |[a, b, ..]| clamp_word(of(a) + of(b)));
    check("sub.sat.s32 %d, %a, %b;", "b32", &r, &sets, |[a, b, ..]| clamp_word(of(a) - of(b)));
    check("mad.hi.sat.s32 %d, %a, %b, %c;", "b32", &r, &sets, |[a, b, c, _]| {
        clamp_word(((of(a) * of(b)) >> 32) + of(c))
    });
}

#[test]
fn products_of_24_bits_give_the_bottom_or_the_top_of_48() {
    let sets = sets(32, INTERESTING, 44);
    let r = ["b32", "b32", "b32"];
    for (ty, signed) in [("u32", false), ("s32", true)] {
        let product = |a: u64, b: u64| number(a, 24, signed) * number(b, 24, signed);
        check(&format!("mul24.lo.{ty} %d, %a, %b;"), "b32", &r, &sets, |[a, b, ..]| {
            cut(product(a, b), 32)
        });
        check(&format!("mul24.hi.{ty} %d, %a, %b;"), "b32", &r, &sets, |[a, b, ..]| {
            cut(product(a, b) >> 16, 32)
        });
        check(&format!("mad24.hi.{ty} %d, %a, %b, %c;"), "b32", &r, &sets, |[a, b, c, _]| {
            cut((product(a, b) >> 16) + i128::from(c), 32)
        });
        check(&format!("mad24.lo.{ty} %d, %a, %b, %c;"), "b32", &r, &sets, |[a, b, c, _]| {
            cut(product(a, b) + i128::from(c), 32)
        });
    }
    check("mad24.hi.sat.s32 %d, %a, %b, %c;", "b32", &r, &sets, |[a, b, c, _]| {
        clamp_word(((number(a, 24, true) * number(b, 24, true)) >> 16) + number(c, 32, true))
    });
}

#[test]
fn dot_products_sign_each_operand_on_its_own() {
    let sets = sets(32, INTERESTING, 45);
    let r = ["b32", "b32", "b32"];
    for (left, right) in [("u32", "u32"), ("u32", "s32"), ("s32", "u32"), ("s32", "s32")] {
        let (x, y) = (left == "s32", right == "s32");
        check(&format!("dp4a.{left}.{right} %d, %a, %b, %c;"), "b32", &r, &sets, |[a, b, c, _]| {
            let sum: i128 =
                (0..4).map(|i| number(a >> (8 * i), 8, x) * number(b >> (8 * i), 8, y)).sum();
            cut(sum + i128::from(c), 32)
        });
        for (half, from) in [("lo", 0), ("hi", 16)] {
            let body = format!("dp2a.{half}.{left}.{right} %d, %a, %b, %c;");
            check(&body, "b32", &r, &sets, |[a, b, c, _]| {
                let part =
                    |i: u32| number(a >> (16 * i), 16, x) * number(b >> (from + 8 * i), 8, y);
                cut(part(0) + part(1) + i128::from(c), 32)
            });
        }
    }
}

#[test]
fn carry_chains_add_and_subtract_numbers_of_two_words() {
    for width in [32, 64] {
        let register = format!("b{width}");
        let r = [register.as_str(); 4];
        let sets = sets(width, INTERESTING, 46);
        let two = |low: u64, high: u64| u128::from(high) << width | u128::from(low);
        for (stem, ty) in [("add", "u"), ("sub", "u"), ("add", "s"), ("sub", "s")] {
            let ty = format!("{ty}{width}");
            let wide = |set: [u64; 4]| {
                let (a, b) = (two(set[0], set[1]), two(set[2], set[3]));
                if stem == "add" {
                    a.wrapping_add(b)
                } else {
                    a.wrapping_sub(b)
                }
            };
            let first = format!("{stem}.cc.{ty} %d, %a, %c;");
            check(&first, &register, &r, &sets, |set| cut(wide(set) as i128, width));
            let second = format!("{first} {stem}c.cc.{ty} %d, %b, %e;");
            check(&second, &register, &r, &sets, |set| cut((wide(set) >> width) as i128, width));
            // The third instruction shows the carry of the upper words.
            let third = format!("{second} addc.{ty} %d, 0, 0;");
            check(&third, &register, &r, &sets, |set| {
                let carries = match stem {
                    "add" => {
                        two(set[0], set[1]).checked_add(two(set[2], set[3])).is_none()
                            || width == 32 && wide(set) >> 64 != 0
                    }
                    _ => two(set[0], set[1]) < two(set[2], set[3]),
                };
                carries.into()
            });
        }
    }
}

#[test]
fn carry_chains_multiply_into_numbers_of_two_words() {
    for width in [32, 64] {
        let (register, ty) = (format!("b{width}"), format!("u{width}"));
        let sets = sets(width, INTERESTING, 47);
        // The reference is a * b + (e, c), with the carry beyond it.
        let of = |set: [u64; 4]| {
            let product = u128::from(set[0]) * u128::from(set[1]);
            product.overflowing_add(u128::from(set[3]) << width | u128::from(set[2]))
        };
        let low = format!("mad.lo.cc.{ty} %d, %a, %b, %c;");
        let high = format!("{low} madc.hi.cc.{ty} %d, %a, %b, %e;");
        let carry = format!("{high} addc.{ty} %d, 0, 0;");
        let r = [register.as_str(); 4];
        check(&low, &register, &r, &sets, |set| cut(of(set).0 as i128, width));
        check(&high, &register, &r, &sets, |set| cut((of(set).0 >> width) as i128, width));
        check(&carry, &register, &r, &sets, |set| {
            let (sum, beyond) = of(set);
            if width == 64 {
                beyond.into()
            } else {
                (sum >> 64) as u64
            }
        });
    }
}

#[test]
fn every_thread_has_a_carry_of_its_own_and_keeps_it_where_a_guard_is_false() {
    // Lanes whose guard holds clear the carry that the first addition left in every lane.
    let body =
        "setp.ne.u32 %p, %b, 0; add.cc.u32 %d, %a, 1; @%p add.cc.u32 %d, 0, 0; addc.u32 %d, 0, 0;";
    let sets = [[0xFFFF_FFFF, 0, 0, 0], [0xFFFF_FFFF, 1, 0, 0], [5, 0, 0, 0], [5, 1, 0, 0]];
    assert_eq!(run(body, "b32", &["b32", "b32"], &sets), [1, 0, 0, 0]);
}

#[test]
fn halves_of_words_add_and_compare_on_their_own() {
    let sets = sets(32, INTERESTING, 48);
    let r = ["b32", "b32"];
    let join = |f: &dyn Fn(u32) -> i128| cut(f(0), 16) | cut(f(16), 16) << 16;
    check("add.u16x2 %d, %a, %b;", "b32", &r, &sets, |[a, b, ..]| {
        join(&|shift| number(a >> shift, 16, false) + number(b >> shift, 16, false))
    });
    check("min.s16x2 %d, %a, %b;", "b32", &r, &sets, |[a, b, ..]| {
        join(&|shift| number(a >> shift, 16, true).min(number(b >> shift, 16, true)))
    });
    check("max.u16x2 %d, %a, %b;", "b32", &r, &sets, |[a, b, ..]| {
        join(&|shift| number(a >> shift, 16, false).max(number(b >> shift, 16, false)))
    });
    check("max.relu.s16x2 %d, %a, %b;", "b32", &r, &sets, |[a, b, ..]| {
        join(&|shift| number(a >> shift, 16, true).max(number(b >> shift, 16, true)).max(0))
    });
    check("min.relu.s32 %d, %a, %b;", "b32", &r, &sets, |[a, b, ..]| {
        cut(number(a, 32, true).min(number(b, 32, true)).max(0), 32)
    });
}

#[test]
fn comparisons_know_signs_and_names_of_unsigned_order() {
    type Order = fn(i128, i128) -> bool;
    let comparisons: [(&str, Order); 6] = [
        ("eq", |a, b| a == b),
        ("ne", |a, b| a != b),
        ("lt", |a, b| a < b),
        ("le", |a, b| a <= b),
        ("gt", |a, b| a > b),
        ("ge", |a, b| a >= b),
    ];
    for (ty, width, signed) in TYPES {
        let register = format!("b{width}");
        let sets = sets(width, INTERESTING, 49);
        for (word, holds) in comparisons {
            let of = |bits: u64| number(bits, width, signed);
            let r = [register.as_str(); 2];
            check(&format!("set.{word}.u32.{ty} %d, %a, %b;"), "b32", &r, &sets, |[a, b, ..]| {
                if holds(of(a), of(b)) {
                    0xFFFF_FFFF
                } else {
                    0
                }
            });
            // The second predicate is the complement; both are combined with a third.
            let body = format!(
                "setp.gt.u32 %q, %c, 9; setp.{word}.and.{ty} %p|%q, %a, %b, !%q;\n\
                selp.b32 %d, 1, 0, %p; @%q or.b32 %d, %d, 2;"
            );
            check(&body, "b32", &[&register, &register, "b32"], &sets, |[a, b, c, _]| {
                match (cut(c.into(), 32) > 9, holds(of(a), of(b))) {
                    (true, _) => 0,
                    (false, true) => 1,
                    (false, false) => 2,
                }
            });
        }
    }
    let old = [("lo", "lt"), ("ls", "le"), ("hi", "gt"), ("hs", "ge")];
    let sets = sets(32, INTERESTING, 50);
    for (old, new) in old {
        let of = |word: &str| {
            let body = format!("set.{word}.u32.u32 %d, %a, %b;");
            run(&body, "b32", &["b32", "b32"], &sets)
        };
        assert_eq!(of(old), of(new));
    }
}

#[test]
fn set_writes_one_of_the_result_type_and_combines_with_a_predicate() {
    let sets = [[1, 2, 0, 0], [2, 1, 0, 0], [1, 2, 1, 0], [2, 1, 1, 0]];
    let r = ["b32", "b32", "b32"];
    let of = |to: &str, register: &str| {
        let body = format!("setp.ne.u32 %p, %c, 0; set.lt.xor.{to}.u32 %d, %a, %b, %p;");
        run(&body, register, &r, &sets)
    };
    assert_eq!(of("u32", "b32"), [0xFFFF_FFFF, 0, 0, 0xFFFF_FFFF]);
    assert_eq!(of("f32", "f32"), [0x3F80_0000, 0, 0, 0x3F80_0000]);
    assert_eq!(of("f16", "b16"), [0x3C00, 0, 0, 0x3C00]);
}

#[test]
fn slct_takes_the_first_where_the_selector_is_not_negative() {
    let of = |body: &str, selector: u64| {
        run(body, "b64", &["b64", "b64", "b32"], &[[1, 2, selector, 0]])[0]
    };
    assert_eq!(of("slct.u64.s32 %d, %a, %b, %c;", 0), 1);
    assert_eq!(of("slct.u64.s32 %d, %a, %b, %c;", 0x8000_0000), 2);
    assert_eq!(of("slct.b64.f32 %d, %a, %b, %c;", 0x8000_0000), 1);
    assert_eq!(of("slct.b64.f32 %d, %a, %b, %c;", 0x8000_0001), 2);
    assert_eq!(of("slct.ftz.b64.f32 %d, %a, %b, %c;", 0x8000_0001), 1);
    assert_eq!(of("slct.b64.f32 %d, %a, %b, %c;", 0x7FC0_0000), 2);
}
