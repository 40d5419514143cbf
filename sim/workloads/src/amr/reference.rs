//! Computes the mesh in plain Rust: refined level by level, each level a whole array with holes.

use super::{NONE, PATCH_CELLS, THRESHOLD};
use crate::inputs::{Field, REFINEMENT};

/// The temperatures at all resolutions.
#[derive(Clone, Debug)]
pub(super) struct Mesh {
    base: u32,
    /// Number of levels finer than the base grid.
    pub(super) levels: u32,
    /// Average temperature of every cell of every level, the coarsest first, row by row.
    pub(super) temperatures: Vec<Vec<f32>>,
}

/// A cell of the mesh that the device made, and its position.
struct Made {
    level: u32,
    row: u32,
    column: u32,
    /// Number of the cell on the device.
    number: usize,
}

impl Mesh {
    /// Averages `field` for the coarser levels.
    pub(super) fn new(field: &Field) -> Self {
        let mut temperatures = vec![field.finest.clone()];
        for level in (0..field.levels).rev() {
            let finer = temperatures.last().map_or(&[][..], Vec::as_slice);
            let side = (field.base * REFINEMENT.pow(level)) as usize;
            temperatures.push(averages(finer, side));
        }
        temperatures.reverse();
        Self { base: field.base, levels: field.levels, temperatures }
    }

    /// Returns the cells along each side of a level.
    pub(super) fn side(&self, level: u32) -> u32 {
        self.base * REFINEMENT.pow(level)
    }

    /// Returns by how much the energies of a cell's neighbours differ from its own, in kJ/kg.
    fn imbalance(&self, level: u32, row: u32, column: u32) -> f32 {
        let last = self.side(level) - 1;
        let temperature = |row: u32, column: u32| {
            self.temperatures[level as usize][(row * (last + 1) + column) as usize]
        };
        let own = temperature(row, column);
        [
            (row, column.saturating_sub(1)),
            (row, last.min(column + 1)),
            (row.saturating_sub(1), column),
            (last.min(row + 1), column),
        ]
        .iter()
        .map(|&(row, column)| temperature(row, column))
        .fold(0.0, |sum, t| sum + ((t - own) * 6.5e-5f32.mul_add(t + own, 0.68)).abs())
    }

    /// Returns the energies of the cells of every level; NaN where the mesh has no such cell.
    pub(super) fn refine(&self) -> Vec<Vec<f32>> {
        let mut energies: Vec<Vec<f32>> = Vec::new();
        for level in 0..=self.levels {
            let side = self.side(level);
            let mut found = Vec::with_capacity((side * side) as usize);
            for row in 0..side {
                for column in 0..side {
                    let exists = energies.last().is_none_or(|coarser| {
                        let parent = row / REFINEMENT * (side / REFINEMENT) + column / REFINEMENT;
                        coarser[parent as usize] > THRESHOLD
                    });
                    let energy = exists.then(|| self.imbalance(level, row, column));
                    found.push(energy.unwrap_or(f32::NAN));
                }
            }
            energies.push(found);
        }
        energies
    }

    /// Compares the mesh that the device made. Its cells are numbered from the base grid's on, row by row, then
    /// patch by patch. `links` holds the patch that refines each cell, or none. The error names the first
    /// difference in order of levels.
    pub(super) fn compare(&self, energies: &[u32], links: &[u32]) -> Result<(), String> {
        let expected = self.refine();
        let base_cells = self.base * self.base;
        let mut made: std::collections::VecDeque<Made> = (0..base_cells)
            .map(|cell| Made {
                level: 0,
                row: cell / self.base,
                column: cell % self.base,
                number: cell as usize,
            })
            .collect();
        let mut reached = 0;
        while let Some(cell) = made.pop_front() {
            let Made { level, row, column, number } = cell;
            reached += 1;
            let position = || format!("the cell in row {row}, column {column} of level {level}");
            let found = f32::from_bits(energies[number]);
            let wanted = expected[level as usize][(row * self.side(level) + column) as usize];
            if found != wanted {
                return Err(format!(
                    "{} has the energy {found:?}, the CPU reference says {wanted:?}",
                    position()
                ));
            }
            let refine = level < self.levels && wanted > THRESHOLD;
            if refine != (links[number] != NONE) {
                let [found, wanted] = if refine { ["not ", ""] } else { ["", "not "] };
                return Err(format!(
                    "{} is {found}refined, the CPU reference says it is {wanted}refined",
                    position()
                ));
            }
            if !refine {
                continue;
            }
            let first = base_cells as usize + links[number] as usize * PATCH_CELLS as usize;
            if first + PATCH_CELLS as usize > energies.len() {
                return Err(format!(
                    "{} links to patch {}, never taken",
                    position(),
                    links[number]
                ));
            }
            made.extend((0..PATCH_CELLS).map(|item| Made {
                level: level + 1,
                row: row * REFINEMENT + item / REFINEMENT,
                column: column * REFINEMENT + item % REFINEMENT,
                number: first + item as usize,
            }));
        }
        // Each cell that should be refined has a patch, so more cells reached than made means shared patches.
        if reached != energies.len() {
            return Err(format!(
                "the device made {} cells, {reached} are linked to the base grid",
                energies.len()
            ));
        }
        Ok(())
    }
}

/// Averages groups of 8 x 8 cells of `finer`, which make `side` x `side` cells.
fn averages(finer: &[f32], side: usize) -> Vec<f32> {
    let (group, row) = (REFINEMENT as usize, REFINEMENT as usize * side);
    let mut coarser = Vec::with_capacity(side * side);
    for rows in finer.chunks_exact(group * row) {
        for column in 0..side {
            let cells = rows.chunks_exact(row).flat_map(|row| &row[group * column..][..group]);
            let sum: f64 = cells.map(|&temperature| f64::from(temperature)).sum();
            coarser.push((sum / f64::from(PATCH_CELLS)) as f32);
        }
    }
    coarser
}
