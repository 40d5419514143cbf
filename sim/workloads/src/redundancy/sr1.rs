//! Removes the speckles of an image by diffusion that keeps edges: SRAD, first version.

use super::launch::Argument;
use super::maths::{clamped, exp, ln};
use super::{Buffer, Launch, Study};
use crate::data::random_floats;

/// Threads of a TB.
const THREADS: u32 = 512;
const ITERATIONS: u32 = 2;
/// How fast the image changes.
const RATE: f32 = 0.5;

/// The image's side is a multiple of this. An image of one element has no variation to divide by.
const SQUARE: u32 = 16;

/// A square image, stored by columns.
#[derive(Clone, Debug)]
pub(crate) struct Sr1 {
    side: u32,
}

/// What flows between an element and its neighbours.
struct Flow {
    /// Slopes to the north, south, east and west.
    slopes: [f32; 4],
    /// How much the element gives.
    coefficient: f32,
}

/// Returns the variation that is due to speckles, from the sum of the elements and that of their squares.
fn speckle_of(sum: f32, squares: f32, count: usize) -> f32 {
    let mean = sum / count as f32;
    let variance = squares / count as f32 - mean * mean;
    variance / (mean * mean)
}

/// Computes the same from the buffers of sums, which have one word for each element.
fn speckle_on_host(read: &[Vec<u32>]) -> f32 {
    let first = |buffer: usize| f32::from_bits(read[buffer][0]);
    speckle_of(first(0), first(1), read[0].len())
}

/// Sums in the order of the kernel: by trees of 512, until one sum is left.
fn sum(mut values: Vec<f32>) -> f32 {
    while values.len() > 1 {
        let sum_of = |part: &[f32]| {
            let mut sums = part.to_vec();
            sums.resize(THREADS as usize, 0.0);
            while sums.len() > 1 {
                sums = sums.chunks_exact(2).map(|pair| pair[1] + pair[0]).collect();
            }
            sums[0]
        };
        values = values.chunks(THREADS as usize).map(sum_of).collect();
    }
    values[0]
}

impl Sr1 {
    fn count(&self) -> u32 {
        self.side * self.side
    }

    /// Returns the image as it is read, 0 to 255.
    fn image(&self) -> Vec<f32> {
        let floats = random_floats(self.count() as usize, 1);
        floats.iter().map(|value| 127.5 + 127.5 * value).collect()
    }

    /// Returns the element of `values` that is so far away from element `i`, or the nearest to it.
    fn beside(&self, values: &[f32], i: usize, rows: isize, columns: isize) -> f32 {
        let side = self.side as usize;
        values[clamped(i % side, rows, side) + side * clamped(i / side, columns, side)]
    }

    fn flow(&self, image: &[f32], i: usize, speckle: f32) -> Flow {
        let here = image[i];
        let slopes = [(-1, 0), (1, 0), (0, 1), (0, -1)]
            .map(|(rows, columns)| self.beside(image, i, rows, columns) - here);
        let [n, s, e, w] = slopes;
        let squares = e.mul_add(e, w.mul_add(w, s.mul_add(s, n * n)));
        let (gradient, laplacian) = (squares / (here * here), (n + s + w + e) / here);
        let top = 0.5f32.mul_add(gradient, -1.0 / 16.0 * (laplacian * laplacian));
        let bottom = 0.25f32.mul_add(laplacian, 1.0);
        let variation = top / (bottom * bottom);
        let excess = (variation - speckle) / (speckle * (1.0 + speckle));
        Flow { slopes, coefficient: (1.0 / (1.0 + excess)).clamp(0.0, 1.0) }
    }

    /// Returns the image after an iteration.
    fn diffused(&self, image: &[f32]) -> Vec<f32> {
        let squares = sum(image.iter().map(|value| value * value).collect());
        let speckle = speckle_of(sum(image.to_vec()), squares, image.len());
        let flows: Vec<Flow> = (0..image.len()).map(|i| self.flow(image, i, speckle)).collect();
        let given: Vec<f32> = flows.iter().map(|flow| flow.coefficient).collect();
        let element = |i: usize| {
            let [n, s, e, w] = flows[i].slopes;
            let flow = self.beside(&given, i, 1, 0).mul_add(s, given[i] * n);
            let flow = self.beside(&given, i, 0, 1).mul_add(e, given[i].mul_add(w, flow));
            (0.25 * RATE).mul_add(flow, image[i])
        };
        (0..image.len()).map(element).collect()
    }

