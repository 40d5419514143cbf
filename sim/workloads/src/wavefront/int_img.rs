//! The integral image.

use super::super::data::random_below;
use super::super::words::place_bytes;
use super::field::Field;
use super::{Algorithm, Team};
use crate::inputs::Tiling;
use heddle_sim::host::Arg;
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Returns a square image of random pixels.
pub(super) fn image(tiling: &Tiling) -> Vec<u8> {
    random_below(256, tiling.elements(), tiling.seed).iter().map(|&pixel| pixel as u8).collect()
}

/// Sums up the pixels of an image.
#[derive(Clone, Debug)]
pub struct IntImg {
    tiling: Tiling,
    pixels: u64,
    sums: Field,
}

impl Algorithm for IntImg {
    const NAME: &'static str = "int_img";
    const ABOUT: &'static str = "integral image, by tiles";

    fn ptx() -> &'static str {
        ptx!("int_img")
    }

    fn new(tiling: Tiling) -> Self {
        Self { tiling, pixels: 0, sums: Field::default() }
    }

    fn team(tile: u32) -> Team {
        Team::for_rows(tile)
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        self.pixels = place_bytes(memory, "the image", &image(&self.tiling))?;
        self.sums = Field::place("the integral image", self.tiling.elements(), memory)?;
        Ok(())
    }

    fn arguments(&self) -> Vec<Arg> {
        vec![Arg::U64(self.pixels), Arg::U64(self.sums.address)]
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let expected = integral(image(&self.tiling).iter().map(|&p| p.into()), &self.tiling);
        self.sums.compare(Self::NAME, &expected, |i| i, &self.tiling, memory)
    }
}

/// Returns for each element the sum, modulo 2^32, of the `values` not below and not to the right of it. Both are
/// stored row after row.
pub(super) fn integral(values: impl Iterator<Item = u32>, tiling: &Tiling) -> Vec<u32> {
    let side = tiling.side() as usize;
    let mut sums: Vec<u32> = Vec::with_capacity(tiling.elements());
    let mut in_row = 0_u32;
    for (i, value) in values.enumerate() {
        in_row = if i % side == 0 { value } else { in_row.wrapping_add(value) };
        let above = i.checked_sub(side).map_or(0, |above| sums[above]);
        sums.push(above.wrapping_add(in_row));
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_covers_all_that_is_above_and_to_the_left() {
        let tiling = Tiling { tiles: 1, tile: 3, seed: 1 };
        let values = [1, 2, 3, 4, 5, 6, 7, 8, u32::MAX];
        assert_eq!(integral(values.into_iter(), &tiling), [1, 3, 6, 5, 12, 21, 12, 27, 35]);
    }
}
