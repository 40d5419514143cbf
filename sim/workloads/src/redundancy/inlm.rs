//! Removes noise from an image by non-local means. The original reads it as a texture; this kernel loads from global
//! memory at clamped coordinates, a pixel of four floats at once, as the texture unit delivers it.

use super::maths::{clamped, exp};
use super::{Buffer, Launch, Study};
use crate::data::random_floats;

/// Side of a TB.
const SIDE: u32 = 16;
/// Pixels on either side that are averaged, and pixels on either side of each that are compared.
const WINDOW: isize = 3;
const BLOCK: isize = 3;
/// One over the pixels of a window.
const WINDOW_SHARE: f32 = 1.0 / 49.0;
/// The weight above which a pixel is similar, and the share of similar pixels that makes an area a plain one.
const WEIGHT_THRESHOLD: f32 = 0.1;
const LERP_THRESHOLD: f32 = 0.1;
/// One over the square of the noise, and the share of the noisy pixel in a plain area.
const NOISE: f32 = 1.0 / (1.45 * 1.45);
const LERP: f32 = 0.2;

/// A pixel: red, green, blue and opacity, 0 to 1.
type Pixel = [f32; 4];

/// A square image.
#[derive(Clone, Debug)]
pub(crate) struct Inlm {
    side: u32,
}

/// Returns the square of the distance between two colours.
fn difference(a: Pixel, b: Pixel) -> f32 {
    let [x, y, z] = [0, 1, 2].map(|i| b[i] - a[i]);
    z.mul_add(z, y.mul_add(y, x * x))
}

/// Returns the offsets of pixels that are at most `radius` away, in rows.
fn around(radius: isize) -> impl Iterator<Item = (isize, isize)> {
    (-radius..=radius).flat_map(move |dy| (-radius..=radius).map(move |dx| (dx, dy)))
}

impl Inlm {
    /// Returns an image of two areas with noise.
    fn image(&self) -> Vec<Pixel> {
        let side = self.side as usize;
        let noise = random_floats(3 * side * side, 1);
        let pixel = |(i, noise): (usize, &[f32])| {
            let base = if i % side < i / side { 0.25 } else { 0.625 };
            [base + 0.2 * noise[0], base + 0.1 * noise[1], base + 0.1 * noise[2], 1.0]
        };
        noise.chunks_exact(3).enumerate().map(pixel).collect()
    }

    /// Returns the packed colour of a pixel without noise.
    fn denoised(&self, image: &[Pixel], x: usize, y: usize) -> i32 {
        let side = self.side as usize;
        let at = |dx, dy| image[clamped(y, dy, side) * side + clamped(x, dx, side)];
        let (mut similar, mut weights, mut colour) = (0f32, 0f32, [0f32; 3]);
        for (j, i) in around(WINDOW) {
            let unlike = around(BLOCK)
                .fold(0f32, |sum, (m, n)| sum + difference(at(j + m, i + n), at(m, n)));
            let distance = (i * i + j * j) as f32 * WINDOW_SHARE;
            let weight = exp(-unlike.mul_add(NOISE, distance));
            let pixel = at(j, i);
            for (sum, part) in colour.iter_mut().zip(pixel) {
                *sum = part.mul_add(weight, *sum);
            }
            weights += weight;
            similar += if weight > WEIGHT_THRESHOLD { WINDOW_SHARE } else { 0.0 };
        }
        let (inverse, pixel) = (1.0 / weights, at(0, 0));
        let share = if similar > LERP_THRESHOLD { LERP } else { 1.0 - LERP };
        let [red, green, blue] = [0, 1, 2].map(|i| {
            let mean = colour[i] * inverse;
            ((pixel[i] - mean).mul_add(share, mean) * 255.0) as i32
        });
        blue << 16 | green << 8 | red
    }
}

impl Study for Inlm {
    const NAME: &'static str = "inlm";
    const ABOUT: &'static str =
        "an image of INPUT x INPUT pixels without noise, by non-local means";
    const UNIT: &'static str = "rows";
    const MOST: u32 = 512;
    const DEFAULT: &'static str = "16";

    fn ptx() -> &'static str {
        ptx!("inlm")
    }

    fn new(side: u32) -> Self {
        Self { side }
    }

    fn buffers(&self) -> Vec<Buffer> {
        let image = Buffer::floats("image", self.image().concat());
        vec![image, Buffer::zeros("result", (self.side * self.side) as usize)]
    }

    fn launches(&self) -> Vec<Launch> {
        let launch = Launch::new("inlm", [self.side.div_ceil(SIDE); 2], [SIDE; 2]);
        vec![launch.with(["image", "result"]).with([self.side; 2]).with([NOISE, LERP])]
    }

    fn results(&self) -> Vec<Buffer> {
        let (side, image) = (self.side as usize, self.image());
        let pixels = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        let result = pixels.map(|(x, y)| self.denoised(&image, x, y)).collect();
        vec![Buffer::integers("result", result).with_columns(side)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_image_keeps_its_colour() {
        let image = vec![[0.25, 0.5, 0.75, 1.0]; 36];
        let colour = Inlm::new(6).denoised(&image, 1, 2);
        let parts = [colour & 255, colour >> 8 & 255, colour >> 16];
        for (part, expected) in parts.into_iter().zip([63, 127, 191]) {
            assert!((part - expected).abs() <= 1, "{parts:?}");
        }
    }

    #[test]
    fn noise_becomes_less() {
        let inlm = Inlm::new(16);
        let image = inlm.image();
        let spread = |values: &[f32]| {
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            values.iter().map(|value| (value - mean).powi(2)).sum::<f32>()
        };
        // The lower left corner is of one area.
        let corner = || (8..16).flat_map(|y| (0..6).map(move |x| (x, y)));
        let before: Vec<f32> = corner().map(|(x, y)| image[16 * y + x][0]).collect();
        let red = |(x, y)| (inlm.denoised(&image, x, y) & 255) as f32 / 255.0;
        let after: Vec<f32> = corner().map(red).collect();
        assert!(spread(&after) < 0.5 * spread(&before));
    }
}
