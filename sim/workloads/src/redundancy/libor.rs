//! Values a portfolio of swaptions on random paths of the LIBOR rates, and how it changes with one of the first rates.

use super::maths::exp;
use super::{Buffer, Launch, Study};
use crate::data::random_floats;

/// Rates, and steps of a path; each step fixes one rate.
const RATES: usize = 80;
const STEPS: usize = 40;
/// Years of a rate.
const INTERVAL: f32 = 0.25;
/// Threads of a TB.
const THREADS: u32 = 256;
/// Intervals until an option ends, three options each, and what the swaps of the three cost.
const MATURITIES: [i32; 5] = [4, 8, 20, 28, 40];
const SWAP_RATES: [f32; 3] = [0.045, 0.05, 0.055];

/// A number of paths.
#[derive(Clone, Debug)]
pub(crate) struct Libor {
    paths: u32,
}

/// The value of a unit after an interval of this rate.
fn discount(rate: f32) -> f32 {
    1.0 / INTERVAL.mul_add(rate, 1.0)
}

/// Returns the maturities and the swap rates of the options.
fn options() -> impl Iterator<Item = (i32, f32)> {
    MATURITIES.into_iter().flat_map(|maturity| SWAP_RATES.map(|rate| (maturity, rate)))
}

fn volatility() -> Vec<f32> {
    random_floats(RATES, 2).iter().map(|value| 0.2 + 0.05 * value).collect()
}

fn first_rates() -> Vec<f32> {
    random_floats(RATES, 3).iter().map(|value| 0.05 + 0.005 * value).collect()
}

/// The rates of a path, and the bonds and swaps at its end.
struct Path {
    /// The rates before each step, and after the last.
    rates: Vec<Vec<f32>>,
    bonds: Vec<f32>,
    swaps: Vec<f32>,
}

impl Path {
    /// Follows the path with these shocks.
    fn new(first_rates: Vec<f32>, shocks: &[f32], volatility: &[f32]) -> Self {
        let mut rates = vec![first_rates];
        for (step, shock) in shocks.iter().enumerate() {
            let mut now = rates[step].clone();
            let shock = INTERVAL.sqrt() * shock;
            let mut drift = 0f32;
            for (rate, sigma) in now[step + 1..].iter_mut().zip(volatility) {
                let variance = INTERVAL * sigma;
                drift = (variance * *rate).mul_add(discount(*rate), drift);
                *rate *= exp(variance.mul_add(drift, sigma * (-0.5f32).mul_add(variance, shock)));
            }
            rates.push(now);
        }
        let (mut bond, mut swap) = (1f32, 0f32);
        let price = |rate: &f32| {
            bond *= discount(*rate);
            swap = INTERVAL.mul_add(bond, swap);
            (bond, swap)
        };
        let (bonds, swaps) = rates[STEPS][STEPS..].iter().map(price).unzip();
        Self { rates, bonds, swaps }
    }

    fn discount(&self) -> f32 {
        self.rates[STEPS][..STEPS].iter().fold(1f32, |now, rate| now * discount(*rate))
    }

    /// Returns what the options with a positive value are worth at the end: index of their last bond, swap rate, value.
    fn gains(&self) -> impl Iterator<Item = (usize, f32, f32)> + '_ {
        let gain = |(maturity, rate): (i32, f32)| {
            let last = maturity as usize - 1;
            (last, rate, (-rate).mul_add(self.swaps[last], 1.0 - self.bonds[last]))
        };
        options().map(gain).filter(|gain| gain.2 > 0.0)
    }

    fn value(&self) -> f32 {
        self.discount() * self.gains().fold(0f32, |sum, (_, _, gain)| 100f32.mul_add(gain, sum))
    }

    /// Returns how the value changes with each rate at the end.
    fn slopes_at_the_end(&self) -> Vec<f32> {
        let last = &self.rates[STEPS];
        let (mut bond_slopes, mut swap_slopes) = ([0f32; RATES - STEPS], [0f32; RATES - STEPS]);
        for (last, rate, _) in self.gains() {
            bond_slopes[last] -= 100.0;
            swap_slopes[last] = (-100f32).mul_add(rate, swap_slopes[last]);
        }
        let of_path = |rate: &f32| -self.value() * (INTERVAL * discount(*rate));
        let mut slopes: Vec<f32> = last[..STEPS].iter().map(of_path).collect();
        slopes.resize(RATES, 0.0);
        let (mut bond_slope, mut swap_slope) = (0f32, 0f32);
        for i in (0..RATES - STEPS).rev() {
            let factor = discount(last[STEPS + i]);
            swap_slope += swap_slopes[i];
            bond_slope = INTERVAL.mul_add(swap_slope, bond_slope + bond_slopes[i]);
            slopes[STEPS + i] =
                self.discount() * ((-bond_slope * self.bonds[i]) * (INTERVAL * factor));
            bond_slope *= factor;
        }
        slopes
    }

    /// Returns how the value changes with the last of the first rates.
    fn last_slope(&self, volatility: &[f32]) -> f32 {
        let mut slopes = self.slopes_at_the_end();
        for step in (0..STEPS).rev() {
            let mut drift_slope = 0f32;
            for i in (step + 1..RATES).rev() {
                let sigma = volatility[i - step - 1];
                let (before, after) = (self.rates[step][i], self.rates[step + 1][i]);
                drift_slope = (sigma * after).mul_add(slopes[i], drift_slope);
                let factor = INTERVAL * discount(before);
                slopes[i] =
                    slopes[i].mul_add(after / before, (drift_slope * sigma) * (factor * factor));
            }
        }
        slopes[RATES - 1]
    }
}

