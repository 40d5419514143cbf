//! Operations on bits, each compared with a loop over single bits or bytes.

use super::probe::{check, sets};

const WORDS: &[u64] = &[
    0,
    1,
    2,
    5,
    0x80,
    0x7F80,
    0x8001,
    0xF0F0_F0F0,
    0x0F0F_0F0F,
    0x8000_0000,
    0x7FFF_FFFF,
    0xFFFF_FFFF,
    0xAAAA_AAAA_5555_5555,
    1 << 63,
    u64::MAX,
    0x00FF_00FF_00FF_00FF,
];
/// Positions, lengths and amounts within, at and beyond every width.
const AMOUNTS: &[u64] =
    &[0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 255, 256, 0x8000_0000, 0xFFFF_FFFF];

/// Returns sets whose operands from the second on are amounts.
fn amounts(bits: u32, seed: u64) -> Vec<[u64; 4]> {
    let words = sets(bits, WORDS, seed);
    let mut sets = Vec::new();
    for (index, set) in words.iter().enumerate() {
        let at = |k: usize| AMOUNTS[(index * 7 + k * 5 + index / 18 * k) % AMOUNTS.len()];
        sets.push([set[0], at(1), at(2), 0]);
    }
    sets
}

fn bit(value: u64, at: u64) -> u64 {
    value >> at & 1
}

fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

#[test]
fn bfe_takes_each_bit_from_the_field_or_repeats_its_sign() {
    for (ty, bits, signed) in
        [("u32", 32, false), ("s32", 32, true), ("u64", 64, false), ("s64", 64, true)]
    {
        let register = format!("b{bits}");
        check(
            &format!("bfe.{ty} %d, %a, %b, %c;"),
            &register,
            &[&register, "b32", "b32"],
            &amounts(bits, 61),
            |[a, b, c, _]| {
                let (position, length, top) = (b & 255, c & 255, u64::from(bits) - 1);
                let fill = if !signed || length == 0 {
                    0
                } else {
                    bit(a, (position + length - 1).min(top))
                };
                (0..=top).fold(0, |d, i| {
                    let inside = i < length && position + i <= top;
                    d | (if inside { bit(a, position + i) } else { fill }) << i
                })
            },
        );
    }
}

#[test]
fn bfi_replaces_the_bits_of_the_field_only() {
    for bits in [32, 64] {
        let register = format!("b{bits}");
        let sets: Vec<[u64; 4]> = amounts(bits, 62)
            .into_iter()
            .map(|[a, b, c, _]| [a, !a.rotate_left(9) & ones(bits), b, c])
            .collect();
        check(
            &format!("bfi.b{bits} %d, %a, %b, %c, %e;"),
            &register,
            &[&register, &register, "b32", "b32"],
            &sets,
            |[a, b, c, e]| {
                let (position, length) = (c & 255, e & 255);
                (0..u64::from(bits)).fold(0, |d, i| {
                    let inside = i >= position && i < position + length;
                    d | (if inside { bit(a, i - position) } else { bit(b, i) }) << i
                })
            },
        );
    }
}

#[test]
fn counts_and_positions_agree_with_a_walk_over_the_bits() {
    for bits in [32u32, 64] {
        let register = format!("b{bits}");
        let sets = sets(bits, WORDS, 63);
        let r = [register.as_str()];
        let top = u64::from(bits) - 1;
        check(&format!("popc.b{bits} %d, %a;"), "b32", &r, &sets, |[a, ..]| {
            (0..=top).map(|i| bit(a, i)).sum()
        });
        check(&format!("clz.b{bits} %d, %a;"), "b32", &r, &sets, |[a, ..]| {
            (0..=top).rev().take_while(|i| bit(a, *i) == 0).count() as u64
        });
        check(&format!("brev.b{bits} %d, %a;"), &register, &r, &sets, |[a, ..]| {
            (0..=top).fold(0, |d, i| d | bit(a, top - i) << i)
        });
        for signed in [false, true] {
            let ty = format!("{}{bits}", if signed { 's' } else { 'u' });
            let found = |a: u64| {
                let ignored = if signed { bit(a, top) } else { 0 };
                (0..=top).rev().find(|i| bit(a, *i) != ignored)
            };
            check(&format!("bfind.{ty} %d, %a;"), "b32", &r, &sets, |[a, ..]| {
                found(a).unwrap_or(0xFFFF_FFFF)
            });
            check(&format!("bfind.shiftamt.{ty} %d, %a;"), "b32", &r, &sets, |[a, ..]| {
                found(a).map_or(0xFFFF_FFFF, |i| top - i)
            });
        }
    }
}

