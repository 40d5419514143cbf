//! Approximate functions: special values as the document tabulates them, and errors within its bounds.

use super::floats::SINGLES;
use super::probe::{run, sets};

const PLUS_INF: u64 = 0x7F80_0000;
const MINUS_INF: u64 = 0xFF80_0000;
const NAN: u64 = 0x7FFF_FFFF;
const MINUS_ZERO: u64 = 0x8000_0000;
const ONE: u64 = 0x3F80_0000;

/// -Inf, -normal, -subnormal, -0, +0, +subnormal, +normal, +Inf, NaN.
const INPUTS: [u64; 9] =
    [MINUS_INF, 0xC000_0000, 0x8000_0001, MINUS_ZERO, 0, 1, 0x4000_0000, PLUS_INF, 0x7FC0_0001];

#[test]
fn special_values_give_what_the_tables_say() {
    let half = 0x3F00_0000;
    let root = |value: f32| u64::from(value.to_bits());
    let tables: [(&str, [u64; 9]); 11] = [
        (
            "rcp.approx.ftz.f32",
            [MINUS_ZERO, half | MINUS_ZERO, MINUS_INF, MINUS_INF, PLUS_INF, PLUS_INF, half, 0, NAN],
        ),
        (
            "rcp.approx.f32",
            [MINUS_ZERO, half | MINUS_ZERO, MINUS_INF, MINUS_INF, PLUS_INF, PLUS_INF, half, 0, NAN],
        ),
        (
            "sqrt.approx.ftz.f32",
            [NAN, NAN, MINUS_ZERO, MINUS_ZERO, 0, 0, root(std::f32::consts::SQRT_2), PLUS_INF, NAN],
        ),
        (
            "rsqrt.approx.ftz.f32",
            [
                NAN,
                NAN,
                MINUS_INF,
                MINUS_INF,
                PLUS_INF,
                PLUS_INF,
                root(std::f32::consts::FRAC_1_SQRT_2),
                0,
                NAN,
            ],
        ),
        (
            "sin.approx.ftz.f32",
            [NAN, root(-0.909_297_4), MINUS_ZERO, MINUS_ZERO, 0, 0, root(0.909_297_4), NAN, NAN],
        ),
        (
            "sin.approx.f32",
            [NAN, root(-0.909_297_4), 0x8000_0001, MINUS_ZERO, 0, 1, root(0.909_297_4), NAN, NAN],
        ),
        (
            "cos.approx.ftz.f32",
            [NAN, root(-0.416_146_84), ONE, ONE, ONE, ONE, root(-0.416_146_84), NAN, NAN],
        ),
        (
            "lg2.approx.ftz.f32",
            [NAN, NAN, MINUS_INF, MINUS_INF, MINUS_INF, MINUS_INF, ONE, PLUS_INF, NAN],
        ),
        ("ex2.approx.ftz.f32", [0, 0x3E80_0000, ONE, ONE, ONE, ONE, 0x4080_0000, PLUS_INF, NAN]),
        ("ex2.approx.f32", [0, 0x3E80_0000, ONE, ONE, ONE, ONE, 0x4080_0000, PLUS_INF, NAN]),
        (
            "tanh.approx.f32",
            [
                ONE | MINUS_ZERO,
                root(-0.964_027_6),
                0x8000_0001,
                MINUS_ZERO,
                0,
                1,
                root(0.964_027_6),
                ONE,
                NAN,
            ],
        ),
    ];
    let sets = INPUTS.map(|input| [input, 0, 0, 0]);
    for (stem, expected) in tables {
        assert_eq!(run(&format!("{stem} %d, %a;"), "f32", &["f32"], &sets), expected, "{stem}");
    }
}

#[test]
fn the_largest_divisors_give_zero_unless_the_division_is_full() {
    let of = |stem: &str, a: f32, b: f32| {
        let sets = [[u64::from(a.to_bits()), u64::from(b.to_bits()), 0, 0]];
        f32::from_bits(
            run(&format!("{stem}.f32 %d, %a, %b;"), "f32", &["f32", "f32"], &sets)[0] as u32,
        )
    };
    let limit = 2f32.powi(126);
    assert_eq!(of("div.approx", limit, limit), 1.0);
    assert_eq!(of("div.approx", limit, 1.5 * limit).to_bits(), 0);
    assert_eq!(of("div.approx", -limit, 1.5 * limit).to_bits(), 1 << 31);
    assert!(of("div.approx", f32::INFINITY, 1.5 * limit).is_nan());
    assert_eq!(of("div.approx", 3.0, f32::INFINITY), 0.0);
    assert_eq!(of("div.approx", 3.0, 2.0), 1.5);
    assert_eq!(of("div.full", limit, 2.0 * limit), 0.5);
    assert_eq!(of("div.full.ftz", 3.0, f32::from_bits(1)), f32::INFINITY);
}

