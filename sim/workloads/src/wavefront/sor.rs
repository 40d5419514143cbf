//! A sweep of successive over-relaxation.

use super::super::data::random_floats;
use super::diagonals::Diagonals;
use super::field::Field;
use super::{Algorithm, Team};
use crate::inputs::Tiling;
use heddle_sim::host::Arg;
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// A quarter of the relaxation factor 1.25, and one minus the factor; both exact.
const QUARTER: f32 = 0.3125;
const REST: f32 = -0.25;

/// Relaxes a random matrix once.
#[derive(Clone, Debug)]
pub struct Sor {
    tiling: Tiling,
    matrix: Field,
}

impl Sor {
    fn matrix(&self) -> Vec<f32> {
        random_floats(self.tiling.elements(), self.tiling.seed)
    }
}

impl Algorithm for Sor {
    const NAME: &'static str = "sor";
    const ABOUT: &'static str = "a sweep of successive over-relaxation of a matrix, by tiles";

    fn ptx() -> &'static str {
        ptx!("sor")
    }

    fn new(tiling: Tiling) -> Self {
        Self { tiling, matrix: Field::default() }
    }

    fn team(tile: u32) -> Team {
        Team::for_diagonals(tile, 8 * tile)
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let diagonals = Diagonals::new(self.tiling);
        self.matrix = Field::place("the matrix", self.tiling.elements(), memory)?;
        self.matrix.store(&self.matrix(), |i| diagonals.position(i), memory)
    }

    fn arguments(&self) -> Vec<Arg> {
        vec![Arg::U64(self.matrix.address), Arg::F32(QUARTER), Arg::F32(REST)]
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let mut expected = self.matrix();
        relax(&mut expected, self.tiling.side() as usize);
        let diagonals = Diagonals::new(self.tiling);
        self.matrix.compare(Self::NAME, &expected, |i| diagonals.position(i), &self.tiling, memory)
    }
}

/// Relaxes a square matrix of this side, surrounded by zeros, row after row. It uses the kernel's order of
/// additions, so that results are equal to the last bit.
fn relax(matrix: &mut [f32], side: usize) {
    for i in 0..matrix.len() {
        let (row, column) = (i / side, i % side);
        let north = if row > 0 { matrix[i - side] } else { 0.0 };
        let west = if column > 0 { matrix[i - 1] } else { 0.0 };
        let east = if column + 1 < side { matrix[i + 1] } else { 0.0 };
        let south = if row + 1 < side { matrix[i + side] } else { 0.0 };
        matrix[i] = QUARTER.mul_add(north + west + east + south, REST * matrix[i]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_elements_see_the_new_values_of_earlier_ones() {
        let mut matrix = [16.0, 0.0, 0.0, 0.0];
        relax(&mut matrix, 2);
        assert_eq!(matrix, [-4.0, -1.25, -1.25, -0.78125]);
        let mut matrix = [0.0, 0.0, 0.0, 16.0];
        relax(&mut matrix, 2);
        assert_eq!(matrix, [0.0, 5.0, 5.0, -0.875]);
    }
}
