//! TB numbers: x runs fastest, then y, then z.

/// Returns the index in `grid` of the TB with this number.
pub fn tb_index(grid: [u32; 3], number: u32) -> [u32; 3] {
    let [x, y, _] = grid.map(|size| size.max(1));
    [number % x, number / x % y, number / x / y]
}

/// Returns the number of the TB at `index`. Returns `None` if it lies outside `grid`, as the neighbour of a TB at
/// the edge does, or if the grid has more TBs than numbers.
pub fn tb_number(grid: [u32; 3], index: [u32; 3]) -> Option<u32> {
    let inside = index.iter().zip(grid).all(|(&at, size)| at < size);
    let [x, y, z] = index.map(u64::from);
    let [width, height, _] = grid.map(u64::from);
    inside.then_some(())?;
    let rows = z.checked_mul(height)?.checked_add(y)?;
    u32::try_from(rows.checked_mul(width)?.checked_add(x)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_grid_has_an_index_of_its_own() {
        let grid = [3, 4, 5];
        for number in 0..60 {
            assert_eq!(tb_number(grid, tb_index(grid, number)), Some(number));
        }
        assert_eq!(tb_index(grid, 59), [2, 3, 4]);
    }

    #[test]
    fn an_index_outside_of_the_grid_has_no_number() {
        assert_eq!(tb_number([3, 4, 5], [u32::MAX, 0, 0]), None);
        assert_eq!(tb_number([3, 4, 5], [0, 4, 0]), None);
        assert_eq!(tb_number([u32::MAX; 3], [u32::MAX - 1; 3]), None);
    }
}
