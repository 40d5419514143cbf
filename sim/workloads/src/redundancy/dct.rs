//! Transforms an image by the discrete cosine transform of blocks of 8 x 8, and back.

use super::{Buffer, Launch, Study};
use crate::data::random_floats;

/// Side of a block.
const SIDE: usize = 8;

/// A block, in rows.
type Block = [[f32; SIDE]; SIDE];

/// The transform of an image of whole blocks.
#[derive(Clone, Debug)]
pub(crate) struct Dct {
    blocks: usize,
}

/// Returns the factor of sample i, the row, in coefficient k, the column.
fn cosines() -> Block {
    std::array::from_fn(|i| {
        std::array::from_fn(|k| {
            let scale = if k == 0 { 0.125f64 } else { 0.25 }.sqrt();
            let angle = (2 * i + 1) as f64 * k as f64 * std::f64::consts::PI / 16.0;
            (scale * libm::cos(angle)) as f32
        })
    })
}

fn transposed(block: &Block) -> Block {
    std::array::from_fn(|row| std::array::from_fn(|column| block[column][row]))
}

/// Returns a * b.
fn product(a: &Block, b: &Block) -> Block {
    let element = |row: usize, column: usize| {
        (0..SIDE).fold(0f32, |sum, k| a[row][k].mul_add(b[k][column], sum))
    };
    std::array::from_fn(|row| std::array::from_fn(|column| element(row, column)))
}

impl Dct {
    fn side(&self) -> usize {
        SIDE * self.blocks
    }

    fn image(&self) -> Vec<f32> {
        random_floats(self.side() * self.side(), 1).iter().map(|value| 128.0 * value).collect()
    }

    /// Returns `image` with each block changed.
    fn blockwise(&self, image: &[f32], change: impl Fn(&Block) -> Block) -> Vec<f32> {
        let side = self.side();
        let mut changed = vec![0f32; image.len()];
        for block in 0..self.blocks * self.blocks {
            let first = SIDE * (block / self.blocks * side + block % self.blocks);
            let at = |row: usize, column: usize| first + row * side + column;
            let read: Block =
                std::array::from_fn(|row| std::array::from_fn(|column| image[at(row, column)]));
            for (row, values) in change(&read).iter().enumerate() {
                changed[at(row, 0)..][..SIDE].copy_from_slice(values);
            }
        }
        changed
    }
}

impl Study for Dct {
    const NAME: &'static str = "dct";
    const ABOUT: &'static str =
        "discrete cosine transform of INPUT x INPUT blocks of 8 x 8, and back";
    const UNIT: &'static str = "blocks along a side";
    const MOST: u32 = 256;
    const DEFAULT: &'static str = "8";

    fn ptx() -> &'static str {
        ptx!("dct")
    }

    fn new(blocks: u32) -> Self {
        Self { blocks: blocks as usize }
    }

    fn constants(&self) -> Vec<Buffer> {
        vec![Buffer::floats("cosines", cosines().concat())]
    }

    fn buffers(&self) -> Vec<Buffer> {
        let count = self.side() * self.side();
        let [coefficients, back] = ["coefficients", "back"].map(|name| Buffer::zeros(name, count));
        vec![Buffer::floats("image", self.image()), coefficients, back]
    }

    fn launches(&self) -> Vec<Launch> {
        let (grid, block) = ([self.blocks as u32; 2], [SIDE as u32; 2]);
        let launch = |kernel, buffers: [&'static str; 2]| {
            Launch::new(kernel, grid, block).with(buffers).with([self.side() as u32])
        };
        vec![
            launch("dct_forward", ["image", "coefficients"]),
            launch("dct_inverse", ["coefficients", "back"]),
        ]
    }

    fn results(&self) -> Vec<Buffer> {
        let cosines = cosines();
        let turned = transposed(&cosines);
        let forward = |block: &Block| product(&product(&turned, block), &cosines);
        let inverse = |block: &Block| product(&product(&cosines, block), &turned);
        let coefficients = self.blockwise(&self.image(), forward);
        let back = self.blockwise(&coefficients, inverse);
        [("coefficients", coefficients), ("back", back)]
            .map(|(name, values)| Buffer::floats(name, values).with_columns(self.side()))
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_returns_the_image() {
        let dct = Dct::new(3);
        let [_, back] = &dct.results()[..] else { panic!("two results") };
        for (before, after) in dct.image().iter().zip(back.as_floats()) {
            assert!((before - after).abs() < 1e-3, "{before} {after}");
        }
    }

    #[test]
    fn a_plain_block_has_one_coefficient() {
        let cosines = cosines();
        let found = product(&product(&transposed(&cosines), &[[3.0; SIDE]; SIDE]), &cosines);
        for (i, coefficient) in found.concat().into_iter().enumerate() {
            let expected = if i == 0 { 24.0 } else { 0.0 };
            assert!((coefficient - expected).abs() < 1e-4, "{i}: {coefficient}");
        }
    }
}
