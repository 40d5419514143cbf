//! Instructions that the PTX ISA defines up to an error: one instruction per program, so that
//! errors do not spread. The reference is computed in double precision, far finer than any of the
//! bounds.

use super::arithmetic::convert;
use super::compare::execute;
use super::print::constant;
use super::softfloat::{Format, Rounding, DOUBLE};
use super::types::Ty;
use super::values;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::PI;

/// Threads of a program, each with its own operands.
const THREADS: usize = 64;
/// Bytes of a thread's two operands and its result, 4 each.
const RECORD: usize = 12;

/// The largest difference between a result and the exact one.
#[derive(Clone, Copy, Debug)]
enum Bound {
    /// Units in the last place of the correctly rounded result.
    Ulps(u64),
    /// Relative to the exact result.
    Relative(f64),
    /// Absolute, for operands of at most this magnitude; nothing is promised beyond.
    Absolute(f64, f64),
    /// Absolute for operands between 1/2 and 2, relative elsewhere.
    Logarithm(f64),
}

use Bound::{Absolute, Logarithm, Relative, Ulps};

/// An approximate instruction with the function that it approximates.
#[derive(Clone, Copy)]
struct Approximation {
    name: &'static str,
    ty: Ty,
    operands: usize,
    bound: Bound,
    exact: fn(f64, f64) -> f64,
}

const fn of(
    name: &'static str,
    operands: usize,
    bound: Bound,
    exact: fn(f64, f64) -> f64,
) -> Approximation {
    Approximation { name, ty: Ty::F32, operands, bound, exact }
}

/// Two to the power of `-n`.
const fn two_to_minus(n: u32) -> f64 {
    1.0 / (1_u64 << n) as f64
}

/// Divisors for which `div.approx` has an error bound: from 2^-126 to 2^126.
const DIVISORS: std::ops::RangeInclusive<f64> = 1.1754943508222875e-38..=8.507059173023462e37;

/// Bounds as the PTX ISA states them: 2^-20.5, 2^-22.9 and 2^-10.987 are 1.414 * 2^-21 and so on.
const APPROXIMATIONS: [Approximation; 12] = [
    of("rcp.approx", 1, Ulps(1), |a, _| 1.0 / a),
    of("sqrt.approx", 1, Relative(two_to_minus(23)), |a, _| libm::sqrt(a)),
    of("rsqrt.approx", 1, Relative(1.071 * two_to_minus(23)), |a, _| 1.0 / libm::sqrt(a)),
    of("sin.approx", 1, Absolute(1.414 * two_to_minus(21), PI), |a, _| libm::sin(a)),
    of("cos.approx", 1, Absolute(1.414 * two_to_minus(21), PI), |a, _| libm::cos(a)),
    of("ex2.approx", 1, Ulps(2), |a, _| libm::exp2(a)),
    of("lg2.approx", 1, Logarithm(two_to_minus(22)), |a, _| libm::log2(a)),
    of("div.approx", 2, Ulps(2), |a, b| a / b),
    of("div.full", 2, Ulps(2), |a, b| a / b),
    of("tanh.approx", 1, Relative(two_to_minus(11)), |a, _| libm::tanh(a)),
    Approximation {
        ty: Ty::F16,
        ..of("tanh.approx", 1, Absolute(1.009 * two_to_minus(11), 1e9), |a, _| libm::tanh(a))
    },
    Approximation {
        ty: Ty::F16,
        ..of("ex2.approx", 1, Relative(1.072 * two_to_minus(10)), |a, _| libm::exp2(a))
    },
];

/// A program: its instruction, whether it flushes subnormals, and the operands.
struct Sample {
    chosen: Approximation,
    flush: bool,
    image: Vec<u8>,
}

fn sample(seed: u64) -> Sample {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let chosen = *APPROXIMATIONS.choose(&mut rng).expect("approximations");
    // Of the instructions here only those on singles can flush, and `tanh` cannot.
    let flush = chosen.ty == Ty::F32 && chosen.name != "tanh.approx" && rng.random();
    let mut image = vec![0; THREADS * RECORD];
    for record in image.chunks_exact_mut(RECORD) {
        for operand in record.chunks_exact_mut(4).take(2) {
            operand.copy_from_slice(&(values::random(&mut rng, chosen.ty) as u32).to_le_bytes());
        }
    }
    Sample { chosen, flush, image }
}