#[test]
fn fns_counts_set_bits_from_the_base_on() {
    let sets: Vec<[u64; 4]> = (0..4096u64)
        .map(|k| {
            [
                WORDS[(k % 16) as usize] & ones(32),
                k / 16 % 32,
                (k / 512).wrapping_sub(4) & ones(32),
                0,
            ]
        })
        .collect();
    check(
        "fns.b32 %d, %a, %b, %c;",
        "b32",
        &["b32", "b32", "b32"],
        &sets,
        |[mask, base, offset, _]| {
            let offset = i64::from(offset as u32 as i32);
            if offset == 0 {
                return if bit(mask, base) != 0 { base } else { ones(32) };
            }
            let (mut at, mut left) = (base as i64, offset.abs());
            while (0..32).contains(&at) {
                left -= bit(mask, at as u64) as i64;
                if left == 0 {
                    return at as u64;
                }
                at += offset.signum();
            }
            ones(32)
        },
    );
}

#[test]
fn szext_and_bmsk_clamp_or_wrap_their_amounts() {
    let sets = amounts(32, 64);
    let r = ["b32", "b32"];
    for clamp in [true, false] {
        let mode = if clamp { "clamp" } else { "wrap" };
        for signed in [true, false] {
            let ty = if signed { "s32" } else { "u32" };
            check(&format!("szext.{mode}.{ty} %d, %a, %b;"), "b32", &r, &sets, |[a, b, ..]| {
                let width = if clamp { b.min(32) } else { b & 31 };
                let fill = if signed && width > 0 { bit(a, width - 1) } else { 0 };
                (0..32).fold(0, |d, i| d | (if i < width { bit(a, i) } else { fill }) << i)
            });
        }
        let sets: Vec<[u64; 4]> =
            AMOUNTS.iter().flat_map(|a| AMOUNTS.iter().map(|b| [*a, *b, 0, 0])).collect();
        check(&format!("bmsk.{mode}.b32 %d, %a, %b;"), "b32", &r, &sets, |[a, b, ..]| {
            let (from, width) = if clamp { (a, b) } else { (a & 31, b & 31) };
            (0..32).fold(0, |d, i| d | u64::from(i >= from && i - from < width) << i)
        });
    }
}

#[test]
fn shifts_clamp_their_amount_to_the_width() {
    for bits in [16u32, 32, 64] {
        let register = format!("b{bits}");
        let sets = amounts(bits, 65);
        let r = [register.as_str(), "b32"];
        let top = u64::from(bits) - 1;
        check(&format!("shl.b{bits} %d, %a, %b;"), &register, &r, &sets, |[a, b, ..]| {
            (0..=top).fold(0, |d, i| d | (if i >= b { bit(a, i - b) } else { 0 }) << i)
        });
        for ty in ["b", "u", "s"] {
            check(&format!("shr.{ty}{bits} %d, %a, %b;"), &register, &r, &sets, |[a, b, ..]| {
                let fill = if ty == "s" { bit(a, top) } else { 0 };
                (0..=top).fold(0, |d, i| d | (if i + b <= top { bit(a, i + b) } else { fill }) << i)
            });
        }
    }
}

#[test]
fn funnel_shifts_move_bits_from_the_other_word_in() {
    let sets: Vec<[u64; 4]> = amounts(32, 66)
        .into_iter()
        .map(|[a, b, ..]| [a, !a.rotate_left(5) & ones(32), b, 0])
        .collect();
    for (mode, limit) in [("clamp", true), ("wrap", false)] {
        let amount = |c: u64| if limit { c.min(32) } else { c & 31 };
        let both = |a: u64, b: u64, i: u64| bit(b << 32 | a, i);
        let r = ["b32", "b32", "b32"];
        check(&format!("shf.l.{mode}.b32 %d, %a, %b, %c;"), "b32", &r, &sets, |[a, b, c, _]| {
            (0..32).fold(0, |d, i| d | both(a, b, 32 + i - amount(c)) << i)
        });
        check(&format!("shf.r.{mode}.b32 %d, %a, %b, %c;"), "b32", &r, &sets, |[a, b, c, _]| {
            (0..32).fold(0, |d, i| d | both(a, b, (i + amount(c)).min(63)) << i)
        });
    }
}