impl Libor {
    /// Returns the shocks of all paths, step after step.
    fn shocks(&self) -> Vec<f32> {
        random_floats(STEPS * self.paths as usize, 1)
    }

    fn path(&self, number: usize, shocks: &[f32], volatility: &[f32]) -> Path {
        let own = shocks[number..].iter().step_by(self.paths as usize).copied();
        Path::new(first_rates(), &own.collect::<Vec<_>>(), volatility)
    }
}

impl Study for Libor {
    const NAME: &'static str = "lib";
    const ABOUT: &'static str = "values of swaptions on INPUT paths of the LIBOR rates";
    const UNIT: &'static str = "paths";
    const MOST: u32 = 1 << 16;
    const DEFAULT: &'static str = "128";

    fn ptx() -> &'static str {
        ptx!("lib")
    }

    fn new(paths: u32) -> Self {
        Self { paths }
    }

    fn constants(&self) -> Vec<Buffer> {
        let (maturities, swap_rates) = options().unzip();
        vec![
            Buffer::floats("interval", vec![INTERVAL]),
            Buffer::integers("maturities", maturities),
            Buffer::floats("swap_rates", swap_rates),
            Buffer::floats("volatility", volatility()),
        ]
    }

    fn buffers(&self) -> Vec<Buffer> {
        let results = ["values", "values_again", "slopes"];
        let results = results.map(|name| Buffer::zeros(name, self.paths as usize));
        let inputs = [("shocks", self.shocks()), ("first_rates", first_rates())];
        let inputs = inputs.map(|(name, values)| Buffer::floats(name, values));
        inputs.into_iter().chain(results).collect()
    }

    fn launches(&self) -> Vec<Launch> {
        let launch = |kernel| {
            let launch = Launch::new(kernel, [self.paths.div_ceil(THREADS), 1], [THREADS, 1]);
            launch.with(["shocks", "first_rates"])
        };
        vec![
            launch("lib_slopes").with(["values", "slopes"]).with([self.paths]),
            launch("lib_values").with(["values_again"]).with([self.paths]),
        ]
    }

    fn results(&self) -> Vec<Buffer> {
        let (shocks, volatility) = (self.shocks(), volatility());
        let of_path = |number| {
            let path = self.path(number, &shocks, &volatility);
            (path.value(), path.last_slope(&volatility))
        };
        let (values, slopes): (Vec<_>, _) = (0..self.paths as usize).map(of_path).unzip();
        vec![
            Buffer::floats("values", values.clone()),
            Buffer::floats("values_again", values),
            Buffer::floats("slopes", slopes),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the path of some shocks from these rates.
    fn path(first_rates: Vec<f32>) -> Path {
        Path::new(first_rates, &random_floats(STEPS, 9), &volatility())
    }

    #[test]
    fn the_slope_says_how_the_value_changes_with_the_last_of_the_first_rates() {
        let value = |change: f32| {
            let mut rates = first_rates();
            rates[RATES - 1] += change;
            path(rates).value()
        };
        let found = path(first_rates()).last_slope(&volatility());
        let expected = (value(0.005) - value(-0.005)) / 0.01;
        assert!(found.abs() > 1.0, "{found}");
        assert!((found - expected).abs() < 0.02 * expected.abs(), "{found} {expected}");
    }

    #[test]
    fn a_bond_is_worth_what_the_rates_after_the_path_leave_of_a_unit() {
        let path = path(first_rates());
        let growth: f32 = path.rates[STEPS][STEPS..][..4].iter().map(|r| 1.0 + 0.25 * r).product();
        assert!((path.bonds[3] - 1.0 / growth).abs() < 1e-5);
        assert!((path.swaps[3] - 0.25 * path.bonds[..4].iter().sum::<f32>()).abs() < 1e-5);
    }
}
