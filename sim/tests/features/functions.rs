//! Approximate instructions, fast code and the compilers' mathematical library; of the group `float`. References
//! are computed in double precision and rounded. Tolerances are those that NVIDIA documents, or less.

use super::case::Case;
use super::inputs::{doubles, drawn, floats};
use heddle_sim::host::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("float", name)
}

#[test]
fn bodies_attract_each_other_by_the_inverse_square_root() {
    let (count, softening) = (70, 0.01_f32);
    let bodies: Vec<f32> = drawn(70, 4 * count, |generator| generator.random_range(0.1..1.0));
    let body = |i: usize| [0, 1, 2, 3].map(|k| f64::from(bodies[4 * i + k]));
    // Each entry is a component, and the sum of the magnitudes of its terms, which bounds the rounding error.
    let expected: Vec<(f64, f64)> = (0..count)
        .flat_map(|i| {
            let me = body(i);
            let mut sums = [(0.0, 0.0); 3];
            for other in (0..count).map(body) {
                let distance = [0, 1, 2].map(|k| other[k] - me[k]);
                let squared: f64 =
                    distance.iter().map(|d| d * d).sum::<f64>() + f64::from(softening);
                let scale = other[3] / (squared * squared.sqrt());
                for (sum, d) in sums.iter_mut().zip(distance) {
                    *sum = (sum.0 + d * scale, sum.1 + (d * scale).abs());
                }
            }
            sums
        })
        .collect();
    case("nbody")
        .shows(&["rsqrt.approx.f32", "fma.rn.f32", "ld.shared", "bar.sync"])
        .grid(3, 32)
        .input(&bodies)
        .scalar(Arg::U32(count as u32))
        .scalar(Arg::F32(softening))
        .buffer(vec![0; 12 * count], move |found| {
            let found = found.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
            let mut pairs = found.zip(&expected).enumerate();
            let (at, (found, (sum, size))) = pairs
                .find(|(_, (found, (sum, size)))| (f64::from(*found) - sum).abs() > size * 2e-6)?;
            Some(format!("component {at}: expected {sum}, found {found}, terms add up to {size}"))
        })
        .check();
}

#[test]
fn special_functions_are_good_to_a_few_units_in_the_last_place() {
    let count = 128;
    let angles: Vec<f32> = drawn(71, count, |generator| generator.random_range(0.1..3.0));
    let magnitudes: Vec<f32> = drawn(72, count, |generator| generator.random_range(1.5..90.0));
    let out = angles.iter().zip(&magnitudes).flat_map(|(x, y)| {
        let (x, y) = (f64::from(*x), f64::from(*y));
        let first = [libm::sin(x), libm::cos(x), libm::log2(y), libm::exp2(x), 1.0 / y];
        let second = [y.sqrt(), x / y, y / x, 1.0 / y.sqrt()];
        first.into_iter().chain(second).map(|value| value as f32).collect::<Vec<_>>()
    });
    let wide: Vec<f64> = magnitudes.iter().map(|y| 1.0 / f64::from(*y).sqrt()).collect();
    case("approximations")
        .shows(&[
            "sin.approx.f32",
            "cos.approx.f32",
            "lg2.approx.f32",
            "ex2.approx.f32",
            "rcp.approx.f32",
        ])
        .shows(&[
            "sqrt.approx.f32",
            "div.full.f32",
            "div.approx.f32",
            "rsqrt.approx.f32",
            "rsqrt.approx.f64",
        ])
        .grid(2, 64)
        .input(&angles)
        .input(&magnitudes)
        .scalar(Arg::U32(count as u32))
        .output_within(&out.collect::<Vec<_>>(), &[2])
        .output_within(&wide, &[2])
        .check();
}