    fn launch(&self, kernel: &'static str, count: u32) -> Launch {
        Launch::new(kernel, [count.div_ceil(THREADS), 1], [THREADS, 1])
    }

    /// Returns the launches that sum what the first of them prepares.
    fn sums(&self) -> Vec<Launch> {
        let prepare = self.launch("sr1_prepare", self.count()).with([self.count()]);
        let mut launches = vec![prepare.with(["image", "sums", "squares"])];
        let (mut count, mut stride) = (self.count(), 1);
        while count > 1 {
            let reduce = self.launch("sr1_reduce", count).with([count, stride]);
            launches.push(reduce.with(["sums", "squares"]));
            (count, stride) = (count.div_ceil(THREADS), stride * THREADS);
        }
        launches
    }

    fn iteration(&self) -> Vec<Launch> {
        const SLOPES: [&str; 4] = ["to_north", "to_south", "to_east", "to_west"];
        let speckle = Argument::ReadBack(&["sums", "squares"], speckle_on_host);
        let srad = self.launch("sr1_srad", self.count()).with([self.side, self.count()]);
        let srad = srad.with(["north", "south", "east", "west"]).with(SLOPES).with([speckle]);
        let srad2 = self.launch("sr1_srad2", self.count()).with([RATE]);
        let srad2 = srad2.with([self.side, self.count()]).with(["south", "east"]).with(SLOPES);
        let last = [srad.with(["coefficient", "image"]), srad2.with(["coefficient", "image"])];
        self.sums().into_iter().chain(last).collect()
    }
}

impl Study for Sr1 {
    const NAME: &'static str = "sr1";
    const ABOUT: &'static str = "an image of INPUT x INPUT squares of 16 x 16 without speckles";
    const UNIT: &'static str = "squares along a side";
    const MOST: u32 = 64;
    const DEFAULT: &'static str = "4";

    fn ptx() -> &'static str {
        ptx!("sr1")
    }

    fn new(squares: u32) -> Self {
        Self { side: SQUARE * squares }
    }

    fn buffers(&self) -> Vec<Buffer> {
        let side = self.side as usize;
        let zeros =
            ["sums", "squares", "coefficient", "to_north", "to_south", "to_east", "to_west"];
        let zeros = zeros.map(|name| Buffer::zeros(name, side * side));
        // North and west are one back, south and east are one on.
        let tables = [("north", -1), ("south", 1), ("east", 1), ("west", -1)];
        let tables = tables.map(|(name, offset)| {
            let table = (0..side).map(|i| clamped(i, offset, side) as i32);
            Buffer::integers(name, table.collect())
        });
        [Buffer::floats("image", self.image())].into_iter().chain(tables).chain(zeros).collect()
    }

    fn launches(&self) -> Vec<Launch> {
        let pointwise =
            |kernel| self.launch(kernel, self.count()).with([self.count()]).with(["image"]);
        let iterations = (0..ITERATIONS).flat_map(|_| self.iteration());
        let before = [pointwise("sr1_extract")].into_iter();
        before.chain(iterations).chain([pointwise("sr1_compress")]).collect()
    }

    fn results(&self) -> Vec<Buffer> {
        let extracted = self.image().iter().map(|value| exp(value / 255.0)).collect();
        let last = (0..ITERATIONS).fold(extracted, |image: Vec<f32>, _| self.diffused(&image));
        let compressed = last.iter().map(|&value| ln(value) * 255.0).collect();
        vec![Buffer::floats("image", compressed)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_several_trees_is_that_of_all_values() {
        let values: Vec<f32> = (0..1300).map(|i| i as f32).collect();
        assert_eq!(sum(values), (1299 * 1300 / 2) as f32);
    }

    #[test]
    fn speckles_become_less() {
        let sr1 = Sr1::new(2);
        let extracted: Vec<f32> = sr1.image().iter().map(|value| exp(value / 255.0)).collect();
        let speckle = |image: &[f32]| {
            let squares = image.iter().map(|value| value * value).sum();
            speckle_of(image.iter().sum(), squares, image.len())
        };
        assert!(speckle(&sr1.diffused(&extracted)) < 0.9 * speckle(&extracted));
    }
}
