//! Convolves vectors, by the exclusive or of their indices, with fast Walsh transforms.

use super::{Buffer, Launch, Study};
use crate::data::random_floats;

/// Elements that one TB transforms in shared memory.
const ELEMENTARY: usize = 1024;
/// Threads of a TB; each has four elements of a transform.
const THREADS: usize = 256;
/// Elements of the filter that are not zero.
const TAPS: usize = 128;

/// Vectors that need a number of passes over global memory.
#[derive(Clone, Debug)]
pub(crate) struct Fw {
    passes: u32,
}

/// Transforms `data` in the kernels' order of operations.
fn transform(data: &mut [f32]) {
    let mut stride = data.len() / 4;
    while stride > 0 {
        for part in data.chunks_exact_mut(4 * stride) {
            for i in 0..stride {
                let [a, b, c, d] = [0, 1, 2, 3].map(|quarter| part[i + quarter * stride]);
                let sums =
                    [(a + c) + (b + d), (a + c) - (b + d), (a - c) + (b - d), (a - c) - (b - d)];
                for (quarter, sum) in sums.into_iter().enumerate() {
                    part[i + quarter * stride] = sum;
                }
            }
        }
        stride /= 4;
    }
}

impl Fw {
    fn count(&self) -> usize {
        ELEMENTARY << (2 * self.passes)
    }

    fn data(&self) -> Vec<f32> {
        random_floats(self.count(), 1)
    }

    fn filter(&self) -> Vec<f32> {
        let mut filter = random_floats(TAPS, 2);
        filter.resize(self.count(), 0.0);
        filter
    }

    /// Returns the launches that transform a buffer.
    fn transform(&self, buffer: &'static str) -> impl Iterator<Item = Launch> {
        let count = self.count();
        let pass = move |pass: u32| {
            let (parts, part) = (1u32 << (2 * pass), count >> (2 * pass));
            let grid = [(part / (4 * THREADS)) as u32, parts];
            let launch = Launch::new("fw_global", grid, [THREADS as u32, 1]);
            launch.with([buffer]).with([part as u32 / 4])
        };
        let grid = [(count / ELEMENTARY) as u32, 1];
        let rest = Launch::new("fw_shared", grid, [THREADS as u32, 1]).with([buffer]);
        (0..self.passes).map(pass).chain([rest])
    }
}

impl Study for Fw {
    const NAME: &'static str = "fw";
    const ABOUT: &'static str = "convolution by fast Walsh transforms of 1024 x 4^INPUT elements";
    const UNIT: &'static str = "passes over global memory";
    const MOST: u32 = 6;
    const DEFAULT: &'static str = "1";

    fn ptx() -> &'static str {
        ptx!("fw")
    }

    fn new(passes: u32) -> Self {
        Self { passes }
    }

    fn buffers(&self) -> Vec<Buffer> {
        vec![Buffer::floats("data", self.data()), Buffer::floats("filter", self.filter())]
    }

    fn launches(&self) -> Vec<Launch> {
        let grid = [128.min(self.count() / THREADS) as u32, 1];
        let modulate = Launch::new("fw_modulate", grid, [THREADS as u32, 1]);
        let modulate = modulate.with(["data", "filter"]).with([self.count() as u32]);
        let forward = self.transform("data").chain(self.transform("filter"));
        forward.chain([modulate]).chain(self.transform("data")).collect()
    }

    fn results(&self) -> Vec<Buffer> {
        let (mut data, mut filter) = (self.data(), self.filter());
        transform(&mut data);
        transform(&mut filter);
        let share = 1.0 / self.count() as f32;
        for (element, factor) in data.iter_mut().zip(&filter) {
            *element *= factor * share;
        }
        transform(&mut data);
        vec![Buffer::floats("filter", filter), Buffer::floats("data", data)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_the_convolution_by_the_exclusive_or_of_indices() {
        let fw = Fw::new(1);
        let (data, filter, results) = (fw.data(), fw.filter(), fw.results());
        for i in [0, 1, 777, 4095] {
            let expected: f32 = (0..TAPS).map(|tap| filter[tap] * data[i ^ tap]).sum();
            let found = results[1].as_floats()[i];
            assert!((found - expected).abs() < 1e-3, "{i}: {found} {expected}");
        }
    }
}
