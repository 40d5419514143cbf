//! Values call options by binomial trees, an option for each TB.

use super::maths::exp;
use super::{Buffer, Launch, Study};
use crate::data::random_floats;

/// Steps of a tree; the kernel is written for it.
const STEPS: usize = 512;
/// Threads of a TB.
const THREADS: u32 = 256;
/// Interest, and how much a stock moves, in a year.
const INTEREST: f64 = 0.02;
const VOLATILITY: f64 = 0.3;

/// A number of options.
#[derive(Clone, Debug)]
pub(crate) struct Bin {
    options: u32,
}

/// What the kernel knows of an option.
#[derive(Clone, Copy, Debug)]
struct CallOption {
    stock: f32,
    strike: f32,
    /// The logarithm of the factor by which the stock moves in a step.
    step: f32,
    /// The discounted chances that it moves up and down.
    up: f32,
    down: f32,
}

impl CallOption {
    /// Creates an option of this many years.
    fn new(stock: f32, strike: f32, years: f32) -> Self {
        let interval = f64::from(years) / STEPS as f64;
        let step = VOLATILITY * interval.sqrt();
        let (up, down) = (libm::exp(step), libm::exp(-step));
        let (growth, shrink) = (libm::exp(INTEREST * interval), libm::exp(-INTEREST * interval));
        let chance = (growth - down) / (up - down);
        Self {
            stock,
            strike,
            step: step as f32,
            up: (chance * shrink) as f32,
            down: ((1.0 - chance) * shrink) as f32,
        }
    }

    /// Returns the value at the root of the tree.
    fn value(&self) -> f32 {
        let at_the_end = |i: usize| {
            let moved = exp(self.step * (2 * i as i32 - STEPS as i32) as f32);
            self.stock.mul_add(moved, -self.strike).max(0.0)
        };
        let mut tree: Vec<f32> = (0..=STEPS).map(at_the_end).collect();
        for left in (0..STEPS).rev() {
            for i in 0..=left {
                tree[i] = self.up.mul_add(tree[i + 1], self.down * tree[i]);
            }
        }
        tree[0]
    }
}

impl Bin {
    /// Returns options as in the SDK: stocks at 5 to 30, strikes at 1 to 100, a quarter to ten years.
    fn options(&self) -> Vec<CallOption> {
        let between =
            |value: f32, least: f32, most: f32| least + (most - least) * (0.5 + 0.5 * value);
        let option = |values: &[f32]| {
            let [stock, strike] = [between(values[0], 5.0, 30.0), between(values[1], 1.0, 100.0)];
            CallOption::new(stock, strike, between(values[2], 0.25, 10.0))
        };
        random_floats(3 * self.options as usize, 1).chunks_exact(3).map(option).collect()
    }
}

impl Study for Bin {
    const NAME: &'static str = "bin";
    const ABOUT: &'static str = "values of INPUT call options by binomial trees";
    const UNIT: &'static str = "options";
    const MOST: u32 = 1024;
    const DEFAULT: &'static str = "4";

    fn ptx() -> &'static str {
        ptx!("bin")
    }

    fn new(options: u32) -> Self {
        Self { options }
    }

    fn constants(&self) -> Vec<Buffer> {
        let options = self.options().into_iter();
        let words = options.flat_map(|o| [o.stock, o.strike, o.step, o.up, o.down]);
        vec![Buffer::floats("options", words.collect())]
    }

    fn buffers(&self) -> Vec<Buffer> {
        let options = self.options as usize;
        vec![Buffer::zeros("trees", options * (STEPS + 16)), Buffer::zeros("values", options)]
    }

    fn launches(&self) -> Vec<Launch> {
        let launch = Launch::new("bin", [self.options, 1], [THREADS, 1]);
        vec![launch.with(["trees", "values"])]
    }

    fn results(&self) -> Vec<Buffer> {
        let values = self.options().iter().map(CallOption::value).collect();
        vec![Buffer::floats("values", values)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value by the formula of Black and Scholes.
    fn formula(stock: f64, strike: f64, years: f64) -> f64 {
        let normal = |x: f64| 0.5 * (1.0 + libm::erf(x / 2f64.sqrt()));
        let deviation = VOLATILITY * years.sqrt();
        let growth = (INTEREST + VOLATILITY * VOLATILITY / 2.0) * years;
        let chance = (libm::log(stock / strike) + growth) / deviation;
        let discounted = strike * libm::exp(-INTEREST * years);
        stock * normal(chance) - discounted * normal(chance - deviation)
    }

    #[test]
    fn a_tree_comes_close_to_the_formula() {
        for (stock, strike, years) in [(20.0, 25.0, 1.0), (10.0, 4.0, 5.0), (30.0, 31.0, 0.25)] {
            let found = f64::from(CallOption::new(stock, strike, years).value());
            let expected = formula(stock.into(), strike.into(), years.into());
            assert!((found - expected).abs() < 0.01, "{found} {expected}");
        }
    }
}