#[test]
fn double_precision_approximations_see_and_give_upper_words() {
    let minus_zero = 1u64 << 63;
    let (plus_inf, minus_inf) = (0x7FF0 << 48, 0xFFF0 << 48);
    let of = |body: &str, a: u64| run(body, "f64", &["f64"], &[[a, 0, 0, 0]])[0];
    let rcp = "rcp.approx.ftz.f64 %d, %a;";
    let rsqrt = "rsqrt.approx.ftz.f64 %d, %a;";
    for (input, reciprocal, root) in [
        (minus_inf, minus_zero, None),
        (minus_zero | 1 << 40, minus_inf, Some(minus_inf)),
        (minus_zero, minus_inf, Some(minus_inf)),
        (0, plus_inf, Some(plus_inf)),
        (1, plus_inf, Some(plus_inf)),
        (plus_inf, 0, Some(0)),
    ] {
        assert_eq!(of(rcp, input), reciprocal, "{input:#x}");
        match root {
            Some(root) => assert_eq!(of(rsqrt, input), root, "{input:#x}"),
            None => assert!(f64::from_bits(of(rsqrt, input)).is_nan()),
        }
    }
    for value in [3.0f64, 1e-300, 7.7e200, 0.1] {
        let found = of(rcp, value.to_bits());
        assert_eq!(found & 0xFFFF_FFFF, 0);
        assert!((f64::from_bits(found) * value - 1.0).abs() < 2f64.powi(-19), "{value:e}");
        let found = of(rsqrt, value.to_bits());
        assert_eq!(found & 0xFFFF_FFFF, 0);
        assert!((f64::from_bits(found).powi(2) * value - 1.0).abs() < 2f64.powi(-18), "{value:e}");
        let found = f64::from_bits(of("rsqrt.approx.f64 %d, %a;", value.to_bits()));
        assert!((found.powi(2) * value - 1.0).abs() < 2f64.powi(-50), "{value:e}");
    }
}

/// Checks errors against the document's bounds; the references are the host's double precision.
#[test]
fn errors_are_within_the_bounds_of_the_document() {
    let mut sets = sets(32, SINGLES, 71);
    // These numbers have a moderate size, where the absolute bounds hold.
    sets.extend((0..2000).map(|k| [u64::from((k as f32 * 0.003 - 3.0).to_bits()), 0, 0, 0]));
    let relative = |found: f64, exact: f64| ((found - exact) / exact).abs();
    type Case = (&'static str, fn(f64) -> f64, fn(f64) -> bool, f64, bool);
    let cases: [Case; 7] = [
        ("rcp", |x| 1.0 / x, |_| true, 2f64.powi(-23), true),
        ("sqrt", f64::sqrt, |x| x > 0.0, 2f64.powi(-23), true),
        ("rsqrt", |x| 1.0 / x.sqrt(), |x| x > 0.0, 2f64.powf(-22.9), true),
        ("sin", f64::sin, |x| x.abs() <= 3.15, 2f64.powf(-20.5), false),
        ("cos", f64::cos, |x| x.abs() <= 3.15, 2f64.powf(-20.5), false),
        ("ex2", f64::exp2, |x| x.abs() < 126.0, 2f64.powf(-22.5), true),
        ("lg2", f64::log2, |x| (0.5..=2.0).contains(&x), 2f64.powi(-22), false),
    ];
    for (stem, exact, within, bound, is_relative) in cases {
        let results = run(&format!("{stem}.approx.f32 %d, %a;"), "f32", &["f32"], &sets);
        let mut compared = 0;
        for (set, found) in sets.iter().zip(results) {
            let x = f64::from(f32::from_bits(set[0] as u32));
            let (found, exact) = (f64::from(f32::from_bits(found as u32)), exact(x));
            let normal = (f64::from(f32::MIN_POSITIVE)..f64::from(f32::MAX)).contains(&exact.abs());
            if within(x) && normal {
                compared += 1;
                let error =
                    if is_relative { relative(found, exact) } else { (found - exact).abs() };
                assert!(error <= bound, "{stem} of {x:e}: {found:e}, exactly {exact:e}");
            }
        }
        assert!(compared > 100, "{stem}: {compared} values compared");
    }
}

#[test]
fn half_precision_has_exponentials_and_hyperbolic_tangents() {
    let of = |body: &str, a: u64| run(body, "b32", &["b32"], &[[a, 0, 0, 0]])[0];
    // The operands are 2^1 and 2^-1 side by side.
    assert_eq!(of("ex2.approx.f16x2 %d, %a;", 0xBC00_3C00), 0x3800_4000);
    assert_eq!(of("ex2.approx.ftz.bf16x2 %d, %a;", 0xBF80_3F80), 0x3F00_4000);
    assert_eq!(of("tanh.approx.f16x2 %d, %a;", 0xFC00_7C00), 0xBC00_3C00);
    assert_eq!(of("tanh.approx.bf16x2 %d, %a;", 0x7FC1_0000), 0x7FFF_0000);
}
