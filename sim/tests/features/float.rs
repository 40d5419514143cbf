//! Floating point in single and double precision, exact to the bit.

use super::case::Case;
use super::inputs::{doubles, drawn, floats, pairs};
use super::rounding::Toward::{Down, Up, Zero};
use super::rounding::{single, wide};
use heddle_sim::host::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("float", name)
}

/// Computes plain and compensated sums.
macro_rules! sums {
    ($row:expr, $zero:expr) => {{
        let (mut sum, mut lost, mut plain) = ($zero, $zero, $zero);
        for &value in $row {
            let next = sum + value;
            lost +=
                if sum.abs() >= value.abs() { (sum - next) + value } else { (value - next) + sum };
            sum = next;
            plain += value;
        }
        [plain, sum + lost]
    }};
}

#[test]
fn compensated_sums_lose_nothing_to_fusion_or_reordering() {
    let (rows, length) = (70, 37);
    let single = floats(2, rows * length, 20);
    let wide = doubles(3, rows * length, 40);
    let single_sums: Vec<f32> = single.chunks(length).flat_map(|row| sums!(row, 0.0_f32)).collect();
    let wide_sums: Vec<f64> = wide.chunks(length).flat_map(|row| sums!(row, 0.0_f64)).collect();
    case("kahan")
        .shows(&["add.rn.f32", "add.rn.f64", "sub.rn.f32"])
        .grid(3, 32)
        .input(&single)
        .input(&wide)
        .scalar(Arg::U32(length as u32))
        .scalar(Arg::U32(rows as u32))
        .output(&single_sums)
        .output(&wide_sums)
        .check();
}

#[test]
fn the_mandelbrot_set_in_single_precision_escapes_on_the_same_step() {
    let (width, height, limit) = (24, 16, 60);
    let (left, top, step) = (-2.1_f32, 1.05_f32, 0.13_f32);
    let point = |i: u32| {
        let (cr, ci) = (left + (i % width) as f32 * step, top - (i / width) as f32 * step);
        let (mut zr, mut zi, mut squared, mut steps) = (0.0_f32, 0.0_f32, 0.0_f32, 0_u32);
        while steps < limit && squared <= 4.0 {
            (zr, zi) = (libm::fmaf(zr, zr, libm::fmaf(-zi, zi, cr)), libm::fmaf(zr + zr, zi, ci));
            squared = zr * zr + zi * zi;
            steps += 1;
        }
        (steps, squared)
    };
    let (steps, distances): (Vec<u32>, Vec<f32>) = (0..width * height).map(point).unzip();
    case("mandelbrot")
        .shows(&["fma.rn.f32", "cvt.rn.f32.u32"])
        .grid(6, 64)
        .scalar(Arg::F32(left))
        .scalar(Arg::F32(top))
        .scalar(Arg::F32(step))
        .scalar(Arg::U32(width))
        .scalar(Arg::U32(height))
        .scalar(Arg::U32(limit))
        .output(&steps)
        .output(&distances)
        .check();
}

#[test]
fn quotients_and_roots_are_those_of_ieee_754() {
    let (a, b) = pairs!(f32, floats(60, 4, 100));
    let (c, d) = pairs!(f64, doubles(61, 4, 900));
    let single = a.iter().zip(&b).flat_map(|(a, b)| [a / b, 1.0 / a, a.sqrt(), b.sqrt() / a * 0.5]);
    let wide = c.iter().zip(&d).flat_map(|(c, d)| [c / d, 1.0 / c, c.sqrt(), d.sqrt() / c * 0.5]);
    case("ieee_division")
        .shows(&[
            "div.rn.f32",
            "div.rn.f64",
            "sqrt.rn.f32",
            "sqrt.rn.f64",
            "rcp.rn.f32",
            "rcp.rn.f64",
        ])
        .grid(a.len().div_ceil(64) as u32, 64)
        .input(&a)
        .input(&b)
        .input(&c)
        .input(&d)
        .scalar(Arg::U32(a.len() as u32))
        .output(&single.collect::<Vec<_>>())
        .output(&wide.collect::<Vec<_>>())
        .check();
}

/// Computes the kernel's bounds, from the operations of one precision.
macro_rules! bounds {
    ($ops:ident, $bounds:expr) => {{
        let [x0, x1, y0, y1] = $bounds;
        let (low, high) = ($ops::add(x0, y0, Down), $ops::add(x1, y1, Up));
        let (low_product, high_product) = ($ops::mul(low, x0, Down), $ops::mul(high, x1, Up));
        let to_zero = $ops::mul(x0, y1, Zero);
        [
            low,
            high,
            low_product,
            high_product,
            $ops::div(x0, y1, Down),
            $ops::div(x1, y0, Up),
            $ops::sqrt(low_product, Down),
            $ops::sqrt(high_product, Up),
            $ops::div(1.0, high, Down),
            $ops::div(1.0, low, Up),
            $ops::add(x0, -y1, Down),
            $ops::add(x1, -y0, Up),
            $ops::add(to_zero, -$ops::div(y0, 3.0, Zero), Zero),
            $ops::sqrt($ops::div(1.0, x0, Zero), Zero),
        ]
    }};
}

