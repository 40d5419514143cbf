//! The interpreter's own foundations, against the host where the host is exact.

use super::arithmetic::{add, convert, div, fma, mul, sqrt};
use super::generate::program;
use super::print::print;
use super::program::{Inst, Kind, Stmt};
use super::shrink::{count, shrink};
use super::softfloat::{Format, Rounding, DOUBLE, HALF, SINGLE};
use super::types::Ty;
use super::values;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const SEED: u64 = 1;
const CASES: usize = 20_000;

/// Equal, or both NaN.
fn same(format: Format, ours: u64, host: u64, what: &str) {
    let both_nan = format.is_nan(ours) && format.is_nan(host);
    assert!(both_nan || ours == host, "{what}: {ours:#x}, the host has {host:#x}");
}

#[test]
fn rounding_to_nearest_agrees_with_the_host_in_single_precision() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for _ in 0..CASES {
        let [a, b, c] = [0; 3].map(|_| values::random(&mut rng, Ty::F32));
        let [x, y, z] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
        let check = |ours: u64, host: f32, name: &str| {
            let what = format!("{name} of {a:#x}, {b:#x}, {c:#x}");
            same(SINGLE, ours, u64::from(host.to_bits()), &what);
        };
        check(add(SINGLE, Rounding::Near, a, b), x + y, "add");
        check(mul(SINGLE, Rounding::Near, a, b), x * y, "mul");
        check(div(SINGLE, Rounding::Near, a, b), x / y, "div");
        check(sqrt(SINGLE, Rounding::Near, a), libm::sqrtf(x), "sqrt");
        check(fma(SINGLE, Rounding::Near, a, b, c), libm::fmaf(x, y, z), "fma");
    }
}

#[test]
fn rounding_to_nearest_agrees_with_the_host_in_double_precision() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for _ in 0..CASES {
        let [a, b, c] = [0; 3].map(|_| values::random(&mut rng, Ty::F64));
        let [x, y, z] = [a, b, c].map(f64::from_bits);
        let check = |ours: u64, host: f64, name: &str| {
            same(DOUBLE, ours, host.to_bits(), &format!("{name} of {a:#x}, {b:#x}, {c:#x}"));
        };
        check(add(DOUBLE, Rounding::Near, a, b), x + y, "add");
        check(mul(DOUBLE, Rounding::Near, a, b), x * y, "mul");
        check(div(DOUBLE, Rounding::Near, a, b), x / y, "div");
        check(sqrt(DOUBLE, Rounding::Near, a), libm::sqrt(x), "sqrt");
        check(fma(DOUBLE, Rounding::Near, a, b, c), libm::fma(x, y, z), "fma");
        let narrow = u64::from((x as f32).to_bits());
        same(SINGLE, convert(DOUBLE, SINGLE, Rounding::Near, a), narrow, "narrowing");
    }
}

#[test]
fn directed_roundings_enclose_the_exact_result_and_differ_by_one_unit_at_most() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for _ in 0..CASES {
        let [a, b] = [0; 2].map(|_| values::random(&mut rng, Ty::F16));
        let value = |bits: u64| f64::from_bits(convert(HALF, DOUBLE, Rounding::Near, bits));
        // A double holds every product of two halves.
        let exact = value(a) * value(b);
        if !exact.is_finite() {
            continue;
        }
        let [down, up, zero] = [Rounding::Down, Rounding::Up, Rounding::Zero]
            .map(|rounding| value(mul(HALF, rounding, a, b)));
        assert!(down <= exact && exact <= up, "{a:#x} * {b:#x}: {down} to {up}");
        assert!(zero.abs() <= exact.abs(), "{a:#x} * {b:#x}: {zero}");
        assert!(exact == down || exact == up || zero == if exact > 0.0 { down } else { up });
    }
}

#[test]
fn a_seed_always_gives_the_same_program() {
    for seed in 0..50 {
        let (first, second) = (program(seed), program(seed));
        assert_eq!(print(&first), print(&second), "seed {seed}");
        assert_eq!(first.image, second.image, "seed {seed}");
    }
}

#[test]
fn shrinking_leaves_only_what_the_failure_needs() {
    let divides =
        |inst: &Inst| matches!(&inst.kind, Kind::Compute { op, .. } if op.text.starts_with("div"));
    let has_division = |text: &str| text.lines().any(|line| line.contains("div.rn"));
    let big = (0..200).map(program).find(|p| has_division(&print(p)) && count(p) > 10);
    let big = big.expect("a program with a division among 200");
    let small = shrink(&big, |less| has_division(&print(less)));
    let [Stmt::Insts(insts)] = &small.body[..] else {
        // The division may stand in a function.
        assert_eq!(count(&small), 1, "{}", print(&small));
        return;
    };
    assert!(insts.len() == 1 && divides(&insts[0]), "{}", print(&small));
}
