//! Multiplies square matrices by tiles of 32 x 32 in shared memory.

use super::{Buffer, Launch, Study};
use crate::data::random_floats;

/// Side of the tile that one TB computes.
const TILE: u32 = 32;

/// c = a * b for square matrices of whole tiles.
#[derive(Clone, Debug)]
pub(crate) struct Mm {
    tiles: u32,
}

impl Mm {
    fn side(&self) -> usize {
        (self.tiles * TILE) as usize
    }

    fn operands(&self) -> [Vec<f32>; 2] {
        [1, 2].map(|seed| random_floats(self.side() * self.side(), seed))
    }
}

impl Study for Mm {
    const NAME: &'static str = "mm";
    const ABOUT: &'static str = "product of two matrices of INPUT x INPUT tiles of 32 x 32";
    const UNIT: &'static str = "tiles along a side";
    const MOST: u32 = 32;
    const DEFAULT: &'static str = "3";

    fn ptx() -> &'static str {
        ptx!("mm")
    }

    fn new(tiles: u32) -> Self {
        Self { tiles }
    }

    fn buffers(&self) -> Vec<Buffer> {
        let [a, b] = self.operands();
        let zeros = Buffer::zeros("c", self.side() * self.side());
        vec![Buffer::floats("a", a), Buffer::floats("b", b), zeros]
    }

    fn launches(&self) -> Vec<Launch> {
        let launch = Launch::new("mm", [self.tiles, self.tiles], [TILE, TILE]);
        vec![launch.with(["a", "b", "c"]).with([self.tiles * TILE])]
    }

    fn results(&self) -> Vec<Buffer> {
        let side = self.side();
        let [a, b] = self.operands();
        let mut c = vec![0f32; side * side];
        for (row, sums) in c.chunks_exact_mut(side).enumerate() {
            for k in 0..side {
                let left = a[row * side + k];
                for (sum, &right) in sums.iter_mut().zip(&b[k * side..]) {
                    *sum = left.mul_add(right, *sum);
                }
            }
        }
        vec![Buffer::floats("c", c).with_columns(side)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_the_product_of_a_row_and_a_column() {
        let mm = Mm::new(2);
        let [a, b] = mm.operands();
        let terms = (0..64).map(|k| f64::from(a[5 * 64 + k]) * f64::from(b[k * 64 + 37]));
        let found = mm.results()[0].as_floats()[5 * 64 + 37];
        assert!((f64::from(found) - terms.sum::<f64>()).abs() < 1e-5);
    }
}