#[test]
fn products_and_sums_that_may_fuse_do_fuse() {
    let count = 64;
    let (single, wide) = (floats(73, count, 3), doubles(74, count, 3));
    let coefficients = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let single_coefficients = [1.0_f32 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let narrow = |x: &f32| {
        single_coefficients.iter().fold(1.0 / 5040.0, |value, c| libm::fmaf(value, *x, *c))
    };
    let broad =
        |x: &f64| coefficients.iter().fold(1.0 / 5040.0, |value, c| libm::fma(value, *x, *c));
    case("contraction")
        .shows(&["fma.rn.f32", "fma.rn.f64"])
        .grid(1, 64)
        .input(&single)
        .input(&wide)
        .scalar(Arg::U32(count as u32))
        .output(&single.iter().map(narrow).collect::<Vec<_>>())
        .output(&wide.iter().map(broad).collect::<Vec<_>>())
        .check();
}

#[test]
fn fast_code_flushes_subnormals_to_zero() {
    let count = 64;
    let mut a = floats(75, count, 20);
    let mut b = floats(76, count, 20);
    let subnormal = f32::MIN_POSITIVE / 8.0;
    // The values are small factors of a small product, and a subnormal factor, divisor and addend.
    (a[0], b[0]) = (1e-30, 1e-10);
    (a[1], b[1]) = (subnormal, 3e10);
    (a[2], b[2]) = (2.0, -subnormal);
    (a[3], b[3]) = (-subnormal, 4.0);
    (a[4], b[4]) = (-1.5 * f32::MIN_POSITIVE, f32::MIN_POSITIVE);
    let flushed = |value: f32| if value.is_subnormal() { 0.0_f32.copysign(value) } else { value };
    let out = a.iter().zip(&b).flat_map(|(x, y)| {
        let (x, y) = (flushed(*x), flushed(*y));
        let fused = flushed(libm::fmaf(x, y, y));
        [
            flushed(x * y),
            flushed(x / y),
            y.abs().sqrt(),
            flushed(x + y).max(-1.0),
            fused,
            flushed(x - y).min(1.0),
        ]
    });
    case("fast_math")
        .shows(&[
            "mul.ftz.f32",
            "div.approx.ftz.f32",
            "sqrt.approx.ftz.f32",
            "add.ftz.f32",
            "max.ftz.f32",
            "min.ftz.f32",
            "fma.rn.ftz.f32",
        ])
        .grid(1, 64)
        .input(&a)
        .input(&b)
        .scalar(Arg::U32(count as u32))
        .output_within(&out.collect::<Vec<_>>(), &[0, 2, 2, 0, 0, 0])
        .check();
}

#[test]
fn the_single_precision_library_is_as_good_as_nvidia_says() {
    let count = 256;
    let (x, y) = (floats(77, count, 40), floats(78, count, 4));
    let out = x.iter().zip(&y).flat_map(|(narrow, other)| {
        let (x, y) = (f64::from(*narrow), f64::from(*other));
        let (fraction, exponent) = libm::frexp(x);
        [
            libm::sin(x),
            libm::cos(x),
            libm::tan(x),
            libm::exp(y),
            libm::log(x.abs()),
            libm::pow(x.abs(), y / 16.0),
            libm::erf(y / 8.0),
            libm::atan2(x, y),
            libm::sinh(y),
            libm::cbrt(x),
            libm::log1p(x.abs()),
            libm::expm1(y),
            libm::asin(y / 32.0),
            libm::hypot(x, y),
            libm::exp2(y),
            x % y,
            libm::tgamma(x.abs().min(30.0)),
            libm::ldexp(fraction, exponent / 2),
        ]
        .map(|value| value as f32)
    });
    let ulps = [2, 2, 4, 2, 1, 4, 2, 3, 3, 1, 1, 1, 2, 3, 2, 0, 5, 0];
    case("libm_single")
        .shows(&["ex2.approx.ftz.f32", "rcp.rn", "st.local", "ld.local", "mul.wide.u32", "cvt.rni"])
        .grid(4, 64)
        .input(&x)
        .input(&y)
        .scalar(Arg::U32(count as u32))
        .output_within(&out.collect::<Vec<_>>(), &ulps)
        .check();
}

#[test]
fn the_double_precision_library_is_as_good_as_nvidia_says() {
    let count = 128;
    let (x, y) = (doubles(79, count, 40), doubles(80, count, 4));
    let out = x.iter().zip(&y).flat_map(|(&x, &y)| {
        [
            libm::sin(x),
            libm::cos(x),
            libm::tan(x),
            libm::exp(y),
            libm::log(x.abs()),
            libm::pow(x.abs(), y / 16.0),
            libm::erf(y / 8.0),
            libm::atan2(x, y),
            libm::tanh(y),
            libm::cbrt(x),
            1.0 / x.abs().sqrt(),
            libm::lgamma(x.abs().min(50.0) + 2.5),
            libm::asin(y / 32.0),
            x % y,
        ]
    });
    // The tolerance is one more than documented, because the reference may be off by one too.
    let ulps = [3, 3, 3, 2, 2, 3, 3, 3, 3, 2, 2, 5, 3, 0];
    case("libm_double")
        .shows(&["fma.rn.f64", "rcp.approx.ftz.f64", "st.local", "mov.b64"])
        .grid(2, 64)
        .input(&x)
        .input(&y)
        .scalar(Arg::U32(count as u32))
        .output_within(&out.collect::<Vec<_>>(), &ulps)
        .check();
}

#[test]
fn functions_replaced_for_speed_are_still_good_to_their_instructions() {
    let count = 96;
    let angles: Vec<f32> = drawn(81, count, |generator| generator.random_range(0.1..3.0));
    let magnitudes: Vec<f32> = drawn(82, count, |generator| generator.random_range(1.5..90.0));
    let out = angles.iter().zip(&magnitudes).flat_map(|(x, y)| {
        let (x, y) = (f64::from(*x), f64::from(*y));
        let first = [libm::sin(x), libm::cos(x), libm::tan(x), libm::exp(x), libm::log(y)];
        let second = [libm::pow(y, x), libm::log10(y) / x, 1.0 / y.sqrt()];
        first.into_iter().chain(second).map(|value| value as f32).collect::<Vec<_>>()
    });
    // An exponent of up to 20 has lost its last bits before the power is computed.
    let ulps = [2, 2, 4, 8, 3, 40, 5, 3];
    case("library_fast")
        .shows(&[
            "sin.approx.ftz.f32",
            "cos.approx.ftz.f32",
            "ex2.approx.ftz.f32",
            "lg2.approx.ftz.f32",
        ])
        .shows(&["div.approx.ftz.f32", "rsqrt.approx.ftz.f32"])
        .grid(3, 32)
        .input(&angles)
        .input(&magnitudes)
        .scalar(Arg::U32(count as u32))
        .output_within(&out.collect::<Vec<_>>(), &ulps)
        .check();
}

#[test]
fn vectors_of_unit_length_may_miss_the_nearest_quotient_by_little() {
    let count = 64;
    let vectors = floats(83, 3 * count, 8);
    let out = vectors.chunks(3).flat_map(|v| {
        let v = [0, 1, 2].map(|k| f64::from(v[k]));
        let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        [v[0] / length, v[1] / length, v[2] / length, 1.0 / length].map(|value| value as f32)
    });
    case("imprecise")
        .shows(&["div.full.f32", "sqrt.approx.f32"])
        .grid(2, 32)
        .input(&vectors)
        .scalar(Arg::U32(count as u32))
        .output_within(&out.collect::<Vec<_>>(), &[5])
        .check();
}