#[test]
fn lop3_looks_each_triple_of_bits_up_in_its_table() {
    let sets = sets(32, WORDS, 67);
    let r = ["b32", "b32", "b32"];
    for table in [0u64, 0x80, 0xFE, 0x40, 0x1A, 0x96, 0xE8, 0xFF, 0xCA] {
        let of = |[a, b, c, _]: [u64; 4]| {
            (0..32).fold(0, |d, i| d | bit(table, bit(a, i) << 2 | bit(b, i) << 1 | bit(c, i)) << i)
        };
        check(&format!("lop3.b32 %d, %a, %b, %c, {table};"), "b32", &r, &sets, of);
        let body = format!(
            "setp.eq.u32 %q, %e, 0; lop3.or.b32 _|%p, %a, %b, %c, {table:#x}, %q; selp.b32 %d, 1, 0, %p;"
        );
        check(&body, "b32", &["b32", "b32", "b32", "b32"], &sets, |set| {
            u64::from(of(set) != 0 || set[3] == 0)
        });
    }
}

#[test]
fn prmt_picks_bytes_by_nibbles_or_by_one_of_six_patterns() {
    let sets: Vec<[u64; 4]> = sets(32, WORDS, 68);
    let r = ["b32", "b32", "b32"];
    let byte = |a: u64, b: u64, i: u64| (b << 32 | a) >> (8 * i) & 255;
    check("prmt.b32 %d, %a, %b, %c;", "b32", &r, &sets, |[a, b, c, _]| {
        (0..4).fold(0, |d, i| {
            let nibble = c >> (4 * i) & 15;
            let picked = byte(a, b, nibble & 7);
            let picked = if nibble & 8 == 0 { picked } else { 255 * (picked >> 7) };
            d | picked << (8 * i)
        })
    });
    // Source bytes of the results, highest first, for the selectors 0 to 3.
    let tables: [(&str, [[u64; 4]; 4]); 6] = [
        ("f4e", [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]]),
        ("b4e", [[5, 6, 7, 0], [6, 7, 0, 1], [7, 0, 1, 2], [0, 1, 2, 3]]),
        ("rc8", [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]),
        ("ecl", [[3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 2, 2], [3, 3, 3, 3]]),
        ("ecr", [[0, 0, 0, 0], [1, 1, 1, 0], [2, 2, 1, 0], [3, 2, 1, 0]]),
        ("rc16", [[1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2]]),
    ];
    for (mode, table) in tables {
        check(&format!("prmt.b32.{mode} %d, %a, %b, %c;"), "b32", &r, &sets, |[a, b, c, _]| {
            table[(c & 3) as usize].iter().fold(0, |d, i| d << 8 | byte(a, b, *i))
        });
    }
}

#[test]
fn logic_and_cnot_work_at_every_width() {
    for bits in [16, 32, 64] {
        let register = format!("b{bits}");
        let r = [register.as_str(); 2];
        let sets = sets(bits, WORDS, 69);
        check(&format!("and.b{bits} %d, %a, %b;"), &register, &r, &sets, |[a, b, ..]| a & b);
        check(&format!("or.b{bits} %d, %a, %b;"), &register, &r, &sets, |[a, b, ..]| a | b);
        check(&format!("xor.b{bits} %d, %a, %b;"), &register, &r, &sets, |[a, b, ..]| a ^ b);
        check(&format!("not.b{bits} %d, %a;"), &register, &r, &sets, |[a, ..]| !a & ones(bits));
        check(&format!("cnot.b{bits} %d, %a;"), &register, &r, &sets, |[a, ..]| u64::from(a == 0));
    }
}
