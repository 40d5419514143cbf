//! The product by its definition: every element of the result is a row times a column. The kernel scatters each
//! element of a left row over a row of the right matrix; here every column gathers from the left row.

use crate::inputs::Matrices;

/// A row of the product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductRow {
    /// Its values, zeros included; sums wrap around.
    pub values: Vec<u32>,
    /// Number of elements to which any product contributes.
    pub elements: u32,
}

/// Returns the rows of the product, from the first on.
pub fn product_rows(matrices: &Matrices) -> impl Iterator<Item = ProductRow> + '_ {
    let (left, right) = (&matrices.left, &matrices.right);
    let mut right_columns = vec![Vec::new(); right.columns as usize];
    for inner in 0..right.rows() {
        for (column, value) in right.row(inner) {
            right_columns[column as usize].push((inner as usize, value));
        }
    }
    (0..left.rows()).map(move |row| {
        // `None` where the row has no element, which is not the same as an element of value 0.
        let mut left_row: Vec<Option<u32>> = vec![None; left.columns as usize];
        for (column, value) in left.row(row) {
            let place = &mut left_row[column as usize];
            *place = Some(place.unwrap_or(0).wrapping_add(value));
        }
        let times = |column: &Vec<(usize, u32)>| {
            let products = column.iter().filter_map(|&(inner, value)| {
                left_row[inner].map(|factor| factor.wrapping_mul(value))
            });
            products.reduce(u32::wrapping_add)
        };
        let sums: Vec<Option<u32>> = right_columns.iter().map(times).collect();
        let elements = sums.iter().flatten().count() as u32;
        ProductRow { values: sums.into_iter().map(Option::unwrap_or_default).collect(), elements }
    })
}