#[test]
fn interval_bounds_are_rounded_outwards() {
    let count = 100;
    let narrow: Vec<[f32; 4]> = floats(62, 4 * count, 12)
        .chunks(4)
        .map(|f| [f[0].abs(), f[0].abs() + f[1].abs(), f[2].abs(), f[2].abs() + f[3].abs()])
        .collect();
    let broad: Vec<[f64; 4]> = doubles(63, 4 * count, 12)
        .chunks(4)
        .map(|f| [f[0].abs(), f[0].abs() + f[1].abs(), f[2].abs(), f[2].abs() + f[3].abs()])
        .collect();
    let single_out: Vec<f32> = narrow.iter().flat_map(|bounds| bounds!(single, *bounds)).collect();
    let wide_out: Vec<f64> = broad.iter().flat_map(|bounds| bounds!(wide, *bounds)).collect();
    let fused = narrow.iter().flat_map(|x| {
        let up = single::fma(x[0], x[1], -x[2], Up);
        [single::fma(x[0], x[1], x[2], Down), up, single::fma(-x[0], x[1], x[2], Zero)]
    });
    let wide_fused = narrow.iter().zip(&broad).flat_map(|(x, y)| {
        // Factors of single precision have an exact product.
        let product = f64::from(x[0]) * f64::from(x[1]);
        [(product, y[0], Down), (product, -y[0], Up), (-product, y[0], Zero)]
            .map(|(a, b, to)| wide::add(a, b, to))
    });
    case("interval")
        .shows(&[
            "add.rm.f32",
            "add.rp.f64",
            "mul.rz.f32",
            "mul.rp.f64",
            "div.rm.f32",
            "div.rp.f64",
        ])
        .shows(&[
            "sqrt.rm.f32",
            "sqrt.rp.f64",
            "rcp.rz.f32",
            "rcp.rm.f64",
            "fma.rm.f32",
            "fma.rp.f64",
        ])
        .grid(4, 32)
        .input(&narrow.concat())
        .input(&broad.concat())
        .scalar(Arg::U32(count as u32))
        .output(&single_out)
        .output(&wide_out)
        .output(&fused.collect::<Vec<_>>())
        .output(&wide_fused.collect::<Vec<_>>())
        .check();
}

/// Clamps to [0, 1]. NaN becomes 0, and zero has no sign.
fn saturated(value: f32) -> f32 {
    if value > 0.0 {
        value.min(1.0)
    } else {
        0.0
    }
}

#[test]
fn colours_saturate_to_the_unit_interval() {
    let count = 100;
    let colours = |seed| -> Vec<f32> {
        let mut colours = drawn(seed, count, |generator| generator.random_range(-1.5..1.5_f32));
        colours[..5].copy_from_slice(&[f32::NAN, f32::INFINITY, -f32::INFINITY, -0.0, 1.0]);
        colours
    };
    let (over, under, alpha) = (colours(64), colours(65), colours(66));
    let mut out = Vec::new();
    let mut pixels = Vec::new();
    for i in 0..count {
        let (x, y, a) = (over[i], under[i], alpha[i]);
        out.extend([x + y, x - y, x * a, libm::fmaf(x, a, y), x].map(saturated));
        pixels.push((saturated(a + x) * 255.0 + 0.5) as u8);
    }
    case("saturating_blend")
        .shows(&[
            "add.sat.f32",
            "sub.rn.sat.f32",
            "mul.sat.f32",
            "fma.rn.sat.f32",
            "cvt.sat.f32.f32",
        ])
        .grid(4, 32)
        .input(&over)
        .input(&under)
        .input(&alpha)
        .scalar(Arg::U32(count as u32))
        .output(&out)
        .output(&pixels)
        .check();
}

#[test]
fn sums_of_two_doubles_hold_a_geometric_series_to_the_last_bit() {
    let (count, terms) = (40, 30);
    let highs: Vec<f64> = drawn(67, count, |generator| generator.random_range(-0.9..0.9));
    let ratios: Vec<[f64; 2]> = highs.iter().map(|high| [*high, high * 1e-17]).collect();
    let two_sum = |a: f64, b: f64| {
        let sum = a + b;
        let part = sum - a;
        [sum, (a - (sum - part)) + (b - part)]
    };
    let add = |x: [f64; 2], y: [f64; 2]| {
        let sum = two_sum(x[0], y[0]);
        two_sum(sum[0], sum[1] + x[1] + y[1])
    };
    let multiply = |x: [f64; 2], y: [f64; 2]| {
        let product = x[0] * y[0];
        let low = libm::fma(x[0], y[0], -product) + (x[0] * y[1] + x[1] * y[0]);
        two_sum(product, low)
    };
    let sums = ratios.iter().flat_map(|ratio| {
        let (mut sum, mut power) = ([1.0, 0.0], [1.0, 0.0]);
        for _ in 1..terms {
            power = multiply(power, *ratio);
            sum = add(sum, power);
        }
        sum
    });
    case("double_double")
        .shows(&["fma.rn.f64", "add.rn.f64"])
        .grid(2, 32)
        .input(&ratios.concat())
        .scalar(Arg::U32(terms))
        .scalar(Arg::U32(count as u32))
        .output(&sums.collect::<Vec<_>>())
        .check();
}
