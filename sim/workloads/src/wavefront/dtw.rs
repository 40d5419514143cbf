//! Dynamic time warping of two series.

use super::super::data::random_floats;
use super::diagonals::Diagonals;
use super::field::Field;
use super::{Algorithm, Team};
use crate::inputs::Tiling;
use heddle_sim::host::Arg;
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Finds the least cost of aligning the beginnings of two random walks.
#[derive(Clone, Debug)]
pub struct Dtw {
    tiling: Tiling,
    series: [Field; 2],
    costs: Field,
}

impl Dtw {
    /// Returns the series along the rows and along the columns.
    fn series(&self) -> [Vec<f32>; 2] {
        [0, 1].map(|number| {
            let seed = self.tiling.seed.wrapping_mul(2).wrapping_add(number);
            let steps = random_floats(self.tiling.side() as usize, seed);
            let walk = steps.iter().scan(0.0, |height, step| {
                *height += step;
                Some(*height)
            });
            walk.collect()
        })
    }
}

impl Algorithm for Dtw {
    const NAME: &'static str = "dtw";
    const ABOUT: &'static str = "dynamic time warping of two series, by tiles";

    fn ptx() -> &'static str {
        ptx!("dtw")
    }

    fn new(tiling: Tiling) -> Self {
        Self { tiling, series: [Field::default(); 2], costs: Field::default() }
    }

    fn team(tile: u32) -> Team {
        Team::for_diagonals(tile, 7 * tile + 1)
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let names = ["series of the rows", "series of the columns"];
        for ((field, name), values) in
            self.series.iter_mut().zip(names).zip(Self::new(self.tiling).series())
        {
            *field = Field::place(name, values.len(), memory)?;
            field.store(&values, |i| i, memory)?;
        }
        self.costs = Field::place("field of costs", self.tiling.elements(), memory)?;
        Ok(())
    }

    fn arguments(&self) -> Vec<Arg> {
        let [rows, columns] = self.series;
        [rows, columns, self.costs].map(|field| Arg::U64(field.address)).to_vec()
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let [rows, columns] = self.series();
        let expected = costs(&rows, &columns);
        let diagonals = Diagonals::new(self.tiling);
        self.costs.compare(Self::NAME, &expected, |i| diagonals.position(i), &self.tiling, memory)
    }
}

/// Returns the least cost of aligning the series `rows` up to each row with `columns` up to each column, row after
/// row.
fn costs(rows: &[f32], columns: &[f32]) -> Vec<f32> {
    let mut costs: Vec<f32> = Vec::with_capacity(rows.len() * columns.len());
    for (i, row) in rows.iter().enumerate() {
        for (j, column) in columns.iter().enumerate() {
            let width = columns.len();
            let north = if i > 0 { costs[(i - 1) * width + j] } else { f32::INFINITY };
            let west = if j > 0 { costs[i * width + j - 1] } else { f32::INFINITY };
            let north_west = match (i, j) {
                (0, 0) => 0.0,
                (0, _) | (_, 0) => f32::INFINITY,
                _ => costs[(i - 1) * width + j - 1],
            };
            costs.push((row - column).abs() + north.min(west).min(north_west));
        }
    }
    costs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretched_series_is_aligned_without_cost() {
        let costs = costs(&[1.0, 3.0, 3.0, 2.0], &[1.0, 1.0, 3.0, 2.0]);
        assert_eq!(costs[15], 0.0);
        assert_eq!(costs[..4], [0.0, 0.0, 2.0, 3.0]);
        assert_eq!([costs[4], costs[8], costs[12]], [2.0, 4.0, 5.0]);
        assert_eq!(costs[11], 1.0, "3 against 2 after an alignment without cost");
    }
}
