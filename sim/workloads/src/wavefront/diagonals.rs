//! The element order in memory that `kernels/diagonals.cuh` describes.

use crate::inputs::Tiling;

/// Maps the elements of a field to positions in memory.
#[derive(Clone, Debug)]
pub(super) struct Diagonals {
    tiling: Tiling,
    /// Position in the tile, by row and column of the tile, row after row.
    in_tile: Vec<u32>,
}

impl Diagonals {
    /// Creates the order of the field `tiling`.
    pub(super) fn new(tiling: Tiling) -> Self {
        let side = tiling.tile as usize;
        let mut in_tile = vec![0; side * side];
        let diagonals = (0..2 * side - 1)
            .flat_map(|number| (0..side).map(move |row| (row, number.wrapping_sub(row))));
        let elements = diagonals.filter(|&(_, column)| column < side);
        for ((row, column), place) in elements.zip(0..) {
            in_tile[row * side + column] = place;
        }
        Self { tiling, in_tile }
    }

    /// Returns the position of an element that is numbered by rows of the field.
    pub(super) fn position(&self, element: usize) -> usize {
        let (side, tile) = (self.tiling.side() as usize, self.tiling.tile as usize);
        let (row, column) = (element / side, element % side);
        let number = row / tile * self.tiling.tiles as usize + column / tile;
        let in_tile = self.in_tile[row % tile * tile + column % tile];
        number * tile * tile + in_tile as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_lie_row_by_row_and_their_elements_diagonal_by_diagonal() {
        let diagonals = Diagonals::new(Tiling { tiles: 2, tile: 3, seed: 1 });
        let positions: Vec<usize> = (0..36).map(|element| diagonals.position(element)).collect();
        let expected = [
            [0, 1, 3, 9, 10, 12],
            [2, 4, 6, 11, 13, 15],
            [5, 7, 8, 14, 16, 17],
            [18, 19, 21, 27, 28, 30],
            [20, 22, 24, 29, 31, 33],
            [23, 25, 26, 32, 34, 35],
        ];
        assert_eq!(positions, expected.concat());
    }

    #[test]
    fn a_tile_of_one_element_is_its_only_diagonal() {
        let diagonals = Diagonals::new(Tiling { tiles: 2, tile: 1, seed: 1 });
        assert_eq!([0, 1, 2, 3].map(|element| diagonals.position(element)), [0, 1, 2, 3]);
    }
}
