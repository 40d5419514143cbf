//! The integral histogram.

use super::super::words::place_bytes;
use super::field::Field;
use super::int_img::{image, integral};
use super::{Algorithm, Team};
use crate::inputs::Tiling;
use heddle_sim::host::Arg;
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Number of bins of the 256 values of a pixel.
const BINS: u8 = 8;
/// Divisor of a pixel's value that gives its bin.
const PIXELS_PER_BIN: u8 = 32;

/// Counts the pixels of an image by bins.
#[derive(Clone, Debug)]
pub struct Hist {
    tiling: Tiling,
    pixels: u64,
    counts: Field,
}

impl Algorithm for Hist {
    const NAME: &'static str = "hist";
    const ABOUT: &'static str = "integral histogram of an image in 8 bins, by tiles";

    fn ptx() -> &'static str {
        ptx!("hist")
    }

    fn new(tiling: Tiling) -> Self {
        Self { tiling, pixels: 0, counts: Field::default() }
    }

    fn team(tile: u32) -> Team {
        Team::for_rows(tile)
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        self.pixels = place_bytes(memory, "the image", &image(&self.tiling))?;
        let counts = usize::from(BINS) * self.tiling.elements();
        self.counts = Field::place("the integral histogram", counts, memory)?;
        Ok(())
    }

    fn arguments(&self) -> Vec<Arg> {
        vec![Arg::U64(self.pixels), Arg::U64(self.counts.address)]
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let expected = histogram(&image(&self.tiling), &self.tiling);
        self.counts.compare(Self::NAME, &expected, |i| i, &self.tiling, memory)
    }
}

/// Returns one plane per bin: for each pixel, how many of those not below and not to the right of it are in the
/// bin.
fn histogram(pixels: &[u8], tiling: &Tiling) -> Vec<u32> {
    let plane = |bin| {
        integral(pixels.iter().map(move |pixel| u32::from(pixel / PIXELS_PER_BIN == bin)), tiling)
    };
    (0..BINS).flat_map(plane).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pixel_counts_in_the_plane_of_its_bin() {
        let tiling = Tiling { tiles: 1, tile: 2, seed: 1 };
        let counts = histogram(&[0, 31, 32, 255], &tiling);
        assert_eq!(counts[..8], [1, 2, 1, 2, 0, 0, 1, 1]);
        assert_eq!(counts[28..], [0, 0, 0, 1]);
    }
}
