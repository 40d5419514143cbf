//! One layer of a neural network that learns by back propagation: forward sums, and the adjustment of weights.

use super::{Buffer, Launch, Study};
use crate::data::random_floats;

/// Hidden units, and input units of a TB.
const SIDE: usize = 16;
/// Elements of a row of weights: the first is the threshold's.
const ROW: usize = SIDE + 1;
/// How far a weight moves by the error, and by its last change.
const RATE: f32 = 0.3;
const MOMENTUM: f32 = 0.3;

/// A layer of 16 hidden units.
#[derive(Clone, Debug)]
pub(crate) struct Bp {
    tbs: usize,
}

impl Bp {
    /// Returns the values of the input units; the first is the threshold's.
    fn input(&self) -> Vec<f32> {
        let mut input = random_floats(1 + SIDE * self.tbs, 1);
        input[0] = 1.0;
        input
    }

    fn weights(&self) -> Vec<f32> {
        random_floats(ROW * (1 + SIDE * self.tbs), 2)
    }

    fn errors(&self) -> Vec<f32> {
        random_floats(ROW, 3)
    }

    fn changes(&self) -> Vec<f32> {
        random_floats(ROW * (1 + SIDE * self.tbs), 4)
    }

    /// Returns the products of weights and inputs with the sums of the tree in them, and the sums of each TB.
    fn forward(&self) -> (Vec<f32>, Vec<f32>) {
        let (input, mut products) = (self.input(), self.weights());
        let mut sums = Vec::new();
        for tb in 0..self.tbs {
            let at = |x: usize, y: usize| ROW * (SIDE * tb + y + 1) + x + 1;
            for x in 0..SIDE {
                for y in 0..SIDE {
                    products[at(x, y)] *= input[SIDE * tb + y + 1];
                }
                for distance in [1, 2, 4, 8] {
                    for y in (0..SIDE).step_by(2 * distance) {
                        products[at(x, y)] += products[at(x, y + distance)];
                    }
                }
                sums.push(products[at(x, 0)]);
            }
        }
        (products, sums)
    }

    /// Returns the adjusted weights and their changes.
    fn adjusted(&self) -> (Vec<f32>, Vec<f32>) {
        let (input, mut weights) = (self.input(), self.weights());
        let (errors, mut changes) = (self.errors(), self.changes());
        for (from, unit) in input.into_iter().enumerate() {
            for (to, error) in errors.iter().enumerate().skip(1) {
                let at = ROW * from + to;
                let momentum = MOMENTUM * changes[at];
                changes[at] = match from {
                    0 => RATE.mul_add(*error, momentum),
                    _ => (RATE * error).mul_add(unit, momentum),
                };
                weights[at] += changes[at];
            }
        }
        (weights, changes)
    }
}

impl Study for Bp {
    const NAME: &'static str = "bp";
    const ABOUT: &'static str = "back propagation from 16 hidden units to 16 x INPUT input units";
    const UNIT: &'static str = "groups of 16 input units";
    const MOST: u32 = 65535;
    const DEFAULT: &'static str = "16";

    fn ptx() -> &'static str {
        ptx!("bp")
    }

    fn new(tbs: u32) -> Self {
        Self { tbs: tbs as usize }
    }

    fn buffers(&self) -> Vec<Buffer> {
        vec![
            Buffer::floats("input", self.input()),
            Buffer::floats("products", self.weights()),
            Buffer::zeros("sums", SIDE * self.tbs),
            Buffer::floats("errors", self.errors()),
            Buffer::floats("weights", self.weights()),
            Buffer::floats("changes", self.changes()),
        ]
    }

    fn launches(&self) -> Vec<Launch> {
        let (grid, block) = ([1, self.tbs as u32], [SIDE as u32; 2]);
        let forward = Launch::new("bp_forward", grid, block);
        let adjust = Launch::new("bp_adjust", grid, block);
        vec![
            forward.with(["input", "products", "sums"]).with([SIDE as u32]),
            adjust.with(["errors"]).with([SIDE as u32]).with(["input", "weights", "changes"]),
        ]
    }

    fn results(&self) -> Vec<Buffer> {
        let ((products, sums), (weights, changes)) = (self.forward(), self.adjusted());
        vec![
            Buffer::floats("sums", sums).with_columns(SIDE),
            Buffer::floats("products", products).with_columns(ROW),
            Buffer::floats("weights", weights).with_columns(ROW),
            Buffer::floats("changes", changes).with_columns(ROW),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_that_of_the_products_of_16_inputs_and_their_weights() {
        let bp = Bp::new(3);
        let (input, weights, sums) = (bp.input(), bp.weights(), bp.forward().1);
        let products = (33..49).map(|unit| input[unit] * weights[ROW * unit + 6]);
        assert!((sums[2 * SIDE + 5] - products.sum::<f32>()).abs() < 1e-5);
    }

    #[test]
    fn a_weight_moves_by_the_error_and_the_input_and_a_threshold_by_the_error_alone() {
        let bp = Bp::new(2);
        let (weights, errors, input) = (bp.weights(), bp.errors(), bp.input());
        for (unit, factor) in [(0, 1.0), (20, input[20])] {
            let at = ROW * unit + 3;
            let step = 0.3 * errors[3] * factor + 0.3 * bp.changes()[at];
            assert!((bp.adjusted().0[at] - weights[at] - step).abs() < 1e-6);
        }
    }
}