/// Returns the PTX text of the program of this seed.
pub fn text(seed: u64) -> String {
    let Sample { chosen, flush, .. } = sample(seed);
    program(chosen, flush)
}

/// Returns the first result beyond its bound in the program of this seed, if there is one.
pub fn difference(seed: u64) -> Option<String> {
    let Sample { chosen, flush, image } = sample(seed);
    let text = program(chosen, flush);
    let result = match execute(&text, &image, [1, 1, 1], [THREADS as u32, 1, 1]) {
        Ok(result) => result,
        Err(refusal) => return Some(refusal),
    };
    result.chunks_exact(RECORD).enumerate().find_map(|(thread, record)| {
        let word = |index: usize| {
            u64::from(u32::from_le_bytes([0, 1, 2, 3].map(|byte| record[4 * index + byte])))
        };
        let (operands, found) = ([word(0), word(1)], word(2));
        let expected = judge(chosen, flush, operands, found).err()?;
        let [a, b] = operands.map(|bits| constant(bits, chosen.ty));
        let operands = if chosen.operands == 2 { format!("{a}, {b}") } else { a };
        let found = constant(found, chosen.ty);
        let (name, ty) = (chosen.name, chosen.ty);
        let flush = if flush { ".ftz" } else { "" };
        Some(format!("thread {thread}: {name}{flush}.{ty} of {operands}: expected {expected}, actual {found}"))
    })
}

/// Returns the PTX text of a program.
fn program(chosen: Approximation, flush: bool) -> String {
    let (name, ty, bits) = (chosen.name, chosen.ty, chosen.ty.bits());
    let flush = if flush { ".ftz" } else { "" };
    let operands = if chosen.operands == 2 { "%a, %b" } else { "%a" };
    format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 data)\n{{
.reg .b64 %x;\n.reg .b32 %t;\n.reg .b{bits} %a, %b, %d;\nld.param.u64 %x, [data];\nmov.u32 %t, %tid.x;
mad.wide.u32 %x, %t, {RECORD}, %x;\nld.global.b{bits} %a, [%x];\nld.global.b{bits} %b, [%x+4];
{name}{flush}.{ty} %d, {operands};\nst.global.b{bits} [%x+8], %d;\nret;\n}}\n"
    )
}

fn value(format: Format, bits: u64) -> f64 {
    f64::from_bits(convert(format, DOUBLE, Rounding::Near, bits))
}

/// Checks that the result is within the bound. The error is the expected value.
fn judge(chosen: Approximation, flush: bool, operands: [u64; 2], found: u64) -> Result<(), String> {
    let format = chosen.ty.format().expect("a float");
    let flushed = |bits: u64| if flush { format.flush(bits) } else { bits };
    let [a, b] = operands.map(|bits| value(format, flushed(bits)));
    let exact = (chosen.exact)(a, b);
    if exact.is_nan() {
        return if format.is_nan(found) { Ok(()) } else { Err("a NaN".into()) };
    }
    if chosen.name == "div.approx" && !DIVISORS.contains(&b.abs()) {
        return Ok(());
    }
    let rounded = convert(DOUBLE, format, Rounding::Near, exact.to_bits());
    let (least, actual) = (value(format, 1), value(format, found));
    let error = (actual - exact).abs();
    let within = match chosen.bound {
        _ if found == rounded => true,
        // A subnormal result may be flushed, and so may one that rounds to the least normal number.
        _ if flush && exact.abs() <= least * (1_u64 << format.fraction) as f64 => {
            found == rounded & format.sign() || error <= least * 4.0
        }
        _ if exact == 0.0 || format.is_nan(found) => false,
        Ulps(ulps) => (found ^ rounded) & format.sign() == 0 && found.abs_diff(rounded) <= ulps,
        _ if exact.is_infinite() => false,
        Relative(bound) => error <= bound * exact.abs() + least,
        Absolute(bound, most) => a.abs() > most || error <= bound,
        Logarithm(bound) if (0.5..2.0).contains(&a) => error <= bound,
        Logarithm(bound) => error <= bound * exact.abs(),
    };
    if within {
        Ok(())
    } else {
        Err(format!("{} within {:?}", constant(rounded, chosen.ty), chosen.bound))
    }
}
