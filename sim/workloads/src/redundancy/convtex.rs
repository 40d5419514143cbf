//! Convolves an image with a separable kernel, rows first. The original reads it as a texture; these kernels load from
//! global memory at clamped coordinates.

use super::maths::clamped;
use super::{Buffer, Launch, Study};
use crate::data::random_floats;

/// Side of a TB.
const SIDE: u32 = 16;
/// Elements on either side that are weighed.
const RADIUS: isize = 8;

/// A square image.
#[derive(Clone, Debug)]
pub(crate) struct Convtex {
    side: u32,
}

/// Returns the weights of 17 elements.
fn weights() -> Vec<f32> {
    random_floats(17, 2)
}

impl Convtex {
    fn image(&self) -> Vec<f32> {
        random_floats((self.side * self.side) as usize, 1)
    }

    /// Returns the weighted sums of elements of `image`, which are along `x` if `rows`.
    fn convolved(&self, image: &[f32], rows: bool) -> Vec<f32> {
        let (side, weights) = (self.side as usize, weights());
        let sum = |i: usize| {
            let (x, y) = (i % side, i / side);
            (-RADIUS..).zip(weights.iter().rev()).fold(0f32, |sum, (k, &weight)| {
                let (dx, dy) = if rows { (k, 0) } else { (0, k) };
                let element = image[clamped(y, dy, side) * side + clamped(x, dx, side)];
                element.mul_add(weight, sum)
            })
        };
        (0..image.len()).map(sum).collect()
    }
}

impl Study for Convtex {
    const NAME: &'static str = "convtex";
    const ABOUT: &'static str = "separable convolution of an image of INPUT x INPUT elements";
    const UNIT: &'static str = "rows";
    const MOST: u32 = 2048;
    const DEFAULT: &'static str = "64";

    fn ptx() -> &'static str {
        ptx!("convtex")
    }

    fn new(side: u32) -> Self {
        Self { side }
    }

    fn constants(&self) -> Vec<Buffer> {
        vec![Buffer::floats("weights", weights())]
    }

    fn buffers(&self) -> Vec<Buffer> {
        let image = self.image();
        let [between, result] = ["between", "result"].map(|name| Buffer::zeros(name, image.len()));
        vec![Buffer::floats("image", image), between, result]
    }

    fn launches(&self) -> Vec<Launch> {
        let grid = [self.side.div_ceil(SIDE); 2];
        let launch = |kernel, buffers: [&'static str; 2]| {
            Launch::new(kernel, grid, [SIDE; 2]).with(buffers).with([self.side; 2])
        };
        vec![
            launch("convtex_rows", ["image", "between"]),
            launch("convtex_columns", ["between", "result"]),
        ]
    }

    fn results(&self) -> Vec<Buffer> {
        let between = self.convolved(&self.image(), true);
        let result = self.convolved(&between, false);
        vec![Buffer::floats("result", result).with_columns(self.side as usize)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_image_is_multiplied_by_the_sum_of_the_weights() {
        let sum: f32 = weights().iter().sum();
        for rows in [true, false] {
            let found = Convtex::new(9).convolved(&[2.0; 81], rows);
            assert!(found.iter().all(|value| (value - 2.0 * sum).abs() < 1e-5), "{found:?}");
        }
    }

    #[test]
    fn the_last_weight_is_that_of_the_element_farthest_before() {
        let mut image = vec![0f32; 20 * 20];
        image[20 * 3 + 2] = 1.0;
        let found = Convtex::new(20).convolved(&image, true);
        assert_eq!(found[20 * 3 + 10], weights()[16]);
        let found = Convtex::new(20).convolved(&image, false);
        assert_eq!(found[20 * 11 + 2], weights()[16]);
    }
}
